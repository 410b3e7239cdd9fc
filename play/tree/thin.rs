//! Where a book is thin: where it ends although most of what it has looked into is worth less.
//!
//! What a position is worth to a book is what drop-out expansion counts: the moves that lead there and what they gave away,
//! in plies; the less, the more it is worth. `grow` takes the cheapest next, so a book that was grown evenly ends everywhere
//! at about the same cost. It does not after an import, where a value has changed, or where it was grown with another
//! width. So a place is *thin* if the book ends there (its moves are not in the tree, nothing is proven) at less than what
//! half of the positions that were looked into cost. There is no constant in that but the width of `grow`.
//!
//! Cost: one walk over the tree, a fraction of a microsecond a position, when it is first asked for.

use plyglot_wire::object::{self, Behind, ThinPlace};

use super::error::TreeError;
use super::frontier::DropOut;
use super::graph::{Graph, Node};
use super::show::scored;
use super::view::View;

/// How many thin places are told of by their moves, the cheapest of all.
const TOLD: usize = 50;
/// What is not reached but through what is proven.
const CLOSED: u64 = u64::MAX;
/// Moves that are looked at in one walk: a bit each.
const AT_ONCE: usize = u64::BITS as usize;

/// What is the same for all positions of a tree: its figures, and where it is thin.
#[derive(Debug)]
pub(super) struct Whole {
    /// What is told, of no position yet.
    pub(super) told: object::Tree,
    /// Of each node whether it is thin.
    thin: Vec<bool>,
}

impl Whole {
    /// That of a tree.
    ///
    /// # Errors
    /// If the game's code panics.
    pub(super) fn of(view: &View<'_>) -> Result<Whole, TreeError> {
        let costs = Costs::of(view.graph, DropOut::usual(view.scale));
        let places = costs.thin(view.graph);
        let mut thin = vec![false; view.graph.len()];
        places.iter().for_each(|&(_, node)| thin[node as usize] = true);
        let told = places.iter().take(TOLD);
        let told = told.map(|&(cost, node)| place(view, &costs, cost, node));
        let (nodes, thin_places) = (view.graph.nodes(), told.collect::<Result<_, _>>()?);
        let count = |is: fn(&Node) -> bool| nodes.iter().filter(|node| is(node)).count();
        let told = object::Tree {
            game: view.header.game.clone(),
            start: view.header.start.clone(),
            version: view.header.version.clone(),
            positions: nodes.len(),
            expanded: count(|node| !node.children.is_empty()),
            searched: count(|node| node.own.value.is_some()),
            proven: count(|node| node.proven.is_exact()),
            nodes: nodes.iter().map(|node| node.own.nodes).sum(),
            thin: places.len(),
            thin_places,
            at: None,
        };
        Ok(Whole { told, thin })
    }

    /// What lies behind moves that lead to these nodes, each position counted once for each move.
    pub(super) fn behind(&self, view: &View<'_>, children: &[u32]) -> Vec<Behind> {
        let chunks = children.chunks(AT_ONCE);
        chunks.flat_map(|children| self.behind_some(view.graph, children)).collect()
    }

    fn behind_some(&self, graph: &Graph, children: &[u32]) -> Vec<Behind> {
        let mut told = vec![Behind::default(); children.len()];
        let mut from = vec![0_u64; graph.len()];
        for (bit, &child) in children.iter().enumerate() {
            from[child as usize] |= 1 << bit;
        }
        // Each node comes before all that lie below it, so that it knows from where it is reached.
        for &node in graph.below(children).iter().rev() {
            let moves = from[node as usize];
            let there = graph.node(node);
            for &(_, child) in &there.children {
                from[child as usize] |= moves;
            }
            let mut rest = moves;
            while rest != 0 {
                let behind = &mut told[rest.trailing_zeros() as usize];
                behind.positions += 1;
                behind.effort += there.own.nodes;
                behind.thin += usize::from(self.thin[node as usize]);
                rest &= rest - 1;
            }
        }
        told
    }
}

/// What each node costs: the cheapest way to it from the root.
struct Costs {
    drop_out: DropOut,
    costs: Vec<u64>,
}

impl Costs {
    fn of(graph: &Graph, drop_out: DropOut) -> Costs {
        let mut costs = vec![CLOSED; graph.len()];
        costs[graph.root() as usize] = 0;
        for &node in graph.below(&[graph.root()]).iter().rev() {
            let (there, cost) = (graph.node(node), costs[node as usize]);
            // Nothing is left to find below what is proven.
            if cost == CLOSED || there.proven.is_exact() {
                continue;
            }
            for &(_, child) in &there.children {
                let way = cost + drop_out.edge(there, graph.node(child));
                let known = &mut costs[child as usize];
                *known = way.min(*known);
            }
        }
        Costs { drop_out, costs }
    }

    /// The thin places with their costs, the cheapest first.
    fn thin(&self, graph: &Graph) -> Vec<(u64, u32)> {
        let open = (0..graph.len() as u32).filter(|&node| {
            self.costs[node as usize] != CLOSED && !graph.node(node).proven.is_exact()
        });
        let (inner, leaves): (Vec<u32>, Vec<u32>) =
            open.partition(|&node| !graph.node(node).children.is_empty());
        let cost = |node: u32| self.costs[node as usize];
        let mut inner: Vec<u64> = inner.into_iter().map(|node| cost(node) + DropOut::PLY).collect();
        if inner.is_empty() {
            return Vec::new();
        }
        let middle = inner.len() / 2;
        let &mut half = inner.select_nth_unstable(middle).1;
        // As the growth counts: a position that was not searched yet is worth a ply more.
        let work = |node| cost(node) + graph.node(node).own.value.map_or(0, |_| DropOut::PLY);
        let leaves = leaves.into_iter().map(|node| (work(node), node));
        let mut thin: Vec<_> = leaves.filter(|&(work, _)| work < half).collect();
        thin.sort_unstable();
        thin
    }

    /// The nodes on the cheapest way to one, without the root.
    fn way(&self, graph: &Graph, node: u32) -> Vec<u32> {
        let mut way = vec![node];
        while let Some(&node) = way.last() {
            let there = graph.node(node);
            let cost = |&parent: &u32| {
                let edge = self.drop_out.edge(graph.node(parent), there);
                self.costs[parent as usize].saturating_add(edge)
            };
            let open = there.parents.iter().copied();
            let open = open.filter(|&parent| !graph.node(parent).proven.is_exact());
            match open.min_by_key(cost) {
                Some(parent) => way.push(parent),
                None => break,
            }
        }
        way.pop();
        way.reverse();
        way
    }
}

/// A thin place, as it is told.
fn place(view: &View<'_>, costs: &Costs, cost: u64, node: u32) -> Result<ThinPlace, TreeError> {
    let (way, at) = view.way(&costs.way(view.graph, node))?;
    let there = view.graph.node(node);
    Ok(ThinPlace {
        played: view.start.notation(&way)?,
        score: scored(&at, there.value, there.proven)?,
        nodes: there.own.nodes,
        cost: cost as f64 / DropOut::PLY as f64,
    })
}
