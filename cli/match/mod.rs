//! `match`: which of two players is the stronger.

mod args;
mod json;
mod openings;
mod page;
mod text;
mod view;
mod words;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use plyglot_bench::scaling::{Machine, Origin};
use plyglot_open::catalogue::Catalogue;
use plyglot_open::{DoorError, Open};
use plyglot_play::matches::{
    Continued, FaultKind, Finished, GameRecord, Kind, Match, PlayerError, PlayerSpec, Seat, Source,
    Standing,
};
use plyglot_tables::{DEFAULT, default_folder};
use plyglot_wire::beside::{self, Beside};

use crate::errors::{ExitStatus, Failure, note};
use crate::format;
use crate::journal::note_skipped;
use crate::journal::origin;
use crate::r#match::view::MatchView;
use crate::output::{self, Output, json as objects, progress, width};
use crate::signals;

pub(crate) use args::MatchArgs;

/// Plays what `args` say.
pub(crate) fn run(catalogue: &Catalogue, args: &MatchArgs) -> Result<ExitStatus, Failure> {
    objects::with_error_object(played(catalogue, args), args.json, &args.game)
}

fn played(catalogue: &Catalogue, args: &MatchArgs) -> Result<ExitStatus, Failure> {
    let game = catalogue.open(&args.game)?;
    let contest = contest(&*game, args)?;
    for path in [&args.record, &args.html].into_iter().flatten() {
        beside::check(path).map_err(|error| not_written(path, error))?;
    }
    let origin = origin::now();
    let continued = continued(&contest, args, &origin)?;
    let stop = signals::listen();
    if !args.json {
        note(&words::announced(&contest));
    }
    let mut screen = Screen::new(&contest, args)?;
    let finished = contest.play(continued, &stop, |game, standing| screen.game(game, standing));
    let (record, games) = screen.end();
    let finished = finished?;
    let view = MatchView {
        game: &game.facts().name,
        players: &contest.players,
        sprt: contest.sprt,
        jobs: contest.jobs,
        finished: &finished,
    };
    let mut output = Output::new();
    if args.json {
        output.object(json::finished(&view, &origin))?;
    } else {
        for line in text::finished(&view) {
            output.line(line)?;
        }
    }
    output.flush()?;
    // After the results, which a full disk does not take away.
    record.map_or(Ok(()), Record::finish)?;
    if let Some(path) = &args.html {
        let page = page::of(&contest, &finished, &games, &origin);
        plyglot_report::matches::write(path, &page)?;
    }
    Ok(status(args, &contest, &finished))
}

/// The match that is asked for, checked as far as that is possible without playing.
fn contest<'a>(game: &'a dyn Open, args: &MatchArgs) -> Result<Match<'a>, Failure> {
    let [a, b] = args.players()?;
    let players =
        [checked(game, "--a", a.spec("--a", game)?)?, checked(game, "--b", b.spec("--b", game)?)?];
    let most = Match::most_jobs(&players, num_cpus::get());
    let jobs = args.jobs.unwrap_or(most);
    if jobs > most {
        let cores = players.iter().map(PlayerSpec::cores).max().unwrap_or(1);
        let message = format!(
            "--jobs: at most {most} here: {} for {} of a player; more would slow each other down",
            format::count(num_cpus::get(), "processor"),
            format::count(cores, "thread"),
        );
        return Err(Failure::Usage(message));
    }
    let openings = match &args.openings {
        Some(path) => Source::Given(openings::read(path, &game.start()?)?),
        None => Source::Made(args.recipe()),
    };
    Ok(Match {
        game,
        players,
        openings,
        adjudication: args.adjudication(),
        referee: args.adjudicate.as_deref().map(|folder| referee(game, folder)).transpose()?,
        margin: args.time_margin,
        games: args.games(),
        sprt: args.sprt(),
        jobs,
    })
}

/// The game with the tables of a folder.
fn referee(game: &dyn Open, folder: &str) -> Result<Box<dyn Open>, Failure> {
    let wrong = |error: String| Failure::Usage(format!("--adjudicate: {error}"));
    match game.with(&[("tables", folder)]) {
        Err(DoorError::Option(error)) => Err(wrong(error.to_string())),
        Ok(opened) if !opened.facts().tables => {
            let place = default_folder(&game.facts().name).filter(|_| folder == DEFAULT);
            let folder = place.map_or_else(|| folder.into(), |path| path.display().to_string());
            Err(wrong(format!("there are no tables of {} in {folder}", game.facts().name)))
        }
        opened => Ok(opened?),
    }
}

/// The player, if it can be made.
fn checked(game: &dyn Open, option: &str, spec: PlayerSpec) -> Result<PlayerSpec, Failure> {
    if let Kind::Engine(engine) = &spec.kind {
        output::words::announce_table(engine.config.hash_bytes);
    }
    match spec.make(game) {
        Ok(_) => Ok(spec),
        Err(PlayerError::Door(error @ (DoorError::Option(_) | DoorError::Engine(_)))) => {
            match Failure::from(error) {
                Failure::Door(error @ DoorError::Option(_)) => {
                    Err(Failure::Usage(format!("{option}: {error}")))
                }
                other => Err(other),
            }
        }
        Err(PlayerError::Door(error)) => Err(error.into()),
        Err(PlayerError::Program(message) | PlayerError::Unsaid(message)) => {
            Err(Failure::Usage(format!("{option}: {message}")))
        }
    }
}

