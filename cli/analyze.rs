//! `analyze` and `solve`: one search, shown live, or a file of them.

use std::collections::HashMap;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use plyglot_journal::halt::Halt;
use plyglot_open::catalogue::Catalogue;
use plyglot_open::{Engine, Limits, Mv, Open, Position, Report};
use plyglot_search::{Bound, Schedule};

use crate::args::{Search, Source, open};
use crate::errors::{Failure, Verdict};
use crate::json::About;
use crate::live::Event;
use crate::output::{Output, with_failure_as_json};
use crate::render::Live;
use crate::{batch, input, json, live, render, signals};

/// Does what `search` says.
pub(crate) fn run(catalogue: &Catalogue, search: &Search) -> Result<Verdict, Failure> {
    with_failure_as_json(searched(catalogue, search), search.json, &search.game)
}

fn searched(catalogue: &Catalogue, search: &Search) -> Result<Verdict, Failure> {
    let game = open(catalogue, &search.game, &search.options)?;
    match &search.source {
        Source::File { path, spread } => batch::run(search, path, *spread, &*game),
        Source::Place { place, root_moves } => {
            let position = input::position(&game.start()?, place)?;
            let root_moves = root_moves.as_deref();
            let root_moves =
                root_moves.map(|list| input::root_moves(&position, list)).transpose()?;
            one(search, &*game, &position, &search.limits(root_moves.unwrap_or_default()))
        }
    }
}

/// Searches one position.
fn one(
    search: &Search,
    game: &dyn Open,
    position: &Position,
    limits: &Limits<Mv>,
) -> Result<Verdict, Failure> {
    let mut engine = game.engine(&search.config, None)?;
    let halt = signals::listen();
    halt.stops(engine.handle());
    let mut output = Output::new();
    let report = if search.json {
        let (game, text, turn) = (&game.facts().name, position.text()?, search.turn());
        let about = About { game, position: &text, source_line: None, turn };
        let report = live::search(&mut *engine, position, limits, &mut |event| match event {
            Event::Progress(progress) => {
                let info = json::info(about, position, progress, search.config.threads)?;
                Ok(output.live_line(json::text(&info))?)
            }
            Event::Tick => Ok(()),
        })?;
        let result = json::result(about, position, &report, search.lines > 1, None)?;
        output.line(json::text(&result))?;
        report
    } else {
        output.live_line(render::head(position, &search.config, limits)?)?;
        let report = for_people(&mut *engine, position, limits, &mut output, &halt)?;
        output.line(render::result(position, &report, search.solve, search.turn())?)?;
        report
    };
    output.finish()?;
    let solved = report.verdict.proven && report.verdict.bound == Bound::Exact;
    Ok(if search.solve && !solved { Verdict::Blemished } else { Verdict::Fine })
}

/// Searches and prints a row for whatever is new.
fn for_people(
    engine: &mut dyn Engine,
    position: &Position,
    limits: &Limits<Mv>,
    output: &mut Output,
    halt: &Halt,
) -> Result<Report<Mv>, Failure> {
    let virtually = engine.config().schedule != Schedule::Real;
    let table = Live::new(limits.lines > 1, virtually, output.width());
    let begin = Instant::now();
    // Draws only where standard error is a terminal.
    let waiting = ProgressStyle::with_template("{msg}");
    let spinner = match waiting {
        Ok(style) => ProgressBar::new_spinner().with_style(style),
        Err(_) => ProgressBar::hidden(),
    };
    // The last row of each rank: a driver of windows may confirm the same thing several times.
    let mut shown = HashMap::new();
    let mut headed = false;
    let mut show = |event: Event<'_>| -> Result<(), Failure> {
        match event {
            Event::Progress(progress) if shown.get(&progress.line.rank) == Some(&progress.line) => {
                Ok(())
            }
            Event::Progress(progress) => spinner.suspend(|| {
                if !headed {
                    output.line(table.header())?;
                    headed = true;
                }
                shown.insert(progress.line.rank, progress.line.clone());
                Ok(output.live_line(table.row(position, progress)?)?)
            }),
            Event::Tick if halt.is_raised() => Ok(()),
            Event::Tick => {
                spinner.set_message(render::waiting(begin.elapsed()));
                spinner.tick();
                Ok(())
            }
        }
    };
    let report = live::search(engine, position, limits, &mut show);
    spinner.finish_and_clear();
    if headed {
        output.line("")?;
    }
    report
}
