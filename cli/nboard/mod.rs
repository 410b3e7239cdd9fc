//! NBoard, version 2: the protocol of Othello programs.
//!
//! After Chris Welty, "NBoard Protocol", 2014, and what his program NBoard reads. It is spoken about
//! the catalogue's game `othello`, whose rules and notation do the work; this protocol knows squares and
//! sides only as far as GGF writes them. docs/protocols.md describes the commands that are supported, and
//! what is done where the specification is not clear.

mod answers;
mod args;
mod lines;
mod request;

use std::io::{Read, Write};

use plyglot_games::catalogue::{Catalogue, CatalogueError};
use plyglot_games::othello::ggf::{self, Spot, Timers};
use plyglot_open::{DoorError, Figures, Mv, Position};
use plyglot_search::Progress;
use plyglot_wire::read;

use crate::errors::{ExitStatus, Failure};
use crate::nboard::answers::status;
use crate::nboard::request::{DEEPEST, Situation, request};
use crate::output;
use crate::protocol::conversation::{Next, Protocol, converse, end_search, write_line};
use crate::protocol::note_on_terminal;
use crate::protocol::session::{SearchResult, Session};

pub(crate) use args::NboardArgs;

/// The version of the protocol that is supported.
const VERSION: u32 = 2;

/// The depth of the middle game until one is asked for.
const DEPTH: u32 = 12;

/// The state of the protocol itself.
#[derive(Debug)]
pub(crate) struct NBoard {
    /// That of the program.
    name: &'static str,
    depth: u32,
    timers: Timers,
    /// What the running search is for.
    purpose: Option<Purpose>,
}

/// What a search is for.
#[derive(Clone, Debug)]
enum Purpose {
    /// `go`: a move to play.
    Go,
    /// `hint`: what the best moves are worth.
    Hint,
    /// `analyze`: the values of the positions of the game, one after the other; the session stands at the
    /// one that is searched.
    Analyze {
        /// The whole game.
        game: Position,
        /// Nothing further is wanted.
        last: bool,
    },
}

/// Speaks NBoard about Othello until the other side ends the conversation.
pub(crate) fn run(
    catalogue: &Catalogue,
    args: &NboardArgs,
    input: impl Read + Send + 'static,
    out: impl Write + Send + 'static,
) -> Result<ExitStatus, Failure> {
    let game = args.options.open(catalogue, "othello").map_err(|error| match error {
        Failure::Door(DoorError::Catalogue(error @ CatalogueError::UnknownGame { .. })) => {
            Failure::Usage(format!("nboard is a protocol for Othello, but {error}"))
        }
        other => other,
    })?;
    let config = args.engine.fixed_config();
    output::words::announce_table(config.hash_bytes);
    let book = args.book.open(&*game)?;
    let mut session = Session::new(game, &config)?.with_book(book);
    let name = catalogue.program().name;
    let mut nboard = NBoard::of(name);
    converse(&mut session, &mut nboard, input, out)
}

/// Says what this is to people who type at it.
pub(crate) fn tell_people(catalogue: &Catalogue) {
    let name = catalogue.program().name;
    note_on_terminal(&format!(
        "NBoard, the protocol by which the program NBoard uses engines: `hint 3` analyses, `quit` or Ctrl-D leaves. To \
         play: {name} play othello; in a browser: {name} board othello"
    ));
}

impl NBoard {
    /// A conversation of the program of this name that begins.
    pub(crate) fn of(name: &'static str) -> NBoard {
        NBoard { name, depth: DEPTH, timers: [None; 2], purpose: None }
    }
}

impl Protocol for NBoard {
    fn command(
        &mut self,
        session: &mut Session,
        line: &str,
        out: &mut dyn Write,
    ) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "nboard" => self.greet(rest, out)?,
            "set" => self.set(session, rest, out)?,
            "move" => self.play(session, rest, out)?,
            "hint" => self.hint(session, rest, out)?,
            "go" => {
                self.end_search(session, out)?;
                self.begin(session, Purpose::Go, 1, out)?;
            }
            "ping" => match rest.parse::<i64>() {
                Ok(number) => {
                    self.end_search(session, out)?;
                    write_line(out, format_args!("pong {number}"))?;
                }
                Err(_) => status(out, &format!("ping: {rest:?} is not a whole number"))?,
            },
            // A book learns by searches (`tree import`, `tree grow`), not by results.
            "learn" => write_line(out, "learned")?,
            "analyze" => {
                self.end_search(session, out)?;
                let purpose = Purpose::Analyze { game: session.position().clone(), last: false };
                self.begin(session, purpose, 1, out)?;
            }
            "quit" => {
                self.end_search(session, out)?;
                return Ok(Next::Quit);
            }
            // Version 1 sends a move alone.
            _ if line.len() == 2 && Spot::parse(line).is_some() => self.play(session, line, out)?,
            // The protocol asks to ignore unknown commands.
            _ => {}
        }
        Ok(Next::Continue)
    }

    fn progress(
        &mut self,
        session: &Session,
        progress: &Progress<Mv>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let is_wanted = matches!(self.purpose, Some(Purpose::Go | Purpose::Hint));
        if is_wanted
            && lines::is_worth_showing(&progress.line)
            && let Some(line) = lines::line(session.position(), &progress.line)?
        {
            write_line(out, line)?;
            write_line(out, lines::spent(progress.nodes, progress.elapsed))?;
        }
        Ok(())
    }

    fn figures(
        &mut self,
        session: &Session,
        figures: &Figures,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        status(out, &output::figures(session.position(), figures)?)?;
        write_line(out, lines::spent(figures.nodes, figures.elapsed))
    }

    fn said(&mut self, line: &str, out: &mut dyn Write) -> Result<(), Failure> {
        status(out, line)
    }

    fn search_ended(
        &mut self,
        session: &mut Session,
        result: SearchResult,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let purpose = self.purpose.take();
        if let Err(error) = &result.report {
            status(out, error)?;
        }
        match purpose {
            Some(Purpose::Analyze { game, last }) => {
                return self.report_value(session, result.report.ok(), (game, last), out);
            }
            Some(Purpose::Go) => {
                self.report_lines(session, result.report.as_ref().ok(), out)?;
                self.answer_go(session, &result, out)?;
            }
            Some(Purpose::Hint) | None => {
                self.report_lines(session, result.report.as_ref().ok(), out)?
            }
        }
        // An error message stays where people can read it.
        if result.report.is_ok() { self.idle(out) } else { Ok(()) }
    }

    fn error(&mut self, message: &str, out: &mut dyn Write) -> Result<(), Failure> {
        status(out, message)
    }
}

