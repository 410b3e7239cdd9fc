//! The solver of the last empty cells: a search of the game's own.
//!
//! Most of a solve is spent on positions of 8 to 18 empty cells, where the engine's recursion
//! mostly waits for its table's memory. This search uses a small table that stays in the
//! processor's own cache, surveys each position once instead of once from its parent and once at the
//! node itself, and continues from where forced moves end.
//!
//! All bounds are margins, and answers are fail soft: one at or below alpha is an upper bound of
//! the value, one at or above beta a lower bound, one between them is the value.
//!
//! Cost: half a megabyte for each worker; see `memory`.

use arrayvec::ArrayVec;
use plyglot_search::Meter;

use super::board::{Geometry, MOST_COLUMNS};
#[cfg(target_arch = "x86_64")]
use super::hardware::Bits;
use super::hardware::{Isa, Portable};
use super::memory::Memory;
use super::ordering::{HISTORY, rank};
use super::position::ConnectFour;
use super::survey::{Range, Threats};

const HISTORY_LIMIT: i32 = 1 << 14;
/// After how many positions the search checks for a stop: about 20 microseconds.
const STOP_CHECK: u64 = 256;
/// Down to this number of empty cells a position's children are looked up before one of them is searched.
const CHILDREN: u32 = 10;
/// Down to this number of empty cells each of a few workers remembers by itself. What another core writes has to be fetched
/// from it: with all in common two threads visit 0.65 times as many nodes a second each as one does alone, with this 0.83,
/// and the empty board takes them 2.2 s and not 2.7. (Two virtual threads, which know nothing of caches, gain 1.74 by it
/// and not 1.83.) Among many workers what is proven twice costs more: 64 gain 28 in virtual time with all in common, 16 to
/// 23 with less.
const APART: u32 = 18;
/// The rank of a branch that was taken, below all others.
const TAKEN: i32 = i32::MIN;
/// The solver of the last empty cells, with what it remembers from one position to the next.
#[derive(Debug)]
pub(super) struct Solver {
    /// What all workers of an engine have proven; and what this one has of positions of at most `apart` empty cells.
    shared: Memory,
    own: Memory,
    apart: u32,
    #[cfg(target_arch = "x86_64")]
    bits: Option<Bits>,
    /// The history of each cell, for the first and the second player.
    history: [[i16; 64]; 2],
}

impl Default for Solver {
    fn default() -> Self {
        Solver::sharing(Memory::for_workers(1))
    }
}

/// A clone starts empty and shares nothing.
impl Clone for Solver {
    fn clone(&self) -> Self {
        Solver::default()
    }
}

/// A position where the side to move has a choice of safe moves, and which its own survey does not decide.
#[derive(Clone, Copy)]
pub(super) struct Unsolved<S: Geometry> {
    pub(super) game: ConnectFour<S>,
    pub(super) threats: Threats,
    /// Its key, where that has been made.
    pub(super) hash: Option<u64>,
}

/// A move, and the position that it leads to when forced moves are played on.
#[derive(Clone, Copy)]
struct Branch<S: Geometry> {
    cell: u64,
    /// The mover's threats right after the move.
    threats: u64,
    rank: i32,
    /// The most that it can be worth to the mover.
    upper: i32,
    end: Unsolved<S>,
}

/// The moves of a position that its children's surveys leave open.
struct Branches<S: Geometry> {
    list: ArrayVec<Branch<S>, MOST_COLUMNS>,
    /// What the surveys prove of the position itself.
    proven: Range,
}

impl<S: Geometry> Branches<S> {
    /// No moves, of which nothing is written: most nodes have few.
    #[inline(always)]
    fn none() -> Self {
        let proven = Range { lower: i32::MIN, upper: i32::MIN };
        Branches { list: ArrayVec::new(), proven }
    }

