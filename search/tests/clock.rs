//! Limits by the clock: the hard one, the soft one, and those that a search is given while it runs. And clocks that go
//! wrong in the midst of a search: back an hour, forward an hour, still. No limit is waited for that would have come, no
//! result is lost, and the next search knows nothing of it.

mod endless;

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use plyglot_search::table::Table;
use plyglot_search::{
    Clock, Config, Ended, Engine, Game, Handle, Knowledge, LimitError, Limits, Listener, Report,
    Request, Scheme,
};

use endless::Endless;

#[derive(Clone, Debug)]
struct Judge;

impl Knowledge<Endless> for Judge {
    fn evaluate(&mut self, game: &Endless) -> i32 {
        (game.key() % 100) as i32
    }
}

/// A clock on which every reading takes as long, until one of them makes a step.
#[derive(Debug)]
struct Wrong {
    /// What a reading takes, in microseconds.
    tick: i64,
    /// At which reading the step is, and how long, in microseconds.
    step: (u64, i64),
    readings: AtomicU64,
    now: AtomicI64,
    /// Stops a search that looks at the clock without end.
    rescue: OnceLock<Handle>,
}

const HOUR: i64 = 3_600_000_000;

/// Far more readings than any search here needs.
const TOO_MANY: u64 = 3_000_000;

impl Wrong {
    fn new(tick: i64, step: (u64, i64)) -> Arc<Wrong> {
        let (readings, now) = (AtomicU64::new(0), AtomicI64::new(2 * HOUR));
        Arc::new(Wrong { tick, step, readings, now, rescue: OnceLock::new() })
    }
}

impl Clock for Wrong {
    fn now(&self) -> Duration {
        let reading = self.readings.fetch_add(1, Ordering::Relaxed);
        if let Some(handle) = self.rescue.get()
            && reading > TOO_MANY
        {
            handle.stop();
        }
        let (at, step) = self.step;
        let passed = self.tick + if reading == at { step } else { 0 };
        let now = self.now.fetch_add(passed, Ordering::Relaxed) + passed;
        Duration::from_micros(now.try_into().expect("the steps are shorter than what was before"))
    }
}

fn engine(clock: &Arc<Wrong>, threads: usize, scheme: Scheme) -> Engine<Endless, Judge> {
    let config = Config { threads, hash_bytes: 1 << 16, scheme, ..Config::default() };
    let table = Arc::new(Table::new(config.hash_bytes).expect("a small table"));
    let clock_of_engine = Arc::clone(clock) as Arc<dyn Clock>;
    let engine = Engine::with_clock(&config, table, Judge, clock_of_engine).expect("an engine");
    clock.rescue.set(engine.handle()).expect("one engine a clock");
    engine
}

fn schemes() -> impl Iterator<Item = (usize, Scheme)> {
    let shared = Scheme::NAMES.iter().map(|name| (4, name.parse().expect("its own name")));
    std::iter::once((1, Scheme::default())).chain(shared)
}

fn start() -> Endless {
    Endless::new()
}

const TIME: Duration = Duration::from_millis(50);

fn timed(time: Duration) -> Limits<u8> {
    Limits { time: Some(time), ..Limits::default() }
}

#[test]
fn a_clock_that_goes_back_an_hour_makes_no_search_an_hour_longer() {
    for (threads, scheme) in schemes() {
        for at in [0, 1, 2, 3, 10, 60, 150] {
            let what = format!("{scheme}, {threads} threads, at reading {at}");
            let clock = Wrong::new(100, (at, -HOUR));
            let mut engine = engine(&clock, threads, scheme);
            // The step may come in the first of them or in the second.
            for _ in 0..2 {
                let report = engine.search(&start(), &timed(TIME)).expect("a report");
                assert_eq!(report.ended, Ended::Time, "{what}");
                assert!(report.elapsed >= TIME, "{what}: {:?}", report.elapsed);
                assert!(report.elapsed < Duration::from_secs(1), "{what}: {:?}", report.elapsed);
                assert!(report.best_move().is_some(), "{what}");
            }
        }
    }
}

#[test]
fn a_clock_that_leaps_forward_an_hour_ends_a_search_with_what_it_has_found() {
    for (threads, scheme) in schemes() {
        for at in [1, 2, 3, 10, 60, 150] {
            let what = format!("{scheme}, {threads} threads, at reading {at}");
            let clock = Wrong::new(100, (at, HOUR));
            let mut engine = engine(&clock, threads, scheme);
            let report = engine.search(&start(), &timed(Duration::from_secs(60))).expect("one");
            assert_eq!(report.ended, Ended::Time, "{what}");
            assert!(report.best_move().is_some_and(|mv| mv < 8), "{what}");
            // What was finished before is told.
            assert!(at < 60 || report.lines[0].depth > 0, "{what}: {report:?}");
            let next = engine.search(&start(), &timed(TIME)).expect("a report");
            assert_eq!(next.ended, Ended::Time, "{what}");
            assert!(next.elapsed < Duration::from_secs(1), "{what}: {:?}", next.elapsed);
            assert!(next.lines[0].depth > 0, "{what}: {next:?}");
        }
    }
}

