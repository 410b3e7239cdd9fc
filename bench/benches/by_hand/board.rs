//! The board of 7x6 as two words, seven bits a column, the top one a guard.

const STRIDE: u32 = 7;
const FLOOR: u64 = 0x0408_1020_4081;
const CELLS: u64 = FLOOR * 63;
/// Rows 2, 4 and 6, which the second player gets by following up.
const UPPER: u64 = FLOOR * 0b10_1010;
const DIRECTIONS: [u32; 4] = [1, STRIDE - 1, STRIDE, STRIDE + 1];

/// Points of a row that can still be completed, of an open threat, and of one on a row that zugzwang
/// gives to its owner.
const ROW: i32 = 1;
const THREAT: i32 = 8;
const THREAT_ON_OWN_ROW: i32 = 16;

/// A position: the stones of the side to move, all stones, and how many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Board {
    mine: u64,
    all: u64,
    plies: u32,
}

impl Board {
    /// How many stones there are.
    #[inline(always)]
    pub(crate) fn plies(&self) -> u32 {
        self.plies
    }

    #[inline(always)]
    fn theirs(&self) -> u64 {
        self.mine ^ self.all
    }

    #[inline(always)]
    fn empties(&self) -> u64 {
        self.all ^ CELLS
    }

    /// The lowest empty cell of each column that is not full.
    #[inline(always)]
    pub(crate) fn playable(&self) -> u64 {
        (self.all + FLOOR) & CELLS
    }

    /// Drops a stone onto a playable cell.
    #[inline(always)]
    pub(crate) fn play(&mut self, cell: u64) {
        self.mine ^= self.all;
        self.all |= cell;
        self.plies += 1;
    }

    /// Takes the stone back.
    #[inline(always)]
    pub(crate) fn undo(&mut self, cell: u64) {
        self.all ^= cell;
        self.mine ^= self.all;
        self.plies -= 1;
    }

    /// The mover's margin if the game is over: minus the stones that the winner has left, less one;
    /// 0 of a full board.
    #[inline(always)]
    pub(crate) fn outcome(&self) -> Option<i32> {
        let theirs = self.theirs();
        if DIRECTIONS.iter().fold(0, |found, &step| found | runs(theirs, step)) != 0 {
            Some(-((44 - self.plies as i32) / 2))
        } else if self.empties() == 0 {
            Some(0)
        } else {
            None
        }
    }

    /// A number of its own for each position, spread over 64 bits.
    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        let code = self.mine | (self.all + FLOOR);
        let product = (code ^ code >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ product >> 29
    }

    /// Rows that each side could still complete, and its open threats, in sixteenths of a stone.
    #[inline(always)]
    pub(crate) fn estimate(&self) -> i32 {
        let (mine, theirs) = if self.plies & 1 == 1 { (UPPER, !UPPER) } else { (!UPPER, UPPER) };
        self.prospects(self.mine, mine) - self.prospects(self.theirs(), theirs)
    }

    #[inline(always)]
    fn prospects(&self, stones: u64, own_rows: u64) -> i32 {
        let possible = stones | self.empties();
        let count = |cells: u64| cells.count_ones() as i32;
        let rows: i32 = DIRECTIONS.iter().map(|&step| count(runs(possible, step))).sum();
        let threats = completing(stones) & self.empties();
        ROW * rows + THREAT * count(threats) + THREAT_ON_OWN_ROW * count(threats & own_rows)
    }
}

/// The first cells of all runs of four in one direction.
#[inline(always)]
fn runs(cells: u64, step: u32) -> u64 {
    let pairs = cells & cells >> step;
    pairs & pairs >> (2 * step)
}

/// Cells that would complete a row of four with three stones.
#[inline(always)]
fn completing(stones: u64) -> u64 {
    let along = |step: u32| {
        let pairs = stones & stones >> step;
        let threes = pairs & stones >> (2 * step);
        threes << (3 * step)
            | threes >> step
            | (pairs & stones >> (3 * step)) << (2 * step)
            | (stones & pairs >> (2 * step)) << step
    };
    (stones << 1 & stones << 2 & stones << 3) | along(6) | along(7) | along(8)
}
