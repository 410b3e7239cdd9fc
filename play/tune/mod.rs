//! Numbers that play better: those that a game or the engine declares as options, by matches of the game against
//! itself ([`Tuning`]), and those of ProbCut, by comparing deep searches with shallow ones ([`Prediction`]).
//!
//! | file | one thing |
//! | --- | --- |
//! | `number` | a number, and between what it may lie |
//! | `spsa` | where the numbers go: two trials, the result of a pair of games, a step |
//! | `tuning` | what a tuning is |
//! | `run` | the pairs of games, and the match that confirms what was found |
//! | `journal` | which tuning it is, and the games that it holds |
//! | `predict` | deep and shallow searches of the same positions |
//! | `regress` | how well the ones predict the others |
//!
//! Everything is above the door, for any game.
//!
//! ```
//! use plyglot_games::catalogue::builtin;
//! use plyglot_open::Stop;
//! use plyglot_play::tune::Prediction;
//!
//! let game = builtin().open("othello:6")?;
//! let prediction = Prediction { game: &*game, positions: 40, deepest: 4, seed: 1, threads: 2 };
//! let found = prediction.run(&Stop::default(), |_, _| {})?;
//! let pair = found.fits.iter().find(|fit| (fit.deep, fit.shallow) == (4, 2)).unwrap();
//! // Searches of four plies say nearly what those of two do.
//! assert!((0.5..1.5).contains(&pair.slope), "{pair:?}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod journal;
mod number;
mod predict;
mod regress;
mod run;
mod spsa;
mod tuning;

pub use error::TuneError;
pub use journal::Continued;
pub use number::Number;
pub use predict::{Found, Prediction};
pub use regress::{Formula, LEVELS, PairFit};
pub use run::{Event, Finished, Tuned};
pub use spsa::{BATCH, Spsa};
pub use tuning::Tuning;
