//! In which order moves are tried: hash move, killers, countermove, histories, the game's own rank.
//!
//! The tables belong to one worker, and so do their weights, which are asked for once a search. A game
//! whose ranks are all there is to say ([`crate::Knowledge::ENGINE_ORDERING`]) never touches them.

mod following;
mod picker;

pub(crate) use following::Before;
pub(crate) use picker::Picker;

use std::sync::Arc;
use std::sync::atomic::{AtomicI16, AtomicU32, AtomicUsize, Ordering};

use crate::recursion::correction::Corrections;
use crate::recursion::ordering::following::Following;
use crate::rules::game::{Game, Ranked, Side};
use crate::rules::knowledge::OrderingWeights;
use crate::rules::limits::MAX_PLY;

const SLOTS: usize = 4096;
const HISTORY_LIMIT: i32 = 16_384;
const NONE: u32 = u32::MAX;
/// How many lessons of history are taught to all at once.
const LESSONS: usize = 32;
/// From this depth on nodes have killers and countermoves in common.
const COMMON_DEPTH: i32 = 3;

#[inline]
fn slot(bits: u32) -> usize {
    (bits ^ (bits >> 12) ^ (bits >> 24)) as usize & (SLOTS - 1)
}

/// Killers, countermoves and history of one search (killers: S. Akl and M. Newborn, "The principal
/// continuation and the killer heuristic", 1977; history: J. Schaeffer, "The history heuristic",
/// 1983; countermoves: J. Uiterwijk, "The countermove heuristic", 1992).
///
/// All workers of a search learn into the same tables, where they share the tree: what one has learnt orders and reduces
/// the moves of all in the same way, so that an entry of one is deep enough for the others. Relaxed, and a lesson may
/// be lost where two learn at once: each number stands for itself and steers the order alone.
///
/// What all write, all have to fetch again, and a few moves are most of what is learnt: where a line takes long from core to
/// core that was a quarter of the time of two threads in draughts. So lessons of history are kept back until there are
/// [`LESSONS`], and killers and countermoves of nodes below [`COMMON_DEPTH`], which are most nodes and change the most, are
/// each worker's own.
#[derive(Debug)]
pub(crate) struct Learnt {
    killers: Box<[[AtomicU32; 2]]>,
    countermoves: Box<[AtomicU32; SLOTS]>,
    history: [Box<[AtomicI16; SLOTS]>; 2],
    following: Following,
    corrections: Corrections,
    /// Nothing has been learnt at this ply and below, nor in this slot and those behind it: a small search has
    /// little to forget, and a game whose moves are few even less.
    plies: AtomicUsize,
    slots: AtomicUsize,
}

impl Learnt {
    pub(crate) fn new() -> Self {
        let killers = || [AtomicU32::new(NONE), AtomicU32::new(NONE)];
        let history = || Box::new([const { AtomicI16::new(0) }; SLOTS]);
        Learnt {
            killers: (0..=MAX_PLY).map(|_| killers()).collect(),
            countermoves: Box::new([const { AtomicU32::new(NONE) }; SLOTS]),
            history: [history(), history()],
            following: Following::default(),
            corrections: Corrections::default(),
            plies: AtomicUsize::new(0),
            slots: AtomicUsize::new(0),
        }
    }

    /// History learns of a move.
    #[inline]
    fn praise(&self, side: Side, slot: usize, bonus: i32) {
        reach(&self.slots, slot + 1);
        update::<HISTORY_LIMIT>(&self.history[side as usize][slot], bonus);
    }

    /// Forgets what is kept from search to search.
    pub(crate) fn forget_corrections(&self) {
        self.corrections.clear();
    }

    /// Forgets what belongs to one search only.
    pub(crate) fn clear(&self) {
        let plies = self.plies.swap(0, Ordering::Relaxed);
        let slots = self.slots.swap(0, Ordering::Relaxed);
        for killer in self.killers[..plies].iter().flatten() {
            killer.store(NONE, Ordering::Relaxed);
        }
        self.countermoves[..slots].iter().for_each(|mv| mv.store(NONE, Ordering::Relaxed));
        for score in self.history.iter().flat_map(|side| &side[..slots]) {
            score.store(0, Ordering::Relaxed);
        }
        self.following.clear();
    }
}

/// Notes that this much of a table is in use.
#[inline]
fn reach(mark: &AtomicUsize, used: usize) {
    if used > mark.load(Ordering::Relaxed) {
        mark.store(used, Ordering::Relaxed);
    }
}

/// What has been learnt, as one worker weighs it.
#[derive(Debug)]
pub(crate) struct OrderingTables {
    weights: OrderingWeights,
    /// What orders the moves of the task at hand: its own, or what all have in common.
    learnt: Arc<Learnt>,
    own: Arc<Learnt>,
    common: Option<Arc<Learnt>>,
    /// The task at hand is one in which all learn in common.
    shares: bool,
    /// What the others are then still to be taught: side and slot, and the bonus.
    lessons: Vec<(Side, u16, i32)>,
}

impl OrderingTables {
    pub(crate) fn new(common: Option<Arc<Learnt>>) -> Self {
        let own = Arc::new(Learnt::new());
        let learnt = Arc::clone(&own);
        let lessons = Vec::with_capacity(if common.is_some() { LESSONS } else { 0 });
        let weights = OrderingWeights::GAME_ONLY;
        OrderingTables { weights, learnt, own, common, shares: false, lessons }
    }

    /// Forgets what belongs to the last search, and weighs the next one like this. What is learnt in common is cleared by
    /// whoever begins before all others.
    pub(crate) fn begin(&mut self, weights: OrderingWeights) {
        self.weights = weights.clamped();
        self.own.clear();
        if self.follows() {
            let all = self.common.iter().chain([&self.own]);
            all.for_each(|learnt| learnt.following.make_ready());
        }
    }

