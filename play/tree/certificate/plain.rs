//! The search that a certificate is checked by: alpha-beta with a window of no width, on the rules alone.
//!
//! Alpha-beta that asks whether the value is at least (or at most) so much has two answers, so it is the search of
//! a tree of "one move will do" and "all moves have to". What was answered in the same search is not searched again, and
//! answers a position at once that has a move to it; the other moves are tried by how few replies they leave, then by how
//! often they have decided a position of the same side before, in the game's own order where that is equal. No estimate,
//! nothing of the engine.
//!
//! Few replies make small trees in any game: certificates have half the records in Kalah 4,4 and Breakthrough 4x5, and four
//! fifths in Connect Four, beside those by how often a move has decided alone.

use std::cmp::Reverse;
use std::collections::HashMap;
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
    let mut plain =
        Plain { bound, scale, nodes: 0, most, answered: HashMap::new(), decided: HashMap::new() };
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
    /// By the keys of positions.
    answered: HashMap<u64, bool>,
    /// How often a move has decided a position, by whether one will do for who plays it.
    decided: HashMap<(bool, Mv), u32>,
}

impl Plain {
    fn holds(&mut self, game: &mut DynGame) -> Option<bool> {
        let key = game.key();
        if let Some(&known) = self.answered.get(&key) {
            return Some(known);
        }
        let holds = self.searched(game)?;
        self.answered.insert(key, holds);
        Some(holds)
    }

    fn searched(&mut self, game: &mut DynGame) -> Option<bool> {
        if self.nodes == self.most {
            return None;
        }
        self.nodes += 1;
        // One move will do for the side that the bound is for.
        let one = (game.to_move() == Side::First) == self.bound.least;
        let mut moves = MoveList::new();
        game.moves(&mut moves);
        let mut open: Vec<(usize, Reverse<u32>, Mv)> = Vec::with_capacity(moves.len());
        let mut replies = MoveList::new();
        for mv in moves.iter() {
            let undo = game.play(mv);
            let end = game.outcome().map(|end| self.scale.outcome(end, game.to_move()));
            let known = match end {
                Some(value) => Some(self.bound.holds(value)),
                None => self.answered.get(&game.key()).copied(),
            };
            if known.is_none() {
                let decided = self.decided.get(&(one, mv)).copied().unwrap_or(0);
                replies.clear();
                game.moves(&mut replies);
                open.push((replies.len(), Reverse(decided), mv));
            }
            game.undo(mv, undo);
            if known == Some(one) {
                return known;
            }
        }
        open.sort_by_key(|&(replies, decided, _)| (replies, decided));
        for (_, _, mv) in open {
            let undo = game.play(mv);
            let holds = self.holds(game);
            game.undo(mv, undo);
            if holds? == one {
                *self.decided.entry((one, mv)).or_default() += 1;
                return Some(one);
            }
        }
        Some(!one)
    }
}
