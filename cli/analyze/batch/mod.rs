//! Files of positions: every line searched, its known answer checked, results in the file's order.
//!
//! What a position costs beside its search is a line of output and a hop through a channel, a few
//! microseconds; the times that are shown are the engine's own.

mod records;
mod spread;

use std::path::Path;
use std::time::Instant;

use plyglot_open::{Config, DoorError, Engine, Limits, Mv, Open, Report, Stop};
use plyglot_search::Ended;
use plyglot_serve::farm::cost;
use plyglot_serve::farm::part as prepared;
use plyglot_serve::farm::shard::{By, Shard};
use plyglot_wire::Agreement;
use plyglot_wire::read::{self, Line, Record, Source};

use crate::analyze::batch::records::games_in;
use crate::analyze::batch::spread::{Done, Job, Work};
use crate::analyze::tally::Tally;
use crate::analyze::view::{FileError, FileResult, SearchView};
use crate::analyze::views;
use crate::args::{Search, Spread};
use crate::errors::{ExitStatus, Failure, note};
use crate::journal::run::{Lines, Part, Run};
use crate::journal::{Key, Searches};
use crate::output::{progress, words};
use crate::{format, signals};

pub(crate) use records::{lines, records};

/// With at least this many positions for each thread, whole positions are spread: every thread is
/// then busy almost to the end, and no search among several threads is as efficient as that.
const POSITIONS_A_THREAD: usize = 4;

/// Which positions are searched, and how.
pub(crate) struct File<'a> {
    /// The file, or `-`.
    pub(crate) path: &'a str,
    /// How its positions are spread over the threads.
    pub(crate) spread: Spread,
    /// Where their results are recorded.
    pub(crate) journal: Option<&'a Path>,
    /// Which part of its lines is searched.
    pub(crate) shard: Option<(Shard, By)>,
    /// Likewise, as a farm has prepared it.
    pub(crate) part: Option<&'a Path>,
}

/// Searches all positions of a file, or of a part of it.
pub(crate) fn run(
    search: &Search,
    file: &File<'_>,
    game: &dyn Open,
) -> Result<ExitStatus, Failure> {
    let &File { path, spread, journal, .. } = file;
    let limits = search.limits(Vec::new());
    let (run, records) = run_and_records(search, file, game, &limits)?;
    let is_part = run.part.is_some();
    let kinds: Vec<_> = records.iter().flat_map(|line| &line.read).map(|read| &read.kind).collect();
    let positions = kinds.len();
    let what = format!("{}{}", format::count(positions, "position"), games_in(&kinds));
    let (jobs, bad) = split(records);
    let mut searches = searches(journal, &run, &jobs)?;
    let stop = signals::listen();
    let engines = engines(search, spread, (positions, &what), game, &stop)?;
    let begin = Instant::now();
    let mut view = views::view(search, game.facts());
    view.file_begins(run.shard().as_ref())?;
    let mut tally = Tally::new(positions, search.solve);
    let bar = progress::bar_between_rows("positions", "about {eta} left");
    bar.set_length(positions as u64);
    // Bad lines are reported in their place among the results.
    let mut bad = bad.into_iter().peekable();
    let mut report_bad = |before: Option<Source>, view: &mut dyn SearchView, tally: &mut Tally| {
        while let Some(BadLine { source, message }) =
            bad.next_if(|line| before.is_none_or(|before| line.source < before))
        {
            tally.bad_line();
            bar.suspend(|| view.file_error(&FileError { path, source, message: &message }))?;
        }
        Ok::<(), Failure>(())
    };
    let (known, jobs) = recorded(jobs, &mut searches);
    let found = |job: &Job, report: &Report<Mv>| match report.ended {
        // Stopped by an interrupt: what it found so far is shown, and searched again by who continues.
        Ended::Stopped => Ok(()),
        _ => searches.note(Key { line: job.source, ply: None }, report),
    };
    let deliver = |done: Done| {
        let &Job { source, ref position, ref known, .. } = &done.job;
        let known = known.as_ref();
        report_bad(Some(source), &mut *view, &mut tally)?;
        bar.inc(1);
        let report = match &done.report {
            // A shard holds answers alone: what is missing is searched again.
            Ok(report) if is_part && report.ended == Ended::Stopped => return Ok(()),
            Ok(report) => report,
            Err(error) => {
                tally.failed();
                let message = &error.to_string();
                return bar.suspend(|| view.file_error(&FileError { path, source, message }));
            }
        };
        let agreement = Agreement::check(position, report, known)?;
        tally.add(report, agreement);
        let result = FileResult { source, position, known, report, agreement };
        bar.suspend(|| view.file_result(&result))
    };
    spread::search(Work { engines, jobs, known, limits: &limits, stop: &stop }, found, deliver)?;
    report_bad(None, &mut *view, &mut tally)?;
    bar.finish_and_clear();
    view.file_ended(&tally, begin.elapsed())?;
    if stop.is_raised() {
        searches.say_how_to_continue();
    }
    Ok(tally.status(stop.is_raised()))
}

