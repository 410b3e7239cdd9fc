//! The rules and the evaluation of any game of ours, as the peer asks for them.
//!
//! The peer has no undo token, so a position is copied for each move, which is what it advises for
//! small states; all games here are a few words. It assumes that the side to move
//! alternates: a game that breaks this is refused when it does ([`SameMover`]), since the peer would
//! search another game.
//!
//! Cost beside the game's own code: two accesses to thread-local storage and a copy of the moves.
//! The peer's calls have no place for scratch memory, and allocating at every node would cost it
//! more.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use minimax::{Evaluation, Winner};
use plyglot_search::{Game, Knowledge, MoveList, Outcome, Score, Stop};

/// How many entries the peer's tables of moves have.
const SLOTS: u32 = 4096;

/// What unwinds out of the peer, which has no other way out, when a study is stopped.
pub(super) struct Stopped;
/// What unwinds out of the peer when it has used up the positions of its budget.
pub(super) struct OverBudget;
/// What unwinds out of the peer when the side that has moved is to move again.
pub(super) struct SameMover;

/// What is called for every position that a move leads to.
pub(super) trait Tally: Clone + Send + Sync + 'static {
    /// One position more.
    fn count(&self);
}

/// Nothing is counted: for what is timed.
impl Tally for () {
    #[inline(always)]
    fn count(&self) {}
}

/// Counts positions up to a budget, for all threads together.
#[derive(Clone)]
pub(super) struct Budget {
    left: Arc<AtomicU64>,
    granted: u64,
}

impl Budget {
    pub(super) fn new(granted: u64) -> Self {
        Budget { left: Arc::new(AtomicU64::new(granted)), granted }
    }

    /// How many positions were counted.
    pub(super) fn used(&self) -> u64 {
        // Relaxed: a statistic, read when all threads are done.
        self.granted - self.left.load(Ordering::Relaxed).min(self.granted)
    }
}

impl Tally for Budget {
    fn count(&self) {
        // Relaxed: it guards nothing else.
        let spent = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        if spent.is_err() {
            resume_unwind(Box::new(OverBudget));
        }
    }
}

/// A position of `G`, with its counter.
#[derive(Clone)]
pub(super) struct Position<G, T> {
    pub(super) game: G,
    pub(super) tally: T,
}

/// The rules of `G`.
pub(super) struct Rules<G, T>(PhantomData<fn(G, T)>);

thread_local! {
    /// A list of moves of the game that this thread was last asked for.
    static LIST: RefCell<Box<dyn Any>> = RefCell::new(Box::new(()));
    /// The knowledge that this thread evaluates with, and its number.
    static KNOWLEDGE: RefCell<(u64, Box<dyn Any>)> = RefCell::new((0, Box::new(())));
}

/// The thread's list of moves, empty.
#[inline]
fn with_list<M: Copy + 'static, R>(with: impl FnOnce(&mut MoveList<M>) -> R) -> R {
    LIST.with_borrow_mut(|held| {
        if !held.is::<MoveList<M>>() {
            *held = Box::new(MoveList::<M>::with_capacity(256));
        }
        let list = held.downcast_mut::<MoveList<M>>().expect("it was just made so");
        list.clear();
        with(list)
    })
}

#[inline]
fn winner<G: Game>(game: &G) -> Option<Winner> {
    Some(match game.outcome()? {
        Outcome::Win => Winner::PlayerToMove,
        Outcome::Loss => Winner::PlayerJustMoved,
        Outcome::Margin(margin) if margin > 0 => Winner::PlayerToMove,
        Outcome::Margin(margin) if margin < 0 => Winner::PlayerJustMoved,
        Outcome::Draw | Outcome::Margin(_) => Winner::Draw,
    })
}

impl<G: Game, T: Tally> minimax::Game for Rules<G, T> {
    type S = Position<G, T>;
    type M = G::Move;

    #[inline]
    fn generate_moves(state: &Self::S, moves: &mut Vec<G::Move>) -> Option<Winner> {
        let game = &state.game;
        if !G::ENDS_ONLY_WITHOUT_MOVES
            && let Some(winner) = winner(game)
        {
            return Some(winner);
        }
        with_list(|list| {
            game.moves(list);
            moves.extend(list.iter());
        });
        if moves.is_empty() { winner(game) } else { None }
    }

    #[inline]
    fn apply(state: &mut Self::S, mv: G::Move) -> Option<Self::S> {
        let mut next = state.clone();
        next.game.play(mv);
        next.tally.count();
        if next.game.to_move() == state.game.to_move() {
            resume_unwind(Box::new(SameMover));
        }
        Some(next)
    }

    #[inline]
    fn get_winner(state: &Self::S) -> Option<Winner> {
        winner(&state.game)
    }

    #[inline]
    fn zobrist_hash(state: &Self::S) -> u64 {
        state.game.key()
    }

    #[inline]
    fn table_index(mv: G::Move) -> u16 {
        let bits = G::pack(mv);
        ((bits ^ bits >> 12 ^ bits >> 24) & (SLOTS - 1)) as u16
    }

    fn max_table_index() -> u16 {
        (SLOTS - 1) as u16
    }
}

/// The evaluation of a player who knows `K`. Each thread evaluates with a clone of its own.
pub(super) struct Estimate<G, K, T> {
    original: Arc<Mutex<K>>,
    number: u64,
    stop: Stop,
    rules: PhantomData<fn(G, T)>,
}

impl<G, K, T> Clone for Estimate<G, K, T> {
    fn clone(&self) -> Self {
        let Estimate { original, number, stop, rules } = self;
        Estimate {
            original: Arc::clone(original),
            number: *number,
            stop: stop.clone(),
            rules: *rules,
        }
    }
}

impl<G, K, T> Estimate<G, K, T> {
    /// The evaluation of `knowledge`; unwinds when `stop` is raised.
    pub(super) fn new(knowledge: K, stop: Stop) -> Self {
        static MADE: AtomicU64 = AtomicU64::new(1);
        // Relaxed: the numbers only have to differ.
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        Estimate { original: Arc::new(Mutex::new(knowledge)), number, stop, rules: PhantomData }
    }
}

impl<G: Game, K: Knowledge<G>, T: Tally> minimax::Evaluator for Estimate<G, K, T> {
    type G = Rules<G, T>;

    #[inline]
    fn evaluate(&self, state: &Position<G, T>) -> Evaluation {
        if self.stop.is_raised() {
            resume_unwind(Box::new(Stopped));
        }
        let points = KNOWLEDGE.with_borrow_mut(|(number, held)| {
            if *number != self.number {
                let original = self.original.lock().unwrap_or_else(PoisonError::into_inner);
                (*number, *held) = (self.number, Box::new(original.clone()));
            }
            held.downcast_mut::<K>().expect("its number says so").evaluate(&state.game)
        });
        // As our engine does: every estimate lies between a loss and a win.
        Score::heuristic(points).raw() as Evaluation
    }
}
