//! Trains the evaluation of any game from nothing but its rules: the weights of features that it declares, or a net over
//! what it shows of its board.
//!
//! Rounds of self-play, each with the weights of the round before (the first one with none): games begin
//! with random moves, go on by shallow searches, and are solved where the end is near. Every position
//! that was searched gets a label (`play`); a linear regression finds the weights for
//! each phase (`fit`), or Adam those of a net (`net`), a part of the games is held out to tell when to stop and how good they
//! are. Nothing comes from elsewhere.
//!
//! | file | one thing |
//! | --- | --- |
//! | `training` | what a training is |
//! | `asked` | what is asked of one, in the words of the command |
//! | `plan` | how many rounds, games and plies |
//! | `play` | one game and its labels |
//! | `also` | games of other trainings |
//! | `deck` | the games of a round, on all cores |
//! | `rows` | positions as rows of a sparse matrix |
//! | `fit` | the regression: conjugate gradients on all cores |
//! | `net` | nets: samples, model, Adam |
//! | `gate` | the match of a round's weights against those of before |
//! | `selectivity` | what a search by a net may leave out |
//! | `held` | weights in files, as the game's option takes them |
//! | `check` | the error against deeper searches |
//! | `journal` | games that a later run need not play again |
//! | `run` | the rounds |
//! | `told` | what is told of them |
//! | `object` | what is said of them, as objects |
//!
//! Equal seeds and plans give equal weights, at any number of threads. Everything goes through the door, so
//! nothing is compiled for a game. Cost: with Othello about 300 games a second and core at depth 1 and 25 at
//! depth 5; a fit of a million positions takes about half a minute.

mod also;
mod asked;
mod check;
mod deck;
mod error;
mod fit;
mod gate;
mod held;
mod journal;
mod net;
pub mod object;
mod plan;
mod play;
mod rows;
mod run;
mod selectivity;
mod told;
mod training;

pub use also::Also;
pub use asked::Asked;
pub use check::Checked;
pub use error::TrainError;
pub use gate::Gate;
pub use journal::Continued;
pub use net::NetPlan;
pub use plan::{Plan, Round};
pub use play::GameRecord;
pub use selectivity::Trial;
pub use told::{Ended, Event, Finished, NetFacts, PhaseError, left_out, mean_error};
pub use training::{Kind, Training};
