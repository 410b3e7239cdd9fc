//! One searcher for each game of the catalogue, for all that the tests need concrete types for.
//!
//! Which hooks of the game's knowledge it uses is chosen at run time, so that it is compiled once a game.
//! On its clock even small trees are worth sharing, so that the pool takes part; engines of the
//! type-erased API have only the usual clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plyglot_games::catalogue::{Setup, Visitor, visit};
use plyglot_open::{DynGame, Mv};
use plyglot_search::{
    Config, Describe, Engine, Game, Knowledge, Limits, NodeKey, Plain, Report, Table, forward_hooks,
};

use crate::common::Racing;

/// Which hooks of a game's knowledge a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hooks {
    /// All of them.
    Whole,
    /// Those that look no further than the horizon ([`Plain`]).
    Plain,
    /// The same, and nothing is ever found in the table: no key comes twice.
    Unkeyed,
}

/// A game's knowledge, used in one of these ways.
#[derive(Clone)]
pub(crate) struct Probe<K> {
    inner: Plain<K>,
    hooks: Hooks,
    keys: Arc<AtomicU64>,
}

impl<K> Probe<K> {
    pub(crate) fn new(knowledge: K, hooks: Hooks) -> Self {
        Probe { inner: Plain(knowledge), hooks, keys: Arc::default() }
    }
}

/// Calls the whole knowledge or the plain one.
macro_rules! either {
    ($probe:ident.$hook:ident($($argument:expr),*)) => {
        if $probe.hooks == Hooks::Whole {
            $probe.inner.0.$hook($($argument),*)
        } else {
            $probe.inner.$hook($($argument),*)
        }
    };
}

#[deny(clippy::missing_trait_methods)]
impl<G: Game, K: Knowledge<G>> Knowledge<G> for Probe<K> {
    const ENGINE_ORDERING: bool = K::ENGINE_ORDERING;
    const ETC_DEPTH: i32 = K::ETC_DEPTH;
    const TABLE_DEPTH: i32 = K::TABLE_DEPTH;
    const QUIESCENCE: bool = K::QUIESCENCE;
    const CONTEXT: bool = K::CONTEXT;
    const SELECTIVE_SOLVES: bool = K::SELECTIVE_SOLVES;
    const ANTISYMMETRIC: bool = K::ANTISYMMETRIC;

    fn for_workers(&self, workers: usize) -> Vec<Self> {
        if self.hooks != Hooks::Whole {
            return vec![self.clone(); workers];
        }
        let whole = |knowledge| Probe::new(knowledge, Hooks::Whole);
        self.inner.0.for_workers(workers).into_iter().map(whole).collect()
    }

    fn evaluate(&mut self, game: &G) -> i32 {
        self.inner.0.evaluate(game)
    }

    fn rank(&mut self, game: &G, mv: G::Move, depth: i32) -> i32 {
        self.inner.0.rank(game, mv, depth)
    }

    fn key(&self, game: &G) -> NodeKey {
        if self.hooks == Hooks::Unkeyed {
            return NodeKey { hash: self.keys.fetch_add(1, Ordering::Relaxed), symmetry: 0 };
        }
        either!(self.key(game))
    }

    forward_hooks!(
        either: constants, heuristics, begin, played, undone, is_quiet, key_after, outcome_at_horizon, prune,
        reduction_without_hash_move, learn, ordering, aspiration, expand, bounds, solve_leaf, search_frontier, to_canonical, bits_from_canonical, canonical, options,
        set_option, fingerprint, confidence, plies_left, solve_plan, predict, threshold, noisy, forced, null_move,
        undo_null, reduction, futility, probcut
    );
}

/// An engine on whose clock even small trees are worth sharing.
pub(crate) fn racing<G: Game, K: Knowledge<G>>(config: &Config, knowledge: K) -> Engine<G, K> {
    let table = Arc::new(Table::new(config.hash_bytes).expect("a small table"));
    let engine = Engine::with_clock(config, table, knowledge, Arc::new(Racing::default()));
    engine.expect("a small engine")
}

/// A search of a position of a game of the catalogue. The game that led to it is not known.
pub(crate) fn search(
    spec: &str,
    hooks: Hooks,
    config: &Config,
    at: &DynGame,
    limits: &Limits<Mv>,
) -> Report<Mv> {
    visit(spec, Search { hooks, config, at, limits }).expect("a game of the catalogue")
}

struct Search<'a> {
    hooks: Hooks,
    config: &'a Config,
    at: &'a DynGame,
    limits: &'a Limits<Mv>,
}

impl Visitor for Search<'_> {
    type Output = Report<Mv>;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Report<Mv> {
        let Search { hooks, config, at, limits } = self;
        let game = setup.start.parse(&at.text()).expect("a position's own text");
        assert_eq!(game.key(), at.key(), "{at:?} is another position as text");
        let own = |&mv: &Mv| game.unpack(mv).expect("a legal move");
        let limits = limits.with_root_moves(limits.root_moves.iter().map(own).collect());
        let mut engine = racing(config, Probe::new(setup.knowledge, hooks));
        engine.search(&game, &limits).expect("a search of a right game").map_moves(G::pack)
    }
}
