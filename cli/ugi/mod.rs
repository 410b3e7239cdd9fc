//! UGI, the universal game interface: UCI's commands for any game of two players; and UCI itself, the same conversation
//! in other words ([`Dialect`]).
//!
//! After kz04px, "Universal Game Interface", 2022, as the match program Cute Games implements it, which
//! in turn is after Stefan Meyer-Kahlen, "Universal Chess Interface", 2000. docs/protocols.md describes
//! the commands that are supported, and what is done where the specifications are not clear.

mod args;
mod dialect;
mod ending;
mod go;
mod info;
mod options;
mod show;

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use plyglot_clock::Lag;
use plyglot_open::{DoorError, Figures, Mv, Open, Position};
use plyglot_search::{Progress, Side};
use plyglot_wire::read::{self, Texts};

use crate::catalogue::{Catalogue, Program};
use crate::errors::{ExitStatus, Failure};
use crate::output::words;
use crate::protocol::conversation::{
    Next, Protocol, converse, end_search, or_report, report_end, write_line,
};
use crate::protocol::note_on_terminal;
use crate::protocol::session::{SearchRequest, SearchResult, Session};
use crate::protocol::text::in_one_line;
use crate::ugi::ending::Ending;
use crate::ugi::go::{Go, Situation};
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
    let mut session = Session::new(game, &config)?;
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
                match position(session.game(), rest) {
                    Ok(position) => session.set_position(position),
                    Err(error) => self.complain(&format!("position: {error}"), out)?,
                }
            }
            "go" => {
                end_search(session, self, out)?;
                self.go(session, rest, out)?;
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
            "register" | "debug" if self.dialect.is_uci => {}
            "query" if !self.dialect.is_uci => match response(session.position(), rest.trim()) {
                Some(response) => write_line(out, format_args!("response {response}"))?,
                None => self.complain(
                    &format!("unknown query {rest:?}; expected one of gameover, p1turn, result"),
                    out,
                )?,
            },
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
        write_line(out, self.said().of_progress(session.position(), progress)?)
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
                let lines = self.said().of_report(position, report);
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
            self.lag.note(planned, begun.elapsed());
        }
        Ok(())
    }

    fn error(&mut self, message: &str, out: &mut dyn Write) -> Result<(), Failure> {
        self.complain(message, out)
    }
}

impl Ugi {
    /// A conversation that begins, in these words.
    pub(crate) fn of(dialect: Dialect, program: Program) -> Ugi {
        let settings = Settings { is_uci: dialect.is_uci, ..Settings::default() };
        Ugi { program, dialect, settings, lag: Lag::default(), asked: None, pondered: None }
    }

    /// What lines about a search say.
    fn said(&self) -> info::Said {
        info::Said { seldepth: self.dialect.is_uci, chances: self.settings.chances }
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
        let mut root_moves = Vec::new();
        for text in &go.moves {
            match position.parse_move(text) {
                Ok(mv) if root_moves.contains(&mv) => {}
                Ok(mv) => root_moves.push(mv),
                Err(error) => self.complain(&format!("go searchmoves: {error}"), out)?,
            }
        }
        // A game that panics when it is asked must not cost the answer.
        let plies_left = position.plies_left().unwrap_or(None);
        let choices = match root_moves.len() {
            0 => position.moves().map_or(0, |moves| moves.len()),
            chosen => chosen,
        };
        let wins_count = position.facts().unit.is_empty();
        let Settings { lines, overhead, .. } = self.settings;
        let (mover, overhead) = (position.to_move(), self.lag.or(overhead));
        let situation = Situation { mover, plies_left, choices, overhead, wins_count, lines };
        let mut request = go.request(situation);
        request.limits.root_moves = root_moves;
        if go.ponder {
            self.pondered = Some(request.clone());
            (request.limits.time, request.limits.soft_time) = (None, None);
            request.wait_for_stop = true;
        }
        let time = request.limits.time.filter(|_| !request.wait_for_stop);
        self.asked = time.map(|time| (begun, time));
        session.go(request);
        Ok(())
    }

    /// The move that was pondered on was played: the clock runs from now on.
    fn ponder_hit(&mut self, session: &mut Session, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(asked) = self.pondered.take() else {
            return self.complain("ponderhit: no search ponders", out);
        };
        self.asked = asked.limits.time.map(|time| (Instant::now(), time));
        let end = session.ponder_hit(&asked);
        report_end(session, self, end, out)
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

/// The game after `position`: `startpos` or `fen` and a text, then `moves` if there are any.
fn position(game: &dyn Open, text: &str) -> Result<Position, String> {
    let message = |error: DoorError| error.to_string();
    let words: Vec<_> = text.split_whitespace().collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let mut position = match words[..end] {
        ["startpos"] => game.start().map_err(message)?,
        ["fen", ref fen @ ..] if !fen.is_empty() => {
            read::position(&game.start().map_err(message)?, &fen.join(" ")).map_err(message)?
        }
        _ => return Err(format!("\"startpos\" or \"fen\" and a position is needed, not {text:?}")),
    };
    let moves = words.iter().skip(end + 1).map(|&word| word.into()).collect();
    read::moves(&mut position, &Texts::Several(moves)).map_err(message)?;
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
