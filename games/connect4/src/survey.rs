//! What is proven of a position without branching: wins and losses at hand, forced replies.
//!
//! A position is surveyed along the one line that its forced moves make, up to the first position
//! where the mover has a choice. What is proven there holds for the position itself, since each
//! step of the line was the only one that does not lose at once. (Playing forced moves inside a
//! node is an idea of C. Steininger's solver c4, 2021; the moves that do not lose at once are
//! P. Pons', "Solving Connect 4", part 9.)

use super::board::Geometry;
use super::lines;
use super::position::ConnectFour;

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

    /// What a fail-soft answer to the window (alpha, beta) proves of the value.
    #[inline(always)]
    pub(super) fn of_answer(answer: i32, alpha: i32, beta: i32) -> Range {
        Range {
            lower: if answer > alpha { answer } else { i32::MIN },
            upper: if answer < beta { answer } else { i32::MAX },
        }
    }

    /// The fail-soft answer to the window (alpha, beta), if the interval gives one.
    #[inline(always)]
    pub(super) fn answer(self, alpha: i32, beta: i32) -> Option<i32> {
        if self.lower >= beta || self.lower == self.upper {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }

    /// The intersection of two intervals.
    #[inline(always)]
    pub(super) fn meet(self, other: Range) -> Range {
        Range { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The same interval seen by the opponent.
    #[inline(always)]
    pub(super) fn flip(self) -> Range {
        Range { lower: -self.upper, upper: -self.lower }
    }
}

/// Empty cells that would complete a row of four.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threats {
    /// Of the side to move.
    pub(super) mine: u64,
    /// Of its opponent.
    pub(super) theirs: u64,
}

/// What the next two stones decide.
#[derive(Clone, Copy, Debug)]
pub(super) enum Immediate {
    /// It completes a row now.
    Wins,
    /// Whatever it plays, the opponent completes a row at once.
    Loses,
    /// Cells that it can play onto without losing at once; at least one. A single one is forced.
    Open(u64),
}

impl<S: Geometry> ConnectFour<S> {
    /// Both sides' threats.
    #[inline(always)]
    pub(super) fn threats(&self) -> Threats {
        let (stride, empties) = (self.geometry.stride(), self.empties());
        Threats {
            mine: lines::completing(self.mine, stride) & empties,
            theirs: lines::completing(self.theirs(), stride) & empties,
        }
    }

    /// The threats of this position, made of those of the position before: only the side that has
    /// just moved can have new ones.
    #[inline(always)]
    pub(super) fn threats_after(&self, before: Threats) -> Threats {
        let empties = self.empties();
        Threats {
            mine: before.theirs & empties,
            theirs: lines::completing(self.theirs(), self.geometry.stride()) & empties,
        }
    }

    /// Cells that do not lose at once, of a position where the opponent has these threats and the
    /// side to move cannot complete a row now.
    #[inline(always)]
    pub(super) fn safe(&self, threats: u64) -> u64 {
        let playable = self.playable();
        let urgent = threats & playable;
        let quiet = playable & !(threats >> 1);
        if urgent == 0 {
            quiet
        } else if urgent & (urgent - 1) == 0 {
            quiet & urgent
        } else {
            0
        }
    }

    /// Looks one and two stones ahead. The position must not be finished.
    #[inline(always)]
    pub(super) fn immediate(&self, threats: Threats) -> Immediate {
        if threats.mine & self.playable() != 0 {
            return Immediate::Wins;
        }
        match self.safe(threats.theirs) {
            0 => Immediate::Loses,
            safe => Immediate::Open(safe),
        }
    }

    /// What is proven of a position where neither side completes a row with its next stone: by the
    /// stones that are left, by the rows that are still possible, and by zugzwang. A rule that cannot
    /// decide whether the value is above `alpha` or below `beta` is not tried.
    #[inline(always)]
    pub(super) fn quiet_range(&self, threats: u64, alpha: i32, beta: i32) -> Range {
        let stride = self.geometry.stride();
        let empties = self.empties();
        let mut range = Range {
            lower: -self.margin_of_win(self.plies + 3),
            upper: self.margin_of_win(self.plies + 2),
        };
        if alpha >= 0 && range.upper > 0 && !lines::has_four(self.mine | empties, stride) {
            range.upper = 0;
        }
        if beta <= 0 && range.lower < 0 && !lines::has_four(self.theirs() | empties, stride) {
            range.lower = 0;
        }
        if range.upper > alpha && alpha >= self.lowest_follow_up_bound() {
            range.upper = range.upper.min(self.follow_up_bound(threats)).max(range.lower);
        }
        range
    }

    /// What is proven of a position without branching, forced moves played on the way.
    #[inline(always)]
    pub(super) fn survey(mut self, mut threats: Threats, alpha: i32, beta: i32) -> Range {
        self.follow(&mut threats, alpha, beta).0
    }

    /// Plays forced moves to the end of their line. Returns what is then proven of the position that
    /// the line began with, and whether the other side is to move where it ends.
    #[inline(always)]
    pub(super) fn follow(
        &mut self,
        threats: &mut Threats,
        mut alpha: i32,
        mut beta: i32,
    ) -> (Range, bool) {
        let mut turned = false;
        let range = loop {
            match self.immediate(*threats) {
                Immediate::Wins => break Range::exactly(self.margin_of_win(self.plies)),
                Immediate::Loses => break Range::exactly(-self.margin_of_win(self.plies + 1)),
                Immediate::Open(safe) if safe & (safe - 1) != 0 => {
                    break self.quiet_range(threats.theirs, alpha, beta);
                }
                Immediate::Open(forced) => {
                    self.drop_onto(forced);
                    if self.empties() == 0 {
                        break Range::exactly(0);
                    }
                    *threats = self.threats_after(*threats);
                    (alpha, beta) = (-beta, -alpha);
                    turned = !turned;
                }
            }
        };
        (if turned { range.flip() } else { range }, turned)
    }
}
