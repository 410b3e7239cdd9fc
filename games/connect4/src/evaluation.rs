//! What a position is worth: an estimate, for positions too far from the end to be solved.

use plyglot_search::{Game, Side};

use super::board::Geometry;
use super::lines;
use super::position::ConnectFour;

const ROW: i32 = 1;
const THREAT: i32 = 8;
const THREAT_ON_OWN_ROW: i32 = 16;

impl<S: Geometry> ConnectFour<S> {
    /// Counts the rows of four that each side could still complete, and its open threats; a threat
    /// on a row that zugzwang gives to its owner counts for more. In sixteenths of a stone.
    pub(super) fn estimate(&self) -> i32 {
        let upper = self.geometry.upper_rows();
        // On boards of even height the second player gets the upper rows by following up.
        let second_gets_upper = self.geometry.height().is_multiple_of(2);
        let mover_is_second = self.to_move() == Side::Second;
        let (mine, theirs) =
            if mover_is_second == second_gets_upper { (upper, !upper) } else { (!upper, upper) };
        self.potential(self.mine, mine) - self.potential(self.theirs(), theirs)
    }

    /// The potential of one side. Inlined, so that the counts of both sides are interleaved.
    #[inline(always)]
    fn potential(&self, stones: u64, own_rows: u64) -> i32 {
        let stride = self.geometry.stride();
        let possible = stones | self.empties();
        let count = |cells: u64| cells.count_ones() as i32;
        let rows: i32 =
            lines::directions(stride).iter().map(|&step| count(lines::runs(possible, step))).sum();
        let threats = lines::completing(stones, stride) & self.empties();
        ROW * rows + THREAT * count(threats) + THREAT_ON_OWN_ROW * count(threats & own_rows)
    }
}
