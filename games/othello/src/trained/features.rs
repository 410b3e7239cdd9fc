//! What is fitted: the numbers of the patterns, counts, and the phase.

use plyglot_eval::{Active, Features, Group, Layout, Pattern};
use plyglot_search::Game;

use super::lanes::{LANES, Lanes};
use super::patterns::patterns;
use crate::board;
use crate::position::Othello;

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
