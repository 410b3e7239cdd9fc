//! Measuring: the ceiling, then the searches, with a progress bar, and a journal that records what was
//! measured if it ends early.

use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::HumanDuration;
use plyglot_bench::scaling::{
    self, CeilingPlan, Continued, Design, EngineLab, JournalRecord, Lab, Run, Study, StudyError,
    play_study, run_study,
};
use plyglot_open::{Open, Position, Stop};
use plyglot_search::Config;
use plyglot_wire::journal::{Journal, JournalError};

use crate::bench::scaling::{ScalingArgs, text};
use crate::errors::{Failure, note};
use crate::journal::note_skipped;
use crate::journal::origin;
use crate::output::{progress, words};
use crate::{format, signals};

/// What was measured.
pub(super) struct Measured {
    pub(super) study: Study,
    /// If the user stopped it: what is recorded, and how to continue.
    pub(super) interrupted: Option<String>,
}

/// Measures what a design says.
pub(super) fn run(
    args: &ScalingArgs,
    design: Design,
    game: &dyn Open,
) -> Result<Measured, Failure> {
    // Before anything runs that would count.
    let load = if design.clock.is_virtual() { None } else { scaling::others() };
    check_engine(&design, game)?;
    let stop = signals::listen();
    let lab = EngineLab::new(&design, game, &stop)?;
    let (mut journal, mut study) = begun(args, Study::new(design, origin::now()), &lab)?;
    if let Some(load) = load {
        study.load = Some(study.load.map_or(load, |before: f64| before.max(load)));
        journal.as_mut().map_or(Ok(()), |journal| journal.note(&JournalRecord::Load(load)))?;
    }
    let wants_ceiling = !study.design.clock.is_virtual() && !args.no_ceiling;
    if wants_ceiling && study.ceiling.is_empty() {
        measure_ceiling(&mut study, game, &stop)?;
        for entry in ceiling_entries(&study) {
            journal.as_mut().map_or(Ok(()), |journal| journal.note(&entry))?;
        }
    }
    if let Some(why) = study.disturbance() {
        note(&format!("other work runs on this machine ({why}): no verdict will be given"));
    }
    let bar = progress::bar("searches", "{msg}");
    let jobs = args.jobs.unwrap_or_else(num_cpus::get);
    let run = Run { journal: journal.as_mut(), jobs, stop: stop.clone() };
    let study = run_study(&lab, study, run, |progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(match progress.seconds_left {
            Some(seconds) => format!("about {:#} left", HumanDuration(whole_seconds(seconds))),
            None => "measuring the first".into(),
        });
    });
    bar.finish_and_clear();
    let study = study?;
    journal.as_mut().map_or(Ok(()), Journal::sync).map_err(StudyError::Journal)?;
    let run = Run { journal: journal.as_mut(), jobs, stop: stop.clone() };
    let study = played(game, study, run)?;
    let interrupted = stop.is_raised().then(|| record(args, &study, &lab)).transpose()?;
    Ok(Measured { study, interrupted })
}

/// Plays the games that the study asks for.
fn played(game: &dyn Open, study: Study, run: Run<'_>) -> Result<Study, Failure> {
    if study.design.play.is_none() {
        return Ok(study);
    }
    let bar = progress::bar("games", "about {eta} left \n{msg}");
    let study = play_study(game, study, run, |progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(text::live(&progress));
    });
    bar.finish_and_clear();
    Ok(study?)
}

/// The journal, where one is asked for, and the study with what the journal has of it already.
fn begun(
    args: &ScalingArgs,
    study: Study,
    lab: &dyn Lab,
) -> Result<(Option<Journal>, Study), Failure> {
    let Some(path) = &args.journal else { return Ok((None, study)) };
    let Continued { journal, study, skipped } = study.continued(path, lab)?;
    note_skipped(path, &skipped);
    Ok((Some(journal), study))
}

/// Makes the largest engine of the design once, so that too little memory is one error and not one for
/// each search.
fn check_engine(design: &Design, game: &dyn Open) -> Result<(), Failure> {
    let config = Config {
        threads: design.ways().map(|(_, threads)| threads).max().unwrap_or(1),
        hash_bytes: design.hash_bytes,
        schedule: design.clock.schedule(),
        ..Config::default()
    };
    words::announce_table(config.hash_bytes);
    game.engine(&config, None)?;
    Ok(())
}

/// Throughput for as many threads as there are processors for, and look-ups in a table like the
/// engine's and in one far larger than the caches. A part that is interrupted is discarded.
fn measure_ceiling(study: &mut Study, game: &dyn Open, stop: &Stop) -> Result<(), Failure> {
    const LARGE: usize = 16;
    let design = &study.design;
    let usable = study.origin.machine.usable;
    let counts = design.ways().map(|(_, threads)| threads.min(usable));
    let plan = CeilingPlan {
        threads: counts.collect(),
        hash_bytes: design.hash_bytes,
        probe_bytes: vec![design.hash_bytes, design.hash_bytes.saturating_mul(LARGE)],
        seed: design.seed,
        ..CeilingPlan::default()
    };
    let read = |text: &str| game.parse(text).ok();
    let positions: Vec<Position> =
        design.positions.iter().filter_map(|at| read(&at.text)).collect();
    let bar = progress::bar("measurements of the machine", "about {eta} left");
    let progress = |done: usize, total: usize| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let ceiling = plan.throughput(game, &positions, design.goal, stop, progress);
    let probes = plan.probes(stop, progress);
    bar.finish_and_clear();
    if !stop.is_raised() {
        (study.ceiling, study.probes) = (ceiling?, probes?);
    }
    Ok(())
}

fn ceiling_entries(study: &Study) -> Vec<JournalRecord> {
    if study.ceiling.is_empty() {
        return Vec::new();
    }
    vec![JournalRecord::Ceiling(study.ceiling.clone()), JournalRecord::Probes(study.probes.clone())]
}

/// Records what an interrupted study has measured, and says where.
fn record(args: &ScalingArgs, study: &Study, lab: &dyn Lab) -> Result<String, Failure> {
    let searches = match study.samples.len() {
        1 => "1 search".into(),
        done => format!("{} searches", format::grouped(done as u64)),
    };
    let done = match study.games.len() {
        0 => searches,
        games => format!("{searches} and {}", format::count(games, "game")),
    };
    let path = match &args.journal {
        Some(path) => path.clone(),
        None if study.samples.is_empty() => {
            return Ok("interrupted before the first search had ended: nothing is recorded".into());
        }
        None => new_journal(study, lab)?,
    };
    let path = shlex::try_quote(&path.to_string_lossy()).map(String::from).unwrap_or_default();
    Ok(format!("interrupted, {done} recorded: the same command with --journal {path} continues"))
}

/// A journal of what was measured, in the current folder, under a name that is not taken.
fn new_journal(study: &Study, lab: &dyn Lab) -> Result<PathBuf, Failure> {
    let game: String = study
        .design
        .game
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let mut number = 1;
    loop {
        let name = format!("scaling-{game}-{number}.jsonl");
        match study.journal(Path::new(&name), lab) {
            Ok(_) => return Ok(name.into()),
            Err(JournalError::Exists { .. }) => number += 1,
            Err(error) => return Err(error.into()),
        }
    }
}

fn whole_seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.ceil()).unwrap_or(Duration::MAX)
}
