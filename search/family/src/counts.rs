//! What a search of the family did.

use std::ops::{Add, AddAssign, Sub};

/// What a search did, in numbers of nodes unless said otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Leaves that were valued: ends of the game and estimates at the horizon.
    pub leaves: u64,
    /// Nodes whose moves were generated.
    pub interior: u64,
    /// Visits that repeat a null window that failed high with an open one.
    pub researches: u64,
    /// Searches from the root.
    pub passes: u64,
    /// Times that the table was asked.
    pub probes: u64,
    /// Nodes that the table answered.
    pub table_cutoffs: u64,
    /// Positions that were estimated only to order moves.
    pub glances: u64,
    /// Interior nodes whose visit found a best move: where the answer was above alpha. What fails low
    /// knows no best move.
    pub settled: u64,
    /// Those of them whose best move was tried first.
    pub first_best: u64,
}

impl Counts {
    /// Leaves, interior nodes and nodes that the table answered: every visit but repetitions.
    pub fn visits(&self) -> u64 {
        self.leaves + self.interior + self.table_cutoffs
    }

    /// The share of nodes whose first move was the best; `None` where there was no such node.
    pub fn first_best_share(&self) -> Option<f64> {
        (self.settled > 0).then(|| self.first_best as f64 / self.settled as f64)
    }

    fn zip(self, other: Counts, join: impl Fn(u64, u64) -> u64) -> Counts {
        Counts {
            leaves: join(self.leaves, other.leaves),
            interior: join(self.interior, other.interior),
            researches: join(self.researches, other.researches),
            passes: join(self.passes, other.passes),
            probes: join(self.probes, other.probes),
            table_cutoffs: join(self.table_cutoffs, other.table_cutoffs),
            glances: join(self.glances, other.glances),
            settled: join(self.settled, other.settled),
            first_best: join(self.first_best, other.first_best),
        }
    }
}

impl Add for Counts {
    type Output = Counts;
    fn add(self, other: Counts) -> Counts {
        self.zip(other, u64::wrapping_add)
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        *self = *self + other;
    }
}

impl Sub for Counts {
    type Output = Counts;
    fn sub(self, earlier: Counts) -> Counts {
        self.zip(earlier, u64::wrapping_sub)
    }
}
