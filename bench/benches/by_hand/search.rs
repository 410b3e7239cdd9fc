//! The recursion over plain integers, and iterative deepening around it.

use plyglot_search::table::{Basis, Entry, NO_MOVE, Table, TableError};
use plyglot_search::{Aspiration, Stop};
use plyglot_search::{Bound, Score, Window};

use super::board::Board;
use super::generic::HISTORY;

/// How many bits the columns take.
const PLACES: usize = 49;
const HISTORY_LIMIT: i32 = 16_384;
/// Half the width of the first aspiration window.
const ASPIRATION: i32 = 24;
const INFINITY: i32 = Score::INFINITY.raw();
/// Above every rank of a root move that was not the best yet.
const STAMP: i32 = 1 << 28;

/// A move, by the number of its bit, with its rank.
type Ranked = (u32, i32);

/// How many lines of four run through each cell.
static LINES: [i32; PLACES] = {
    let mut lines = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        let (column, row) = (place as i32 / 7, place as i32 % 7);
        if row < 6 {
            let mut before = 0;
            while before < 4 {
                let after = 3 - before;
                let left = column >= before && column + after < 7;
                let below = row >= before && row + after < 6;
                let above = row >= after && row + before < 6;
                lines[place] +=
                    left as i32 + below as i32 + (left && below) as i32 + (left && above) as i32;
                before += 1;
            }
        }
        place += 1;
    }
    lines
};

/// A score with what each side of it rests on.
#[derive(Clone, Copy)]
struct Value {
    score: i32,
    lower: Basis,
    upper: Basis,
}

impl Value {
    /// Nothing is tried yet.
    const NONE: Value = Value { score: -INFINITY, lower: Basis::Unknown, upper: Basis::Proven };

    #[inline(always)]
    fn resting(score: i32, basis: Basis) -> Value {
        Value { score, lower: basis, upper: basis }
    }

    #[inline(always)]
    fn seen_above(self) -> Value {
        Value { score: -self.score, lower: self.upper, upper: self.lower }
    }

    /// Learns what another move is worth. True if it is better.
    #[inline(always)]
    fn learn(&mut self, value: Value) -> bool {
        let upper = self.upper.min(value.upper);
        let better = value.score > self.score;
        if better {
            *self = value;
        }
        self.upper = upper;
        better
    }

    /// Without the side that an answer to the window does not bound.
    #[inline(always)]
    fn within(self, alpha: i32, beta: i32) -> Value {
        let lower = if self.score <= alpha { Basis::Unknown } else { self.lower };
        let upper = if self.score >= beta { Basis::Unknown } else { self.upper };
        Value { lower, upper, ..self }
    }
}

/// A search of one position at a time by one thread.
#[derive(Debug)]
pub(crate) struct ByHand {
    table: Table,
    board: Board,
    history: [[i16; PLACES]; 2],
    root: Vec<Ranked>,
    stamp: i32,
    nodes: u64,
    stop: Stop,
    stopped: bool,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The value.
    pub(crate) value: Score,
    /// Positions visited.
    pub(crate) nodes: u64,
}

/// The moves of a node on the stack, picked best first.
struct Picker {
    moves: [Ranked; 7],
    next: usize,
    len: usize,
}

impl Picker {
    #[inline(always)]
    fn pick(&mut self) -> Option<u32> {
        if self.next == self.len {
            return None;
        }
        let mut best = self.next;
        for place in self.next + 1..self.len {
            if self.moves[place].1 > self.moves[best].1 {
                best = place;
            }
        }
        self.moves.swap(self.next, best);
        self.next += 1;
        Some(self.moves[self.next - 1].0)
    }
}

impl ByHand {
    /// With a table of this number of bytes.
    ///
    /// # Errors
    /// If there cannot be such a table.
    pub(crate) fn new(hash_bytes: usize) -> std::result::Result<Self, TableError> {
        Ok(ByHand {
            table: Table::new(hash_bytes)?,
            board: Board::default(),
            history: [[0; PLACES]; 2],
            root: Vec::new(),
            stamp: STAMP,
            nodes: 0,
            stop: Stop::default(),
            stopped: false,
        })
    }

