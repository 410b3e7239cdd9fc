//! `analyze` and `solve`: one search, shown live, or a file of them.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use plyglot_games::catalogue::{Catalogue, Setup, Visitor};
use plyglot_search::{Bound, Describe, Engine, Knowledge, Limits, Report, Schedule};

use crate::args::{Search, Source};
use crate::errors::{Failure, Verdict};
use crate::json::About;
use crate::live::Event;
use crate::output::{Output, with_failure_as_json};
use crate::render::Live;
use crate::signals::Interrupt;
use crate::{batch, input, json, live, render};

/// Does what `search` says.
pub(crate) fn run<C: Catalogue>(catalogue: &C, search: Search) -> Result<Verdict, Failure> {
    let visited = catalogue.with(&search.game, Task { search: &search });
    let outcome = visited.map_err(Failure::from).and_then(|outcome| outcome);
    with_failure_as_json(outcome, search.json, &search.game)
}

struct Task<'a> {
    search: &'a Search,
}

impl Visitor for Task<'_> {
    type Output = Result<Verdict, Failure>;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output {
        match &self.search.source {
            Source::File { path, spread } => batch::run(self.search, path, *spread, &setup),
            Source::Place { place, root_moves } => {
                let game = input::position(&setup.start, place)?;
                let root_moves = root_moves.as_deref();
                let root_moves =
                    root_moves.map(|list| input::root_moves(&game, list)).transpose()?;
                let limits = self.search.limits(root_moves.unwrap_or_default());
                one(self.search, &setup.name, &game, setup.knowledge, &limits)
            }
        }
    }
}

/// Searches one position.
fn one<G: Describe, K: Knowledge<G>>(
    search: &Search,
    name: &str,
    game: &G,
    knowledge: K,
    limits: &Limits<G::Move>,
) -> Result<Verdict, Failure> {
    let mut engine = Engine::new(&search.config, knowledge)?;
    let interrupt = Interrupt::listen();
    interrupt.stops(engine.stopper());
    let mut output = Output::new();
    let report = if search.json {
        let position = game.text();
        let turn = search.turn();
        let about = About { game: name, position: &position, source_line: None, turn };
        let report = live::search(&mut engine, game, &[], limits, &mut |event| match event {
            Event::Progress(progress) => {
                let info = json::info(about, game, progress, search.config.threads);
                output.live_line(json::text(&info))
            }
            Event::Tick => Ok(()),
        })?;
        let result = json::result(about, game, &report, search.lines > 1, None);
        output.line(json::text(&result))?;
        report
    } else {
        output.live_line(render::head(name, game, &search.config, limits))?;
        let report = for_people(&mut engine, game, limits, &mut output, &interrupt)?;
        output.line(render::result(game, &report, search.solve, search.turn()))?;
        report
    };
    output.finish()?;
    let solved = report.verdict.proven && report.verdict.bound == Bound::Exact;
    Ok(if search.solve && !solved { Verdict::Blemished } else { Verdict::Fine })
}

/// Searches and prints a row for whatever is new.
fn for_people<G: Describe, K: Knowledge<G>>(
    engine: &mut Engine<G, K>,
    game: &G,
    limits: &Limits<G::Move>,
    output: &mut Output,
    interrupt: &Arc<Interrupt>,
) -> Result<Report<G::Move>, Failure> {
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
    let mut show = |event: Event<'_, G::Move>| -> io::Result<()> {
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
                output.live_line(table.row(game, progress))
            }),
            Event::Tick if interrupt.happened() => Ok(()),
            Event::Tick => {
                spinner.set_message(render::waiting(begin.elapsed()));
                spinner.tick();
                Ok(())
            }
        }
    };
    let report = live::search(engine, game, &[], limits, &mut show);
    spinner.finish_and_clear();
    if headed {
        output.line("")?;
    }
    report
}
