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

use plyglot_search::{Describe, Knowledge, Progress};

use crate::errors::Failure;
use crate::protocol::nboard::answers::{idle, status};
use crate::protocol::nboard::game::Played;
use crate::protocol::nboard::ggf::Spot;
use crate::protocol::nboard::order::{DEEPEST, Situation, order};
use crate::protocol::{Answer, Face, Next, Session, guarded, say, settle};

/// The version of the protocol that is spoken.
const VERSION: u32 = 2;

/// The depth of the middle game until one is asked for.
const DEPTH: u32 = 12;

/// What the face itself has to remember.
pub(crate) struct NBoard<G: Describe> {
    depth: u32,
    played: Played<G>,
    /// What the running search is for.
    task: Option<Task>,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// `go`: a move to play.
    Go,
    /// `hint`: what the best moves are worth.
    Hint,
    /// `analyze`: what the position after so many moves of the game is worth.
    Analyze {
        moves: usize,
        /// Nothing further is wanted.
        last: bool,
    },
}

impl<G: Describe> NBoard<G> {
    /// A face for games that begin in `start` unless they say otherwise.
    pub(crate) fn new(start: G) -> Self {
        NBoard { depth: DEPTH, played: Played::new(start), task: None }
    }
}

impl<G: Describe, K: Knowledge<G>> Face<G, K> for NBoard<G> {
    fn command(
        &mut self,
        session: &mut Session<G, K>,
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
                let task = Task::Analyze { moves: self.played.len(), last: false };
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
        session: &Session<G, K>,
        progress: &Progress<G::Move>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let is_wanted = matches!(self.task, Some(Task::Go | Task::Hint));
        if is_wanted
            && tell::is_telling(&progress.line)
            && let Some(line) = tell::line(session.course().game(), &progress.line)
        {
            say(out, line)?;
            say(out, tell::spent(progress.nodes, progress.elapsed))?;
        }
        Ok(())
    }

    fn done(
        &mut self,
        session: &mut Session<G, K>,
        answer: Answer<G::Move>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let task = self.task.take();
        if let Err(error) = &answer.report {
            status(out, error)?;
        }
        match task {
            Some(Task::Analyze { moves, last }) => {
                return self.evaluated(session, answer.report.ok(), (moves, last), out);
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

impl<G: Describe> NBoard<G> {
    fn greet(&self, version: &str, out: &mut dyn Write) -> Result<(), Failure> {
        match version.parse::<u32>() {
            Ok(1..=VERSION) => idle(out),
            _ => status(out, &format!("this speaks version {VERSION} of the protocol")),
        }
    }

    fn set<K: Knowledge<G>>(
        &mut self,
        session: &mut Session<G, K>,
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
                match record.and_then(|record| Played::of(&record, session.start())) {
                    Ok((played, course)) => {
                        self.played = played;
                        session.set_course(course);
                        Ok(())
                    }
                    Err(error) => status(out, &format!("set game: {error}")),
                }
            }
            // How draws in a book are valued (contempt) has no meaning without one.
            _ => Ok(()),
        }
    }

    fn play<K: Knowledge<G>>(
        &mut self,
        session: &mut Session<G, K>,
        text: &str,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        self.quiet(session, out)?;
        let mut course = session.course().clone();
        let played =
            ggf::read_move(text).and_then(|(spot, time)| self.played.play(&mut course, spot, time));
        match played {
            Ok(()) => {
                session.set_course(course);
                Ok(())
            }
            Err(error) => status(out, &format!("move: {error}")),
        }
    }

    fn hint<K: Knowledge<G>>(
        &mut self,
        session: &mut Session<G, K>,
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
    fn quiet<K: Knowledge<G>>(
        &mut self,
        session: &mut Session<G, K>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        if let Some(Task::Analyze { last, .. }) = &mut self.task {
            *last = true;
        }
        settle(session, self, out)
    }

    /// Begins a search for something.
    fn begin<K: Knowledge<G>>(
        &mut self,
        session: &mut Session<G, K>,
        task: Task,
        lines: usize,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        status(out, "plyglot is thinking")?;
        self.search(session, task, lines);
        Ok(())
    }

    fn search<K: Knowledge<G>>(&mut self, session: &mut Session<G, K>, task: Task, lines: usize) {
        // A game that panics when it is asked must not cost the answer.
        let about = guarded(|| {
            let course = session.course();
            let timer = self.played.timer(course.game().to_move());
            (session.plies_left(), course.legal().len(), timer)
        });
        let (plies_left, choices, timer) = about.unwrap_or((None, 1, None));
        // The clock runs only in play.
        let timer = timer.filter(|_| task == Task::Go);
        let (depth, lines) = (self.depth, lines.clamp(1, choices.max(1)));
        self.task = Some(task);
        session.go(order(&Situation { depth, plies_left, lines, timer }));
    }
}
