//! Hex (P. Hein 1942, J. Nash 1948): stones on a rhombus of hexagons; the player who joins their two
//! edges wins, and one player always does.
//!
//! Red moves first and joins top and bottom, Blue joins left and right. Without the swap rule the first player can
//! always win, with it the second (but for a single cell), though how is known on small boards only. Boards of up to 11 by
//! 11 cells, whose stones fit into 128 bits, and of up to 14 by 14 cells, which take two such words.

mod bits;
mod board;
mod files;
mod knowledge;
mod paths;
mod position;
mod text;

use plyglot_open::catalogue::{Entry, Listed, Listing, Setup, Visitor};
use plyglot_search::ParseError;

use text::Start;

pub use bits::{Cells, Wide};
pub use board::MOST;
pub use knowledge::Connections;
pub use position::{Hex, HexOf, SWAP, WideHex};

/// Hex in the catalogue.
#[derive(Clone, Copy, Debug, Default)]
pub struct HexEntry;

impl Entry for HexEntry {
    fn listing(&self) -> Listing {
        Listing {
            name: "hex",
            aliases: &[],
            title: "Hex: join your two edges of the board",
            sizes: "cells a side, and whether there is the swap rule: hex:4, hex:4x4 or hex:4,swap (default 11 without; \
                    1 to 14)",
            notation: <Hex as plyglot_search::Describe>::NOTATION,
        }
    }

    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        Ok(match text::start(size.unwrap_or("11"))? {
            Start::Usual(start) => visitor.visit(setup(start)),
            Start::Wide(start) => visitor.visit(setup(start)),
        })
    }
}

fn setup<C: Cells>(start: HexOf<C>) -> Setup<HexOf<C>, Connections> {
    let rule = if start.swaps { ",swap" } else { "" };
    Setup { name: format!("hex:{}{rule}", start.size()), start, knowledge: Connections }
}

/// The game as a trait object, for a [catalogue](plyglot_open::catalogue::Catalogue).
///
/// Neither generic nor inlined: the conversion to a box instantiates the game's searcher, whose code
/// is so generated here and once, and not in every crate that lists games.
#[inline(never)]
pub fn entry() -> Box<dyn Listed> {
    Box::new(HexEntry)
}
