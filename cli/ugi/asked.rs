//! What `position` and `query` ask.

use plyglot_open::{DoorError, Open, Position};
use plyglot_search::Side;
use plyglot_wire::read::{self, Texts};

use super::ending::Ending;

/// The game after `position`: `startpos` or `fen` and a text, then `moves` if there are any.
pub(super) fn position(game: &dyn Open, text: &str) -> Result<Position, String> {
    let message = |error: DoorError| error.to_string();
    let words: Vec<_> = text.split_whitespace().collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let mut position = match words[..end] {
        ["startpos"] => game.start().map_err(message)?,
        ["fen", ref fen @ ..] if !fen.is_empty() => {
            read::position(&game.start().map_err(message)?, &fen.join(" ")).map_err(message)?
        }
        _ => return Err(format!("\"startpos\" or \"fen\" and a position is needed, not {text:?}")),
    };
    let moves = words.iter().skip(end + 1).map(|&word| word.into()).collect();
    read::moves(&mut position, &Texts::Several(moves)).map_err(message)?;
    Ok(position)
}

/// The answer to a query.
pub(super) fn response(position: &Position, query: &str) -> Option<&'static str> {
    let truth = |holds| if holds { "true" } else { "false" };
    Some(match query {
        "gameover" => truth(Ending::of(position).is_some()),
        "p1turn" => truth(position.to_move() == Side::First),
        "result" => match Ending::of(position) {
            Some(Ending::Won(Side::First)) => "p1win",
            Some(Ending::Won(Side::Second)) => "p2win",
            Some(Ending::Drawn) => "draw",
            None => "none",
        },
        _ => return None,
    })
}
