//! Levels of play: a depth for beginners, a time for others. A level costs the engine at most five seconds a move.

use std::time::Duration;

use plyglot_search::Limits;

/// How many levels there are.
pub const LEVELS: u32 = 10;

/// The depths of the lower levels, in plies; the last two have a time.
const DEPTHS: [u32; 8] = [1, 2, 3, 4, 5, 6, 8, 10];

/// The limits of a level, from 1 to [`LEVELS`]: what is below or above is the nearest.
pub fn limits<M>(level: u32) -> Limits<M> {
    match DEPTHS.get(level.saturating_sub(1) as usize) {
        Some(&depth) => Limits::depth(depth),
        None if level < LEVELS => Limits::time(Duration::from_secs(1)),
        None => Limits::time(Duration::from_secs(5)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_level_searches_further() {
        let depths: Vec<_> = (1..=8).map(|level| limits::<u32>(level).depth).collect();
        assert!(depths.is_sorted() && depths[0] == Some(1), "{depths:?}");
        let times = [9, LEVELS].map(|level| limits::<u32>(level).time);
        assert!(times[0].is_some() && times[0] < times[1]);
    }
}
