//! Knowledge of any type as one type: [`BoxedKnowledge`].
//!
//! What is generic over [`Knowledge`] and need not be fast is compiled once for it and runs with all knowledge of a
//! game; a search with it visits the nodes that a search with the knowledge itself visits.
//!
//! Cost: a dynamic call for each question, and what a search needs for the most that any knowledge offers.

use std::fmt;

use crate::rules::game::Game;
use crate::rules::knowledge::{Constants, Knowledge};

/// Writes the table of functions, its entries for a type, and knowledge that asks it, from [`hooks`](crate::hooks).
macro_rules! boxed {
    (
        { $($constant:ident $field:ident: $type:ty = $most:expr;)* }
        { $([$($mutable:tt)?] $hook:ident($($name:ident: [$($kind:tt)+]),*) -> [$($answer:tt)+];)* }
    ) => {
        /// [`Knowledge`] as a table of functions.
        trait Erased<G: Game>: Send {
            fn copied(&self) -> BoxedKnowledge<G>;
            fn for_workers(&self, workers: usize) -> Vec<BoxedKnowledge<G>>;
            fn constants(&self) -> Constants;
            $(
                fn $hook(
                    &$($mutable)? self,
                    $($name: $crate::hook_type!(G: $($kind)+)),*
                ) -> $crate::hook_type!(G: $($answer)+);
            )*
        }

        impl<G: Game, K: Knowledge<G>> Erased<G> for K {
            fn copied(&self) -> BoxedKnowledge<G> {
                BoxedKnowledge::new(self.clone())
            }

            fn for_workers(&self, workers: usize) -> Vec<BoxedKnowledge<G>> {
                Knowledge::for_workers(self, workers).into_iter().map(BoxedKnowledge::new).collect()
            }

            fn constants(&self) -> Constants {
                Knowledge::constants(self)
            }

            $(
                fn $hook(
                    &$($mutable)? self,
                    $($name: $crate::hook_type!(G: $($kind)+)),*
                ) -> $crate::hook_type!(G: $($answer)+) {
                    Knowledge::$hook(self, $($name),*)
                }
            )*
        }

        #[deny(clippy::missing_trait_methods)]
        impl<G: Game> Knowledge<G> for BoxedKnowledge<G> {
            // The most that any knowledge needs; how it is, `constants` says.
            $(const $constant: $type = $most;)*

            fn constants(&self) -> Constants {
                self.0.constants()
            }

            fn for_workers(&self, workers: usize) -> Vec<Self> {
                self.0.for_workers(workers)
            }

            $(
                fn $hook(
                    &$($mutable)? self,
                    $($name: $crate::hook_type!(G: $($kind)+)),*
                ) -> $crate::hook_type!(G: $($answer)+) {
                    self.0.$hook($($name),*)
                }
            )*
        }
    };
}

/// What a player of `G` knows, whatever type that is of.
pub struct BoxedKnowledge<G>(Box<dyn Erased<G>>);

impl<G: Game> BoxedKnowledge<G> {
    /// `knowledge` in a box.
    pub fn new(knowledge: impl Knowledge<G>) -> Self {
        BoxedKnowledge(Box::new(knowledge))
    }
}

impl<G: Game> Clone for BoxedKnowledge<G> {
    fn clone(&self) -> Self {
        self.0.copied()
    }
}

impl<G> fmt::Debug for BoxedKnowledge<G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("BoxedKnowledge").finish_non_exhaustive()
    }
}

crate::hooks!(boxed! {});
