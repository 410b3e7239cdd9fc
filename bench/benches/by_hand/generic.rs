//! The same player for the generic engine.

use plyglot_games::connect4::{Cell, ConnectFour, ConnectFourKnowledge, Geometry, Standard};
use plyglot_search::{Knowledge, OrderingWeights};

/// How much history counts beside the lines through a cell.
pub(super) const HISTORY: i32 = 64;

/// A player of Connect Four who estimates as the usual one does, tries the cells first that lie on
/// the most lines of four, and knows nothing else.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowsAndLines(ConnectFourKnowledge);

impl Knowledge<ConnectFour> for RowsAndLines {
    #[inline]
    fn ordering(&self) -> OrderingWeights {
        OrderingWeights {
            killer: 0,
            countermove: 0,
            history: HISTORY,
            ..OrderingWeights::GAME_ONLY
        }
    }

    #[inline]
    fn evaluate(&mut self, game: &ConnectFour) -> i32 {
        self.0.evaluate(game)
    }

    #[inline]
    fn rank(&mut self, _game: &ConnectFour, mv: Cell, _depth: i32) -> i32 {
        Standard.lines_through(mv.place())
    }
}
