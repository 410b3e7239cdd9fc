//! Forwarding, for knowledge that is another's in all but a few hooks.

/// Writes the named hooks of an `impl<G: Game> Knowledge<G>`, each of which asks another's:
/// `ask!(self.hook(arguments))`, where `ask` is a macro of the one who uses this.
///
/// All hooks but the estimate have defaults, so a wrapper that forgets one compiles, and takes away
/// what the game knows. Therefore an `impl` that uses this is also marked with
/// `#[deny(clippy::missing_trait_methods)]`: a hook that is neither named nor written is then refused,
/// one that is added to the trait later as well. Constants are not: they are for the wrapper to write.
///
/// ```
/// use plyglot_search::{Game, Knowledge, forward_hooks};
///
/// /// One point more optimistic.
/// #[derive(Clone)]
/// struct Hopeful<K>(K);
///
/// macro_rules! inner {
///     ($self:ident.$hook:ident($($argument:expr),*)) => { $self.0.$hook($($argument),*) };
/// }
///
/// #[deny(clippy::missing_trait_methods)]
/// impl<G: Game, K: Knowledge<G>> Knowledge<G> for Hopeful<K> {
///     forward_hooks!(
///         inner: constants, ordering, heuristics, aspiration, begin, played, undone, expand, rank, is_quiet, bounds, solve_leaf,
///         search_frontier, key, to_canonical, bits_from_canonical, key_after, canonical, options,
///         set_option, fingerprint, confidence, plies_left, solve_plan, predict, threshold, outcome_at_horizon, noisy, forced,
///         null_move, undo_null, reduction, prune, reduction_without_hash_move, futility, probcut, learn
///     );
///
///     fn for_workers(&self, workers: usize) -> Vec<Self> {
///         self.0.for_workers(workers).into_iter().map(Hopeful).collect()
///     }
///
///     fn evaluate(&mut self, game: &G) -> i32 {
///         self.0.evaluate(game) + 1
///     }
/// }
/// ```
#[macro_export]
macro_rules! forward_hooks {
    ($ask:ident: $($hook:ident),+) => {
        $($crate::forward_hooks!(@$hook $ask);)+
    };

    (@evaluate $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] evaluate(game: &G) -> i32);
    };
    (@ordering $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] ordering() -> $crate::OrderingWeights);
    };
    (@constants $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] constants() -> $crate::Constants);
    };
    (@heuristics $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] heuristics() -> $crate::Heuristics);
    };
    (@aspiration $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] aspiration() -> i32);
    };
    (@expand $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] expand(
            game: &G, node: &$crate::Node, out: &mut $crate::MoveList<<G as $crate::Game>::Move>
        ) -> ());
    };
    (@begin $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] begin(game: &G) -> ());
    };
    (@played $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] played(
            game: &G, mv: <G as $crate::Game>::Move, undo: &<G as $crate::Game>::Undo
        ) -> ());
    };
    (@undone $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] undone(game: &G, mv: <G as $crate::Game>::Move) -> ());
    };
    (@is_quiet $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] is_quiet(game: &G, mv: <G as $crate::Game>::Move) -> bool);
    };
    (@key_after $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] key_after(
            game: &G, mv: <G as $crate::Game>::Move
        ) -> Option<$crate::NodeKey>);
    };
    (@outcome_at_horizon $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] outcome_at_horizon(
            game: &G
        ) -> Option<$crate::Outcome>);
    };
    (@prune $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] prune(
            game: &G, node: &$crate::Node, candidate: &$crate::Candidate<<G as $crate::Game>::Move>
        ) -> bool);
    };
    (@reduction_without_hash_move $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] reduction_without_hash_move(
            game: &G, node: &$crate::Node
        ) -> i32);
    };
    (@learn $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] learn(
            game: &G,
            node: &$crate::Node,
            best: Option<<G as $crate::Game>::Move>,
            score: $crate::Score,
            bound: $crate::Bound
        ) -> ());
    };
    (@rank $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] rank(game: &G, mv: <G as $crate::Game>::Move, depth: i32) -> i32);
    };
    (@bounds $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] bounds(
            game: &G, window: $crate::Window
        ) -> $crate::Bounds);
    };
    (@solve_leaf $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] solve_leaf(
            game: &G,
            window: $crate::Window,
            depth: i32,
            meter: &mut $crate::Meter<'_>
        ) -> Option<$crate::Score>);
    };
    (@search_frontier $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] search_frontier(
            game: &G, window: $crate::Window
        ) -> Option<$crate::FrontierValue>);
    };
    (@key $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] key(game: &G) -> $crate::NodeKey);
    };
    (@to_canonical $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] to_canonical(
            game: &G, mv: <G as $crate::Game>::Move, symmetry: u8
        ) -> <G as $crate::Game>::Move);
    };
    (@bits_from_canonical $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] bits_from_canonical(
            game: &G, bits: u32, symmetry: u8
        ) -> u32);
    };
    (@canonical $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] canonical(game: &G) -> u64);
    };
    (@options $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] options() -> ::std::vec::Vec<$crate::OptionSpec>);
    };
    (@set_option $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] set_option(
            name: &str, value: &str
        ) -> ::core::result::Result<(), $crate::OptionError>);
    };
    (@fingerprint $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] fingerprint() -> u64);
    };
    (@confidence $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] confidence() -> Option<u8>);
    };
    (@plies_left $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] plies_left(game: &G) -> Option<i32>);
    };
    (@solve_plan $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] solve_plan(game: &G) -> $crate::SolvePlan);
    };
    (@threshold $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] threshold(
            game: &G, asked: $crate::Window
        ) -> Option<i32>);
    };
    (@predict $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] predict(
            game: &G, estimate: $crate::Score
        ) -> $crate::Score);
    };
    (@noisy $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] noisy(
            game: &G, node: &$crate::Node, out: &mut $crate::MoveList<<G as $crate::Game>::Move>
        ) -> ());
    };
    (@forced $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] forced(game: &G) -> bool);
    };
    (@null_move $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] null_move(
            game: &mut G, node: &$crate::Node
        ) -> Option<$crate::NullMove<<G as $crate::Game>::Undo>>);
    };
    (@undo_null $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [mut self] undo_null(game: &mut G, undo: <G as $crate::Game>::Undo) -> ());
    };
    (@reduction $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] reduction(
            game: &G, node: &$crate::Node, candidate: &$crate::Candidate<<G as $crate::Game>::Move>
        ) -> i32);
    };
    (@futility $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] futility(
            game: &G, node: &$crate::Node
        ) -> Option<i32>);
    };
    (@probcut $ask:ident) => {
        $crate::forward_hooks!(@fn $ask [self] probcut(
            game: &G, node: &$crate::Node
        ) -> Option<$crate::ProbCut>);
    };

    (@fn $ask:ident [mut $me:ident] $hook:ident($($name:ident: $kind:ty),*) -> ()) => {
        #[inline(always)]
        fn $hook(&mut $me, $($name: $kind),*) {
            $ask!($me.$hook($($name),*))
        }
    };
    (@fn $ask:ident [mut $me:ident] $hook:ident($($name:ident: $kind:ty),*) -> $back:ty) => {
        #[inline(always)]
        fn $hook(&mut $me, $($name: $kind),*) -> $back {
            $ask!($me.$hook($($name),*))
        }
    };
    (@fn $ask:ident [$me:ident] $hook:ident($($name:ident: $kind:ty),*) -> $back:ty) => {
        #[inline(always)]
        fn $hook(&$me, $($name: $kind),*) -> $back {
            $ask!($me.$hook($($name),*))
        }
    };
}
