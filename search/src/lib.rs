//! Parallel game-tree search for any two-player game of perfect information.
//!
//! Worker threads run iterative-deepening NegaScout over one lock-free transposition table (Lazy
//! SMP), defer moves that others are searching and spread over staggered depths; a coordinator owns the
//! windows at the root and merges the workers' lines. A game joins by implementing [`Game`] (its rules)
//! and [`Knowledge`] (what a player of it knows); everything is static dispatch, so hooks that a game
//! leaves alone cost nothing.
//!
//! Where to begin: the guide in the crate `plyglot-check` writes a game from an empty file, checks and
//! solves it. [`Engine`] is what searches. The textbook algorithms beside the engine are the crate
//! `plyglot-family`.
//!
//! # Features
//! `virtual`: virtual threads ([`Schedule::Virtual`]), a parallel search that repeats itself node for
//! node. They need stacks that one thread switches between (crate `corosensei`). Without it an engine
//! with virtual threads is refused, with [`EngineError::NoVirtualThreads`]. Everything else is always
//! there.
//!
//! # Inside
//! Five modules, from the bottom up; each uses only those before it, and within a module the files are
//! listed in the order in which data flows.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `rules` | what a game author reads: scores, the traits, limits, the report |
//! | [`table`] | the shared transposition table |
//! | `shared` | what workers share beside it: stop, limits, scheme, threads real and virtual |
//! | `recursion` | NegaScout, private to one worker |
//! | `root` | the deepening loop, the coordinator, exact solves, the engine |
//!
//! Where to look:
//!
//! | what | file |
//! | --- | --- |
//! | a worker deepens, and searches a window again | `root/deepen.rs` (the windows: `root/aspiration.rs`) |
//! | who searches which depth | `root/coordinator/state.rs`, by the rule of `stagger.rs` |
//! | lines are merged | `root/coordinator/merge.rs` |
//! | an exact value is asked for, a win's distance is proven | `root/coordinator/solve.rs` |
//! | the recursion | `recursion/node.rs` |
//! | what a value rests on | `rules/value.rs` |
//! | an entry is packed | `table/entry.rs` |
//! | where a stop comes from, and its reason | `shared/stop.rs` |
//! | workers are called, lent and waited for | `shared/schedule/parking.rs` (why no call is lost: `README.md` there), called in `recursion/look.rs` |
//! | threads are kept to the caches of a large machine | `shared/groups/` |
//! | the time of the threads is accounted for | `shared/account/` (what it is told of: `recursion/account.rs`) |
//! | a node count is left for others to read | `shared/control.rs` |

// For the model checks in `tests/`, which see a crate from outside.
#[doc(hidden)]
pub mod sync;

mod rules;

pub mod table;

mod shared;

mod recursion;

mod root;

pub use root::aspiration::Aspiration;
pub use root::engine::Engine;
pub use root::engine_error::EngineError;
pub use root::handle::{Handle, LendError};
pub use root::request::Request;
pub use root::stop::{Stop, Watch};
pub use rules::account::{Account, AccountRow, Cause};
pub use rules::boxed::BoxedKnowledge;
pub use rules::describe::{
    Beside, Describe, Example, Piece, line_moves, line_notation, protocol_line,
};
pub use rules::endings;
pub use rules::game::{Game, MoveList, Outcome, Ranked, Repetition, Side};
pub use rules::hash;
pub use rules::inputs::{Inputs, Plane, Turn};
pub use rules::knowledge::{
    Aspects, Bounds, Constants, FrontierValue, Heuristics, Knowledge, Meter, NodeKey,
    OrderingWeights, RulesOnly, estimate,
};
pub use rules::layer::{Layer, Layered};
pub use rules::limits::{LimitError, Limits, MAX_PLY};
pub use rules::node::{
    Candidate, Expected, Known, Node, NullMove, ProbCut, Singular, late_move_reduction,
};
pub use rules::observer::{Kind, Left, Observer, Unwatched, Visit, Why};
pub use rules::option::{OptionError, OptionKind, OptionSpec};
pub use rules::pace::{Iteration, Pace};
pub use rules::plain::Plain;
pub use rules::random;
pub use rules::reading::{
    CommentForm, CommentSlot, CommentSlots, GameFile, KnownAnswer, ParseError, ReadGame, quoted,
    shortened,
};
pub use rules::recorded;
pub use rules::report::{Bound, Counters, Ended, Line, Listener, Progress, Report, Verdict};
pub use rules::score::{Meaning, Score};
pub use rules::shape;
pub use rules::solve::{SolveCost, SolvePlan, SolveWindows};
pub use rules::tuned::{Off, Switch, Tuned, Tuning};
pub use rules::window::Window;
pub use shared::config::{Acceptance, Config, Schedule};
pub use shared::current::{Current, SearchPhase};
pub use shared::groups::{Groups, Topology};
#[doc(hidden)]
pub use shared::schedule;
pub use shared::scheme::{Scheme, SchemeError, Sharing};
pub use shared::search_error::{SearchError, panic_message};
pub use shared::stop::{Clock, WallClock};
pub use table::{HashGrowth, HashSize, Table, TableError};
