//! What a table has proven comes into the tree.
//!
//! A solve that is given up leaves in its table all that it has settled: the next one goes on from there, so a proof in
//! parts takes hardly more nodes than one in one go. Here a proof takes from the table what lies near the root, which is
//! what most of the work went into: after each part the positions of the tree that are still open are looked up, and some
//! of them are opened. A later run has a new table, which is told all that first ([`Tree::tell`](crate::tree::Tree)).
//!
//! Cost: no search; a position that is looked up is read from its text, some microseconds.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet, VecDeque};

use plyglot_open::Position;
use plyglot_search::Side;

use super::Run;
use crate::tree::error::TreeError;
use crate::tree::frontier::{Frontier, Priority};
use crate::tree::grow::work::{Child, Done};
use crate::tree::key;
use crate::tree::record::{Own, Record};
use crate::tree::table::known;
use crate::tree::value::Proven;

/// How many open positions are looked up at most, the ones nearest to the root.
const LOOKED_UP: usize = 10_000;
/// How many are opened after a part of a proof, and how many once it is found.
const OPENED: usize = 64;

impl Run<'_> {
    /// Takes from the table what it has proven: of open positions of the tree, and of what their moves lead to, first
    /// where most moves are answered: that is where the solve was at work.
    pub(super) fn harvest<P: Priority>(
        &mut self,
        goal: i16,
        frontier: &mut Frontier<P>,
    ) -> Result<(), TreeError> {
        self.look_up(self.open(goal), frontier)?;
        let root = self.tree.graph.root();
        let mut todo = BinaryHeap::from([(0, Reverse(0), root)]);
        let mut seen = HashSet::from([root]);
        let mut opened = 0;
        while let Some((_, Reverse(ply), node)) = todo.pop() {
            if self.tree.graph.node(node).proven.answers(goal).is_some() {
                continue;
            }
            if self.tree.graph.node(node).children.is_empty() {
                if opened == OPENED {
                    break;
                }
                opened += 1;
                self.open_up(node, frontier)?;
            }
            for child in self.below(node) {
                let is_open = self.tree.graph.node(child).proven.answers(goal).is_none();
                if is_open
                    && seen.insert(child)
                    && let Some(answered) = self.answered(child, goal)?
                {
                    todo.push((answered, Reverse(ply + 1), child));
                }
            }
        }
        Ok(())
    }

    /// How many moves of an open position are answered; `None` of one that the table does not know: below it, it knows nothing
    /// either.
    fn answered(&self, node: u32, goal: i16) -> Result<Option<usize>, TreeError> {
        let graph = &self.tree.graph;
        let is_answered = |proven: Proven| proven.answers(goal).is_some();
        if !graph.node(node).children.is_empty() {
            let below = self.below(node).into_iter();
            return Ok(Some(below.filter(|&node| is_answered(graph.node(node).proven)).count()));
        }
        let at = self.position(node)?;
        if self.known(&at)?.is_none() {
            return Ok(None);
        }
        let mut answered = 0;
        for mv in at.moves()? {
            let after = at.after(mv)?;
            answered += usize::from(
                after.outcome().is_some() || self.known(&after)?.is_some_and(is_answered),
            );
        }
        Ok(Some(answered))
    }

    /// Takes from the table how it has answered the question at hand, as far as it still knows that: a move for the side
    /// that the answer is for, all moves of the other.
    pub(super) fn unfold<P: Priority>(
        &mut self,
        goal: i16,
        frontier: &mut Frontier<P>,
    ) -> Result<(), TreeError> {
        let mut todo = VecDeque::from([self.tree.graph.root()]);
        let mut seen = HashSet::new();
        let mut opened = 0;
        while let Some(node) = todo.pop_front() {
            let there = self.tree.graph.node(node);
            let Some(holds) = there.proven.answers(goal) else { continue };
            if opened == OPENED || !seen.insert(node) || there.is_over() {
                continue;
            }
            let one_will_do = (there.mover == Side::First) == holds;
            opened += 1;
            match there.children.is_empty() {
                true => self.open_up(node, frontier)?,
                false => self.look_up(self.below(node), frontier)?,
            }
            let same = self.below(node).into_iter();
            let same = same
                .filter(|&child| self.tree.graph.node(child).proven.answers(goal) == Some(holds));
            todo.extend(same.take(if one_will_do { 1 } else { usize::MAX }));
        }
        Ok(())
    }

    fn below(&self, node: u32) -> Vec<u32> {
        self.tree.graph.node(node).children.iter().map(|&(_, child)| child).collect()
    }

    /// Looks these up in the table.
    fn look_up<P: Priority>(
        &mut self,
        nodes: Vec<u32>,
        frontier: &mut Frontier<P>,
    ) -> Result<(), TreeError> {
        for node in nodes {
            let before = self.tree.graph.node(node).proven;
            if before.is_exact() {
                continue;
            }
            let known = self.known(&self.position(node)?)?.unwrap_or_default();
            if before.and(known) != before {
                self.add(Done::proven(node, known), frontier)?;
            }
        }
        Ok(())
    }

    /// The positions that are neither answered nor below one that is, those near the root first.
    fn open(&self, goal: i16) -> Vec<u32> {
        let graph = &self.tree.graph;
        let root = graph.root();
        let (mut open, mut seen) = (vec![root], HashSet::from([root]));
        let mut next = 0;
        while next < open.len() && open.len() < LOOKED_UP {
            for &(_, child) in &graph.node(open[next]).children {
                if graph.node(child).proven.answers(goal).is_none() && seen.insert(child) {
                    open.push(child);
                }
            }
            next += 1;
        }
        // Those below first: what they answer need not be asked above.
        open.reverse();
        open
    }

    /// Adds what the moves of a position lead to, with what the table has proven of it.
    fn open_up<P: Priority>(
        &mut self,
        node: u32,
        frontier: &mut Frontier<P>,
    ) -> Result<(), TreeError> {
        let (at, ply) = (self.position(node)?, self.tree.ply(node));
        let mut children = Vec::new();
        for mv in at.moves()? {
            let after = at.after(mv)?.without_past();
            let key = key(&after, ply + 1)?;
            let own = match Own::over(&after, self.tree.scale) {
                Some(over) => over,
                None => Own { proven: self.known(&after)?.unwrap_or_default(), ..Own::default() },
            };
            let is_new = children.iter().all(|child: &Child| child.key != key);
            let record = is_new.then(|| Record::new(&after, own)).transpose()?;
            children.push(Child { mv, key, record });
        }
        let children = Some(children);
        self.add(Done { children, ..Done::proven(node, Proven::UNKNOWN) }, frontier)
    }

    fn known(&self, at: &Position) -> Result<Option<Proven>, TreeError> {
        let Some(table) = self.crew.table() else { return Ok(None) };
        Ok(known(table, at, self.tree.scale)?)
    }
}
