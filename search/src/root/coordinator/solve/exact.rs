//! Exact scores counted without the gaps between their ranges, so that halving means something.

use crate::rules::score::{Meaning, Score};

pub(super) const WIN_BASE: i32 = Score::MAX_MARGIN + 1;
pub(super) const LAST: i32 = WIN_BASE + Score::MAX_DISTANCE as i32 + 1;

/// The number of an exact score, the draw being 0. A score in a gap, which fail-soft answers and bounds may give, is not a value: what is at most that
/// is at most the next exact score below.
pub(super) fn at_most(found: Score) -> i32 {
    match found.meaning() {
        Meaning::Heuristic(points) if points < 0 => -1,
        Meaning::Heuristic(_) | Meaning::Won(_) => 0,
        Meaning::Lost(_) => -1,
        Meaning::Margin(margin) if margin < -Score::MAX_MARGIN => -WIN_BASE,
        Meaning::Margin(margin) => margin.min(Score::MAX_MARGIN),
        Meaning::WinIn(plies) => WIN_BASE + (Score::MAX_DISTANCE - plies) as i32,
        Meaning::LossIn(plies) => -WIN_BASE - (Score::MAX_DISTANCE - plies) as i32,
        Meaning::Unbounded => LAST * found.raw().signum(),
    }
}

/// The same from the other side: what is at least a score in a gap is at least the next above.
pub(super) fn at_least(found: Score) -> i32 {
    -at_most(-found)
}

pub(super) fn score(ordinal: i32) -> Score {
    let size = ordinal.abs();
    let score = if size >= LAST {
        Score::INFINITY
    } else if size >= WIN_BASE {
        Score::win_in(Score::MAX_DISTANCE - (size - WIN_BASE) as u32)
    } else {
        Score::margin(size)
    };
    if ordinal < 0 { -score } else { score }
}
