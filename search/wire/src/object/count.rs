//! What people count on a board.

use plyglot_open::{DoorError, Position, Side};
use serde::Serialize;

use crate::object::over::number;

/// Something that people count on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Whose it is; `None` if it is neither side's. Written as 0 for the side that moves first in the start position,
    /// else 1.
    #[serde(serialize_with = "number")]
    pub side: Option<Side>,
    /// What is counted, in the plural: `discs`, `empty`.
    pub what: String,
    /// How many there are.
    pub count: u32,
}

impl Count {
    /// What people count on the board of this position, in the order in which they say it.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn all(at: &Position) -> Result<Vec<Count>, DoorError> {
        let said = |count: plyglot_search::shape::Count| Count {
            side: count.side,
            what: count.what,
            count: count.number,
        };
        Ok(at.counts()?.into_iter().map(said).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_said_with_whose_it_is() {
        let game = plyglot_games::catalogue::builtin().open("othello").expect("a game");
        let counts = Count::all(&game.start().expect("a start")).expect("no panic");
        let text = serde_json::to_string(&counts).expect("JSON");
        let expected = r#"[{"side":0,"what":"discs","count":2},{"side":1,"what":"discs","count":2},{"side":null,"what":"empty","count":60}]"#;
        assert_eq!(text, expected);
    }
}
