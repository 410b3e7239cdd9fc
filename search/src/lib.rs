//! Parallel game-tree search for any two-player game of perfect information.
//!
//! Worker threads run iterative-deepening NegaScout at staggered depths over one lock-free
//! transposition table (Lazy SMP); a coordinator owns the windows at the root and merges the
//! workers' lines. A game joins by implementing [`Game`] (its rules) and [`Knowledge`] (what a
//! player of it knows); everything is static dispatch, so hooks that a game leaves alone cost
//! nothing.
//!
//! The modules are listed in the order in which data flows; each uses only what stands above it.

pub mod score;
pub mod window;

pub mod stop;
pub mod sync;

pub mod describe;
pub mod game;
pub mod knowledge;
pub mod laws;

pub mod limits;
pub mod report;

pub mod table;

pub mod engine;

pub mod family;
pub mod perft;

pub use describe::{Describe, KnownAnswer, ParseError};
pub use engine::{Acceptance, Config, Engine, EngineError, Request, SearchError, Stopper};
pub use game::{Game, MoveList, Outcome, Ranked, Side};
pub use knowledge::{
    Bounds, Knowledge, Meter, NodeKey, OrderingWeights, ProbCut, RulesOnly, SolvePlan, SolveWindows,
};
pub use limits::{LimitError, Limits, MAX_PLY};
pub use report::{Bound, Counters, Ended, Line, Progress, Report, Verdict};
pub use score::{Meaning, Score};
pub use window::Window;
