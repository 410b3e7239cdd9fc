//! Positions that come back, in games that say that they can: which they are, and what that means by the game's rule
//! ([`Repetition`]).
//!
//! On the line from the root, the root included, the first return counts. Of the game before it count those positions
//! that [`Past`] holds.
//!
//! Cost: an increment and a decrement for each move, a look into a small array for each node, however
//! long the game was that led to the root. Nothing where positions cannot repeat, which is known at
//! compile time.

use std::sync::Arc;

use super::Searcher;
use crate::rules::game::{Game, Repetition};
use crate::rules::knowledge::{Bounds, Knowledge};
use crate::rules::observer::{Observer, Why};
use crate::rules::score::Score;
use crate::rules::value::{Basis, Value};
use crate::shared::past::Past;
use crate::table::mix;

const SLOTS: usize = 1 << 12;

/// Where a position was met before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Met {
    Never,
    /// On the line from the root.
    OnLine,
    /// In the game that led to the root, as often as the rule allows.
    Before,
}

impl Met {
    /// What rests on it: a past is that of all lines of a search, and has a place of its own in the table.
    fn basis(self) -> Basis {
        if self == Met::Before { Basis::Proven } else { Basis::Repetition }
    }
}

/// Which positions were met, on the line and in the game before the root.
pub(crate) struct Memory {
    /// How many positions of the line fall on each slot: where there is none, nothing repeats. A line
    /// is shorter than a byte can count.
    on_line: Box<[u8; SLOTS]>,
    past: Arc<Past>,
    /// That of the past, at hand for each key.
    pub(super) signature: u64,
}

impl Memory {
    pub(super) fn new() -> Self {
        Memory { on_line: Box::new([0; SLOTS]), past: Arc::default(), signature: 0 }
    }

    /// Makes ready for a root with this past.
    pub(super) fn begin(&mut self, past: &Arc<Past>) {
        self.signature = past.signature();
        self.past = Arc::clone(past);
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

    /// [`Past::limit`].
    #[cold]
    pub(super) fn limit(&self, known: Bounds) -> Bounds {
        self.past.limit(known)
    }

    /// True if the game ends where this position comes back, whatever the line.
    #[inline]
    pub(super) fn ends_at(&self, key: u64) -> bool {
        self.signature != 0 && self.past.ends_at(key)
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

    /// Whether and where the current position was met before. On the line the first return already counts: if
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
        } else if self.memory.ends_at(key) {
            Met::Before
        } else {
            Met::Never
        }
    }

    #[cold]
    fn is_on_line(&self, key: u64, reversible: usize) -> bool {
        self.path[..self.ply].iter().rev().take(reversible).any(|step| step.key == key)
    }

    /// The answer of a position that has come back, if that ends the game.
    #[inline]
    pub(super) fn came_back(&mut self, met: Met) -> Option<Value> {
        let score = match self.game.repetition() {
            // A proof by distance goes on where a line comes back: see `value`.
            Repetition::Draw if met == Met::OnLine && self.mode.proof => return None,
            Repetition::Draw => Score::DRAW,
            Repetition::Ends => self.game.repeated().score().from_node(self.ply as u32),
            // No move leads here; but for a null move, which is none.
            Repetition::Forbidden => return None,
        };
        Some(Value::resting(self.because(Why::Repetition, score), met.basis()))
    }

    /// True if positions of the game before the root count: what the game knows of a position, it knows without them.
    #[inline(always)]
    pub(super) fn has_past(&self) -> bool {
        G::CAN_REPEAT && self.memory.signature != 0
    }

    /// Brings back moves that the game has left out as no better than others: those may be illegal, or worth less than
    /// the game knows.
    #[cold]
    pub(super) fn complete_moves(&mut self) {
        let below = self.list.open();
        self.game.moves(&mut self.list);
        self.list.join(below);
    }

    /// The answer of a position beyond the horizon that ends the game for what was before the root.
    #[inline(always)]
    pub(super) fn was_before(&mut self) -> Option<Value> {
        if self.has_past() && self.memory.ends_at(self.game.key()) {
            self.came_back(Met::Before)
        } else {
            None
        }
    }

    /// True if a noisy move is illegal for what was before the root.
    #[cold]
    pub(super) fn was_forbidden(&mut self, mv: G::Move) -> bool {
        self.forbidden(mv) == Some(Basis::Proven)
    }

    /// True if moves may be illegal for where they lead. Known at compile time where it cannot be.
    #[inline(always)]
    pub(super) fn forbids(&self) -> bool {
        G::CAN_REPEAT && self.game.repetition() == Repetition::Forbidden && self.game.can_repeat()
    }

    /// What rests on it that a move of the current node, which is noted, is illegal since it brings a position back;
    /// `None` if it does not.
    #[inline(always)]
    pub(super) fn forbidden(&mut self, mv: G::Move) -> Option<Basis> {
        if self.forbids() { self.brings_back(mv) } else { None }
    }

    #[inline(never)]
    fn brings_back(&mut self, mv: G::Move) -> Option<Basis> {
        let undo = self.game.play(mv);
        self.ply += 1;
        let met = self.met();
        self.ply -= 1;
        self.game.undo(mv, undo);
        (met != Met::Never).then(|| met.basis())
    }

    /// The answer of a node all of whose moves are illegal since they bring positions back, for what `basis` is known
    /// of them: its side has lost.
    #[cold]
    pub(super) fn without_legal_moves(&mut self, basis: Basis) -> Value {
        let score = Score::loss_in(0).from_node(self.ply as u32);
        Value::resting(self.because(Why::Repetition, score), basis)
    }
}