    /// Takes the memory for what is learnt of estimates.
    pub(crate) fn make_corrections_ready(&self) {
        let all = self.common.iter().chain([&self.own]);
        all.for_each(|learnt| learnt.corrections.make_ready());
    }

    /// What has been learnt of estimates.
    #[inline(always)]
    pub(crate) fn corrections(&self) -> &Corrections {
        &self.learnt.corrections
    }

    /// True if what follows on a move is learnt, too.
    #[inline(always)]
    pub(crate) fn follows(&self) -> bool {
        self.weights.continuation != 0
    }

    /// Learns and orders from now on by what all have `in_common`, if there is anything, or by its own.
    pub(crate) fn choose(&mut self, in_common: bool) {
        let common = self.common.as_ref().filter(|_| in_common);
        self.learnt = Arc::clone(common.unwrap_or(&self.own));
        self.shares = common.is_some();
        self.lessons.clear();
    }

    /// Where killers and countermoves of nodes of this depth are.
    #[inline(always)]
    fn recent_at(&self, depth: i32) -> &Learnt {
        if depth >= COMMON_DEPTH { &self.learnt } else { &self.own }
    }

    /// Adds what the tables say to the ranks of the moves. `previous` is the packed move that led here, if there is
    /// one, and the depth of the node.
    #[inline]
    pub(crate) fn rank<G: Game>(
        &self,
        ply: usize,
        side: Side,
        previous: (u32, i32),
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
        (previous, depth): (u32, i32),
        moves: &mut [Ranked<G::Move>],
    ) {
        let (weights, recent) = (self.weights, self.recent_at(depth));
        let history = &self.learnt.history[side as usize];
        let of_history = |bits| weigh(history[slot(bits)].load(Ordering::Relaxed));
        if weights.killer == 0 && weights.countermove == 0 {
            add::<G>(moves, of_history);
            return;
        }
        let killers = match &recent.killers[ply] {
            _ if weights.killer == 0 => [NONE; 2],
            [newer, older] => [newer.load(Ordering::Relaxed), older.load(Ordering::Relaxed)],
        };
        let countermove = match &recent.countermoves[slot(previous)] {
            _ if weights.countermove == 0 => NONE,
            countermove => countermove.load(Ordering::Relaxed),
        };
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

    /// Adds what followed on the moves before to the ranks of the moves, each of which is of a `kind`.
    #[inline]
    pub(crate) fn rank_following<M: Copy>(
        &self,
        before: Before,
        moves: &mut [Ranked<M>],
        kind: impl Fn(M) -> u32,
    ) {
        let weight = self.weights.continuation;
        for ranked in moves {
            let score = self.learnt.following.of(before, kind(ranked.mv));
            let bonus = (i64::from(score) * i64::from(weight) / i64::from(HISTORY_LIMIT)) as i32;
            ranked.rank = ranked.rank.saturating_add(bonus);
        }
    }

    /// What history says of a move.
    #[inline]
    pub(crate) fn history<G: Game>(&self, side: Side, mv: G::Move) -> i32 {
        if self.weights.history == 0 {
            return 0;
        }
        i32::from(self.learnt.history[side as usize][slot(G::pack(mv))].load(Ordering::Relaxed))
    }

    /// What history says of a move of this kind after those before it.
    #[inline]
    pub(crate) fn history_of_following(&self, before: Before, kind: u32) -> i32 {
        self.learnt.following.of(before, kind)
    }

    /// Learns that a move of this kind cut off after the moves before it, and that those of other kinds had failed to.
    pub(crate) fn learn_following(
        &self,
        before: Before,
        depth: i32,
        kind: u32,
        tried: impl Iterator<Item = u32>,
    ) {
        let bonus = bonus(depth);
        self.learnt.following.praise(before, kind, bonus);
        tried.for_each(|kind| self.learnt.following.praise(before, kind, -bonus));
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
        let (weights, recent) = (self.weights, self.recent_at(depth));
        if weights.killer != 0 {
            reach(&recent.plies, ply + 1);
            let [newer, older] = &recent.killers[ply];
            let last = newer.load(Ordering::Relaxed);
            if last != bits {
                older.store(last, Ordering::Relaxed);
                newer.store(bits, Ordering::Relaxed);
            }
        }
        if weights.countermove != 0 && previous != NONE {
            let slot = slot(previous);
            reach(&recent.slots, slot + 1);
            recent.countermoves[slot].store(bits, Ordering::Relaxed);
        }
        if weights.history == 0 {
            return;
        }
        let bonus = bonus(depth);
        let OrderingTables { learnt, shares, lessons, .. } = self;
        let mut praise = |bits, bonus| {
            if !*shares {
                return learnt.praise(side, slot(bits), bonus);
            }
            lessons.push((side, slot(bits) as u16, bonus));
            if lessons.len() == LESSONS {
                let taught = lessons.drain(..);
                taught.for_each(|(side, slot, bonus)| learnt.praise(side, slot.into(), bonus));
            }
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

/// How much a cut-off at this depth teaches.
#[inline]
fn bonus(depth: i32) -> i32 {
    (depth * depth).clamp(1, 1024)
}

/// Moves an entry towards plus or minus the limit, the more slowly the nearer it is.
#[inline]
pub(super) fn update<const LIMIT: i32>(entry: &AtomicI16, bonus: i32) {
    let old = i32::from(entry.load(Ordering::Relaxed));
    entry.store((old + bonus - old * bonus.abs() / LIMIT) as i16, Ordering::Relaxed);
}

#[cfg(test)]
pub(super) mod tests;
