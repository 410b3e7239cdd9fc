//! `bench ablation`: what each heuristic of the engine and each hook of a game is worth.
//!
//! Measures what is asked for ([`measure`]), and shows what follows: a table for people ([`text`]), JSON ([`json`]),
//! CSV, a report.

mod args;
mod json;
mod measure;
mod text;

use std::error::Error;

use plyglot_bench::ablation::{Row, Study, Variant, rows, variants, write_rows};
use plyglot_bench::scaling::Origin;
use plyglot_open::Open;
use plyglot_open::catalogue::Catalogue;
use plyglot_report::ablation::Ablation;

use crate::bench::report;
use crate::errors::{ExitStatus, Failure, note};
use crate::format;
use crate::journal::origin;
use crate::output::json as objects;
use crate::output::study::{self, OutputFormat, StudyView};

pub(crate) use args::AblationArgs;

/// Measures what `args` say.
pub(crate) fn run(catalogue: &Catalogue, args: &AblationArgs) -> Result<ExitStatus, Failure> {
    objects::with_error_object(measured(catalogue, args), args.json, &args.game)
}

fn measured(catalogue: &Catalogue, args: &AblationArgs) -> Result<ExitStatus, Failure> {
    let game = args.options.open(catalogue, &args.game)?;
    let variants = chosen(&*game, &args.only)?;
    report::prepare(args.report.as_ref())?;
    let origin = origin::now();
    let measured = measure::run(args, &*game, variants, &origin)?;
    let study = &measured.study;
    let rows = rows(study);
    let view = AblationView { game: &game.facts().name, study, rows: &rows, origin: &origin };
    study::print(&view, OutputFormat::of(args.json, args.csv))?;
    if let Some(dir) = &args.report {
        plyglot_report::ablation::write(dir, &page(&view))?;
        report::written(dir);
    }
    if measured.stopped {
        note(&interrupted(args, study));
        return Ok(ExitStatus::Interrupted);
    }
    Ok(status(&rows))
}

/// The variants that are asked for, in the order of the game's options.
fn chosen(game: &dyn Open, only: &[String]) -> Result<Vec<Variant>, Failure> {
    let mut all = variants(game);
    let names: Vec<String> = all.iter().map(|variant| variant.name.clone()).collect();
    let is_known = |name: &&String| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    if let Some(unknown) = only.iter().find(|name| !is_known(name)) {
        let names = names.join(", ");
        let message = format!("--only: unknown variant {unknown:?}; expected one of {names}");
        return Err(Failure::Usage(message));
    }
    if !only.is_empty() {
        all.retain(|variant| only.iter().any(|name| name.eq_ignore_ascii_case(&variant.name)));
    }
    Ok(all)
}

/// What was measured and what follows from it.
struct AblationView<'a> {
    game: &'a str,
    study: &'a Study,
    rows: &'a [Row],
    origin: &'a Origin,
}

impl StudyView for AblationView<'_> {
    fn text(&self, width: Option<usize>) -> Vec<String> {
        text::of(self, width)
    }

    fn json(&self) -> Vec<String> {
        json::of(self)
    }

    fn csv(&self, out: &mut Vec<u8>) -> Result<(), Box<dyn Error>> {
        Ok(write_rows(self.rows, out)?)
    }
}

fn page<'a>(view: &AblationView<'a>) -> Ablation<'a> {
    let (origin, design) = (view.origin, &view.study.design);
    let matches = match design.games {
        0 => "none".into(),
        games => {
            format!("{games} games each, {} nodes a move", format::grouped(design.match_nodes))
        }
    };
    let study = [
        ("Matches", matches),
        ("Seed", design.seed.to_string()),
        ("Table", format!("{} for each engine of one thread", format::bytes(design.hash_bytes))),
    ];
    Ablation {
        game: view.game,
        about: text::about(view),
        origin: origin::facts(origin).into_iter().chain(study).collect(),
        study: view.study,
    }
}

/// What to do after an interrupt.
fn interrupted(args: &AblationArgs, study: &Study) -> String {
    let how = match &args.journal {
        Some(_) => "the same command continues",
        None => "with --journal FILE an ablation can be continued",
    };
    let games: usize = study.games.values().map(|games| games.len()).sum();
    let searches = match study.searches() {
        1 => "1 search".into(),
        searches => format!("{} searches", format::grouped(searches as u64)),
    };
    format!(
        "interrupted, the figures are of {searches} and {}: {how}",
        format::count(games, "game")
    )
}

/// Games that were lost by a fault are a problem: neither player should have any.
fn status(rows: &[Row]) -> ExitStatus {
    let faults = |row: &&Row| row.games.is_some_and(|games| games.faults > 0);
    match rows.iter().find(faults) {
        Some(row) => {
            let faults = row.games.map_or(0, |games| games.faults) as usize;
            let faults = format::count(faults, "game");
            note(&format!("{}: {faults} lost by a fault of a player", row.variant.title()));
            ExitStatus::Problems
        }
        None => ExitStatus::Success,
    }
}
