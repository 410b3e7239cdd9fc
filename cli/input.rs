//! Positions and moves from the text that a person gave.

use std::fs;
use std::io::{self, Read};

use plyglot_search::{Describe, ParseError};

use crate::args::Place;
use crate::errors::{Failure, plain};

/// The position that the arguments name.
pub(crate) fn position<G: Describe>(start: &G, place: &Place) -> Result<G, Failure> {
    let text = |option| move |error| Failure::Text { option, error };
    match (&place.position, &place.moves) {
        (Some(position), _) => named(start, position.trim()).map_err(text("--position")),
        (None, Some(moves)) => start.play_line(moves.trim()).map_err(text("--moves")),
        (None, None) => Ok(start.clone()),
    }
}

/// A position from its text, or from the name of one of the game's examples. What looks like a name
/// that was misspelt is answered with the names that there are.
fn named<G: Describe>(start: &G, text: &str) -> Result<G, ParseError> {
    let examples = start.examples();
    let example = examples.iter().find(|example| example.name.eq_ignore_ascii_case(text));
    start.parse(example.map_or(text, |example| example.position)).map_err(|error| {
        let letter = |c: char| c.is_ascii_alphabetic() || c == '-';
        let is_name =
            text.len() > 2 && text.chars().all(letter) && text.contains(char::is_alphabetic);
        if example.is_some() || examples.is_empty() || !is_name {
            return error;
        }
        let names: Vec<_> = examples.iter().map(|example| example.name).collect();
        ParseError::new(format!("{error}; there is no example {text:?} but {}", names.join(", ")))
    })
}

/// The legal moves in a list separated by commas.
pub(crate) fn root_moves<G: Describe>(game: &G, list: &str) -> Result<Vec<G::Move>, Failure> {
    let failed = |error| Failure::Text { option: "--root-moves", error };
    if game.outcome().is_some() {
        return Err(failed(ParseError::new("the game is over: no move is left to look at")));
    }
    let mut moves = Vec::new();
    for part in list.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let mv = game.parse_move(part).map_err(failed)?;
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    if moves.is_empty() { Err(failed(ParseError::new("no move is named"))) } else { Ok(moves) }
}

/// All bytes of a file, or of standard input for `-`.
pub(crate) fn read(path: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = match path {
        "-" => io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
        path => fs::read(path).map(|read| bytes = read),
    };
    read.map_err(|error| Failure::File { path: path.into(), message: plain(&error) })?;
    Ok(bytes)
}
