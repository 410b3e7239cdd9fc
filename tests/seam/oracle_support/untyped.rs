//! Any knowledge of a game as one type, so that a game made for the tests has one searcher for all
//! kinds of knowledge of it.

use plyglot_search::{
    Bound, Bounds, Candidate, Constants, FrontierValue, Game, Heuristics, Knowledge, Meter,
    MoveList, Node, NodeKey, NullMove, OptionError, OptionSpec, OrderingWeights, Outcome, ProbCut,
    Score, SolvePlan, Window, forward_hooks,
};

/// [`Knowledge`] as a table of functions, without its constants.
trait Mind<G: Game>: Send {
    fn boxed(&self) -> Box<dyn Mind<G>>;
    fn for_workers(&self, workers: usize) -> Vec<Untyped<G>>;
    fn ordering(&self) -> OrderingWeights;
    fn aspiration(&self) -> i32;
    fn evaluate(&mut self, game: &G) -> i32;
    fn expand(&mut self, game: &G, node: &Node, out: &mut MoveList<G::Move>);
    fn rank(&mut self, game: &G, mv: G::Move, depth: i32) -> i32;
    fn bounds(&mut self, game: &G, window: Window) -> Bounds;
    fn solve_leaf(
        &mut self,
        game: &G,
        window: Window,
        depth: i32,
        meter: &mut Meter<'_>,
    ) -> Option<Score>;
    fn search_frontier(&mut self, game: &G, window: Window) -> Option<FrontierValue>;
    fn key(&self, game: &G) -> NodeKey;
    fn to_canonical(&self, game: &G, mv: G::Move, symmetry: u8) -> G::Move;
    fn bits_from_canonical(&self, game: &G, bits: u32, symmetry: u8) -> u32;
    fn canonical(&self, game: &G) -> u64;
    fn options(&self) -> Vec<OptionSpec>;
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError>;
    fn fingerprint(&self) -> u64;
    fn confidence(&self) -> Option<u8>;
    fn plies_left(&self, game: &G) -> Option<i32>;
    fn solve_plan(&self, game: &G) -> SolvePlan;
    fn predict(&self, game: &G, estimate: Score) -> Score;
    fn threshold(&self, game: &G, asked: Window) -> Option<i32>;
    fn noisy(&mut self, game: &G, node: &Node, out: &mut MoveList<G::Move>);
    fn forced(&mut self, game: &G) -> bool;
    fn null_move(&mut self, game: &mut G, node: &Node) -> Option<NullMove<G::Undo>>;
    fn undo_null(&mut self, game: &mut G, undo: G::Undo);
    fn reduction(&self, game: &G, node: &Node, candidate: &Candidate<G::Move>) -> i32;
    fn prune(&self, game: &G, node: &Node, candidate: &Candidate<G::Move>) -> bool;
    fn reduction_without_hash_move(&self, game: &G, node: &Node) -> i32;
    fn learn(&mut self, game: &G, node: &Node, best: Option<G::Move>, score: Score, bound: Bound);
    fn constants(&self) -> Constants;
    fn heuristics(&self) -> Heuristics;
    fn begin(&mut self, game: &G);
    fn played(&mut self, game: &G, mv: G::Move, undo: &G::Undo);
    fn undone(&mut self, game: &G, mv: G::Move);
    fn is_quiet(&self, game: &G, mv: G::Move) -> bool;
    fn key_after(&self, game: &G, mv: G::Move) -> Option<NodeKey>;
    fn outcome_at_horizon(&mut self, game: &G) -> Option<Outcome>;
    fn futility(&self, game: &G, node: &Node) -> Option<i32>;
    fn probcut(&self, game: &G, node: &Node) -> Option<ProbCut>;
}

macro_rules! inner {
    ($self:ident.$hook:ident($($argument:expr),*)) => { $self.0.$hook($($argument),*) };
}

/// Knowledge whose type is known.
struct Known<K>(K);

impl<G: Game, K: Knowledge<G>> Mind<G> for Known<K> {
    fn boxed(&self) -> Box<dyn Mind<G>> {
        Box::new(Known(self.0.clone()))
    }

    fn for_workers(&self, workers: usize) -> Vec<Untyped<G>> {
        self.0.for_workers(workers).into_iter().map(untyped).collect()
    }

    forward_hooks!(
        inner: constants, heuristics, begin, played, undone, is_quiet, key_after, outcome_at_horizon, prune,
        reduction_without_hash_move, learn, ordering, aspiration, evaluate, expand, rank, bounds, solve_leaf, search_frontier, key, to_canonical, bits_from_canonical,
        canonical, options, set_option, fingerprint, confidence, plies_left, solve_plan, predict, threshold, noisy, forced,
        null_move, undo_null, reduction, futility, probcut
    );
}

/// Knowledge of any type.
pub(crate) struct Untyped<G>(Box<dyn Mind<G>>);

/// Knowledge whose constants are the default ones, with its type erased.
pub(crate) fn untyped<G: Game, K: Knowledge<G>>(knowledge: K) -> Untyped<G> {
    const {
        assert!(!K::QUIESCENCE && K::ETC_DEPTH == i32::MAX && K::TABLE_DEPTH == 1);
        assert!(!K::CONTEXT);
    }
    Untyped(Box::new(Known(knowledge)))
}

impl<G: Game> Clone for Untyped<G> {
    fn clone(&self) -> Self {
        Untyped(self.0.boxed())
    }
}

#[deny(clippy::missing_trait_methods)]
impl<G: Game> Knowledge<G> for Untyped<G> {
    const ENGINE_ORDERING: bool = true;
    const ETC_DEPTH: i32 = i32::MAX;
    const TABLE_DEPTH: i32 = 1;
    const QUIESCENCE: bool = false;
    const CONTEXT: bool = false;
    const SELECTIVE_SOLVES: bool = false;
    const ANTISYMMETRIC: bool = false;

    fn for_workers(&self, workers: usize) -> Vec<Self> {
        self.0.for_workers(workers)
    }

    forward_hooks!(
        inner: constants, heuristics, begin, played, undone, is_quiet, key_after, outcome_at_horizon, prune,
        reduction_without_hash_move, learn, ordering, aspiration, evaluate, expand, rank, bounds, solve_leaf, search_frontier, key, to_canonical, bits_from_canonical,
        canonical, options, set_option, fingerprint, confidence, plies_left, solve_plan, predict, threshold, noisy, forced,
        null_move, undo_null, reduction, futility, probcut
    );
}
