//! The rules, on the stones of the side to move and all stones.
//!
//! A move adds the floor to all stones, so that the carry ripples up a column to its first empty cell; no
//! list of column heights is stored. The rules are written once over a [`Geometry`], and only two boards are
//! ever compiled: [`Standard`], whose masks are constants, and [`AnySize`](super::AnySize).

use std::fmt;

use plyglot_search::{Game, MoveList, Outcome, Side};

use super::board::{Geometry, Standard, column_symbol};
use super::lines;

/// A move: the cell on which the stone comes to rest.
///
/// The column would do, but the engine's history learns more from cells: a cell is good or bad for
/// a side much longer than a column is.
///
/// Stored as the number of its bit, with the column above that: both are needed all the time, and
/// neither should cost a division.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(pub(super) u16);

impl Cell {
    const PLACE_BITS: u32 = 6;

    #[inline(always)]
    fn new(column: u32, place: u32) -> Cell {
        Cell((column << Self::PLACE_BITS | place) as u16)
    }

    /// The column, counted from 0 at the left.
    #[inline(always)]
    pub fn column(self) -> u32 {
        u32::from(self.0 >> Self::PLACE_BITS)
    }

    /// The number of the cell's bit in the words of a position; see [`Geometry`].
    #[inline(always)]
    pub fn place(self) -> u32 {
        u32::from(self.0) & ((1 << Self::PLACE_BITS) - 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", column_symbol(self.column()))
    }
}

/// A position of Connect Four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectFour<S: Geometry = Standard> {
    /// The stones of the side to move.
    pub(super) mine: u64,
    /// The stones of both sides.
    pub(super) all: u64,
    /// How many stones there are.
    pub(super) plies: u32,
    pub(super) geometry: S,
}

impl<S: Geometry> ConnectFour<S> {
    /// The empty board.
    pub fn new(geometry: S) -> Self {
        ConnectFour { mine: 0, all: 0, plies: 0, geometry }
    }

    /// The board's shape.
    pub fn geometry(&self) -> S {
        self.geometry
    }

    /// How many stones have been played.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The stones of the side that has just moved.
    #[inline(always)]
    pub(super) fn theirs(&self) -> u64 {
        self.mine ^ self.all
    }

    /// The cells that hold no stone.
    #[inline(always)]
    pub(super) fn empties(&self) -> u64 {
        self.all ^ self.geometry.cells()
    }

    /// The lowest empty cell of each column that is not full.
    #[inline(always)]
    pub(super) fn playable(&self) -> u64 {
        self.all.wrapping_add(self.geometry.floor()) & self.geometry.cells()
    }

    /// Drops a stone onto one of the playable cells.
    #[inline(always)]
    pub(super) fn drop_onto(&mut self, cell: u64) {
        self.mine ^= self.all;
        self.all |= cell;
        self.plies += 1;
    }

    /// The position after a stone was dropped onto one of the playable cells.
    #[inline(always)]
    pub(super) fn after(mut self, cell: u64) -> Self {
        self.drop_onto(cell);
        self
    }

    /// The move onto the lowest of the given cells.
    #[inline(always)]
    pub(super) fn move_onto(&self, cells: u64) -> Cell {
        let place = cells.trailing_zeros();
        Cell::new(place / self.geometry.stride(), place)
    }

    /// The bit of the cell that a move fills.
    #[inline(always)]
    pub(super) fn bit(&self, mv: Cell) -> u64 {
        1 << mv.place()
    }

    /// The move mirrored left to right. Bits that are not a move become others that are not a move.
    #[inline(always)]
    pub(super) fn mirrored(&self, mv: Cell) -> Cell {
        let (column, stride) = (mv.column(), self.geometry.stride());
        let mirrored = (self.geometry.width() - 1).wrapping_sub(column);
        let to_the_right = mirrored.wrapping_sub(column).wrapping_mul(stride);
        Cell::new(mirrored, mv.place().wrapping_add(to_the_right))
    }

    /// The margin of a row that is completed when `plies` stones are on the board already.
    #[inline(always)]
    pub(super) fn margin_of_win(&self, plies: u32) -> i32 {
        (self.geometry.area() as i32 + 1 - plies as i32) / 2
    }

    /// A number that identifies the position: the mover's stones, and above each column one bit that
    /// marks its height.
    #[inline(always)]
    fn code(&self) -> u64 {
        self.mine | self.all.wrapping_add(self.geometry.floor())
    }
}

/// Spreads a code over 64 bits, so that different codes stay different: each step can be undone.
#[inline(always)]
pub(super) fn spread(code: u64) -> u64 {
    let product = (code ^ code >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 29
}

impl<S: Geometry> Game for ConnectFour<S> {
    type Move = Cell;
    /// The cell that was filled.
    type Undo = u64;

    #[inline]
    fn to_move(&self) -> Side {
        if self.plies & 1 == 0 { Side::First } else { Side::Second }
    }

    #[inline]
    fn key(&self) -> u64 {
        spread(self.code())
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if lines::has_four(self.theirs(), self.geometry.stride()) {
            Some(Outcome::Margin(-self.margin_of_win(self.plies - 1)))
        } else if self.empties() == 0 {
            Some(Outcome::Margin(0))
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, out: &mut MoveList<Cell>) {
        // Column by column, so that no column has to be computed from a cell by a division.
        let playable = self.playable();
        for column in 0..self.geometry.width() {
            let cell = playable & self.geometry.column(column);
            if cell != 0 {
                out.push(Cell::new(column, cell.trailing_zeros()));
            }
        }
    }

    #[inline]
    fn play(&mut self, mv: Cell) -> u64 {
        let cell = self.bit(mv);
        self.drop_onto(cell);
        cell
    }

    #[inline]
    fn undo(&mut self, _mv: Cell, cell: u64) {
        self.all ^= cell;
        self.mine ^= self.all;
        self.plies -= 1;
    }

    #[inline]
    fn pack(mv: Cell) -> u32 {
        // The mask changes nothing; it tells the compiler that the bits need no folding.
        u32::from(mv.0) & 0x3ff
    }

    #[inline]
    fn unpack(&self, bits: u32) -> Option<Cell> {
        let mv = Cell(u16::try_from(bits).ok()?);
        let cell = self.playable() & self.bit(mv);
        (cell != 0 && self.geometry.column_of(cell) == mv.column()).then_some(mv)
    }
}
