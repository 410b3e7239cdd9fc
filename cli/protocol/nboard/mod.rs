//! NBoard, version 2: the protocol of Othello programs.
//!
//! After Chris Welty, "NBoard Protocol", 2014, and what his program NBoard reads. It is spoken about
//! the catalogue's game `othello`, whose rules and notation do the work; this face knows squares and
//! sides only as far as GGF writes them. docs/protocols.md says what is spoken here and how doubts are
//! settled.

mod answers;
mod game;
mod ggf;
mod order;
mod tell;
mod timer;

use std::io::Write;

use plyglot_open::{Mv, Position};
use plyglot_search::Progress;

use crate::errors::Failure;
use crate::protocol::nboard::answers::{idle, status};
use crate::protocol::nboard::game::Timers;
use crate::protocol::nboard::ggf::Spot;
use crate::protocol::nboard::order::{DEEPEST, Situation, order};
use crate::protocol::{Answer, Face, Next, Session, say, settle};

/// The version of the protocol that is spoken.
const VERSION: u32 = 2;

/// The depth of the middle game until one is asked for.
const DEPTH: u32 = 12;

/// What the face itself has to remember.
#[derive(Debug)]
pub(crate) struct NBoard {
    depth: u32,
    timers: Timers,
    /// What the running search is for.
    task: Option<Task>,
}

/// What a search is for.
#[derive(Clone, Debug)]
enum Task {
    /// `go`: a move to play.
    Go,
    /// `hint`: what the best moves are worth.
    Hint,
    /// `analyze`: what one position of the game after the other is worth; the session stands at the
    /// one that is searched.
    Analyze {
        /// The whole game.
        game: Position,
        /// Nothing further is wanted.
        last: bool,
    },
}

impl Default for NBoard {
    fn default() -> Self {
        NBoard { depth: DEPTH, timers: [None; 2], task: None }
    }
}

impl Face for NBoard {
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
                self.quiet(session, out)?;
                self.begin(session, Task::Go, 1, out)?;
            }
            "ping" => match rest.parse::<i64>() {
                Ok(number) => {
                    self.quiet(session, out)?;
                    say(out, format_args!("pong {number}"))?;
                }
                Err(_) => status(out, &format!("ping: {rest:?} is no whole number"))?,
            },
            // There is no book to write it into.
            "learn" => say(out, "learned")?,
            "analyze" => {
                self.quiet(session, out)?;
                let task = Task::Analyze { game: session.position().clone(), last: false };
                self.begin(session, task, 1, out)?;
            }
            "quit" => {
                self.quiet(session, out)?;
                return Ok(Next::Leave);
            }
            // Version 1 sends a move alone.
            _ if line.len() == 2 && Spot::parse(line).is_some() => self.play(session, line, out)?,
            // What is not known is to be ignored, says the protocol.
            _ => {}
        }
        Ok(Next::Stay)
    }

    fn progress(
        &mut self,
        session: &Session,
        progress: &Progress<Mv>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let is_wanted = matches!(self.task, Some(Task::Go | Task::Hint));
        if is_wanted
            && tell::is_telling(&progress.line)
            && let Some(line) = tell::line(session.position(), &progress.line)?
        {
            say(out, line)?;
            say(out, tell::spent(progress.nodes, progress.elapsed))?;
        }
        Ok(())
    }

    fn done(
        &mut self,
        session: &mut Session,
        answer: Answer,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let task = self.task.take();
        if let Err(error) = &answer.report {
            status(out, error)?;
        }
        match task {
            Some(Task::Analyze { game, last }) => {
                return self.evaluated(session, answer.report.ok(), (game, last), out);
            }
            Some(Task::Go) => {
                self.tell(session, answer.report.as_ref().ok(), out)?;
                self.choose(session, &answer, out)?;
            }
            Some(Task::Hint) | None => self.tell(session, answer.report.as_ref().ok(), out)?,
        }
        // The words of an error stay where people can read them.
        if answer.report.is_ok() { idle(out) } else { Ok(()) }
    }

    fn trouble(&mut self, message: &str, out: &mut dyn Write) -> Result<(), Failure> {
        status(out, message)
    }
}

impl NBoard {
    fn greet(&self, version: &str, out: &mut dyn Write) -> Result<(), Failure> {
        match version.parse::<u32>() {
            Ok(1..=VERSION) => idle(out),
            _ => status(out, &format!("this speaks version {VERSION} of the protocol")),
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
                    say(out, format_args!("set myname plyglot{}", self.depth))
                }
                Err(_) => status(out, &format!("set depth: {value:?} is no whole number")),
            },
            "game" => {
                self.quiet(session, out)?;
                let record = ggf::parse(value);
                match record.and_then(|record| game::of(&record, session.position())) {
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
        self.quiet(session, out)?;
        let position = session.position().clone();
        let played = ggf::read_move(text)
            .and_then(|(spot, time)| game::play(position, &mut self.timers, spot, time));
        match played {
            Ok(position) => {
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
                Err(_) => return status(out, &format!("hint: {count:?} is no whole number")),
            },
        };
        self.quiet(session, out)?;
        self.begin(session, Task::Hint, lines, out)
    }

    /// Ends what is running, with its answer, and goes back to the present position.
    fn quiet(&mut self, session: &mut Session, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(Task::Analyze { last, .. }) = &mut self.task {
            *last = true;
        }
        settle(session, self, out)
    }

    /// Begins a search for something.
    fn begin(
        &mut self,
        session: &mut Session,
        task: Task,
        lines: usize,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        status(out, "plyglot is thinking")?;
        self.search(session, task, lines);
        Ok(())
    }

    fn search(&mut self, session: &mut Session, task: Task, lines: usize) {
        let position = session.position();
        // A game that panics when it is asked must not cost the answer.
        let plies_left = position.plies_left().unwrap_or(None);
        let choices = position.moves().map_or(1, |moves| moves.len());
        // The clock runs only in play.
        let timer = self.timers[position.to_move() as usize];
        let timer = timer.filter(|_| matches!(task, Task::Go));
        let (depth, lines) = (self.depth, lines.clamp(1, choices.max(1)));
        self.task = Some(task);
        session.go(order(&Situation { depth, plies_left, lines, timer }));
    }
}

/// The start of the game that the tests speak about.
#[cfg(test)]
fn othello() -> Position {
    let game = plyglot_games::othello::entry().open(None).expect("there is a default size");
    game.start().expect("it does not panic")
}