    /// Surveys the safe moves; stops as soon as one reaches `beta`.
    #[inline(always)]
    fn survey(&mut self, game: &ConnectFour<S>, threats: Threats, alpha: i32, beta: i32) {
        let mut left = game.safe(threats.theirs);
        while left != 0 && self.proven.lower < beta {
            let cell = left & left.wrapping_neg();
            left &= left - 1;
            self.add(game, threats, cell, alpha, beta);
        }
        if left != 0 {
            self.proven.upper = i32::MAX;
        }
    }

    #[inline(always)]
    fn add(&mut self, game: &ConnectFour<S>, threats: Threats, cell: u64, alpha: i32, beta: i32) {
        let mut end = game.after(cell);
        let mut end_threats = end.threats_after(threats);
        let threats = end_threats.theirs;
        let floor = alpha.max(self.proven.lower);
        let (seen, _) = end.follow(&mut end_threats, -beta, -floor);
        let range = seen.flip();
        self.proven.lower = self.proven.lower.max(range.lower);
        self.proven.upper = self.proven.upper.max(range.upper);
        if range.lower < range.upper {
            let end = Unsolved { game: end, threats: end_threats, hash: None };
            let branch = Branch { cell, threats, rank: 0, upper: range.upper, end };
            // There are as many places as columns.
            let _ = self.list.try_push(branch);
        }
    }

    /// The branch of the highest rank among those that were not taken yet.
    #[inline(always)]
    fn take_best(&mut self) -> Option<&Branch<S>> {
        let mut best = None;
        let mut highest = TAKEN;
        for (index, branch) in self.list.iter().enumerate() {
            if branch.rank > highest {
                (best, highest) = (Some(index), branch.rank);
            }
        }
        let branch = &mut self.list[best?];
        branch.rank = TAKEN;
        Some(branch)
    }
}

impl Solver {
    /// One for each of the workers of an engine, which share what they have proven: a few of them only of positions with
    /// more than [`APART`] empty cells.
    pub(super) fn for_workers(workers: usize, few: usize) -> impl Iterator<Item = Solver> {
        let memory = Memory::for_workers(workers);
        let is_apart = (2..=few).contains(&workers);
        (0..workers).map(move |_| {
            let solver = Solver::sharing(memory.clone());
            if is_apart {
                Solver { own: Memory::for_workers(1), apart: APART, ..solver }
            } else {
                solver
            }
        })
    }

    fn sharing(memory: Memory) -> Solver {
        Solver {
            own: memory.clone(),
            shared: memory,
            apart: 0,
            #[cfg(target_arch = "x86_64")]
            bits: Bits::detect(),
            history: [[0; 64]; 2],
        }
    }

