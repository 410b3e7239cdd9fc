//! A search that is watched visit by visit.
//!
//! It is compiled once, over tables of functions that stand for any game and what a player of it knows
//! (`erased`), and visits the nodes that the game's own searcher visits. Searches that are traced use all
//! that the game's knowledge offers, those that are compared with minimax nothing but its estimate and its
//! order of moves; which of the two is asked at run time.
//!
//! Cost: a few dynamic calls and a box a visit. Each game adds its tables, no searcher.

mod erased;
mod typed;

use plyglot_search::{
    Config, Engine as Searching, Handle, Knowledge, Left, Observer, Plain, Report, Request, Visit,
    forward_hooks,
};

use crate::engine::Ask;
use crate::error::DoorError;
use crate::facts::Mv;

use erased::{AnyGame, AnyKnowledge};
pub(crate) use typed::erased;

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

/// Makes one search of a position and tells of its visits. The game's code may panic, also where its values are
/// dropped.
pub(crate) fn run(
    (position, knowledge): (AnyGame, AnyKnowledge),
    config: &Config,
    ask: &Ask<'_>,
    plain: bool,
    to: &mut dyn Visits,
) -> Result<Report<Mv>, DoorError> {
    let config = Config { threads: 1, ..config.clone() };
    let hooks = Hooks { inner: Plain(knowledge), plain };
    let mut engine = Searching::watched(&config, hooks, Teller { to, handle: None })?;
    engine.observer().handle = Some(engine.handle());
    let history = ask.at.keys_before();
    let request =
        Request { game: &position, history: &history, limits: ask.limits, progress: None };
    Ok(engine.run_packed(&request)?)
}

/// Passes on what it sees of a search, and stops the engine.
struct Teller<'a> {
    to: &'a mut dyn Visits,
    handle: Option<Handle>,
}

impl Observer<Mv> for Teller<'_> {
    fn enter(&mut self, visit: Visit<Mv>) {
        self.to.enter(visit);
        if let Some(handle) = self.handle.as_ref().filter(|_| self.to.wants_stop()) {
            handle.stop();
        }
    }

    fn leave(&mut self, left: Left<Mv>) {
        self.to.leave(left);
    }
}

/// A knowledge, whole or plain.
#[derive(Clone)]
struct Hooks {
    inner: Plain<AnyKnowledge>,
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

/// The game, by the name that [`forward_hooks`] writes.
type G = AnyGame;
/// The knowledge, likewise for its constants.
type K = AnyKnowledge;

#[deny(clippy::missing_trait_methods)]
impl Knowledge<AnyGame> for Hooks {
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

    forward_hooks!(
        either: constants, ordering, heuristics, aspiration, begin, played, undone, evaluate, expand, rank, is_quiet, bounds,
        solve_leaf, search_frontier, key, to_canonical, bits_from_canonical, key_after, canonical, options, set_option,
        fingerprint, confidence, plies_left, solve_plan, predict, threshold, outcome_at_horizon, noisy, forced, null_move,
        undo_null, reduction, prune, reduction_without_hash_move, futility, probcut, learn
    );
}
