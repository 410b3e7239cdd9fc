//! Merging what the workers found: which of their finished iterations speaks for the search.

use crate::rules::score::Score;

/// A finished iteration, as far as the vote is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ballot {
    /// The move it recommends, packed.
    pub mv: u32,
    /// To which depth it was searched, in plies.
    pub depth: i32,
    /// Its exact value at that depth.
    pub score: Score,
    /// True if the value holds to the end of the game.
    pub proven: bool,
}

/// Points below the best score at which a ballot still has any weight of score.
const SPREAD: i64 = 64;

/// The place of the ballot that wins; `None` without ballots.
///
/// A proven ballot overrides all others. Otherwise each ballot within a ply of the deepest gives
/// its move as many votes as it is deep, times how near its score is to the best one's (from 1 for
/// 63 points or more behind to 64 for the best itself); the move with most votes
/// wins, and its deepest ballot, then the one with the highest score, then the first, speaks for
/// it.
pub(crate) fn vote(ballots: &[Ballot]) -> Option<usize> {
    if let Some(proven) = ballots.iter().position(|ballot| ballot.proven) {
        return Some(proven);
    }
    let deepest = ballots.iter().map(|ballot| ballot.depth).max()?;
    let entitled = || ballots.iter().filter(|ballot| ballot.depth >= deepest - 1);
    let highest = entitled().map(|ballot| ballot.score).max()?;
    let votes = |mv: u32| -> i64 {
        let for_move = entitled().filter(|ballot| ballot.mv == mv);
        for_move
            .map(|ballot| {
                let behind = i64::from(highest.raw() - ballot.score.raw());
                i64::from(ballot.depth) * (SPREAD - behind).max(1)
            })
            .sum()
    };
    let rank = |place: usize| {
        let ballot = &ballots[place];
        (votes(ballot.mv), ballot.depth, ballot.score, std::cmp::Reverse(place))
    };
    (0..ballots.len()).filter(|&place| ballots[place].depth >= deepest - 1).max_by_key(|&p| rank(p))
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: u32 = 1;
    const B: u32 = 2;
    const C: u32 = 3;
    const P: u32 = 4;

    fn ballot(mv: u32, depth: i32, points: i32) -> Ballot {
        Ballot { mv, depth, score: Score::heuristic(points), proven: false }
    }

    #[test]
    fn without_ballots_there_is_no_winner() {
        assert_eq!(vote(&[]), None);
    }

    #[test]
    fn a_proven_value_overrides_any_majority() {
        let proven = Ballot { proven: true, ..ballot(P, 3, -500) };
        assert_eq!(vote(&[ballot(A, 20, 50), ballot(A, 20, 50), proven]), Some(2));
    }

    #[test]
    fn agreement_at_similar_scores_beats_a_single_deeper_ballot() {
        let ballots = [ballot(A, 11, 20), ballot(B, 10, 19), ballot(B, 10, 18)];
        assert_eq!(vote(&ballots), Some(1));
    }

    #[test]
    fn shallow_ballots_have_no_say() {
        let ballots = [ballot(A, 12, 0), ballot(B, 9, 300), ballot(B, 9, 300)];
        assert_eq!(vote(&ballots), Some(0));
    }

    #[test]
    fn the_deepest_ballot_of_the_chosen_move_speaks() {
        let ballots = [ballot(A, 10, 20), ballot(A, 11, 18), ballot(B, 11, 1)];
        assert_eq!(vote(&ballots), Some(1));
    }

    #[test]
    fn a_ballot_one_ply_behind_the_deepest_has_a_say_and_two_plies_behind_none() {
        assert_eq!(vote(&[ballot(A, 12, 0), ballot(B, 11, 0), ballot(B, 11, 0)]), Some(1));
        assert_eq!(vote(&[ballot(A, 12, 0), ballot(B, 10, 0), ballot(B, 10, 0)]), Some(0));
        // What is measured by is the best score of those with a say: 12 * 64 against 12 * 24 twice.
        let other = ballot(B, 12, 0);
        assert_eq!(vote(&[ballot(A, 12, 40), other, other, ballot(C, 9, 900)]), Some(0));
    }

    #[test]
    fn a_vote_weighs_its_depth_times_how_near_its_score_is_to_the_best() {
        // 10 * 64 against 10 * 32 twice, and a little more or less.
        let against = |behind| {
            let other = ballot(B, 10, 40 - behind);
            vote(&[ballot(A, 10, 40), other, other])
        };
        assert_eq!([against(31), against(33)], [Some(1), Some(0)]);
        // However far behind, a ballot weighs its depth: 65 of 10 plies against one of 64 times that.
        let against_many = |others: usize| {
            let mut ballots = vec![ballot(B, 10, -5000); others];
            ballots.push(ballot(A, 10, 40));
            vote(&ballots).map(|place| ballots[place].mv)
        };
        assert_eq!([against_many(63), against_many(65)], [Some(A), Some(B)]);
        // 11 * 64 against 10 * 64 + 10 * 7: depth counts as well.
        let deep =
            |behind: i32| vote(&[ballot(A, 11, 0), ballot(B, 10, 0), ballot(B, 10, -behind)]);
        assert_eq!([deep(57), deep(58)], [Some(1), Some(0)]);
    }

    #[test]
    fn among_the_ballots_of_a_move_depth_then_score_then_place_decide() {
        assert_eq!(vote(&[ballot(A, 10, 1), ballot(A, 10, 2), ballot(A, 10, 2)]), Some(1));
        // As many votes for both moves.
        assert_eq!(vote(&[ballot(A, 10, 2), ballot(B, 10, 2)]), Some(0));
    }
}
