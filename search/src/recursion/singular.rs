//! Singular extensions and multi-cut: whether the hash move of a node stands alone, found out by a search of the other
//! moves, as a position of its own in the table.
//!
//! Cost: nothing where a game does not ask ([`Knowledge::SINGULAR`]); else that search, about half as deep as the node.

use super::selectivity::shallower;
use super::{NodeKind, Searcher};
use crate::rules::game::Game;
use crate::rules::knowledge::{Knowledge, NodeKey};
use crate::rules::limits::MAX_PLY;
use crate::rules::node::{Node, Singular};
use crate::rules::observer::Observer;
use crate::rules::random::mix;
use crate::rules::score::Score;
use crate::rules::value::Value;
use crate::rules::window::Window;
use crate::table::{Entry, NO_MOVE};

/// What is done with the hash moves on the line, ply by ply.
pub(super) struct HashMoves {
    /// The packed move that is left out while the others are searched.
    excluded: Box<[u32]>,
    /// It stands alone, and is extended.
    extended: Box<[bool]>,
}

impl HashMoves {
    pub(super) fn new(are_asked_about: bool) -> Self {
        let plies = if are_asked_about { MAX_PLY + 2 } else { 0 };
        let (excluded, extended) = (vec![NO_MOVE; plies], vec![false; plies]);
        HashMoves { excluded: excluded.into(), extended: extended.into() }
    }

    /// The node at `ply` is searched without this packed move, or with all.
    #[inline(always)]
    pub(super) fn leave_out(&mut self, ply: usize, bits: Option<u32>) {
        self.excluded[ply] = bits.unwrap_or(NO_MOVE);
    }

    /// After a search that was given up or panicked.
    pub(super) fn reset(&mut self) {
        self.excluded.fill(NO_MOVE);
        self.extended.fill(false);
    }
}

/// What a hash move is beside the other moves of its node.
#[derive(Clone, Copy)]
pub(super) enum Alone {
    No,
    /// All others are worse by a margin.
    Extended,
    /// Others pass beta, too: the answer of the node.
    Left(Value),
}

impl Alone {
    #[inline(always)]
    pub(super) fn is_extended(self) -> bool {
        matches!(self, Alone::Extended)
    }
}

/// What tells the key of a position without its hash move from others.
const WITHOUT: u64 = 0x51a9;

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// Finds out whether the hash move stands alone. Inlined, so that nothing is left of it where a game does not ask.
    #[inline(always)]
    pub(super) fn singular<N: NodeKind>(
        &mut self,
        key: NodeKey,
        entry: Option<Entry>,
        first: Option<G::Move>,
        window: Window,
        depth: i32,
    ) -> Alone {
        if !K::SINGULAR || !self.knowledge.constants().singular {
            return Alone::No;
        }
        let (Some(entry), Some(first)) = (entry, first) else { return Alone::No };
        let asks = !N::ROOT && self.is_of_estimates(window) && !self.mode.to_end;
        if !asks || self.mode.proof || !entry.lower.is_known() || entry.score.is_decided() {
            return Alone::No;
        }
        let node = self.described::<N>(Some(entry), window, depth);
        match self.knowledge.singular(&self.game, &node) {
            Some(asked) => self.search_others(key, (entry, first), &node, window, asked),
            None => Alone::No,
        }
    }

    /// True while the other moves of the current node are searched.
    #[inline(always)]
    pub(super) fn is_without_move(&self) -> bool {
        K::SINGULAR && self.alone.excluded[self.ply] != NO_MOVE
    }

    /// Searches the other moves of a node, as a position of its own in the table.
    #[inline(never)]
    fn search_others(
        &mut self,
        key: NodeKey,
        (entry, first): (Entry, G::Move),
        node: &Node,
        window: Window,
        asked: Singular,
    ) -> Alone {
        let depth = shallower(asked.depth, node);
        if depth < 1 || self.is_without_move() {
            return Alone::No;
        }
        let bits = G::pack(first);
        let least = Score::heuristic(entry.score.raw().saturating_sub(asked.margin));
        let others = NodeKey { hash: key.hash ^ mix(u64::from(bits) << 32 | WITHOUT), ..key };
        let expected = self.context_here();
        self.alone.leave_out(self.ply, Some(bits));
        let score = self.search_within(node.depth, others, Window::null(least.prev()), depth);
        self.alone.leave_out(self.ply, None);
        self.restore_context(expected);
        if self.aborted {
            Alone::Left(Value::nothing(window.alpha))
        } else if score < least {
            Alone::Extended
        } else if window.is_null() && window.cuts_off(least) {
            Alone::Left(Value::estimate(least).to_window(window))
        } else {
            Alone::No
        }
    }

    /// The packed move that is left out at the current node, if there is one.
    #[inline(always)]
    pub(super) fn excluded(&self) -> Option<u32> {
        self.is_without_move().then(|| self.alone.excluded[self.ply])
    }

    /// Notes whether the hash move of the current node is extended.
    #[inline(always)]
    pub(super) fn note_extended(&mut self, alone: Alone, extended: bool) {
        if K::SINGULAR && alone.is_extended() {
            self.alone.extended[self.ply] = extended;
        }
    }

    /// True if the first move of the current node is extended.
    #[inline(always)]
    pub(super) fn is_extended(&self) -> bool {
        K::SINGULAR && self.alone.extended[self.ply]
    }
}