impl NBoard {
    fn greet(&self, version: &str, out: &mut dyn Write) -> Result<(), Failure> {
        match version.parse::<u32>() {
            Ok(1..=VERSION) => self.idle(out),
            _ => status(
                out,
                &format!(
                    "nboard: version {version:?} is not supported: {} speaks version {VERSION}",
                    self.name
                ),
            ),
        }
    }

    fn set(
        &mut self,
        session: &mut Session,
        text: &str,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match name {
            "depth" => match value.trim().parse::<i64>() {
                Ok(depth) => {
                    self.depth = depth.clamp(1, i64::from(DEEPEST)) as u32;
                    write_line(out, format_args!("set myname {}{}", self.name, self.depth))
                }
                Err(_) => status(out, &format!("set depth: {value:?} is not a whole number")),
            },
            "game" => {
                self.end_search(session, out)?;
                match game(session.position(), value) {
                    Ok((position, timers)) => {
                        self.timers = timers;
                        session.set_position(position);
                        Ok(())
                    }
                    Err(error) => status(out, &format!("set game: {error}")),
                }
            }
            // How draws in a book are valued (contempt) has no meaning without one.
            _ => Ok(()),
        }
    }

    fn play(
        &mut self,
        session: &mut Session,
        text: &str,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        self.end_search(session, out)?;
        let mut position = session.position().clone();
        let played = ggf::read_move(text).and_then(|(spot, time)| {
            let played = position.play_move(&spot.to_string());
            played.map(|()| time).map_err(|error| error.to_string())
        });
        match played {
            Ok(time) => {
                let mover = position.to_move().other();
                if let Some(timer) = &mut self.timers[mover as usize] {
                    timer.spend(time);
                }
                session.set_position(position);
                Ok(())
            }
            Err(error) => status(out, &format!("move: {error}")),
        }
    }

    fn hint(
        &mut self,
        session: &mut Session,
        count: &str,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let lines = match count {
            "" => 1,
            _ => match count.parse::<i64>() {
                Ok(count) => usize::try_from(count).unwrap_or(1),
                Err(_) => return status(out, &format!("hint: {count:?} is not a whole number")),
            },
        };
        self.end_search(session, out)?;
        self.begin(session, Purpose::Hint, lines, out)
    }

    /// Ends the search that runs, with its answer, and goes back to the present position.
    fn end_search(&mut self, session: &mut Session, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(Purpose::Analyze { last, .. }) = &mut self.purpose {
            *last = true;
        }
        end_search(session, self, out)
    }

    /// Begins a search for something.
    fn begin(
        &mut self,
        session: &mut Session,
        purpose: Purpose,
        lines: usize,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        status(out, &format!("{} is thinking", self.name))?;
        self.search(session, purpose, lines);
        Ok(())
    }

    fn search(&mut self, session: &mut Session, purpose: Purpose, lines: usize) {
        let position = session.position();
        // A game that panics when it is asked must not cost the answer.
        let plies_left = position.plies_left().unwrap_or(None);
        let choices = position.moves().map_or(1, |moves| moves.len());
        // The clock runs only in play.
        let timer = self.timers[position.to_move() as usize];
        let timer = timer.filter(|_| matches!(purpose, Purpose::Go));
        let (depth, lines) = (self.depth, lines.clamp(1, choices.max(1)));
        self.purpose = Some(purpose);
        session.go(request(&Situation { depth, plies_left, lines, timer }));
    }
}

/// The game of a record up to its present position, and its clocks as they stand there.
fn game(any: &Position, text: &str) -> Result<(Position, Timers), String> {
    let record = ggf::parse(text).map_err(|error| match read::foreign_format(text) {
        Some(format) => format!("looks like {format}; a game in GGF is needed"),
        None => error.to_string(),
    })?;
    match read::file(any, text).map_err(|error| error.to_string())? {
        Some(game) => Ok((game.at, record.clocks())),
        None => Err("a game in GGF is needed".into()),
    }
}

/// The start of the game of the tests.
#[cfg(test)]
fn othello() -> Position {
    let game = plyglot_games::othello::open_large();
    game.start().expect("it does not panic")
}
