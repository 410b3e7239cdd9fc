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
    Config, Constants, Describe, Engine, Game, Knowledge, Layer, Layered, Limits, NodeKey, Plain,
    Report, Table, hook_type, hooks,
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
pub(crate) type Probe<K> = Layered<Unkeyed, Either<K>>;

pub(crate) fn probing<K>(knowledge: K, hooks: Hooks) -> Probe<K> {
    let keys = (hooks == Hooks::Unkeyed).then(Arc::default);
    let inner = Either { inner: Plain(knowledge), whole: hooks == Hooks::Whole };
    Layered { layer: Unkeyed(keys), inner }
}

/// The keys of some knowledge; or, with a counter, keys of which none comes twice, so that nothing is ever found in
/// the table.
#[derive(Clone)]
pub(crate) struct Unkeyed(Option<Arc<AtomicU64>>);

/// The same knowledge, and nothing is ever found in the table.
pub(crate) fn unkeyed<K>(knowledge: K) -> Layered<Unkeyed, K> {
    Layered { layer: Unkeyed(Some(Arc::default())), inner: knowledge }
}

impl<G: Game, K: Knowledge<G>> Layer<G, K> for Unkeyed {
    fn key(&self, inner: &K, game: &G) -> NodeKey {
        match &self.0 {
            Some(keys) => NodeKey { hash: keys.fetch_add(1, Ordering::Relaxed), symmetry: 0 },
            None => inner.key(game),
        }
    }
}

/// A knowledge, whole or plain.
#[derive(Clone)]
pub(crate) struct Either<K> {
    inner: Plain<K>,
    whole: bool,
}

/// Asks the whole knowledge or the plain one, whatever the hook.
macro_rules! either {
    (
        { $($constant:ident $field:ident: $type:ty = $most:expr;)* }
        { $([$($mutable:tt)?] $hook:ident($($name:ident: [$($kind:tt)+]),*) -> [$($answer:tt)+];)* }
    ) => {
        #[deny(clippy::missing_trait_methods)]
        impl<G: Game, K: Knowledge<G>> Knowledge<G> for Either<K> {
            $(const $constant: $type = K::$constant;)*

            fn constants(&self) -> Constants {
                if self.whole { self.inner.0.constants() } else { self.inner.constants() }
            }

            fn for_workers(&self, workers: usize) -> Vec<Self> {
                if !self.whole {
                    return vec![self.clone(); workers];
                }
                let whole = |knowledge| Either { inner: Plain(knowledge), whole: true };
                self.inner.0.for_workers(workers).into_iter().map(whole).collect()
            }

            $(
                fn $hook(
                    &$($mutable)? self,
                    $($name: hook_type!(G: $($kind)+)),*
                ) -> hook_type!(G: $($answer)+) {
                    if self.whole {
                        self.inner.0.$hook($($name),*)
                    } else {
                        self.inner.$hook($($name),*)
                    }
                }
            )*
        }
    };
}

hooks!(either! {});

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
        let limits = limits.with_moves(limits.root_moves.iter().map(own).collect(), None);
        let mut engine = racing(config, probing(setup.knowledge, hooks));
        engine.search(&game, &limits).expect("a search of a right game").map_moves(G::pack)
    }
}
