//! Random choices for conversations; equal seeds make equal ones.

use plyglot_search::random::SplitMix;

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
