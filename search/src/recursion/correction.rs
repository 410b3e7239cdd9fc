//! By how much estimates of a kind of position turn out to be wrong: correction history (programs of chess since 2023).
//!
//! Where the value that a search found and the estimate of the node differ, positions that have something in common (in
//! chess the pawns) mostly differ in the same direction. A worker keeps the mean of that difference for each kind and side
//! to move, and adds it to the estimates.
//!
//! Cost: where a game names no kinds ([`Knowledge::correction`]) there is none; else 128 KiB a worker and two look-ups a
//! node.

use super::{NodeKind, Searcher};
use crate::recursion::interior::Interior;
use crate::rules::game::{Game, Side};
use crate::rules::knowledge::Knowledge;
use crate::rules::node::Correction;
use crate::rules::observer::Observer;
use crate::rules::value::Value;

/// How many kinds have a mean of their own for each side.
const KINDS: usize = 1 << 14;
/// Means are kept in parts of a point.
const POINT: i32 = 256;
/// A node of much depth counts this much of the mean at most, in parts of [`WHOLE`].
const MOST_WEIGHT: i32 = 16;
const WHOLE: i32 = 256;
/// No more points are added, so that all sums fit 32 bits.
const MOST_POINTS: i32 = 1 << 13;

/// The mean difference for each side and kind, in parts of a point; nothing, where the game names no kinds.
pub(super) struct Corrections {
    means: Box<[i32]>,
    used: bool,
}

fn place(side: Side, kind: u64) -> usize {
    side as usize * KINDS + (kind as usize & (KINDS - 1))
}

impl Corrections {
    /// How much memory they take at most.
    pub(super) const BYTES: usize = 2 * KINDS * size_of::<i32>();

    pub(super) fn new(are_asked: bool) -> Self {
        let means = vec![0; if are_asked { 2 * KINDS } else { 0 }].into_boxed_slice();
        Corrections { means, used: false }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.used) {
            self.means.fill(0);
        }
    }

    /// What is to be added to estimates of a kind, in points.
    #[inline]
    fn of(&self, side: Side, kind: u64) -> i32 {
        self.means.get(place(side, kind)).map_or(0, |mean| mean / POINT)
    }

    /// An estimate of a kind was `off` by so many points, where the search went so deep.
    fn learn(&mut self, side: Side, asked: Correction, off: i32, depth: i32) {
        let most = asked.most.clamp(0, MOST_POINTS);
        // From what the game itself estimates. One that is far off counts for no more than several.
        let off = off.saturating_add(self.of(side, asked.kind)).clamp(-4 * most, 4 * most);
        let Some(mean) = self.means.get_mut(place(side, asked.kind)) else { return };
        let weight = (1 + depth).clamp(1, MOST_WEIGHT);
        let moved = (*mean * (WHOLE - weight) + off * POINT * weight) / WHOLE;
        *mean = moved.clamp(-most * POINT, most * POINT);
        self.used = true;
    }
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// What the game estimates of the position, corrected.
    #[inline(always)]
    pub(super) fn corrected_estimate(&mut self) -> i32 {
        let points = self.knowledge.evaluate(&self.game);
        match self.knowledge.correction(&self.game) {
            None => points,
            Some(asked) => {
                points.saturating_add(self.corrections.of(self.game.to_move(), asked.kind))
            }
        }
    }

    /// Learns what the search of a node found, if its estimate was to say the same: neither side is forced, the best move is
    /// a quiet one, and the value is not merely on that side of a bound on which the estimate is.
    #[inline(always)]
    pub(super) fn learn_correction<N: NodeKind>(
        &mut self,
        node: &Interior,
        mv: Option<G::Move>,
        value: Value,
    ) {
        if self.mode.unpruned || self.is_without_move() || value.score.is_decided() {
            return;
        }
        let Some(asked) = self.knowledge.correction(&self.game) else { return };
        let seen = self.described::<N>(node.table, node.window, node.depth);
        let Some(estimate) = seen.estimate else { return };
        let off = value.score.raw().saturating_sub(estimate);
        let tells = (off < 0 || value.lower().is_known()) && (off > 0 || value.upper().is_known());
        if !tells
            || mv.is_some_and(|mv| !self.knowledge.is_quiet(&self.game, mv))
            || self.knowledge.forced(&self.game)
        {
            return;
        }
        self.corrections.learn(self.game.to_move(), asked, off, node.depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_that_is_always_off_is_corrected_by_what_it_is_off_and_others_are_not() {
        let (mut all, asked) = (Corrections::new(true), Correction { kind: 5, most: 30 });
        assert_eq!(all.of(Side::First, 5), 0);
        for _ in 0..200 {
            let off = 20 - all.of(Side::First, 5);
            all.learn(Side::First, asked, off, 6);
        }
        assert!((18..=20).contains(&all.of(Side::First, 5)), "{}", all.of(Side::First, 5));
        assert_eq!((all.of(Side::Second, 5), all.of(Side::First, 6)), (0, 0));
        // One that is far off does not count for more than several, and no more is added than is allowed.
        for off in [100_000, i32::MAX / 2, -100_000] {
            (0..50).for_each(|_| all.learn(Side::Second, asked, off, 99));
            assert_eq!(all.of(Side::Second, 5).abs(), 30, "{off}");
        }
        all.clear();
        assert_eq!(all.of(Side::First, 5), 0);
    }
}
