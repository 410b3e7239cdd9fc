//! The rules.

use std::fmt;

use plyglot_games_common::grid::squares;
use plyglot_search::random::mix;
use plyglot_search::{Game, MoveList, Outcome, Side};

use super::board::{ARMY, BOARD, HOME, bit, square, turned};

/// A move: where it starts and ends, and what it captures on the way. Two ways from one square to
/// another over the same pieces lead to the same position and are one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
    /// The set of what is captured. Nothing is on the edge, so the lowest 32 bits hold it.
    pub(super) captured: u32,
}

impl fmt::Debug for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = if self.captured == 0 { '-' } else { 'x' };
        write!(out, "{}{between}{}", self.squares().0, self.squares().1)?;
        squares(self.captured()).try_for_each(|bit| write!(out, " -{}", square(bit) + 1))
    }
}

impl Move {
    /// A move without captures, or the start of one with them.
    #[inline]
    pub(super) fn step(from: u8, to: u8) -> Self {
        Move { from, to, captured: 0 }
    }

    /// The numbers of the squares where it starts and ends, from 1.
    pub fn squares(self) -> (u32, u32) {
        (square(self.from) + 1, square(self.to) + 1)
    }

    /// How many pieces it captures.
    #[inline]
    pub fn captures(self) -> u32 {
        self.captured.count_ones()
    }

    /// The set of where it starts.
    #[inline]
    pub(super) fn from(self) -> u64 {
        1 << self.from
    }

    /// The set of where it ends.
    #[inline]
    pub(super) fn to(self) -> u64 {
        1 << self.to
    }

    /// The set of what it captures.
    #[inline]
    pub(super) fn captured(self) -> u64 {
        self.captured.into()
    }

    /// The move in 31 bits: what is captured lies in three strips of seven bits, nine bits apart.
    #[inline]
    pub(super) fn packed(self) -> u32 {
        let strip = |nth: u32| (self.captured >> (9 * nth + 5) & 0x7f) << (7 * nth);
        (strip(0) | strip(1) | strip(2)) << 10 | square(self.from) << 5 | square(self.to)
    }
}

/// A position. Black is the first side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draughts {
    /// The pieces of Black and of White.
    pub(super) pieces: [u64; 2],
    /// Those that are kings.
    pub(super) kings: u64,
    pub(super) side: Side,
    /// Plies since a man last moved or a piece was captured. Not part of the identity of a
    /// position: it only says how far back an equal one can be.
    pub(super) calm: u16,
}

impl Draughts {
    /// The start of the game.
    pub fn start() -> Self {
        Draughts { pieces: [ARMY, turned(ARMY)], kings: 0, side: Side::First, calm: 0 }
    }

    /// The same position with pieces and turn of the two players exchanged.
    pub fn exchanged(&self) -> Self {
        let [black, white] = self.pieces.map(turned);
        let (kings, side) = (turned(self.kings), self.side.other());
        Draughts { pieces: [white, black], kings, side, calm: self.calm }
    }

    /// 0 where Black moves, 1 where White does.
    #[inline]
    pub(super) fn index(&self) -> usize {
        usize::from(self.side == Side::Second)
    }

    /// The pieces of the side to move.
    #[inline]
    pub(super) fn own(&self) -> u64 {
        self.pieces[self.index()]
    }

    /// The pieces of its opponent.
    #[inline]
    pub(super) fn other(&self) -> u64 {
        self.pieces[1 - self.index()]
    }

    /// The squares without a piece.
    #[inline]
    pub(super) fn empty(&self) -> u64 {
        BOARD & !(self.pieces[0] | self.pieces[1])
    }
}

impl Game for Draughts {
    type Move = Move;
    /// The whole position before.
    type Undo = Draughts;
    const CAN_REPEAT: bool = true;
    const ENDS_ONLY_WITHOUT_MOVES: bool = true;

    #[inline]
    fn to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        let turn = if self.side == Side::Second { 0x7c15_9e37_4a7f_79b9 } else { 0 };
        mix(mix(self.pieces[0]) ^ self.pieces[1]) ^ mix(!self.kings) ^ turn
    }

    fn outcome(&self) -> Option<Outcome> {
        let blocked = self.steps(self.own()).all(|(_, ends)| ends == 0) && self.capturers() == 0;
        blocked.then_some(Outcome::Loss)
    }

    #[inline]
    fn moves(&self, out: &mut MoveList<Move>) {
        self.each_move(self.own(), &mut |mv| {
            // A ring takes four captures or more.
            let listed = |mv| out.as_slice().iter().any(|earlier| earlier.mv == mv);
            if mv.captures() < 4 || !listed(mv) {
                out.push(mv);
            }
        });
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Draughts {
        let before = *self;
        let (own, captured) = (self.index(), mv.captured());
        let king = self.kings & mv.from() != 0;
        self.pieces[own] = self.pieces[own] & !mv.from() | mv.to();
        self.pieces[1 - own] &= !captured;
        self.kings &= !(captured | mv.from());
        if king || mv.to() & HOME[1 - own] != 0 {
            self.kings |= mv.to();
        }
        self.calm = if king && captured == 0 { self.calm.saturating_add(1) } else { 0 };
        self.side = self.side.other();
        before
    }

    #[inline]
    fn undo(&mut self, _mv: Move, before: Draughts) {
        *self = before;
    }

    #[inline]
    fn pack(mv: Move) -> u32 {
        mv.packed()
    }

    fn unpack(&self, bits: u32) -> Option<Move> {
        let (from, mut found) = (bit(bits >> 5 & 31), None);
        self.each_move(1 << from, &mut |mv| {
            if mv.packed() == bits {
                found = Some(mv);
            }
        });
        found
    }

    #[inline]
    fn reversible_plies(&self) -> usize {
        usize::from(self.calm)
    }
}
