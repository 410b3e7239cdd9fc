//! The search that a certificate is checked by: alpha-beta with a window of no width, on the rules alone.
//!
//! Alpha-beta that asks whether the value is at least (or at most) so much has two answers, so it is the search of
//! a tree of "one move will do" and "all moves have to". Moves are tried in the game's own order, those that end the game
//! first. No table, no estimate, nothing of the engine.

use std::panic::{AssertUnwindSafe, catch_unwind};

use plyglot_open::{DoorError, DynGame, Mv, Position};
use plyglot_search::{Game, MoveList, Side, panic_message};

use super::record::Bound;
use crate::tree::value::Scale;

/// What a search has found, and by how many nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// Whether the bound holds; `None` if that takes more nodes than were allowed.
    pub(super) holds: Option<bool>,
    pub(super) nodes: u64,
}

/// Searches a position that is not over for whether a bound holds.
///
/// # Errors
/// If the game's code panics.
pub(super) fn search(
    at: &Position,
    bound: Bound,
    scale: Scale,
    most: u64,
) -> Result<Answer, DoorError> {
    let mut plain = Plain { bound, scale, nodes: 0, most };
    let mut game = DynGame::clone(at.game());
    let holds = catch_unwind(AssertUnwindSafe(|| plain.holds(&mut game)))
        .map_err(|payload| DoorError::Panicked(panic_message(payload)))?;
    Ok(Answer { holds, nodes: plain.nodes })
}

struct Plain {
    bound: Bound,
    scale: Scale,
    nodes: u64,
    most: u64,
}

impl Plain {
    fn holds(&mut self, game: &mut DynGame) -> Option<bool> {
        if self.nodes == self.most {
            return None;
        }
        self.nodes += 1;
        // One move will do for the side that the bound is for.
        let one = (game.to_move() == Side::First) == self.bound.least;
        let mut moves = MoveList::new();
        game.moves(&mut moves);
        let mut open: Vec<Mv> = Vec::with_capacity(moves.len());
        for mv in moves.iter() {
            let undo = game.play(mv);
            let end = game.outcome().map(|end| self.scale.outcome(end, game.to_move()));
            game.undo(mv, undo);
            match end.map(|value| self.bound.holds(value)) {
                Some(holds) if holds == one => return Some(holds),
                Some(_) => {}
                None => open.push(mv),
            }
        }
        for mv in open {
            let undo = game.play(mv);
            let holds = self.holds(game);
            game.undo(mv, undo);
            if holds? == one {
                return Some(one);
            }
        }
        Some(!one)
    }
}
