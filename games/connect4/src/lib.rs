//! Connect Four on the customary board of 7x6 and on all others that fit 64 bits.
//!
//! A position is two words: the stones of the side to move, and all stones. A move adds the floor
//! to all stones, so that the carry ripples up a column to its first empty cell; no list of column
//! heights is kept. The rules are written once over a [`Geometry`], and only two boards are ever
//! compiled: [`Standard`], whose masks are constants, and [`AnySize`].
//!
//! Values are those of P. Pons ("Solving Connect 4", 2015): the winner's margin is the number of
//! stones that it has left when it completes its row, plus one. On 7x6 a win with the winner's k-th
//! stone is worth 22 - k, a win with the very last stone 1, a full board 0. A sooner win is thus a
//! larger margin, and all values lie within -18 ..= 18.

use std::fmt;

use plyglot_search::{Game, MoveList, Outcome, Side};

mod entry;
mod evaluation;
mod geometry;
mod knowledge;
mod leaf;
mod lines;
mod liveness;
mod notation;
mod ordering;
mod survey;
mod zugzwang;

pub use entry::{ConnectFourEntry, entry};
pub use geometry::{AnySize, Geometry, Standard};
pub use knowledge::ConnectFourKnowledge;

/// A move: the cell on which the stone comes to rest.
///
/// The column would do, but the engine's history learns more from cells: a cell is good or bad for
/// a side much longer than a column is.
///
/// Kept as the number of its bit, with the column above that: both are asked for all the time, and
/// neither is to be divided out of the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u16);

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
        write!(out, "{}", notation::column_symbol(self.column()))
    }
}

/// A position of Connect Four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectFour<S: Geometry = Standard> {
    /// The stones of the side to move.
    mine: u64,
    /// The stones of both sides.
    all: u64,
    /// How many stones there are.
    plies: u32,
    geometry: S,
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
    fn theirs(&self) -> u64 {
        self.mine ^ self.all
    }

    /// The cells that hold no stone.
    #[inline(always)]
    fn empties(&self) -> u64 {
        self.all ^ self.geometry.cells()
    }

    /// The lowest empty cell of each column that is not full.
    #[inline(always)]
    fn playable(&self) -> u64 {
        self.all.wrapping_add(self.geometry.floor()) & self.geometry.cells()
    }

    /// Drops a stone onto one of the playable cells.
    #[inline(always)]
    fn drop_onto(&mut self, cell: u64) {
        self.mine ^= self.all;
        self.all |= cell;
        self.plies += 1;
    }

    /// The position after a stone was dropped onto one of the playable cells.
    #[inline(always)]
    fn after(mut self, cell: u64) -> Self {
        self.drop_onto(cell);
        self
    }

    /// The move onto the lowest of the given cells.
    #[inline(always)]
    fn move_onto(&self, cells: u64) -> Cell {
        let place = cells.trailing_zeros();
        Cell::new(place / self.geometry.stride(), place)
    }

    /// The bit of the cell that a move fills.
    #[inline(always)]
    fn bit(&self, mv: Cell) -> u64 {
        1 << mv.place()
    }

    /// The move in the mirror. What is no move becomes some other that is none.
    #[inline(always)]
    fn mirrored(&self, mv: Cell) -> Cell {
        let (column, stride) = (mv.column(), self.geometry.stride());
        let mirrored = (self.geometry.width() - 1).wrapping_sub(column);
        let to_the_right = mirrored.wrapping_sub(column).wrapping_mul(stride);
        Cell::new(mirrored, mv.place().wrapping_add(to_the_right))
    }

    /// The margin of a row that is completed when `plies` stones are on the board already.
    #[inline(always)]
    fn margin_of_win(&self, plies: u32) -> i32 {
        (self.geometry.area() as i32 + 1 - plies as i32) / 2
    }

    /// A number that tells the position from all others: the mover's stones, and above each column
    /// one bit that tells its height.
    #[inline(always)]
    fn code(&self) -> u64 {
        self.mine | self.all.wrapping_add(self.geometry.floor())
    }
}

/// Spreads a code over 64 bits, so that different codes stay different: each step can be undone.
#[inline(always)]
fn spread(code: u64) -> u64 {
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
        // Column by column, so that none has to be divided out of a cell.
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
        // The mask changes nothing; by it the compiler knows that the bits need no folding.
        u32::from(mv.0) & 0x3ff
    }

    #[inline]
    fn unpack(&self, bits: u32) -> Option<Cell> {
        let mv = Cell(u16::try_from(bits).ok()?);
        let cell = self.playable() & self.bit(mv);
        (cell != 0 && self.geometry.column_of(cell) == mv.column()).then_some(mv)
    }
}
