//! What a node reads from the table, and what it leaves there.

use super::Searcher;
use crate::config::Acceptance;
use crate::game::Game;
use crate::knowledge::{Knowledge, NodeKey};
use crate::observer::Observer;
use crate::report::Bound;
use crate::score::Score;
use crate::table::{Entry, NO_MOVE};
use crate::team::Team;
use crate::window::Window;

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// True if a node of this depth has a place in the table; the root always has.
    #[inline(always)]
    pub(super) fn is_kept(&self, depth: i32) -> bool {
        const { assert!(K::TABLE_DEPTH < Team::MIN_DEPTH, "workers meet at nodes in the table") };
        let everywhere = K::TABLE_DEPTH <= 1 || self.mode.to_end || self.mode.unpruned;
        !self.is_horizon(depth) && (everywhere || depth >= K::TABLE_DEPTH)
    }

    #[inline]
    pub(super) fn probe(&mut self, key: NodeKey) -> Option<Entry> {
        self.counters.probes += 1;
        let entry = self.parts.table.probe(key.hash);
        self.counters.hits += u64::from(entry.is_some());
        entry
    }

    /// The score that a table entry answers the window with, if it does.
    #[inline]
    pub(super) fn answer(
        &mut self,
        entry: Option<Entry>,
        window: Window,
        depth: i32,
    ) -> Option<Score> {
        let (score, complete) = self.answer_at(entry, window, depth, self.ply)?;
        self.estimated |= !complete;
        Some(score)
    }

    /// The same for a node `ply` plies from the root, with whether the answer holds to the end of
    /// the game.
    #[inline]
    pub(super) fn answer_at(
        &self,
        entry: Option<Entry>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<(Score, bool)> {
        let entry = entry?;
        let score = entry.score.from_node(ply as u32);
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        if !answers || !self.accepts(&entry, depth) {
            return None;
        }
        Some((score, entry.complete))
    }

    #[inline]
    pub(super) fn accepts(&self, entry: &Entry, depth: i32) -> bool {
        if self.mode.to_end {
            return entry.complete;
        }
        match self.mode.acceptance {
            Acceptance::AtLeast => entry.complete || i32::from(entry.depth) >= depth,
            Acceptance::Equal => !entry.complete && i32::from(entry.depth) == depth,
        }
    }

    /// The entry's move, if it is legal here; one that is not belongs to another position.
    #[inline]
    pub(super) fn entry_move(&mut self, entry: &Entry, key: NodeKey) -> Option<G::Move> {
        if entry.mv == NO_MOVE {
            return None;
        }
        let bits = self.knowledge.bits_from_frame(&self.game, entry.mv, key.frame);
        let mv = self.game.unpack(bits);
        self.counters.collisions += u64::from(mv.is_none());
        mv
    }

    #[inline]
    pub(super) fn store(
        &mut self,
        key: NodeKey,
        mv: Option<G::Move>,
        bound: Bound,
        score: Score,
        depth: i32,
        complete: bool,
    ) {
        if !self.is_kept(depth) && self.ply > 0 {
            return;
        }
        let in_frame = |mv| G::pack(self.knowledge.to_frame(&self.game, mv, key.frame));
        let entry = Entry {
            mv: mv.map_or(NO_MOVE, in_frame),
            score: score.to_node(self.ply as u32),
            depth: depth.clamp(0, 255) as u8,
            bound,
            complete: complete && (self.mode.to_end || self.mode.acceptance == Acceptance::AtLeast),
        };
        self.parts.table.store(key.hash, entry);
    }
}
