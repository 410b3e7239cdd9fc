//! Drop-out expansion, for books (T. Lincke, "Strategies for the automatic construction of opening books", 2000).
//!
//! A position is worth searching if it is reached by few and good moves: what it costs is the number of moves that lead to
//! it and what they gave away by the present values, in plies. The cheapest comes next. So the book is deep along the best
//! lines and shallow along bad ones, and where a value changes, so do the costs of all that lies below.

use plyglot_search::Side;

use super::Priority;
use crate::tree::graph::{Graph, Node};
use crate::tree::value::Scale;

/// What there is nothing to search below.
const CLOSED: u64 = u64::MAX;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(in crate::tree) struct DropOut {
    scale: Scale,
    /// How many points given away weigh as much as a ply.
    width: u32,
    /// So deep everything is opened, also what is proven, and nothing below.
    plies: Option<u32>,
}

impl DropOut {
    /// What a ply costs.
    pub(in crate::tree) const PLY: u64 = 1_000;

    /// The usual one of a game: a quarter of the scale of its results weighs as much as a ply.
    pub(in crate::tree) fn usual(scale: Scale) -> DropOut {
        DropOut::new(scale, (scale.result / 4).max(1) as u32)
    }

    pub(in crate::tree) fn new(scale: Scale, width: u32) -> DropOut {
        DropOut { scale, width: width.max(1), plies: None }
    }

    /// The same, for all positions of the first plies and no others.
    pub(in crate::tree) fn of_first(self, plies: Option<u32>) -> DropOut {
        DropOut { plies, ..self }
    }

    /// What the way from a node to its child costs.
    pub(in crate::tree) fn edge(&self, node: &Node, child: &Node) -> u64 {
        let sign = if node.mover == Side::First { 1 } else { -1 };
        let (Some(best), Some(value)) = (node.value, child.value) else { return DropOut::PLY };
        let drop = sign * (self.scale.points(best) - self.scale.points(value));
        DropOut::PLY + drop.max(0) as u64 * DropOut::PLY / u64::from(self.width)
    }

    /// True of a node below which nothing is wanted.
    fn is_done(&self, node: &Node) -> bool {
        match self.plies {
            Some(plies) => node.ply >= plies || node.is_over(),
            None => node.proven.is_exact(),
        }
    }

    fn by(&self, node: &Node, graph: &Graph, numbers: &[u64], child: u32) -> u64 {
        match numbers[child as usize] {
            CLOSED => CLOSED,
            number => number + self.edge(node, graph.node(child)),
        }
    }
}

impl Priority for DropOut {
    type Number = u64;

    fn leaf(&self, node: &Node, busy: bool) -> u64 {
        match node.own.value {
            _ if busy => CLOSED,
            // What was found of it is of use at once.
            None if !node.proven.is_exact() && self.plies.is_none_or(|plies| node.ply <= plies) => {
                0
            }
            _ if self.is_done(node) => CLOSED,
            _ => DropOut::PLY,
        }
    }

    fn inner(&self, node: &Node, graph: &Graph, numbers: &[u64]) -> u64 {
        if self.is_done(node) {
            return CLOSED;
        }
        let all = node.children.iter().map(|&(_, child)| self.by(node, graph, numbers, child));
        all.min().unwrap_or(CLOSED)
    }

    fn is_open(&self, number: u64) -> bool {
        number != CLOSED
    }

    fn choose(&self, node: &Node, graph: &Graph, numbers: &[u64]) -> Option<u32> {
        let open = node.children.iter().map(|&(_, child)| child);
        let open = open.filter(|&child| numbers[child as usize] != CLOSED);
        open.min_by_key(|&child| self.by(node, graph, numbers, child))
    }
}
