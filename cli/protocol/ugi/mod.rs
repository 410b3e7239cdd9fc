//! UGI, the universal game interface: UCI's commands for any game of two players.
//!
//! After kz04px, "Universal Game Interface", 2022, as the match program Cute Games speaks it, which
//! in turn is after Stefan Meyer-Kahlen, "Universal Chess Interface", 2000. docs/protocols.md says
//! what is spoken here and how doubts are settled.

mod go;
mod info;
mod options;

use std::io::Write;
use std::time::{Duration, Instant};

use plyglot_search::{Describe, Knowledge, Progress, Side};

use crate::errors::Failure;
use crate::protocol::clock::Lag;
use crate::protocol::ugi::go::{Go, Situation};
use crate::protocol::{
    Answer, Course, Ending, Face, Next, Session, guarded, in_one_line, say, settle,
};

/// The move that is answered where there is none: the game is over.
const NO_MOVE: &str = "0000";

/// What a move loses on its way unless the option says otherwise.
const OVERHEAD: Duration = Duration::from_millis(5);

/// What the face itself has to remember.
#[derive(Debug)]
pub(crate) struct Ugi {
    /// How many lines a search shows (`MultiPV`).
    lines: usize,
    /// What a move loses on its way (`Move Overhead`).
    overhead: Duration,
    /// How late the answers have been.
    lag: Lag,
    /// When the search was asked for, and the time that it may take.
    asked: Option<(Instant, Duration)>,
}

impl Default for Ugi {
    fn default() -> Self {
        Ugi { lines: 1, overhead: OVERHEAD, lag: Lag::default(), asked: None }
    }
}

impl<G: Describe, K: Knowledge<G>> Face<G, K> for Ugi {
    fn command(
        &mut self,
        session: &mut Session<G, K>,
        line: &str,
        out: &mut dyn Write,
    ) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            "ugi" => self.introduce(session, out)?,
            "isready" => say(out, "readyok")?,
            "uginewgame" => {
                settle(session, self, out)?;
                session.clear();
                session.set_course(Course::new(session.start().clone()));
            }
            "position" => {
                settle(session, self, out)?;
                match course(session.start(), rest) {
                    Ok(course) => session.set_course(course),
                    Err(error) => self.complain(&format!("position: {error}"), out)?,
                }
            }
            "go" => {
                settle(session, self, out)?;
                self.go(session, rest, out)?;
            }
            "stop" => settle(session, self, out)?,
            "setoption" => {
                settle(session, self, out)?;
                if let Err(error) = options::set(self, session, rest) {
                    self.complain(&error, out)?;
                }
            }
            "query" => match response(session.course(), rest.trim()) {
                Some(answer) => say(out, format_args!("response {answer}"))?,
                None => self.complain(&format!("query: {rest:?} is not known"), out)?,
            },
            "quit" => return Ok(Next::Leave),
            _ => self.complain(&format!("{word:?} is no command"), out)?,
        }
        Ok(Next::Stay)
    }

    fn progress(
        &mut self,
        session: &Session<G, K>,
        progress: &Progress<G::Move>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        say(out, info::of_progress(session.course().game(), progress))
    }

    fn done(
        &mut self,
        session: &mut Session<G, K>,
        answer: Answer<G::Move>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let game = session.course().game();
        let lines = match &answer.report {
            Ok(report) => guarded(|| info::of_report(game, report)),
            Err(error) => Err(error.clone()),
        };
        match lines {
            Ok(lines) => lines.iter().try_for_each(|line| say(out, line))?,
            Err(error) => self.complain(&error, out)?,
        }
        let best = answer.best.map(|mv| guarded(|| game.notation(mv))).transpose();
        let best = match best {
            Ok(best) => best,
            Err(panic) => {
                self.complain(&panic, out)?;
                None
            }
        };
        say(out, format_args!("bestmove {}", best.as_deref().unwrap_or(NO_MOVE)))?;
        if let Some((begun, planned)) = self.asked.take() {
            self.lag.note(planned, begun.elapsed());
        }
        Ok(())
    }

    fn trouble(&mut self, message: &str, out: &mut dyn Write) -> Result<(), Failure> {
        self.complain(message, out)
    }
}

impl Ugi {
    fn introduce<G: Describe, K: Knowledge<G>>(
        &self,
        session: &Session<G, K>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let version = env!("CARGO_PKG_VERSION");
        say(out, format_args!("id name plyglot {version} ({})", session.name()))?;
        say(out, "id author the plyglot authors")?;
        for offer in options::offers(self, session.config()) {
            say(out, offer)?;
        }
        say(out, "ugiok")
    }

    fn go<G: Describe, K: Knowledge<G>>(
        &mut self,
        session: &mut Session<G, K>,
        text: &str,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let begun = Instant::now();
        let go = Go::of(text);
        for complaint in &go.complaints {
            self.complain(complaint, out)?;
        }
        // A game that panics when it is asked must not cost the answer.
        let about = guarded(|| {
            let course = session.course();
            (course.game().to_move(), session.plies_left(), course.legal().len())
        });
        let (mover, plies_left, choices) = about.unwrap_or((Side::First, None, 0));
        let (overhead, lines) = (self.lag.or(self.overhead), self.lines);
        let order = go.order(Situation { mover, plies_left, choices, overhead, lines });
        let time = order.limits.time.filter(|_| !order.wait_for_stop);
        self.asked = time.map(|time| (begun, time));
        session.go(order);
        Ok(())
    }

    /// Tells what is not as it should be, in one line whatever the message quotes.
    fn complain(&self, message: &str, out: &mut dyn Write) -> Result<(), Failure> {
        say(out, format_args!("info string {}", in_one_line(message)))
    }
}

/// The game behind `position`: `startpos` or `fen` and a text, then `moves` if there are any.
fn course<G: Describe>(start: &G, text: &str) -> Result<Course<G>, String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let game = match words[..end] {
        ["startpos"] => start.clone(),
        ["fen", ref fen @ ..] if !fen.is_empty() => {
            start.parse(&fen.join(" ")).map_err(|error| error.to_string())?
        }
        _ => return Err(format!("\"startpos\" or \"fen\" and a text is needed, not {text:?}")),
    };
    let mut course = Course::new(game);
    for (index, word) in words.iter().skip(end + 1).enumerate() {
        let number = index + 1;
        // Rules need not look out for moves that come after the end.
        if course.game().outcome().is_some() {
            return Err(format!("move {number}: the game is over"));
        }
        let mv = course.game().parse_move(word);
        course.play(mv.map_err(|error| format!("move {number}: {error}"))?);
    }
    Ok(course)
}

/// The answer to a query.
fn response<G: Describe>(course: &Course<G>, query: &str) -> Option<&'static str> {
    let truth = |holds| if holds { "true" } else { "false" };
    Some(match query {
        "gameover" => truth(course.ending().is_some()),
        "p1turn" => truth(course.game().to_move() == Side::First),
        "result" => match course.ending() {
            Some(Ending::Won(Side::First)) => "p1win",
            Some(Ending::Won(Side::Second)) => "p2win",
            Some(Ending::Drawn) => "draw",
            None => "none",
        },
        _ => return None,
    })
}
