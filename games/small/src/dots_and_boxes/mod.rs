//! Dots and Boxes (É. Lucas 1889): draw edges between neighbouring dots; the player who draws the
//! fourth edge of a box takes it and moves again. The value is the margin in boxes.
//!
//! Boards of 1 to 7 columns and rows of boxes. Moving again is compulsory: after closing a box a
//! player must go on as long as there are edges to draw.

mod knowledge;
mod position;
mod symmetry;
mod text;

use plyglot_open::catalogue::{Entry, Listed, Listing, Setup, Visitor};
use plyglot_search::{Describe, ParseError};

pub use knowledge::Chains;
pub use position::{DotsAndBoxes, Edge};

/// Dots and Boxes in the catalogue.
#[derive(Clone, Copy, Debug, Default)]
pub struct DotsAndBoxesEntry;

impl Entry for DotsAndBoxesEntry {
    fn listing(&self) -> Listing {
        Listing {
            name: "dots-and-boxes",
            aliases: &["dots", "boxes", "dots_and_boxes"],
            title: "Dots and Boxes: close a box to take it and move again; most boxes win",
            sizes: "columns x rows of boxes: dots-and-boxes:3x3 (default 4x4; 1 to 7 columns and \
                    rows)",
            notation: DotsAndBoxes::NOTATION,
        }
    }

    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        let start = text::start(size.unwrap_or("4x4"))?;
        let name = format!("dots-and-boxes:{}x{}", start.columns(), start.rows());
        Ok(visitor.visit(Setup { name, start, knowledge: Chains }))
    }
}

/// The game as a trait object, for a [catalogue](plyglot_open::catalogue::Catalogue).
///
/// Neither generic nor inlined: the conversion to a box instantiates the game's searcher, whose code
/// is so generated here and once, and not in every crate that lists games.
#[inline(never)]
pub fn entry() -> Box<dyn Listed> {
    Box::new(DotsAndBoxesEntry)
}
