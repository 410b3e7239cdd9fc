//! Positions and moves from the texts of options.

use plyglot_open::{Mv, Position};
use plyglot_wire::read::{self, Texts};

use crate::errors::Failure;

/// The position of `--position`, or the start, with `--moves` played from it as its past.
pub(crate) fn position(
    start: &Position,
    position: Option<&str>,
    moves: Option<&str>,
) -> Result<Position, Failure> {
    let mut at = match position {
        Some(text) => read::position(start, text).map_err(Failure::of_text("--position"))?,
        None => start.clone(),
    };
    if let Some(moves) = moves {
        let moves = Texts::One(moves.into());
        read::moves(&mut at, &moves).map_err(Failure::of_text("--moves"))?;
    }
    Ok(at)
}

/// The legal moves of `--root-moves`.
pub(crate) fn root_moves(position: &Position, list: &str) -> Result<Vec<Mv>, Failure> {
    let moves = read::root_moves(position, &Texts::One(list.into()));
    moves.map_err(Failure::of_text("--root-moves"))
}
