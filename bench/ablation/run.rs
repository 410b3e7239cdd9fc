//! Makes the searches of an ablation, several at once, and then plays its matches, one after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use plyglot_open::{Config, Open, Stop};
use plyglot_play::matches::stats::Pairs;
use plyglot_play::matches::{
    Adjudication, Continued, Control, EngineSpec, GameRecord, Kind, Match, MatchError, PlayerSpec,
    Source, Standing,
};
use plyglot_search::panic_message;
use plyglot_wire::journal::{Journal, JournalError};

use crate::ablation::design::AblationError;
use crate::ablation::lab::Lab;
use crate::ablation::sample::{Sample, Task};
use crate::ablation::study::{Record, Study};
use crate::ablation::variant::Variant;

/// Room for the longest line of a search.
const STACK_BYTES: usize = 16 << 20;

/// How far an ablation has come.
#[derive(Clone, Debug)]
pub struct Completion<'a> {
    /// Searches and games that are done, those of an earlier part included.
    pub done: usize,
    /// Of how many. It falls as variants turn out to make no difference: they play no match.
    pub total: usize,
    /// What is worked on: a variant.
    pub variant: &'a str,
    /// How its match stands, once that is played.
    pub pairs: Option<Pairs>,
}

/// How an ablation is run.
#[derive(Debug)]
pub struct Run<'a> {
    /// Where everything is written down as soon as it is there.
    pub journal: Option<&'a mut Journal>,
    /// How many searches, or games, at once.
    pub jobs: usize,
    /// Ends it early.
    pub stop: Stop,
}

/// Measures what the study holds no figures of yet, and gives it back with them. If it is stopped, the study comes
/// back with what was measured before.
///
/// # Errors
/// If a search or a match cannot go on, or cannot be written down; what the journal has stays there.
pub fn run_study(
    game: &dyn Open,
    mut study: Study,
    mut run: Run<'_>,
    mut progress: impl FnMut(Completion<'_>),
) -> Result<Study, AblationError> {
    searches(game, &mut study, &mut run, &mut progress)?;
    for variant in study.variants.clone() {
        if run.stop.is_raised() {
            break;
        }
        if plays(&study, &variant) {
            contest(game, &mut study, &variant, &mut run, &mut progress)?;
        }
    }
    run.journal.map_or(Ok(()), Journal::sync)?;
    Ok(study)
}

/// A search to be made.
struct Case<'a> {
    variant: &'a Variant,
    task: Task,
    place: usize,
}

fn searches(
    game: &dyn Open,
    study: &mut Study,
    run: &mut Run<'_>,
    progress: &mut impl FnMut(Completion<'_>),
) -> Result<(), AblationError> {
    let all = study.variants.clone();
    let mut todo = Vec::new();
    for variant in &all {
        let title = variant.title();
        for task in Task::ALL {
            let places = (0..study.count(task)).filter(|&place| !study.has(&title, task, place));
            todo.extend(places.map(|place| Case { variant, task, place }));
        }
    }
    let (design, places) = (study.design.clone(), study.places.clone());
    let jobs = run.jobs.clamp(1, todo.len().max(1));
    let stop = run.stop.clone();
    let bench = Bench { todo: &todo, next: AtomicUsize::new(0), stop: &stop };
    let (sender, samples) = channel();
    thread::scope(|scope| {
        for job in 0..jobs {
            let (sender, bench, design, places) = (sender.clone(), &bench, &design, &places);
            let work = move || {
                let begin = |variant: &Variant| Lab::new(game, variant, design, places, bench.stop);
                bench.serve(begin, &sender);
            };
            let thread = thread::Builder::new().name(format!("ablation {job}"));
            if let Err(error) = thread.stack_size(STACK_BYTES).spawn_scoped(scope, work) {
                stop.raise();
                return Err(AblationError::Thread(error));
            }
        }
        drop(sender);
        for sample in samples {
            let taken = sample.and_then(|sample: Sample| {
                note(run, &Record::Sample(sample.clone()))?;
                Ok(sample)
            });
            let sample = taken.inspect_err(|_| stop.raise())?;
            let title = sample.variant.clone();
            study.add(sample);
            let (done, total) = counts(study);
            progress(Completion { done, total, variant: &title, pairs: None });
        }
        Ok(())
    })
}

/// The searches that are left, and who makes them.
struct Bench<'a> {
    todo: &'a [Case<'a>],
    /// Index of the next search that no thread has taken. Relaxed: it guards nothing else.
    next: AtomicUsize,
    stop: &'a Stop,
}

