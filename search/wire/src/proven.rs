//! What a search proves of the value on its way, for where it ends without a proof ([`crate::ProvenBetween`]).

use plyglot_open::{DoorError, Limits, Mv, Position};
use plyglot_search::{Bound, Bounds, Line};

/// What is proven of a position before it is searched; of some of its moves, nothing.
///
/// # Errors
/// If the game's code panics.
pub fn known(at: &Position, limits: &Limits<Mv>) -> Result<Bounds, DoorError> {
    if limits.root_moves.is_empty() { at.bounds() } else { Ok(Bounds::UNKNOWN) }
}

/// Takes note of what a line of the search proves.
pub fn learn(proven: &mut Bounds, line: &Line<Mv>) {
    let verdict = line.verdict;
    if !verdict.proven || line.rank > 1 {
        return;
    }
    if verdict.bound != Bound::Upper {
        proven.lower = proven.lower.max(verdict.score);
    }
    if verdict.bound != Bound::Lower {
        proven.upper = proven.upper.min(verdict.score);
    }
}

#[cfg(test)]
mod tests {
    use plyglot_search::{Score, Verdict};

    use super::*;

    #[test]
    fn what_is_proven_is_kept_from_line_to_line() {
        let mut proven = Bounds::UNKNOWN;
        let line = |score, bound, proven| Line {
            rank: 1,
            depth: 9,
            verdict: Verdict { score: Score::margin(score), bound, proven },
            pv: Vec::new(),
        };
        for (score, bound, is_proven) in [
            (-4, Bound::Lower, true),
            (-6, Bound::Lower, true),
            (8, Bound::Upper, true),
            (2, Bound::Upper, false),
        ] {
            learn(&mut proven, &line(score, bound, is_proven));
        }
        assert_eq!(proven, Bounds { lower: Score::margin(-4), upper: Score::margin(8) });
    }
}
