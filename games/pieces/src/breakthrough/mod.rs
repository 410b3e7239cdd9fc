//! Breakthrough (D. Troyka 2000): pawns step straight or diagonally forward and capture diagonally;
//! the player who first reaches the far row, or captures everything, has won.
//!
//! Boards of 2 to 8 columns and 4 to 8 rows, the two rows next to each player full of pawns. A player
//! can always move: the foremost pawn has no pawn of its own ahead of it. Each move brings a pawn
//! nearer to the end, so no position repeats.

mod evaluation;
mod frontier;
mod knowledge;
mod position;
mod race;
mod text;
mod trained;

use std::sync::Arc;

use plyglot_open::catalogue::{Entry, Listed, Listing, Setup, Visitor};
use plyglot_search::{Describe, ParseError};

pub use knowledge::Pawns;
pub use position::{Breakthrough, Step};

/// Breakthrough in the catalogue.
#[derive(Clone, Copy, Debug, Default)]
pub struct BreakthroughEntry;

impl Entry for BreakthroughEntry {
    fn listing(&self) -> Listing {
        Listing {
            name: "breakthrough",
            aliases: &["bt"],
            title: "Breakthrough: the first pawn on the far row wins",
            sizes: "columns x rows: breakthrough:6x6 (default 8x8; 2 to 8 columns, 4 to 8 rows)",
            notation: Breakthrough::NOTATION,
        }
    }

    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        let start = text::start(size.unwrap_or("8x8"))?;
        let name = format!("breakthrough:{}x{}", start.columns(), start.rows());
        let knowledge = Pawns::new(start.columns(), start.rows());
        let is_trained = name == trained::GAME;
        let setup = Setup { name, start, knowledge };
        if is_trained {
            return Ok(visitor.visit_with_features(setup, Arc::new(trained::Blocks)));
        }
        Ok(visitor.visit(setup))
    }
}

/// The game as a trait object, for a [catalogue](plyglot_open::catalogue::Catalogue).
///
/// Neither generic nor inlined: the conversion to a box instantiates the game's searcher, whose code
/// is so generated here and once, and not in every crate that lists games.
#[inline(never)]
pub fn entry() -> Box<dyn Listed> {
    Box::new(BreakthroughEntry)
}
