//! Watching a search node by node: what is told of every visit, and who may listen.
//!
//! A search tells its [`Observer`] when it enters a node and when it leaves it. Visits nest as the
//! recursion does, so a listener that keeps a stack has the tree. [`Unwatched`] listens to nothing
//! and says so in a constant, so that a search without a listener compiles to what it was.

use crate::rules::report::Bound;
use crate::rules::score::Score;
use crate::rules::window::Window;

/// How a node is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// For its value, within an open window.
    Full,
    /// With a null window: only whether its value is above alpha.
    Null,
    /// Once more with an open window, since a null window failed high.
    Research,
    /// Beyond the horizon, where only noisy moves are tried.
    Quiescence,
}

/// Why a node was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// The game is over here.
    Outcome,
    /// The position was on the line before.
    Repetition,
    /// The search goes no deeper: an estimate.
    Horizon,
    /// The value was proven without search: by the game's bounds or the distance to mate.
    Bounds,
    /// The game's own code for leaves or for frontier nodes answered.
    LeafSolver,
    /// The table answered, by the node's own entry or by that of a child.
    Table,
    /// Forward pruning: futility, the null move or ProbCut.
    Pruned,
    /// A move was as good as beta or better.
    FailHigh,
    /// Every move was tried, and none was as good as beta.
    AllMoves,
    /// The search was told to stop.
    GivenUp,
}

/// The beginning of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit<M> {
    /// The move that led here; `None` at the root, after a null move, and where the node above is
    /// searched in another way (ProbCut).
    pub mv: Option<M>,
    /// Plies from the root.
    pub ply: u32,
    /// Plies that are still to be searched; `i32::MAX` where the search goes to the end of the game.
    pub depth: i32,
    /// What is asked, from the side to move at this node.
    pub window: Window,
    /// How it is asked.
    pub kind: Kind,
}

/// The end of the visit that began last and has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left<M> {
    /// The answer, fail soft unless the algorithm is not, from the side to move at this node and
    /// counted from the root. Means nothing where the visit was given up.
    pub value: Score,
    /// How the answer relates to the value.
    pub bound: Bound,
    /// Why the visit ended.
    pub why: Why,
    /// The best move that was tried, if one was, and the place at which it was tried, from 0.
    pub best: Option<(M, usize)>,
    /// How many moves were tried.
    pub tried: usize,
}

impl<M> Visit<M> {
    /// The same with the move written in another way.
    pub fn map_moves<N>(self, map: impl FnOnce(M) -> N) -> Visit<N> {
        let Visit { mv, ply, depth, window, kind } = self;
        Visit { mv: mv.map(map), ply, depth, window, kind }
    }
}

impl<M> Left<M> {
    /// The same with the move written in another way.
    pub fn map_moves<N>(self, map: impl FnOnce(M) -> N) -> Left<N> {
        let Left { value, bound, why, best, tried } = self;
        Left { value, bound, why, best: best.map(|(mv, place)| (map(mv), place)), tried }
    }
}

/// What watches a search.
pub trait Observer<M> {
    /// False if nothing is listened to; the search then tells nothing, at no cost.
    const WATCHES: bool = true;

    /// A node is visited.
    fn enter(&mut self, visit: Visit<M>);

    /// The innermost visit that has not ended has ended.
    fn leave(&mut self, left: Left<M>);
}

/// No observer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl<M> Observer<M> for Unwatched {
    const WATCHES: bool = false;

    #[inline]
    fn enter(&mut self, _visit: Visit<M>) {}

    #[inline]
    fn leave(&mut self, _left: Left<M>) {}
}

impl<M, O: Observer<M>> Observer<M> for &mut O {
    const WATCHES: bool = O::WATCHES;

    #[inline]
    fn enter(&mut self, visit: Visit<M>) {
        (**self).enter(visit);
    }

    #[inline]
    fn leave(&mut self, left: Left<M>) {
        (**self).leave(left);
    }
}
