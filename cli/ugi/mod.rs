//! UGI, the universal game interface: UCI's commands for any game of two players; and UCI itself, the same conversation
//! in other words ([`Dialect`]).
//!
//! After kz04px, "Universal Game Interface", 2022, as the match program Cute Games implements it, which
//! in turn is after Stefan Meyer-Kahlen, "Universal Chess Interface", 2000. docs/protocols.md describes
//! the commands that are supported, and what is done where the specifications are not clear.

mod args;
mod aside;
mod asked;
mod begin;
mod dialect;
mod ending;
mod go;
mod info;
mod options;
mod show;
mod values;

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use plyglot_clock::Lag;
use plyglot_open::{Figures, Mv, Position};
use plyglot_search::Progress;

use crate::catalogue::{Catalogue, Program};
use crate::errors::{ExitStatus, Failure};
use crate::output::words;
use crate::protocol::conversation::{Next, Protocol, converse, end_search, or_report, write_line};
use crate::protocol::note_on_terminal;
use crate::protocol::session::{SearchRequest, SearchResult, Session};
use crate::protocol::text::in_one_line;
use crate::protocol::work::Work;
use crate::ugi::options::Settings;

use args::Asked;
pub(crate) use args::{UciArgs, UgiArgs};
pub(crate) use dialect::Dialect;

/// The state of the protocol itself.
pub(crate) struct Ugi {
    program: Program,
    dialect: Dialect,
    settings: Settings,
    /// How late the answers have been.
    lag: Lag,
    /// When the search was asked for, and the time that it may take.
    asked: Option<(Instant, Duration)>,
    /// What a search that ponders is limited to from `ponderhit` on.
    pondered: Option<SearchRequest>,
}

/// Speaks UGI or UCI about a game until the other side ends the conversation.
pub(crate) fn run(
    catalogue: &Catalogue,
    asked: Asked<'_>,
    input: impl Read + Send + 'static,
    out: impl Write + Send + 'static,
) -> Result<ExitStatus, Failure> {
    let Asked { dialect, game, first } = asked;
    let game = first.options.open(catalogue, game)?;
    let mut ugi = Ugi::of(dialect, *catalogue.program());
    if dialect.is_uci {
        ugi.settings.variants = options::Variants::of(catalogue, &game.facts().name);
    }
    let config = first.engine.fixed_config();
    words::announce_table(config.hash_bytes);
    let book = first.book.open(&*game)?;
    let mut session = Session::new(game, &config)?.with_book(book);
    converse(&mut session, &mut ugi, input, out)
}

/// Says what this is to people who type at it.
pub(crate) fn tell_people(catalogue: &Catalogue, Asked { dialect, game, .. }: Asked<'_>) {
    let (program, hello) = (catalogue.program().name, dialect.hello);
    note_on_terminal(&format!(
        "{}, a protocol for user interfaces and match programs: `{hello}` introduces the engine, `go depth 8` \
         searches, `quit` or Ctrl-D leaves. To play: {program} play {game}",
        hello.to_uppercase()
    ));
}

