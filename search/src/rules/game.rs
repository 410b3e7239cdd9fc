//! Trait [`Game`]: the rules of a two-player game of perfect information.
//!
//! # The laws
//! An implementation keeps these; the laws (crate `plyglot-check`) check them on random positions.
//!
//! 1. `play` then `undo` with its own token restores the position in every respect.
//! 2. Equal positions, however reached, have equal keys; different positions have different keys
//!    (but for the odds of a hash). Whatever changes the future of the game is part of the key:
//!    the side to move, a pass that was made, a right that was lost.
//! 3. `moves` gives each legal move once; a position without an outcome has at least one.
//! 4. `outcome` is from the point of view of the side to move.
//! 5. `unpack(pack(m))` is `m` wherever `m` is legal, and `unpack` of anything else is `None`.
//!
//! The side to move need not alternate: the search negates a child's score only where the mover
//! changes. A pass, where the rules have one, is a move and costs one ply.

use std::fmt::Debug;
use std::hash::Hash;

use crate::rules::score::Score;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who moves first in the start position.
    First,
    /// The other player.
    Second,
}

impl Side {
    /// The opponent.
    #[inline]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// How a finished game ended, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move has won; sooner is better.
    Win,
    /// Neither side has won.
    Draw,
    /// The side to move has lost; later is better.
    Loss,
    /// The game ended with an exact margin in the game's unit (discs, seeds, boxes), positive if
    /// the side to move is ahead; at most [`Score::MAX_MARGIN`] either way.
    Margin(i32),
}

impl Outcome {
    /// The outcome as a score, seen from the finished position itself.
    #[inline]
    pub fn score(self) -> Score {
        match self {
            Outcome::Win => Score::win_in(0),
            Outcome::Draw => Score::DRAW,
            Outcome::Loss => Score::loss_in(0),
            Outcome::Margin(margin) => Score::margin(margin),
        }
    }
}

/// What it means that a position comes back, in a game where it can: the same in every position of the game.
///
/// Over the board the third occurrence counts, of [`Repetition::Forbidden`] the second one. On the line under search
/// the first return counts: if going round once is best, so is twice.
///
/// # What is proven
/// A win in at most n plies, or that a value is at least or at most so much, is proven under each of these, since
/// the side that it is proven for can keep to a line on which nothing comes back. That a win is not sooner, and
/// that neither side can win because the game goes round for ever, are proven under [`Repetition::Draw`] alone. All
/// else that hangs on a position coming back is an estimate, and is never called proven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// Neither side has won.
    #[default]
    Draw,
    /// The game ends as [`Game::repeated`] says of the position: a loss for the side that brought it back, or a
    /// margin of what each side holds.
    Ends,
    /// The move that would bring it back is not legal (superko). A side that has no other move has lost.
    Forbidden,
}

impl Repetition {
    /// How many times a position has to occur for it to count, the one at hand included.
    #[inline]
    pub const fn occurrences(self) -> usize {
        match self {
            Repetition::Draw | Repetition::Ends => 3,
            Repetition::Forbidden => 2,
        }
    }
}

/// The rules of a game, and one position of it.
///
/// The type is a position: it is cloned once for each worker, then played and undone in place.
/// The guide (crate `plyglot-check`, module `guide::rules`) writes one from an empty file.
///
/// A type without the rules does not compile here:
///
/// ```compile_fail,E0277
/// # use plyglot_search::{Config, Engine, Limits, RulesOnly};
/// struct Board;
/// let mut engine = Engine::new(&Config::default(), RulesOnly::default()).unwrap();
/// engine.search(&Board, &Limits::solve());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a game: it does not implement the trait `Game`",
    label = "the rules of this are missing",
    note = "write `impl Game for {Self}`, the rules in eight functions, of a type that is `Clone + \
            Send + Sync`; the page `plyglot_check::guide::rules` shows one"
)]
pub trait Game: Clone + Send + Sync + 'static {
    /// A move. Small and cheap to copy.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What `undo` needs to take a move back: a small token, or the whole previous position where
    /// copying is cheaper.
    type Undo;

    /// True if a position can come back in the same game. The engine then scores the first return on the line
    /// under search as [`Game::repetition`] says, and keeps what depends on it out of the table's proven results.
    const CAN_REPEAT: bool = false;

    /// True if the game ends only in positions where `moves` finds nothing (Othello). The engine
    /// then asks for the outcome only there, which saves the question everywhere else.
    const ENDS_ONLY_WITHOUT_MOVES: bool = false;

    /// The distance between neighbouring exact margins: 2 where they are all even or all odd.
    const MARGIN_STEP: i32 = 1;

    /// [`Game::CAN_REPEAT`], for a type that stands for several games and knows only at run time: it
    /// says true there, and here of which game it is.
    #[inline(always)]
    fn can_repeat(&self) -> bool {
        Self::CAN_REPEAT
    }

    /// [`Game::ENDS_ONLY_WITHOUT_MOVES`], likewise.
    #[inline(always)]
    fn ends_only_without_moves(&self) -> bool {
        Self::ENDS_ONLY_WITHOUT_MOVES
    }

    /// [`Game::MARGIN_STEP`], likewise.
    #[inline]
    fn margin_step(&self) -> i32 {
        Self::MARGIN_STEP
    }

    /// What it means that a position comes back. Only asked where [`Game::CAN_REPEAT`]; left alone, it costs
    /// nothing.
    #[inline(always)]
    fn repetition(&self) -> Repetition {
        Repetition::Draw
    }

    /// How the game ends in this position, which has come back, for the side to move. Where sides alternate, the
    /// other one brought it back: [`Outcome::Win`] is a loss for who repeats. Only asked under
    /// [`Repetition::Ends`], of positions without an outcome of their own.
    #[inline]
    fn repeated(&self) -> Outcome {
        Outcome::Draw
    }

    /// Whose turn it is.
    fn to_move(&self) -> Side;

    /// A 64-bit hash of everything that matters for the rest of the game. All 64 bits are compared,
    /// so two positions with one key deceive the search; a code that is unique is better still.
    fn key(&self) -> u64;

    /// How the game ended, for the side to move, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends every legal move. Never called where `outcome` is `Some`, unless
    /// [`Game::ENDS_ONLY_WITHOUT_MOVES`] (there a finished position appends nothing).
    fn moves(&self, out: &mut MoveList<Self::Move>);

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the move that was just played.
    fn undo(&mut self, mv: Self::Move, undo: Self::Undo);

    /// A move as 32 bits, other than `u32::MAX`. Games whose packed moves are below 4096 get a
    /// history entry for each move of their own.
    fn pack(mv: Self::Move) -> u32;

    /// The move behind the bits, if it is legal here. The bits may come from another position
    /// (a hash collision), so legality must be checked in full. Not asked where the game has an outcome.
    fn unpack(&self, bits: u32) -> Option<Self::Move>;

    /// How many plies back a position could be equal to this one; the search for repetitions goes
    /// no further. Only asked where [`Game::CAN_REPEAT`].
    fn reversible_plies(&self) -> usize {
        usize::MAX
    }
}

