//! Draws by repetition, for games that say that positions can repeat.
//!
//! Cost: an increment and a decrement for each move, a look into a small array for each node, however
//! long the game was that led to the root. Nothing where positions cannot repeat, which is known at
//! compile time.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::Searcher;
use crate::rules::game::Game;
use crate::rules::knowledge::Knowledge;
use crate::rules::observer::Observer;
use crate::table::mix;

const SLOTS: usize = 1 << 12;

/// Where a position was met before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Met {
    Never,
    /// On the line from the root.
    OnLine,
    /// In the game that led to the root.
    Before,
}

/// Which positions were met, on the line and in the game before the root.
pub(crate) struct Memory {
    /// How many positions of the line fall on each slot: where there is none, nothing repeats. A line
    /// is shorter than a byte can count.
    on_line: Box<[u8; SLOTS]>,
    /// When each position of the game before the root was met last, in plies before the root.
    before: HashMap<u64, usize, BuildHasherDefault<KeyHasher>>,
}

/// Keys are hashes already; only games whose keys are mere codes need the multiplication.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 << 8 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = mix(key).rotate_right(32);
    }
}

impl Memory {
    pub(super) fn new() -> Self {
        Memory { on_line: Box::new([0; SLOTS]), before: HashMap::default() }
    }

    /// Makes ready for a root to which a game with these keys led, of which the last `reversible` can
    /// come back.
    pub(super) fn begin(&mut self, history: &[u64], reversible: usize) {
        self.before.clear();
        for (plies, &key) in (1..).zip(history.iter().rev().take(reversible)) {
            self.before.entry(key).or_insert(plies);
        }
    }

    /// Forgets the line, of which a panic may have left a part.
    pub(super) fn forget_line(&mut self) {
        self.on_line.fill(0);
    }

    fn slot(&mut self, key: u64) -> &mut u8 {
        &mut self.on_line[(mix(key) >> 52) as usize % SLOTS]
    }

    #[inline]
    pub(super) fn enter(&mut self, key: u64) {
        *self.slot(key) += 1;
    }

    #[inline]
    fn leave(&mut self, key: u64) {
        *self.slot(key) -= 1;
    }
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// Notes the current position as one of the line, before its moves are played.
    #[inline(always)]
    pub(crate) fn note_position(&mut self) {
        if G::CAN_REPEAT {
            let key = self.game.key();
            self.note_position_of(key);
        }
    }

    /// The same by its key: for code that has moved on already.
    #[inline(always)]
    pub(super) fn note_position_of(&mut self, key: u64) {
        if G::CAN_REPEAT {
            self.path[self.ply].key = key;
            self.memory.enter(key);
        }
    }

    /// Takes that back when its moves were taken back.
    #[inline(always)]
    pub(crate) fn forget_position(&mut self) {
        if G::CAN_REPEAT {
            let key = self.path[self.ply].key;
            self.memory.leave(key);
        }
    }

    /// Whether and where the current position was met before. The first repetition already counts: if
    /// going round once is best, so is twice.
    #[inline]
    pub(super) fn met(&mut self) -> Met {
        let reversible = self.game.reversible_plies();
        if reversible == 0 {
            return Met::Never;
        }
        let key = self.game.key();
        if *self.memory.slot(key) > 0 && self.is_on_line(key, reversible) {
            Met::OnLine
        } else if !self.memory.before.is_empty() && self.was_before(key, reversible) {
            Met::Before
        } else {
            Met::Never
        }
    }

    #[cold]
    fn is_on_line(&self, key: u64, reversible: usize) -> bool {
        self.path[..self.ply].iter().rev().take(reversible).any(|step| step.key == key)
    }

    fn was_before(&self, key: u64, reversible: usize) -> bool {
        let met = self.memory.before.get(&key);
        met.is_some_and(|plies| self.ply + plies <= reversible)
    }
}
