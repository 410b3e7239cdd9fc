//! The positions of a tree in memory, and what follows from those below for those above.
//!
//! A node takes the best of its children for who is to move: the greatest value of the first player where that one moves,
//! else the least. There are no cycles ([`super::key`]), so this comes to an end, and positions that are reached in several ways
//! are there once.

use std::collections::{HashMap, VecDeque};

use plyglot_open::Mv;
use plyglot_search::{Score, Side};

use super::record::{Own, Record};
use super::value::{Proven, WIN, score};

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) key: u64,
    pub(super) mover: Side,
    pub(super) text: Box<str>,
    pub(super) own: Own,
    /// Every move with where it leads; none if it was not expanded.
    pub(super) children: Vec<(Mv, u32)>,
    pub(super) parents: Vec<u32>,
    /// How many plies it lies below the root, by the shortest way when it was first reached.
    pub(super) ply: u32,
    /// What is proven by its own searches or by its children.
    pub(super) proven: Proven,
    /// Its value by its children, by its own search where that is all there is.
    pub(super) value: Option<Score>,
}

impl Node {
    /// True of the end of a game: a value that no search has found.
    pub(super) fn is_over(&self) -> bool {
        self.own.proven.is_exact() && self.own.value.is_some() && self.own.nodes == 0
    }
}

/// See the module. Node 0 is the root.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    places: HashMap<u64, u32>,
}

impl Graph {
    /// The graph of records.
    ///
    /// # Errors
    /// The key of a position that is missing.
    pub(super) fn read(root: u64, records: Vec<(u64, Record)>) -> Result<Graph, u64> {
        let mut records: Vec<_> =
            records.into_iter().map(|(key, record)| (key, Some(record))).collect();
        // The root comes first.
        let place = records.binary_search_by_key(&root, |&(key, _)| key).map_err(|_| root)?;
        records[..=place].rotate_right(1);
        let mut graph = Graph::default();
        let mut edges = Vec::with_capacity(records.len());
        for (key, record) in &mut records {
            let Some(mut record) = record.take() else { continue };
            edges.push(std::mem::take(&mut record.children));
            graph.insert(*key, record);
        }
        for (node, children) in (0..).zip(edges) {
            let found = |(mv, key)| graph.find(key).map(|child| (mv, child)).ok_or(key);
            let children = children.into_iter().map(found).collect::<Result<Vec<_>, u64>>()?;
            graph.connect(node, children);
        }
        for node in graph.upwards() {
            graph.fold(node);
        }
        graph.find_plies();
        Ok(graph)
    }

    /// Adds a position without its children, and gives its place.
    pub(super) fn insert(&mut self, key: u64, record: Record) -> u32 {
        let place = self.nodes.len() as u32;
        let Record { mover, text, own, .. } = record;
        let (proven, value) = (own.proven, within(own.proven, own.value));
        let (children, parents) = (Vec::new(), Vec::new());
        let text = text.into_boxed_str();
        let ply = if place == 0 { 0 } else { u32::MAX };
        self.nodes.push(Node { key, mover, text, own, children, parents, ply, proven, value });
        self.places.insert(key, place);
        place
    }

    /// Sets the children of a node that had none.
    pub(super) fn connect(&mut self, node: u32, children: Vec<(Mv, u32)>) {
        let ply = self.nodes[node as usize].ply.saturating_add(1);
        for &(_, child) in &children {
            let Node { parents, ply: there, .. } = &mut self.nodes[child as usize];
            *there = ply.min(*there);
            // Two moves that are the same under symmetry lead to one position.
            if parents.last() != Some(&node) {
                parents.push(node);
            }
        }
        self.nodes[node as usize].children = children;
    }

