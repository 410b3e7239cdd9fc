//! The rules: the discs of the side to move, the discs of the other side, and whose turn it is.

use plyglot_search::{Game, MoveList, Outcome, Side};

use super::board;
use super::hardware::Hardware;

/// A move: a square, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OthelloMove(pub(super) u8);

impl OthelloMove {
    /// The move of a side that has no other.
    pub const PASS: OthelloMove = OthelloMove(64);

    /// The square's bit, none for a pass.
    #[inline]
    fn bit(self) -> u64 {
        if self.0 < 64 { 1 << self.0 } else { 0 }
    }
}

/// A position of Othello on a board of `N` x `N`; `N` is 8, 6 or 4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Othello<const N: usize> {
    pub(super) own: u64,
    pub(super) opp: u64,
    pub(super) side: Side,
}

impl<const N: usize> Default for Othello<N> {
    /// The start position.
    fn default() -> Self {
        const { assert!(N == 4 || N == 6 || N == 8, "boards are 4x4, 6x6 or 8x8") };
        Othello { own: board::START.0, opp: board::START.1, side: Side::First }
    }
}

impl<const N: usize> Othello<N> {
    /// The squares of the board.
    pub(super) const SQUARES: i32 = (N * N) as i32;

    /// The squares where the side to move may place a disc.
    #[inline]
    pub(super) fn placements(&self) -> u64 {
        board::line_ends(self.own, self.opp) & self.empty()
    }

    /// True if the side that is not to move could move.
    #[inline]
    fn opponent_can_move(&self) -> bool {
        board::line_ends(self.opp, self.own) & self.empty() != 0
    }

    #[inline]
    pub(super) fn empty(&self) -> u64 {
        board::playable(N) & !(self.own | self.opp)
    }

    /// How many squares are empty.
    pub fn empties(&self) -> u32 {
        self.empty().count_ones()
    }

    #[inline]
    pub(super) fn discs(&self) -> u32 {
        (self.own | self.opp).count_ones()
    }

    /// A hash of the discs alone, as the side to move sees them.
    #[inline]
    pub(super) fn discs_key(&self) -> u64 {
        discs_key(self.own, self.opp)
    }
}

/// A hash of the discs of the side to move and of the other.
#[inline]
pub(super) fn discs_key(own: u64, opp: u64) -> u64 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        (product >> 64) as u64 ^ product as u64
    };
    fold(fold(own ^ 0x8f1b_bcdc_b7a5_6463, 0x9e37_79b9_7f4a_7c15) ^ opp, 0xd6e8_feb8_6659_fd93)
}

/// The discs before a move.
#[derive(Clone, Copy, Debug)]
pub struct OthelloUndo {
    own: u64,
    opp: u64,
}

impl<const N: usize> Game for Othello<N> {
    type Move = OthelloMove;
    type Undo = OthelloUndo;

    const ENDS_ONLY_WITHOUT_MOVES: bool = true;
    const MARGIN_STEP: i32 = 2;

    #[inline]
    fn to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        let key = self.discs_key();
        if self.side == Side::First { key } else { key ^ 0x5851_f42d_4c95_7f2d }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.placements() != 0 || self.opponent_can_move() {
            return None;
        }
        Some(Outcome::Margin(board::final_margin(Self::SQUARES, self.own, self.opp)))
    }

    #[inline]
    fn moves(&self, out: &mut MoveList<OthelloMove>) {
        let mut set = self.placements();
        if set == 0 && self.opponent_can_move() {
            out.push(OthelloMove::PASS);
        }
        while set != 0 {
            out.push(OthelloMove(set.trailing_zeros() as u8));
            set &= set - 1;
        }
    }

    #[inline]
    fn play(&mut self, mv: OthelloMove) -> OthelloUndo {
        let undo = OthelloUndo { own: self.own, opp: self.opp };
        let flips = if mv == OthelloMove::PASS {
            0
        } else {
            Hardware::flips::<N>(u32::from(mv.0), self.own, self.opp)
        };
        self.opp = undo.own ^ flips ^ mv.bit();
        self.own = undo.opp ^ flips;
        self.side = self.side.other();
        undo
    }

    #[inline]
    fn undo(&mut self, _mv: OthelloMove, undo: OthelloUndo) {
        self.own = undo.own;
        self.opp = undo.opp;
        self.side = self.side.other();
    }

    #[inline]
    fn pack(mv: OthelloMove) -> u32 {
        u32::from(mv.0)
    }

    #[inline]
    fn unpack(&self, bits: u32) -> Option<OthelloMove> {
        let legal = if bits < 64 {
            self.empty() & 1 << bits != 0 && Hardware::flips::<N>(bits, self.own, self.opp) != 0
        } else {
            bits == 64 && self.placements() == 0 && self.opponent_can_move()
        };
        legal.then_some(OthelloMove(bits as u8))
    }
}
