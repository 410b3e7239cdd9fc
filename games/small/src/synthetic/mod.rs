//! Synthetic trees: games without rules, to measure and test a search on.
//!
//! A tree is uniform in branching and depth and is built from a hash of the path, so that one of
//! any size costs no memory and any of its values can be computed again. What is at its leaves is
//! one of the classic models ([`Leaves`]): independent random values, strongly ordered trees (T.
//! Marsland and M. Campbell 1982, *Parallel search of strongly ordered game trees*), and sums of
//! random steps along the edges, which make siblings alike as in real games (T. Fuller, J. Gaschnig
//! and J. Gillogly 1973, *Analysis of the alpha-beta pruning algorithm*). A fourth kind ends early
//! with wins and losses, for what depends on distances. In a fifth the value of every node is drawn
//! before those below it and one move preserves it, so that the quality of the order of moves, which
//! decides what pruning saves, is a number of the tree: how often that move is the first. Marsland
//! and Campbell call a tree strongly ordered if it is at 70 of 100 nodes, and within the first
//! quarter of the moves at 90. Here the place of a best move that is not first is uniform.
//!
//! Optionally a mover sometimes moves again, and different orders of moves lead to one node.

mod knowledge;
mod position;
mod spec;
mod text;

use plyglot_open::catalogue::{Entry, Listed, Listing, Setup, Visitor};
use plyglot_search::ParseError;

pub use knowledge::Sums;
pub use position::Synthetic;
pub use spec::{Leaves, Place, Spec};

/// Synthetic trees in the catalogue.
#[derive(Clone, Copy, Debug, Default)]
pub struct SyntheticEntry;

impl Entry for SyntheticEntry {
    fn listing(&self) -> Listing {
        Listing {
            name: "synthetic",
            aliases: &["tree"],
            title: "Synthetic trees: random game trees of a given branching and depth, made from a seed",
            sizes: "branching,depth, then any of: random=RANGE, ordered=STEP, steps=STEP, \
                    decided=PERCENT, best=PERCENT|random, seed=N, again=PERCENT, joined (default 8,12,steps=10)",
            notation: <Synthetic as plyglot_search::Describe>::NOTATION,
        }
    }

    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        let spec = Spec::parse(size.unwrap_or("8,12"))?;
        let name = format!("synthetic:{spec}");
        Ok(visitor.visit(Setup { name, start: Synthetic::new(spec)?, knowledge: Sums }))
    }
}

/// The game as a trait object, for a [catalogue](plyglot_open::catalogue::Catalogue).
///
/// Neither generic nor inlined: the conversion to a box instantiates the game's searcher, whose code
/// is so generated here and once, and not in every crate that lists games.
#[inline(never)]
pub fn entry() -> Box<dyn Listed> {
    Box::new(SyntheticEntry)
}
