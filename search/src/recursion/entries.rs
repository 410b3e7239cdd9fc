//! What a node reads from the table, and what it leaves there.

use super::Searcher;
use crate::rules::game::Game;
use crate::rules::knowledge::{Knowledge, NodeKey};
use crate::rules::observer::Observer;
use crate::rules::score::Score;
use crate::rules::value::{Basis, Value};
use crate::rules::window::Window;
use crate::shared::config::Acceptance;
use crate::table::{Entry, NO_MOVE};

/// In a proof by distance a position has two places in the table: one says within how many plies a side
/// wins, the other, under the key that this makes of the position's, within how many neither does. Both
/// are asked for over and over, and would drive each other out of one place.
const NOT_WITHIN: u64 = 0x5bf0_3635_dcb4_2ec7;

/// True if the one who is asked to win within a distance does.
fn is_won(window: Window, value: Value) -> bool {
    if window.alpha > Score::DRAW { value.lower().is_known() } else { value.upper().is_known() }
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// True if a node of this depth has a place in the table; the root always has.
    #[inline(always)]
    pub(super) fn is_kept(&self, depth: i32) -> bool {
        if self.is_horizon(depth) {
            self.keeps_horizon()
        } else {
            self.is_kept_above_horizon(depth)
        }
    }

    /// True if positions at the horizon and among the noisy moves below it have a place in the table. Where the line
    /// forbids moves, what is found there says nothing of another line.
    #[inline(always)]
    pub(super) fn keeps_horizon(&self) -> bool {
        K::TABLE_DEPTH <= 0
            && self.grain.table_depth <= 0
            && !self.mode.unpruned
            && !self.mode.proof
            && !self.forbids()
    }

    /// [`Self::is_kept`], of a node that is known to lie above the horizon.
    #[inline(always)]
    pub(super) fn is_kept_above_horizon(&self, depth: i32) -> bool {
        let table_depth = self.grain.table_depth;
        let everywhere = table_depth <= 1 || self.mode.to_end || self.mode.unpruned;
        everywhere || depth >= table_depth
    }

    #[inline]
    pub(super) fn probe(&mut self, key: NodeKey) -> Option<Entry> {
        self.counters.probes += 1;
        let entry = self.look_into_table(key.hash);
        self.counters.hits += u64::from(entry.is_some());
        entry
    }

    /// What the table has under a hash, without what another search found by a return to its own line.
    #[inline(always)]
    pub(super) fn look_into_table(&self, hash: u64) -> Option<Entry> {
        let table = &self.parts.table;
        if G::CAN_REPEAT { table.probe_for_line(hash) } else { table.probe(hash) }
    }

    /// What a table entry answers the window of the current node with, if it does.
    #[inline(always)]
    pub(super) fn answer(&self, entry: Option<Entry>, window: Window, depth: i32) -> Option<Value> {
        self.answer_at(entry, window, depth, self.ply)
    }

    /// The same for a node `ply` plies from the root.
    #[inline(always)]
    pub(super) fn answer_at(
        &self,
        entry: Option<Entry>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<Value> {
        let entry = entry?;
        let score = entry.score.from_node(ply as u32);
        let counts = |side| self.counts(&entry, side, depth);
        if window.cuts_off(score) {
            counts(entry.lower).then(|| Value::new(score, entry.lower, Basis::Unknown))
        } else if score <= window.alpha {
            counts(entry.upper).then(|| Value::new(score, Basis::Unknown, entry.upper))
        } else {
            let both = counts(entry.lower) && counts(entry.upper);
            both.then(|| Value::new(score, entry.lower, entry.upper))
        }
    }

    /// True if one side of an entry is good enough for the task at hand and a search of this depth.
    #[inline]
    pub(super) fn counts(&self, entry: &Entry, side: Basis, depth: i32) -> bool {
        if self.mode.to_end || self.mode.proof {
            return side.is_proven() || self.counts_in_pass(entry, side, depth);
        }
        match self.mode.acceptance {
            Acceptance::AtLeast => {
                side.is_proven() || (side.is_known() && i32::from(entry.depth) >= depth)
            }
            Acceptance::Equal => {
                side.is_known() && !side.is_proven() && i32::from(entry.depth) == depth
            }
        }
    }

    /// True if a side of an entry is good enough for a selective pass: what rests on estimates is, if it was found to
    /// the end, too.
    #[inline(always)]
    fn counts_in_pass(&self, entry: &Entry, side: Basis, depth: i32) -> bool {
        K::SELECTIVE_SOLVES
            && self.mode.passes_left > 0
            && side.is_known()
            && i32::from(entry.depth) >= self.depth_in_pass(depth)
    }

    /// The depth of an entry: in a selective pass of an exact solve, one less for each pass after it. So it
    /// does not answer in those, which are surer, while its move is tried first there.
    #[inline(always)]
    fn depth_in_pass(&self, depth: i32) -> i32 {
        if K::SELECTIVE_SOLVES && self.mode.to_end {
            depth - i32::from(self.mode.passes_left)
        } else {
            depth
        }
    }

    /// The entry's move, if it is legal here; one that is not belongs to another position.
    #[inline]
    pub(super) fn entry_move(&mut self, entry: &Entry, key: NodeKey) -> Option<G::Move> {
        if entry.mv == NO_MOVE {
            return None;
        }
        let bits = self.knowledge.bits_from_canonical(&self.game, entry.mv, key.symmetry);
        let mv = self.game.unpack(bits);
        self.counters.collisions += u64::from(mv.is_none());
        mv
    }

    /// What the table knows of a node that is asked whether a side wins within a distance: an answer, or
    /// else a move that once won within a longer one.
    #[cold]
    #[inline(never)]
    pub(super) fn proof(
        &mut self,
        key: NodeKey,
        entry: Option<Entry>,
        window: Window,
        depth: i32,
    ) -> Option<Value> {
        self.answer(entry, window, depth).or_else(|| {
            let entry = self.probe(NodeKey { hash: key.hash ^ NOT_WITHIN, ..key });
            self.answer(entry, window, depth)
        })
    }

    /// Leaves in the table what was found of the current node, which was asked this and lies above the horizon.
    #[inline(always)]
    pub(super) fn store(
        &mut self,
        key: NodeKey,
        mv: Option<G::Move>,
        window: Window,
        value: Value,
        depth: i32,
    ) {
        if value.is_known() && (self.is_kept_above_horizon(depth) || self.ply == 0) {
            self.keep(key, mv, window, value, depth);
        }
    }

    /// [`Self::store`], of what has a place in the table.
    #[inline]
    fn keep(
        &mut self,
        mut key: NodeKey,
        mv: Option<G::Move>,
        window: Window,
        value: Value,
        depth: i32,
    ) {
        if self.mode.proof && !is_won(window, value) {
            key.hash ^= NOT_WITHIN;
        }
        let (mut lower, mut upper) = (value.lower(), value.upper());
        if !self.mode.to_end && self.mode.acceptance == Acceptance::Equal {
            // Where only equal depths answer, nothing may answer for all.
            (lower, upper) = (lower.min(Basis::Estimate), upper.min(Basis::Estimate));
        }
        let in_canonical = |mv| G::pack(self.knowledge.to_canonical(&self.game, mv, key.symmetry));
        let entry = Entry {
            mv: mv.map_or(NO_MOVE, in_canonical),
            score: value.score.to_node(self.ply as u32),
            depth: self.depth_in_pass(depth).clamp(0, 255) as u8,
            lower,
            upper,
        };
        self.parts.table.store(key.hash, entry);
    }
}
