//! What is on each cell, and which move took it where the position alone does not tell (the edges of Dots and
//! Boxes, the squares below a domino).

use plyglot_open::{DoorError, Position, Side};
use plyglot_search::shape::Content;

/// What is on a cell.
pub(super) struct Standing {
    pub(super) content: Content,
    /// Who took it, and by which move of the game, from 1.
    pub(super) by: Option<(Side, usize)>,
}

/// Of each cell, in the order of the shape. Where moves have to be looked through, that costs one look at all cells a
/// move.
pub(super) fn of(at: &Position) -> Result<Vec<Standing>, DoorError> {
    let now = at.contents()?;
    let mut by = vec![None; now.len()];
    if now.contains(&Content::Taken(None)) {
        let played = at.played();
        let mut before = at.after_plies(0).contents()?;
        for ply in 1..=played.len() {
            let after = at.after_plies(ply).contents()?;
            let mover = at.after_plies(ply - 1).to_move();
            for (cell, by) in by.iter_mut().enumerate() {
                let is_taken = |contents: &[Content]| matches!(contents[cell], Content::Taken(_));
                if is_taken(&after) && !is_taken(&before) {
                    *by = Some((mover, ply));
                }
            }
            before = after;
        }
    }
    Ok(now.into_iter().zip(by).map(|(content, by)| Standing { content, by }).collect())
}

/// The cells that the last move is made of.
pub(super) fn last(at: &Position) -> Result<Vec<u16>, DoorError> {
    match at.played().last() {
        Some(&mv) => at.after_plies(at.plies() - 1).touches(mv),
        None => Ok(Vec::new()),
    }
}
