//! Games of others in a tree: every position that they come through, with all its moves, so that each deviation is a
//! position to search.

use plyglot_open::Position;
use plyglot_wire::object::TreeImported;

use super::error::TreeError;
use super::record::{Own, Record};
use super::{Tree, key};

impl Tree {
    /// Adds the first `plies` plies of games, each given by its end with its past, and writes them. Games count from where they
    /// come to the root.
    ///
    /// # Errors
    /// If the game's code panics, or the disk fails.
    pub fn import(&mut self, games: &[Position], plies: usize) -> Result<TreeImported, TreeError> {
        let (before, mut told) = (self.graph.len(), TreeImported::default());
        let mut changed = Vec::new();
        for end in games {
            let at_root = |&ply: &usize| {
                let here = key(&end.after_plies(ply), 0);
                here.is_ok_and(|key| key == self.header.root)
            };
            let Some(first) = (0..=end.plies()).find(at_root) else {
                told.others += 1;
                continue;
            };
            told.games += 1;
            let mut node = self.graph.root();
            for ply in first..end.plies().min(first + plies) {
                let at = end.after_plies(ply).without_past();
                self.expand(&at, node, ply - first, &mut changed)?;
                let next = key(&end.after_plies(ply + 1), ply + 1 - first)?;
                // A game may go on where the rules of the tree have ended it.
                let Some(next) = self.graph.find(next) else { break };
                node = next;
            }
        }
        for node in self.graph.upwards() {
            self.graph.fold(node);
        }
        changed.sort_unstable();
        changed.dedup();
        self.save(&changed)?;
        let waits = |own: &Own| own.value.is_none();
        let waiting = self.graph.nodes().iter();
        let waiting = waiting.filter(|node| node.children.is_empty() && waits(&node.own)).count();
        Ok(TreeImported { new_positions: self.graph.len() - before, waiting, ..told })
    }

    /// Adds all moves of a position that has none in the tree yet.
    fn expand(
        &mut self,
        at: &Position,
        node: u32,
        ply: usize,
        changed: &mut Vec<u32>,
    ) -> Result<(), TreeError> {
        if !self.graph.node(node).children.is_empty() {
            return Ok(());
        }
        // Moves are those of the position as it is stored.
        let stored = at.parse(&self.graph.node(node).text)?;
        let mut edges = Vec::new();
        for mv in stored.moves()? {
            let after = stored.after(mv)?.without_past();
            let key = key(&after, ply + 1)?;
            let child = match self.graph.find(key) {
                Some(child) => child,
                None => {
                    let own = Own::over(&after, self.scale).unwrap_or_default();
                    let child = self.graph.insert(key, Record::new(&after, own)?);
                    changed.push(child);
                    child
                }
            };
            edges.push((mv, child));
        }
        self.graph.connect(node, edges);
        changed.push(node);
        Ok(())
    }
}
