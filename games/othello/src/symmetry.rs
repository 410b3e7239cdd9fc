//! The eight symmetries of the board, and the canonical one of the positions that are images of one
//! another.
//!
//! The start position is its own image in four of them, so that of its four moves one has to be
//! searched. With each disc that is placed it becomes rarer that two lines lead to images of one
//! another, so only positions of few discs are replaced by a canonical one: for those a key costs
//! some hundred operations.

use plyglot_games_common::grid::{left_right, transposed, up_down};

/// What a symmetry does to the board, in this order: rows and columns are exchanged, ...
const TRANSPOSED: u8 = 4;
/// ... above and below do, ...
const UP_DOWN: u8 = 2;
/// ... left and right do.
const LEFT_RIGHT: u8 = 1;

/// The image of a set of squares in a symmetry.
#[inline(always)]
fn image(set: u64, symmetry: u8) -> u64 {
    let set = if symmetry & TRANSPOSED != 0 { transposed(set) } else { set };
    let set = if symmetry & UP_DOWN != 0 { up_down(set, 8) } else { set };
    if symmetry & LEFT_RIGHT != 0 { left_right(set, 8) } else { set }
}

/// The canonical image of a position, and its symmetry.
#[inline]
pub(super) fn canonical(own: u64, opp: u64) -> (u64, u64, u8) {
    let images = (0..8).map(|symmetry| (image(own, symmetry), image(opp, symmetry), symmetry));
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
    fn squares_and_sets_have_the_same_image_in_every_symmetry() {
        for symmetry in 0..8 {
            for square in 0..64 {
                let to = to_canonical(square, symmetry);
                assert_eq!(image(1 << square, symmetry), 1 << to, "{square} in {symmetry}");
                assert_eq!(from_canonical(to, symmetry), square, "{square} in {symmetry}");
            }
        }
    }

    #[test]
    fn all_images_of_a_position_have_the_same_canonical_one() {
        let (own, opp) = (0x0000_1008_0402_0000, 0x0000_0010_3810_0080);
        let (first, second, _) = canonical(own, opp);
        for symmetry in 0..8 {
            let (a, b, back) = canonical(image(own, symmetry), image(opp, symmetry));
            assert_eq!((a, b), (first, second));
            assert_eq!(image(image(own, symmetry), back), first);
        }
    }
}
