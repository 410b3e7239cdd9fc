//! `train`: weights for a game's evaluation, from its own games.

mod args;
mod show;

use std::io;
use std::time::Instant;

use plyglot_open::catalogue::Catalogue;
use plyglot_play::train::object::{RoundEnded, Summary};
use plyglot_play::train::{Also, Continued, Event, Training, left_out};
use plyglot_report::train::TrainedGame;
use plyglot_wire::{beside, object};
use serde_json::json;

use crate::errors::{ExitStatus, Failure, note};
use crate::format;
use crate::journal::note_skipped;
use crate::journal::origin;
use crate::output::{Output, json as objects, progress};
use crate::signals;

pub(crate) use args::TrainArgs;

/// What is said of a net that cannot stand alone.
const ALONE: &str = "--alone is for nets, and patterns are trained here: --net trains a net";

/// What is said where there is nothing to learn from.
const NO_GAMES: &str = "--games 0 plays nothing: --also FILE gives games to learn from";

/// Trains as `args` say.
pub(crate) fn run(catalogue: &Catalogue, args: &TrainArgs) -> Result<ExitStatus, Failure> {
    objects::with_error_object(trained(catalogue, args), args.json, &args.game)
}

fn trained(catalogue: &Catalogue, args: &TrainArgs) -> Result<ExitStatus, Failure> {
    let begun = Instant::now();
    let game = catalogue.open(&args.game)?;
    let path = &args.output()?;
    for path in [path].into_iter().chain(&args.html) {
        beside::check(path)
            .map_err(|error| Failure::NotWritten { path: path.display().to_string(), error })?;
    }
    let asked = args.asked();
    if asked.games == Some(0) && asked.also.is_empty() {
        return Err(Failure::Usage(NO_GAMES.into()));
    }
    let also = &Also::read(&*game, &asked.also)?;
    for (path, skipped) in &also.skipped {
        note_skipped(path, skipped);
    }
    let training = Training {
        game: &*game,
        kind: asked.kind(&*game).ok_or_else(|| Failure::Usage(ALONE.into()))?,
        plan: asked.plan(),
        first: asked.first.as_deref(),
        also,
        output: path,
        deadline: args.playing().map(|time| begun + time),
        threads: args.threads(),
        gate: asked.gate,
        checked: args.check,
        command: &|plan| asked.command(catalogue.program().name, plan),
    };
    training.check_game()?;
    let continued = continued(&training, args)?;
    let stop = signals::listen();
    let mut screen = Screen::new(&game.facts().name, args.json);
    let unit = show::Unit::of(game.facts());
    let finished = training.run(continued, &stop, |event| screen.show(&event, &unit));
    screen.end();
    let finished = finished?;
    let mut output = Output::new();
    if args.json {
        let summary = Summary::new(&game.facts().name, &finished, path, begun.elapsed());
        output.object(object("training", &summary))?;
    } else {
        for line in show::finished_text(&finished, &unit, path, begun.elapsed()) {
            output.line(line)?;
        }
        if !finished.phases.is_empty() && !finished.stopped {
            output.line(show::next(catalogue.program().name, &args.game, path))?;
        }
    }
    output.flush()?;
    if let Some(page) = &args.html {
        let origin = origin::facts(&origin::now());
        let command = asked.command(catalogue.program().name, &finished.plan);
        let page_of = TrainedGame {
            game: &game.facts().name,
            unit: unit.of_page(),
            command,
            origin,
            finished: &finished,
        };
        plyglot_report::train::write(page, &page_of)?;
    }
    if !finished.stopped {
        return Ok(ExitStatus::Success);
    }
    let how = match &args.journal {
        Some(_) => "the same command continues",
        None => "with --journal FILE a training can be continued",
    };
    let rounds = format::count(finished.plan.rounds.len(), "round");
    note(&format!("interrupted after {rounds}: {how}"));
    Ok(ExitStatus::Interrupted)
}

/// The journal, where one is asked for.
fn continued(training: &Training<'_>, args: &TrainArgs) -> Result<Option<Continued>, Failure> {
    let Some(path) = &args.journal else { return Ok(None) };
    let continued = training.continued(path, &json!(origin::now()))?;
    note_skipped(path, &continued.skipped);
    if continued.games() > 0 {
        let games = format::count(continued.games(), "game");
        note(&format!("{}: {games} of this training", path.display()));
    }
    Ok(Some(continued))
}

/// Where a training is shown as it goes on.
struct Screen<'a> {
    name: &'a str,
    json: bool,
    bar: indicatif::ProgressBar,
    output: Output,
}

impl<'a> Screen<'a> {
    fn new(name: &'a str, json: bool) -> Screen<'a> {
        let bar = progress::bar("games", "about {eta} left {msg}");
        Screen { name, json, bar, output: Output::new() }
    }

    fn show(&mut self, event: &Event<'_>, unit: &show::Unit) -> io::Result<()> {
        match event {
            Event::Begins { round, plan } => {
                self.bar.reset();
                self.bar.set_length(u64::from(plan.games));
                self.bar.set_message(format!("; round {}", round + 1));
            }
            Event::Played { games, .. } => self.bar.set_position(u64::from(*games)),
            Event::Meets { games, of } => {
                let message = format!("; {games} of {of} games against the weights of before");
                self.bar.set_message(message);
            }
            Event::Tries { selectivity, games, of } => {
                let what = left_out(**selectivity, unit.of_page());
                let message = format!("; leaving out {what}: {games} of {of} games");
                self.bar.set_message(message);
            }
            Event::Fits { what } => self.bar.set_message(format!("; fitting {what}")),
            Event::Checks => self.bar.set_message("; checking by deeper searches"),
            Event::Ends { round, phases, gate } if self.json => {
                let ended = RoundEnded {
                    game: self.name,
                    round: round + 1,
                    phases,
                    gate: gate.map(Into::into),
                };
                self.output.live_object(object("training_round", &ended))?;
            }
            Event::Ends { round, phases, gate } => {
                let line = show::round_text(*round, phases, *gate, unit);
                self.bar.suspend(|| note(&line));
            }
        }
        Ok(())
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
