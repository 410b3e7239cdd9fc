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

use plyglot_open::{DoorError, Mv, Open, Position};
use plyglot_search::{Progress, Side};

use crate::clock::Lag;
use crate::errors::Failure;
use crate::protocol::ugi::go::{Go, Situation};
use crate::protocol::{Answer, Ending, Face, Next, Session, heard, in_one_line, say, settle};

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

impl Face for Ugi {
    fn command(
        &mut self,
        session: &mut Session,
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
                session.set_position(session.game().start()?);
            }
            "position" => {
                settle(session, self, out)?;
                match position(session.game(), rest) {
                    Ok(position) => session.set_position(position),
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
            "query" => match response(session.position(), rest.trim()) {
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
        session: &Session,
        progress: &Progress<Mv>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        say(out, info::of_progress(session.position(), progress)?)
    }

    fn done(
        &mut self,
        session: &mut Session,
        answer: Answer,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let position = session.position();
        match &answer.report {
            Ok(report) => {
                let lines = heard(self, info::of_report(position, report), out)?;
                lines.unwrap_or_default().iter().try_for_each(|line| say(out, line))?;
            }
            Err(error) => self.complain(error, out)?,
        }
        let best = answer.best.map(|mv| position.move_text(mv)).transpose();
        let best = heard(self, best, out)?.flatten();
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
    fn introduce(&self, session: &Session, out: &mut dyn Write) -> Result<(), Failure> {
        let (version, game) = (env!("CARGO_PKG_VERSION"), &session.game().facts().name);
        say(out, format_args!("id name plyglot {version} ({game})"))?;
        say(out, "id author the plyglot authors")?;
        for offer in options::offers(self, session) {
            say(out, offer)?;
        }
        say(out, "ugiok")
    }

    fn go(
        &mut self,
        session: &mut Session,
        text: &str,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let begun = Instant::now();
        let go = Go::of(text);
        for complaint in &go.complaints {
            self.complain(complaint, out)?;
        }
        let position = session.position();
        // A game that panics when it is asked must not cost the answer.
        let plies_left = position.plies_left().unwrap_or(None);
        let choices = position.moves().map_or(0, |moves| moves.len());
        let (mover, overhead, lines) = (position.to_move(), self.lag.or(self.overhead), self.lines);
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
fn position(game: &dyn Open, text: &str) -> Result<Position, String> {
    let said = |error: DoorError| error.to_string();
    let words: Vec<_> = text.split_whitespace().collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let mut position = match words[..end] {
        ["startpos"] => game.start().map_err(said)?,
        ["fen", ref fen @ ..] if !fen.is_empty() => game.parse(&fen.join(" ")).map_err(said)?,
        _ => return Err(format!("\"startpos\" or \"fen\" and a text is needed, not {text:?}")),
    };
    for (index, word) in words.iter().skip(end + 1).enumerate() {
        let number = index + 1;
        // Rules need not look out for moves that come after the end.
        if position.outcome().is_some() {
            return Err(format!("move {number}: the game is over"));
        }
        let played = position.parse_move(word).and_then(|mv| position.play(mv));
        played.map_err(|error| format!("move {number}: {error}"))?;
    }
    Ok(position)
}

/// The answer to a query.
fn response(position: &Position, query: &str) -> Option<&'static str> {
    let truth = |holds| if holds { "true" } else { "false" };
    Some(match query {
        "gameover" => truth(Ending::of(position).is_some()),
        "p1turn" => truth(position.to_move() == Side::First),
        "result" => match Ending::of(position) {
            Some(Ending::Won(Side::First)) => "p1win",
            Some(Ending::Won(Side::Second)) => "p2win",
            Some(Ending::Drawn) => "draw",
            None => "none",
        },
        _ => return None,
    })
}