impl Bench<'_> {
    fn serve<'l>(
        &self,
        begin: impl Fn(&Variant) -> Result<Lab<'l>, AblationError>,
        samples: &Sender<Result<Sample, AblationError>>,
    ) {
        let mut lab: Option<Lab<'l>> = None;
        while !self.stop.is_raised() {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = self.todo.get(place) else { return };
            let made = catch_unwind(AssertUnwindSafe(|| {
                let own = match lab.take().filter(|lab| lab.is_of(case.variant)) {
                    Some(own) => own,
                    None => begin(case.variant)?,
                };
                lab.insert(own).sample(case.task, case.place)
            }));
            let made = made.unwrap_or_else(|payload| {
                Err(AblationError::Match(MatchError::Panicked(panic_message(payload))))
            });
            match made.transpose() {
                None => return,
                Some(sample) => {
                    if samples.send(sample).is_err() {
                        return;
                    }
                }
            }
        }
    }
}

/// True if there is a match to be played for the variant.
fn plays(study: &Study, variant: &Variant) -> bool {
    let title = variant.title();
    study.design.games > 0 && study.is_searched(&title) && study.is_used(&title) == Some(true)
}

/// Plays the match of a variant against the base.
fn contest(
    game: &dyn Open,
    study: &mut Study,
    variant: &Variant,
    run: &mut Run<'_>,
    progress: &mut impl FnMut(Completion<'_>),
) -> Result<(), AblationError> {
    let title = variant.title();
    let had = study.games.get(&title).cloned().unwrap_or_default();
    let known: Vec<usize> = had.keys().copied().collect();
    let players = [player(study, &title, &variant.set), player(study, "the default", &[])];
    let contest = Match {
        game,
        openings: Source::Given(study.places.openings.clone()),
        adjudication: Adjudication::default(),
        referee: None,
        margin: std::time::Duration::ZERO,
        games: Some(study.design.games),
        sprt: None,
        jobs: run.jobs,
        players,
    };
    let stop = run.stop.clone();
    let mut failed = None;
    let played = contest.play(Some(Continued::of(had.into_values())), &stop, |game, standing| {
        if failed.is_none() && !known.contains(&game.number) {
            // The moves are of no use here, and there would be many of them.
            let game = GameRecord { moves: Vec::new(), ..game.clone() };
            let record = Record::Game { variant: title.clone(), game: game.clone() };
            failed = note(run, &record).err();
            study.games.entry(title.clone()).or_default().insert(game.number, game);
        }
        let (done, total) = counts(study);
        progress(Completion { done, total, variant: &title, pairs: Some(standing.pairs) });
        // What ends the match; the error itself is kept.
        if failed.is_some() { Err(std::io::ErrorKind::Other.into()) } else { Ok(()) }
    });
    match failed {
        Some(error) => Err(error.into()),
        None => Ok(played.map(|_| ())?),
    }
}

/// A player with the game's options set, on one thread.
fn player(study: &Study, title: &str, set: &[(String, String)]) -> PlayerSpec {
    let config = Config::single(study.design.hash_bytes);
    PlayerSpec {
        text: title.into(),
        control: Control { nodes: Some(study.design.match_nodes), ..Control::default() },
        kind: Kind::Engine(EngineSpec { config, options: set.to_vec(), book: None }),
    }
}

fn note(run: &mut Run<'_>, record: &Record) -> Result<(), JournalError> {
    run.journal.as_mut().map_or(Ok(()), |journal| journal.note(record))
}

/// Searches and games that are done, and how many there are to be.
fn counts(study: &Study) -> (usize, usize) {
    let each: usize = Task::ALL.into_iter().map(|task| study.count(task)).sum();
    let games = study.design.games.min(2 * study.places.openings.len());
    let mut counts = (0, 0);
    for variant in &study.variants {
        let title = variant.title();
        let played = study.games.get(&title).map_or(0, |played| played.len());
        let left = study.is_used(&title) != Some(false);
        counts.0 += study.searched(&title) + played;
        counts.1 += each + if left { games } else { played };
    }
    counts
}

impl Study {
    /// How the match of a variant stands, by its title; `None` if no game was played.
    pub fn standing(&self, variant: &str) -> Option<Standing> {
        let games = self.games.get(variant)?;
        // Games count in their order, without a gap.
        let games = (1..=self.design.games).map_while(|number| games.get(&number).cloned());
        let games: Vec<GameRecord> = games.collect();
        (!games.is_empty()).then(|| Standing::of(&games))
    }

    /// True if everything was measured.
    pub fn is_complete(&self) -> bool {
        self.variants.iter().all(|variant| {
            let title = variant.title();
            let games = self.design.games.min(2 * self.places.openings.len());
            let played = self.games.get(&title).map_or(0, |games| games.len());
            self.is_searched(&title) && (!plays(self, variant) || played >= games)
        })
    }
}
