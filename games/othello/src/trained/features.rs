//! What is fitted: the numbers of the patterns, counts, and the phase.

use std::sync::OnceLock;

use plyglot_eval::{Active, Board, Features, Layout};
use plyglot_search::Game;

use super::patterns::patterns;
use crate::board;
use crate::position::Othello;

/// A number for each of the 46 places of patterns, and some to spare.
pub(super) const LANES: usize = 48;

/// What is counted beside the patterns, in the order of the weights: the right to move; parity of the
/// empty squares; mobility.
const COUNTS: [&str; 3] = ["to move", "odd", "mobility"];

/// How many phases there are, of four plies each.
const PHASES: usize = 15;

/// The phase of a position with this many empty squares.
#[inline(always)]
pub(super) fn phase(empties: u32) -> usize {
    ((60u32.saturating_sub(empties)) as usize / 4).min(PHASES - 1)
}

/// The large board with its patterns.
pub(super) fn shared_board() -> &'static Board<LANES> {
    static SHARED: OnceLock<Board<LANES>> = OnceLock::new();
    SHARED.get_or_init(|| {
        let phases = (0..PHASES).map(|phase| {
            let most = 60 - 4 * phase;
            format!("{}-{most} empty", most - 3)
        });
        Board::new(patterns(), &COUNTS, phases.collect())
    })
}

/// The features of Othello on the large board.
#[derive(Debug)]
pub(crate) struct PatternFeatures;

impl Features<Othello<8>> for PatternFeatures {
    fn layout(&self) -> &Layout {
        shared_board().layout()
    }

    fn phase(&self, game: &Othello<8>) -> usize {
        phase(game.empties())
    }

    fn active(&self, game: &Othello<8>, out: &mut Active) {
        let replies = board::line_ends(game.opp, game.own) & game.empty();
        let mobility = game.placements().count_ones() as i16 - replies.count_ones() as i16;
        let odd = if game.empties() & 1 == 1 { 1 } else { -1 };
        shared_board().active(game.own, game.opp, &[1, odd, mobility], out);
        debug_assert!(game.outcome().is_none());
    }
}
