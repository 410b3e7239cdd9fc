//! `play`: a person against the engine in the terminal.
//!
//! Works the same from a pipe: one command a line, and the end of the input leaves the game.
//! Ctrl-C ends the program as it always does, since nothing is lost.

mod commands;
mod table;

use std::io::{self, BufRead, IsTerminal};
use std::time::Duration;

use plyglot_open::catalogue::Catalogue;
use plyglot_open::{DoorError, Facts, Limits};

use crate::args::{PlayArgs, Seat, Stops};
use crate::commands::play::commands::{Command, HELP};
use crate::commands::play::table::Table;
use crate::errors::{ExitStatus, Failure};
use crate::output::Output;

/// How long the engine thinks if nobody says.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Plays a game.
pub(crate) fn run(catalogue: &Catalogue, args: &PlayArgs) -> Result<ExitStatus, Failure> {
    let game = args.options.open(catalogue, &args.game)?;
    let position = args.place.position(&game.start()?)?;
    let engine = game.engine(&args.power.config(), None)?;
    let seat = args.side;
    let mut output = Output::new();
    output.line(greeting(game.facts(), seat))?;
    let mut table = Table::new(position, engine, limits(&args.stops), output);
    while !table.is_over() {
        if seat.takes(table.position().to_move()) {
            if !ask(&mut table, seat)? {
                break;
            }
        } else {
            table.engine_moves()?;
        }
    }
    table.finish()?;
    Ok(ExitStatus::Success)
}

fn limits<M>(stops: &Stops) -> Limits<M> {
    let Stops { depth, time, nodes } = *stops;
    let per_move = if stops.is_unlimited() { Some(DEFAULT_TIME) } else { time };
    // No clock runs in the terminal: the whole time is for the search.
    Limits { depth, time: per_move, nodes, ..Limits::default() }
}

fn greeting(facts: &Facts, seat: Seat) -> String {
    let Facts { name, sides: [first, second], .. } = facts;
    let who = match seat {
        Seat::First => format!("You are {first}, the engine is {second}."),
        Seat::Second => format!("You are {second}, the engine is {first}."),
        Seat::Both => format!("You are {first} and {second}; the engine gives hints."),
        Seat::None => "The engine plays both sides.".into(),
    };
    format!("{name}: {who}\n{}", help(facts))
}

fn help(facts: &Facts) -> String {
    format!("Notation: {}\nOther commands: {HELP}.", facts.notation)
}

/// Asks the person until a move is made or taken back. False if they leave.
fn ask(table: &mut Table, seat: Seat) -> Result<bool, Failure> {
    table.show_board()?;
    loop {
        let prompt = format!("{} to move> ", table.position().mover());
        table.output().prompt(prompt)?;
        let mut line = Vec::new();
        // Bytes, since what is typed need not be UTF-8.
        let read = io::stdin().lock().read_until(b'\n', &mut line);
        let read = read.map_err(|error| Failure::System {
            what: "to read what you type",
            error: error.to_string(),
        })?;
        if read == 0 {
            table.output().line("")?;
            return Ok(false);
        }
        let line = String::from_utf8_lossy(&line);
        if !io::stdin().is_terminal() {
            // A terminal has echoed it already; elsewhere the prompt would swallow its line.
            table.output().line(line.trim())?;
        }
        match Command::of(line.trim()) {
            Command::Nothing => {}
            Command::Quit => return Ok(false),
            Command::Help => {
                let help = help(table.position().facts());
                table.output().line(help)?;
            }
            Command::Board => table.show_board()?,
            Command::Moves => table.show_moves()?,
            Command::Hint => table.hint()?,
            Command::Undo => {
                if table.take_back(|side| seat.takes(side)) {
                    return Ok(true);
                }
                table.output().line("There is no move of yours to take back.")?;
            }
            Command::Move(text) => match table.position().parse_move(text) {
                Ok(mv) => {
                    table.play(mv)?;
                    return Ok(true);
                }
                Err(DoorError::Text(error)) => {
                    table.output().line(format_args!("{error} (try moves or help)"))?;
                }
                Err(other) => return Err(other.into()),
            },
        }
    }
}
