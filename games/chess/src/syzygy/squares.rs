//! Squares as numbers of the Syzygy format, and choices of several squares as one number.
//!
//! The format (R. de Man, 2013) numbers positions up to the symmetries of the board. Without pawns the first piece of a
//! list stands in the triangle a1, d1, d4; with pawns the first pawn on the files a to d. Several equal pieces are one
//! choice of squares, numbered as combinations are.
//!
//! Cost: a few tables of some kilobytes, worked out when this is compiled.

/// How many numbers three different pieces have, and two kings.
pub(super) const THREE: u64 = 31_332;
pub(super) const KINGS: u64 = 462;

/// In how many ways `k` of `n` can be chosen.
pub(super) const fn choose(n: usize, k: usize) -> u64 {
    if n < 65 && k < 7 { CHOOSE[k][n] } else { 0 }
}

static CHOOSE: [[u64; 65]; 7] = {
    let mut table = [[0; 65]; 7];
    let mut n = 0;
    while n < 65 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 7 && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// How far a square lies above the diagonal a1 to h8; below it this is negative.
pub(super) const fn above_diagonal(square: u8) -> i32 {
    (square >> 3) as i32 - (square & 7) as i32
}

/// Ranks and files exchanged.
pub(super) const fn transposed(square: u8) -> u8 {
    (square >> 3 | square << 3) & 63
}

/// The squares below the diagonal, counted from b1 along the ranks: those of the whole board, and of its quarter a1 to d4.
static BELOW: [u8; 64] = counted_below(8);
static BELOW_IN_QUARTER: [u8; 64] = counted_below(4);

const fn counted_below(side: u8) -> [u8; 64] {
    let mut numbers = [0; 64];
    let (mut square, mut next) = (0, 0);
    while square < 64 {
        if above_diagonal(square) < 0 && square >> 3 < side && square & 7 < side {
            numbers[square as usize] = next;
            next += 1;
        }
        square += 1;
    }
    numbers
}

/// The number of a square of the triangle: those below the diagonal first.
const fn of_triangle(square: u8) -> usize {
    if above_diagonal(square) == 0 {
        6 + (square & 7) as usize
    } else {
        BELOW_IN_QUARTER[square as usize] as usize
    }
}

/// No two kings stand so.
const APART: u16 = u16::MAX;

/// Two kings: the first in the triangle, by its number, the second anywhere. Where both are on the diagonal comes last.
static TWO_KINGS: [[u16; 64]; 10] = {
    const TRIANGLE: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];
    let mut numbers = [[APART; 64]; 10];
    let (mut next, mut on_diagonal) = (0, 0);
    while on_diagonal < 2 {
        let mut first = 0;
        while first < 10 {
            let king = TRIANGLE[first];
            let mut other = 0;
            while other < 64 {
                let files = (king & 7).abs_diff(other & 7);
                let ranks = (king >> 3).abs_diff(other >> 3);
                let both = first >= 6 && above_diagonal(other) == 0;
                let mirrored = first >= 6 && above_diagonal(other) > 0;
                if (files > 1 || ranks > 1) && !mirrored && both == (on_diagonal == 1) {
                    numbers[first][other as usize] = next;
                    next += 1;
                }
                other += 1;
            }
            first += 1;
        }
        on_diagonal += 1;
    }
    numbers
};

/// The number of two kings, the first of them in the triangle; `None` if they touch.
pub(super) fn two_kings(first: u8, second: u8) -> Option<u64> {
    let number = TWO_KINGS.get(of_triangle(first))?[second as usize & 63];
    (number != APART).then_some(u64::from(number))
}

