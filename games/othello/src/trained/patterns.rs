//! Which patterns the trained evaluations have: those of Othello programs since Logistello (M. Buro, "The Evolution of
//! Strong Othello Programs", 2003): rows and diagonals, corners, edges with their X squares.

use plyglot_eval::Pattern;

/// The name and squares of a pattern.
pub(super) type Named = (&'static str, &'static [u8]);

/// Those of the large board: 46 places.
pub(super) const LARGE: [Named; 11] = [
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

/// Those of 6x6, which lies in the middle of the large board: 30 places.
pub(super) const SMALL: [Named; 7] = [
    ("row 2", &[17, 18, 19, 20, 21, 22]),
    ("row 3", &[25, 26, 27, 28, 29, 30]),
    ("diagonal 6", &[9, 18, 27, 36, 45, 54]),
    ("diagonal 5", &[10, 19, 28, 37, 46]),
    ("edge and X", &[9, 10, 11, 12, 13, 14, 18, 21]),
    ("corner 3x3", &[9, 10, 11, 17, 18, 19, 25, 26, 27]),
    ("corner 4x2", &[9, 10, 11, 12, 17, 18, 19, 20]),
];

/// The patterns with their places and weights.
pub(super) fn patterns(named: &[Named]) -> Vec<Pattern> {
    let symmetries: Vec<Vec<u8>> = (0..8)
        .map(|symmetry| {
            (0..64).map(|square| crate::symmetry::to_canonical(square, symmetry)).collect()
        })
        .collect();
    let pattern = |&(name, cells): &Named| Pattern::new(name, cells, 3, &symmetries, None);
    named.iter().map(pattern).collect()
}
