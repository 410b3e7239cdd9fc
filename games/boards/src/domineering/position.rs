//! The rules, on the set of free squares.

use plyglot_games_common::grid::transposed;
use plyglot_search::random::mix;
use plyglot_search::{Game, MoveList, Outcome, ParseError, Side};

/// A domino of the side to move, by its lower or left square: 8 to a row from the bottom left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Domino(pub(super) u8);

/// A position. Which dominoes cover the taken squares makes no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domineering {
    pub(super) free: u64,
    pub(super) columns: u8,
    pub(super) rows: u8,
    pub(super) side: Side,
}

/// The squares that have one to their right.
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl Domineering {
    /// The empty board of this many columns and rows.
    ///
    /// # Errors
    /// If the board does not have 1 to 8 columns and rows.
    pub fn new(columns: usize, rows: usize) -> Result<Self, ParseError> {
        if !(1..=8).contains(&columns) || !(1..=8).contains(&rows) {
            let message = format!("{columns}x{rows} is out of range: 1 to 8 columns, 1 to 8 rows");
            return Err(ParseError::new(message));
        }
        let row = (1u64 << columns) - 1;
        let free = (0..rows).fold(0, |free, number| free | row << (8 * number));
        let (columns, rows) = (columns as u8, rows as u8);
        Ok(Domineering { free, columns, rows, side: Side::First })
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        usize::from(self.columns)
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        usize::from(self.rows)
    }

    /// The same position with the players and the turn exchanged: the board is transposed,
    /// so that what was upright lies flat.
    pub fn exchanged(&self) -> Self {
        let (columns, rows) = (self.rows, self.columns);
        Domineering { free: transposed(self.free), columns, rows, side: self.side.other() }
    }

    /// From a domino's first square to its second.
    #[inline]
    pub(super) fn stride(side: Side) -> u32 {
        if side == Side::First { 8 } else { 1 }
    }

    /// The first squares of all dominoes of a side that fit on `squares`.
    #[inline]
    pub(super) fn places(squares: u64, side: Side) -> u64 {
        match side {
            Side::First => squares & squares >> 8,
            Side::Second => squares & squares >> 1 & NOT_LAST,
        }
    }

    /// The free squares on which a side can lay a domino.
    #[inline]
    pub(super) fn useful(&self, side: Side) -> u64 {
        let places = Self::places(self.free, side);
        places | places << Self::stride(side)
    }

    /// The squares of a domino.
    #[inline]
    pub(super) fn squares_of(domino: Domino, side: Side) -> u64 {
        let first = 1 << domino.0;
        first | first << Self::stride(side)
    }
}

/// Hash of a set of squares and the side to move.
#[inline]
pub(super) fn key_of(free: u64, side: Side) -> u64 {
    mix(free) ^ if side == Side::Second { 0x9e37_79b9_7f4a_7c15 } else { 0 }
}

impl Game for Domineering {
    type Move = Domino;
    type Undo = ();

    #[inline]
    fn to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        key_of(self.free, self.side)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (Self::places(self.free, self.side) == 0).then_some(Outcome::Loss)
    }

    #[inline]
    fn moves(&self, out: &mut MoveList<Domino>) {
        let mut places = Self::places(self.free, self.side);
        while places != 0 {
            out.push(Domino(places.trailing_zeros() as u8));
            places &= places - 1;
        }
    }

    #[inline]
    fn play(&mut self, domino: Domino) {
        self.free &= !Self::squares_of(domino, self.side);
        self.side = self.side.other();
    }

    #[inline]
    fn undo(&mut self, domino: Domino, (): ()) {
        self.side = self.side.other();
        self.free |= Self::squares_of(domino, self.side);
    }

    #[inline]
    fn pack(domino: Domino) -> u32 {
        u32::from(domino.0)
    }

    #[inline]
    fn unpack(&self, bits: u32) -> Option<Domino> {
        let legal = bits < 64 && Self::places(self.free, self.side) >> bits & 1 == 1;
        legal.then_some(Domino(bits as u8))
    }
}
