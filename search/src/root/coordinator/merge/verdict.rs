//! What a finding says, and whether that is all that is wanted to know.

use crate::recursion::Finding;
use crate::root::coordinator::state::RootState;
use crate::rules::report::{Bound, Verdict};
use crate::rules::score::Score;

/// What a finding says. Of a forced win of which only the one half is proven, that half: it says who
/// wins, while the other, that nothing is shorter, rests on an estimate. Only where `halves` count.
pub(super) fn what_it_says(finding: &Finding, halves: bool) -> Verdict {
    let score = finding.value.score;
    let verdict = Verdict { score, bound: finding.bound, proven: finding.is_proven() };
    let says_who_wins = score.has_distance() || score.is_of_unknown_distance();
    if verdict.proven || verdict.bound != Bound::Exact || !says_who_wins || !halves {
        verdict
    } else if score > Score::DRAW && finding.value.lower().is_proven() {
        Verdict { bound: Bound::Lower, proven: true, ..verdict }
    } else if score < Score::DRAW && finding.value.upper().is_proven() {
        Verdict { bound: Bound::Upper, proven: true, ..verdict }
    } else {
        verdict
    }
}

/// Orders lines: a bound comes on its own side of an exact line with the same score.
pub(super) fn rank(verdict: &Verdict) -> (Score, i32) {
    let side = match verdict.bound {
        Bound::Upper => -1,
        Bound::Exact => 0,
        Bound::Lower => 1,
    };
    (verdict.score, side)
}

impl RootState {
    /// True if an answer says all that is wanted to know: the value, or that it lies beyond an end of
    /// the window.
    pub(super) fn is_answer(&self, score: Score, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.plan.window.beta,
            Bound::Upper => score <= self.plan.window.alpha,
        }
    }

    /// True if it is proven who wins, within however many plies. No window need be searched again for
    /// more: what is left to know is the shortest distance, which has a way of its own.
    pub(super) fn is_decisive(&self, verdict: &Verdict) -> bool {
        let Verdict { score, bound, proven } = *verdict;
        let wins = score > Score::DRAW && bound == Bound::Lower;
        let loses = score < Score::DRAW && bound == Bound::Upper;
        let counts = self.plan.halves && self.plan.is_single();
        counts && proven && score.has_distance() && (wins || loses)
    }

    /// True if nothing more is wanted to know of a line than this: it is proven, and where the shortest
    /// win is asked for, exact.
    pub(super) fn is_settled(&self, verdict: &Verdict) -> bool {
        verdict.proven && (verdict.bound == Bound::Exact || !self.plan.shortest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::value::{Basis, Value};

    fn finding(score: Score, bound: Bound, lower: Basis, upper: Basis) -> Finding {
        let value = Value::new(score, lower, upper);
        Finding { value, bound, pv: vec![1], aborted: false, compared: true, share: None }
    }

    /// What is said of an exact finding with these sides, as bound and whether it is proven.
    fn said(score: Score, lower: Basis, upper: Basis, halves: bool) -> (Bound, bool) {
        let verdict = what_it_says(&finding(score, Bound::Exact, lower, upper), halves);
        assert_eq!(verdict.score, score);
        (verdict.bound, verdict.proven)
    }

    #[test]
    fn of_a_forced_win_the_half_is_said_that_is_proven() {
        use Basis::{Estimate, Proven};
        let (win, loss) = (Score::win_in(5), Score::loss_in(4));
        for (score, lower, upper, told) in [
            (win, Proven, Proven, (Bound::Exact, true)),
            (win, Proven, Estimate, (Bound::Lower, true)),
            (win, Estimate, Proven, (Bound::Exact, false)),
            (win, Estimate, Estimate, (Bound::Exact, false)),
            (loss, Proven, Proven, (Bound::Exact, true)),
            (loss, Estimate, Proven, (Bound::Upper, true)),
            (loss, Proven, Estimate, (Bound::Exact, false)),
            (loss, Estimate, Estimate, (Bound::Exact, false)),
            (Score::won(5), Proven, Estimate, (Bound::Lower, true)),
            (Score::lost(4), Estimate, Proven, (Bound::Upper, true)),
            // What has no distance says who wins by itself, or not at all.
            (Score::margin(4), Proven, Estimate, (Bound::Exact, false)),
            (Score::margin(-4), Estimate, Proven, (Bound::Exact, false)),
            (Score::DRAW, Proven, Estimate, (Bound::Exact, false)),
            (Score::heuristic(40), Proven, Estimate, (Bound::Exact, false)),
        ] {
            assert_eq!(said(score, lower, upper, true), told, "{score:?} {lower:?} {upper:?}");
        }
        assert_eq!(
            said(win, Proven, Estimate, false),
            (Bound::Exact, false),
            "halves do not count"
        );
        // A bound that failed is a bound, whatever its other side rests on.
        let failed = finding(win, Bound::Upper, Proven, Estimate);
        let verdict = what_it_says(&failed, true);
        assert_eq!((verdict.bound, verdict.proven), (Bound::Upper, false));
    }
}