/// A move with its rank; the engine tries the highest rank first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// Its rank among its siblings, in no particular unit.
    pub rank: i32,
}

/// Where a game puts its moves. It can only be appended to, because the engine keeps the moves of
/// all plies of a line in one: what a game sees of it is what it has appended itself.
#[derive(Clone, Debug)]
pub struct MoveList<M> {
    items: Vec<Ranked<M>>,
    base: usize,
}

impl<M> Default for MoveList<M> {
    fn default() -> Self {
        MoveList { items: Vec::new(), base: 0 }
    }
}

/// Appends moves of rank 0: several of which the number is known more quickly than by [`MoveList::push`].
impl<M: Copy> Extend<M> for MoveList<M> {
    #[inline]
    fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
        self.items.extend(moves.into_iter().map(|mv| Ranked { mv, rank: 0 }));
    }
}

impl<M: Copy> MoveList<M> {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty list with room for `moves` moves.
    pub fn with_capacity(moves: usize) -> Self {
        MoveList { items: Vec::with_capacity(moves), base: 0 }
    }

    /// Appends a move of rank 0.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.items.push(Ranked { mv, rank: 0 });
    }

    /// Appends a move with its rank.
    #[inline]
    pub fn push_ranked(&mut self, mv: M, rank: i32) {
        self.items.push(Ranked { mv, rank });
    }

    /// How many moves were appended.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len() - self.base
    }

    /// True if no move was appended.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.items.len() == self.base
    }

    /// The moves that were appended.
    #[inline]
    pub fn as_slice(&self) -> &[Ranked<M>] {
        &self.items[self.base..]
    }

    /// The moves that were appended, to set their ranks.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [Ranked<M>] {
        &mut self.items[self.base..]
    }

    /// The moves without their ranks.
    pub fn iter(&self) -> impl Iterator<Item = M> + '_ {
        self.as_slice().iter().map(|ranked| ranked.mv)
    }

    /// Forgets the moves that were appended.
    #[inline]
    pub fn clear(&mut self) {
        self.items.truncate(self.base);
    }

    /// Takes out the first move that is meant.
    pub(crate) fn leave_out(&mut self, mut which: impl FnMut(M) -> bool) {
        let place = self.as_slice().iter().position(|ranked| which(ranked.mv));
        if let Some(place) = place {
            self.items.remove(self.base + place);
        }
    }

    /// Drops all frames.
    pub(crate) fn reset(&mut self) {
        self.items.clear();
        self.base = 0;
    }

    /// Opens a new frame on top: from now on the list looks empty. Gives the base to go back to.
    #[inline]
    pub(crate) fn open(&mut self) -> usize {
        std::mem::replace(&mut self.base, self.items.len())
    }

    /// Adds to the frame below, at `base`, what the frame on top has beside it, and goes back to it.
    pub(crate) fn join(&mut self, base: usize)
    where
        M: PartialEq,
    {
        /// Behind all that a game has ranked, and far from overflowing.
        const LAST: i32 = -(1 << 24);
        let mut end = self.base;
        for at in self.base..self.items.len() {
            let mv = self.items[at].mv;
            if self.items[base..self.base].iter().all(|known| known.mv != mv) {
                self.items[end] = Ranked { mv, rank: LAST };
                end += 1;
            }
        }
        self.items.truncate(end);
        self.base = base;
    }

    /// Drops the frame on top and goes back to the one below.
    #[inline]
    pub(crate) fn close(&mut self, base: usize) {
        self.items.truncate(self.base);
        self.base = base;
    }
}
