//! What breaks no law and still looks like a mistake.
//!
//! A game in which the last mover loses is a legitimate game, and an evaluation that is mostly wrong
//! is only a bad one. But if no game ends otherwise, or an evaluation is wrong whenever one side is
//! to move, the sides were more likely mixed up. A game of margins in which what comes back is drawn is a legitimate
//! game, too; in most such games each side then keeps what it holds. All this is reported, and never a failure.

use plyglot_search::{Outcome, Repetition, Score, Side};

/// Fewer ends or estimates than this say nothing.
const ENOUGH: usize = 20;

/// What was seen of sides and signs.
#[derive(Clone, Debug, Default)]
pub(super) struct Signs {
    /// Random games won and lost by the player who made the last move.
    ends: [usize; 2],
    /// Estimates that point to the winner, and those that point to the loser, by the side to move.
    estimates: [[usize; 2]; 2],
    /// Random games that ended with a margin other than 0.
    margins: usize,
    /// Positions that came back in random games, and were drawn by that.
    drawn_again: usize,
}

impl Signs {
    /// A random game has ended; the last move was made by the one who is to move, or by the other.
    pub(super) fn end(&mut self, outcome: Option<Outcome>, mover_changed: bool) {
        let won = match outcome {
            Some(Outcome::Win) => true,
            Some(Outcome::Loss) => false,
            Some(Outcome::Margin(margin)) => {
                self.margins += usize::from(margin != 0);
                return;
            }
            _ => return,
        };
        self.ends[usize::from(won == mover_changed)] += 1;
    }

    /// A position of a random game has come back, which has this meaning.
    pub(super) fn came_back(&mut self, rule: Repetition) {
        self.drawn_again += usize::from(rule == Repetition::Draw);
    }

    /// A position's estimate beside its true value.
    pub(super) fn estimate(&mut self, side: Side, points: i32, value: Score) {
        if points != 0 && value.is_decided() {
            let wrong = (points > 0) != (value > Score::DRAW);
            self.estimates[usize::from(side == Side::Second)][usize::from(wrong)] += 1;
        }
    }

    /// What looks like a mistake.
    pub(super) fn doubts(&self) -> Vec<String> {
        let all = [self.about_ends(), self.about_estimates(), self.about_repetition()];
        all.into_iter().flatten().collect()
    }

    fn about_repetition(&self) -> Option<String> {
        (self.margins > 0 && self.drawn_again > 0).then(|| {
            "positions come back in a game that is counted by margins, and that is a draw, by which \
             neither side keeps what it is ahead; if the game is not played so, `repetition` and \
             `repeated` say what a position is worth that comes back"
                .into()
        })
    }

    fn about_ends(&self) -> Option<String> {
        let [won, lost] = self.ends;
        (won == 0 && lost >= ENOUGH).then(|| {
            format!(
                "all {lost} decided games were lost by the player who made the last move; \
                 if that is not how the game is played, `outcome` is told for the player who moved \
                 and not for the side to move"
            )
        })
    }

    fn about_estimates(&self) -> Option<String> {
        let [first, second] = self.estimates;
        let mostly = |count: usize, [right, wrong]: [usize; 2]| {
            right + wrong >= ENOUGH && 10 * count >= 9 * (right + wrong)
        };
        let is_wrong = |seen: [usize; 2]| mostly(seen[1], seen);
        let is_right = |seen: [usize; 2]| mostly(seen[0], seen);
        let whose = if is_wrong(first) && is_wrong(second) {
            "of the player who is not to move, or `outcome` is"
        } else if is_right(first) && is_wrong(second) {
            "of the first player, whichever side is to move"
        } else if is_wrong(first) && is_right(second) {
            "of the second player, whichever side is to move"
        } else {
            return None;
        };
        let [of_first, of_second] = [first, second].map(|seen| seen[0] + seen[1]);
        Some(format!(
            "the evaluation points to the loser in {} of {of_first} decided positions with the first \
             side to move, and in {} of {of_second} with the second: it seems to be {whose}",
            first[1], second[1]
        ))
    }
}
