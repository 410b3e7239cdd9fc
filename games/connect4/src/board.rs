//! The board as bits, in all sizes.
//!
//! A cell is one bit. Each column takes `height + 1` bits, the lowest cell first, and the bit above
//! the top cell is a guard that no stone ever occupies: a line that would leave a column at its top
//! or bottom runs into a guard, so four in a row is found by shifts alone (J. Tromp, the Fhourstones
//! benchmark; P. Pons, "Solving Connect 4", 2015).
//!
//! [`Standard`] is a zero-sized type whose masks are constants, so that the usual board does not pay
//! for the others; [`AnySize`] carries its masks along.

use std::fmt::Debug;

use plyglot_search::ParseError;

/// More columns than this do not fit 64 bits in boards that are at least four rows high.
pub(super) const MOST_COLUMNS: usize = 12;

const SYMBOLS: &[u8] = b"123456789abcdefghijkl";

/// The symbol of a column, counted from 0.
pub(super) fn column_symbol(column: u32) -> char {
    SYMBOLS.get(column as usize).map_or('?', |symbol| char::from(*symbol))
}

/// A board's width and height, and the masks that follow from them.
pub trait Geometry: Copy + Debug + Eq + Send + Sync + 'static {
    /// How many columns there are.
    fn width(self) -> u32;

    /// How many cells a column has.
    fn height(self) -> u32;

    /// The lowest cell of each column.
    fn floor(self) -> u64;

    /// All cells.
    fn cells(self) -> u64;

    /// The cells of every second row, counted from the top row downwards.
    fn upper_rows(self) -> u64;

    /// How many lines of four run through the cell with this bit.
    fn lines_through(self, place: u32) -> i32;

    /// The bits of one column and its guard, exchanged with those of the column that mirrors it.
    fn mirror(self, bits: u64) -> u64;

    /// The distance between the bits of neighbouring columns.
    #[inline(always)]
    fn stride(self) -> u32 {
        self.height() + 1
    }

    /// How many cells there are.
    #[inline(always)]
    fn area(self) -> u32 {
        self.width() * self.height()
    }

    /// The cells of a column, counted from 0.
    #[inline(always)]
    fn column(self, column: u32) -> u64 {
        ((1 << self.height()) - 1) << (column * self.stride())
    }

    /// The column of a single cell.
    #[inline(always)]
    fn column_of(self, cell: u64) -> u32 {
        cell.trailing_zeros() / self.stride()
    }
}

/// The lowest bit of each of `width` columns that are `stride` bits apart.
const fn floor(width: u32, stride: u32) -> u64 {
    let mut bits = 0;
    let mut column = 0;
    while column < width {
        bits |= 1 << (column * stride);
        column += 1;
    }
    bits
}

/// All cells of the rows that `step` downwards from the top row reaches.
const fn rows(width: u32, height: u32, step: u32) -> u64 {
    let floor = floor(width, height + 1);
    let mut bits = 0;
    let mut below_top = 0;
    while below_top < height {
        bits |= floor << (height - 1 - below_top);
        below_top += step;
    }
    bits
}

/// How many lines of four run through a cell of a board.
const fn lines_through(width: u32, height: u32, column: u32, row: u32) -> i32 {
    let (width, height, column, row) = (width as i32, height as i32, column as i32, row as i32);
    let mut lines = 0;
    // A line is identified by how many of its cells come before this cell.
    let mut before = 0;
    while before < 4 {
        let after = 3 - before;
        let left = column >= before && column + after < width;
        let below = row >= before && row + after < height;
        let above = row >= after && row + before < height;
        lines += left as i32 + below as i32 + (left && below) as i32 + (left && above) as i32;
        before += 1;
    }
    lines
}

/// The usual board of seven columns and six rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standard;

impl Standard {
    const FLOOR: u64 = floor(7, 7);
    const CELLS: u64 = rows(7, 6, 1);
    const UPPER_ROWS: u64 = rows(7, 6, 2);
    const LINES: [i8; 64] = {
        let mut lines = [0; 64];
        let mut place = 0;
        while place < 49 {
            if place % 7 < 6 {
                lines[place] = lines_through(7, 6, place as u32 / 7, place as u32 % 7) as i8;
            }
            place += 1;
        }
        lines
    };
}

impl Geometry for Standard {
    #[inline(always)]
    fn width(self) -> u32 {
        7
    }

    #[inline(always)]
    fn height(self) -> u32 {
        6
    }

    #[inline(always)]
    fn floor(self) -> u64 {
        Self::FLOOR
    }

    #[inline(always)]
    fn cells(self) -> u64 {
        Self::CELLS
    }

    #[inline(always)]
    fn upper_rows(self) -> u64 {
        Self::UPPER_ROWS
    }

    #[inline(always)]
    fn lines_through(self, place: u32) -> i32 {
        i32::from(Self::LINES[place as usize])
    }

