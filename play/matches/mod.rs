//! Matches between two players of any game, with statistics that one can trust.
//!
//! A match is played in pairs of games, both from one opening with the sides exchanged
//! ([`openings`](Recipe)), as many at once as there are processors for ([`Match`]). A referee keeps the
//! clocks, adjudicates what is proven ([`Adjudication`]), and counts what players do wrong ([`FaultKind`])
//! without the match ending by it. What the results say is in [`stats`].
//!
//! Everything here is above the door, for any game, and returns values.
//!
//! ```
//! use plyglot_games::catalogue::builtin;
//! use plyglot_open::Stop;
//! use plyglot_play::matches::{Adjudication, Control, EngineSpec, Kind, Match, PlayerSpec, Recipe, Source};
//! use plyglot_search::Config;
//!
//! let game = builtin().open("kalah:4x3")?;
//! let player = |depth| PlayerSpec {
//!     text: format!("depth={depth}"),
//!     control: Control { depth: Some(depth), ..Control::default() },
//!     kind: Kind::Engine(EngineSpec { config: Config::single(1 << 20), options: Vec::new(), book: None }),
//! };
//! let contest = Match {
//!     game: &*game,
//!     players: [player(6), player(1)],
//!     openings: Source::Made(Recipe { plies: None, seed: 1 }),
//!     adjudication: Adjudication::default(),
//!     referee: None,
//!     margin: std::time::Duration::ZERO,
//!     games: Some(20),
//!     sprt: None,
//!     jobs: 1,
//! };
//! let finished = contest.play(None, &Stop::default(), |_, _| Ok(()))?;
//! assert_eq!(finished.standing.games(), 20);
//! assert!(finished.standing.points() > 10.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod control;
mod deck;
mod error;
mod game;
mod journal;
mod judge;
mod openings;
mod plan;
mod player;
mod record;
mod run;
mod standing;
pub mod stats;
#[cfg(test)]
mod tests;

pub use control::{Control, Time};
pub use error::MatchError;
pub use journal::Continued;
pub use judge::{Adjudication, Ended, ScoreRule};
pub use openings::{Opening, Openings, Recipe};
pub use plan::{Match, Source};
pub use player::{
    Choice, EngineSpec, Fault, FaultKind, Kind, Player, PlayerError, PlayerSpec, ProgramSpec,
    Protocol, Trouble, Turn,
};
pub use record::{FaultRecord, GameRecord, GameResult, Played, Seat};
pub use run::Finished;
pub use standing::Standing;
