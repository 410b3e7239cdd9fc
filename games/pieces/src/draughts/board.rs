//! The board as bits.
//!
//! The 32 dark squares are numbered as players do, row by row from Black's side, less one. A bit is
//! left out after every second row, so that a step in one direction is a shift by the same number of
//! bits from every square, and leads onto a missing bit where it would leave the board.

/// The squares.
pub(super) const BOARD: u64 = 0x7_fbfd_feff;

/// How many bits there are, those that are left out included.
pub(super) const BITS: usize = 35;

/// Black's pieces at the start: the first three rows.
pub(super) const ARMY: u64 = 0x1eff;

/// The home rows of Black and of White, on which the other side's men are crowned.
pub(super) const HOME: [u64; 2] = [0xf, turned(0xf)];

/// The bit of a square numbered from 0.
#[inline]
pub(super) fn bit(square: u32) -> u8 {
    (square + square / 8) as u8
}

/// The number of a bit's square, from 0.
#[inline]
pub(super) fn square(bit: u8) -> u32 {
    u32::from(bit - bit / 9)
}

/// The board turned by half a turn: as the other side sees it.
#[inline]
pub(super) const fn turned(set: u64) -> u64 {
    set.reverse_bits() >> 29
}
