//! A game's knowledge with all that it offers, or with no more than its estimate and its order of
//! moves. Which of the two is asked at run time.
//!
//! The engine that is traced uses all, the one that is compared nothing but [`Plain`]. They are of
//! one type, so that it is compiled once for both.
//!
//! Cost: a branch that is always predicted, at each hook. What is a constant in [`Knowledge`] stays
//! the game's own: with [`Knowledge::QUIESCENCE`] the search is told of no noisy move and stands pat,
//! which is the estimate as well.

use plyglot_search::{
    Bounds, Game, Knowledge, Meter, MoveList, NodeKey, OrderingWeights, Plain, ProbCut, Score,
    SolvePlan, Window,
};

/// Somebody's knowledge, whole or plain.
#[derive(Clone, Debug)]
pub(super) struct Hooks<K> {
    inner: Plain<K>,
    plain: bool,
}

impl<K> Hooks<K> {
    /// With all that it offers.
    pub(super) fn whole(knowledge: K) -> Self {
        Hooks { inner: Plain(knowledge), plain: false }
    }

    /// As [`Plain`].
    pub(super) fn plain(knowledge: K) -> Self {
        Hooks { inner: Plain(knowledge), plain: true }
    }
}

/// Asks the plain knowledge or the whole.
macro_rules! either {
    ($hooks:ident, $hook:ident($($argument:expr),*)) => {
        if $hooks.plain {
            $hooks.inner.$hook($($argument),*)
        } else {
            $hooks.inner.0.$hook($($argument),*)
        }
    };
}

impl<G: Game, K: Knowledge<G>> Knowledge<G> for Hooks<K> {
    const ORDERING: OrderingWeights = K::ORDERING;
    const ETC_DEPTH: i32 = K::ETC_DEPTH;
    const ASPIRATION: i32 = K::ASPIRATION;
    const QUIESCENCE: bool = K::QUIESCENCE;

    fn for_workers(&self, workers: usize) -> Vec<Self> {
        let Hooks { inner, plain } = self;
        if *plain {
            return vec![self.clone(); workers];
        }
        inner.0.for_workers(workers).into_iter().map(Hooks::whole).collect()
    }

    fn evaluate(&mut self, game: &G) -> i32 {
        self.inner.0.evaluate(game)
    }

    fn expand(&mut self, game: &G, depth: i32, out: &mut MoveList<G::Move>) {
        either!(self, expand(game, depth, out))
    }

    fn rank(&mut self, game: &G, mv: G::Move, depth: i32) -> i32 {
        self.inner.0.rank(game, mv, depth)
    }

    fn bounds(&mut self, game: &G, window: Window) -> Bounds {
        either!(self, bounds(game, window))
    }

    fn solve_leaf(
        &mut self,
        game: &G,
        window: Window,
        depth: i32,
        meter: &mut Meter<'_>,
    ) -> Option<Score> {
        either!(self, solve_leaf(game, window, depth, meter))
    }

    fn key(&self, game: &G) -> NodeKey {
        either!(self, key(game))
    }

    fn to_frame(&self, game: &G, mv: G::Move, frame: u8) -> G::Move {
        either!(self, to_frame(game, mv, frame))
    }

    fn bits_from_frame(&self, game: &G, bits: u32, frame: u8) -> u32 {
        either!(self, bits_from_frame(game, bits, frame))
    }

    fn plies_left(&self, game: &G) -> Option<i32> {
        either!(self, plies_left(game))
    }

    fn solve_plan(&self, game: &G) -> SolvePlan {
        either!(self, solve_plan(game))
    }

    fn predict(&self, game: &G, estimate: Score) -> Score {
        either!(self, predict(game, estimate))
    }

    fn noisy(&mut self, game: &G, out: &mut MoveList<G::Move>) {
        either!(self, noisy(game, out))
    }

    fn forced(&mut self, game: &G) -> bool {
        either!(self, forced(game))
    }

    fn null_move(&mut self, game: &mut G, depth: i32) -> Option<(G::Undo, i32)> {
        either!(self, null_move(game, depth))
    }

    fn undo_null(&mut self, game: &mut G, undo: G::Undo) {
        either!(self, undo_null(game, undo))
    }

    fn reduction(&self, game: &G, mv: G::Move, depth: i32, index: usize) -> i32 {
        either!(self, reduction(game, mv, depth, index))
    }

    fn futility(&self, depth: i32) -> Option<i32> {
        either!(self, futility(depth))
    }

    fn probcut(&self, game: &G, depth: i32) -> Option<ProbCut> {
        either!(self, probcut(game, depth))
    }
}
