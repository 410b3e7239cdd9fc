//! How a game ended.

use plyglot_open::{Facts, Position, Side};
use plyglot_search::Outcome;
use serde::{Serialize, Serializer};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Over {
    /// Who has won; `None` of a draw. Written as 0 for the side that moves first in the start position, else 1.
    #[serde(serialize_with = "number")]
    pub winner: Option<Side>,
    /// By how much, in the game's unit, if it counts that.
    pub margin: Option<u32>,
    /// In words: `Black wins by 12 discs`, `a draw`.
    pub text: String,
}

impl Over {
    /// How the game that led to `at` ended by its rules; `None` while it goes on.
    pub fn of(at: &Position) -> Option<Over> {
        at.outcome().map(|outcome| Over::by(outcome, at))
    }

    /// The same, or because the position has come back too often ([`Position::repeated`]).
    pub fn of_game(at: &Position) -> Option<Over> {
        at.outcome().or_else(|| at.repeated()).map(|outcome| Over::by(outcome, at))
    }

    fn by(outcome: Outcome, at: &Position) -> Over {
        let (mover, facts) = (at.to_move(), at.facts());
        let (lead, margin) = match outcome {
            Outcome::Win => (1, None),
            Outcome::Draw => (0, None),
            Outcome::Loss => (-1, None),
            Outcome::Margin(margin) => (margin.signum(), Some(margin.unsigned_abs())),
        };
        let winner = match lead {
            0 => None,
            1 => Some(mover),
            _ => Some(mover.other()),
        };
        let [first, second] = &facts.sides;
        Over { winner, margin, text: String::new() }.named(facts, [first, second])
    }

    /// The same in words with these names of the sides: a board that is drawn may call them by their colours.
    pub fn named(self, facts: &Facts, sides: [&str; 2]) -> Over {
        let name = |side| sides[usize::from(side == Side::Second)];
        let text = match (self.winner, self.margin) {
            (None, _) => "a draw".into(),
            (Some(side), None) => format!("{} wins", name(side)),
            (Some(side), Some(margin)) => {
                format!("{} wins by {margin} {}", name(side), facts.unit_name())
            }
        };
        Over { text, ..self }
    }
}

/// A side as a number, 0 for the one that moves first in the start position.
pub(super) fn number<S: Serializer>(side: &Option<Side>, to: S) -> Result<S::Ok, S::Error> {
    side.map(|side| u8::from(side == Side::Second)).serialize(to)
}