    /// Finds how far all nodes lie below the root.
    fn find_plies(&mut self) {
        let mut plies = vec![u32::MAX; self.nodes.len()];
        let mut todo = VecDeque::from([(self.root(), 0)]);
        while let Some((node, ply)) = todo.pop_front() {
            if plies[node as usize] == u32::MAX {
                plies[node as usize] = ply;
                todo.extend(self.node(node).children.iter().map(|&(_, child)| (child, ply + 1)));
            }
        }
        for (node, ply) in self.nodes.iter_mut().zip(plies) {
            node.ply = ply;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn root(&self) -> u32 {
        0
    }

    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(super) fn find(&self, key: u64) -> Option<u32> {
        self.places.get(&key).copied()
    }

    /// What is stored of a node.
    pub(super) fn record(&self, node: u32) -> Record {
        let Node { mover, text, own, children, .. } = self.node(node);
        let key = |&(mv, child): &(Mv, u32)| (mv, self.node(child).key);
        let children = children.iter().map(key).collect();
        Record { mover: *mover, text: text.to_string(), own: *own, children }
    }

    /// Adds what a search has found of a position itself.
    pub(super) fn learn(&mut self, node: u32, own: Own) {
        let own_now = &mut self.nodes[node as usize].own;
        *own_now = own_now.and(own);
    }

    /// Works a node out anew. True if it has changed.
    pub(super) fn fold(&mut self, node: u32) -> bool {
        let Node { mover, own, ref children, proven, value, .. } = self.nodes[node as usize];
        let below = children.iter().map(|&(_, child)| &self.nodes[child as usize]);
        let by_children = folded_proven(mover, own, below.clone());
        let folded = (by_children, within(by_children, folded_value(mover, own, below)));
        if folded == (proven, value) {
            return false;
        }
        let this = &mut self.nodes[node as usize];
        (this.proven, this.value) = folded;
        true
    }

    /// All nodes, each behind all that lie below it.
    pub(super) fn upwards(&self) -> Vec<u32> {
        self.order(0..self.nodes.len() as u32)
    }

    /// These nodes and all that lie below them, each behind all that lie below it.
    pub(super) fn below(&self, nodes: &[u32]) -> Vec<u32> {
        self.order(nodes.iter().copied())
    }

    fn order(&self, nodes: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = Vec::new();
        for first in nodes {
            stack.push((first, 0));
            while let Some((node, next)) = stack.pop() {
                if next == 0 && std::mem::replace(&mut seen[node as usize], true) {
                    continue;
                }
                match self.node(node).children.get(next) {
                    Some(&(_, child)) => {
                        stack.push((node, next + 1));
                        if !seen[child as usize] {
                            stack.push((child, 0));
                        }
                    }
                    None => order.push(node),
                }
            }
        }
        order
    }

    /// The move that is best by what lies below, else by the node's own search, and where it leads.
    pub(super) fn best(&self, node: u32) -> Option<(Mv, Option<u32>)> {
        let Node { mover, own, children, .. } = self.node(node);
        let known = children.iter().filter(|(_, child)| self.node(*child).value.is_some());
        let rank = |&&(mv, child): &&(Mv, u32)| {
            let Node { proven, value, own: below, .. } = self.node(child);
            let sign = if *mover == Side::First { 1 } else { -1 };
            let own_choice = own.best == Some(mv);
            let proven = i32::from(proven.lower) + i32::from(proven.upper);
            (value.map_or(0, |value| sign * value.raw()), sign * proven, own_choice, below.nodes)
        };
        let best = known.max_by_key(rank).map(|&(mv, child)| (mv, Some(child)));
        best.or_else(|| Some((own.best?, None)))
    }
}

fn folded_proven<'a>(mover: Side, own: Own, below: impl Iterator<Item = &'a Node>) -> Proven {
    let choose = |best: Proven, child: Proven| match mover {
        Side::First => {
            Proven { lower: best.lower.max(child.lower), upper: best.upper.max(child.upper) }
        }
        Side::Second => {
            Proven { lower: best.lower.min(child.lower), upper: best.upper.min(child.upper) }
        }
    };
    let by_children = below.map(|child| child.proven).reduce(choose);
    own.proven.and(by_children.unwrap_or(Proven::UNKNOWN))
}

fn folded_value<'a>(mover: Side, own: Own, below: impl Iterator<Item = &'a Node>) -> Option<Score> {
    let (mut best, mut all) = (None, true);
    for child in below {
        // A ply further from the end of the game.
        let value = child.value.map(|value| value.from_node(1));
        all &= value.is_some();
        best = better(mover, best, value);
    }
    // Its own search has looked at the moves that are not searched yet; without one nothing is known of those.
    if all && best.is_some() { best } else { better(mover, best, Some(own.value?)) }
}

/// The value that a proof leaves possible.
fn within(proven: Proven, value: Option<Score>) -> Option<Score> {
    let Proven { lower, upper } = proven;
    let value = value.or_else(|| proven.is_exact().then(|| score(lower)))?;
    let value = if lower > -WIN { value.max(score(lower)) } else { value };
    Some(if upper < WIN { value.min(score(upper)) } else { value })
}

/// The better of two values for who is to move.
fn better(mover: Side, one: Option<Score>, other: Option<Score>) -> Option<Score> {
    match (one, other) {
        (Some(one), Some(other)) if mover == Side::First => Some(one.max(other)),
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}
