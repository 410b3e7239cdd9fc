//! Domineering (G. Andersson 1973): one player lays dominoes upright, the other lays them flat; the
//! player who finds no room for one has lost.
//!
//! Boards of 1 to 8 columns and rows. Vertical, the side of upright dominoes, moves first. A board without room
//! for the first domino is lost at once.

mod knowledge;
mod position;
mod room;
mod symmetry;
mod text;
mod trained;

use std::sync::Arc;

use plyglot_open::catalogue::{Entry, Listed, Listing, Setup, Visitor};
use plyglot_search::{Describe, ParseError};

pub use knowledge::Rooms;
pub use position::{Domineering, Domino};

/// Domineering in the catalogue.
#[derive(Clone, Copy, Debug, Default)]
pub struct DomineeringEntry;

impl Entry for DomineeringEntry {
    fn listing(&self) -> Listing {
        Listing {
            name: "domineering",
            aliases: &["crosscram", "stop-gate"],
            title: "Domineering: upright dominoes against flat ones; the player without room loses",
            sizes: "columns x rows: domineering:6x6 (default 8x8; 1 to 8 columns and rows)",
            notation: Domineering::NOTATION,
        }
    }

    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        let start = text::start(size.unwrap_or("8x8"))?;
        let name = format!("domineering:{}x{}", start.columns(), start.rows());
        if name == trained::GAME {
            let setup = Setup { name, start, knowledge: Rooms::trained() };
            return Ok(visitor.visit_with_features(setup, Arc::new(trained::Blocks)));
        }
        Ok(visitor.visit(Setup { name, start, knowledge: Rooms::default() }))
    }
}

/// The game as a trait object, for a [catalogue](plyglot_open::catalogue::Catalogue).
///
/// Neither generic nor inlined: the conversion to a box instantiates the game's searcher, whose code
/// is so generated here and once, and not in every crate that lists games.
#[inline(never)]
pub fn entry() -> Box<dyn Listed> {
    Box::new(DomineeringEntry)
}
