//! The weights that were set by hand, in points: what a player begins with.
//!
//! The squares follow formulas (towards the middle, forward, the king away from it and in the end towards it), the rest
//! are round numbers of the usual size.

use super::layout::{
    BESIDE, DANGER, DANGERS, FEATURES, FREE, GUARDED, MOVES, NEAR, OUTPOST, PAIR, PASSED, PIECES,
    ROOK_FILE, SHELTER, SQUARES, STORM, THREAT, TO_MOVE, WEAK,
};
use super::pack;

/// The weight of each feature in the middle of the game and at its end.
pub(super) static BY_HAND: [i64; FEATURES] = by_hand();

type Pair = (i64, i64);

const VALUES: [Pair; 5] = [(82, 105), (330, 315), (345, 330), (470, 540), (975, 1000)];

/// How much nearer to the middle a row or file is than the rim, 0 to 3.
const fn inner(place: i64) -> i64 {
    if place < 4 { place } else { 7 - place }
}

const fn square(piece: usize, row: i64, file: i64) -> Pair {
    let (rows, both) = (inner(row), inner(row) + file);
    match piece {
        0 => {
            let centre = if file == 3 {
                7
            } else if file == 2 {
                3
            } else {
                0
            };
            let advance = if row >= 2 { row - 1 } else { 0 };
            (
                centre * (if advance > 3 { 3 } else { advance }) + 2 * advance - 6,
                3 * advance * advance / 2 - 6,
            )
        }
        1 => (7 * both + 4 * row - 44 - (if row == 7 { 20 } else { 0 }), 6 * both - 22),
        2 => (4 * both - 16 + (if row == 0 { -6 } else { 2 }), 3 * both - 10),
        3 => (
            3 * file - 5 + (if row == 6 { 14 } else { 0 }),
            if row == 6 { 10 } else { 2 * rows - 4 },
        ),
        4 => (2 * both - 7, 5 * both - 16),
        _ => {
            let home = if file == 1 {
                28
            } else if file == 0 {
                16
            } else if file == 2 {
                4
            } else {
                -4
            };
            let away = if row > 4 { 4 } else { row };
            (home - 24 * away, 10 * both - 32)
        }
    }
}

const fn by_hand() -> [i64; FEATURES] {
    let mut table = [0; FEATURES];
    let mut at = 0;
    while at < VALUES.len() {
        table[PIECES + at] = pack(VALUES[at].0, VALUES[at].1);
        at += 1;
    }
    at = 0;
    while at < 6 * 32 {
        let (middle, end) = square(at / 32, (at % 32 / 4) as i64, (at % 4) as i64);
        table[SQUARES + at] = pack(middle, end);
        at += 1;
    }
    // Few moves cost more than many bring.
    let counts = [9, 14, 15, 28];
    let steps: [(i64, i64, i64); 4] = [(9, 9, 4), (7, 7, 6), (4, 7, 7), (2, 4, 12)];
    let mut piece = 0;
    while piece < 4 {
        let (middle, end, usual) = steps[piece];
        at = 0;
        while at < counts[piece] {
            let over = at as i64 - usual;
            let over = if over > 0 { over * 2 / 3 } else { over };
            table[MOVES[piece] + at] = pack(middle * over, end * over);
            at += 1;
        }
        piece += 1;
    }
    table[PAIR] = pack(28, 50);
    table[ROOK_FILE] = pack(34, 12);
    table[ROOK_FILE + 1] = pack(14, 8);
    table[OUTPOST] = pack(26, 14);
    table[OUTPOST + 1] = pack(20, 8);
    table[WEAK] = pack(-10, -14);
    table[WEAK + 1] = pack(-8, -20);
    table[WEAK + 2] = pack(-8, -10);
    let mut row = 1;
    while row < 7 {
        let far = row as i64;
        table[GUARDED + row] = pack(6 + 2 * far * far, 2 * far);
        table[BESIDE + row] = pack(2 + far * far, far * far);
        table[PASSED + row] = pack(2 * far * far, 4 + 4 * far * far);
        table[FREE + row] = pack(far, 2 * far * far / 3);
        table[STORM + row] = pack(if row > 4 { 0 } else { 4 * far - 24 }, 0);
        row += 1;
    }
    at = 0;
    while at < 8 {
        table[NEAR + at] = pack(0, -2 * at as i64);
        table[NEAR + 8 + at] = pack(0, 4 * at as i64);
        at += 1;
    }
    at = 0;
    while at < 32 {
        let (file, row) = (at as i64 / 8, at as i64 % 8);
        let middle = if row == 0 {
            -22 - 2 * file
        } else if row == 1 {
            18
        } else if row == 2 {
            10
        } else {
            -4
        };
        table[SHELTER + at] = pack(middle, 0);
        at += 1;
    }
    at = 0;
    while at < DANGERS {
        let far = at as i64;
        table[DANGER + at] = pack(-(far * far) * 5 / 9, -far * 2);
        at += 1;
    }
    let threats: [Pair; 12] = [
        (52, 30),
        (50, 34),
        (72, 30),
        (60, 32),
        (38, 28),
        (36, 24),
        (34, 20),
        (4, 14),
        (24, 22),
        (24, 22),
        (30, 16),
        (26, 12),
    ];
    at = 0;
    while at < threats.len() {
        table[THREAT + at] = pack(threats[at].0, threats[at].1);
        at += 1;
    }
    table[TO_MOVE] = pack(18, 12);
    table
}
