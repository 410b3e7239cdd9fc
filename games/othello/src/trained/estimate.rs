//! The estimate: the weights of the numbers, looked up.

use plyglot_eval::{Board, FromWeights, Lanes, Shared, Tables, WeightError, WeightFile};

use super::features::{LANES, phase, shared_board};

/// The name under which weights are kept: the game with its size.
const GAME: &str = "othello";

/// The numbers of all patterns of a position, from one side's point of view.
pub(crate) type Numbers = Lanes<LANES>;

/// The trained evaluation.
#[derive(Debug)]
pub(crate) struct Trained {
    board: &'static Board<LANES>,
    tables: Tables<LANES>,
}

impl FromWeights for Trained {
    const BUILT_IN: &'static [u8] = include_bytes!("../../data/othello.weights");

    fn from_weights(file: &WeightFile) -> Result<Trained, WeightError> {
        let board = shared_board();
        Ok(Trained { board, tables: Tables::new(GAME, board, file)? })
    }

    fn shared() -> &'static Shared<Trained> {
        static SHARED: Shared<Trained> = Shared::new();
        &SHARED
    }

    fn fingerprint(&self) -> u64 {
        self.tables.fingerprint()
    }
}

impl Trained {
    /// The numbers of a position, from the point of view of `own`.
    #[inline(always)]
    pub(crate) fn numbers(&self, own: u64, opp: u64) -> Numbers {
        self.board.reader().read(own, opp)
    }

    /// The numbers after a move, of the side from whose point of view they are, and stay; or of the `other`.
    #[inline(always)]
    pub(crate) fn after(&self, numbers: &Numbers, square: u32, flips: u64, other: bool) -> Numbers {
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
    pub(crate) fn points(&self, empties: u32, numbers: &Numbers, mobility: i32) -> i32 {
        let phase = phase(empties);
        let counts: &[i32; 3] =
            self.tables.counts(phase).first_chunk().expect("a weight for each count");
        let odd = if empties & 1 == 1 { counts[1] } else { -counts[1] };
        let sum = self.tables.sum(phase, numbers);
        self.tables.points(sum + counts[0] + odd + counts[2] * mobility)
    }
}
