//! Which patterns and counts the trained evaluation has.
//!
//! The patterns are those of Othello programs since Logistello (M. Buro, "The Evolution of Strong Othello
//! Programs", 2003): rows and diagonals, corners, edges with their X squares.

use std::sync::OnceLock;

use plyglot_eval::{Active, Features, Group, Layout, Pattern};
use plyglot_search::Game;

use super::lanes::{LANES, Lanes};
use crate::board;
use crate::position::Othello;

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

/// How many numbers each pattern has.
pub(super) const NUMBERS: [usize; PATTERNS.len()] = {
    let mut numbers = [1; PATTERNS.len()];
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        let mut square = 0;
        while square < PATTERNS[pattern].1.len() {
            numbers[pattern] *= 3;
            square += 1;
        }
        pattern += 1;
    }
    numbers
};

/// At how many places each pattern stands.
pub(super) const PLACES: [usize; PATTERNS.len()] = [4, 4, 4, 2, 4, 4, 4, 4, 4, 4, 8];

/// What is counted beside the patterns, in the order of the weights: the right to move; parity of the
/// empty squares; mobility.
pub(super) const COUNTS: [&str; 3] = ["to move", "odd", "mobility"];

/// How many phases there are, of four plies each.
pub(super) const PHASES: usize = 15;

/// The phase of a position with this many empty squares.
#[inline(always)]
pub(super) fn phase(empties: u32) -> usize {
    ((60u32.saturating_sub(empties)) as usize / 4).min(PHASES - 1)
}

/// The patterns with their places and weights.
pub(super) fn patterns() -> &'static [Pattern] {
    static SHARED: OnceLock<Vec<Pattern>> = OnceLock::new();
    SHARED.get_or_init(|| {
        let symmetries: Vec<Vec<u8>> = (0..8)
            .map(|symmetry| {
                (0..64).map(|square| crate::symmetry::to_canonical(square, symmetry)).collect()
            })
            .collect();
        let pattern =
            |&(name, cells): &(&str, &[u8])| Pattern::new(name, cells, 3, &symmetries, None);
        PATTERNS.iter().map(pattern).collect()
    })
}

/// The features of Othello on the large board.
#[derive(Debug)]
pub(crate) struct PatternFeatures {
    layout: Layout,
}

impl Default for PatternFeatures {
    fn default() -> Self {
        let count = |&name: &&str| Group { name: name.into(), about: "count".into(), size: 1 };
        let groups = patterns().iter().map(Pattern::group).chain(COUNTS.iter().map(count));
        let phases = (0..PHASES).map(|phase| {
            let most = 60 - 4 * phase;
            format!("{}-{most} empty", most - 3)
        });
        PatternFeatures { layout: Layout::new(groups.collect(), phases.collect()) }
    }
}

impl Features<Othello<8>> for PatternFeatures {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn phase(&self, game: &Othello<8>) -> usize {
        phase(game.empties())
    }

    fn active(&self, game: &Othello<8>, out: &mut Active) {
        let lanes = Lanes::of(game.own, game.opp);
        let mut numbers = lanes.0.iter().take(LANES);
        let mut offset = 0;
        for pattern in patterns() {
            for &number in numbers.by_ref().take(pattern.places().len()) {
                let tie = pattern.ties()[usize::from(number)];
                out.push(offset + tie.weight, i16::from(tie.sign));
            }
            offset += pattern.weights();
        }
        let empty = game.empty();
        let replies = board::line_ends(game.opp, game.own) & empty;
        let mobility = game.placements().count_ones() as i16 - replies.count_ones() as i16;
        let odd = if game.empties() & 1 == 1 { 1 } else { -1 };
        for (count, value) in [1, odd, mobility].into_iter().enumerate() {
            out.push(offset + count as u32, value);
        }
        debug_assert!(game.outcome().is_none());
    }
}
