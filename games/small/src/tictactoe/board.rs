//! The board: what all positions of one size share, the rows to make and the symmetries.

use std::fmt;

use plyglot_search::ParseError;

/// The size of a board and what follows from it.
#[derive(PartialEq, Eq)]
pub struct Shape {
    /// Number of columns.
    pub columns: usize,
    /// Number of rows.
    pub rows: usize,
    /// How many in a row win.
    pub length: usize,
    /// Every row of `length` squares, as a set of squares.
    pub(super) lines: Vec<u64>,
    /// For every square, the lines through it.
    pub(super) through: Vec<Vec<u64>>,
    /// For every symmetry, where it takes each square; the first is the identity.
    pub(super) symmetries: Vec<Vec<u8>>,
}

impl fmt::Debug for Shape {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{},{},{}", self.columns, self.rows, self.length)
    }
}

impl Shape {
    /// The shape of a size; squares are numbered row by row from the bottom left.
    ///
    /// # Errors
    /// If the board has no squares or more than 64, more columns than there are letters, or no room for
    /// a row.
    pub fn new(columns: usize, rows: usize, length: usize) -> Result<Self, ParseError> {
        let squares = columns.saturating_mul(rows);
        if !(1..=64).contains(&squares) {
            return Err(ParseError::new(format!(
                "{columns}x{rows} is out of range: 1 to 64 squares"
            )));
        }
        if columns > 26 {
            return Err(ParseError::new(format!(
                "{columns} columns are out of range: 1 to 26, one for each letter"
            )));
        }
        if length == 0 || length > columns.max(rows) {
            let message = format!(
                "{length} in a row is out of range on {columns}x{rows}: 1 to {}",
                columns.max(rows)
            );
            return Err(ParseError::new(message));
        }
        let lines = lines(columns, rows, length);
        let through = |square| lines.iter().copied().filter(move |line| line >> square & 1 == 1);
        let through = (0..squares).map(|square| through(square).collect()).collect();
        let symmetries = symmetries(columns, rows);
        Ok(Shape { columns, rows, length, lines, through, symmetries })
    }

    /// The shape of a size as text: three numbers, `4,4,3`.
    ///
    /// # Errors
    /// If these are not three numbers, or there is no such board; see [`Shape::new`].
    pub fn parse(size: &str) -> Result<Self, ParseError> {
        let numbers: Option<Vec<usize>> =
            size.split([',', 'x']).map(|part| part.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[columns, rows, length]) => Shape::new(columns, rows, length),
            _ => Err(ParseError::new(format!(
                "{size:?} is not a size: write columns,rows,stones in a row, such as 4,4,3"
            ))),
        }
    }

    /// How many squares there are.
    pub fn squares(&self) -> usize {
        self.columns * self.rows
    }

    /// All squares.
    pub(super) fn all(&self) -> u64 {
        u64::MAX >> (64 - self.squares())
    }
}

fn lines(columns: usize, rows: usize, length: usize) -> Vec<u64> {
    let mut lines = Vec::new();
    for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for square in 0..columns * rows {
            let (column, row) = ((square % columns) as isize, (square / columns) as isize);
            let squares = (0..length as isize).map(|n| (column + n * right, row + n * up));
            let on_board = |&(column, row): &(isize, isize)| {
                (0..columns as isize).contains(&column) && (0..rows as isize).contains(&row)
            };
            let squares: Vec<_> = squares.take_while(on_board).collect();
            if squares.len() == length {
                let bit = |&(column, row): &(isize, isize)| 1 << (row * columns as isize + column);
                lines.push(squares.iter().map(bit).fold(0, |line, bit: u64| line | bit));
            }
        }
    }
    lines.sort_unstable();
    lines.dedup(); // a row of one square is the same in all directions
    lines
}

/// The four symmetries of a rectangle, or the eight of a square.
fn symmetries(columns: usize, rows: usize) -> Vec<Vec<u8>> {
    let mut maps = Vec::new();
    for turn in 0..8 {
        if turn >= 4 && columns != rows {
            break;
        }
        let map = |square: usize| {
            let (mut column, mut row) = (square % columns, square / columns);
            if turn & 1 != 0 {
                column = columns - 1 - column;
            }
            if turn & 2 != 0 {
                row = rows - 1 - row;
            }
            if turn & 4 != 0 {
                (column, row) = (row, column);
            }
            (row * columns + column) as u8
        };
        maps.push((0..columns * rows).map(map).collect());
    }
    maps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_in_all_four_directions() {
        assert_eq!(Shape::new(3, 3, 3).unwrap().lines.len(), 8);
        assert_eq!(Shape::new(4, 3, 3).unwrap().lines.len(), 6 + 4 + 4);
        assert_eq!(Shape::new(5, 1, 1).unwrap().lines.len(), 5);
        assert_eq!(Shape::new(8, 8, 5).unwrap().lines.len(), 4 * 8 * 2 + 16 * 2);
    }

    #[test]
    fn symmetries_move_rows_to_rows() {
        for shape in [Shape::new(4, 4, 3).unwrap(), Shape::new(5, 3, 3).unwrap()] {
            for map in &shape.symmetries {
                for line in &shape.lines {
                    let bits = (0..64).filter(|bit| line >> bit & 1 == 1);
                    let image = bits.map(|bit: usize| 1 << map[bit]).fold(0, |a, b: u64| a | b);
                    assert!(shape.lines.contains(&image));
                }
            }
        }
    }

    #[test]
    fn sizes_without_a_board_or_a_row_are_refused() {
        for size in
            ["", "3", "3,3", "0,3,3", "9,8,3", "27,1,1", "3,3,4", "3,3,0", "3,3,x", "3,3,3,3"]
        {
            assert!(Shape::parse(size).is_err(), "{size}");
        }
        assert_eq!(format!("{:?}", Shape::parse("4x4,3").unwrap()), "4,4,3");
    }
}
