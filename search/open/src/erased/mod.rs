//! Any game, and what any player knows, as one type each of the engine's traits: [`DynGame`] and [`DynKnowledge`].
//!
//! What is generic over [`plyglot_search::Game`] and [`plyglot_search::Knowledge`] and need not be fast (the textbook
//! family, plain minimax, the laws, a search that is watched) is compiled once for these and runs on every game. Moves
//! are numbers there. Every hook is handed on, so a search of these visits the nodes that the game's own searcher visits.
//!
//! Cost: a dynamic call for each question, the legality of each move that is handed on, and a box for each move
//! that is played. Measurements of time stay with concrete types.

mod game;
mod knowledge;

pub(crate) use game::typed;
pub use game::{DynGame, Undo};
pub use knowledge::DynKnowledge;
pub(crate) use knowledge::erased;
