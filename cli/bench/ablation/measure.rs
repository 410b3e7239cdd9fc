//! Measuring: the places, then searches and games, with a progress bar and a journal.

use plyglot_bench::ablation::{Continued, Places, Run, Study, Variant, run_study};
use plyglot_bench::scaling::{Machine, Origin};
use plyglot_open::Open;
use plyglot_play::matches::stats::Pairs;
use plyglot_wire::journal::Journal;
use serde_json::json;

use crate::bench::ablation::AblationArgs;
use crate::errors::{Failure, note};
use crate::format;
use crate::journal::note_skipped;
use crate::output::{progress, words};
use crate::signals;

/// What was measured.
pub(super) struct Measured {
    pub(super) study: Study,
    /// True if the user stopped it.
    pub(super) stopped: bool,
}

/// Measures the variants.
pub(super) fn run(
    args: &AblationArgs,
    game: &dyn Open,
    variants: Vec<Variant>,
    origin: &Origin,
) -> Result<Measured, Failure> {
    let design = args.design();
    words::announce_table(design.hash_bytes);
    let stop = signals::listen();
    let bar = progress::bar("openings and positions", "about {eta} left");
    let places = Places::find(game, &design, &stop, |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let (places, study) = (places?, |places| Study::new(design, variants, places));
    if stop.is_raised() {
        // The journal's searches are of all places.
        return Ok(Measured { study: study(places), stopped: true });
    }
    let (mut journal, study) = begun(args, game, study(places), origin)?;
    note_short(&study);
    let bar = progress::bar("searches and games", "about {eta} left {msg}");
    let jobs = args.jobs.unwrap_or_else(num_cpus::get);
    let run = Run { journal: journal.as_mut(), jobs, stop: stop.clone() };
    let study = run_study(game, study, run, |progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(live(progress.variant, progress.pairs));
    });
    bar.finish_and_clear();
    let study = study?;
    let stopped = stop.is_raised() && !study.is_complete();
    Ok(Measured { study, stopped })
}

/// What is worked on, on a line of its own.
fn live(variant: &str, pairs: Option<Pairs>) -> String {
    let elo = pairs.filter(|pairs| pairs.count() > 0).and_then(|pairs| {
        let elo = pairs.elo()?;
        let value = elo.value.map_or_else(|| "infinite".into(), |value| format!("{value:+.0}"));
        let error = elo.error().map_or_else(String::new, |error| format!(" \u{b1} {error:.0}"));
        let games = format::count(2 * pairs.count() as usize, "game");
        Some(format!(": Elo {value}{error} after {games}"))
    });
    format!("\n{variant}{}", elo.unwrap_or_default())
}

/// The journal, where one is asked for, and the study with what the journal has of it already.
fn begun(
    args: &AblationArgs,
    game: &dyn Open,
    study: Study,
    origin: &Origin,
) -> Result<(Option<Journal>, Study), Failure> {
    let Some(path) = &args.journal else { return Ok((None, study)) };
    // How much memory there is differs a little from one start of a machine to the next.
    let machine = Machine { memory_bytes: 0, ..origin.machine.clone() };
    let continued = study.continued(path, game, &json!(origin), &json!(machine))?;
    let Continued { journal, study, skipped } = continued;
    note_skipped(path, &skipped);
    Ok((Some(journal), study))
}

/// Says where the game has fewer positions than were asked for.
fn note_short(study: &Study) {
    let (found, asked) = (study.places.positions.len(), study.design.positions);
    if found < asked {
        let found = format::count(found, "position");
        note(&format!("the game has only {found} of the {asked} that were asked for"));
    }
    let (games, asked) = (2 * study.places.openings.len(), study.design.games);
    if games < asked {
        let games = format::count(games, "game");
        note(&format!("there are openings for {games} of the {asked} of each match"));
    }
}
