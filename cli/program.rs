//! The program in a terminal: its rooms, its commands, and what runs them.

// The rooms that commands share, each with those that it uses before it.
pub(crate) mod errors;
pub(crate) mod format;
pub(crate) mod signals;
pub(crate) mod started;
pub(crate) mod threads;

pub(crate) mod input;

pub(crate) mod args;

pub(crate) mod output;

pub(crate) mod journal;

pub(crate) mod protocol;

// The commands, each with all that it alone is made of. One more is a module here, a variant of `Command` and its
// line in `Command::run`.
pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod farm;
pub(crate) mod games;
pub(crate) mod r#match;
pub(crate) mod merge;
pub(crate) mod nboard;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod tables;
pub(crate) mod trace;
pub(crate) mod train;
pub(crate) mod tree;
pub(crate) mod tune;
pub(crate) mod ugi;

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::thread;

use clap::Subcommand;
use plyglot_search::panic_message;

use crate::catalogue::Catalogue;
use crate::errors::{ExitStatus, Failure};

/// What the program can be asked for. Each command's arguments have its help.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Analyze(analyze::AnalyzeArgs),
    Solve(solve::SolveArgs),
    Review(review::ReviewArgs),
    Merge(merge::MergeArgs),
    Farm(Box<farm::FarmArgs>),
    Play(play::PlayArgs),
    Board(board::BoardArgs),
    Match(Box<r#match::MatchArgs>),
    Train(train::TrainArgs),
    #[command(subcommand, arg_required_else_help = false)]
    Tree(tree::TreeCommand),
    Tune(Box<tune::TuneArgs>),
    Uci(ugi::UciArgs),
    Ugi(ugi::UgiArgs),
    Nboard(nboard::NboardArgs),
    Serve(serve::ServeArgs),
    Tables(tables::TablesArgs),
    Perft(perft::PerftArgs),
    Trace(Box<trace::TraceArgs>),
    Games(games::GamesArgs),
    #[command(subcommand, arg_required_else_help = false)]
    Bench(bench::Bench),
    Config(config::ConfigArgs),
    Completions(completions::CompletionsArgs),
}

impl Command {
    fn run(self, catalogue: &Catalogue) -> Result<ExitStatus, Failure> {
        match self {
            Command::Analyze(args) => analyze::run(catalogue, args),
            Command::Solve(args) => solve::run(catalogue, args),
            Command::Review(args) => review::run(catalogue, &args),
            Command::Merge(args) => merge::run(&args),
            Command::Farm(args) => farm::run(catalogue, &args),
            Command::Play(args) => play::run(catalogue, &args),
            Command::Board(args) => board::run(catalogue, &args),
            Command::Match(args) => r#match::run(catalogue, &args),
            Command::Train(args) => train::run(catalogue, &args),
            Command::Tree(command) => command.run(catalogue),
            Command::Tune(args) => tune::run(catalogue, &args),
            Command::Uci(args) => {
                ugi::tell_people(catalogue, args.asked());
                ugi::run(catalogue, args.asked(), io::stdin(), io::stdout())
            }
            Command::Ugi(args) => {
                ugi::tell_people(catalogue, args.asked());
                ugi::run(catalogue, args.asked(), io::stdin(), io::stdout())
            }
            Command::Nboard(args) => {
                nboard::tell_people(catalogue);
                nboard::run(catalogue, &args, io::stdin(), io::stdout())
            }
            Command::Serve(args) => serve::run(catalogue, &args),
            Command::Tables(args) => tables::run(catalogue, &args),
            Command::Perft(args) => perft::run(catalogue, &args),
            Command::Trace(args) => trace::run(catalogue, &args),
            Command::Games(args) => games::run(catalogue, &args),
            Command::Bench(study) => study.run(catalogue),
            Command::Config(config::ConfigArgs {}) => config::run(catalogue),
            Command::Completions(args) => completions::run(catalogue, &args),
        }
    }
}

/// Runs the program on the process's own arguments, with the games of `catalogue`.
pub fn run(catalogue: Catalogue) -> ExitCode {
    ExitCode::from(run_on_a_thread(&catalogue, std::env::args_os().collect()))
}

/// Runs the program on `arguments` within a process that is something else, such as an interpreter that has it as a
/// library, and returns its exit code ([`run_with`]). The first argument is the path of what starts the program, which
/// starts it again where several processes share the work. At most once a process: it handles signals as its own.
pub fn run_within(catalogue: Catalogue, arguments: Vec<OsString>) -> u8 {
    started::within(&arguments);
    run_on_a_thread(&catalogue, arguments)
}

fn run_on_a_thread(catalogue: &Catalogue, arguments: Vec<OsString>) -> u8 {
    // On a thread with a stack of its own: how large that of the process is, the shell decides (`ulimit -s`).
    let ran = thread::scope(|scope| {
        let work = || run_with(catalogue, arguments);
        let main =
            threads::searcher("plyglot").spawn_scoped(scope, work).map_err(threads::refused)?;
        // Panics end there, as the last resort.
        main.join().map_err(|panic| Failure::Bug(panic_message(panic)))
    });
    ran.unwrap_or_else(|failure| failure.report())
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

/// Speaks the protocol that `arguments` name (`uci`, `ugi`, `nboard`, `serve` without a socket) as [`run_with`] does, over
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
        Err(error) => args::report(&error, catalogue),
        Ok(arguments) => match arguments.command {
            Some(Command::Uci(args)) => ugi::run(catalogue, args.asked(), input, out),
            Some(Command::Ugi(args)) => ugi::run(catalogue, args.asked(), input, out),
            Some(Command::Nboard(args)) => nboard::run(catalogue, &args, input, out),
            Some(Command::Serve(args)) if args.listen.is_none() => {
                serve::answer(catalogue, &args, input, out)
            }
            _ => Err(Failure::Usage("uci, ugi, nboard or serve without --listen is needed".into())),
        },
    };
    spoken.map_or_else(|failure| failure.report(), ExitStatus::code)
}

fn command(catalogue: &Catalogue, arguments: Vec<OsString>) -> Result<ExitStatus, Failure> {
    let arguments = config::with_defaults(catalogue, arguments)?;
    let arguments = match args::parse(catalogue, arguments) {
        Ok(arguments) => arguments,
        Err(error) => return args::report(&error, catalogue),
    };
    output::paint::choose(arguments.color);
    match arguments.command {
        None => games::greet(catalogue),
        Some(command) => command.run(catalogue),
    }
}
