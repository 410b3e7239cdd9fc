//! What a search says, as the values of the package (`package/plyglot/_values.py`).

use std::time::Duration;

use plyglot_open::{DoorError, Limits, Mv, Position, Progress, Report, Side, Verdict};
use plyglot_play::review::{Judged, Review};
use plyglot_search::{Bound as Kind, Bounds, Ended, Line, Meaning, Outcome};
use plyglot_stats::Expected;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::exceptions::exception;
use crate::games::Opened;
use crate::proven;

/// A line with what needs the game's code: worked out with the interpreter released.
pub(crate) struct Written {
    rank: usize,
    depth: u32,
    score: Scored,
    pv: Vec<String>,
}

/// A score, likewise.
pub(crate) struct Scored {
    raw: i32,
    bound: &'static str,
    proven: bool,
    /// Estimates are fractions of the unit, what is proven is a whole number.
    value: Result<i32, f64>,
    win_in: Option<i64>,
    confidence: Option<u8>,
    side: usize,
    sides: [String; 2],
    /// For this side and for the other.
    texts: [String; 2],
    expected: f64,
}

impl Scored {
    /// From the point of view of `side`, who moves in `at` or a neighbour of it.
    pub(crate) fn new(at: &Position, side: Side, verdict: Verdict) -> Result<Scored, DoorError> {
        let Verdict { score, bound, proven } = verdict;
        let meaning = score.meaning();
        let (bound, mirrored) = match bound {
            Kind::Exact => ("exact", Kind::Exact),
            Kind::Lower => ("lower", Kind::Upper),
            Kind::Upper => ("upper", Kind::Lower),
        };
        let value = match (meaning, at.value(score)?) {
            (Meaning::Heuristic(points), _) if !proven => {
                Err(f64::from(points) / f64::from(at.facts().points))
            }
            (_, value) => Ok(value.unwrap_or(score.raw())),
        };
        let win_in = match meaning {
            Meaning::WinIn(plies) => Some(i64::from(plies)),
            Meaning::LossIn(plies) => Some(-i64::from(plies)),
            _ => None,
        };
        let other = Verdict { score: -score, bound: mirrored, proven };
        Ok(Scored {
            raw: score.raw(),
            bound,
            proven,
            value,
            win_in,
            confidence: at.facts().confidence.filter(|_| !proven),
            side: usize::from(side == Side::Second),
            sides: at.facts().sides.clone(),
            texts: [at.verdict_text(&verdict)?, at.verdict_text(&other)?],
            expected: Expected::of(verdict, at.facts().result_scale).result,
        })
    }

    pub(crate) fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let value = match self.value {
            Ok(whole) => whole.into_pyobject(py)?.into_any(),
            Err(fraction) => fraction.into_pyobject(py)?.into_any(),
        };
        let [text, other] = self.texts;
        let [first, second] = self.sides;
        let fields = (
            value,
            self.bound,
            self.proven,
            self.win_in,
            self.confidence,
            [&first, &second][self.side],
            text,
            self.expected,
            self.raw,
            (&first, &second),
            other,
        );
        class(py, "Score")?.call1(fields)
    }
}

impl Written {
    pub(crate) fn new(at: &Position, line: &Line<Mv>) -> Result<Written, DoorError> {
        let score = Scored::new(at, at.to_move(), line.verdict)?;
        Ok(Written { rank: line.rank, depth: line.depth, score, pv: at.notation(&line.pv)? })
    }

    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let fields =
            (self.rank, self.depth, self.score.into_python(py)?, PyTuple::new(py, self.pv)?);
        class(py, "Line")?.call1(fields)
    }
}

/// A class of the package's values.
pub(crate) fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("plyglot._values")?.getattr(name)
}

/// What a running search has found.
pub(crate) fn info<'py>(
    py: Python<'py>,
    game: &Opened,
    at: &Position,
    progress: &Progress<Mv>,
) -> PyResult<Bound<'py, PyAny>> {
    let written = py.detach(|| Written::new(at, &progress.line));
    let line = written.map_err(|error| game.error(py, error))?.into_python(py)?;
    let fields = (line, progress.nodes, seconds(progress.elapsed), progress.hash_permill);
    class(py, "Info")?.call1(fields)
}

