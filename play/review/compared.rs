//! What one search of a position says of its best move and of the one that was played.
//!
//! Both values are of the same iteration, so that neither looks a ply further than the other, and what the move gave away
//! is the lesser of what the last two iterations say: evaluations swing between even and odd depths.

use plyglot_open::{DoorError, Mv, Position, Report};
use plyglot_search::{Bound, Line, Side, Verdict};
use plyglot_stats::Expected;

/// The best move of a position and the one that was played.
#[derive(Clone, Debug)]
pub(super) struct Compared {
    pub(super) to_move: Side,
    /// The best move with its line; the one that was played, if no other is better.
    pub(super) best: Line<Mv>,
    /// The value of the move that was played; `None` where the search was stopped before it had one.
    pub(super) played: Option<Verdict>,
    /// What one could expect before the move.
    pub(super) before: Expected,
    /// And after it.
    pub(super) after: Expected,
}

/// The first of the legal moves that lead to the same position as `mv`, but for a symmetry of the game: whichever of
/// them was played, the search is the same, and so is what is said of it.
pub(super) fn representative(at: &Position, legal: &[Mv], mv: Mv) -> Result<Mv, DoorError> {
    let played = at.after(mv)?.canonical()?;
    for &other in legal {
        if other != mv && at.after(other)?.canonical()? == played {
            return Ok(other);
        }
        if other == mv {
            break;
        }
    }
    Ok(mv)
}

impl Compared {
    /// What a search of `at` says, in which `also` had a line of its own; without it, of the best move alone.
    pub(super) fn new(at: &Position, report: Report<Mv>, also: Option<Mv>) -> Compared {
        let scale = at.facts().result_scale;
        let Report { lines, before, verdict, .. } = report;
        let (now, earlier) = (pair(&lines, also), pair(&before, also));
        // A game that is over has a value and no line.
        let over = Line { rank: 1, depth: 0, verdict, pv: Vec::new() };
        let best = lines.into_iter().next().unwrap_or(over);
        let played = now.map(|(_, played)| played);
        let expects = |verdict| Expected::of(verdict, scale);
        let both = |(best, played)| (expects(best), expects(played));
        let (before, after) = match (now.map(both), earlier.map(both)) {
            (None, _) => (expects(best.verdict), expects(best.verdict)),
            (Some(now), Some(earlier)) if is_estimate(now) && is_estimate(earlier) => {
                over_two(now, earlier)
            }
            (Some(now), _) => now,
        };
        Compared { to_move: at.to_move(), best, played, before, after }
    }

    /// A position with the only legal move `mv`, by what is known of the one after it.
    pub(super) fn of_only_move(at: &Position, mv: Mv, next: &Compared) -> Compared {
        let (to_move, value) = (at.to_move(), next.for_mover(at.to_move()));
        let expected = next.before_for(to_move);
        let best = next.line_after(mv, value);
        Compared { to_move, best, played: Some(value), before: expected, after: expected }
    }

    /// What the position is worth to `mover`, whose move led here.
    fn for_mover(&self, mover: Side) -> Verdict {
        let Verdict { score, bound, proven } = self.best.verdict;
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

    fn before_for(&self, mover: Side) -> Expected {
        if mover == self.to_move { self.before } else { self.before.flipped() }
    }

    /// The line by `mv`, which led here.
    fn line_after(&self, mv: Mv, verdict: Verdict) -> Line<Mv> {
        let Line { depth, ref pv, .. } = self.best;
        let pv = std::iter::once(mv).chain(pv.iter().copied()).collect();
        Line { rank: 1, depth: depth + 1, verdict, pv }
    }

    /// Of the move that was played, `mv`: takes what the search of the position after it has proven, as far as that
    /// shows that no other is better, or that the one which is proven better is.
    ///
    /// What is proven there of a move that looks worse than an estimate is left aside: it was found a ply deeper, where
    /// the other might have been lost as well.
    pub(super) fn learn(&mut self, mv: Mv, next: &Compared, scale: i32) {
        let value = next.for_mover(self.to_move);
        let proven = Expected::of(value, scale);
        let wins = proven.result == 1.0;
        if !proven.proven || !(wins || self.before.proven) {
            return;
        }
        (self.played, self.after) = (Some(value), proven);
        if !self.before.proven || value.score >= self.best.verdict.score {
            (self.best, self.before) = (next.line_after(mv, value), proven);
        }
    }

    /// The move that was played, `mv`, is the best one, or a symmetry of the game leads from one to the other.
    pub(super) fn settle(&mut self, at: &Position, mv: Mv) -> Result<bool, DoorError> {
        let best = self.best.pv.first().copied();
        let is_best = match best {
            Some(best) if best != mv => {
                at.after(best)?.canonical()? == at.after(mv)?.canonical()?
            }
            _ => true,
        };
        if is_best {
            if best != Some(mv) {
                self.best.pv = vec![mv];
            }
            (self.played, self.after) = (Some(self.best.verdict), self.before);
        }
        // Of a proven draw and what two iterations differ about, for one.
        self.after.result = self.after.result.min(self.before.result);
        Ok(is_best)
    }
}

/// What is expected with the best move and with the one that was played.
type Pair = (Expected, Expected);

fn is_estimate((best, played): Pair) -> bool {
    !best.proven && !played.proven
}

/// By two iterations: the mean of what they expect before the move, and what it gave away by the one that says less.
fn over_two(now: Pair, earlier: Pair) -> Pair {
    let lost = |(best, played): Pair| (best.result - played.result).max(0.0);
    let before = f64::midpoint(now.0.result, earlier.0.result);
    let after = before - lost(now).min(lost(earlier));
    let estimate = |result: f64| Expected { result: result.clamp(0.0, 1.0), proven: false };
    (estimate(before), estimate(after))
}

/// The values of the best move and of `also`, of the same iteration, or where the one is proven of different ones.
fn pair(lines: &[Line<Mv>], also: Option<Mv>) -> Option<(Verdict, Verdict)> {
    let best = lines.first()?;
    let played = lines.iter().find(|line| line.pv.first() == also.as_ref())?;
    Some((best.verdict, played.verdict))
}
