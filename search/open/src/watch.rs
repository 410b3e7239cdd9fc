//! A search that is watched visit by visit.
//!
//! Searches that are traced use all that the game's knowledge offers, those that are compared with
//! minimax nothing but its estimate and its order of moves. Both are of one type, which of the two is
//! asked at run time, so that the watched searcher is compiled once a game.
//!
//! Cost: a branch that is always predicted at each hook, and a dynamic call a visit. What is a constant
//! in [`Knowledge`] stays the game's own: with [`Knowledge::QUIESCENCE`] a plain search is told of no
//! noisy move and stands pat, which is the estimate as well.

use std::marker::PhantomData;

use plyglot_search::{
    Config, Describe, Engine as Searching, Game, Handle, Knowledge, Left, Observer, OptionError,
    OptionSpec, Plain, Report, Request, Visit, forward_hooks,
};

use crate::engine::Ask;
use crate::error::{DoorError, guarded};
use crate::facts::Mv;
use crate::position::own;

/// Receives every visit of a search.
pub trait Visits: Send {
    /// A node is visited.
    fn enter(&mut self, visit: Visit<Mv>);

    /// The innermost visit that has not ended has ended.
    fn leave(&mut self, left: Left<Mv>);

    /// True if the search is to be stopped. Asked at every visit.
    fn wants_stop(&self) -> bool {
        false
    }
}

/// Makes one search of a position and tells of its visits.
pub(crate) fn run<G: Describe, K: Knowledge<G>>(
    (game, knowledge): (&str, K),
    config: &Config,
    ask: &Ask<'_>,
    plain: bool,
    to: &mut dyn Visits,
) -> Result<Report<Mv>, DoorError> {
    let position = own::<G>(ask.at, game)?;
    let config = Config { threads: 1, ..config.clone() };
    let hooks = Hooks { inner: Plain(knowledge), plain };
    let made = guarded(|| Searching::watched(&config, hooks, Teller::<G>::new(to)))?;
    let mut engine = made?;
    engine.observer().handle = Some(engine.handle());
    let history = ask.at.keys_before();
    let request = Request { game: position, history: &history, limits: ask.limits, progress: None };
    Ok(engine.run_packed(&request)?)
}

/// Passes on what it sees of a search of `G`, and stops the engine.
struct Teller<'a, G> {
    to: &'a mut dyn Visits,
    handle: Option<Handle>,
    game: PhantomData<fn(G)>,
}

impl<'a, G> Teller<'a, G> {
    fn new(to: &'a mut dyn Visits) -> Self {
        Teller { to, handle: None, game: PhantomData }
    }
}

impl<G: Game> Observer<G::Move> for Teller<'_, G> {
    fn enter(&mut self, visit: Visit<G::Move>) {
        self.to.enter(visit.map_moves(G::pack));
        if let Some(handle) = self.handle.as_ref().filter(|_| self.to.wants_stop()) {
            handle.stop();
        }
    }

    fn leave(&mut self, left: Left<G::Move>) {
        self.to.leave(left.map_moves(G::pack));
    }
}

/// A knowledge, whole or plain.
#[derive(Clone)]
struct Hooks<K> {
    inner: Plain<K>,
    plain: bool,
}

/// Asks the plain knowledge or the whole.
macro_rules! either {
    ($hooks:ident.$hook:ident($($argument:expr),*)) => {
        if $hooks.plain {
            $hooks.inner.$hook($($argument),*)
        } else {
            $hooks.inner.0.$hook($($argument),*)
        }
    };
}

#[deny(clippy::missing_trait_methods)]
impl<G: Game, K: Knowledge<G>> Knowledge<G> for Hooks<K> {
    const ENGINE_ORDERING: bool = K::ENGINE_ORDERING;
    const ETC_DEPTH: i32 = K::ETC_DEPTH;
    const TABLE_DEPTH: i32 = K::TABLE_DEPTH;
    const QUIESCENCE: bool = K::QUIESCENCE;
    const CONTEXT: bool = K::CONTEXT;
    const SELECTIVE_SOLVES: bool = K::SELECTIVE_SOLVES;
    const ANTISYMMETRIC: bool = K::ANTISYMMETRIC;

    fn for_workers(&self, workers: usize) -> Vec<Self> {
        let Hooks { inner, plain } = self;
        if *plain {
            return vec![self.clone(); workers];
        }
        let whole = |knowledge| Hooks { inner: Plain(knowledge), plain: false };
        inner.0.for_workers(workers).into_iter().map(whole).collect()
    }

    // Options belong to the knowledge inside, which has been set before; they are not asked for here.
    forward_hooks!(
        either: ordering, heuristics, aspiration, begin, played, undone, evaluate, expand, rank, is_quiet, bounds,
        solve_leaf, search_frontier, key, to_canonical, bits_from_canonical, key_after, canonical,
        fingerprint, confidence, plies_left, solve_plan, predict, threshold, outcome_at_horizon, noisy, forced, null_move,
        undo_null, reduction, prune, reduction_without_hash_move, futility, probcut, learn
    );

    fn options(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    fn set_option(&mut self, name: &str, _value: &str) -> Result<(), OptionError> {
        Err(OptionError::Unknown { name: name.into(), known: Vec::new() })
    }
}