#[test]
fn without_a_time_limit_no_step_of_the_clock_changes_a_search() {
    let limits = Limits::depth(5);
    let right = engine(&Wrong::new(100, (0, 0)), 1, Scheme::default())
        .search(&start(), &limits)
        .expect("a report");
    for at in [0, 1, 2, 5] {
        for step in [-HOUR, HOUR] {
            let clock = Wrong::new(100, (at, step));
            let mut engine = engine(&clock, 1, Scheme::default());
            let report = engine.search(&start(), &limits).expect("a report");
            let told = (report.ended, report.verdict, report.nodes, report.best_move());
            assert_eq!(told, (Ended::Depth, right.verdict, right.nodes, right.best_move()));
        }
    }
}

#[test]
fn while_a_clock_stands_still_other_limits_and_stops_end_a_search() {
    for (threads, scheme) in schemes() {
        let what = format!("{scheme}, {threads} threads");
        let clock = Wrong::new(0, (0, 0));
        let mut engine = engine(&clock, threads, scheme);
        let search = |engine: &mut Engine<Endless, Judge>, limits: Limits<u8>| {
            engine.search(&start(), &limits).expect("a report").ended
        };
        let depth = Limits { depth: Some(4), ..timed(TIME) };
        assert_eq!(search(&mut engine, depth), Ended::Depth, "{what}");
        let nodes = Limits { nodes: Some(20_000), ..timed(TIME) };
        assert_eq!(search(&mut engine, nodes), Ended::Nodes, "{what}");
        let handle = engine.handle();
        thread::scope(|scope| {
            let stopped = scope.spawn(|| search(&mut engine, timed(TIME)));
            while handle.nodes() < 1_000 {
                thread::yield_now();
            }
            handle.stop();
            assert_eq!(stopped.join().expect("it does not panic"), Ended::Stopped, "{what}");
        });
    }
}

/// The first iteration that is finished after the soft limit is the last one, whole and as it would be without it.
#[test]
fn a_soft_limit_ends_a_search_with_an_iteration_and_all_its_lines() {
    for (threads, scheme) in schemes() {
        for lines in [1, 3] {
            let what = format!("{scheme}, {threads} threads, {lines} lines");
            let clock = Wrong::new(100, (u64::MAX, 0));
            let mut engine = engine(&clock, threads, scheme);
            let limits = Limits { soft_time: Some(TIME), lines, ..timed(100 * TIME) };
            let report = engine.search(&start(), &limits).expect("a report");
            assert_eq!(report.ended, Ended::Time, "{what}");
            assert!((TIME..100 * TIME).contains(&report.elapsed), "{what}: {:?}", report.elapsed);
            let depth = report.lines[0].depth;
            assert!(depth > 1 && report.lines.len() == lines, "{what}: {report:?}");
            assert!(report.lines.iter().all(|line| line.depth == depth), "{what}: {report:?}");
            if threads == 1 {
                let limits = Limits { lines, ..Limits::depth(depth) };
                let whole = self::engine(&Wrong::new(100, (u64::MAX, 0)), 1, scheme)
                    .search(&start(), &limits)
                    .expect("a report");
                let told = |report: &Report<u8>| (report.nodes, report.lines.clone());
                assert_eq!(told(&report), told(&whole), "{what}");
            }
        }
    }
}

#[test]
fn a_soft_limit_of_zero_leaves_the_first_iteration() {
    let mut engine = engine(&Wrong::new(100, (u64::MAX, 0)), 1, Scheme::default());
    let limits = Limits { soft_time: Some(Duration::ZERO), ..Limits::default() };
    let report = engine.search(&start(), &limits).expect("a report");
    assert_eq!((report.ended, report.lines[0].depth), (Ended::Time, 1));
    let limits = Limits { depth: Some(1), ..limits };
    assert_eq!(engine.search(&start(), &limits).expect("a report").ended, Ended::Depth);
    let longer = Limits { soft_time: Some(2 * TIME), ..timed(TIME) };
    assert_eq!(longer.check(), Err(LimitError::SoftBeyondTime));
    assert_eq!(Limits { time: Some(2 * TIME), ..longer }.check(), Ok(()));
}

