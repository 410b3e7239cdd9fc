//! What people see: names, notation, the board.
//!
//! The search needs none of it. The program does, and [`crate::laws::check_text`] checks it. Five
//! functions and a line about the notation are required, of which `text` and `parse` are each
//! other's inverse; [`parse_move`](plyglot_search::Describe::parse_move) looks for the legal move of that
//! name unless it is written out.
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hexapawn/rules.rs"));
#![doc = include_str!("hexapawn/text.rs")]
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = Hexapawn::new(3, 3).play_line("b1b2 a3b2 a1b2")?;
//! assert_eq!(game.board(), "-bb\n-w-\n--w");
//! assert_eq!(game.parse(&game.text())?, game);
//! # Ok(())
//! # }
//! ```
//!
//! # The whole program
//!
//! With that the game has a program of its own: `analyze`, `solve`, `play`, `perft`, `trace` and
//! `bench`, on all cores. One dependency is enough, and `main` is one expression:
//!
//! ```toml
//! [dependencies]
//! plyglot = { path = "../plyglot" }
//! ```
//!
//! ```text
//! use plyglot::catalogue::{Single, builtin};
//!
//! fn main() -> std::process::ExitCode {
//!     let pawns = Single::new("hexapawn", Hexapawn::new(4, 4)).title("Pawns only");
//!     plyglot::run(builtin().and(pawns).of_program(plyglot::program!()))
//! }
//! ```
//!
//! (The engine does not know the program, so this page cannot compile it; the example in the
//! documentation of `plyglot` and the crate in `examples/chomp` are compiled and run.) Inside such a
//! crate the engine is `plyglot::search`. `Catalogue::empty()` in place of `builtin()` leaves the built-in games
//! out, and a game of several sizes implements `plyglot::catalogue::Entry`. `of_program` calls the program by its own
//! name and version.
//!
//! ```text
//! hexapawn solve hexapawn
//! hexapawn play hexapawn --side second
//! hexapawn trace hexapawn --depth 4 --format html --output trace.html
//! ```
//!
//! More is optional: [`UNIT`](plyglot_search::Describe::UNIT) and [`POINTS`](plyglot_search::Describe::POINTS) name
//! what is counted, [`RULES`](plyglot_search::Describe::RULES) tells a person how to play,
//! [`PIECES`](plyglot_search::Describe::PIECES) gives a terminal colours for the board,
//! [`examples`](plyglot_search::Describe::examples) gives positions names,
//! [`parse_record`](plyglot_search::Describe::parse_record) reads files with known answers, which `solve
//! --file` then checks, [`read_game`](plyglot_search::Describe::read_game) reads whole games in a format of the game's
//! own, and [`implied`](plyglot_search::Describe::implied) is for passes that people do not write down.