/// The journal, where one is asked for.
fn continued(
    contest: &Match<'_>,
    args: &MatchArgs,
    origin: &Origin,
) -> Result<Option<Continued>, Failure> {
    let Some(path) = &args.journal else { return Ok(None) };
    let place = Machine { memory_bytes: 0, ..origin.machine.clone() };
    let continued =
        contest.continued(path, &serde_json::json!(origin), &serde_json::json!(place))?;
    note_skipped(path, &continued.skipped);
    if continued.games() > 0 {
        let games = format::count(continued.games(), "game");
        note(&format!("{}: {games} of this match", path.display()));
    }
    Ok(Some(continued))
}

/// Where games are shown as they end.
struct Screen<'a> {
    name: &'a str,
    contest: &'a Match<'a>,
    json: bool,
    bar: ProgressBar,
    output: Output,
    record: Option<Record>,
    /// The games for the page, where one is asked for.
    games: Option<Vec<GameRecord>>,
}

impl<'a> Screen<'a> {
    fn new(contest: &'a Match<'a>, args: &MatchArgs) -> Result<Screen<'a>, Failure> {
        let bar = match contest.games {
            Some(games) => {
                let left = "about {eta} left {msg}";
                let bar = if args.json {
                    progress::bar_between_rows("games", left)
                } else {
                    progress::bar("games", left)
                };
                bar.set_length(games as u64);
                bar
            }
            None => progress::counter("games"),
        };
        let record = args.record.as_deref().map(Record::begin).transpose()?;
        let (name, output) = (&*contest.game.facts().name, Output::new());
        let (json, games) = (args.json, args.html.as_ref().map(|_| Vec::new()));
        Ok(Screen { name, contest, json, bar, output, record, games })
    }

    fn game(&mut self, game: &GameRecord, standing: &Standing) -> io::Result<()> {
        if let Some(record) = &mut self.record {
            record.write(&game.text());
        }
        if let Some(games) = &mut self.games {
            games.push(game.clone());
        }
        if let Some(fault) = &game.fault {
            let message = &fault.message;
            self.bar.suspend(|| note(&format!("game {}: {}: {message}", game.number, fault.by)));
        }
        let Match { players, sprt, .. } = self.contest;
        self.bar.set_position(standing.games());
        let live = text::live(players, standing, *sprt);
        self.bar.set_message(format::folded(&live, width(&io::stderr())));
        let Screen { json, bar, output, name, .. } = self;
        if *json { bar.suspend(|| output.live_object(json::game(name, game))) } else { Ok(()) }
    }

    fn end(self) -> (Option<Record>, Vec<GameRecord>) {
        self.bar.finish_and_clear();
        (self.record, self.games.unwrap_or_default())
    }
}

/// The file of all games.
struct Record {
    path: PathBuf,
    file: Beside,
    /// The first error: the match goes on, and the file is not put into its place.
    failed: Option<io::Error>,
}

impl Record {
    fn begin(path: &Path) -> Result<Record, Failure> {
        let file = Beside::new(path).map_err(|error| not_written(path, error))?;
        Ok(Record { path: path.into(), file, failed: None })
    }

    fn write(&mut self, text: &str) {
        if self.failed.is_none() {
            self.failed = self.file.write_all(text.as_bytes()).err();
        }
    }

    fn finish(self) -> Result<(), Failure> {
        let finished = self.failed.map_or_else(|| self.file.finish(), Err);
        finished.map_err(|error| not_written(&self.path, error))
    }
}

fn not_written(path: &Path, error: io::Error) -> Failure {
    Failure::NotWritten { path: path.display().to_string(), error }
}

/// A player that crashed, hung or made an illegal move is a problem; a game lost on time is a result.
fn status(args: &MatchArgs, contest: &Match<'_>, finished: &Finished) -> ExitStatus {
    let standing = &finished.standing;
    if finished.exhausted {
        let why = match contest.openings {
            Source::Given(_) => "the file has no more openings",
            Source::Made(_) => "there are no more openings",
        };
        note(&format!("{why}, and these players would play the same games again"));
    }
    if finished.stopped {
        let how = match &args.journal {
            Some(_) => "the same command continues",
            None => "with --journal FILE a match can be continued",
        };
        let games = format::count(standing.games() as usize, "game");
        note(&format!("interrupted, the figures are of {games}: {how}"));
        return ExitStatus::Interrupted;
    }
    let kinds = [FaultKind::Crash, FaultKind::Illegal, FaultKind::Hang];
    let faults = |seat| kinds.into_iter().map(move |kind| standing.faults(seat, kind)).sum::<u64>();
    match faults(Seat::A) + faults(Seat::B) {
        0 => ExitStatus::Success,
        _ => ExitStatus::Problems,
    }
}
