//! Side by side with an alternative for a user: the crate `minimax` (E. Roshan-Eisner, MIT
//! licence), a generic game search that is on crates.io and in the same language.
//!
//! The same process searches the same positions of the same game with the same evaluation function
//! to the same depth, by iterative deepening ply by ply, with a table of the same size, empty at
//! first. Our engine does so twice: with the rules and the evaluation alone, which is all that the
//! peer can be given, and with all that the game knows (ranks, symmetry, bounds, a leaf solver). So
//! does the peer with one thread: with the options that its documentation shows, and with those
//! that make it fastest here.
//!
//! A [`contest`] is a position that both can search, [`measure`] makes the searches in turns, a
//! [`Study`] is what was measured, an [`Analysis`] what follows from it. Values are held against the
//! peer's plain alpha-beta, which has no table; where that would take too long, against our engine
//! with a table that answers for equal depths only. What differs is listed, with the reason.
//!
//! How nodes are counted: both count every call of their recursion, the leaves too. With several
//! threads the peer does not report; the moves that it plays are then counted in a search of its own,
//! which leaves out the second visits of what it searches again.
//!
//! Cost: the searches. The rest is nothing beside them, but the plain alpha-beta may take as long
//! as its budget allows. Needs the feature `peers`.
//!
//! ```
//! use plyglot_peers::{Analysis, Design, TestPosition, contest, measure};
//! use plyglot_search::Stop;
//! use plyglot_games::connect4::{ConnectFour, ConnectFourKnowledge, Standard};
//!
//! let place = TestPosition { game: "connect4".into(), position: "empty".into(), depth: 6 };
//! let start = ConnectFour::new(Standard);
//! let contests = vec![(place, contest(start, ConnectFourKnowledge::default(), 6))];
//! let design = Design { threads: vec![1], repeats: 2, hash_bytes: 1 << 20, budget: 1_000_000 };
//! let study = measure(contests, &design, &Stop::default(), |_| {});
//! let analysis = Analysis::of(&study, 1);
//! assert_eq!(analysis.rows.len(), 4);
//! assert!(!analysis.has_unexplained());
//! ```

mod adapter;
mod analysis;
mod contest;
mod plain;
mod run;
mod study;
mod value;

pub use analysis::{Analysis, Cause, Difference, Row};
pub use contest::{Contest, contest};
pub use plain::EvaluationOnly;
pub use run::{Completion, Design, measure};
pub use study::{
    Arbiter, ContestResult, Contestant, Missing, Reference, Sample, Study, TestPosition,
};
pub use value::Value;
