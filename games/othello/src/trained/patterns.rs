//! Which patterns the trained evaluation has: those of Othello programs since Logistello (M. Buro, "The Evolution of
//! Strong Othello Programs", 2003): rows and diagonals, corners, edges with their X squares.

use plyglot_eval::Pattern;

/// Names and squares of the patterns.
const PATTERNS: [(&str, &[u8]); 11] = [
    ("row 2", &[8, 9, 10, 11, 12, 13, 14, 15]),
    ("row 3", &[16, 17, 18, 19, 20, 21, 22, 23]),
    ("row 4", &[24, 25, 26, 27, 28, 29, 30, 31]),
    ("diagonal 8", &[0, 9, 18, 27, 36, 45, 54, 63]),
    ("diagonal 7", &[1, 10, 19, 28, 37, 46, 55]),
    ("diagonal 6", &[2, 11, 20, 29, 38, 47]),
    ("diagonal 5", &[3, 12, 21, 30, 39]),
    ("diagonal 4", &[4, 13, 22, 31]),
    ("edge and X", &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14]),
    ("corner 3x3", &[0, 1, 2, 8, 9, 10, 16, 17, 18]),
    ("corner 5x2", &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12]),
];

/// The patterns with their places and weights.
pub(super) fn patterns() -> Vec<Pattern> {
    let symmetries: Vec<Vec<u8>> = (0..8)
        .map(|symmetry| {
            (0..64).map(|square| crate::symmetry::to_canonical(square, symmetry)).collect()
        })
        .collect();
    let pattern = |&(name, cells): &(&str, &[u8])| Pattern::new(name, cells, 3, &symmetries, None);
    PATTERNS.iter().map(pattern).collect()
}
