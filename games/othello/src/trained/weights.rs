//! The weights of each size of the board: its patterns, and the file that comes with the game.

use std::sync::OnceLock;

use plyglot_eval::{Board, Choice, Source};

use super::estimate::{AnyTrained, Trained};
use super::features::{PatternFeatures, board_with};
use super::patterns;

static LARGE: Source<AnyTrained> =
    Source::new(include_bytes!("../../data/othello.weights"), |file| {
        Ok(AnyTrained::Large(Trained::new("othello", large(), file)?))
    });

static SMALL: Source<AnyTrained> =
    Source::new(include_bytes!("../../data/othello-6.weights"), |file| {
        Ok(AnyTrained::Small(Trained::new("othello:6", small(), file)?))
    });

fn large() -> &'static Board<48> {
    static BOARD: OnceLock<Board<48>> = OnceLock::new();
    BOARD.get_or_init(|| board_with(8, &patterns::LARGE))
}

fn small() -> &'static Board<32> {
    static BOARD: OnceLock<Board<32>> = OnceLock::new();
    BOARD.get_or_init(|| board_with(6, &patterns::SMALL))
}

/// The option `weights` of a size.
pub(crate) fn weights(side: usize) -> Choice<AnyTrained> {
    match side {
        8 => Choice::of(&LARGE),
        6 => Choice::of(&SMALL),
        _ => Choice::absent(),
    }
}

/// The features of 8x8.
pub(crate) const LARGE_FEATURES: PatternFeatures<8, 48> = PatternFeatures { board: large };

/// The features of 6x6.
pub(crate) const SMALL_FEATURES: PatternFeatures<6, 32> = PatternFeatures { board: small };
