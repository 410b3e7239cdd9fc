//! The program `plyglot`: parse, run, render. A command is a room of its own: its arguments and their help, what it
//! does, and how that is shown.
//!
//! It is a library with one entry, so that another crate can make a program for its own games, beside the
//! built-in ones or instead of them, with everything that the built-in program can do:
//!
//! ```no_run
//! # use plyglot_games::kalah::{Capture, Kalah, Stores};
//! use std::process::ExitCode;
//! use plyglot::catalogue::{Catalogue, Single, builtin};
//!
//! fn main() -> ExitCode {
//! #   let start = Kalah::new(3, 3, Capture::Full).expect("it fits");
//!     let mine = Single::new("my-game", start).title("Mine").knowledge(Stores::default());
//!     plyglot::run(builtin().and(mine).of_program(plyglot::program!()))
//! }
//! ```
//!
//! One dependency is enough: the engine and its traits are [`search`], the list of games is
//! [`catalogue`], and [`open`] is the layer over every game that this program itself is written on. The
//! program speaks under its own name and version ([`program!`]).
//!
//! Nothing below this crate prints. Results go to standard output; notes, progress and errors (one
//! line each) to standard error. See [`run_with`] for the exit codes.

// What a page in the browser has no use for. Its rooms are `crate::input` and the like.
#[cfg(not(target_family = "wasm"))]
#[path = "program.rs"]
mod program;

pub use plyglot_check as check;
pub use plyglot_eval as eval;
pub use plyglot_games::catalogue;
pub use plyglot_open as open;
pub use plyglot_open::program;
pub use plyglot_search as search;

#[cfg(not(target_family = "wasm"))]
use self::program::*;
#[cfg(not(target_family = "wasm"))]
pub use self::program::{run, run_with, run_within, speak};

/// Compiled for the browser, the program is the engine within a page (docs/web.md): it answers the questions of
/// that page on its standard input and output.
#[cfg(target_family = "wasm")]
pub fn run(catalogue: catalogue::Catalogue) -> std::process::ExitCode {
    plyglot_serve::board::local::main(&catalogue)
}

/// The README's example of a game, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
