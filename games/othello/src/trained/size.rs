//! What the trained evaluation of each size has of its own: patterns, and the weights that come with the game.

use std::sync::OnceLock;

use plyglot_eval::{Board, Shared};

use super::estimate::{Large, Small};
use super::features::board_with;
use super::patterns;

/// A size with patterns of at most `W` places.
pub(crate) trait Size<const W: usize>: Sized + 'static {
    /// The name under which its weights are kept: the game with its size.
    const GAME: &'static str;
    /// The weights that come with the game.
    const BUILT_IN: &'static [u8];

    /// The board with its patterns.
    fn board() -> &'static Board<W>;

    /// Where the evaluation that comes with the game is kept.
    fn shared() -> &'static Shared<Self>;
}

impl Size<48> for Large {
    const GAME: &'static str = "othello";
    const BUILT_IN: &'static [u8] = include_bytes!("../../data/othello.weights");

    fn board() -> &'static Board<48> {
        static BOARD: OnceLock<Board<48>> = OnceLock::new();
        BOARD.get_or_init(|| board_with(8, &patterns::LARGE))
    }

    fn shared() -> &'static Shared<Large> {
        static SHARED: Shared<Large> = Shared::new();
        &SHARED
    }
}

impl Size<32> for Small {
    const GAME: &'static str = "othello:6";
    const BUILT_IN: &'static [u8] = include_bytes!("../../data/othello-6.weights");

    fn board() -> &'static Board<32> {
        static BOARD: OnceLock<Board<32>> = OnceLock::new();
        BOARD.get_or_init(|| board_with(6, &patterns::SMALL))
    }

    fn shared() -> &'static Shared<Small> {
        static SHARED: Shared<Small> = Shared::new();
        &SHARED
    }
}
