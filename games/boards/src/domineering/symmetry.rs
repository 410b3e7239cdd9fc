//! The symmetries of a board: mirrored left to right and up to down, and, if it is square, transposed
//! with the players exchanged.

use plyglot_games_common::grid::{left_right, transposed, up_down};
use plyglot_search::{NodeKey, Side};

use super::position::{Domineering, Domino, key_of};

/// A symmetry, as bits: the board is transposed first, then mirrored.
const TRANSPOSED: u8 = 4;
const LEFT_RIGHT: u8 = 1;
const UP_DOWN: u8 = 2;
/// How many symmetries leave dominoes as they lie.
pub(super) const MIRRORS: u8 = 4;

/// Mirrors the square of a domino, which is `wide` and `high`. The domino's first square is its last
/// one seen from the other end.
#[inline]
fn mirrored(square: u32, [columns, rows]: [u32; 2], [wide, high]: [u32; 2], symmetry: u8) -> u32 {
    let (mut across, mut up) = (square & 7, square >> 3);
    if symmetry & LEFT_RIGHT != 0 {
        across = (columns - wide).wrapping_sub(across) & 7;
    }
    if symmetry & UP_DOWN != 0 {
        up = (rows - high).wrapping_sub(up) & 7;
    }
    up << 3 | across
}

fn transposed_square(square: u32) -> u32 {
    (square & 7) << 3 | square >> 3
}

/// The size of the board, and that of the domino of the side to move in a symmetry.
fn sizes(game: &Domineering, symmetry: u8) -> [[u32; 2]; 2] {
    let board = [u32::from(game.columns), u32::from(game.rows)];
    let upright = game.side == Side::First || symmetry & TRANSPOSED != 0;
    [board, if upright { [1, 2] } else { [2, 1] }]
}

/// Where a place is in a symmetry, by its first square, 64 more for flat ones.
pub(super) fn mirrored_place(game: &Domineering, place: usize, symmetry: u8) -> usize {
    let size = if place < 64 { [1, 2] } else { [2, 1] };
    let board = [u32::from(game.columns), u32::from(game.rows)];
    place & 64 | mirrored(place as u32 & 63, board, size, symmetry) as usize
}

/// Where a place is on the transposed board.
pub(super) fn transposed_place(place: usize) -> usize {
    place & 64 ^ 64 | transposed_square(place as u32 & 63) as usize
}

/// Mirror images share an entry. On a square board those with the players exchanged do as well:
/// a position is looked at as if the side to move laid upright.
#[inline]
pub(super) fn key(game: &Domineering) -> NodeKey {
    let mut free = game.free;
    let (mut symmetry, mut side) = (0, game.side);
    if side == Side::Second && game.columns == game.rows {
        (free, symmetry, side) = (transposed(free), TRANSPOSED, Side::First);
    }
    let sideways = left_right(free, game.columns);
    let down = |set| up_down(set, game.rows);
    let images = [free, sideways, down(free), down(sideways)];
    let mut best = (free, 0);
    for (mirrors, image) in (0..).zip(images) {
        if image < best.0 {
            best = (image, mirrors);
        }
    }
    NodeKey { hash: key_of(best.0, side), symmetry: symmetry | best.1 }
}

/// A domino as it lies in a symmetry.
#[inline]
pub(super) fn to_canonical(game: &Domineering, domino: Domino, symmetry: u8) -> Domino {
    let square = u32::from(domino.0);
    let square = if symmetry & TRANSPOSED != 0 { transposed_square(square) } else { square };
    let [board, size] = sizes(game, symmetry);
    Domino(mirrored(square, board, size, symmetry) as u8)
}

/// The bits of a domino in a symmetry, as they are on the board.
#[inline]
pub(super) fn bits_from_canonical(game: &Domineering, bits: u32, symmetry: u8) -> u32 {
    if bits >= 64 {
        return bits;
    }
    let [board, size] = sizes(game, symmetry);
    let square = mirrored(bits, board, size, symmetry);
    if symmetry & TRANSPOSED != 0 { transposed_square(square) } else { square }
}
