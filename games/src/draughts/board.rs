//! The board as bits.
//!
//! The 32 dark squares are numbered as players do, row by row from Black's side, less one. A bit is
//! left out after every second row, so that a step in one direction is a shift by the same number of
//! bits from every square, and leads onto a missing bit where it would leave the board.

/// The squares.
pub(super) const BOARD: u64 = 0x7_fbfd_feff;

/// Black's own row and White's, on which the other side's men are crowned.
pub(super) const HOME: [u64; 2] = [0xf, 0xf << 31];

/// The eight squares in the middle.
pub(super) const CENTRE: u64 = middle(2) | middle(3) | middle(4) | middle(5);

/// The two inner squares of a row: those with a square on either side.
const fn middle(number: u32) -> u64 {
    row(number) << 1 & row(number) >> 1
}

/// The lowest bit of a row, counted from Black's side.
pub(super) const fn first_of(row: u32) -> u32 {
    4 * row + row / 2
}

/// The squares of a row.
pub(super) const fn row(number: u32) -> u64 {
    0xf << first_of(number)
}

/// A direction: to White's side, left and right as Black's opponent sees it, then to Black's.
pub(super) type Direction = usize;

/// One step of all pieces of a set.
#[inline]
pub(super) fn step(set: u64, direction: Direction) -> u64 {
    match direction {
        0 => set << 4,
        1 => set << 5,
        2 => set >> 4,
        _ => set >> 5,
    }
}

/// The direction that leads back.
#[inline]
pub(super) fn back(direction: Direction) -> Direction {
    direction ^ 2
}

/// The bit of a square numbered from 0.
#[inline]
pub(super) fn bit(square: u32) -> u32 {
    square + square / 8
}

/// The number of a bit's square, from 0.
#[inline]
pub(super) fn square(bit: u32) -> u32 {
    bit - bit / 9
}

/// The board turned by half a turn: what Black sees on it, White sees now.
#[inline]
pub(super) fn turned(set: u64) -> u64 {
    set.reverse_bits() >> 29
}

/// The bits of a set, lowest first.
#[inline]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}
