//! The rules: all that a search needs.
//!
//! A game is a type whose values are positions, and eight small functions. The search keeps one
//! position for each thread, plays moves on it and takes them back.
//!
//! | function | what it says |
//! | --- | --- |
//! | [`to_move`](plyglot_search::Game::to_move) | whose turn it is; it need not alternate |
//! | [`key`](plyglot_search::Game::key) | a number for everything that matters from here on, the turn included |
//! | [`outcome`](plyglot_search::Game::outcome) | how the game ended, **for the side to move**, or that it goes on |
//! | [`moves`](plyglot_search::Game::moves) | each legal move once; a pass is a move |
//! | [`play`](plyglot_search::Game::play), [`undo`](plyglot_search::Game::undo) | there and back again, with whatever `undo` needs to know |
//! | [`pack`](plyglot_search::Game::pack), [`unpack`](plyglot_search::Game::unpack) | a move as a number, and back, if it is legal here |
//!
//! # The whole game
//!
//! ```
#![doc = include_str!("hexapawn/rules.rs")]
//! # fn main() {}
//! ```
//!
//! Three things are worth a second look.
//!
//! - Where a pawn has reached the far row, the player who made that move has won, so the one whose turn it now is
//!   has lost. An outcome is always told to the side to move; [`plyglot_search::Outcome::Margin`] is for
//!   games that count discs, seeds or boxes.
//! - `Undo` is the pawns as they were. Where copying all of a position is cheap, `Undo` may be the
//!   whole position.
//! - `unpack` gets bits from the table, where another position may have left them. It must refuse
//!   what is not legal here, so it asks the same question as `moves` does.
//!
//! # Solved
//!
//! ```
//! use plyglot_search::{Config, Engine, Limits, RulesOnly, Score};
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hexapawn/rules.rs"));
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//!
//! let mut engine = Engine::new(&Config::default(), RulesOnly::default())?;
//! let report = engine.search(&Hexapawn::new(4, 4), &Limits::solve())?;
//! assert!(report.verdict.proven);
//! assert!(report.verdict.score > Score::DRAW, "the first player wins on 4 by 4");
//! # Ok(())
//! # }
//! ```
//!
//! [`Config::default`](plyglot_search::Config) is all processors and a table of 64 MiB;
//! [`RulesOnly`](plyglot_search::RulesOnly) is the knowledge of a player who knows only the rules.
//! [`Limits`](plyglot_search::Limits) also ends a search by depth, time or nodes, gives several best moves,
//! and reports progress through a [`Request`](plyglot_search::Request).
//!
//! # Known values
//!
//! A check can tell that rules contradict themselves, not that they are another game's. So the next
//! thing to write is a test of values that others have found:
//!
//! ```
//! # use plyglot_search::{Config, Engine, Limits, RulesOnly, Score};
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hexapawn/rules.rs"));
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let known = [
//!     (3, 3, false), (3, 4, false), (3, 5, true), (4, 3, true),
//!     (4, 4, true), (4, 5, false), (5, 3, true), (5, 4, false),
//! ];
//! for (columns, rows, first_wins) in known {
//!     let mut engine = Engine::new(&Config::single(1 << 20), RulesOnly::default())?;
//!     let report = engine.search(&Hexapawn::new(columns, rows), &Limits::solve())?;
//!     assert_eq!(report.verdict.score > Score::DRAW, first_wins, "{columns} by {rows}");
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Where positions can come back, [`CAN_REPEAT`](plyglot_search::Game::CAN_REPEAT) has to say so
//! ([`repetition`](super::repetition) is about such a game). Two more
//! constants of the trait are worth their line: a game that ends only where there is no move, as
//! this one does, may say so by [`ENDS_ONLY_WITHOUT_MOVES`](plyglot_search::Game::ENDS_ONLY_WITHOUT_MOVES)
//! and is then not asked for its outcome at every node; and margins that come in steps of two have
//! a [`MARGIN_STEP`](plyglot_search::Game::MARGIN_STEP).
