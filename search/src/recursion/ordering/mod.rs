//! In which order moves are tried: hash move, killers, countermove, history, the game's own rank.
//!
//! The tables belong to one worker, and so do their weights, which are asked for once a search. A game
//! whose ranks are all there is to say ([`crate::Knowledge::ENGINE_ORDERING`]) never touches them.

mod picker;

pub(crate) use picker::Picker;

use std::mem;

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
    /// Nothing has been learnt at this ply and below, nor in this slot and those behind it: a small search has
    /// little to forget, and a game whose moves are few even less.
    plies: usize,
    slots: usize,
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
            plies: 0,
            slots: 0,
        }
    }

    /// Forgets what belongs to one search only, and weighs the next one like this.
    pub(crate) fn begin(&mut self, weights: OrderingWeights) {
        self.weights = weights.clamped();
        let (plies, slots) = (mem::take(&mut self.plies), mem::take(&mut self.slots));
        self.killers[..plies].fill([NONE; 2]);
        self.countermoves[..slots].fill(NONE);
        for side in &mut self.history {
            side[..slots].fill(0);
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
        if self.weights.history == HISTORY_LIMIT {
            // The usual weight, at which there is nothing to multiply.
            self.rank_weighing::<G>(i32::from, ply, side, previous, moves);
        } else {
            let weight = self.weights.history;
            let weigh = |score| i32::from(score) * weight / HISTORY_LIMIT;
            self.rank_weighing::<G>(weigh, ply, side, previous, moves);
        }
    }

    /// [`Self::rank`], where `weigh` says what a score of history adds to a rank.
    #[inline(always)]
    fn rank_weighing<G: Game>(
        &self,
        weigh: impl Fn(i16) -> i32,
        ply: usize,
        side: Side,
        previous: u32,
        moves: &mut [Ranked<G::Move>],
    ) {
        let weights = self.weights;
        let history = &self.history[side as usize];
        let of_history = |bits| weigh(history[slot(bits)]);
        if weights.killer == 0 && weights.countermove == 0 {
            add::<G>(moves, of_history);
            return;
        }
        let killers = if weights.killer == 0 { [NONE; 2] } else { self.killers[ply] };
        let countermove =
            if weights.countermove == 0 { NONE } else { self.countermoves[slot(previous)] };
        add::<G>(moves, |bits| {
            let mut bonus = of_history(bits);
            if bits == killers[0] || bits == killers[1] {
                bonus += weights.killer;
            }
            if bits == countermove {
                bonus += weights.countermove;
            }
            bonus
        });
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
            self.plies = self.plies.max(ply + 1);
            let killers = &mut self.killers[ply];
            if killers[0] != bits {
                *killers = [bits, killers[0]];
            }
        }
        if weights.countermove != 0 && previous != NONE {
            let slot = slot(previous);
            self.slots = self.slots.max(slot + 1);
            self.countermoves[slot] = bits;
        }
        if weights.history == 0 {
            return;
        }
        let bonus = (depth * depth).clamp(1, 1024);
        let (history, slots) = (&mut self.history[side as usize], &mut self.slots);
        let mut praise = |bits, bonus| {
            let slot = slot(bits);
            *slots = (*slots).max(slot + 1);
            update(&mut history[slot], bonus);
        };
        praise(bits, bonus);
        tried.for_each(|mv| praise(G::pack(mv), -bonus));
    }
}

/// Adds to the rank of each move the bonus of its packed form.
#[inline(always)]
fn add<G: Game>(moves: &mut [Ranked<G::Move>], bonus: impl Fn(u32) -> i32) {
    for ranked in moves {
        ranked.rank = ranked.rank.saturating_add(bonus(G::pack(ranked.mv)));
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