    /// The value of a position: exact between `window`'s two margins, a bound outside of them.
    pub(super) fn search<S: Geometry>(
        &mut self,
        position: &Unsolved<S>,
        window: (i32, i32),
        meter: &mut Meter<'_>,
    ) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if let Some(isa) = self.bits {
            return isa.visit(self, position, window, meter);
        }
        Portable.visit(self, position, window, meter)
    }

    /// Where a position belongs.
    #[inline(always)]
    fn memory<S: Geometry>(&self, game: &ConnectFour<S>) -> &Memory {
        if game.geometry.area() - game.plies > self.apart { &self.shared } else { &self.own }
    }

    /// [`Solver::search`], compiled for what `isa` says.
    #[inline(always)]
    pub(super) fn visit<S: Geometry, I: Isa>(
        &mut self,
        isa: I,
        position: &Unsolved<S>,
        (alpha, beta): (i32, i32),
        meter: &mut Meter<'_>,
    ) -> i32 {
        meter.count(1);
        if meter.nodes() % STOP_CHECK == 0 && meter.stopped() {
            return alpha;
        }
        let &Unsolved { ref game, threats, hash } = position;
        let mut branches = Branches::none();
        branches.survey(game, threats, alpha, beta);
        if let Some(answer) = branches.proven.answer(alpha, beta) {
            return answer;
        }
        let hash = hash.unwrap_or_else(|| game.live_key().hash);
        let known = match self.memory(game).get(hash) {
            Some(stored) => branches.proven.meet(stored),
            None => branches.proven,
        };
        if let Some(answer) = known.answer(alpha, beta) {
            return answer;
        }
        let (alpha, beta) = (alpha.max(known.lower), beta.min(known.upper));
        if game.geometry.area() - game.plies >= CHILDREN
            && let Some(lower) = self.look_up_children(game, &mut branches, beta)
        {
            self.memory(game).put(hash, known.meet(Range { lower, upper: i32::MAX }));
            return lower;
        }
        self.rank(game, &mut branches);
        let value = self.branch(isa, game, &mut branches, (alpha, beta), meter);
        if !meter.gave_up() {
            let proven = known.meet(Range::of_answer(value, alpha, beta));
            self.memory(game).put(hash, proven);
        }
        value
    }

    /// What is remembered of the ends of the branches: a lower bound that reaches `beta`, if one of them has it.
    ///
    /// A fifth of all positions are spared by it, for a key more of those that are then not searched.
    #[inline(always)]
    fn look_up_children<S: Geometry>(
        &self,
        game: &ConnectFour<S>,
        branches: &mut Branches<S>,
        beta: i32,
    ) -> Option<i32> {
        for branch in &mut branches.list {
            let hash = branch.end.game.live_key().hash;
            branch.end.hash = Some(hash);
            let Some(stored) = self.memory(&branch.end.game).get(hash) else { continue };
            let same_side = (branch.end.game.plies - game.plies) & 1 == 0;
            let stored = if same_side { stored } else { stored.flip() };
            if stored.lower >= beta {
                return Some(stored.lower);
            }
            branch.upper = branch.upper.min(stored.upper);
        }
        None
    }

    /// Tries the branches in order of rank. Returns the answer.
    #[inline(always)]
    fn branch<S: Geometry, I: Isa>(
        &mut self,
        isa: I,
        game: &ConnectFour<S>,
        branches: &mut Branches<S>,
        (alpha, beta): (i32, i32),
        meter: &mut Meter<'_>,
    ) -> i32 {
        let mut best = branches.proven.lower;
        let mut left_out = i32::MIN;
        let mut tried = 0;
        while let Some(branch) = branches.take_best() {
            let floor = alpha.max(best);
            if branch.upper <= floor {
                left_out = left_out.max(branch.upper);
                continue;
            }
            let value = if (branch.end.game.plies - game.plies) & 1 == 0 {
                isa.visit(self, &branch.end, (floor, beta), meter)
            } else {
                -isa.visit(self, &branch.end, (-beta, -floor), meter)
            };
            if meter.gave_up() {
                break;
            }
            best = best.max(value);
            if value >= beta {
                self.learn(game, tried, branch.cell);
                return best;
            }
            tried |= branch.cell;
        }
        // What was left out does not exceed the best, but may exceed what failed low.
        if best > alpha { best } else { best.max(left_out) }
    }

    #[inline(always)]
    fn rank<S: Geometry>(&self, game: &ConnectFour<S>, branches: &mut Branches<S>) {
        let history = &self.history[(game.plies & 1) as usize];
        for branch in &mut branches.list {
            let learned = i32::from(history[branch.cell.trailing_zeros() as usize]);
            branch.rank = rank(game, game.move_onto(branch.cell), branch.cell, branch.threats)
                + learned * HISTORY / HISTORY_LIMIT;
        }
    }

    /// A stone on `best` cut off, stones on the `tried` cells did not.
    fn learn<S: Geometry>(&mut self, game: &ConnectFour<S>, mut tried: u64, best: u64) {
        let empties = (game.geometry.area() - game.plies) as i32;
        let bonus = empties * empties;
        let history = &mut self.history[(game.plies & 1) as usize];
        let mut push = |cell: u64, bonus: i32| {
            let entry = &mut history[cell.trailing_zeros() as usize];
            let old = i32::from(*entry);
            *entry = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
        };
        push(best, bonus);
        while tried != 0 {
            push(tried, -bonus);
            tried &= tried - 1;
        }
    }
}