/// The result of a search, and what a solve has proven of the value.
pub(crate) fn analysis<'py>(
    py: Python<'py>,
    game: &Opened,
    at: &Position,
    report: &Report<Mv>,
    proven: Option<Bounds>,
) -> PyResult<Bound<'py, PyAny>> {
    let proven = proven.filter(|_| !report.verdict.is_exact());
    let written = py.detach(|| {
        let lines: Result<Vec<_>, _> =
            report.lines.iter().map(|line| Written::new(at, line)).collect();
        let between = proven.map(|proven| proven::between(at, proven)).transpose()?;
        Ok((lines?, Scored::new(at, at.to_move(), report.verdict)?, between))
    });
    let (lines, score, between) = written.map_err(|error| game.error(py, error))?;
    let lines: PyResult<Vec<_>> = lines.into_iter().map(|line| line.into_python(py)).collect();
    let fields = (
        score.into_python(py)?,
        PyTuple::new(py, lines?)?,
        ended(report.ended),
        report.nodes,
        seconds(report.elapsed),
        report.hash_permill,
        report.threads,
        between,
    );
    class(py, "Analysis")?.call1(fields)
}

fn ended(ended: Ended) -> &'static str {
    match ended {
        Ended::Proven => "proven",
        Ended::Depth => "depth",
        Ended::Nodes => "nodes",
        Ended::Time => "time",
        Ended::Stopped => "stopped",
        Ended::GameOver => "game over",
    }
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

/// How a game ended.
pub(crate) fn outcome<'py>(
    py: Python<'py>,
    at: &Position,
    outcome: Outcome,
) -> PyResult<Bound<'py, PyAny>> {
    let won = match outcome {
        Outcome::Win => Some(true),
        Outcome::Loss => Some(false),
        Outcome::Draw | Outcome::Margin(0) => None,
        Outcome::Margin(margin) => Some(margin > 0),
    };
    let facts = at.facts();
    let side = |won: bool| if won { at.to_move() } else { at.to_move().other() };
    let winner = won.map(|won| facts.side(side(won)).to_string());
    let margin = match outcome {
        Outcome::Margin(margin) => Some(margin.abs()),
        _ => None,
    };
    class(py, "Outcome")?.call1((winner, margin, facts.unit.as_str()))
}

/// Limits from a `plyglot.Limit`.
pub(crate) fn limits(limit: &Bound<'_, PyAny>) -> PyResult<Limits<Mv>> {
    let py = limit.py();
    let time: Option<f64> = limit.getattr("time")?.extract()?;
    let time = time.map(|seconds| {
        Duration::try_from_secs_f64(seconds).map_err(|_| {
            let message = format!("a time limit is a number of seconds, 0 or more, not {seconds}");
            exception(py, "InvalidLimitError", message)
        })
    });
    let whole = |name: &str| -> PyResult<Option<u64>> {
        let value = limit.getattr(name)?;
        let Some(number) = value.extract::<Option<i128>>()? else { return Ok(None) };
        let number = u64::try_from(number).map_err(|_| {
            let message = format!("a limit of {name} is a whole number from 1, not {number}");
            exception(py, "InvalidLimitError", message)
        })?;
        Ok(Some(number))
    };
    let depth = whole("depth")?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
    let solve: bool = limit.getattr("solve")?.extract()?;
    Ok(Limits {
        time: time.transpose()?,
        depth,
        nodes: whole("nodes")?,
        solve,
        whole_lines: true,
        ..Limits::default()
    })
}

/// A reviewed game; `end` is its last position.
pub(crate) fn review<'py>(
    py: Python<'py>,
    game: &Opened,
    end: &Position,
    review: &Review,
) -> PyResult<Bound<'py, PyAny>> {
    let mut moves = Vec::new();
    for judged in &review.moves {
        moves.push(reviewed(py, game, end, judged)?);
    }
    let side = |index: usize| {
        let side = &review.sides[index];
        let [inaccuracies, mistakes, blunders] = side.marks;
        let name = &end.facts().sides[index];
        let fields =
            (name, side.moves, side.accuracy, inaccuracies, mistakes, blunders, side.loss + 0.0);
        class(py, "SideReview")?.call1(fields)
    };
    let sides = (side(0)?, side(1)?);
    let fields = (
        PyTuple::new(py, moves)?,
        sides,
        PyTuple::new(py, &review.turning)?,
        review.nodes,
        review.complete,
    );
    class(py, "Review")?.call1(fields)
}

fn reviewed<'py>(
    py: Python<'py>,
    game: &Opened,
    end: &Position,
    judged: &Judged,
) -> PyResult<Bound<'py, PyAny>> {
    let written = py.detach(|| {
        let at = end.after_plies(judged.ply - 1);
        let played = Scored::new(&at, judged.side, judged.played)?;
        Ok((at.move_text(judged.mv)?, played, Written::new(&at, &judged.best)?))
    });
    let (mv, played, best) = written.map_err(|error| game.error(py, error))?;
    let fields = (
        judged.ply,
        end.facts().side(judged.side),
        mv,
        played.into_python(py)?,
        best.into_python(py)?,
        judged.loss,
        judged.exact,
        judged.before.result,
        judged.after.result,
        judged.mark.word(),
        judged.accuracy,
        judged.forced,
    );
    class(py, "ReviewedMove")?.call1(fields)
}
