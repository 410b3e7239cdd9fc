//! Correction history: how far the estimates of positions were from what searches found of them, learnt as it is found
//! and added to the estimates of positions that are like them (programs of chess since about 2023).
//!
//! A game says which aspects of a position make it like others ([`Knowledge::aspects`]). For each side to move and each
//! aspect a table holds a correction; an estimate is corrected by their sum. A node whose value says that its estimate
//! was too low or too high moves them, the more the deeper it was searched. It is kept from search to search, unlike
//! what orders moves: a search of some thousand nodes learns too little to gain by it.
//!
//! Cost: nothing where a game does not ask for it ([`Knowledge::CORRECTED`]); else 256 KiB for each worker, and a
//! look-up for each aspect with each estimate.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI16, Ordering};

use super::Searcher;
use super::interior::Interior;
use super::ordering::update;
use crate::rules::game::{Game, Side};
use crate::rules::knowledge::{Aspects, Knowledge};
use crate::rules::observer::Observer;
use crate::rules::value::Value;

/// How many aspects a position has.
const ASPECTS: usize = size_of::<Aspects>() / size_of::<u64>();

/// How many bits of an aspect number an entry.
const BITS: u32 = 14;

const ENTRIES: usize = (2 * ASPECTS) << BITS;

/// An entry says at most this, and then stands for the whole of [`Knowledge::correction`].
const MOST: i32 = 1024;

/// What a node one ply deep teaches is its difference by this.
const SLOWNESS: i32 = 10;

/// The most that a node teaches.
const STEP: i32 = MOST / 4;

/// What has been learnt, by side to move and aspect.
#[derive(Debug, Default)]
pub(crate) struct Corrections {
    entries: OnceLock<Box<[AtomicI16]>>,
}

/// Where the entry of an aspect lies.
#[inline(always)]
fn place(side: Side, aspect: usize, hash: u64) -> usize {
    ((side as usize * ASPECTS + aspect) << BITS) | (hash >> (64 - BITS)) as usize
}

impl Corrections {
    /// How much memory they take.
    pub(crate) const BYTES: usize = ENTRIES * size_of::<AtomicI16>();

    /// Takes the memory, if that is not done yet.
    pub(crate) fn make_ready(&self) {
        self.entries.get_or_init(|| (0..ENTRIES).map(|_| AtomicI16::new(0)).collect());
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        let entries = self.entries.get().into_iter().flatten();
        // Relaxed, here and below: each number stands for itself, and steers estimates alone.
        entries.for_each(|entry| entry.store(0, Ordering::Relaxed));
    }

    /// The sum of what the aspects say, in parts of [`MOST`].
    #[inline(always)]
    fn of(&self, side: Side, aspects: Aspects) -> i32 {
        let Some(entries) = self.entries.get() else { return 0 };
        let entry =
            |(aspect, hash)| i32::from(entries[place(side, aspect, hash)].load(Ordering::Relaxed));
        aspects.into_iter().enumerate().map(entry).sum()
    }

    /// Moves what the aspects say.
    fn learn(&self, side: Side, aspects: Aspects, by: i32) {
        let Some(entries) = self.entries.get() else { return };
        for (aspect, hash) in aspects.into_iter().enumerate() {
            update::<MOST>(&entries[place(side, aspect, hash)], by);
        }
    }
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// True if estimates are corrected.
    #[inline(always)]
    fn corrects(&self) -> bool {
        K::CORRECTED && self.correction > 0
    }

    /// What the position is worth by its estimate, and by what was found of others like it.
    #[inline(always)]
    pub(super) fn judge(&mut self) -> i32 {
        let points = self.knowledge.evaluate(&self.game);
        if !self.corrects() {
            return points;
        }
        let aspects = self.knowledge.aspects(&self.game);
        let sum = self.tables.corrections().of(self.game.to_move(), aspects);
        points.saturating_add(sum * self.correction / MOST)
    }

    /// Learns of a node that was searched how far its estimate was from its value. The value of all its moves but one is
    /// not its own.
    #[inline(always)]
    pub(super) fn learn_correction(&mut self, node: &Interior, mv: Option<G::Move>, value: Value) {
        if self.corrects() && !self.is_without_move() {
            self.learn_difference(node, mv, value);
        }
    }

