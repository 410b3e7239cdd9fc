//! In which order moves are tried: hash move, killers, countermove, history, the game's own rank.
//!
//! The tables belong to one worker, and so do their weights, which are asked for once a search. A game
//! whose ranks are all there is to say ([`crate::Knowledge::ENGINE_ORDERING`]) never touches them.

mod picker;

pub(crate) use picker::Picker;

use crate::rules::game::{Game, Ranked, Side};
use crate::rules::knowledge::OrderingWeights;
use crate::rules::limits::MAX_PLY;

const SLOTS: usize = 4096;
const HISTORY_LIMIT: i32 = 16_384;
const NONE: u32 = u32::MAX;

/// Killers, countermoves and history of one worker (killers: S. Akl and M. Newborn, "The principal
/// continuation and the killer heuristic", 1977; history: J. Schaeffer, "The history heuristic",
/// 1983; countermoves: J. Uiterwijk, "The countermove heuristic", 1992).
#[derive(Debug)]
pub(crate) struct OrderingTables {
    weights: OrderingWeights,
    killers: Box<[[u32; 2]]>,
    countermoves: Box<[u32; SLOTS]>,
    history: [Box<[i16; SLOTS]>; 2],
}

#[inline]
fn slot(bits: u32) -> usize {
    (bits ^ (bits >> 12) ^ (bits >> 24)) as usize & (SLOTS - 1)
}

impl OrderingTables {
    pub(crate) fn new() -> Self {
        let history = || Box::new([0; SLOTS]);
        OrderingTables {
            weights: OrderingWeights::GAME_ONLY,
            killers: vec![[NONE; 2]; MAX_PLY + 1].into_boxed_slice(),
            countermoves: Box::new([NONE; SLOTS]),
            history: [history(), history()],
        }
    }

    /// Forgets what belongs to one search only, and weighs the next one like this. Tables without
    /// weight are not written to, so there is nothing to forget; for small searches that is a good part
    /// of their time.
    pub(crate) fn begin(&mut self, weights: OrderingWeights) {
        let weights = weights.clamped();
        self.weights = weights;
        if weights.killer != 0 {
            self.killers.fill([NONE; 2]);
        }
        if weights.countermove != 0 {
            self.countermoves.fill(NONE);
        }
        if weights.history != 0 {
            for side in &mut self.history {
                side.fill(0);
            }
        }
    }

    /// Adds what the tables say to the ranks of the moves. `previous` is the packed move that led
    /// here, if there is one.
    #[inline]
    pub(crate) fn rank<G: Game>(
        &self,
        ply: usize,
        side: Side,
        previous: u32,
        moves: &mut [Ranked<G::Move>],
    ) {
        // A table without weight adds nothing, whatever an earlier search has left in it.
        let weights = self.weights;
        let killers = if weights.killer == 0 { [NONE; 2] } else { self.killers[ply] };
        let countermove =
            if weights.countermove == 0 { NONE } else { self.countermoves[slot(previous)] };
        let history = &self.history[side as usize];
        for ranked in moves {
            let bits = G::pack(ranked.mv);
            let mut bonus = i32::from(history[slot(bits)]) * weights.history / HISTORY_LIMIT;
            if bits == killers[0] || bits == killers[1] {
                bonus += weights.killer;
            }
            if bits == countermove {
                bonus += weights.countermove;
            }
            ranked.rank = ranked.rank.saturating_add(bonus);
        }
    }

    /// What history says of a move.
    #[inline]
    pub(crate) fn history<G: Game>(&self, side: Side, mv: G::Move) -> i32 {
        if self.weights.history == 0 {
            return 0;
        }
        i32::from(self.history[side as usize][slot(G::pack(mv))])
    }

    /// Learns that `bits` cut off at this ply after the moves `tried` had failed to.
    pub(crate) fn learn<G: Game>(
        &mut self,
        ply: usize,
        side: Side,
        previous: u32,
        depth: i32,
        bits: u32,
        tried: impl Iterator<Item = G::Move>,
    ) {
        let weights = self.weights;
        if weights.killer != 0 {
            let killers = &mut self.killers[ply];
            if killers[0] != bits {
                *killers = [bits, killers[0]];
            }
        }
        if weights.countermove != 0 && previous != NONE {
            self.countermoves[slot(previous)] = bits;
        }
        if weights.history == 0 {
            return;
        }
        let bonus = (depth * depth).clamp(1, 1024);
        let history = &mut self.history[side as usize];
        update(&mut history[slot(bits)], bonus);
        for mv in tried {
            update(&mut history[slot(G::pack(mv))], -bonus);
        }
    }
}

/// Moves an entry towards plus or minus the limit, the more slowly the nearer it is.
#[inline]
fn update(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

#[cfg(test)]
mod tests;