#[test]
fn a_search_that_runs_can_be_given_other_times() {
    for (threads, scheme) in schemes() {
        let clock = Wrong::new(100, (u64::MAX, 0));
        let mut engine = engine(&clock, threads, scheme);
        let handle = engine.handle();
        for (time, soft_time) in
            [(Some(TIME), None), (None, Some(TIME)), (Some(9 * TIME), Some(TIME))]
        {
            let what = format!("{scheme}, {threads} threads, {time:?}, {soft_time:?}");
            let (one, before) = (handle.for_one_search(), handle.nodes());
            thread::scope(|scope| {
                let searched = scope.spawn(|| engine.search(&start(), &Limits::default()));
                while handle.current().is_none() || handle.nodes() == before {
                    thread::yield_now();
                }
                let began = handle.elapsed();
                one.set_time(time, soft_time).expect("times that make sense");
                let report = searched.join().expect("it does not panic").expect("a report");
                assert_eq!(report.ended, Ended::Time, "{what}");
                assert!(report.elapsed >= began + TIME, "{what}: {:?}", report.elapsed);
            });
            // What was meant for one search is not for the next.
            one.set_time(Some(TIME), None).expect("times that make sense");
            let report = engine.search(&start(), &Limits::depth(3)).expect("a report");
            assert_eq!(report.ended, Ended::Depth, "{what}");
        }
        let refused = handle.set_time(Some(TIME), Some(2 * TIME));
        assert_eq!(refused, Err(LimitError::SoftBeyondTime));
    }
}

#[test]
fn times_that_come_before_a_search_has_begun_are_for_that_search() {
    let mut engine = engine(&Wrong::new(100, (u64::MAX, 0)), 1, Scheme::default());
    let handle = engine.handle().for_one_search();
    handle.set_time(Some(9 * TIME), Some(TIME)).expect("times that make sense");
    let report = engine.search(&start(), &Limits::default()).expect("a report");
    assert_eq!(report.ended, Ended::Time);
    assert!(report.elapsed < 9 * TIME, "{:?}", report.elapsed);
    let next = engine.search(&start(), &Limits::depth(5)).expect("a report");
    assert_eq!(next.ended, Ended::Depth);
}

/// A clock that steps back and forth all through a game: each move has an answer, within the time it has.
#[test]
fn a_game_on_a_clock_that_steps_at_every_move_is_played_to_its_end() {
    #[derive(Debug)]
    struct Restless(AtomicU64);

    impl Clock for Restless {
        fn now(&self) -> Duration {
            let reading = self.0.fetch_add(1, Ordering::Relaxed);
            let hours = [9, 3, 7, 1, 8, 2][reading as usize / 90 % 6];
            Duration::from_secs(hours * 3600) + Duration::from_micros(100 * reading)
        }
    }

    for threads in [1, 3] {
        let config = Config { threads, hash_bytes: 1 << 16, ..Config::default() };
        let table = Arc::new(Table::new(config.hash_bytes).expect("a small table"));
        let clock = Arc::new(Restless(AtomicU64::new(0)));
        let of_engine = Arc::clone(&clock) as Arc<dyn Clock>;
        let mut engine = Engine::with_clock(&config, table, Judge, of_engine).expect("an engine");
        let mut game = start();
        for ply in 0..40 {
            let before = clock.0.load(Ordering::Relaxed);
            let report = engine.search(&game, &timed(TIME)).expect("a report");
            let readings = clock.0.load(Ordering::Relaxed) - before;
            assert_eq!(report.ended, Ended::Time, "ply {ply}");
            // A step forward may come at once, one back costs nothing: a few times the readings of a right clock.
            assert!(readings < 5_000, "ply {ply}: {readings} readings");
            game.play(report.best_move().expect("there is always a move"));
        }
    }
}

/// Searches to depth 6, and notes when each line was told.
fn told(engine: &mut Engine<Endless, Judge>) -> (Vec<Duration>, Report<u8>) {
    let told = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&told);
    let progress: Listener<u8> = Arc::new(move |news| listener.lock().unwrap().push(news.elapsed));
    let (game, limits) = (start(), Limits::depth(6));
    let request = Request { game: &game, history: &[], limits: &limits, progress: Some(progress) };
    let report = engine.run(&request).expect("a report");
    let moments = told.lock().unwrap().clone();
    (moments, report)
}

#[test]
fn the_first_result_has_the_time_at_which_it_came() {
    let clock = Wrong::new(100, (u64::MAX, 0));
    let (moments, report) = told(&mut engine(&clock, 1, Scheme::default()));
    assert!(moments.len() >= 6 && moments.is_sorted(), "{moments:?}");
    assert!(moments[0] > Duration::ZERO);
    assert_eq!(report.first_result, Some(moments[0]), "the moment at which it is told");
    assert!(report.nodes > 100 && report.counters.nodes == report.nodes, "{report:?}");
}

#[cfg(feature = "virtual")]
#[test]
fn with_virtual_threads_a_search_has_taken_until_it_was_over_and_no_longer() {
    let schedule = plyglot_search::Schedule::VIRTUAL;
    for threads in [1, 4] {
        let config = Config { threads, hash_bytes: 1 << 16, schedule, ..Config::default() };
        let (moments, report) = told(&mut Engine::new(&config, Judge).expect("an engine"));
        assert_eq!(moments.last(), Some(&report.elapsed), "{threads}");
    }
}
