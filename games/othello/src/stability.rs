//! Stable discs: discs that can never turn, whatever is played, and the bounds that they prove.
//!
//! A disc is stable if it can never be bracketed along any of the four lines through it: the
//! line is full, or ends at the disc, or a stable disc of the same colour lies next to it. The
//! edges are finer: a table built by playing out every edge tells which discs of it are stable.
//! What is found is a subset of the truth, so the bounds hold; it costs about 60 to 150 operations.

use std::sync::LazyLock;

use super::board::{playable, surround};

/// For each pair of bytes (own and opponent's discs of an edge), own discs that never turn.
#[derive(Debug)]
pub(super) struct Edges(Box<[u8; 1 << 16]>);

static EDGES: LazyLock<Edges> = LazyLock::new(Edges::build);

impl Edges {
    /// The table, built by the first call.
    pub(super) fn shared() -> &'static Edges {
        &EDGES
    }

    fn build() -> Edges {
        let mut table: Box<[u8; 1 << 16]> =
            vec![0u8; 1 << 16].into_boxed_slice().try_into().expect("a table of 65536 bytes");
        let mut known = vec![false; 1 << 16];
        for own in 0..256usize {
            for opp in (0..256usize).filter(|opp| opp & own == 0) {
                survivors(own, opp, &mut table, &mut known);
            }
        }
        Edges(table)
    }

    #[inline(always)]
    fn stable(&self, own: u64, opp: u64) -> u64 {
        u64::from(self.0[((own & 0xff) << 8 | (opp & 0xff)) as usize])
    }
}

/// Own discs of an edge that no sequence of placements on it ever turns. Either side may place a
/// disc on any empty square, whether it turns anything on the edge or not.
fn survivors(own: usize, opp: usize, table: &mut [u8; 1 << 16], known: &mut [bool]) -> u8 {
    let index = own << 8 | opp;
    if known[index] {
        return table[index];
    }
    let mut stable = own;
    for square in (0..8).filter(|square| (own | opp) & (1 << square) == 0) {
        let turned = turned_on_edge(square, own, opp);
        stable &= usize::from(survivors(own | 1 << square | turned, opp & !turned, table, known));
        let turned = turned_on_edge(square, opp, own);
        stable &= usize::from(survivors(own & !turned, opp | 1 << square | turned, table, known));
    }
    known[index] = true;
    table[index] = stable as u8;
    table[index]
}

