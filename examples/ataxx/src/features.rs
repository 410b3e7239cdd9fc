//! What a position looks like to a trainer (`Features`): every block of two by three squares, how many pieces each
//! side has, and whose turn it is.

use std::sync::OnceLock;

use plyglot::eval::{Active, Board, Features, Layout, Pattern};

use crate::rules::{Ataxx, SIZE};

/// A number for each place of a block: sixty, and four to spare.
pub const LANES: usize = 64;

/// What is counted beside the blocks: the right to move, the difference of pieces.
pub const COUNTS: [&str; 2] = ["to move", "pieces"];

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
                // With the sides exchanged an own piece is the other side's, and the estimate the negative.
                let exchanged = Some(&[0, 2, 1][..]);
                patterns.push(Pattern::new("block 3x2", &cells, 3, &symmetries, exchanged));
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
        let ahead = game.own.count_ones() as i16 - game.other.count_ones() as i16;
        blocks().active(game.own, game.other, &[1, ahead], out);
    }
}
