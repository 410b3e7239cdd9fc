//! Kalah (W. Champion 1940): sow seeds around the board; those that fall into a player's store count.
//!
//! Any number of holes a side and of seeds a hole that fits. Sowing goes counter-clockwise, laps
//! included, and skips the opponent's store. A last seed in the own store gives another
//! move; a last seed in an own empty hole captures itself and what lies opposite ([`Capture`] says whether
//! an empty hole opposite counts). The game ends when the holes of either side are empty, and the
//! other player takes the seeds that are left. The value is the margin in seeds.

mod knowledge;
mod openspiel;
mod position;
mod text;
mod trained;

use std::sync::Arc;

use plyglot_open::catalogue::{Entry, Listed, Listing, Setup, Visitor};
use plyglot_search::ParseError;

pub use knowledge::Stores;
pub use position::{Capture, Kalah, MAX_HOLES};

/// Kalah in the catalogue.
#[derive(Clone, Copy, Debug, Default)]
pub struct KalahEntry;

impl Entry for KalahEntry {
    fn listing(&self) -> Listing {
        Listing {
            name: "kalah",
            aliases: &["mancala"],
            title: "Kalah: sow seeds, move again from your store, capture from empty holes",
            sizes: "holes a side,seeds a hole: kalah:4,3 (default 6,4; up to 10 holes and 255 \
                    seeds in all); kalah:4,3,empty: a last seed is captured opposite an empty hole \
                    too",
            notation: <Kalah as plyglot_search::Describe>::NOTATION,
        }
    }

    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        let start = text::start(size.unwrap_or("6,4"))?;
        let name = format!("kalah:{}", text::size(&start));
        let knowledge = Stores::new(&start);
        let is_trained = name == trained::GAME;
        let setup = Setup { name, start, knowledge };
        if is_trained {
            return Ok(visitor.visit_with_features(setup, Arc::new(trained::Holes)));
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
    Box::new(KalahEntry)
}
