//! PGN, in which chess games are recorded: what is chess's own of it. The reader is that of all games
//! ([`plyglot_search::recorded`]).

use cozy_chess::Move;
use plyglot_search::{GameFile, ParseError, recorded};

use crate::position::Chess;

/// What people call the format.
pub(crate) const NAME: &str = "PGN";

/// The game of a text in PGN, with its moves played. One that says nothing of its start begins from `start`.
pub(crate) fn read(start: &Chess, text: &str) -> Result<GameFile<Chess, Move>, ParseError> {
    recorded::read(NAME, text, |tags| began(start, tags))
}

/// Where a game began, by what its tags say.
fn began(start: &Chess, tags: &[(String, String)]) -> Result<Chess, ParseError> {
    let value = |name: &str| tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str());
    let variant = value("Variant").unwrap_or("standard").to_ascii_lowercase();
    let chess960 = match variant.as_str() {
        "chess960" | "fischerandom" | "fischerrandom" | "fischer random" | "freestyle" => true,
        "standard" | "chess" | "normal" | "from position" => start.is_960(),
        _ => {
            let message = format!("[Variant {variant:?}]: only chess and Chess960 can be read");
            return Err(ParseError::new(message));
        }
    };
    match value("FEN") {
        Some(fen) => {
            let fields: Vec<&str> = fen.split_whitespace().collect();
            let wrong = |error: ParseError| ParseError::new(format!("[FEN {fen:?}]: {error}"));
            crate::fen::read(&fields, chess960).map_err(wrong)
        }
        None if chess960 && !start.is_960() => Ok(Chess::start_960(crate::USUAL)),
        None => Ok(start.clone()),
    }
}