impl Protocol for Ugi {
    fn command(
        &mut self,
        session: &mut Session,
        line: &str,
        out: &mut dyn Write,
    ) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            _ if word == self.dialect.hello => self.introduce(session, out)?,
            "isready" => write_line(out, "readyok")?,
            _ if word == self.dialect.new_game => {
                end_search(session, self, out)?;
                session.clear();
                session.set_position(session.game().start()?);
            }
            "position" => {
                end_search(session, self, out)?;
                match asked::position(session.game(), rest) {
                    Ok(position) => session.set_position(position),
                    Err(error) => self.complain(&format!("position: {error}"), out)?,
                }
            }
            "go" => {
                end_search(session, self, out)?;
                match rest.trim_start().strip_prefix("perft") {
                    Some(depth) => self.perft(session, depth, out)?,
                    None => self.go(session, rest, out)?,
                }
            }
            "stop" => end_search(session, self, out)?,
            "ponderhit" => self.ponder_hit(session, out)?,
            "d" => self.lines(show::position(session.position())?, out)?,
            "eval" => self.lines(show::estimate(session.position())?, out)?,
            "setoption" => {
                end_search(session, self, out)?;
                if let Err(error) = options::set(&mut self.settings, session, rest) {
                    self.complain(&error, out)?;
                }
            }
            // There is nothing to register, and what debugging would say is said anyway.
            "register" | "debug" => {}
            "perft" => self.perft(session, rest, out)?,
            "bench" => {
                end_search(session, self, out)?;
                let game = session.game().with(&[])?;
                session.work(Work::begin(move |stop, say| aside::bench(&*game, stop, say))?);
            }
            "query" if !self.dialect.is_uci => {
                match asked::response(session.position(), rest.trim()) {
                    Some(response) => write_line(out, format_args!("response {response}"))?,
                    None => self.complain(
                        &format!(
                            "unknown query {rest:?}; expected one of gameover, p1turn, result"
                        ),
                        out,
                    )?,
                }
            }
            "quit" => return Ok(Next::Quit),
            _ => {
                let known = self.dialect.commands;
                self.complain(&format!("unknown command {word:?}; expected one of {known}"), out)?;
            }
        }
        Ok(Next::Continue)
    }

    fn progress(
        &mut self,
        session: &Session,
        progress: &Progress<Mv>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        write_line(out, self.told().of_progress(session.position(), progress)?)
    }

    fn figures(
        &mut self,
        session: &Session,
        figures: &Figures,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        write_line(out, info::of_figures(session.position(), figures)?)
    }

    fn search_ended(
        &mut self,
        session: &mut Session,
        result: SearchResult,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let position = session.position();
        match &result.report {
            Ok(report) => {
                let lines = self.told().of_report(position, report);
                let lines = or_report(self, lines, out)?;
                lines.unwrap_or_default().iter().try_for_each(|line| write_line(out, line))?;
            }
            Err(error) => self.complain(error, out)?,
        }
        let best = result.best.map(|mv| position.protocol_notation(&[mv])).transpose();
        let best = or_report(self, best, out)?.flatten().and_then(|mut best| best.pop());
        let best = best.unwrap_or_else(|| self.dialect.no_move.into());
        let reply = if self.settings.ponder { reply(position, &result) } else { None };
        let reply = reply.map_or_else(String::new, |reply| format!(" ponder {reply}"));
        write_line(out, format_args!("bestmove {best}{reply}"))?;
        self.pondered = None;
        if let Some((begun, planned)) = self.asked.take() {
            // One that ends early is late by what it waited for besides.
            let searched = result.report.map_or(planned, |report| report.elapsed.min(planned));
            self.lag.note(searched, begun.elapsed());
        }
        Ok(())
    }

    fn said(&mut self, line: &str, out: &mut dyn Write) -> Result<(), Failure> {
        self.complain(line, out)
    }

    fn error(&mut self, message: &str, out: &mut dyn Write) -> Result<(), Failure> {
        self.complain(message, out)
    }
}

impl Ugi {
    /// A conversation that begins, in these words.
    pub(crate) fn of(dialect: Dialect, program: Program) -> Ugi {
        let settings = Settings { prefix: dialect.prefix, ..Settings::default() };
        Ugi { program, dialect, settings, lag: Lag::default(), asked: None, pondered: None }
    }

    /// What lines about a search say.
    fn told(&self) -> info::Said {
        info::Said { chances: self.settings.chances }
    }

    fn introduce(&self, session: &Session, out: &mut dyn Write) -> Result<(), Failure> {
        let (Program { name, version, .. }, game) = (self.program, &session.game().facts().name);
        write_line(out, format_args!("id name {name} {version} ({game})"))?;
        write_line(out, format_args!("id author {}", self.program.author()))?;
        for offer in options::offers(&self.settings, session) {
            write_line(out, offer)?;
        }
        write_line(out, self.dialect.hello_ok)
    }

    /// Writes lines for people.
    fn lines(&self, lines: Vec<String>, out: &mut dyn Write) -> Result<(), Failure> {
        lines.iter().try_for_each(|line| self.complain(line, out))
    }

    /// Reports what is wrong, in one line whatever the message quotes.
    fn complain(&self, message: &str, out: &mut dyn Write) -> Result<(), Failure> {
        write_line(out, format_args!("info string {}", in_one_line(message)))
    }
}

/// The move that the best one expects as its answer.
fn reply(position: &Position, result: &SearchResult) -> Option<String> {
    let line = &result.report.as_ref().ok()?.lines.first()?.pv;
    position.protocol_notation(line.get(..2)?).ok()?.pop()
}
