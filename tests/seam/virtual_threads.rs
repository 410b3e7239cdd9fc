//! A search by virtual threads repeats itself in everything that can be observed, on a machine under
//! load as well, and it handles limits, stops and faults like one by real threads.

use std::hint;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::common::{Endless, Hunch, to};
use plyglot_games::catalogue::builtin;
use plyglot_open::{Ask, Engine as AnyEngine, Mv, Position};
use plyglot_search::{
    Bound, BoxedKnowledge, Config, Counters, Ended, Engine, EngineError, Groups, Knowledge,
    LimitError, Limits, Progress, Report, Request, Schedule, Scheme, SearchError, Topology,
    Verdict,
};

/// Games of all kinds, each with a depth; `None` solves them.
const SEARCHES: [(&str, Option<u32>); 12] = [
    ("connect4", Some(10)),
    ("connect4:5x4", None),
    ("othello", Some(9)),
    ("othello:6", Some(9)),
    ("kalah:4,3", Some(12)),
    ("kalah:3,3", None),
    ("breakthrough:3x5", None),
    ("domineering:5x5", None),
    ("dots-and-boxes:2x2", None),
    ("synthetic:4,9", None),
    ("tictactoe", None),
    ("tictactoe:4,4,4", Some(6)),
];

const TURN: u64 = 50;

fn config(threads: usize, scheme: Scheme, turn: u64) -> Config {
    let schedule = Schedule::Virtual { turn };
    Config { threads, hash_bytes: 1 << 20, scheme, schedule, ..Config::default() }
}

fn schemes() -> impl Iterator<Item = Scheme> {
    Scheme::NAMES.into_iter().map(|name| name.parse().expect("a scheme's own name"))
}

/// Everything that can be observed of a search, as text where it is long.
#[derive(Clone, Debug, PartialEq)]
struct Trace {
    report: String,
    progress: String,
    digest: u64,
    verdict: Verdict,
    ended: Ended,
    counters: Counters,
    elapsed: Duration,
}

/// Searches with an engine and returns everything that can be observed.
fn trace(engine: &mut dyn AnyEngine, at: &Position, limits: &Limits<Mv>) -> Trace {
    let (sender, receiver) = crossbeam::channel::unbounded();
    let ask = Ask::new(at, limits).telling(move |progress| drop(sender.send(progress)));
    let report = engine.run(&ask).expect("a search of a right game");
    let progress: Vec<Progress<Mv>> = receiver.try_iter().collect();
    assert_eq!(report.nodes, report.counters.nodes);
    Trace {
        report: format!("{report:?}"),
        progress: format!("{progress:?}"),
        digest: engine.table().digest(),
        verdict: report.verdict,
        ended: report.ended,
        counters: report.counters,
        elapsed: report.elapsed,
    }
}

/// Searches the start of a game twice with one engine, the second time with what it has learned.
fn twice(game: &str, depth: Option<u32>, config: &Config) -> [Trace; 2] {
    let game = builtin().open(game).expect("a game of the catalogue");
    let start = game.start().expect("a start");
    let mut engine = game.engine(config, None).expect("an engine");
    let limits = depth.map_or_else(Limits::solve, Limits::depth);
    [(); 2].map(|()| trace(&mut *engine, &start, &limits))
}

/// Runs `work` while other threads keep all processors busy.
fn under_load<T>(work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    let processors = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..2 * processors {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    hint::spin_loop();
                }
            });
        }
        let result = work();
        done.store(true, Ordering::Relaxed);
        result
    })
}

/// All searches of the list, with all schemes.
fn everything(threads: usize) -> Vec<(String, [Trace; 2])> {
    let mut traces = Vec::new();
    for scheme in schemes() {
        let config = config(threads, scheme, TURN);
        for (game, depth) in SEARCHES {
            let name = format!("{game} with {threads} threads, {scheme}");
            traces.push((name, twice(game, depth, &config)));
        }
    }
    traces
}

fn repeats_itself(threads: usize) {
    let quiet = everything(threads);
    let loaded = under_load(|| everything(threads));
    for ((name, quiet), (_, loaded)) in quiet.iter().zip(&loaded) {
        assert_eq!(quiet, loaded, "{name}");
    }
}

#[test]
fn two_virtual_threads_repeat_themselves_under_load_in_everything() {
    repeats_itself(2);
}

#[test]
fn eight_virtual_threads_repeat_themselves_under_load_in_everything() {
    repeats_itself(8);
}

#[test]
fn sixty_four_virtual_threads_repeat_themselves_under_load_in_everything() {
    repeats_itself(64);
}

#[test]
fn schemes_with_single_parts_changed_repeat_themselves_too() {
    for part in Scheme::PARTS {
        for base in ["lazy", "abdada"] {
            let plain: Scheme = base.parse().unwrap();
            for sign in ['+', '-'] {
                let scheme: Scheme = format!("{base}{sign}{part}").parse().unwrap();
                if scheme == plain {
                    continue;
                }
                let config = Config { account: true, ..config(7, scheme, TURN) };
                let runs = [(); 2].map(|()| twice("othello", Some(9), &config));
                assert_eq!(runs[0], runs[1], "{scheme}");
            }
        }
    }
}

