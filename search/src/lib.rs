//! Parallel game-tree search for any two-player game of perfect information.
//!
//! Worker threads run iterative-deepening NegaScout over one lock-free transposition table (Lazy
//! SMP), put off what others are searching and spread over staggered depths; a coordinator owns the
//! windows at the root and merges the workers' lines. A game joins by implementing [`Game`] (its rules) and [`Knowledge`] (what a
//! player of it knows); everything is static dispatch, so hooks that a game leaves alone cost
//! nothing.
//!
//! Where to begin: [`guide`] writes a game from an empty file and solves it. [`Engine`] is what
//! searches, [`laws`] what checks a game, [`family`] the textbook algorithms beside the engine.
//!
//! # Features
//! `virtual`: virtual threads ([`Schedule::Virtual`]), a parallel search that repeats itself node for
//! node. They need stacks that one thread switches between (crate `corosensei`). Without it an engine
//! with virtual threads is refused, with [`EngineError::NoVirtualThreads`]. Everything else is always
//! there.
//!
//! # The house
//! The modules are listed in the order in which data flows; each uses only what stands above it. Where to
//! look:
//!
//! | what | where |
//! | --- | --- |
//! | a worker deepens, and searches a window again | `deepen` (the windows: `aspiration`) |
//! | who searches which depth | `coordinator::ledger`, by the rule of `coordinator::stagger` |
//! | lines are merged, the answer is voted | `coordinator::merge`, by the rule of `coordinator::vote` |
//! | an exact value is asked for, a win's distance is proven | `coordinator::solve` |
//! | the recursion | `negascout::node` |
//! | what a value rests on | `value` |
//! | an entry is packed | `table::entry` |
//! | a stop comes from, and its reason | `stop` |
//! | workers are called, lent and seen home | `schedule::gate`, called in `negascout::look` |
//! | a node count is left for others to read | `control` |

pub mod score;
mod window;

// For the model checks in `tests/`, which see a crate from outside.
#[doc(hidden)]
pub mod sync;

pub mod random;
pub mod stop;

// As `sync`.
#[doc(hidden)]
pub mod schedule;

pub mod game;

pub mod describe;
mod forward;
pub mod knowledge;
mod meter;
mod option;
mod plain;
mod tuned;
mod value;

pub mod laws;

mod limits;

mod report;

mod observer;

mod search_error;

mod control;

pub mod table;

mod ordering;

mod scheme;

mod config;

mod busy;
mod overlap;

mod team;

mod wardrobe;

mod mode;
mod split;

mod negascout;

mod crew;

mod follow;

pub mod aspiration;

mod coordinator;

mod deepen;
mod worker;

mod others;

pub mod engine;

pub mod family;
pub mod perft;

pub mod guide;

pub use config::{Acceptance, Config, Schedule};
pub use describe::{Describe, Example, KnownAnswer, ParseError, line_notation};
pub use engine::{Engine, EngineError, Handle, LendError, Request};
pub use game::{Game, MoveList, Outcome, Ranked, Side};
pub use knowledge::{
    Bounds, Knowledge, LastPly, Meter, NodeKey, OrderingWeights, ProbCut, RulesOnly, SolveCost,
    SolvePlan, SolveWindows,
};
pub use limits::{LimitError, Limits, MAX_PLY};
pub use observer::{Kind, Left, Observer, Unwatched, Visit, Why};
pub use option::{OptionError, OptionKind, OptionSpec};
pub use plain::Plain;
pub use report::{Bound, Counters, Ended, Line, Listener, Progress, Report, Verdict};
pub use scheme::{Scheme, SchemeError, Sharing};
pub use score::{Meaning, Score};
pub use search_error::{SearchError, panic_message};
pub use table::{HashSize, Table, TableError};
pub use tuned::{Tuned, Tuning};
pub use window::Window;
