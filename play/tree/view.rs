//! What a tree knows, with or without its file: where a position stands in it, where its moves lead, the best line.

use plyglot_open::{DoorError, Mv, Position};

use super::graph::Graph;
use super::key;
use super::store::Header;
use super::value::Scale;

/// No line is longer.
const LONGEST_LINE: usize = 500;

/// See the module.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) header: &'a Header,
    pub(super) start: &'a Position,
    pub(super) scale: Scale,
    pub(super) graph: &'a Graph,
}

impl View<'_> {
    /// The node of a position, and how many plies it lies below the root where that counts; `None` if it is not in the tree.
    pub(super) fn place(&self, at: &Position) -> Result<Option<(u32, usize)>, DoorError> {
        let Some(ply) = self.ply(at)? else { return Ok(None) };
        Ok(self.graph.find(key(at, ply)?).map(|node| (node, ply)))
    }

    /// How many plies a position lies below the root, where that counts; `None` of a game that did not come from there.
    pub(super) fn ply(&self, at: &Position) -> Result<Option<usize>, DoorError> {
        if !at.facts().can_repeat {
            return Ok(Some(0));
        }
        for ply in 0..=at.plies() {
            if key(&at.after_plies(ply), 0)? == self.header.root {
                return Ok(Some(at.plies() - ply));
            }
        }
        Ok(None)
    }

    /// The moves of a position and the nodes that they lead to; none if it was not expanded.
    pub(super) fn moves(
        &self,
        at: &Position,
        node: u32,
        ply: usize,
    ) -> Result<Vec<(Mv, u32)>, DoorError> {
        let mut moves = Vec::new();
        if self.graph.node(node).children.is_empty() {
            return Ok(moves);
        }
        for mv in at.moves()? {
            let child = self.graph.find(key(&at.after(mv)?, ply + 1)?);
            moves.extend(child.map(|child| (mv, child)));
        }
        Ok(moves)
    }

    /// The best line from a position, as far as the tree goes.
    pub(super) fn line(&self, at: &Position, node: u32, ply: usize) -> Result<Vec<Mv>, DoorError> {
        let (mut at, mut node) = (at.clone(), node);
        let mut line = Vec::new();
        while line.len() < LONGEST_LINE {
            let Some((mv, child)) = self.graph.best(node) else { break };
            let Some(child) = child else {
                // Its own search alone says it, of the position as it is stored.
                if at.text()? == *self.graph.node(node).text {
                    line.push(mv);
                }
                break;
            };
            let moves = self.moves(&at, node, ply + line.len())?;
            let same = moves.into_iter().find(|&(_, other)| other == child);
            let Some((mv, child)) = same else { break };
            at.play(mv)?;
            line.push(mv);
            node = child;
        }
        Ok(line)
    }

    /// The moves from the root by which these nodes are reached one after the other, with the position behind them.
    pub(super) fn way(&self, nodes: &[u32]) -> Result<(Vec<Mv>, Position), DoorError> {
        let (mut at, mut node) = (self.start.clone(), self.graph.root());
        let mut way = Vec::new();
        for &next in nodes {
            let moves = self.moves(&at, node, way.len())?;
            let Some((mv, _)) = moves.into_iter().find(|&(_, child)| child == next) else { break };
            at.play(mv)?;
            way.push(mv);
            node = next;
        }
        Ok((way, at))
    }
}
