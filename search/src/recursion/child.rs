//! From a node to a child and back: playing a move, NegaScout's windows, taking the move back.
//!
//! Compiled into the loop over a node's moves, all of it: what lies between two nodes is most of
//! what a search does.

use super::account::Claimed;
use super::{NodeKind, Null, Pv, Searcher};
use crate::rules::game::Game;
use crate::rules::knowledge::{Knowledge, NodeKey};
use crate::rules::observer::Observer;
use crate::rules::value::Value;
use crate::rules::window::Window;
use crate::table::Entry;

/// What the children of a node have in common.
#[derive(Clone, Copy)]
pub(super) struct Below {
    /// Nothing is searched below them.
    pub(super) at_horizon: bool,
    /// They have a place in the table.
    pub(super) is_kept: bool,
}

/// Where a move leads to.
struct Child {
    key: NodeKey,
    depth: i32,
    at_horizon: bool,
    /// Another side is to move there than at its parent.
    turns: bool,
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// [`Self::try_move`] at a node where others may be too, of a move with the key of what it leads to where that is
    /// known. `None` if other workers are searching the move already and it may wait.
    #[inline(never)]
    pub(super) fn try_claimed<N: NodeKind>(
        &mut self,
        (mv, called): (G::Move, Option<NodeKey>),
        window: Window,
        depth: i32,
        table: Option<Entry>,
        index: usize,
        may_wait: bool,
    ) -> Option<Value> {
        let crowd = if may_wait { self.crowd::<N>(index) } else { None };
        let called = called.or_else(|| {
            let key = self.key_after_unplayed(mv)?;
            self.call_for(key, true);
            Some(key)
        });
        if called.is_some_and(|key| self.is_crowded(key, crowd)) {
            return None;
        }
        self.note_claim(index > 0 && !may_wait);
        let below = self.below(depth);
        self.try_move::<N, true>(mv, called, window, depth, table, index, below, crowd)
    }

    /// What the children of a node of this depth have in common.
    #[inline(always)]
    pub(super) fn below(&self, depth: i32) -> Below {
        Below { at_horizon: self.is_horizon(depth - 1), is_kept: self.is_kept(depth - 1) }
    }

    /// Plays a move, searches what it leads to, and takes it back. `called` is the key of what it leads to, where
    /// that entry has been called for. Whether the move is `CLAIMED` is known when this is compiled; only such a move
    /// is taken back unsearched, for `None`, if others are in what it leads to. It is played once for that: its key
    /// costs as much as the move.
    #[inline(always)]
    #[expect(
        clippy::too_many_arguments,
        reason = "each is in a register of the loop over the moves"
    )]
    pub(super) fn try_move<N: NodeKind, const CLAIMED: bool>(
        &mut self,
        mv: G::Move,
        called: Option<NodeKey>,
        window: Window,
        depth: i32,
        table: Option<Entry>,
        index: usize,
        below: Below,
        crowd: Option<usize>,
    ) -> Option<Value> {
        let mover = self.game.to_move();
        let (mut depth, mut below) = (depth, below);
        let reduction = self.reduction::<N>(mv, window, depth, table, index);
        if reduction < 0 {
            depth += 1;
            below = self.below(depth);
        }
        if self.orders() && self.tables.follows() {
            self.note_kind(mv);
        }
        self.note_move(mv);
        let undo = self.game.play(mv);
        let outer = self.cooperation.large_claim;
        let called = if CLAIMED {
            let key = called.unwrap_or_else(|| self.key());
            if called.is_none() && self.is_crowded(key, crowd) {
                self.game.undo(mv, undo);
                return None;
            }
            self.claim(key, depth - 1);
            if called.is_none() {
                self.parts.table.prefetch(key.hash);
            }
            Some(key)
        } else {
            called
        };
        self.knowledge.played(&self.game, mv, &undo);
        let key = self.key_of_child(below, called);
        let turns = self.game.to_move() != mover;
        self.path[self.ply].bits = G::pack(mv);
        self.ply += 1;
        let child = Child { key, depth: depth - 1, at_horizon: below.at_horizon, turns };
        let value = self.scout::<N, CLAIMED>(child, window, index == 0, reduction);
        self.ply -= 1;
        self.game.undo(mv, undo);
        self.knowledge.undone(&self.game, mv);
        if CLAIMED && let Some(claimed) = called {
            self.release(claimed);
            self.cooperation.large_claim = outer;
        }
        Some(value)
    }

    /// By how many plies a move of the current node is reduced; negative if it is extended by one.
    #[inline(always)]
    fn reduction<N: NodeKind>(
        &self,
        mv: G::Move,
        window: Window,
        depth: i32,
        table: Option<Entry>,
        index: usize,
    ) -> i32 {
        if self.mode.unpruned {
            return 0;
        }
        let node = self.described::<N>(table, window, depth);
        let plies = if index == 0 && self.is_extended() {
            -1
        } else {
            self.knowledge.reduction(&self.game, &node, &self.candidate(mv, index))
        };
        let most = if index == 0 { 0 } else { i32::MAX };
        let least = if self.ply < self.extended_until { -1 } else { 0 };
        plies.clamp(least, most)
    }

    /// The key of a child, its entry called for if that is not done. What lies near the horizon is never
    /// looked up, so there is none, and no line of memory is touched: most nodes are of that kind.
    #[inline(always)]
    pub(super) fn key_of_child(&self, below: Below, called: Option<NodeKey>) -> NodeKey {
        if !below.is_kept {
            return NodeKey { hash: 0, symmetry: 0 };
        }
        if let Some(key) = called {
            return key;
        }
        let key = self.key();
        self.parts.table.prefetch(key.hash);
        key
    }

    /// Searches a child by the rule of NegaScout: the first with the whole window, the others with
    /// a null window, and again if they turn out better.
    #[inline(always)]
    fn scout<N: NodeKind, const CLAIMED: bool>(
        &mut self,
        child: Child,
        window: Window,
        first: bool,
        reduction: i32,
    ) -> Value {
        let Child { key, depth, at_horizon, turns } = child;
        let claimed = Claimed { turns, last_resort: CLAIMED && self.is_last_resort() };
        if N::PV && first {
            let window = window.for_child(turns);
            let noted = self.note_search::<N, Pv, CLAIMED>(claimed, key, window, depth);
            let value = self.node_at::<Pv>(at_horizon, key, window, depth).seen_above(turns);
            self.note_end(noted);
            return value;
        }
        if N::PV {
            // Null-window nodes keep no line; what an earlier sibling left is not this move's.
            self.line.clear(self.ply);
        }
        let null = Window::null(window.alpha).for_child(turns);
        if reduction > 0 {
            let noted = self.note_search::<N, Null, CLAIMED>(claimed, key, null, depth - reduction);
            let value = self.node::<Null>(key, null, depth - reduction).seen_above(turns);
            self.note_end(noted);
            if value.score <= window.alpha || self.aborted {
                return value;
            }
        }
        let noted = self.note_search::<N, Null, CLAIMED>(claimed, key, null, depth);
        let value = self.node_at::<Null>(at_horizon, key, null, depth).seen_above(turns);
        self.note_end(noted);
        if !N::PV || !window.contains(value.score) || self.aborted {
            return value;
        }
        self.counters.researches += 1;
        self.note_research();
        let window = window.for_child(turns);
        let noted = self.note_search::<N, Pv, CLAIMED>(claimed, key, window, depth);
        let value = self.node_at::<Pv>(at_horizon, key, window, depth).seen_above(turns);
        self.note_end(noted);
        value
    }
}
