//! `tune`: numbers that play better, by games or by searches.

mod args;
mod show;

use std::io;
use std::path::Path;

use indicatif::ProgressBar;
use plyglot_bench::scaling::Origin;
use plyglot_open::Open;
use plyglot_open::catalogue::Catalogue;
use plyglot_play::tune::{Continued, Event, Finished, Prediction, Tuning};
use plyglot_report::tune::TunedGame;
use plyglot_wire::beside;
use serde_json::json;

use crate::errors::{ExitStatus, Failure, note};
use crate::format;
use crate::journal::note_skipped;
use crate::journal::origin;
use crate::output::{Output, json as objects, progress};
use crate::signals;

pub(crate) use args::TuneArgs;

/// Tunes as `args` say.
pub(crate) fn run(catalogue: &Catalogue, args: &TuneArgs) -> Result<ExitStatus, Failure> {
    let done = catalogue
        .open(&args.game)
        .map_err(Failure::from)
        .and_then(|game| if args.probcut { predicted(&*game, args) } else { tuned(&*game, args) });
    objects::with_error_object(done, args.json, &args.game)
}

fn tuned(game: &dyn Open, args: &TuneArgs) -> Result<ExitStatus, Failure> {
    if let Some(path) = &args.html {
        beside::check(path).map_err(|error| not_written(path, error))?;
    }
    let tuning = Tuning {
        game,
        numbers: args.numbers(game)?,
        player: args.player.spec("--player", game)?,
        pairs: args.pairs,
        confirm: args.confirm,
        seed: args.seed,
        jobs: args.jobs(),
    };
    tuning.check()?;
    let origin = origin::now();
    let continued = continued(&tuning, args, &origin)?;
    let stop = signals::listen();
    if !args.json {
        note(&show::announced(&tuning));
    }
    let mut screen = Screen::new(&tuning, args.json);
    let finished = tuning.run(continued, &stop, |event| screen.show(&event));
    screen.bar.finish_and_clear();
    let finished = finished?;
    let mut output = Output::new();
    if args.json {
        output.object(show::finished_json(&tuning, &finished))?;
    } else {
        for line in show::finished_text(&finished) {
            output.line(line)?;
        }
    }
    output.flush()?;
    if let Some(path) = &args.html {
        plyglot_report::tune::write(path, &page(&tuning, &finished, &origin))?;
    }
    if !finished.stopped {
        return Ok(ExitStatus::Success);
    }
    let how = match &args.journal {
        Some(_) => "the same command continues",
        None => "with --journal FILE a tuning can be continued",
    };
    note(&format!("interrupted after {}: {how}", format::count(finished.pairs, "pair")));
    Ok(ExitStatus::Interrupted)
}

fn predicted(game: &dyn Open, args: &TuneArgs) -> Result<ExitStatus, Failure> {
    let prediction = Prediction {
        game,
        positions: args.positions,
        deepest: args.depth,
        seed: args.seed,
        threads: args.jobs(),
    };
    let stop = signals::listen();
    let bar = progress::bar("positions", "about {eta} left");
    let found = prediction.run(&stop, |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let found = found?;
    let mut output = Output::new();
    if args.json {
        output.object(show::found_json(game.facts(), &found))?;
    } else {
        for line in show::found_text(game.facts(), &found) {
            output.line(line)?;
        }
    }
    output.flush()?;
    if !found.stopped {
        return Ok(ExitStatus::Success);
    }
    let positions = format::count(found.positions, "position");
    note(&format!("interrupted, the figures are of {positions}"));
    Ok(ExitStatus::Interrupted)
}

/// The journal, where one is asked for.
fn continued(
    tuning: &Tuning<'_>,
    args: &TuneArgs,
    origin: &Origin,
) -> Result<Option<Continued>, Failure> {
    let Some(path) = &args.journal else { return Ok(None) };
    let continued = tuning.continued(path, &json!(origin))?;
    note_skipped(path, &continued.skipped);
    if continued.pairs() > 0 {
        let pairs = format::count(continued.pairs(), "pair");
        note(&format!("{}: {pairs} of this tuning", path.display()));
    }
    Ok(Some(continued))
}

fn not_written(path: &Path, error: io::Error) -> Failure {
    Failure::NotWritten { path: path.display().to_string(), error }
}

/// The page.
fn page<'a>(tuning: &'a Tuning<'_>, finished: &'a Finished, origin: &Origin) -> TunedGame<'a> {
    TunedGame {
        game: &tuning.game.facts().name,
        about: show::announced(tuning),
        origin: origin::facts(origin),
        finished,
    }
}

/// Where a tuning is shown as it goes on.
struct Screen<'a> {
    tuning: &'a Tuning<'a>,
    json: bool,
    bar: ProgressBar,
    output: Output,
}

impl<'a> Screen<'a> {
    fn new(tuning: &'a Tuning<'a>, json: bool) -> Screen<'a> {
        let bar = progress::bar("pairs", "about {eta} left {msg}");
        bar.set_length(tuning.pairs as u64);
        Screen { tuning, json, bar, output: Output::new() }
    }

    fn show(&mut self, event: &Event<'_>) -> io::Result<()> {
        match event {
            Event::Pair { played, .. } => self.bar.set_position(*played as u64),
            Event::Step { played, now } => {
                self.bar.set_message(format!("; {}", show::values(&self.tuning.numbers, now)));
                if self.json {
                    self.output.live_object(show::step_json(self.tuning, *played, now))?;
                }
            }
            Event::Confirms { standing } => {
                self.bar.set_length(self.tuning.confirm as u64);
                self.bar.set_position(standing.games());
                self.bar.set_message("; games to confirm it");
            }
        }
        Ok(())
    }
}
