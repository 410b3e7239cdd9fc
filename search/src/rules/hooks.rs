//! The one list of what [`Knowledge`](crate::Knowledge) can be asked, for all that must speak of every hook: a
//! layer over another knowledge ([`crate::Layer`]), knowledge in a box ([`crate::BoxedKnowledge`]), and the
//! crate `plyglot-open`, where moves become numbers.
//!
//! A hook is declared in the trait, with its meaning and what it says by default, and listed here. Nothing else
//! spells hooks out: what forwards them is written from this list. The lint `clippy::missing_trait_methods` on those
//! refuses a hook that is declared and not listed, which would be taken away from a game without a word.
//!
//! Cost: none, these are macros.

/// Hands the list to a macro: `hooks!(callback! { what goes before })`.
///
/// First come the constants, each with its field in [`crate::Constants`] and the value that allows the most; then the
/// hooks, each with `mut` where it may change the knowledge, with its arguments and its answer. Instead of types
/// these have kinds, which [`crate::hook_type`] makes types of: what has to do with a game's own moves must
/// be known as such, to be converted.
///
/// | kind | what it is |
/// | --- | --- |
/// | `position`, `mut position` | the position that is asked about |
/// | `move in game` | a move that is legal in the position of that name |
/// | `move of undo` | the move that the undo of that name takes back |
/// | `candidate in game` | a move that is about to be searched |
/// | `moves` | where moves are put |
/// | `own undo`, `undo` | what takes a move back, given away or shown |
/// | `move`, `null move` | as an answer |
/// | any type | nothing of the game's own is in it |
#[doc(hidden)]
#[macro_export]
macro_rules! hooks {
    ($callback:ident! { $($before:tt)* }) => { $callback! { $($before)*
        {
            ENGINE_ORDERING engine_ordering: bool = true;
            ETC_DEPTH etc_depth: i32 = 0;
            TABLE_DEPTH table_depth: i32 = 0;
            QUIESCENCE quiescence: bool = true;
            CONTEXT context: bool = true;
            SINGULAR singular: bool = true;
            CORRECTED corrected: bool = true;
            SELECTIVE_SOLVES selective_solves: bool = true;
            ANTISYMMETRIC antisymmetric: bool = true;
            LEARNS learns: bool = true;
        }
        {
            [mut] evaluate(game: [position]) -> [i32];
            [mut] evaluate_and_see(game: [position], planes: [&mut [u64]]) -> [Option<i32>];
            [] ordering() -> [$crate::OrderingWeights];
            [] heuristics() -> [$crate::Heuristics];
            [] aspiration() -> [i32];
            [] correction() -> [i32];
            [] proof_numbers() -> [Option<i32>];
            [] aspects(game: [position]) -> [$crate::Aspects];
            [mut] begin(game: [position]) -> [()];
            [mut] played(game: [position], mv: [move of undo], undo: [undo]) -> [()];
            [mut] undone(game: [position], mv: [move in game]) -> [()];
            [mut] expand(game: [position], node: [&$crate::Node], out: [moves]) -> [()];
            [mut] rank(game: [position], mv: [move in game], depth: [i32]) -> [i32];
            [] is_quiet(game: [position], mv: [move in game]) -> [bool];
            [] kind(game: [position], mv: [move in game]) -> [u32];
            [mut] bounds(game: [position], window: [$crate::Window]) -> [$crate::Bounds];
            [mut] solve_leaf(
                game: [position], window: [$crate::Window], depth: [i32], meter: [&mut $crate::Meter<'_>]
            ) -> [Option<$crate::Score>];
            [mut] search_frontier(
                game: [position], window: [$crate::Window]
            ) -> [Option<$crate::FrontierValue>];
            [] key(game: [position]) -> [$crate::NodeKey];
            [] to_canonical(game: [position], mv: [move in game], symmetry: [u8]) -> [move];
            [] bits_from_canonical(game: [position], bits: [u32], symmetry: [u8]) -> [u32];
            [] key_after(game: [position], mv: [move in game]) -> [Option<$crate::NodeKey>];
            [] canonical(game: [position]) -> [u64];
            [] options() -> [Vec<$crate::OptionSpec>];
            [mut] set_option(name: [&str], value: [&str]) -> [Result<(), $crate::OptionError>];
            [] fingerprint() -> [u64];
            [] confidence() -> [Option<u8>];
            [] tbhits() -> [u64];
            [] uses_tables() -> [bool];
            [] plies_left(game: [position]) -> [Option<i32>];
            [] solve_plan(game: [position]) -> [$crate::SolvePlan];
            [] predict(game: [position], estimate: [$crate::Score]) -> [$crate::Score];
            [] threshold(game: [position], asked: [$crate::Window]) -> [Option<i32>];
            [mut] outcome_at_horizon(game: [position]) -> [Option<$crate::Outcome>];
            [mut] noisy(game: [position], node: [&$crate::Node], out: [moves]) -> [()];
            [mut] forced(game: [position]) -> [bool];
            [mut] null_move(game: [mut position], node: [&$crate::Node]) -> [null move];
            [mut] undo_null(game: [mut position], undo: [own undo]) -> [()];
            [] reduction(
                game: [position], node: [&$crate::Node], candidate: [candidate in game]
            ) -> [i32];
            [] prune(
                game: [position], node: [&$crate::Node], candidate: [candidate in game]
            ) -> [bool];
            [] reduction_without_hash_move(game: [position], node: [&$crate::Node]) -> [i32];
            [] futility(game: [position], node: [&$crate::Node]) -> [Option<i32>];
            [] probcut(game: [position], node: [&$crate::Node]) -> [Option<$crate::ProbCut>];
            [] singular(game: [position], node: [&$crate::Node]) -> [Option<$crate::Singular>];
        }
    } };
}

/// The type of a kind of [`hooks`], for knowledge of the game `$game`.
#[doc(hidden)]
#[macro_export]
macro_rules! hook_type {
    ($game:ty: position) => { &$game };
    ($game:ty: mut position) => { &mut $game };
    ($game:ty: move $(in $at:ident)? $(of $undo:ident)?) => { <$game as $crate::Game>::Move };
    ($game:ty: candidate in $at:ident) => { &$crate::Candidate<<$game as $crate::Game>::Move> };
    ($game:ty: moves) => { &mut $crate::MoveList<<$game as $crate::Game>::Move> };
    ($game:ty: own undo) => { <$game as $crate::Game>::Undo };
    ($game:ty: undo) => { &<$game as $crate::Game>::Undo };
    ($game:ty: null move) => { Option<$crate::NullMove<<$game as $crate::Game>::Undo>> };
    ($game:ty: $same:ty) => { $same };
}
