//! `review`: what each move of a game lost against the best, and which moves were mistakes.

mod annotated;
mod args;
mod pages;
mod text;
mod view;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use plyglot_open::catalogue::Catalogue;
use plyglot_open::{Ask, Config, Engine, Limits, Mv, Position, Stop};
use plyglot_play::review::review_with;
use plyglot_search::CommentSlots;
use plyglot_serve::farm::cost;
use plyglot_wire::read::{self, FileError, Kind, LineError, Record, Source, Texts};
use plyglot_wire::{Error, object};

use crate::errors::{ExitStatus, Failure, complain, note};
use crate::journal::run::{Lines, Part, Run};
use crate::journal::{Key, Searches};
use crate::output::study::{self, OutputFormat};
use crate::output::{Output, json, progress};
use crate::{format, signals};

use annotated::Annotated;
pub(crate) use args::ReviewArgs;
use pages::Pages;
use view::ReviewView;

/// Reviews the games that `args` name.
pub(crate) fn run(catalogue: &Catalogue, args: &ReviewArgs) -> Result<ExitStatus, Failure> {
    json::with_error_object(reviewed(catalogue, args), args.json, &args.game)
}

fn reviewed(catalogue: &Catalogue, args: &ReviewArgs) -> Result<ExitStatus, Failure> {
    let game = args.options.open(catalogue, &args.game)?;
    let start = game.start()?;
    let annotated = args.annotated.as_deref();
    let mut annotated =
        annotated.map(|path| Annotated::new(path, args.file.as_deref())).transpose()?;
    let games = games(args, &start)?;
    let (limits, config) = (args.limits(), args.engine.config());
    let lines = Lines::of(games.iter().map(|read| (read.source(), key(read))));
    let mut run = Run {
        command: "review",
        game: &*game,
        config: &config,
        limits: &limits,
        lines,
        part: None,
    };
    let games = match args.shard.shard() {
        Some(shard) => {
            let (part, games) =
                Part::of(shard, games, |read| read.source(), |read| Ok(cost(read)))?;
            run.part = Some(part);
            run.say_part();
            games
        }
        None => games,
    };
    let pages = args
        .html
        .as_deref()
        .map(|path| Pages::new(path, (catalogue, &*game), games.len(), args.about(&config)));
    let mut pages = pages.transpose()?;
    let mut searches = searches(args.journal.as_deref(), &run, &games)?;
    let mut engine: Option<Box<dyn Engine>> = None;
    let stop = signals::listen();
    let mut status = ExitStatus::Success;
    if let Some(shard) = run.shard().filter(|_| args.json) {
        Output::new().live_object(object("shard", &shard))?;
    }
    for Read { line, played } in games {
        let Played { end, text, slots } = match played {
            Ok(played) => played,
            Err(error) => {
                let message = error.to_string();
                let path = args.file.as_deref().unwrap_or_default();
                let line = line.unwrap_or(NO_FILE);
                complain(&format!("{path}:{line}: {message}"));
                if args.json {
                    Output::new()
                        .live_object(Error::in_line(&args.game, line, &message).object())?;
                }
                status = ExitStatus::Problems;
                continue;
            }
        };
        if !args.json && !args.csv {
            announce(&end, &config);
        }
        // After that: its table may take seconds.
        let engine = match &mut engine {
            Some(engine) => engine,
            none => none.insert(game.engine(&config, None)?),
        };
        let work =
            Work { engine: &mut **engine, limits: &limits, searches: &mut searches, stop: &stop };
        let judged = one(work, line, &end)?;
        let complete = judged.complete;
        // A new game begins with nothing known of the last one: its result does not depend on the file.
        engine.clear();
        // A record may have a start of its own.
        let start = end.after_plies(0);
        let view = ReviewView::new((&start, &end), &judged, line)?;
        study::print(&view, OutputFormat::of(args.json, args.csv))?;
        if let Some(pages) = &mut pages {
            pages.write(&view, &end)?;
        }
        if let Some(annotated) = &mut annotated {
            annotated.write(&view, &end, (&text, &slots))?;
        }
        if !complete {
            note("interrupted: the moves after these are not reviewed");
            searches.say_how_to_continue();
            return Ok(ExitStatus::Interrupted);
        }
    }
    Ok(status)
}

/// A game that was given.
struct Read {
    /// Where in a file it stands.
    line: Option<Source>,
    /// The game, or what is wrong with the moves.
    played: Result<Played, LineError>,
}

/// A played game.
struct Played {
    /// The position at its end with the moves that led there.
    end: Position,
    /// How it was given, and where that takes comments.
    text: String,
    slots: CommentSlots,
}

impl Read {
    fn source(&self) -> Source {
        self.line.unwrap_or(NO_FILE)
    }
}

