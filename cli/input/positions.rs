//! Positions and moves from the texts of options.

use plyglot_open::{DoorError, Mv, ParseError, Position};

use crate::errors::{Failure, did_you_mean};

/// No example has a longer name.
const LONGEST_NAME: usize = 24;

/// The position of `--position`, with `--moves` played from it, or from the start; and the position before the
/// last of them. Neither has a past: what `--moves` plays is where to start from, not what was played since.
pub(crate) fn position(
    start: &Position,
    position: Option<&str>,
    moves: Option<&str>,
) -> Result<(Position, Option<Position>), Failure> {
    let mut at = match position {
        Some(text) => named(start, text.trim()).map_err(Failure::of_text("--position"))?,
        None => start.clone(),
    };
    if let Some(moves) = moves {
        at.play_text(moves.trim()).map_err(Failure::of_text("--moves"))?;
    }
    let before = at.plies().checked_sub(1).map(|plies| at.after_plies(plies).without_past());
    Ok((at.without_past(), before))
}

/// A position from its text, or from the name of one of the game's examples. An error in what looks like a
/// name lists the names.
pub(crate) fn named(start: &Position, text: &str) -> Result<Position, DoorError> {
    let facts = start.facts();
    let example = facts.example(text);
    start.parse(example.map_or(text, |example| &example.position)).map_err(|error| {
        let of_a_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let is_name = (3..=LONGEST_NAME).contains(&text.len())
            && text.chars().all(of_a_name)
            && text.starts_with(char::is_alphabetic);
        match error {
            DoorError::Text(error)
                if example.is_none() && !facts.examples.is_empty() && is_name =>
            {
                let names: Vec<_> = facts.examples.iter().map(|example| &*example.name).collect();
                let meant = did_you_mean(text, names.iter().copied());
                let names = names.join(", ");
                let message = format!(
                    "{text:?} is not an example ({names}), and not a position: {error}{meant}"
                );
                ParseError::new(message).into()
            }
            other => other,
        }
    })
}

/// The legal moves in a list separated by commas or blanks.
pub(crate) fn root_moves(position: &Position, list: &str) -> Result<Vec<Mv>, Failure> {
    let failed =
        |message| Failure::Text { option: "--root-moves", error: ParseError::new(message) };
    if position.outcome().is_some() {
        return Err(failed("the game is over: there is no legal move"));
    }
    let mut moves = Vec::new();
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    for part in list.split(is_gap).filter(|part| !part.is_empty()) {
        let mv = position.parse_move(part).map_err(Failure::of_text("--root-moves"))?;
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    if moves.is_empty() {
        Err(failed("a move is needed, or several separated by commas or blanks"))
    } else {
        Ok(moves)
    }
}
