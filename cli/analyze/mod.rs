//! `analyze`, and the search of `solve`: one position, shown live, or a file of them ([`batch`]).

mod args;
pub(crate) mod batch;
mod csv;
mod objects;
mod proof;
mod tables;
mod tally;
mod text;
mod view;
mod views;

use plyglot_open::catalogue::Catalogue;
use plyglot_open::{Limits, Mv, News, Open, Position};
use plyglot_wire::proven;

use crate::analyze::batch::File;
use crate::args::{Search, Source};
use crate::errors::{ExitStatus, Failure, note};
use crate::output::json::with_error_object;
use crate::output::live;
use crate::output::study::OutputFormat;
use crate::{input, signals};

pub(crate) use args::AnalyzeArgs;

/// Analyses what `args` say.
pub(crate) fn run(catalogue: &Catalogue, args: AnalyzeArgs) -> Result<ExitStatus, Failure> {
    search(catalogue, &args.search.into_search(false)?)
}

/// Does what `search` says.
pub(crate) fn search(catalogue: &Catalogue, search: &Search) -> Result<ExitStatus, Failure> {
    let is_json = search.format == OutputFormat::Json;
    with_error_object(searched(catalogue, search), is_json, &search.game)
}

fn searched(catalogue: &Catalogue, search: &Search) -> Result<ExitStatus, Failure> {
    let game = search.options.open(catalogue, &search.game)?;
    match &search.source {
        Source::File { path, spread, journal, shard, part } => {
            let (spread, journal) = (*spread, journal.as_deref());
            let file = File { path, spread, journal, shard: *shard, part: part.as_deref() };
            batch::run(search, &file, &*game)
        }
        Source::Position { start, root_moves } => {
            let (position, before) = start.and_before(&game.start()?)?;
            let root_moves = root_moves.as_deref();
            let root_moves =
                root_moves.map(|list| input::root_moves(&position, list)).transpose()?;
            let limits = search.limits(root_moves.unwrap_or_default());
            one(search, &*game, (&position, before.as_ref()), &limits)
        }
    }
}

/// Searches one position.
fn one(
    search: &Search,
    game: &dyn Open,
    (position, before): (&Position, Option<&Position>),
    limits: &Limits<Mv>,
) -> Result<ExitStatus, Failure> {
    if let Some(path) = &search.save {
        tables::check(path)?;
    }
    let stop = signals::listen();
    let mut view = views::view(search, game.facts());
    // Before the engine, whose table may take seconds.
    view.search_begins(position, before, limits)?;
    let engine = game.engine(&search.config, None)?;
    if let Some(path) = &search.load {
        tables::load(path, game, engine.table())?;
    }
    let limited = !search.limits.is_unlimited();
    if search.solve
        && let Some(warning) = proof::warning(position, limited)?
    {
        note(&warning);
    }
    let mut proven = proven::known(position, limits)?;
    let _watch = stop.watch(engine.handle());
    let show = &mut |news: &News| match news {
        News::Tick(_) if stop.is_raised() => Ok(()),
        news => {
            if let News::Progress(progress) = news {
                proven::learn(&mut proven, &progress.line);
            }
            view.news(position, news)
        }
    };
    let (mut engine, report) = live::search(engine, position, limits, show)?;
    // Before an estimate mixes its entries with those of the solve, which would cost the one that resumes it.
    let saved = search.save.as_ref().map(|path| tables::save(path, game, engine.table()));
    let report = proof::or_estimate(&mut *engine, position, limits, report)?;
    view.search_ended(position, &report, proven)?;
    view.flush()?;
    saved.transpose()?;
    if let Some(few) = tables::few_huge_pages(engine.table()) {
        note(&few);
    }
    let solved = report.verdict.is_exact();
    Ok(if search.solve && !solved { ExitStatus::Problems } else { ExitStatus::Success })
}