    /// Deepens ply by ply from `board`, which is not over, with windows around the last value.
    pub(crate) fn search(&mut self, board: Board, depth: i32) -> Answer {
        self.table.new_search();
        self.board = board;
        self.history = [[0; PLACES]; 2];
        (self.stamp, self.nodes, self.stopped) = (STAMP, 0, false);
        self.root.clear();
        let mut left = board.playable();
        while left != 0 {
            let place = left.trailing_zeros();
            self.root.push((place, LINES[place as usize]));
            left &= left - 1;
        }
        self.root.sort_by_key(|ranked| std::cmp::Reverse(ranked.1));
        let mut value = 0;
        for depth in 1..=depth {
            let found = self.iterate(depth, value);
            value = found.score;
            if found.lower.is_proven() && found.upper.is_proven() {
                break;
            }
        }
        Answer { value: Score::from_raw(value), nodes: self.nodes }
    }

    fn iterate(&mut self, depth: i32, last: i32) -> Value {
        let mut aspiration = if depth > 2 {
            Aspiration::around(Score::from_raw(last), ASPIRATION)
        } else {
            Aspiration::open()
        };
        loop {
            let Window { alpha, beta } = aspiration.window();
            let value = self.root(alpha.raw(), beta.raw(), depth);
            let score = Score::from_raw(value.score);
            let bound = Bound::of(score, Window { alpha, beta });
            if bound == Bound::Exact || self.stopped {
                return value;
            }
            aspiration.learn(score, bound);
        }
    }

    fn root(&mut self, alpha: i32, beta: i32, depth: i32) -> Value {
        self.nodes += 1;
        let key = self.board.key();
        let entry = self.table.probe(key);
        let mut picker = Picker { moves: [(0, 0); 7], next: 0, len: self.root.len() };
        picker.moves[..picker.len].copy_from_slice(&self.root);
        if let Some(entry) = entry
            && let Some(first) =
                picker.moves[..picker.len].iter_mut().find(|ranked| ranked.0 == entry.mv)
        {
            first.1 = i32::MAX;
        }
        let (mut best, mut best_move) = (Value::NONE, NO_MOVE);
        let mut first = true;
        while let Some(place) = picker.pick() {
            let asked = alpha.max(best.score);
            let value = self.try_move::<true>(place, asked, beta, depth, first);
            first = false;
            if best.learn(value) {
                best_move = place;
                if value.score > asked {
                    self.prefer(place);
                }
                if value.score >= beta {
                    self.learn(place, &picker.moves[..picker.next - 1], depth);
                    break;
                }
            }
        }
        let best = best.within(alpha, beta);
        self.store(key, best_move, best, depth);
        best
    }

    fn prefer(&mut self, place: u32) {
        self.stamp += 1;
        if let Some(ranked) = self.root.iter_mut().find(|ranked| ranked.0 == place) {
            ranked.1 = self.stamp;
        }
    }

    fn node<const PV: bool>(&mut self, key: u64, alpha: i32, beta: i32, depth: i32) -> Value {
        self.nodes += 1;
        if self.nodes & 4095 == 0 && self.stop.is_raised() {
            self.stopped = true;
        }
        if self.stopped {
            return Value::resting(alpha, Basis::Unknown);
        }
        if let Some(margin) = self.board.outcome() {
            return Value::resting(Score::margin(margin).raw(), Basis::Proven);
        }
        if depth == 0 {
            return Value::resting(self.board.estimate(), Basis::Estimate);
        }
        let entry = self.table.probe(key);
        let mut first = None;
        if let Some(entry) = entry {
            if let Some(value) = answer(&entry, alpha, beta, depth) {
                return value;
            }
            let legal = entry.mv < 64 && self.board.playable() >> entry.mv & 1 != 0;
            first = Some(entry.mv).filter(|_| legal);
        }
        self.moves::<PV>(key, alpha, beta, depth, first)
    }

