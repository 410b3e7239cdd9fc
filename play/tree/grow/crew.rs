//! Who works on the positions of a tree: threads of this process, or workers elsewhere.

use std::time::Duration;

use plyglot_search::table::Table;

use super::work::{Done, Job};
use crate::tree::error::TreeError;
use crate::tree::graph::Node;

/// Those who work for the one thread that owns the tree.
pub(super) trait Crew {
    /// How many positions are out.
    fn busy(&self) -> usize;

    /// True if one more can be handed out.
    fn has_room(&self) -> bool;

    /// Hands a position out.
    fn hand_out(&mut self, job: Job) -> Result<(), TreeError>;

    /// The next result, each position's once; `None` if there is none within `tick`.
    fn next(&mut self, tick: Duration) -> Result<Option<Done>, TreeError>;

    /// Among how many a budget is divided.
    fn parts(&self) -> u64 {
        1
    }

    /// The table that all have in common, if they have one.
    fn table(&self) -> Option<&Table> {
        None
    }

    /// How many nodes the search has so far that is all that runs; 0 where several may.
    fn nodes_so_far(&self) -> u64 {
        0
    }

    /// Cuts short what runs.
    fn cut(&mut self);

    /// Takes note of nodes that have changed: those that were searched need not be searched again.
    fn know(&mut self, nodes: &mut dyn Iterator<Item = &Node>);
}

/// True of a node that was searched.
pub(super) fn is_searched(node: &Node) -> bool {
    node.own.value.is_some() || !node.children.is_empty()
}
