//! Moves as the game has them and packed ([`Game::pack`]): where one becomes the other.
//!
//! The coordinator, and all that stands above the engine, work with packed moves, so that they are compiled once and
//! not for each game. Those who call [`crate::Engine::run`] have the game's own.
//!
//! Cost: a line is played from the root to be unpacked, once for each report and each piece of news.

use std::sync::Arc;

use crate::root::follow::play_packed;
use crate::rules::game::Game;
use crate::rules::limits::LimitError;
use crate::rules::report::{Line, Listener};

/// Moves of the root that a caller has chosen, packed. Where the game is over, nothing is asked of them.
///
/// # Errors
/// If one is not legal there.
pub(super) fn packed_choice<G: Game>(root: &G, chosen: &[G::Move]) -> Result<Vec<u32>, LimitError> {
    let is_over = !chosen.is_empty() && root.outcome().is_some();
    let packed = |&mv: &G::Move| {
        let bits = G::pack(mv);
        let is_legal = is_over || root.unpack(bits) == Some(mv);
        is_legal.then_some(bits).ok_or_else(|| LimitError::IllegalRootMove(format!("{mv:?}")))
    };
    chosen.iter().map(packed).collect()
}

/// A line from `root` with its moves as the game has them.
pub(super) fn unpacked<G: Game>(root: &G, line: Line<u32>) -> Line<G::Move> {
    let mut game = root.clone();
    line.map_moves(|bits| play_packed(&mut game, bits))
}

/// Tells a listener of the game's own moves.
pub(super) fn unpacking<G: Game>(root: &G, listener: Listener<G::Move>) -> Listener<u32> {
    let root = root.clone();
    Arc::new(move |news| listener(news.map_line(|line| unpacked(&root, line))))
}
