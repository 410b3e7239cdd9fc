//! What a player of any game knows.

use plyglot_search::{
    BoxedKnowledge, Candidate, Constants, Describe, Game, Knowledge, MoveList, NullMove, hook_type,
    hooks,
};

use super::game::{DynGame, Undo, append, legal, own, own_mut};
use crate::facts::Mv;

/// What a player of any game knows.
pub type DynKnowledge = BoxedKnowledge<DynGame>;

/// What a player of `T` knows, its types erased.
pub(crate) fn erased<T: Describe, K: Knowledge<T>>(knowledge: K) -> DynKnowledge {
    BoxedKnowledge::new(Packed::<T, K>::new(knowledge))
}

/// What a player of `T` knows, asked in packed moves.
struct Packed<T: Game, K> {
    knowledge: K,
    /// Room for moves, so that none is made at each node.
    list: MoveList<T::Move>,
}

impl<T: Game, K> Packed<T, K> {
    fn new(knowledge: K) -> Self {
        Packed { knowledge, list: MoveList::new() }
    }
}

impl<T: Game, K: Clone> Clone for Packed<T, K> {
    fn clone(&self) -> Self {
        Packed::new(self.knowledge.clone())
    }
}

/// Room for moves of `T`, which are handed on, packed, when the question is answered.
struct Room<'a, T: Game> {
    list: &'a mut MoveList<T::Move>,
    out: &'a mut MoveList<Mv>,
}

impl<'a, T: Game> Room<'a, T> {
    fn new(list: &'a mut MoveList<T::Move>, out: &'a mut MoveList<Mv>) -> Self {
        list.clear();
        Room { list, out }
    }
}

impl<T: Game> Drop for Room<'_, T> {
    fn drop(&mut self) {
        append::<T>(self.list, self.out);
    }
}

fn unpacked<T: Game>(game: &T, candidate: &Candidate<Mv>) -> Candidate<T::Move> {
    let mut typed = Candidate::new(legal(game, candidate.mv), candidate.index);
    typed.history = candidate.history;
    typed
}

fn packed<T: Game>(played: NullMove<T::Undo>) -> NullMove<Undo> {
    let NullMove { undo, reduction, verify } = played;
    NullMove { undo: Undo::new::<T>(None, undo), reduction, verify }
}

/// An argument of a hook as the game inside knows it, by its kind.
macro_rules! inside {
    ($me:ident, $name:ident: position) => {
        own::<T>($name)
    };
    ($me:ident, $name:ident: mut position) => {
        own_mut::<T>($name)
    };
    ($me:ident, $name:ident: move in $game:ident) => {
        legal::<T>(own($game), $name)
    };
    // It is no longer legal, so that its number tells nothing.
    ($me:ident, $name:ident: move of $undo:ident) => {{
        let _: Mv = $name;
        $undo.taken::<T>().mv.expect("it takes back a move")
    }};
    ($me:ident, $name:ident: candidate in $game:ident) => {
        &unpacked::<T>(own($game), $name)
    };
    ($me:ident, $name:ident: moves) => {
        Room::<T>::new(&mut $me.list, $name).list
    };
    ($me:ident, $name:ident: own undo) => {
        $name.into_taken::<T>().undo
    };
    ($me:ident, $name:ident: undo) => {
        &$name.taken::<T>().undo
    };
    ($me:ident, $name:ident: $same:ty) => {
        $name
    };
}

/// An answer of the game inside as it is given, by its kind.
macro_rules! outside {
    ($answer:expr, move) => {
        T::pack($answer)
    };
    ($answer:expr, null move) => {
        $answer.map(packed::<T>)
    };
    ($answer:expr, $same:ty) => {
        $answer
    };
}

/// Writes what hands each question on, from the list of hooks.
macro_rules! packed_hooks {
    (
        { $($constant:ident $field:ident: $type:ty = $most:expr;)* }
        { $([$($mutable:tt)?] $hook:ident($($name:ident: [$($kind:tt)+]),*) -> [$($answer:tt)+];)* }
    ) => {
        #[deny(clippy::missing_trait_methods)]
        impl<T: Describe, K: Knowledge<T>> Knowledge<DynGame> for Packed<T, K> {
            $(const $constant: $type = K::$constant;)*

            fn constants(&self) -> Constants {
                self.knowledge.constants()
            }

            fn for_workers(&self, workers: usize) -> Vec<Self> {
                self.knowledge.for_workers(workers).into_iter().map(Packed::new).collect()
            }

            $(
                #[inline(always)]
                fn $hook(
                    &$($mutable)? self,
                    $($name: hook_type!(DynGame: $($kind)+)),*
                ) -> hook_type!(DynGame: $($answer)+) {
                    outside!(
                        self.knowledge.$hook($(inside!(self, $name: $($kind)+)),*),
                        $($answer)+
                    )
                }
            )*
        }
    };
}

hooks!(packed_hooks! {});
