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
//! Cost: a quarter of a megabyte for each worker.

use arrayvec::ArrayVec;
use plyglot_games_common::slots::Slots;
use plyglot_search::{Meter, NodeKey};

use super::board::{Geometry, MOST_COLUMNS};
use super::ordering::{FIRST, HISTORY, rank};
use super::position::ConnectFour;
use super::survey::{Range, Threats};

/// Binary logarithm of the slots for each worker.
const SLOT_BITS: u32 = 14;
const HISTORY_LIMIT: i32 = 1 << 14;
/// After how many positions the search checks for a stop: about 20 microseconds.
const STOP_CHECK: u64 = 256;
/// The rank of a branch that was taken, below all others.
const TAKEN: i32 = i32::MIN;
/// Stands for no move in a table entry.
const NO_MOVE: u8 = u8::MAX;

/// What is proven of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProvenBounds {
    lower: i8,
    upper: i8,
    /// The cell, in the canonical position, of the move that was best.
    place: u8,
}

impl ProvenBounds {
    /// Nothing is proven.
    const NONE: ProvenBounds = ProvenBounds { lower: i8::MIN, upper: i8::MAX, place: NO_MOVE };

    fn pack(self) -> u64 {
        let bytes = [self.lower as u8, self.upper as u8, self.place, 1];
        u64::from(u32::from_le_bytes(bytes))
    }

    fn unpack(data: u64) -> Self {
        let [lower, upper, place, ..] = data.to_le_bytes();
        ProvenBounds { lower: lower as i8, upper: upper as i8, place }
    }

    fn range(&self) -> Range {
        Range { lower: i32::from(self.lower), upper: i32::from(self.upper) }
    }
}

/// The solver of the last empty cells, with what it remembers from one position to the next.
#[derive(Debug)]
pub(super) struct Solver {
    slots: Slots<1>,
    /// The history of each cell, for the first and the second player.
    history: [[i16; 64]; 2],
}

impl Default for Solver {
    fn default() -> Self {
        Solver { slots: Slots::new(SLOT_BITS), history: [[0; 64]; 2] }
    }
}

/// A clone starts empty and shares nothing.
impl Clone for Solver {
    fn clone(&self) -> Self {
        Solver::default()
    }
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
    end: ConnectFour<S>,
    end_threats: Threats,
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
            let upper = range.upper;
            let branch = Branch { cell, threats, rank: 0, upper, end, end_threats };
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
    /// One for each of the workers of an engine, which share what they have proven.
    pub(super) fn for_workers(workers: usize) -> impl Iterator<Item = Solver> {
        let slots = Slots::for_workers(workers, SLOT_BITS);
        (0..workers).map(move |_| Solver { slots: slots.clone(), history: [[0; 64]; 2] })
    }

    /// The value of a position where the side to move has a choice of safe moves, and which its
    /// own survey does not decide.
    pub(super) fn search<S: Geometry>(
        &mut self,
        game: &ConnectFour<S>,
        threats: Threats,
        alpha: i32,
        beta: i32,
        meter: &mut Meter<'_>,
    ) -> i32 {
        meter.count(1);
        if meter.nodes() % STOP_CHECK == 0 && meter.stopped() {
            return alpha;
        }
        let mut branches = Branches::none();
        branches.survey(game, threats, alpha, beta);
        if let Some(answer) = branches.proven.answer(alpha, beta) {
            return answer;
        }
        let key = game.live_key();
        let stored = self.proven(key);
        let known = branches.proven.meet(stored.range());
        if let Some(answer) = known.answer(alpha, beta) {
            return answer;
        }
        self.rank(game, &mut branches, stored.place, key.symmetry);
        let (alpha, beta) = (alpha.max(known.lower), beta.min(known.upper));
        let (value, best) = self.branch(game, &mut branches, alpha, beta, meter);
        if !meter.gave_up() {
            self.store(key, known.meet(Range::of_answer(value, alpha, beta)), game, best);
        }
        value
    }

    /// Tries the branches in order of rank. Returns the answer and the cell of the best, if any.
    #[inline(always)]
    fn branch<S: Geometry>(
        &mut self,
        game: &ConnectFour<S>,
        branches: &mut Branches<S>,
        alpha: i32,
        beta: i32,
        meter: &mut Meter<'_>,
    ) -> (i32, u64) {
        let (mut best, mut best_cell) = (branches.proven.lower, 0);
        let mut left_out = i32::MIN;
        let mut tried = 0;
        while let Some(branch) = branches.take_best() {
            let floor = alpha.max(best);
            if branch.upper <= floor {
                left_out = left_out.max(branch.upper);
                continue;
            }
            let value = if (branch.end.plies - game.plies) & 1 == 0 {
                self.search(&branch.end, branch.end_threats, floor, beta, meter)
            } else {
                -self.search(&branch.end, branch.end_threats, -beta, -floor, meter)
            };
            if meter.gave_up() {
                break;
            }
            if value > best {
                (best, best_cell) = (value, branch.cell);
            }
            if value >= beta {
                self.learn(game, tried, branch.cell);
                return (best, best_cell);
            }
            tried |= branch.cell;
        }
        // What was left out does not exceed the best, but may exceed what failed low.
        (if best > alpha { best } else { best.max(left_out) }, best_cell)
    }

    #[inline(always)]
    fn rank<S: Geometry>(
        &self,
        game: &ConnectFour<S>,
        branches: &mut Branches<S>,
        place: u8,
        symmetry: u8,
    ) {
        let history = &self.history[(game.plies & 1) as usize];
        for branch in &mut branches.list {
            let learned = i32::from(history[branch.cell.trailing_zeros() as usize]);
            branch.rank = rank(game, game.move_onto(branch.cell), branch.cell, branch.threats)
                + learned * HISTORY / HISTORY_LIMIT;
            if game.canonical_place(branch.cell, symmetry) == place {
                branch.rank += FIRST;
            }
        }
    }

    #[inline(always)]
    fn proven(&self, key: NodeKey) -> ProvenBounds {
        self.slots
            .get(key.hash as usize, [key.hash])
            .map_or(ProvenBounds::NONE, ProvenBounds::unpack)
    }

    #[inline(always)]
    fn store<S: Geometry>(&self, key: NodeKey, range: Range, game: &ConnectFour<S>, best: u64) {
        let narrow = |margin: i32| margin.clamp(i32::from(i8::MIN), i32::from(i8::MAX)) as i8;
        let place = if best == 0 { NO_MOVE } else { game.canonical_place(best, key.symmetry) };
        let (lower, upper) = (narrow(range.lower), narrow(range.upper));
        self.slots.put(key.hash as usize, [key.hash], ProvenBounds { lower, upper, place }.pack());
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

impl<S: Geometry> ConnectFour<S> {
    /// The number of a cell's bit in the canonical position.
    #[inline(always)]
    fn canonical_place(&self, cell: u64, symmetry: u8) -> u8 {
        let cell = if symmetry == 0 { cell } else { self.geometry.mirror(cell) };
        cell.trailing_zeros() as u8
    }
}