    fn moves<const PV: bool>(
        &mut self,
        key: u64,
        alpha: i32,
        beta: i32,
        depth: i32,
        first: Option<u32>,
    ) -> Value {
        let (mut best, mut best_move) = (Value::NONE, NO_MOVE);
        let mut picker: Option<Picker> = None;
        let mut staged = first;
        loop {
            let at_first = best_move == NO_MOVE;
            let place = match staged.take() {
                Some(place) => place,
                None => {
                    let picker = picker.get_or_insert_with(|| self.generate(first));
                    match picker.pick() {
                        Some(place) => place,
                        None => break,
                    }
                }
            };
            if !at_first && depth > 1 {
                staged = picker.as_mut().and_then(Picker::pick);
                if let Some(next) = staged {
                    self.call_for(next);
                }
            }
            let asked = alpha.max(best.score);
            let value = self.try_move::<PV>(place, asked, beta, depth, at_first);
            if self.stopped {
                return best;
            }
            if best.learn(value) {
                best_move = place;
                if value.score >= beta {
                    let ahead = usize::from(staged.is_some());
                    let tried = picker
                        .as_ref()
                        .map_or(&[][..], |picker| &picker.moves[..picker.next - 1 - ahead]);
                    self.learn(place, tried, depth);
                    break;
                }
            }
        }
        let best = best.within(alpha, beta);
        self.store(key, best_move, best, depth);
        best
    }

    /// All moves, ranked; the one that was tried already stands before those that are left.
    #[inline(always)]
    fn generate(&self, tried: Option<u32>) -> Picker {
        let mut picker = Picker { moves: [(0, 0); 7], next: 0, len: 0 };
        let history = &self.history[self.board.plies() as usize & 1];
        let mut left = self.board.playable();
        while left != 0 {
            let place = left.trailing_zeros();
            left &= left - 1;
            let learnt = i32::from(history[place as usize]) * HISTORY / HISTORY_LIMIT;
            picker.moves[picker.len] = (place, LINES[place as usize] + learnt);
            picker.len += 1;
        }
        if let Some(tried) = tried
            && let Some(at) = picker.moves[..picker.len].iter().position(|ranked| ranked.0 == tried)
        {
            picker.moves.swap(0, at);
            picker.next = 1;
        }
        picker
    }

    /// Calls for the entry of the position that a move leads to.
    #[inline(always)]
    fn call_for(&mut self, place: u32) {
        let cell = 1 << place;
        self.board.play(cell);
        self.table.prefetch(self.board.key());
        self.board.undo(cell);
    }

    #[inline(always)]
    fn try_move<const PV: bool>(
        &mut self,
        place: u32,
        alpha: i32,
        beta: i32,
        depth: i32,
        first: bool,
    ) -> Value {
        let cell = 1 << place;
        self.board.play(cell);
        // What lies at the horizon is never looked up.
        let mut key = 0;
        if depth > 1 {
            key = self.board.key();
            self.table.prefetch(key);
        }
        let value = if PV && first {
            self.node::<true>(key, -beta, -alpha, depth - 1).seen_above()
        } else {
            let value = self.node::<false>(key, -alpha - 1, -alpha, depth - 1).seen_above();
            if PV && alpha < value.score && value.score < beta && !self.stopped {
                self.node::<true>(key, -beta, -alpha, depth - 1).seen_above()
            } else {
                value
            }
        };
        self.board.undo(cell);
        value
    }

    /// History learns that a move cut off after others had failed to.
    #[inline(always)]
    fn learn(&mut self, place: u32, tried: &[Ranked], depth: i32) {
        let bonus = (depth * depth).clamp(1, 1024);
        let history = &mut self.history[self.board.plies() as usize & 1];
        update(&mut history[place as usize], bonus);
        for ranked in tried {
            update(&mut history[ranked.0 as usize], -bonus);
        }
    }

    #[inline(always)]
    fn store(&mut self, key: u64, mv: u32, value: Value, depth: i32) {
        let Value { score, lower, upper } = value;
        if lower.is_known() || upper.is_known() {
            let (score, depth) = (Score::from_raw(score), depth as u8);
            self.table.store(key, Entry { mv, score, depth, lower, upper });
        }
    }
}

/// What an entry answers the window with, if it does.
#[inline(always)]
fn answer(entry: &Entry, alpha: i32, beta: i32, depth: i32) -> Option<Value> {
    let score = entry.score.raw();
    let deep = i32::from(entry.depth) >= depth;
    let counts = |side: Basis| side.is_proven() || (side.is_known() && deep);
    let (lower, upper) = (counts(entry.lower), counts(entry.upper));
    let answers = (lower && (upper || score >= beta)) || (upper && score <= alpha);
    let value = Value { score, lower: entry.lower, upper: entry.upper };
    answers.then(|| value.within(alpha, beta))
}

/// Moves an entry towards plus or minus the limit, the more slowly the nearer it is.
#[inline(always)]
fn update(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}