    #[inline(always)]
    fn mirror(self, bits: u64) -> u64 {
        const ONE: u64 = 0x7f;
        (bits & ONE << 21)
            | (bits & ONE) << 42
            | (bits & ONE << 7) << 28
            | (bits & ONE << 14) << 14
            | (bits >> 14) & ONE << 14
            | (bits >> 28) & ONE << 7
            | (bits >> 42) & ONE
    }
}

/// A board of another size, its masks computed once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnySize {
    width: u32,
    height: u32,
    floor: u64,
    cells: u64,
    upper_rows: u64,
}

impl AnySize {
    /// The least width and height, so that a line of four fits in every direction.
    pub const SMALLEST: u32 = 4;

    /// A board of this many columns and rows, if its columns and their guards fit 64 bits.
    ///
    /// # Errors
    /// If the board is too small or too large.
    pub fn new(width: u32, height: u32) -> Result<AnySize, ParseError> {
        if width < Self::SMALLEST || height < Self::SMALLEST {
            let least = Self::SMALLEST;
            return Err(ParseError::new(format!(
                "{width}x{height} is too small: at least {least} columns and {least} rows"
            )));
        }
        if u64::from(width) * (u64::from(height) + 1) > 64 {
            return Err(ParseError::new(format!(
                "{width}x{height} is too large: columns * (rows + 1) is at most 64"
            )));
        }
        Ok(AnySize {
            width,
            height,
            floor: floor(width, height + 1),
            cells: rows(width, height, 1),
            upper_rows: rows(width, height, 2),
        })
    }
}

impl Geometry for AnySize {
    #[inline]
    fn width(self) -> u32 {
        self.width
    }

    #[inline]
    fn height(self) -> u32 {
        self.height
    }

    #[inline]
    fn floor(self) -> u64 {
        self.floor
    }

    #[inline]
    fn cells(self) -> u64 {
        self.cells
    }

    #[inline]
    fn upper_rows(self) -> u64 {
        self.upper_rows
    }

    #[inline]
    fn lines_through(self, place: u32) -> i32 {
        lines_through(self.width, self.height, place / self.stride(), place % self.stride())
    }

    #[inline]
    fn mirror(self, bits: u64) -> u64 {
        let stride = self.stride();
        let one = (1 << stride) - 1;
        (0..self.width)
            .fold(0, |mirrored, column| mirrored << stride | (bits >> (column * stride)) & one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_board_is_the_sized_board_of_its_size() {
        let sized = AnySize::new(7, 6).unwrap();
        assert_eq!(Standard.floor(), sized.floor());
        assert_eq!(Standard.cells(), sized.cells());
        assert_eq!(Standard.upper_rows(), sized.upper_rows());
        for shift in 0..49 {
            assert_eq!(Standard.mirror(1 << shift), sized.mirror(1 << shift), "bit {shift}");
        }
        let cells = (0..49).filter(|place| Standard.cells() >> place & 1 == 1);
        let lines = cells.map(|place| {
            assert_eq!(Standard.lines_through(place), sized.lines_through(place), "bit {place}");
            sized.lines_through(place)
        });
        assert_eq!(lines.sum::<i32>(), 69 * 4);
    }

    #[test]
    fn every_cell_belongs_to_one_column_and_no_guard() {
        for (width, height) in [(4, 4), (7, 6), (9, 6), (8, 7), (12, 4), (4, 15)] {
            let board = AnySize::new(width, height).unwrap();
            assert_eq!(board.cells().count_ones(), board.area());
            let columns: Vec<u64> = (0..width).map(|column| board.column(column)).collect();
            assert_eq!(columns.iter().fold(0, |all, column| all | column), board.cells());
            let guards = board.floor().wrapping_add(board.cells()) & !board.cells();
            assert_eq!(guards.count_ones(), width);
            for (index, column) in columns.iter().enumerate() {
                assert_eq!(board.column_of(1 << column.trailing_zeros()), index as u32);
                assert_eq!(board.mirror(*column), columns[width as usize - 1 - index]);
            }
        }
    }

    #[test]
    fn the_top_row_is_always_an_upper_row() {
        for height in 4..=9 {
            let board = AnySize::new(5, height).unwrap();
            assert!(board.upper_rows() & board.floor() << (height - 1) != 0);
            assert_eq!(board.upper_rows().count_ones(), 5 * height.div_ceil(2));
        }
    }

    #[test]
    fn sizes_that_do_not_fit_64_bits_are_refused() {
        assert!(AnySize::new(3, 9).is_err() && AnySize::new(9, 3).is_err());
        assert!(AnySize::new(8, 8).is_err() && AnySize::new(u32::MAX, u32::MAX).is_err());
        assert!(AnySize::new(8, 7).is_ok());
    }
}
