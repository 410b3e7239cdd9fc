//! The eight symmetries of the board: which of the positions that are mirror images of one another
//! stands for all.
//!
//! The start position is its own image in four of them, so that of its four moves one has to be
//! searched. With each disc that is placed it becomes rarer that two lines lead to images of one
//! another, so only positions of few discs are brought into a common frame: for those a key costs
//! some hundred operations.

use plyglot_games_common::grid::{left_right, transposed, up_down};

/// What a frame does to the board, in this order: rows and columns change places, ...
const TRANSPOSED: u8 = 4;
/// ... above and below do, ...
const UP_DOWN: u8 = 2;
/// ... left and right do.
const LEFT_RIGHT: u8 = 1;

/// A set of squares as it looks in a frame.
#[inline(always)]
fn seen(set: u64, frame: u8) -> u64 {
    let set = if frame & TRANSPOSED != 0 { transposed(set) } else { set };
    let set = if frame & UP_DOWN != 0 { up_down(set, 8) } else { set };
    if frame & LEFT_RIGHT != 0 { left_right(set, 8) } else { set }
}

/// The image of a position that stands for all eight, and its frame.
#[inline]
pub(super) fn canonical(own: u64, opp: u64) -> (u64, u64, u8) {
    let images = (0..8).map(|frame| (seen(own, frame), seen(opp, frame), frame));
    images.min().expect("there are eight")
}

/// A square of the board as it is numbered in a frame.
#[inline]
pub(super) fn to_frame(square: u8, frame: u8) -> u8 {
    let square = if frame & TRANSPOSED != 0 { (square & 7) << 3 | square >> 3 } else { square };
    square ^ mirrors(frame)
}

/// The square of the board that has this number in a frame.
#[inline]
pub(super) fn from_frame(square: u8, frame: u8) -> u8 {
    let square = square ^ mirrors(frame);
    if frame & TRANSPOSED != 0 { (square & 7) << 3 | square >> 3 } else { square }
}

/// The bits of a square's number that mirroring changes: those of its row, of its column.
#[inline]
fn mirrors(frame: u8) -> u8 {
    let rows = if frame & UP_DOWN != 0 { 0o70 } else { 0 };
    let columns = if frame & LEFT_RIGHT != 0 { 0o07 } else { 0 };
    rows | columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_sets_are_seen_alike_in_every_frame() {
        for frame in 0..8 {
            for square in 0..64 {
                let image = to_frame(square, frame);
                assert_eq!(seen(1 << square, frame), 1 << image, "{square} in {frame}");
                assert_eq!(from_frame(image, frame), square, "{square} in {frame}");
            }
        }
    }

    #[test]
    fn all_images_of_a_position_have_one_that_stands_for_them() {
        let (own, opp) = (0x0000_1008_0402_0000, 0x0000_0010_3810_0080);
        let (first, second, _) = canonical(own, opp);
        for frame in 0..8 {
            let (a, b, back) = canonical(seen(own, frame), seen(opp, frame));
            assert_eq!((a, b), (first, second));
            assert_eq!(seen(seen(own, frame), back), first);
        }
    }
}