/// The number of three different pieces, the first of them in the triangle, and the first that is off the diagonal
/// below it.
pub(super) fn three_pieces(a: u8, b: u8, c: u8) -> u64 {
    let diagonal = |square: u8| u64::from(square & 7);
    let below = |square: u8| u64::from(BELOW[square as usize & 63]);
    let past =
        |square: u8, others: &[u8]| others.iter().filter(|&&other| square > other).count() as u64;
    let (b_past, c_past) = (past(b, &[a]), past(c, &[a, b]));
    let free = |square: u8, past: u64| u64::from(square) - past;
    let mut first = 0;
    if above_diagonal(a) != 0 {
        return (of_triangle(a) as u64 * 63 + free(b, b_past)) * 62 + free(c, c_past);
    }
    first += 6 * 63 * 62;
    if above_diagonal(b) != 0 {
        return first + (diagonal(a) * 28 + below(b)) * 62 + free(c, c_past);
    }
    first += 4 * 28 * 62;
    let (b_free, c_free) = (diagonal(b) - b_past, diagonal(c) - c_past);
    if above_diagonal(c) != 0 {
        return first + (diagonal(a) * 7 + b_free) * 28 + below(c);
    }
    first + 4 * 7 * 28 + (diagonal(a) * 7 + b_free) * 6 + c_free
}

/// The number of the first pawn, by which it is chosen: the file from the nearer edge, then the rank.
pub(super) const fn first_pawn(square: u8) -> usize {
    let file = square & 7;
    let file = if file > 3 { 7 - file } else { file };
    (file * 6 + (square >> 3).saturating_sub(1)) as usize
}

/// The number of another pawn of the same side: falls with the number of the first, the files e to h one lower.
const fn other_pawn(square: u8) -> usize {
    let (file, rank) = (square & 7, (square >> 3).saturating_sub(1) as usize);
    let (near, right) = if file > 3 { (7 - file, 1) } else { (file, 0) };
    47usize.saturating_sub(12 * near as usize + 2 * rank + right)
}

/// How many numbers come before a first pawn on its file, by how many pawns the side has beside it.
static PAWNS_BEFORE: [[u64; 24]; 5] = {
    let mut table = [[0; 24]; 5];
    let mut beside = 0;
    while beside < 5 {
        let mut at = 0;
        while at < 24 {
            if at % 6 > 0 {
                table[beside][at] = table[beside][at - 1] + pawns_beside(at - 1, beside);
            }
            at += 1;
        }
        beside += 1;
    }
    table
};

/// In how many ways the other pawns can stand beside a first one.
const fn pawns_beside(first: usize, beside: usize) -> u64 {
    let square = (first % 6 + 1) * 8 + first / 6;
    choose(other_pawn(square as u8), beside)
}

/// How many numbers this many pawns of a side have, the first of them on this file.
pub(super) fn pawns_on_file(pawns: usize, file: usize) -> u64 {
    let (beside, last) = (pawns - 1, file * 6 + 5);
    PAWNS_BEFORE[beside][last] + pawns_beside(last, beside)
}

/// The number of the pawns of a side, of which the first is chosen and stands on the files a to d. Orders the others.
pub(super) fn pawns(squares: &mut [u8]) -> u64 {
    let Some((&mut first, others)) = squares.split_first_mut() else { return 0 };
    others.sort_unstable_by_key(|&square| std::cmp::Reverse(other_pawn(square)));
    let beside = others.len();
    let number = PAWNS_BEFORE[beside.min(4)][first_pawn(first) % 24];
    let choice = others.iter().zip((1..=beside).rev());
    number + choice.map(|(&square, count)| choose(other_pawn(square), count)).sum::<u64>()
}

/// The number of equal pieces among squares that those before them leave free, the first `skipped` squares left out.
/// Orders them.
pub(super) fn equal_pieces(before: &[u8], squares: &mut [u8], skipped: usize) -> u64 {
    squares.sort_unstable();
    let of = |(place, &square): (usize, &u8)| {
        let past = before.iter().filter(|&&other| other < square).count();
        choose(usize::from(square).saturating_sub(past + skipped), place + 1)
    };
    squares.iter().enumerate().map(of).sum()
}
