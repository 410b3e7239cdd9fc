//! Which position is searched next: numbers for each node that say what lies below it, kept as the tree grows, and a way
//! down from the root by them.
//!
//! Cost: a node is worked out anew when one below it has changed, a few hundred nodes for each search at most.

mod dropout;
mod proof;

use std::collections::HashSet;

pub(super) use self::dropout::DropOut;
pub(super) use self::proof::ProofNumbers;

use super::graph::{Graph, Node};

/// How nodes are numbered, and the way down.
pub(super) trait Priority {
    /// What a node has.
    type Number: Copy + PartialEq;

    /// That of a node without children; `busy` if a worker has it.
    fn leaf(&self, node: &Node, busy: bool) -> Self::Number;

    /// That of a node with children, whose numbers are known.
    fn inner(&self, node: &Node, graph: &Graph, numbers: &[Self::Number]) -> Self::Number;

    /// True if there is something to search at or below a node.
    fn is_open(&self, number: Self::Number) -> bool;

    /// The child on the way down from a node that is open.
    fn choose(&self, node: &Node, graph: &Graph, numbers: &[Self::Number]) -> Option<u32>;
}

/// The numbers of a graph.
pub(super) struct Frontier<P: Priority> {
    priority: P,
    numbers: Vec<P::Number>,
    busy: HashSet<u32>,
}

impl<P: Priority> Frontier<P> {
    /// Numbers all nodes of a graph.
    pub(super) fn new(graph: &Graph, priority: P) -> Frontier<P> {
        let unknown = priority.leaf(graph.node(graph.root()), true);
        let numbers = vec![unknown; graph.len()];
        let mut frontier = Frontier { priority, numbers, busy: HashSet::new() };
        for node in graph.upwards() {
            frontier.number(graph, node);
        }
        frontier
    }

    /// The node to search next, which is busy from now on; `None` if there is none.
    pub(super) fn take(&mut self, graph: &mut Graph) -> Option<u32> {
        let mut node = graph.root();
        if !self.priority.is_open(self.numbers[node as usize]) {
            return None;
        }
        while !graph.node(node).children.is_empty() {
            node = self.priority.choose(graph.node(node), graph, &self.numbers)?;
        }
        self.hold(graph, node);
        Some(node)
    }

    /// A worker has this node.
    pub(super) fn hold(&mut self, graph: &mut Graph, node: u32) {
        self.busy.insert(node);
        self.changed(graph, [node]);
    }

    /// A worker has given a node back.
    pub(super) fn give_back(&mut self, node: u32) {
        self.busy.remove(&node);
    }

    /// Works out these nodes and all above them for which it makes a difference; new ones among them come behind
    /// those below them.
    pub(super) fn changed(&mut self, graph: &mut Graph, nodes: impl IntoIterator<Item = u32>) {
        let unknown = self.priority.leaf(graph.node(graph.root()), true);
        let known = self.numbers.len();
        self.numbers.resize(graph.len(), unknown);
        let mut work: Vec<u32> = nodes.into_iter().collect();
        work.reverse();
        while let Some(node) = work.pop() {
            let folded = graph.fold(node);
            if self.number(graph, node) || folded || node as usize >= known {
                work.extend(&graph.node(node).parents);
            }
        }
    }

    /// Numbers a node. True if that has changed.
    fn number(&mut self, graph: &Graph, place: u32) -> bool {
        let node = graph.node(place);
        let number = match node.children.is_empty() {
            true => self.priority.leaf(node, self.busy.contains(&place)),
            false => self.priority.inner(node, graph, &self.numbers),
        };
        std::mem::replace(&mut self.numbers[place as usize], number) != number
    }
}
