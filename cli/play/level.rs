//! How strong the engine plays: a depth for beginners, a time for others. A level costs the engine at most five
//! seconds a move.

use std::time::Duration;

use plyglot_open::{Limits, Mv};

use crate::input::values;
use crate::play::LEVELS;

/// The depths of the lower levels, in plies; the last two have a time.
const DEPTHS: [u32; 8] = [1, 2, 3, 4, 5, 6, 8, 10];

/// The limits of a level, from 1 to 10.
pub(crate) fn limits(level: u32) -> Limits<Mv> {
    match DEPTHS.get(level.saturating_sub(1) as usize) {
        Some(&depth) => Limits::depth(depth),
        None if level < LEVELS => Limits::time(Duration::from_secs(1)),
        None => Limits::time(Duration::from_secs(5)),
    }
}

/// A level from what was typed.
pub(super) fn parse(text: &str) -> Result<u32, String> {
    values::within(text, 1..=LEVELS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_level_searches_further() {
        let depths: Vec<_> = (1..=8).map(|level| limits(level).depth).collect();
        assert!(depths.is_sorted() && depths[0] == Some(1), "{depths:?}");
        let times = [9, 10].map(|level| limits(level).time);
        assert!(times[0].is_some() && times[0] < times[1]);
        assert!(parse("0").is_err() && parse("11").is_err() && parse("x").is_err());
    }
}
