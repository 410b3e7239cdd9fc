//! What a game says once of how it is searched: the weights of the engine's ordering, and which hooks and heuristics there
//! are.

use crate::rules::game::Game;
use crate::rules::knowledge::Knowledge;

/// How the engine's own ordering is weighed against [`Knowledge::rank`], in units of rank. A weight of
/// 0 switches its part off; the engine takes those out of range for the nearest within.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderingWeights {
    /// Added to the two moves that last cut off at this ply; 0 to [`OrderingWeights::MAX_BONUS`].
    pub killer: i32,
    /// Added to the move that last refuted the move just played; 0 to
    /// [`OrderingWeights::MAX_BONUS`].
    pub countermove: i32,
    /// The history score (-16384 ..= 16384) is multiplied by this and divided by 16384; 0 to
    /// [`OrderingWeights::MAX_HISTORY`].
    pub history: i32,
    /// The same of the two histories of what followed on the last move and on the one before it (continuation
    /// history; programs of chess since about 2016): 0 to [`OrderingWeights::MAX_HISTORY`].
    pub continuation: i32,
}

impl OrderingWeights {
    /// For games without a rank of their own: killers, then the countermove, then history.
    pub const ENGINE_ONLY: OrderingWeights = OrderingWeights {
        killer: 1 << 20,
        countermove: 1 << 18,
        history: 1 << 14,
        ..OrderingWeights::GAME_ONLY
    };
    /// For games whose own rank is all there is to say.
    pub const GAME_ONLY: OrderingWeights =
        OrderingWeights { killer: 0, countermove: 0, history: 0, continuation: 0 };

    /// The greatest weight of killers and of countermoves.
    pub const MAX_BONUS: i32 = 1 << 24;
    /// The greatest weight of history: its product with the greatest score fits 32 bits.
    pub const MAX_HISTORY: i32 = 1 << 16;

    /// The nearest weights that are in range.
    pub(crate) fn clamped(self) -> OrderingWeights {
        OrderingWeights {
            killer: self.killer.clamp(0, Self::MAX_BONUS),
            countermove: self.countermove.clamp(0, Self::MAX_BONUS),
            history: self.history.clamp(0, Self::MAX_HISTORY),
            continuation: self.continuation.clamp(0, Self::MAX_HISTORY),
        }
    }
}

/// The constants of a [`Knowledge`]: [`Knowledge::constants`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constants {
    /// [`Knowledge::ENGINE_ORDERING`].
    pub engine_ordering: bool,
    /// [`Knowledge::ETC_DEPTH`].
    pub etc_depth: i32,
    /// [`Knowledge::TABLE_DEPTH`].
    pub table_depth: i32,
    /// [`Knowledge::QUIESCENCE`].
    pub quiescence: bool,
    /// [`Knowledge::CONTEXT`].
    pub context: bool,
    /// [`Knowledge::SINGULAR`].
    pub singular: bool,
    /// [`Knowledge::CORRECTED`].
    pub corrected: bool,
    /// [`Knowledge::SELECTIVE_SOLVES`].
    pub selective_solves: bool,
    /// [`Knowledge::ANTISYMMETRIC`].
    pub antisymmetric: bool,
    /// [`Knowledge::LEARNS`].
    pub learns: bool,
}

impl Constants {
    /// Those of a type.
    #[inline(always)]
    pub const fn of<G: Game, K: Knowledge<G>>() -> Constants {
        Constants {
            engine_ordering: K::ENGINE_ORDERING,
            etc_depth: K::ETC_DEPTH,
            table_depth: K::TABLE_DEPTH,
            quiescence: K::QUIESCENCE,
            context: K::CONTEXT,
            singular: K::SINGULAR,
            corrected: K::CORRECTED,
            selective_solves: K::SELECTIVE_SOLVES,
            antisymmetric: K::ANTISYMMETRIC,
            learns: K::LEARNS,
        }
    }
}

/// Which of the engine's own heuristics are used beside those that have a weight. All by default; they are
/// switched off to measure what they bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heuristics {
    /// The table's move is tried before all others.
    pub hash_move: bool,
    /// The table is asked for the children of a node ([`Knowledge::ETC_DEPTH`]).
    pub child_cutoffs: bool,
}

impl Heuristics {
    /// All of them.
    pub const ALL: Heuristics = Heuristics { hash_move: true, child_cutoffs: true };
}