fn turned_on_edge(square: usize, own: usize, opp: usize) -> usize {
    let bit = |at: i32| if (0..8).contains(&at) { 1usize << at } else { 0 };
    let mut turned = 0;
    for step in [-1, 1] {
        let mut run = 0;
        let mut at = square as i32 + step;
        while opp & bit(at) != 0 {
            run |= bit(at);
            at += step;
        }
        if own & bit(at) != 0 {
            turned |= run;
        }
    }
    turned
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const ROW_1: u64 = 0xff;

/// The eight squares of the first or last column as a byte, top square in bit 0.
#[inline(always)]
fn column(discs: u64, shift: u32) -> u64 {
    ((discs >> shift) & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The inverse: a byte spread down the first column.
#[inline(always)]
fn spread(byte: u64) -> u64 {
    // Each bit is copied to its own row in two steps of four bits.
    let low = (byte & 0x0f).wrapping_mul(0x0020_4081) & 0x0101_0101;
    let high = (byte >> 4).wrapping_mul(0x0020_4081) & 0x0101_0101;
    low | high << 32
}

/// Own discs on the rim of the large board that are stable by the rim alone.
#[inline(always)]
fn on_edges(edges: &Edges, own: u64, opp: u64) -> u64 {
    edges.stable(own, opp)
        | edges.stable(own >> 56, opp >> 56) << 56
        | spread(edges.stable(column(own, 0), column(opp, 0)))
        | spread(edges.stable(column(own, 7), column(opp, 7))) << 7
}

/// The squares on full lines, for each of the four lines; what is off the board counts as filled.
#[inline(always)]
fn full_lines(filled: u64) -> [u64; 4] {
    let mut rows = filled & filled >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    rows &= rows >> 2;
    rows &= rows >> 1;
    let rows = (rows & FILE_A) * ROW_1;
    let mut columns = filled & filled.rotate_right(32);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(8);
    [rows, columns, full_diagonals::<7>(filled), full_diagonals::<9>(filled)]
}

/// Squares whose diagonals (in steps of `STEP` bits) are full.
#[inline(always)]
fn full_diagonals<const STEP: u32>(filled: u64) -> u64 {
    // Holes spread both ways along the diagonal; a square that no hole reaches is on a full line.
    // Columns are guarded so that nothing wraps around the sides.
    let (up, down) = if STEP == 9 { (!FILE_A, !(FILE_A << 7)) } else { (!(FILE_A << 7), !FILE_A) };
    let holes = !filled;
    let (mut left, mut right) = (holes, holes);
    let (mut left_guard, mut right_guard) = (up, down);
    let mut step = STEP;
    while step <= 4 * STEP {
        left |= left_guard & left << step;
        right |= right_guard & right >> step;
        left_guard &= left_guard << step;
        right_guard &= right_guard >> step;
        step *= 2;
    }
    !(left | right)
}

/// The rim of the board of `n` x `n`, for each of the four lines the squares where it ends.
const fn line_ends(n: usize) -> [u64; 4] {
    let (board, margin) = (playable(n), (8 - n) as u32 / 2);
    let sides = board & (FILE_A << margin | FILE_A << (7 - margin));
    let ends = board & (ROW_1 << (8 * margin) | ROW_1 << (8 * (7 - margin)));
    [sides, ends, sides | ends, sides | ends]
}

/// Own discs that can never turn. A subset of the truth.
#[inline(always)]
pub(super) fn stable_discs<const N: usize>(edges: &Edges, own: u64, opp: u64) -> u64 {
    let full = full_lines(own | opp | !playable(N));
    let mut stable = full[0] & full[1] & full[2] & full[3] & own;
    if N == 8 {
        stable |= on_edges(edges, own, opp);
    } else {
        stable |= own & const { corners(N) };
    }
    let [sides, ends, rim, _] = const { line_ends(N) };
    let lines = [full[0] | sides, full[1] | ends, full[2] | rim, full[3] | rim];
    let mut fresh = stable;
    while fresh != 0 {
        let grown = own
            & !stable
            & (lines[0] | stable << 1 | stable >> 1)
            & (lines[1] | stable << 8 | stable >> 8)
            & (lines[2] | stable << 7 | stable >> 7)
            & (lines[3] | stable << 9 | stable >> 9);
        stable |= grown;
        fresh = grown;
    }
    stable
}

/// The four corners.
pub(super) const fn corners(n: usize) -> u64 {
    let ends = line_ends(n);
    ends[0] & ends[1]
}

/// The squares next to the corners, in all directions.
pub(super) const fn beside_corners(n: usize) -> u64 {
    surround(corners(n)) & !corners(n) & playable(n)
}

/// How many of own discs can never turn, at least.
#[inline(always)]
pub(super) fn count_stable<const N: usize>(edges: &Edges, own: u64, opp: u64) -> i32 {
    stable_discs::<N>(edges, own, opp).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_four_corners_and_rows_that_end_at_its_sides() {
        let square = |row: usize, column: usize| 1 << (8 * row + column);
        for n in [4, 6, 8] {
            let (first, last) = ((8 - n) / 2, (8 + n) / 2 - 1);
            let four =
                |a: usize, b: usize| square(a, a) | square(a, b) | square(b, a) | square(b, b);
            assert_eq!(corners(n), four(first, last), "{n}");
            let column = |column| (first..=last).map(|row| square(row, column)).sum::<u64>();
            let row = |row| (first..=last).map(|column| square(row, column)).sum::<u64>();
            let (sides, ends) = (column(first) | column(last), row(first) | row(last));
            assert_eq!(line_ends(n), [sides, ends, sides | ends, sides | ends], "{n}");
            assert_eq!(beside_corners(n) & corners(n), 0, "{n}");
            assert_eq!(beside_corners(n).count_ones(), 12, "{n}");
        }
    }
}
