//! Random choices for conversations; equal seeds make equal ones.

use plyglot_search::random::SplitMix;

/// Every game, in a size in which searches are short.
pub(crate) const GAMES: [&str; 11] = [
    "othello",
    "connect4",
    "chess",
    "tictactoe",
    "kalah:3,3",
    "breakthrough:4x5",
    "domineering:5x5",
    "dots-and-boxes:2x2",
    "draughts",
    "hex:4",
    "synthetic:4,6,random=9",
];

/// A series of choices.
pub(crate) struct Random(SplitMix);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(SplitMix(seed))
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0.bits() % end
    }

    pub(crate) fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }
}