#[test]
fn work_done_twice_is_counted_the_same_each_time() {
    let config = Config { account: true, ..config(16, Scheme::LAZY, TURN) };
    let runs = [(); 2].map(|()| twice("connect4:5x4", None, &config));
    assert!(runs[0][0].counters.repeated > 0, "sixteen workers never met");
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn one_virtual_thread_is_one_real_thread_node_for_node_at_a_microsecond_each() {
    for scheme in schemes() {
        for (game, depth) in SEARCHES {
            let schedule = Schedule::Real;
            let real = twice(game, depth, &Config { schedule, ..config(1, scheme, 1) });
            for turn in [1, TURN, u64::MAX] {
                let virtually = twice(game, depth, &config(1, scheme, turn));
                for (real, virtually) in real.iter().zip(&virtually) {
                    let name = format!("{game}, {scheme}, turns of {turn}");
                    assert_eq!(virtually.counters, real.counters, "{name}");
                    assert_eq!(virtually.digest, real.digest, "{name}");
                    assert_eq!(virtually.verdict, real.verdict, "{name}");
                    let nodes = virtually.counters.nodes;
                    assert_eq!(virtually.elapsed, Duration::from_micros(nodes), "{name}");
                }
            }
        }
    }
}

#[test]
fn the_length_of_a_turn_changes_the_search_and_never_the_value() {
    for scheme in schemes() {
        for game in ["connect4:5x4", "kalah:3,3", "synthetic:4,9"] {
            let solved = |threads, turn| {
                let [first, _] = twice(game, None, &config(threads, scheme, turn));
                assert!(first.verdict.proven && first.verdict.bound == Bound::Exact);
                (first.verdict.score, first.counters.nodes)
            };
            let (value, _) = solved(1, TURN);
            let turns = [1, 20, 200, 2000].map(|turn| solved(8, turn));
            assert!(turns.iter().all(|&(score, _)| score == value), "{game}, {scheme}: {turns:?}");
            if scheme.sharing == Scheme::LAZY.sharing && game == "connect4:5x4" {
                let (_, nodes) = turns[0];
                assert!(turns.iter().any(|&(_, other)| other != nodes), "turns do not matter?");
            }
        }
    }
}

#[test]
fn many_threads_take_less_virtual_time_than_one() {
    let time = |threads| twice("connect4:5x5", None, &config(threads, Scheme::default(), TURN));
    let [one, _] = time(1);
    let [eight, _] = time(8);
    assert!(eight.elapsed < one.elapsed, "{:?} to {:?}", one.elapsed, eight.elapsed);
    // Eight processors do no more than eight times the work in the same time.
    assert!(eight.counters.nodes <= 8 * (eight.elapsed.as_micros() as u64 + TURN));
}

fn endless(threads: usize, scheme: Scheme) -> Engine<Endless, BoxedKnowledge<Endless>> {
    Engine::new(&config(threads, scheme, TURN), BoxedKnowledge::new(Hunch)).expect("an engine")
}

#[test]
fn limits_in_nodes_and_depth_end_a_search_at_the_same_node_each_time() {
    for scheme in schemes() {
        for threads in [1, 2, 64] {
            for limits in [Limits::nodes(20_000), Limits::depth(7)] {
                let search = || {
                    endless(threads, scheme).search(&Endless::start(), &limits).expect("a report")
                };
                let report = search();
                assert_eq!(search(), report);
                let ended = if limits.nodes.is_some() { Ended::Nodes } else { Ended::Depth };
                assert_eq!(report.ended, ended, "{threads} threads, {scheme}");
                if limits.nodes.is_some() {
                    // Each worker sees the limit at the end of its turn, and one node more.
                    let most = 20_000 + threads as u64 * (TURN + 1);
                    let nodes = report.nodes;
                    assert!((20_000..=most).contains(&nodes), "{nodes} by {threads}, {scheme}");
                }
            }
        }
    }
}

#[test]
fn a_stop_from_another_thread_ends_a_search_without_end() {
    for scheme in schemes() {
        for (threads, turn) in [(1, TURN), (2, TURN), (64, 1), (64, TURN), (3, u64::MAX)] {
            let mut engine =
                Engine::new(&config(threads, scheme, turn), BoxedKnowledge::new(Hunch))
                    .expect("an engine");
            let handle = engine.handle();
            let (progress, events) = crossbeam::channel::unbounded();
            let watcher = thread::spawn(move || {
                events.iter().find(|event: &Progress<u8>| event.line.depth == 4);
                handle.stop();
            });
            let limits = Limits::default();
            let (game, progress) = (Endless::start(), to(progress));
            let request = Request { game: &game, history: &[], limits: &limits, progress };
            let report = engine.run(&request).expect("a report");
            watcher.join().expect("the watcher has seen depth 4");
            assert_eq!(report.ended, Ended::Stopped);
            assert!(report.best_move().is_some());
            let next = engine.search(&game, &Limits::depth(3)).expect("a report");
            assert_eq!(next.ended, Ended::Depth, "a stop is for one search");
        }
    }
}

#[test]
fn a_limit_in_time_is_refused_with_the_reason() {
    for threads in [1, 2] {
        let mut engine = endless(threads, Scheme::default());
        let second = Some(Duration::from_secs(1));
        for (time, soft_time) in [(second, None), (None, second)] {
            let limits = Limits { depth: Some(3), time, soft_time, ..Limits::default() };
            let error = engine.search(&Endless::start(), &limits).unwrap_err();
            assert_eq!(error, SearchError::Limit(LimitError::TimeOnVirtualThreads));
            let text = error.to_string();
            assert!(text.contains("time limit") && text.contains("depth or nodes"), "{text}");
            let refused = engine.handle().set_time(time, soft_time);
            assert_eq!(refused, Err(LimitError::TimeOnVirtualThreads));
        }
        assert!(engine.search(&Endless::start(), &Limits::depth(3)).is_ok());
    }
}

#[test]
fn turns_of_no_nodes_are_refused() {
    for threads in [1, 2] {
        let error = Engine::<Endless, _>::new(
            &config(threads, Scheme::default(), 0),
            BoxedKnowledge::new(Hunch),
        );
        assert!(matches!(error.unwrap_err(), EngineError::EmptyTurns));
    }
}

/// Knowledge that panics at few positions, as long as it is armed.
#[derive(Clone, Debug)]
struct Explosive(Arc<AtomicBool>);

impl Knowledge<Endless> for Explosive {
    fn evaluate(&mut self, game: &Endless) -> i32 {
        let armed = self.0.load(Ordering::Relaxed);
        assert!(!(armed && game.path % 3001 == 7), "boom at {}", game.path);
        Hunch.evaluate(game)
    }
}

#[test]
fn a_panic_ends_the_search_at_the_same_place_each_time_and_the_engine_goes_on() {
    for scheme in schemes() {
        for threads in [1, 2, 64] {
            let armed = Arc::new(AtomicBool::new(true));
            let knowledge = Explosive(Arc::clone(&armed));
            let mut engine =
                Engine::new(&config(threads, scheme, TURN), BoxedKnowledge::new(knowledge))
                    .expect("an engine");
            let mut errors = Vec::new();
            for _ in 0..3 {
                engine.clear();
                let error = engine.search(&Endless::start(), &Limits::default()).unwrap_err();
                let SearchError::GamePanicked { worker, message } = &error else {
                    panic!("not the game's panic: {error}")
                };
                assert!(*worker < threads && message.contains("boom at"), "{error}");
                errors.push(error);
            }
            assert!(errors.iter().all(|error| *error == errors[0]), "{errors:?}");
            armed.store(false, Ordering::Relaxed);
            let report = engine.search(&Endless::start(), &Limits::depth(6)).expect("a report");
            assert_eq!(report.ended, Ended::Depth);
        }
    }
}

#[test]
fn the_maximum_of_virtual_threads_finishes() {
    for scheme in schemes() {
        let [first, again] = twice("synthetic:4,9", None, &config(1024, scheme, TURN));
        assert!(first.verdict.proven && again.verdict == first.verdict, "{scheme}");
        assert_eq!(first.ended, Ended::Proven);
    }
    let report: Report<u8> = endless(1024, Scheme::default())
        .search(&Endless::start(), &Limits::nodes(300_000))
        .expect("a report");
    assert_eq!((report.ended, report.threads), (Ended::Nodes, 1024));
}

/// Two nodes of memory make another search than one, and the same again; without them, or on this machine, there is one.
#[test]
fn workers_of_other_nodes_learn_apart_and_repeat_themselves() {
    let (game, limits) = (builtin().open("breakthrough").expect("a game"), Limits::depth(9));
    let start = game.start().expect("a start position");
    let search = |nodes: &[usize], scheme: Scheme| {
        let nodes = nodes.iter().map(|&first| vec![(first..first + 4).collect()]);
        let groups = Groups::Like(Topology::new(nodes));
        let config = Config { groups, ..config(8, scheme, 10) };
        let mut engine = game.engine(&config, None).expect("an engine");
        trace(&mut *engine, &start, &limits)
    };
    let all = Scheme::default();
    let apart = search(&[0, 4], all);
    let again = search(&[8, 16], all);
    assert_eq!(apart, again, "what the processors are called means nothing");
    let together = search(&[0], all);
    assert_ne!(apart.digest, together.digest);
    assert_eq!(search(&[0, 4], Scheme { groups: false, ..all }), together);
    let mut engine = game.engine(&config(8, all, 10), None).expect("an engine");
    assert_eq!(trace(&mut *engine, &start, &limits), together);
}
