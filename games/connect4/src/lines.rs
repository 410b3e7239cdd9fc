//! Four in a row, by shifts: whether there is one, which cells would make one, which lines are open.
//!
//! All functions take a set of cells without guards and the board's stride. A left shift may push
//! bits onto guards or beyond the board; callers mask what lies on cells.

/// The distances between neighbours on a line: upright, falling, level, rising.
#[inline(always)]
pub(super) fn directions(stride: u32) -> [u32; 4] {
    [1, stride - 1, stride, stride + 1]
}

/// The first cells of all runs of four in one direction.
#[inline(always)]
pub(super) fn runs(cells: u64, step: u32) -> u64 {
    let pairs = cells & cells >> step;
    pairs & pairs >> (2 * step)
}

/// True if four of the cells stand in a row.
#[inline(always)]
pub(super) fn has_four(cells: u64, stride: u32) -> bool {
    directions(stride).iter().fold(0, |found, &step| found | runs(cells, step)) != 0
}

/// All cells that belong to some run of four.
#[inline(always)]
pub(super) fn cells_of_fours(cells: u64, stride: u32) -> u64 {
    directions(stride).iter().fold(0, |covered, &step| {
        let starts = runs(cells, step);
        let pairs = starts | starts << step;
        covered | pairs | pairs << (2 * step)
    })
}

/// Cells that would complete a row of four with three stones; some of them are occupied or guards.
#[inline(always)]
pub(super) fn completing(stones: u64, stride: u32) -> u64 {
    let [_, falling, level, rising] = directions(stride);
    let upright = stones << 1 & stones << 2 & stones << 3;
    upright
        | completing_along(stones, falling)
        | completing_along(stones, level)
        | completing_along(stones, rising)
}

#[inline(always)]
fn completing_along(stones: u64, step: u32) -> u64 {
    let pairs = stones & stones >> step;
    let threes = pairs & stones >> (2 * step);
    let gap_before_last = pairs & stones >> (3 * step);
    let gap_after_first = stones & pairs >> (2 * step);
    threes << (3 * step) | threes >> step | gap_before_last << (2 * step) | gap_after_first << step
}

#[cfg(test)]
mod tests {
    use super::super::board::{AnySize, Geometry};
    use super::*;

    /// All lines of four of a board, by counting cells.
    fn all_lines(board: AnySize) -> Vec<u64> {
        let (width, height) = (board.width() as i32, board.height() as i32);
        let mut lines = Vec::new();
        for column in 0..width {
            for row in 0..height {
                for (right, up) in [(0, 1), (1, -1), (1, 0), (1, 1)] {
                    let cell = |n: i32| (column + n * right, row + n * up);
                    let inside = |(c, r)| (0..width).contains(&c) && (0..height).contains(&r);
                    if (0..4).all(|n| inside(cell(n))) {
                        let bit = |(c, r): (i32, i32)| 1 << (c * (height + 1) + r);
                        lines.push((0..4).fold(0, |line, n| line | bit(cell(n))));
                    }
                }
            }
        }
        lines
    }

    /// Stones pile up, so that an upright row can only be completed at its top.
    fn upright(line: u64) -> bool {
        line >> line.trailing_zeros() == 0b1111
    }

    #[test]
    fn shifts_find_what_a_list_of_all_lines_finds() {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for (width, height) in [(4, 4), (7, 6), (8, 7), (12, 4), (4, 15)] {
            let board = AnySize::new(width, height).unwrap();
            let lines = all_lines(board);
            for _ in 0..2_000 {
                random = random.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
                let stones = (random ^ random >> 31) & random.rotate_left(23) & board.cells();
                let covered: Vec<u64> =
                    lines.iter().copied().filter(|line| stones & line == *line).collect();
                assert_eq!(has_four(stones, board.stride()), !covered.is_empty());
                let union = covered.iter().fold(0, |union, line| union | line);
                assert_eq!(cells_of_fours(stones, board.stride()), union);
                let open = board.cells() & !stones;
                let by_list = lines
                    .iter()
                    .filter(|line| (stones & **line).count_ones() == 3)
                    .filter(|line| !upright(**line) || open & **line > stones & **line)
                    .fold(0, |cells, line| cells | line & open);
                assert_eq!(completing(stones, board.stride()) & open, by_list);
            }
        }
    }
}
