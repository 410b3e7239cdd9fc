//! Boards of lettered columns and numbered rows, as several games write and print them.

use std::fmt::Write;

/// The letter of a column, from 0.
pub(crate) fn column_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// The board with its top row first, rows numbered from below and columns lettered; `letter` tells
/// what stands at a column and a row, both from 0. At most nine rows.
pub(crate) fn board(columns: usize, rows: usize, letter: impl Fn(usize, usize) -> char) -> String {
    let mut board = String::new();
    for row in (0..rows).rev() {
        write!(board, "{}", row + 1).expect("writing to a string");
        for column in 0..columns {
            board.extend([' ', letter(column, row)]);
        }
        board.push('\n');
    }
    board.push(' ');
    board.extend((0..columns).flat_map(|column| [' ', column_letter(column)]));
    board
}
