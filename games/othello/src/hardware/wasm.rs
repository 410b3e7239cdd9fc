//! Moves and flips by the vector instructions of WebAssembly, which shift all lanes by the same number: the board is in
//! one lane and its mirror image, top to bottom, in the other, so that one shift goes up in the first and down in the
//! second. Only the two directions along a row stay without vectors.
//!
//! These instructions are there or the module is refused as a whole, so nothing is detected.

use std::arch::wasm32::*;

use crate::board::{self, HIGHER};

/// All columns but those at the sides.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// A board and its mirror image.
#[inline(always)]
fn both(board: u64) -> v128 {
    let board = u64x2_splat(board);
    i8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(board, board)
}

/// Both as one board.
#[inline(always)]
fn join(lanes: v128) -> u64 {
    let mirrored =
        i8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 0, 1, 2, 3, 4, 5, 6, 7>(lanes, lanes);
    u64x2_extract_lane::<0>(v128_or(lanes, mirrored))
}

/// Where lines of `theirs` that start above `own` arrive, for a step to the row above.
#[inline(always)]
fn reach(own: v128, theirs: v128, step: u32) -> v128 {
    let mut up = v128_and(theirs, u64x2_shl(own, step));
    up = v128_or(up, v128_and(theirs, u64x2_shl(up, step)));
    let pairs = v128_and(theirs, u64x2_shl(theirs, step));
    up = v128_or(up, v128_and(pairs, u64x2_shl(up, 2 * step)));
    up = v128_or(up, v128_and(pairs, u64x2_shl(up, 2 * step)));
    u64x2_shl(up, step)
}

/// As [`board::line_ends`].
#[inline(always)]
pub(super) fn line_ends(own: u64, opp: u64) -> u64 {
    let (lanes, theirs) = (both(own), both(opp));
    let inner = v128_and(theirs, u64x2_splat(INNER));
    let straight = reach(lanes, theirs, 8);
    let aslant = v128_or(reach(lanes, inner, 7), reach(lanes, inner, 9));
    join(v128_or(straight, aslant)) | board::reach(own, opp & INNER, 1)
}

/// As [`board::flips`].
#[inline(always)]
pub(super) fn flips(square: u32, own: u64, opp: u64) -> u64 {
    let (lanes, theirs) = (both(own), both(opp));
    let (lines, mirrored) = (&HIGHER[square as usize & 63], &HIGHER[(square ^ 56) as usize & 63]);
    let mut turned = u64x2_splat(0);
    for direction in 1..4 {
        // The first square that is not the opponent's is found by a borrow.
        let line = u64x2(lines[direction], mirrored[direction]);
        let blocked = v128_andnot(line, theirs);
        let below = i64x2_sub(blocked, i64x2_splat(1));
        let end = v128_and(v128_andnot(blocked, below), lanes);
        let open = v128_and(v128_and(line, theirs), below);
        turned = v128_or(turned, v128_and(open, i64x2_ne(end, i64x2_splat(0))));
    }
    join(turned) | board::flips_along(0, square, own, opp)
}
