//! What a caller asks of an engine, with moves as the game has them or packed ([`Game::pack`]), and where one becomes
//! the other.
//!
//! All that stands above the engine works with packed moves, as the coordinator does, so that it is compiled once and
//! not for each game. Those who call [`crate::Engine::run`] have the game's own.
//!
//! Cost: a line is played from the root to be unpacked, once for each report and each line of progress.

use std::sync::Arc;

use crate::root::follow::play_packed;
use crate::rules::game::Game;
use crate::rules::limits::{LimitError, Limits};
use crate::rules::report::{Line, Listener};

/// What to search, with moves as the game has them or, as `Request<'_, G, u32>`, packed ([`Game::pack`]).
#[derive(Clone)]
pub struct Request<'a, G: Game, M = <G as Game>::Move> {
    /// The position.
    pub game: &'a G,
    /// Keys ([`Game::key`]) of the positions that led here, oldest first, without the position
    /// itself; only of use where positions can repeat.
    pub history: &'a [u64],
    /// When to stop.
    pub limits: &'a Limits<M>,
    /// Receives progress.
    pub progress: Option<Listener<M>>,
}

impl<G: Game> Request<'_, G> {
    /// The limits with the moves of the root packed. Where the game is over, nothing is asked of them.
    ///
    /// # Errors
    /// If one of them is not legal there.
    pub(super) fn packed_limits(&self) -> Result<Limits<u32>, LimitError> {
        let (root, chosen, also) = (self.game, &self.limits.root_moves, &self.limits.also);
        let is_over = (!chosen.is_empty() || also.is_some()) && root.outcome().is_some();
        let packed = |&mv: &G::Move| {
            let bits = G::pack(mv);
            let is_legal = is_over || root.unpack(bits) == Some(mv);
            is_legal.then_some(bits).ok_or_else(|| LimitError::IllegalRootMove(format!("{mv:?}")))
        };
        let also = also.as_ref().map(packed).transpose()?;
        let chosen = chosen.iter().map(packed).collect::<Result<_, _>>()?;
        Ok(self.limits.with_moves(chosen, also))
    }

    /// What receives progress, for progress with packed moves.
    pub(super) fn packed_listener(&self) -> Option<Listener<u32>> {
        let listener = self.progress.clone()?;
        let root = self.game.clone();
        Some(Arc::new(move |progress| listener(progress.map_line(|line| unpacked(&root, line)))))
    }
}

/// A line from `root` with its moves as the game has them.
pub(super) fn unpacked<G: Game>(root: &G, line: Line<u32>) -> Line<G::Move> {
    let mut game = root.clone();
    line.map_moves(|bits| play_packed(&mut game, bits))
}
