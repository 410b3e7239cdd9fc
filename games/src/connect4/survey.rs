//! What is proven of a position without branching: wins and losses at hand, forced replies.
//!
//! A position is surveyed along the one line that its forced moves make, up to the first position
//! where the mover has a choice. What is proven there holds for the position itself, since each
//! step of the line was the only one that does not lose at once. (Playing forced moves inside a
//! node is an idea of C. Steininger's solver c4, 2021; the moves that do not lose at once are
//! P. Pons', "Solving Connect 4", part 9.)

use super::{ConnectFour, Geometry, lines};

/// A closed interval of margins, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    /// The value is at least this.
    pub(super) lower: i32,
    /// The value is at most this.
    pub(super) upper: i32,
}

impl Range {
    #[inline(always)]
    pub(super) fn exactly(margin: i32) -> Range {
        Range { lower: margin, upper: margin }
    }

    /// The same interval seen by the opponent.
    #[inline(always)]
    pub(super) fn flip(self) -> Range {
        Range { lower: -self.upper, upper: -self.lower }
    }
}

/// What the side to move sees one and two stones ahead.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sight {
    /// It completes a row now.
    Wins,
    /// Whatever it plays, the opponent completes a row at once.
    Loses,
    /// Cells that it can play onto without losing at once; at least one. A single one is forced.
    Open {
        /// Those cells.
        safe: u64,
        /// Empty cells that would complete a row of the opponent's.
        threats: u64,
    },
}

impl<S: Geometry> ConnectFour<S> {
    /// Looks one and two stones ahead. The position must not be finished.
    #[inline(always)]
    pub(super) fn sight(&self) -> Sight {
        let stride = self.geometry.stride();
        let playable = self.playable();
        if lines::completing(self.mine, stride) & playable != 0 {
            return Sight::Wins;
        }
        let threats = lines::completing(self.theirs(), stride) & self.empties();
        let urgent = threats & playable;
        let mut safe = playable & !(threats >> 1);
        if urgent != 0 {
            safe &= if urgent & (urgent - 1) == 0 { urgent } else { 0 };
        }
        if safe == 0 { Sight::Loses } else { Sight::Open { safe, threats } }
    }

    /// Bounds by the stones that are left and the rows that are still possible, of a position
    /// where nobody completes a row with their next stone.
    #[inline(always)]
    fn quiet_range(&self) -> Range {
        let stride = self.geometry.stride();
        let empties = self.empties();
        let mut range = Range {
            lower: -self.margin_of_win(self.plies + 3),
            upper: self.margin_of_win(self.plies + 2),
        };
        if !lines::has_four(self.mine | empties, stride) {
            range.upper = 0;
        }
        if !lines::has_four(self.theirs() | empties, stride) {
            range.lower = 0;
        }
        range
    }

    /// What is proven of a position without branching, forced moves played on the way.
    /// Proofs that cannot decide whether the value is above `alpha` or below `beta` are skipped.
    #[inline(always)]
    pub(super) fn survey(&self, alpha: i32, beta: i32) -> Range {
        let mut at = *self;
        let mut sign = 1;
        let range = loop {
            match at.sight() {
                Sight::Wins => break Range::exactly(at.margin_of_win(at.plies)),
                Sight::Loses => break Range::exactly(-at.margin_of_win(at.plies + 1)),
                Sight::Open { safe, threats } => {
                    let range = at.quiet_range();
                    if range.lower >= range.upper {
                        break range;
                    }
                    if safe & (safe - 1) == 0 {
                        at.drop_onto(safe);
                        sign = -sign;
                        if at.empties() == 0 {
                            break Range::exactly(0);
                        }
                        continue;
                    }
                    let (alpha, beta) = if sign > 0 { (alpha, beta) } else { (-beta, -alpha) };
                    break at.zugzwang_range(range, threats, alpha, beta);
                }
            }
        };
        if sign > 0 { range } else { range.flip() }
    }

    /// Adds to a range what zugzwang proves, if that can matter within the window.
    #[inline(always)]
    fn zugzwang_range(&self, mut range: Range, threats: u64, alpha: i32, _beta: i32) -> Range {
        if range.upper > alpha && alpha >= self.lowest_follow_up_bound() {
            range.upper = range.upper.min(self.follow_up_bound(threats)).max(range.lower);
        }
        range
    }
}