/// The lines that are searched, and what makes their search the same as another.
fn run_and_records<'a>(
    search: &'a Search,
    file: &File<'_>,
    game: &'a dyn Open,
    limits: &'a Limits<Mv>,
) -> Result<(Run<'a>, Vec<Line<Record>>), Failure> {
    let start = game.start()?;
    let mut text = read::Lines::open(file.path)?.of_games(&start);
    if let Some(path) = file.part {
        let prepared = prepared::Part::read(path)?;
        let header = &prepared.header;
        let shard = Shard { number: header.shard, of: header.shards };
        let mut run = run_of(search, game, limits, Lines::of_part(header));
        run.part = Some(Part { shard, by: header.by, lines: header.lines.clone() });
        let mut mine = header.lines.iter().peekable();
        let records = records(&start, &mut text, |source| mine.next_if_eq(&&source).is_some())?;
        if let Some(here) = run.shard() {
            prepared.check(path, &text.digest(), &here)?;
        }
        run.say_part();
        return Ok((run, records));
    }
    let records = records(&start, &mut text, |_| true)?;
    let mut run = run_of(search, game, limits, lines(&records));
    let Some(shard) = file.shard else { return Ok((run, records)) };
    let (part, records) =
        Part::of(shard, records, |record| record.source, |record| cost(search, record))?;
    run.part = Some(part);
    run.say_part();
    Ok((run, records))
}

/// What makes the search of these lines the same as another.
pub(crate) fn run_of<'a>(
    search: &'a Search,
    game: &'a dyn Open,
    limits: &'a Limits<Mv>,
    lines: Lines,
) -> Run<'a> {
    let command = if search.solve { "solve" } else { "analyze" };
    Run { command, game, config: &search.config, limits, lines, part: None }
}

/// What the search of a line is likely to cost.
pub(crate) fn cost(search: &Search, line: &Line<Record>) -> Result<u64, DoorError> {
    match &line.read {
        Ok(record) if search.solve => cost::of_solve(&record.at),
        Ok(_) => Ok(cost::of_limited()),
        Err(_) => Ok(0),
    }
}

/// The journal of these positions.
fn searches(path: Option<&Path>, run: &Run<'_>, jobs: &[Job]) -> Result<Searches, Failure> {
    let Some(path) = path else { return Ok(Searches::default()) };
    Searches::open(path, run, |key| {
        let place = jobs.binary_search_by_key(&key.line, |job| job.source).ok()?;
        key.ply.is_none().then(|| jobs[place].position.clone())
    })
}

/// The jobs that are done already, and those that are not.
fn recorded(jobs: Vec<Job>, searches: &mut Searches) -> (Vec<Done>, Vec<Job>) {
    let (mut known, mut left) = (Vec::new(), Vec::new());
    for job in jobs {
        match searches.take(Key { line: job.source, ply: None }) {
            Some(report) => known.push(Done { job, report: Ok(report) }),
            None => left.push(job),
        }
    }
    (known, left)
}

fn split(records: Vec<Line<Record>>) -> (Vec<Job>, Vec<BadLine>) {
    let (mut jobs, mut bad) = (Vec::new(), Vec::new());
    for Line { source, read } in records {
        match read {
            Ok(Record { at: position, known, .. }) => {
                jobs.push(Job { index: jobs.len(), source, position, known });
            }
            Err(error) => bad.push(BadLine { source, message: error.to_string() }),
        }
    }
    (jobs, bad)
}

struct BadLine {
    source: Source,
    message: String,
}

/// One engine with all threads, or one for each thread with an equal part of the table.
///
/// Virtual threads search each position together and with a whole table, and the spreading is over
/// processors, so that no result depends on how many the machine has.
fn engines(
    search: &Search,
    spread: Spread,
    (positions, what): (usize, &str),
    game: &dyn Open,
    stop: &Stop,
) -> Result<Vec<Box<dyn Engine>>, Failure> {
    let config = &search.config;
    let at_once = if search.turn().is_some() { num_cpus::get() } else { config.threads };
    let many = match spread {
        Spread::Positions => true,
        Spread::Threads => false,
        Spread::Auto => positions >= POSITIONS_A_THREAD * at_once,
    };
    let count = if many { at_once.min(positions.max(1)) } else { 1 };
    let each = match (search.turn(), many) {
        (Some(_), _) | (None, false) => config.clone(),
        (None, true) => Config { threads: 1, ..config.clone() }.with_part_of_table(count),
    };
    note(&format!(
        "{what}: {}{}, {}{}",
        spreading(search, count, each.threads),
        words::scheme(&each),
        words::table(&each),
        if count > 1 { " each" } else { "" },
    ));
    (0..count)
        .map(|_| {
            let engine = game.engine(&each, None)?;
            let handle = engine.handle();
            stop.calls(move || handle.stop());
            Ok(engine)
        })
        .collect()
}

/// How the positions are spread, in words.
fn spreading(search: &Search, engines: usize, threads: usize) -> String {
    let is_virtual = search.turn().is_some();
    let team = words::threads(threads, search.turn());
    match (engines, threads) {
        (1, _) if is_virtual => format!("one at a time with {team}"),
        (count, _) if is_virtual => format!("{count} at a time with {team} each"),
        (1, 1) => "one at a time with one thread".into(),
        (1, _) => format!("one at a time with {team} (--spread threads)"),
        (count, _) => format!("{count} at a time with one thread each (--spread positions)"),
    }
}
