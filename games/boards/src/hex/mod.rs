//! Hex (P. Hein 1942, J. Nash 1948): stones on a rhombus of hexagons; the player who joins their two
//! edges wins, and one player always does.
//!
//! Red moves first and joins top and bottom, Blue joins left and right. There is no swap rule: the
//! first player can always win, though how is known on small boards only. Boards of up to 11 by 11
//! cells, whose stones fit into 128 bits.

mod board;
mod knowledge;
mod paths;
mod position;
mod text;

use plyglot_open::catalogue::{Entry, Listed, Listing, Setup, Visitor};
use plyglot_search::ParseError;

pub use board::MOST;
pub use knowledge::Connections;
pub use position::Hex;

/// Hex in the catalogue.
#[derive(Clone, Copy, Debug, Default)]
pub struct HexEntry;

impl Entry for HexEntry {
    fn listing(&self) -> Listing {
        Listing {
            name: "hex",
            aliases: &[],
            title: "Hex: join your two edges of the board (no swap rule)",
            sizes: "cells a side: hex:4 or hex:4x4 (default 11; 1 to 11)",
            notation: <Hex as plyglot_search::Describe>::NOTATION,
        }
    }

    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        let start = text::start(size.unwrap_or("11"))?;
        let name = format!("hex:{}", start.size());
        Ok(visitor.visit(Setup { name, start, knowledge: Connections }))
    }
}

/// The game as a trait object, for a [catalogue](plyglot_open::catalogue::Catalogue).
///
/// Neither generic nor inlined: the conversion to a box instantiates the game's searcher, whose code
/// is so generated here and once, and not in every crate that lists games.
#[inline(never)]
pub fn entry() -> Box<dyn Listed> {
    Box::new(HexEntry)
}