    #[inline(never)]
    fn learn_difference(&mut self, node: &Interior, mv: Option<G::Move>, value: Value) {
        let Some(estimate) = self.estimate_here() else { return };
        if value.score.is_decided() || mv.is_some_and(|mv| !self.knowledge.is_quiet(&self.game, mv))
        {
            return;
        }
        let off = value.score.raw() - estimate;
        let known = if off > 0 { value.lower().is_known() } else { value.upper().is_known() };
        if !known || off == 0 || self.has_noise() && self.knowledge.forced(&self.game) {
            return;
        }
        let by =
            i64::from(off * node.depth) * i64::from(MOST) / i64::from(SLOWNESS * self.correction);
        let by = by.clamp(-i64::from(STEP), STEP.into()) as i32;
        let aspects = self.knowledge.aspects(&self.game);
        self.tables.corrections().learn(self.game.to_move(), aspects, by);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::recursion::ordering::tests::Numbers;
    use crate::recursion::{Null, Parts};
    use crate::rules::knowledge::{Bounds, NodeKey};
    use crate::rules::observer::Unwatched;
    use crate::rules::score::Score;
    use crate::rules::window::Window;
    use crate::shared::control::Control;
    use crate::shared::groups::Placement;
    use crate::shared::stop::WallClock;
    use crate::table::Table;

    const ONE: Aspects = [1 << 63, 2 << 60, 3 << 60, 4 << 60];

    #[test]
    fn what_is_learnt_of_one_position_counts_for_those_that_share_an_aspect() {
        let corrections = Corrections::default();
        corrections.learn(Side::First, ONE, 100);
        assert_eq!(corrections.of(Side::First, ONE), 0, "there is no table yet");
        corrections.make_ready();
        corrections.learn(Side::First, ONE, 100);
        let like = [ONE[0], 0, ONE[2], 0];
        let own = [ONE, like, [0; 4]].map(|aspects| corrections.of(Side::First, aspects));
        assert_eq!(own, [400, 200, 0]);
        // The same hash is another thing as another aspect, and to the other side.
        assert_eq!(corrections.of(Side::First, [ONE[1], ONE[0], 0, 0]), 0);
        assert_eq!(corrections.of(Side::Second, ONE), 0);
        corrections.clear();
        assert_eq!(corrections.of(Side::First, ONE), 0);
    }

    #[test]
    fn no_correction_passes_the_most_there_is() {
        let corrections = Corrections::default();
        corrections.make_ready();
        for by in [STEP, -STEP] {
            for _ in 0..1000 {
                corrections.learn(Side::Second, ONE, by);
                assert!(corrections.of(Side::Second, ONE).abs() <= 4 * MOST);
            }
            assert!(corrections.of(Side::Second, ONE) * by.signum() > 4 * (MOST - 10));
        }
    }

    /// Takes every position for even.
    #[derive(Clone)]
    struct Even;

    impl Knowledge<Numbers> for Even {
        const CONTEXT: bool = true;
        const SINGULAR: bool = true;
        const CORRECTED: bool = true;

        fn evaluate(&mut self, _game: &Numbers) -> i32 {
            0
        }

        fn correction(&self) -> i32 {
            40
        }

        fn aspects(&self, _game: &Numbers) -> Aspects {
            ONE
        }
    }

    #[test]
    fn the_value_of_a_position_without_its_hash_move_teaches_nothing_of_it() {
        let parts = Parts {
            table: Arc::new(Table::new(1 << 12).expect("a small table")),
            control: Arc::new(Control::new(1, Arc::new(WallClock::default()))),
            team: None,
            turns: None,
            learnt: Arc::default(),
            placement: Arc::new(Placement::together(1)),
            worker: 0,
        };
        let mut searcher = Searcher::new(Numbers, Even, parts, Unwatched);
        searcher.begin(&Numbers, &[], &Arc::default());
        searcher.note_context::<Null>();
        let key = NodeKey { hash: 1, symmetry: 0 };
        let (window, known) = (Window::FULL, Bounds::UNKNOWN);
        let node = Interior { key, window, depth: 4, known, shared: false, table: None };
        let value = Value::estimate(Score::heuristic(100));
        let learnt =
            |searcher: &Searcher<_, _, _>| searcher.tables.corrections().of(Side::First, ONE);
        searcher.alone.leave_out(0, Some(7));
        searcher.learn_correction(&node, None, value);
        assert_eq!(learnt(&searcher), 0);
        searcher.alone.leave_out(0, None);
        searcher.learn_correction(&node, None, value);
        assert_eq!(learnt(&searcher), 4 * STEP);
    }
}
