//! Boards of lettered columns and numbered rows: how several games write and print them, mirror them,
//! and iterate over sets of their squares.

use std::fmt::Write;

/// The letter of a column, from 0.
pub fn column_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// The name of a square, by its column and row from 0.
pub fn name(column: usize, row: usize) -> String {
    format!("{}{}", column_letter(column), row + 1)
}

/// Cuts a word of moves of this many squares each (`b2`, `a2a3`, `a2xb3`) that are written in a row: `b2a1`. What is in
/// front of the first square belongs to the first move, and what is not a square to the one before it.
pub fn split_moves(text: &str, squares: usize) -> Vec<&str> {
    let bytes = text.as_bytes();
    let begins = |at: &usize| {
        let digit = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        bytes[*at].is_ascii_alphabetic() && digit
    };
    let starts = (0..bytes.len()).filter(begins).step_by(squares.max(1)).skip(1);
    let ends = starts.chain([bytes.len()]);
    let mut from = 0;
    ends.map(|end| &text[std::mem::replace(&mut from, end)..end]).collect()
}

/// The squares of a set, lowest first.
#[inline]
pub fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

/// A set of squares, eight bits to a row, left and right exchanged on a board of this many columns.
#[inline]
pub fn left_right(set: u64, columns: u8) -> u64 {
    set.reverse_bits().swap_bytes() >> (8 - columns)
}

/// A set of squares, eight bits to a row, above and below exchanged on a board of this many rows.
#[inline]
pub fn up_down(set: u64, rows: u8) -> u64 {
    set.swap_bytes() >> (64 - 8 * u32::from(rows))
}

/// A set of squares on eight by eight, bit 8 `row` + `column`, mirrored at the diagonal from the bottom
/// left to the top right (H. Warren, *Hacker's Delight*, 2002, 7-3).
#[inline]
pub fn transposed(set: u64) -> u64 {
    let swapped = |set: u64, mask: u64, distance: u32| {
        let change = (set ^ set >> distance) & mask;
        set ^ change ^ change << distance
    };
    let set = swapped(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = swapped(set, 0x0000_cccc_0000_cccc, 14);
    swapped(set, 0x0000_0000_f0f0_f0f0, 28)
}

/// The board with its top row first, rows numbered from below and columns lettered; `letter` gives
/// the content of a column and a row, both from 0. At most nine rows.
pub fn board(columns: usize, rows: usize, letter: impl Fn(usize, usize) -> char) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_between_moves() {
        assert_eq!(split_moves("b2a11c3", 1), ["b2", "a11", "c3"]);
        assert_eq!(split_moves("a2a3b7-b6a3xb4", 2), ["a2a3", "b7-b6", "a3xb4"]);
        assert_eq!(split_moves("a2a3b7b6a3xb4", 2), ["a2a3", "b7b6", "a3xb4"]);
        assert_eq!(split_moves("?b2zz", 1), ["?b2zz"]);
        assert_eq!(split_moves("é2b2", 1), ["é2b2"]);
    }
}
