//! The estimate: the weights of the numbers, looked up.

use plyglot_eval::{Board, Lanes, Tables, WeightError, WeightFile};

use super::features::phase;

/// The trained evaluation of a board of `N` x `N` with at most `W` places of patterns.
#[derive(Debug)]
pub(crate) struct Trained<const N: usize, const W: usize> {
    board: &'static Board<W>,
    tables: Tables<W>,
}

/// The trained evaluation of a size.
#[derive(Debug)]
pub(crate) enum AnyTrained {
    /// Of 8x8.
    Large(Trained<8, 48>),
    /// Of 6x6.
    Small(Trained<6, 32>),
}

impl<const N: usize, const W: usize> Trained<N, W> {
    /// Made from a file of weights for `game`.
    pub(super) fn new(
        game: &str,
        board: &'static Board<W>,
        file: &WeightFile,
    ) -> Result<Self, WeightError> {
        Ok(Trained { board, tables: Tables::new(game, board, file)? })
    }

    /// The numbers of a position, from the point of view of `own`.
    #[inline(always)]
    pub(crate) fn numbers(&self, own: u64, opp: u64) -> Lanes<W> {
        self.board.reader().read(own, opp)
    }

    /// The numbers after a move, of the side from whose point of view they are, and stay; or of the `other`.
    #[inline(always)]
    pub(crate) fn after(
        &self,
        numbers: &Lanes<W>,
        square: u32,
        flips: u64,
        other: bool,
    ) -> Lanes<W> {
        let reader = self.board.reader();
        let mut numbers = numbers.with(reader, square as u8, other);
        let mut rest = flips;
        while rest != 0 {
            numbers = numbers.turned(reader, rest.trailing_zeros() as u8, other);
            rest &= rest - 1;
        }
        numbers
    }

    /// The estimate in points, from the side to move, from whose point of view the numbers are; `mobility` is its
    /// moves less the opponent's.
    #[inline(always)]
    pub(crate) fn points(&self, empties: u32, numbers: &Lanes<W>, mobility: i32) -> i32 {
        let phase = phase::<N>(empties);
        let counts: &[i32; 3] =
            self.tables.counts(phase).first_chunk().expect("a weight for each count");
        let odd = if empties & 1 == 1 { counts[1] } else { -counts[1] };
        let sum = self.tables.sum(phase, numbers);
        self.tables.points(sum + counts[0] + odd + counts[2] * mobility)
    }
}