/// What stands for the place of a game that is of no file.
const NO_FILE: Source = Source { line: 0, game: None };

fn games(args: &ReviewArgs, start: &Position) -> Result<Vec<Read>, Failure> {
    if let Some(moves) = &args.moves {
        let mut end = start.clone();
        let moves = Texts::One(moves.clone());
        if read::moves(&mut end, &moves).map_err(Failure::of_text("--moves"))? == 0 {
            let message = "--moves: a game of at least one move is needed";
            return Err(Failure::Usage(message.into()));
        }
        let (text, slots) = (String::new(), CommentSlots::default());
        return Ok(vec![Read { line: None, played: Ok(Played { end, text, slots }) }]);
    }
    let Some(path) = args.file.as_deref() else {
        let message =
            "a game to review is needed: --moves TEXT, or --file FILE with a game on each line";
        return Err(Failure::Usage(message.into()));
    };
    let (mut games, mut formats) = (Vec::new(), BTreeMap::new());
    for line in read::Lines::open(path)?.of_games(start) {
        let mut text = String::new();
        let line = line?.then(|line| {
            // Held for the whole file, so only where it is written again.
            text = if args.annotated.is_some() { line.into() } else { String::new() };
            read::game(start, line)
        });
        if let Ok(game) = &line.read {
            if let Kind::File(format) = &game.kind {
                *formats.entry(format.clone()).or_insert(0) += 1;
            }
            game.notes().for_each(|said| note(&format!("{path}:{}: {said}", line.source)));
        }
        let played = |Record { at: end, slots, .. }| Played { end, text, slots };
        games.push(Read { line: Some(line.source), played: line.read.map(played) });
    }
    if games.is_empty() {
        return Err(FileError::Empty { path: path.into(), what: "games" }.into());
    }
    let formats = formats.iter().map(|(format, count)| format!(", {count} in {format}"));
    let formats: String = formats.collect();
    note(&format!("{path}: {}{formats}", format::count(games.len(), "game")));
    Ok(games)
}

/// What tells a game from others: the position at its end and its moves; nothing of a bad line.
fn key(read: &Read) -> Vec<u64> {
    let end = read.played.as_ref().ok().map(|played| &played.end);
    let moves = end.map_or_else(Vec::new, Position::played).into_iter().map(u64::from);
    end.map(Position::key).into_iter().chain(moves).collect()
}

/// What the review of a game is likely to cost.
fn cost(read: &Read) -> u64 {
    read.played.as_ref().map_or(0, |played| cost::of_review(played.end.plies()))
}

/// The journal of these games.
fn searches(path: Option<&Path>, run: &Run<'_>, games: &[Read]) -> Result<Searches, Failure> {
    let Some(path) = path else { return Ok(Searches::default()) };
    let good = |read: &Read| Some((read.source(), read.played.as_ref().ok()?.end.clone()));
    let ends: HashMap<Source, Position> = games.iter().filter_map(good).collect();
    Searches::open(path, run, |key| {
        let (end, ply) = (ends.get(&key.line)?, key.ply?);
        (ply <= end.plies()).then(|| end.after_plies(ply))
    })
}

/// What a game is reviewed with.
struct Work<'a> {
    engine: &'a mut dyn Engine,
    limits: &'a Limits<Mv>,
    searches: &'a mut Searches,
    stop: &'a Stop,
}

/// Says what is reviewed, and with what.
fn announce(end: &Position, config: &Config) {
    note(&format!(
        "{}: {}, {}, {}",
        end.facts().name,
        format::count(end.plies(), "move"),
        format::count(config.threads, "thread"),
        crate::output::words::table(config),
    ));
}

/// Reviews the game of this line, with a bar on the terminal.
fn one(
    work: Work<'_>,
    line: Option<Source>,
    end: &Position,
) -> Result<plyglot_play::review::Review, Failure> {
    let Work { engine, limits, searches, stop } = work;
    let bar = progress::bar_between_rows("positions", "about {eta} left");
    let _watch = stop.watch(engine.handle());
    let search = |ply: usize, at: &Position, also: Option<Mv>| {
        let key = Key { line: line.unwrap_or(NO_FILE), ply: Some(ply) };
        if let Some(report) = searches.take(key) {
            return Ok(report);
        }
        let report = engine.run(&Ask::new(at, &Limits { also, ..limits.clone() }))?;
        // What an interrupt has cut short is searched again by the run that continues.
        if !stop.is_raised() {
            searches.note(key, &report)?;
        }
        Ok::<_, Failure>(report)
    };
    let reviewed = review_with(end, stop, search, |progress| {
        bar.set_length(progress.of as u64);
        bar.set_position(progress.done as u64);
    });
    bar.finish_and_clear();
    reviewed
}
