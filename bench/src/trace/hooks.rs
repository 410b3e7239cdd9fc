//! A game's knowledge with all that it offers, or with no more than its estimate and its order of
//! moves. Which of the two is asked at run time.
//!
//! The engine that is traced uses all, the one that is compared nothing but [`Plain`]. They are of
//! one type, so that it is compiled once for both.
//!
//! Cost: a branch that is always predicted, at each hook. What is a constant in [`Knowledge`] stays
//! the game's own: with [`Knowledge::QUIESCENCE`] the search is told of no noisy move and stands pat,
//! which is the estimate as well.

use plyglot_search::{Game, Knowledge, OrderingWeights, Plain};

use crate::forward_hooks;

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
    const ORDERING: OrderingWeights = K::ORDERING;
    const ETC_DEPTH: i32 = K::ETC_DEPTH;
    const TABLE_DEPTH: i32 = K::TABLE_DEPTH;
    const ASPIRATION: i32 = K::ASPIRATION;
    const QUIESCENCE: bool = K::QUIESCENCE;

    fn for_workers(&self, workers: usize) -> Vec<Self> {
        let Hooks { inner, plain } = self;
        if *plain {
            return vec![self.clone(); workers];
        }
        inner.0.for_workers(workers).into_iter().map(Hooks::whole).collect()
    }

    forward_hooks!(
        either: evaluate, expand, rank, bounds, solve_leaf, last_ply, key, to_frame, bits_from_frame,
        plies_left, solve_plan, predict, noisy, forced, null_move, undo_null, reduction,
        futility, probcut
    );
}
