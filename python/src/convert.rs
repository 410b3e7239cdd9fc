//! What a search says, as the values of the package (`package/plyglot/_values.py`): the objects of `plyglot-wire`,
//! handed over field by field under their names, so that no two can change places.

use std::time::Duration;

use plyglot_open::{DoorError, Limits, Mv, Position, Progress, Report, Side, Verdict};
use plyglot_play::review::object::Summary;
use plyglot_play::review::{Judged, Review};
use plyglot_search::{self as engine, Bounds};
use plyglot_wire::{Ended, Line, Over, ProvenBetween, Score, TabledMove, Value};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::exceptions::exception;
use crate::games::Opened;
use crate::values::value;

/// A score with what Python needs to turn it to the other side: worked out with the interpreter released.
pub(crate) struct Scored {
    score: Score,
    raw: i32,
    side: usize,
    sides: [String; 2],
    /// As the other side has it.
    other_text: String,
}

impl Scored {
    /// From the point of view of `side`, who moves in `at` or a neighbour of it.
    pub(crate) fn new(at: &Position, side: Side, verdict: Verdict) -> Result<Scored, DoorError> {
        let bound = match verdict.bound {
            engine::Bound::Exact => engine::Bound::Exact,
            engine::Bound::Lower => engine::Bound::Upper,
            engine::Bound::Upper => engine::Bound::Lower,
        };
        let other = Verdict { score: -verdict.score, bound, ..verdict };
        Ok(Scored {
            score: Score::new(at, verdict)?,
            raw: verdict.score.raw(),
            side: usize::from(side == Side::Second),
            sides: at.facts().sides.clone(),
            other_text: at.verdict_text(&other)?,
        })
    }

    /// Of a move by tables of endgames, whose text may name two ends.
    fn tabled(at: &Position, of: &TabledMove) -> Result<Option<Scored>, DoorError> {
        let (Some(verdict), Some(score)) = (of.verdict, &of.score) else { return Ok(None) };
        Ok(Some(Scored { score: score.clone(), ..Scored::new(at, at.to_move(), verdict)? }))
    }

    pub(crate) fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let Scored { score, raw, side, sides, other_text } = self;
        let number = match score.value {
            Value::Whole(whole) => whole.into_pyobject(py)?.into_any(),
            Value::Fraction(fraction) => fraction.into_pyobject(py)?.into_any(),
        };
        value!(py, "Score" {
            value: number,
            kind: score.kind.to_string(),
            proven: score.proven,
            win_in: score.win_in,
            confidence: score.confidence,
            side: &sides[side],
            text: score.text,
            expected: score.expected,
            _raw: raw,
            _sides: (&sides[0], &sides[1]),
            _other_text: other_text,
        })
    }
}

/// A line, likewise.
pub(crate) struct Written {
    line: Line,
    score: Scored,
}

impl Written {
    pub(crate) fn new(at: &Position, line: &engine::Line<Mv>) -> Result<Written, DoorError> {
        let score = Scored::new(at, at.to_move(), line.verdict)?;
        Ok(Written { line: Line::new(at, line)?, score })
    }

    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let Line { rank, depth, pv, .. } = self.line;
        let score = self.score.into_python(py)?;
        value!(py, "Line" { rank, depth, score, pv: PyTuple::new(py, pv)? })
    }
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
    value!(py, "Info" {
        line,
        nodes: progress.nodes,
        time: progress.elapsed.as_secs_f64(),
        hash_permill: progress.hash_permill,
        hash_bytes: progress.hash_bytes,
    })
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
        let proven = proven.map(|proven| ProvenBetween::new(at, proven)).transpose()?;
        let mut tabled = Vec::new();
        for of in TabledMove::all(at)? {
            let score = Scored::tabled(at, &of)?;
            tabled.push((of.mv, score));
        }
        Ok((lines?, Scored::new(at, at.to_move(), report.verdict)?, proven, tabled))
    });
    let (lines, score, proven, tabled) = written.map_err(|error| game.error(py, error))?;
    let lines: PyResult<Vec<_>> = lines.into_iter().map(|line| line.into_python(py)).collect();
    let tabled = tabled.into_iter().map(|(mv, score)| {
        let score = score.map(|score| score.into_python(py)).transpose()?;
        value!(py, "TabledMove" { r#move: mv, score })
    });
    let tabled = tabled.collect::<PyResult<Vec<_>>>()?;
    value!(py, "Analysis" {
        score: score.into_python(py)?,
        lines: PyTuple::new(py, lines?)?,
        ended: Ended(report.ended).to_string(),
        nodes: report.nodes,
        time: report.elapsed.as_secs_f64(),
        hash_permill: report.hash_permill,
        hash_bytes: report.hash_bytes,
        threads: report.threads,
        proven_between: proven.map(|proven| (proven.lower, proven.upper)),
        tabled: PyTuple::new(py, tabled)?,
    })
}

/// How the game that led to `at` ended; None while it goes on.
pub(crate) fn outcome<'py>(py: Python<'py>, at: &Position) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(Over { winner, margin, .. }) = Over::of(at) else { return Ok(None) };
    let facts = at.facts();
    let winner = winner.map(|side| facts.side(side));
    value!(py, "Outcome" { winner, margin, unit: &facts.unit }).map(Some)
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
    let Summary { complete, sides, turning, nodes, .. } = Summary::new(end, review, None);
    let [first, second] = sides.map(|of| {
        value!(py, "SideReview" {
            side: of.side,
            moves: of.moves,
            accuracy: of.accuracy,
            inaccuracies: of.inaccuracies,
            mistakes: of.mistakes,
            blunders: of.blunders,
            // Without the sign of a zero.
            loss: of.loss + 0.0,
        })
    });
    value!(py, "Review" {
        moves: PyTuple::new(py, moves)?,
        sides: (first?, second?),
        turning: PyTuple::new(py, turning)?,
        nodes,
        complete,
    })
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
    value!(py, "ReviewedMove" {
        ply: judged.ply,
        side: end.facts().side(judged.side),
        r#move: mv,
        score: played.into_python(py)?,
        best: best.into_python(py)?,
        loss: judged.loss,
        exact: judged.exact,
        expected_before: judged.before.result,
        expected_after: judged.after.result,
        mark: judged.mark.word(),
        accuracy: judged.accuracy,
        forced: judged.forced,
    })
}
