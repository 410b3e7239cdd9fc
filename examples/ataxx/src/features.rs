//! What a position looks like to a trainer (`Features`): every block of two by three squares, how many pieces each
//! side has, what the next move of each can gain, and whose turn it is.
//!
//! All of it is seen from the side to move: a piece beside an empty square is worth less where the other side has
//! the next move.

use std::sync::OnceLock;

use plyglot::eval::{Active, Board, Features, Layout, Pattern};

use crate::rules::{Ataxx, SIZE, around};

/// A number for each place of a block: sixty, and four to spare.
pub const LANES: usize = 64;

/// What is counted beside the blocks: the right to move, the difference of pieces, the most that the next move of
/// each side gains.
pub const COUNTS: [&str; 4] = ["to move", "pieces", "own gain", "other gain"];

/// The phases, by how many squares are empty at least.
const PHASES: [u32; 5] = [36, 27, 18, 9, 0];

/// The phase of a position with this many empty squares.
pub fn phase(empties: u32) -> usize {
    PHASES.iter().position(|&least| empties >= least).unwrap_or(0)
}

/// The blocks with their places and weights: made once.
pub fn blocks() -> &'static Board<LANES> {
    static SHARED: OnceLock<Board<LANES>> = OnceLock::new();
    SHARED.get_or_init(|| {
        // Mirrored from left to right, from top to bottom, and at the diagonal.
        let image = |symmetry: u8, square: u8| {
            let (column, row) = (square % 8, square / 8);
            if column >= SIZE || row >= SIZE {
                return square;
            }
            let column = if symmetry & 1 == 0 { column } else { SIZE - 1 - column };
            let row = if symmetry & 2 == 0 { row } else { SIZE - 1 - row };
            if symmetry & 4 == 0 { 8 * row + column } else { 8 * column + row }
        };
        let symmetries: Vec<Vec<u8>> = (0..8)
            .map(|symmetry| (0..64).map(|square| image(symmetry, square)).collect())
            .collect();
        let mut patterns: Vec<Pattern> = Vec::new();
        for corner in 0..64 {
            let cells = [0, 1, 2, 8, 9, 10].map(|step| corner + step);
            let fits = corner % 8 + 2 < SIZE && corner / 8 + 1 < SIZE;
            let stands = |place: &Vec<u8>| cells.iter().all(|cell| place.contains(cell));
            if fits && !patterns.iter().any(|known| known.places().iter().any(stands)) {
                patterns.push(Pattern::new("block 3x2", &cells, 3, &symmetries, None));
            }
        }
        let mut most = 45;
        let phases = PHASES.iter().map(|least| {
            let name = format!("{least}-{most} empty");
            most = least.saturating_sub(1);
            name
        });
        Board::new(patterns, &COUNTS, phases.collect())
    })
}

/// The values of [`COUNTS`], in their order.
#[inline]
pub fn counts(game: &Ataxx) -> [i32; COUNTS.len()] {
    let (own, other, empty) = (game.own, game.other, game.empty());
    let ahead = own.count_ones() as i32 - other.count_ones() as i32;
    [1, ahead, gain(own, other, empty), gain(other, own, empty)]
}

/// The most that a move gains for the side that has `own`: twice the pieces that change sides, and the one that is
/// new. The pieces around all squares are counted at once, a set of squares for each binary digit.
#[inline]
fn gain(own: u64, other: u64, empty: u64) -> i32 {
    let mut digits = [0u64; 4];
    for step in [1, 7, 8, 9] {
        for mut carry in [other << step, other >> step] {
            for digit in &mut digits {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
            }
        }
    }
    let near = around(own);
    let (copies, jumps) = (near & empty, around(near) & !near & empty);
    let most = |mut squares: u64| {
        let mut most = 0;
        for (place, digit) in digits.into_iter().enumerate().rev() {
            if squares & digit != 0 {
                squares &= digit;
                most |= 1 << place;
            }
        }
        2 * most
    };
    let copied = if copies == 0 { 0 } else { most(copies) + 1 };
    copied.max(most(jumps))
}

/// The features.
#[derive(Debug)]
pub struct Blocks;

impl Features<Ataxx> for Blocks {
    fn layout(&self) -> &Layout {
        blocks().layout()
    }

    fn phase(&self, game: &Ataxx) -> usize {
        phase(game.empty().count_ones())
    }

    fn active(&self, game: &Ataxx, out: &mut Active) {
        blocks().active(game.own, game.other, &counts(game).map(|count| count as i16), out);
    }
}
