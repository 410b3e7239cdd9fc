//! NegaScout for Connect Four, written out by hand: the measure of what being generic costs.
//!
//! One program for one game, without a trait, a hook or a type parameter in it: a board of 7x6 of
//! its own ([`Board`]), the recursion over plain integers ([`ByHand`]), a history of cells, and the
//! engine's table. It does what the engine does for a player who estimates positions, ranks cells by
//! the lines through them and leaves the rest to history ([`RowsAndLines`]), and visits the very
//! same nodes; so the ratio of their times is the price of the generic engine, and of what it
//! offers to others (bounds, leaf solvers, other threads, an observer) and is not asked for here.
//!
//! Cost: a hundred nanoseconds a node, or so; the bench `by_hand` measures it.

mod board;
mod generic;
mod search;

pub(crate) use board::Board;
pub(crate) use generic::RowsAndLines;
pub(crate) use search::ByHand;
