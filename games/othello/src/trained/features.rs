//! What is fitted: the numbers of the patterns, counts, and the phase.

use plyglot_eval::{Active, Board, Features, Layout};
use plyglot_search::Game;

use super::patterns::{Named, patterns};
use crate::board;
use crate::position::Othello;

/// What is counted beside the patterns, in the order of the weights: the right to move; parity of the
/// empty squares; mobility.
const COUNTS: [&str; 3] = ["to move", "odd", "mobility"];

/// How many plies a phase has.
const PLIES: u32 = 4;

/// How many squares are empty at the start.
const fn at_start(side: usize) -> u32 {
    (side * side) as u32 - 4
}

/// The phase of a position with this many empty squares on a board of `N` x `N`.
#[inline(always)]
pub(super) fn phase<const N: usize>(empties: u32) -> usize {
    let (most, last) = const { (at_start(N), at_start(N) / PLIES - 1) };
    (most.saturating_sub(empties) / PLIES).min(last) as usize
}

/// A board with its patterns.
pub(super) fn board_with<const W: usize>(side: usize, named: &[Named]) -> Board<W> {
    let phases = (0..at_start(side) / PLIES).map(|phase| {
        let most = at_start(side) - PLIES * phase;
        format!("{}-{most} empty", most - PLIES + 1)
    });
    Board::new(patterns(named), &COUNTS, phases.collect())
}

/// The features of Othello on a board of `N` x `N` with at most `W` places of patterns.
#[derive(Debug)]
pub(crate) struct PatternFeatures<const N: usize, const W: usize> {
    /// Made when it is first asked for: opening the game does not wait for it.
    pub(super) board: fn() -> &'static Board<W>,
}

impl<const N: usize, const W: usize> Features<Othello<N>> for PatternFeatures<N, W> {
    fn layout(&self) -> &Layout {
        (self.board)().layout()
    }

    fn phase(&self, game: &Othello<N>) -> usize {
        phase::<N>(game.empties())
    }

    fn active(&self, game: &Othello<N>, out: &mut Active) {
        let replies = board::line_ends(game.opp, game.own) & game.empty();
        let mobility = game.placements().count_ones() as i16 - replies.count_ones() as i16;
        let odd = if game.empties() & 1 == 1 { 1 } else { -1 };
        (self.board)().active(game.own, game.opp, &[1, odd, mobility], out);
        debug_assert!(game.outcome().is_none());
    }
}
