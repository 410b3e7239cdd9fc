//! Files of positions: every line searched, its known answer checked, results in the file's order.
//!
//! What a position costs beside its search is a line of output and a hop through a channel, a few
//! microseconds; the times that are shown are the engine's own.

mod check;
pub(crate) mod records;
mod rows;
mod spread;
mod summary;

use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use plyglot_journal::halt::Halt;
use plyglot_open::{Config, Engine, Open};

use crate::args::{Search, Spread};
use crate::batch::check::Answer;
use crate::batch::records::Record;
use crate::batch::rows::Sink;
use crate::batch::spread::{Done, Job};
use crate::batch::summary::Tally;
use crate::errors::{Failure, Verdict, complain, note};
use crate::{format, input, render, signals};

/// With at least this many positions for each thread, whole positions are spread: every thread is
/// then busy almost to the end, and no search among several threads is as efficient as that.
const POSITIONS_A_THREAD: usize = 4;

/// Searches all positions of the file at `path`.
pub(crate) fn run(
    search: &Search,
    path: &str,
    spread: Spread,
    game: &dyn Open,
) -> Result<Verdict, Failure> {
    let records = records::parse(&game.start()?, &input::read(path)?);
    let positions = records.iter().filter(|record| record.game.is_ok()).count();
    if records.is_empty() {
        return Err(Failure::File { path: path.into(), message: "no positions in it".into() });
    }
    let halt = signals::listen();
    let engines = engines(search, spread, positions, game, &halt)?;
    let begin = Instant::now();
    let mut sink = Sink::new(search, game.facts())?;
    let mut tally = Tally::default();
    let bar = progress_bar(positions);
    let (jobs, bad) = split(records);
    // Bad lines are told of in their place among the results.
    let mut bad = bad.into_iter().peekable();
    let mut tell_bad = |before: usize, sink: &mut Sink<'_>, tally: &mut Tally| {
        while let Some(line) = bad.next_if(|line| line.number < before) {
            tally.bad_line();
            if !search.json {
                bar.suspend(|| complain(&format!("{path}:{}: {}", line.number, line.message)));
            }
            sink.error(line.number, &line.message)?;
        }
        Ok::<(), Failure>(())
    };
    let limits = search.limits(Vec::new());
    spread::search(engines, jobs, &limits, &halt, |done: Done| {
        tell_bad(done.job.number, &mut sink, &mut tally)?;
        bar.inc(1);
        let report = match &done.report {
            Ok(report) => report,
            Err(error) => {
                tally.failed();
                let number = done.job.number;
                bar.suspend(|| complain(&format!("{path}:{number}: {error}")));
                return sink.error(number, &error.to_string());
            }
        };
        let answer = Answer::check(&done.job.position, report, done.job.known.as_ref())?;
        tally.add(report, answer);
        bar.suspend(|| sink.result(&done.job, report, answer))
    })?;
    tell_bad(usize::MAX, &mut sink, &mut tally)?;
    bar.finish_and_clear();
    let wall = begin.elapsed();
    // What virtual threads print is the same every time; how long it took is told beside it.
    let told = Some(wall).filter(|_| search.turn().is_none());
    sink.finish(&tally.text(positions, search.solve, told))?;
    if search.json || told.is_none() {
        note(&tally.counts(positions, search.solve, Some(wall)));
    }
    Ok(tally.verdict(search.solve, halt.is_raised()))
}

fn split(records: Vec<Record>) -> (Vec<Job>, Vec<BadLine>) {
    let (mut jobs, mut bad) = (Vec::new(), Vec::new());
    for Record { number, game } in records {
        match game {
            Ok((position, known)) => {
                jobs.push(Job { index: jobs.len(), number, position, known });
            }
            Err(message) => bad.push(BadLine { number, message }),
        }
    }
    (jobs, bad)
}

struct BadLine {
    number: usize,
    message: String,
}

/// One engine with all threads, or one for each thread with an equal part of the table.
///
/// Virtual threads search each position together and with a whole table, and the spreading is over
/// processors, so that no result depends on how many the machine has.
fn engines(
    search: &Search,
    spread: Spread,
    positions: usize,
    game: &dyn Open,
    halt: &Halt,
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
        (None, true) => {
            Config { threads: 1, hash_bytes: config.hash_bytes / count, ..config.clone() }
        }
    };
    note(&format!(
        "{}: {}{}, table of {} each",
        format::count(positions, "position"),
        way(search, count, each.threads),
        render::scheme(&each),
        format::bytes(each.hash_bytes)
    ));
    (0..count)
        .map(|_| {
            let engine = game.engine(&each, None)?;
            halt.stops(engine.handle());
            Ok(engine)
        })
        .collect()
}

/// How the positions are spread, in words.
fn way(search: &Search, engines: usize, threads: usize) -> String {
    let virtually = search.turn().is_some();
    let team = render::threads(threads, search.turn());
    match (engines, threads) {
        (1, _) if virtually => format!("one at a time with {team} each"),
        (count, _) if virtually => format!("{count} at a time with {team} each"),
        (1, 1) => "one at a time with one thread".into(),
        (1, _) => format!("one at a time with {team} each (--spread threads)"),
        (count, _) => format!("{count} at a time with one thread each (--spread positions)"),
    }
}

// On standard error, and only where that is a terminal.
fn progress_bar(positions: usize) -> ProgressBar {
    let bar = ProgressBar::new(positions as u64);
    let template = "{wide_bar} {pos}/{len} positions, {elapsed} gone, about {eta} left";
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
