//! The program `plyglot`: parse, run, render.
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
//!     plyglot::run(builtin().and(Single::new("my-game", start).title("Mine").knowledge(Stores::default())))
//! }
//! ```
//!
//! One dependency is enough: the engine and its traits are [`search`], the list of games is
//! [`catalogue`], and [`open`] is the layer over every game that this program itself is written on.
//!
//! Nothing below this crate prints. Results go to standard output; notes, progress and errors (one
//! line each) to standard error. See [`run_with`] for the exit codes.

// The rooms, each with those that it uses before it.
mod errors;
mod format;
mod signals;
mod threads;

mod input;

mod args;

mod output;

mod commands;
mod protocols;

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use crate::catalogue::Catalogue;
use plyglot_search::panic_message;

pub use plyglot_check as check;
pub use plyglot_eval as eval;
pub use plyglot_games::catalogue;
pub use plyglot_open as open;
pub use plyglot_search as search;

use crate::args::{Bench, Command};
use crate::commands::{
    analyze, bench, board, completions, farm, games, r#match, merge, perft, play, review, trace,
    train, tune,
};
use crate::errors::{ExitStatus, Failure};

/// Runs the program on the process's own arguments, with the games of `catalogue`.
pub fn run(catalogue: Catalogue) -> ExitCode {
    ExitCode::from(run_with(&catalogue, std::env::args_os()))
}

/// Runs the program on `arguments` (the first is the program's name) and returns its exit code:
///
/// - 0: success. Stopping an analysis is the usual way to end it, and counts as success, and so does a
///   reader that closes the output (`| head -1`).
/// - 1: done, but an answer was wrong, a line of a file was bad, a search failed, or `solve` ended without
///   a proof, or a study measured nothing.
/// - 2: bad arguments or bad input, or a file or folder that was named and cannot be used.
/// - 3: the machine or a game failed: no memory, a panic in the game's code, a full disk.
/// - 130: interrupted before the end of a file, or by a second Ctrl-C.
pub fn run_with(catalogue: &Catalogue, arguments: impl IntoIterator<Item = OsString>) -> u8 {
    // The engine catches the panics of a game and reports them as errors, so what a panic would
    // print on the way is noise. Panics of the program itself are caught here, as the last resort.
    panic::set_hook(Box::new(|_| {}));
    let arguments: Vec<_> = arguments.into_iter().collect();
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| command(catalogue, arguments)))
        .unwrap_or_else(|payload| Err(Failure::Bug(panic_message(payload))));
    match outcome {
        Ok(status) => status.code(),
        Err(failure) => failure.report(),
    }
}

/// Speaks the protocol that `arguments` name (`ugi`, `nboard`, `serve` without a socket) as [`run_with`] does, over
/// these ends instead of the process's own, and returns the exit code. Panics of the program are not caught: this
/// is for tests that look for them (`tests/fuzz`).
#[doc(hidden)]
pub fn speak(
    catalogue: &Catalogue,
    arguments: impl IntoIterator<Item = OsString>,
    input: impl Read + Send + 'static,
    out: impl Write + Send + 'static,
) -> u8 {
    let spoken = match args::parse(catalogue, arguments.into_iter().collect()) {
        Err(error) => args::report(&error),
        Ok(arguments) => match arguments.command {
            Some(Command::Ugi(ugi)) => protocols::ugi(catalogue, &ugi, input, out),
            Some(Command::Nboard { engine, options }) => {
                protocols::nboard(catalogue, &engine, &options, input, out)
            }
            Some(Command::Serve(serve)) if serve.listen.is_none() => {
                protocols::answer(catalogue, &serve, input, out)
            }
            _ => Err(Failure::Usage("ugi, nboard or serve without --listen is needed".into())),
        },
    };
    spoken.map_or_else(|failure| failure.report(), ExitStatus::code)
}

fn command(catalogue: &Catalogue, arguments: Vec<OsString>) -> Result<ExitStatus, Failure> {
    let arguments = match args::parse(catalogue, arguments) {
        Ok(arguments) => arguments,
        Err(error) => return args::report(&error),
    };
    output::paint::choose(arguments.color);
    match arguments.command {
        None => games::greet(catalogue),
        Some(Command::Analyze(search)) => analyze::run(catalogue, &search.into_search(false)?),
        Some(Command::Solve(search)) => analyze::run(catalogue, &search.into_search(true)?),
        Some(Command::Review(args)) => review::run(catalogue, &args),
        Some(Command::Play(play)) => play::run(catalogue, &play),
        Some(Command::Board(args)) => board::run(catalogue, &args),
        Some(Command::Match(args)) => r#match::run(catalogue, &args),
        Some(Command::Merge(args)) => merge::run(&args),
        Some(Command::Farm(args)) => farm::run(catalogue, &args),
        Some(Command::Train(args)) => train::run(catalogue, &args),
        Some(Command::Tune(args)) => tune::run(catalogue, &args),
        Some(Command::Ugi(ugi)) => protocols::ugi(catalogue, &ugi, io::stdin(), io::stdout()),
        Some(Command::Nboard { engine, options }) => {
            protocols::nboard(catalogue, &engine, &options, io::stdin(), io::stdout())
        }
        Some(Command::Serve(serve)) => protocols::serve(catalogue, &serve),
        Some(Command::Perft(perft)) => perft::run(catalogue, &perft),
        Some(Command::Trace(args)) => trace::run(catalogue, &args),
        Some(Command::Games { game: None }) => games::list(catalogue),
        Some(Command::Games { game: Some(game) }) => games::detail(catalogue, &game),
        Some(Command::Bench { what: Bench::Signature { verbose } }) => {
            bench::signature(catalogue, verbose)
        }
        Some(Command::Bench { what: Bench::Speed(speed) }) => bench::speed(&speed),
        Some(Command::Bench { what: Bench::Scaling(scaling) }) => {
            bench::scaling(catalogue, &scaling)
        }
        Some(Command::Bench { what: Bench::Family(family) }) => bench::family(catalogue, &family),
        Some(Command::Bench { what: Bench::Ablation(args) }) => bench::ablation(catalogue, &args),
        Some(Command::Bench { what: Bench::Report { folders } }) => bench::report(&folders),
        Some(Command::Bench { what: Bench::Peers(peers) }) => bench::peers(catalogue, &peers),
        Some(Command::Completions { shell }) => completions::run(catalogue, shell),
    }
}

/// The README's example of a game, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
