//! `play`: a user against the engine in the terminal.
//!
//! Works the same from a pipe: one command a line, and the end of the input leaves the game.
//! Ctrl-C ends the program at once, since nothing is lost.

mod commands;
mod game;

use std::io::{self, BufRead, IsTerminal};
use std::time::Duration;

use plyglot_open::catalogue::Catalogue;
use plyglot_open::{DoorError, Facts, Limits};

use crate::args::{HumanSide, LimitOptions, PlayArgs};
use crate::commands::play::commands::{Command, HELP};
use crate::commands::play::game::GameInProgress;
use crate::errors::{ExitStatus, Failure};
use crate::output::Output;

/// How long the engine thinks without other limits.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Plays a game.
pub(crate) fn run(catalogue: &Catalogue, args: &PlayArgs) -> Result<ExitStatus, Failure> {
    let opened = args.options.open(catalogue, &args.game)?;
    let position = args.start.position(&opened.start()?)?;
    let engine = opened.engine(&args.engine.config(), None)?;
    let human = args.side;
    let mut output = Output::new();
    output.line(greeting(opened.facts(), human))?;
    let mut game = GameInProgress::new(position, engine, limits(&args.limits), output);
    while !game.is_over() {
        if human.plays(game.position().to_move()) {
            if !ask(&mut game, human)? {
                break;
            }
        } else {
            game.engine_moves()?;
        }
    }
    game.finish()?;
    Ok(ExitStatus::Success)
}

fn limits<M>(options: &LimitOptions) -> Limits<M> {
    let LimitOptions { depth, time, nodes } = *options;
    let per_move = if options.is_unlimited() { Some(DEFAULT_TIME) } else { time };
    // No clock runs in the terminal: the whole time is for the search.
    Limits { depth, time: per_move, nodes, ..Limits::default() }
}

fn greeting(facts: &Facts, human: HumanSide) -> String {
    let Facts { name, sides: [first, second], .. } = facts;
    let who = match human {
        HumanSide::First => format!("You are {first}, the engine is {second}."),
        HumanSide::Second => format!("You are {second}, the engine is {first}."),
        HumanSide::Both => format!("You are {first} and {second}; the engine gives hints."),
        HumanSide::None => "The engine plays both sides.".into(),
    };
    format!("{name}: {who}\n{}", help(facts))
}

fn help(facts: &Facts) -> String {
    format!("Notation: {}\nCommands: a move, or {HELP}.", facts.notation)
}

/// Asks the user until a move is made or taken back. False if the user quits.
fn ask(game: &mut GameInProgress, human: HumanSide) -> Result<bool, Failure> {
    game.show_board()?;
    loop {
        let prompt = format!("{} to move> ", game.position().mover());
        game.output().prompt(prompt)?;
        let mut line = Vec::new();
        // Bytes, since what is typed need not be UTF-8.
        let read = io::stdin().lock().read_until(b'\n', &mut line);
        let read = read.map_err(|error| Failure::System {
            what: "to read the input",
            error: error.to_string(),
        })?;
        if read == 0 {
            game.output().line("")?;
            return Ok(false);
        }
        let line = String::from_utf8_lossy(&line);
        if !io::stdin().is_terminal() {
            // A terminal has echoed it already; elsewhere the prompt would swallow its line.
            game.output().line(line.trim())?;
        }
        match Command::of(line.trim()) {
            Command::Nothing => {}
            Command::Quit => return Ok(false),
            Command::Help => {
                let help = help(game.position().facts());
                game.output().line(help)?;
            }
            Command::Board => game.show_board()?,
            Command::Moves => game.show_moves()?,
            Command::Hint => game.hint()?,
            Command::Undo => {
                if game.take_back(|side| human.plays(side)) {
                    return Ok(true);
                }
                game.output().line("You have made no move that could be taken back.")?;
            }
            Command::Move(text) => match game.position().parse_move(text) {
                Ok(mv) => {
                    game.play(mv)?;
                    return Ok(true);
                }
                Err(DoorError::Text(error)) => {
                    game.output().line(format_args!(
                        "{error} (`moves` lists the legal moves, `help` the commands)"
                    ))?;
                }
                Err(other) => return Err(other.into()),
            },
        }
    }
}
