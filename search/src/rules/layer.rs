//! Knowledge that is another's in all but a few hooks: [`Layer`] and [`Layered`].
//!
//! What a layer does not say the knowledge below it says. So a hook that is added to [`Knowledge`] goes through every
//! layer by itself.
//!
//! Cost: none, all of it is static dispatch and inlined.

use crate::rules::game::Game;
use crate::rules::knowledge::{Constants, Knowledge};

/// Writes the trait and what makes knowledge of it, from [`hooks`](crate::hooks).
macro_rules! layer {
    (
        trait
        { $($constant:ident $field:ident: $type:ty = $most:expr;)* }
        { $([$($mutable:tt)?] $hook:ident($($name:ident: [$($kind:tt)+]),*) -> [$($answer:tt)+];)* }
    ) => {
        $(
            #[doc = concat!("[`Knowledge::", stringify!($constant), "`].")]
            const $constant: $type = K::$constant;
        )*

        /// [`Knowledge::constants`]: by default those that this layer changes, and what `inner` says of the rest.
        #[inline(always)]
        fn constants(&self, inner: &K) -> Constants {
            let below = inner.constants();
            Constants {
                $($field: if Self::$constant == K::$constant { below.$field } else { Self::$constant }),*
            }
        }

        $(
            #[doc = concat!("[`Knowledge::", stringify!($hook), "`].")]
            #[inline(always)]
            fn $hook(
                &$($mutable)? self,
                inner: &$($mutable)? K,
                $($name: $crate::hook_type!(G: $($kind)+)),*
            ) -> $crate::hook_type!(G: $($answer)+) {
                inner.$hook($($name),*)
            }
        )*
    };
    (
        impl
        { $($constant:ident $field:ident: $type:ty = $most:expr;)* }
        { $([$($mutable:tt)?] $hook:ident($($name:ident: [$($kind:tt)+]),*) -> [$($answer:tt)+];)* }
    ) => {
        $(const $constant: $type = L::$constant;)*

        #[inline(always)]
        fn constants(&self) -> Constants {
            self.layer.constants(&self.inner)
        }

        fn for_workers(&self, workers: usize) -> Vec<Self> {
            let layered = |inner| Layered { layer: self.layer.clone(), inner };
            self.inner.for_workers(workers).into_iter().map(layered).collect()
        }

        $(
            #[inline(always)]
            fn $hook(
                &$($mutable)? self,
                $($name: $crate::hook_type!(G: $($kind)+)),*
            ) -> $crate::hook_type!(G: $($answer)+) {
                self.layer.$hook(&$($mutable)? self.inner, $($name),*)
            }
        )*
    };
}

/// What is otherwise than the knowledge below has it. Each hook is asked with that knowledge in hand, `inner`, and by
/// default asks the same of it; each constant is by default that of `K`.
///
/// A layer that changes [`Knowledge::rank`] changes [`Knowledge::expand`] as well, where the ranks come from:
/// `inner` ranks by its own.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/check/src/guide/hexapawn/rules.rs"));
/// use plyglot_search::{Knowledge, Layer, Layered, RulesOnly};
///
/// /// One point more optimistic.
/// #[derive(Clone)]
/// struct Hopeful;
///
/// impl<G: Game, K: Knowledge<G>> Layer<G, K> for Hopeful {
///     fn evaluate(&mut self, inner: &mut K, game: &G) -> i32 {
///         inner.evaluate(game) + 1
///     }
/// }
///
/// # fn main() {
/// let mut knowledge = Layered { layer: Hopeful, inner: RulesOnly::default() };
/// assert_eq!(knowledge.evaluate(&Hexapawn::new(3, 3)), 1);
/// # }
/// ```
pub trait Layer<G: Game, K: Knowledge<G>>: Clone + Send + 'static {
    crate::hooks!(layer! { trait });
}

/// A knowledge with a layer over it.
#[derive(Clone, Debug)]
pub struct Layered<L, K> {
    /// What is otherwise.
    pub layer: L,
    /// What it is over.
    pub inner: K,
}

#[deny(clippy::missing_trait_methods)]
impl<G: Game, K: Knowledge<G>, L: Layer<G, K>> Knowledge<G> for Layered<L, K> {
    crate::hooks!(layer! { impl });
}
