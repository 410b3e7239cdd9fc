//! The review itself: every position searched from the first to the last, then every move judged.

use plyglot_open::{Ask, DoorError, Engine, Limits, Mv, Position, Report, Stop};
use plyglot_search::{Line, Side, Verdict};

use plyglot_stats::Expected;

use crate::review::compared::{Compared, representative};
use crate::review::mark::{Mark, accuracy, drop};
use crate::review::value::loss;

/// A loss below this is none in the tenths that are shown.
const ROUNDS_TO_NOTHING: f64 = 0.05;

/// How far a review has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Positions that are searched.
    pub done: usize,
    /// Positions in all: one more than moves.
    pub of: usize,
}

/// A move of the game, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Which move of the game, from 1.
    pub ply: usize,
    /// Who made it.
    pub side: Side,
    /// The move.
    pub mv: Mv,
    /// Its value for the side that made it.
    pub played: Verdict,
    /// The best move with its value for the same side, and the line that shows it.
    pub best: Line<Mv>,
    /// What it lost against the best, in the game's unit, never negative; see [`loss`].
    pub loss: Option<f64>,
    /// True if both values are exact and proven, and so is the loss.
    pub exact: bool,
    /// What its side could expect before the move.
    pub before: Expected,
    /// What it could expect after.
    pub after: Expected,
    /// What is thought of it.
    pub mark: Mark,
    /// How accurate it was, in percent.
    pub accuracy: f64,
    /// The only legal move: it counts in no average.
    pub forced: bool,
}

/// What is said of one side's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideReview {
    /// Moves where there was a choice.
    pub moves: usize,
    /// The mean accuracy of these, in percent; `None` if there is none.
    pub accuracy: Option<f64>,
    /// Inaccuracies, mistakes, blunders.
    pub marks: [usize; 3],
    /// What was lost in all, in the game's unit, as far as losses are known.
    pub loss: f64,
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The moves in the order of the game; if the review was stopped, those from the start that are judged.
    pub moves: Vec<Judged>,
    /// Both sides, the one that moves first in the game's start position first.
    pub sides: [SideReview; 2],
    /// The plies (from 1) of the mistakes and blunders after which the other side was the favourite.
    pub turning: Vec<usize>,
    /// Positions visited by all searches.
    pub nodes: u64,
    /// False if it was stopped before all moves were judged.
    pub complete: bool,
}

/// Reviews the game that led to `end`: searches each of its positions within `limits`, from the first to the
/// last, and judges its moves. `engine` is one of the same game.
///
/// A raised `stop` ends it with the moves that are judged by then.
///
/// # Errors
/// What a search gives; see [`Engine::run`].
pub fn review(
    engine: &mut dyn Engine,
    end: &Position,
    limits: &Limits<Mv>,
    stop: &Stop,
    progress: impl FnMut(Completion),
) -> Result<Review, DoorError> {
    let _watch = stop.watch(engine.handle());
    let search =
        |_, at: &Position, also| engine.run(&Ask::new(at, &Limits { also, ..limits.clone() }));
    review_with(end, stop, search, progress)
}

/// The same by `search`, which is given how many moves led to a position, the position, and the move that has a line of
/// its own in it ([`Limits::also`]): from the first to the last, and not those with a single move. What it gives
/// after `stop` was raised is not used.
///
/// # Errors
/// What `search` gives, and where the game's code panics.
pub fn review_with<E: From<DoorError>>(
    end: &Position,
    stop: &Stop,
    mut search: impl FnMut(usize, &Position, Option<Mv>) -> Result<Report<Mv>, E>,
    mut progress: impl FnMut(Completion),
) -> Result<Review, E> {
    let played = end.played();
    let of = played.len() + 1;
    // One for each position that was come to; nothing of those with a single move.
    let (mut found, mut nodes) = (Vec::new(), 0);
    for ply in 0..of {
        let (at, mv) = (end.after_plies(ply), played.get(ply));
        found.push(match (mv, at.moves()?.as_slice()) {
            (Some(_), [_]) => None,
            (mv, legal) => {
                let also = mv.map(|&mv| representative(&at, legal, mv)).transpose()?;
                let report = search(ply, &at, also)?;
                if stop.is_raised() {
                    break;
                }
                nodes += report.nodes;
                Some(Compared::new(&at, report, also))
            }
        });
        progress(Completion { done: ply + 1, of });
    }
    let mut judged = Vec::new();
    let mut next: Option<Compared> = None;
    for (ply, compared) in found.into_iter().enumerate().rev() {
        let at = end.after_plies(ply);
        let compared = match (played.get(ply), compared, next.take()) {
            (Some(&mv), Some(mut compared), next) => {
                if let Some(next) = next {
                    compared.learn(mv, &next, at.facts().result_scale);
                }
                judged.push(judge(&at, ply + 1, mv, &mut compared)?);
                Some(compared)
            }
            // Nothing to choose: the value is that of the position after the move, if that is known.
            (Some(&mv), None, Some(next)) => {
                let mut compared = Compared::of_only_move(&at, mv, &next);
                judged.push(judge(&at, ply + 1, mv, &mut compared)?);
                Some(compared)
            }
            (_, compared, _) => compared,
        };
        next = compared;
    }
    judged.reverse();
    let complete = judged.len() == played.len();
    Ok(Review::of(judged, nodes, complete))
}

fn judge(at: &Position, ply: usize, mv: Mv, compared: &mut Compared) -> Result<Judged, DoorError> {
    let is_best = compared.settle(at, mv)?;
    let Compared { to_move: side, ref best, played, before, after } = *compared;
    let (value, mark) = (played.unwrap_or(best.verdict), Mark::of(before, after));
    let lost = match played {
        Some(played) if !is_best => loss(at, best.verdict, played)?,
        Some(_) => Some(0.0),
        None => None,
    };
    // What rounds to nothing is nothing.
    let lost =
        lost.map(|loss| if loss < ROUNDS_TO_NOTHING && mark == Mark::Fine { 0.0 } else { loss });
    Ok(Judged {
        ply,
        side,
        mv,
        played: value,
        best: best.clone(),
        loss: lost,
        exact: best.verdict.is_exact() && value.is_exact(),
        before,
        after,
        mark,
        accuracy: accuracy(drop(before, after)),
        forced: at.moves()?.len() == 1,
    })
}

impl Review {
    fn of(moves: Vec<Judged>, nodes: u64, complete: bool) -> Review {
        let side = |side: Side| {
            let of_side = || moves.iter().filter(|judged| judged.side == side);
            let chosen = || of_side().filter(|judged| !judged.forced);
            let count = chosen().count();
            let sum: f64 = chosen().map(|judged| judged.accuracy).sum();
            let marked = |mark| of_side().filter(|judged| judged.mark == mark).count();
            SideReview {
                moves: count,
                accuracy: (count > 0).then(|| sum / count as f64),
                marks: [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder].map(marked),
                loss: of_side().filter_map(|judged| judged.loss).sum(),
            }
        };
        let sides = [side(Side::First), side(Side::Second)];
        let turned = |judged: &&Judged| {
            let favourite = judged.before.result >= 0.5 && judged.after.result < 0.5;
            judged.mark >= Mark::Mistake && favourite
        };
        let turning = moves.iter().filter(turned).map(|judged| judged.ply).collect();
        Review { moves, sides, turning, nodes, complete }
    }
}
