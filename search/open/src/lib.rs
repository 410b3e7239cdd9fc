//! The door: one object-safe layer over every game, its positions and its engine.
//!
//! Below it stands the engine, compiled once for each game and what a player of it knows, with static
//! dispatch all through. Above it nothing is generic: a command, a study, a protocol or a binding for
//! another language is written once and compiled once, and works with every game, a stranger's too.
//!
//! ```
//! use plyglot_open::catalogue::{Catalogue, Single};
//! use plyglot_open::{Ask, Config, Limits};
//! # mod game {
//! #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../check/src/guide/hexapawn/rules.rs"));
//! #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../check/src/guide/hexapawn/text.rs"));
//! # }
//! # use game::Hexapawn;
//!
//! let games = Catalogue::empty().and(Single::new("hexapawn", Hexapawn::new(3, 3)));
//! let game = games.open("hexapawn")?;
//! let mut position = game.start()?;
//! let mut engine = game.engine(&Config::single(1 << 20), None)?;
//! let report = engine.run(&Ask::new(&position, &Limits::solve()))?;
//! println!("{}", position.notation(&report.lines[0].pv)?.join(" "));
//! assert_eq!(position.verdict_text(&report.verdict)?, "loss in 6");
//! position.play_text("b1b2")?;
//! assert_eq!(position.mover(), "Black");
//! # Ok::<(), plyglot_open::DoorError>(())
//! ```
//!
//! What there is:
//!
//! | | |
//! | --- | --- |
//! | [`catalogue`] | which games there are; how one gets in |
//! | [`Open`] | an opened game: a size, its facts and options; it gives positions and engines |
//! | [`Position`] | a position with the game that led to it: moves, texts, values |
//! | [`Engine`] | a searcher for one game: run, stop, other threads, another table |
//! | [`Background`] | a search on a thread of its own: begin, follow, stop, end |
//! | [`rules`] | a game whose rules come from outside of Rust while the program runs: from Python, from C |
//! | [`DynGame`], [`DynKnowledge`] | the way back in: any game as one type of the engine's traits |
//!
//! A move is the 32 bits of [`plyglot_search::Game::pack`], [`Mv`].
//!
//! Whatever a game's code does wrong stays behind the door: a panic in it is caught here, once, and is
//! an error ([`DoorError::Panicked`]). Cost: one dynamic call a search, a shown move or a text; none a
//! node.
//!
//! # Features
//! `watch`: [`Open::watch`], searches that are watched visit by visit, by one searcher for all games.

mod background;
pub mod catalogue;
mod engine;
mod erased;
mod error;
mod facts;
mod fingerprint;
mod looked_up;
mod netted;
mod numbered;
mod open;
mod opened;
mod position;
pub mod rules;
mod setup;
mod tabled;
#[cfg(feature = "watch")]
mod watch;

pub use background::{Background, Figures, News, Searched};
pub use engine::{Ask, Engine};
pub use erased::{DynGame, DynKnowledge, Undo};
pub use error::DoorError;
pub use facts::{Facts, Mv, NamedExample};
pub use netted::Base;
pub use numbered::{Numbered, Seen, Step, To};
pub use open::Open;
pub use position::Position;
#[cfg(feature = "watch")]
pub use watch::Visits;

// What the door's own signatures speak of.
pub use plyglot_eval::{Active, Features, Layout};
pub use plyglot_search::{
    Config, Handle, KnownAnswer, Limits, Listener, OptionError, OptionKind, OptionSpec, ParseError,
    Progress, Report, Side, Stop, Verdict,
};
