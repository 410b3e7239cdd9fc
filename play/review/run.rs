//! The review itself: every position searched from the last to the first, then every move judged.

use plyglot_open::{Ask, DoorError, Engine, Limits, Mv, Position, Report, Stop};
use plyglot_search::{Bound, Line, Side, Verdict};

use plyglot_stats::Expected;

use crate::review::mark::{Mark, accuracy, drop};
use crate::review::value::loss;

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
    /// The moves in the order of the game; if the review was stopped, those from the end that are judged.
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

/// Reviews the game that led to `end`: searches each of its positions within `limits`, from the last to the
/// first, and judges its moves. `engine` is one of the same game.
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
    review_with(end, stop, |_, at| engine.run(&Ask::new(at, limits)), progress)
}

/// The same by `search`, which is given how many moves led to a position, and the position: from the last to
/// the first, and not those with a single move. What it gives after `stop` was raised is not used.
///
/// # Errors
/// What `search` gives, and where the game's code panics.
pub fn review_with<E: From<DoorError>>(
    end: &Position,
    stop: &Stop,
    mut search: impl FnMut(usize, &Position) -> Result<Report<Mv>, E>,
    mut progress: impl FnMut(Completion),
) -> Result<Review, E> {
    let played = end.played();
    let of = played.len() + 1;
    let mut judged = Vec::new();
    let mut nodes = 0;
    let mut after: Option<Found> = None;
    for ply in (0..of).rev() {
        let at = end.after_plies(ply);
        let found = match (&after, at.moves()?.as_slice()) {
            // Nothing to choose: the value is that of the position after the move.
            (Some(next), [only]) => next.before_move(*only, at.to_move()),
            _ => {
                let report = search(ply, &at)?;
                if stop.is_raised() {
                    break;
                }
                Found::by_search(&at, report)
            }
        };
        nodes += found.nodes;
        let found = match after.take() {
            None => found,
            Some(next) => {
                let (mv, found) = (played[ply], found.at_least(&next, played[ply], &at));
                judged.push(judge(&at, ply + 1, mv, &found, &next)?);
                found
            }
        };
        after = Some(found);
        progress(Completion { done: of - ply, of });
    }
    judged.reverse();
    let complete = judged.len() == played.len();
    Ok(Review::of(judged, nodes, complete))
}

/// The value of a position, with the line that shows it.
#[derive(Clone, Debug)]
struct Found {
    to_move: Side,
    line: Line<Mv>,
    nodes: u64,
}

impl Found {
    fn by_search(at: &Position, report: Report<Mv>) -> Found {
        let Report { lines, verdict, nodes, .. } = report;
        let line = lines.into_iter().next();
        // A game that is over has a value and no line.
        let line = line.unwrap_or(Line { rank: 1, depth: 0, verdict, pv: Vec::new() });
        Found { to_move: at.to_move(), line, nodes }
    }

    /// What this is worth to `mover`, whose move led here.
    fn for_mover(&self, mover: Side) -> Verdict {
        let Verdict { score, bound, proven } = self.line.verdict;
        let score = score.from_node(1);
        if mover == self.to_move {
            return Verdict { score, bound, proven };
        }
        let bound = match bound {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        };
        Verdict { score: -score, bound, proven }
    }

    /// The position before the move that led here, by that move.
    fn before_move(&self, mv: Mv, mover: Side) -> Found {
        let Line { depth, ref pv, .. } = self.line;
        let pv = std::iter::once(mv).chain(pv.iter().copied()).collect();
        let line = Line { rank: 1, depth: depth + 1, verdict: self.for_mover(mover), pv };
        Found { to_move: mover, line, nodes: 0 }
    }

    /// The same, unless the move that was played is the best one or turned out better: then by what was
    /// found behind it, one ply deeper. What is proven stays.
    fn at_least(self, next: &Found, mv: Mv, at: &Position) -> Found {
        let by_move = next.before_move(mv, at.to_move());
        let own = self.line.verdict;
        let theirs = by_move.line.verdict;
        let is_best = self.line.pv.first() == Some(&mv);
        let surer = theirs.proven >= own.proven;
        let better = theirs.score > own.score && surer;
        if (is_best && surer) || better { Found { nodes: self.nodes, ..by_move } } else { self }
    }
}

fn judge(
    at: &Position,
    ply: usize,
    mv: Mv,
    found: &Found,
    next: &Found,
) -> Result<Judged, DoorError> {
    let (side, best) = (at.to_move(), found.line.clone());
    let is_best = best.pv.first() == Some(&mv);
    let played = if is_best { best.verdict } else { next.for_mover(side) };
    let scale = at.facts().result_scale;
    let (before, after) = (Expected::of(best.verdict, scale), Expected::of(played, scale));
    let exact = best.verdict.is_exact() && played.is_exact();
    let loss = if is_best { Some(0.0) } else { loss(at, best.verdict, played)? };
    let mark = Mark::of(before, after);
    let accuracy = accuracy(drop(before, after));
    let forced = at.moves()?.len() == 1;
    Ok(Judged { ply, side, mv, played, best, loss, exact, before, after, mark, accuracy, forced })
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
