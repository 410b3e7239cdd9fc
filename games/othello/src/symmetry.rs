//! The eight symmetries of the board: which of the positions that are mirror images of one another
//! stands for all.
//!
//! The start position is its own image in four of them, so that of its four moves one has to be
//! searched. With each disc that is placed it becomes rarer that two lines lead to images of one
//! another, so only positions of few discs are replaced by a canonical one: for those a key costs
//! some hundred operations.

use plyglot_games_common::grid::{left_right, transposed, up_down};

/// What a symmetry does to the board, in this order: rows and columns change places, ...
const TRANSPOSED: u8 = 4;
/// ... above and below do, ...
const UP_DOWN: u8 = 2;
/// ... left and right do.
const LEFT_RIGHT: u8 = 1;

/// A set of squares as it looks in a symmetry.
#[inline(always)]
fn seen(set: u64, symmetry: u8) -> u64 {
    let set = if symmetry & TRANSPOSED != 0 { transposed(set) } else { set };
    let set = if symmetry & UP_DOWN != 0 { up_down(set, 8) } else { set };
    if symmetry & LEFT_RIGHT != 0 { left_right(set, 8) } else { set }
}

/// The image of a position that stands for all eight, and its symmetry.
#[inline]
pub(super) fn canonical(own: u64, opp: u64) -> (u64, u64, u8) {
    let images = (0..8).map(|symmetry| (seen(own, symmetry), seen(opp, symmetry), symmetry));
    images.min().expect("there are eight")
}

/// A square of the board as it is numbered in a symmetry.
#[inline]
pub(super) fn to_canonical(square: u8, symmetry: u8) -> u8 {
    let square = if symmetry & TRANSPOSED != 0 { (square & 7) << 3 | square >> 3 } else { square };
    square ^ mirrors(symmetry)
}

/// The square of the board that has this number in a symmetry.
#[inline]
pub(super) fn from_canonical(square: u8, symmetry: u8) -> u8 {
    let square = square ^ mirrors(symmetry);
    if symmetry & TRANSPOSED != 0 { (square & 7) << 3 | square >> 3 } else { square }
}

/// The bits of a square's number that mirroring changes: those of its row, of its column.
#[inline]
fn mirrors(symmetry: u8) -> u8 {
    let rows = if symmetry & UP_DOWN != 0 { 0o70 } else { 0 };
    let columns = if symmetry & LEFT_RIGHT != 0 { 0o07 } else { 0 };
    rows | columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_sets_are_seen_alike_in_every_frame() {
        for symmetry in 0..8 {
            for square in 0..64 {
                let image = to_canonical(square, symmetry);
                assert_eq!(seen(1 << square, symmetry), 1 << image, "{square} in {symmetry}");
                assert_eq!(from_canonical(image, symmetry), square, "{square} in {symmetry}");
            }
        }
    }

    #[test]
    fn all_images_of_a_position_have_one_that_stands_for_them() {
        let (own, opp) = (0x0000_1008_0402_0000, 0x0000_0010_3810_0080);
        let (first, second, _) = canonical(own, opp);
        for symmetry in 0..8 {
            let (a, b, back) = canonical(seen(own, symmetry), seen(opp, symmetry));
            assert_eq!((a, b), (first, second));
            assert_eq!(seen(seen(own, symmetry), back), first);
        }
    }
}
