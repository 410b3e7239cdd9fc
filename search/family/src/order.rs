//! What the family learns of moves: killers and history.

use std::collections::HashMap;

use crate::method::Ordering;
use plyglot_search::Side;

/// What was learnt of moves in one search.
#[derive(Clone, Debug)]
pub(super) struct Experience<M> {
    /// The two moves that last failed high at each ply (S. Akl and M. Newborn, "The principal
    /// continuation and the killer heuristic", 1977).
    killers: Vec<[Option<M>; 2]>,
    /// How much each packed move has cut off, for each side (J. Schaeffer, "The history heuristic",
    /// 1983).
    history: HashMap<(Side, u32), u64>,
}

impl<M> Default for Experience<M> {
    fn default() -> Self {
        Experience { killers: Vec::new(), history: HashMap::new() }
    }
}

impl<M: Copy + Eq> Experience<M> {
    /// A move failed high.
    pub(super) fn learn(&mut self, ply: usize, side: Side, mv: M, packed: u32, depth: i32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        *self.history.entry((side, packed)).or_default() += 1 << depth.clamp(0, 40);
    }

    /// Orders moves by what was learnt, as far as it is to be used: history first, then the killers
    /// before everything else. Moves of which nothing is known keep their order.
    pub(super) fn order(
        &self,
        ordering: &Ordering,
        ply: usize,
        side: Side,
        moves: &mut [M],
        pack: impl Fn(M) -> u32,
    ) {
        if ordering.history {
            let known = |mv: &M| self.history.get(&(side, pack(*mv))).copied().unwrap_or(0);
            moves.sort_by_cached_key(|mv| std::cmp::Reverse(known(mv)));
        }
        if ordering.killers
            && let Some(killers) = self.killers.get(ply)
        {
            for &killer in killers.iter().rev().flatten() {
                to_front(moves, |mv| mv == killer);
            }
        }
    }
}

/// Moves the first that fits to the front, the others keep their order.
pub(super) fn to_front<M: Copy>(moves: &mut [M], fits: impl Fn(M) -> bool) {
    if let Some(place) = moves.iter().position(|&mv| fits(mv)) {
        moves[..=place].rotate_right(1);
    }
}
