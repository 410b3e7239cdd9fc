//! Schemes that split nodes: nodes are split, and whatever happens to a helping worker, the answer is
//! right, or an error, and the engine remains usable.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::common::{Endless, Heap, Hunch, Mistake};
use crate::oracle_support::maze::Maze;
use crate::oracle_support::plain::Estimate;
use crate::oracle_support::probe::{self, Hooks, racing, unkeyed};
use plyglot_check::minimax::{minimax, minimax_on_path};
use plyglot_games::catalogue::builtin;
use plyglot_games::synthetic::{Leaves, Spec, Sums, Synthetic};
use plyglot_open::Position;
use plyglot_search::{
    Acceptance, BoxedKnowledge, Config, Ended, Engine, Game, Knowledge, Limits, Report, Request,
    RulesOnly, Schedule, Scheme, Score, SearchError,
};

const SPLITTING: [Scheme; 2] = [Scheme::ROOT_SPLITTING, Scheme::YOUNG_BROTHERS];
const SCHEDULES: [Schedule; 2] = [Schedule::Real, Schedule::Virtual { turn: 50 }];

fn config(threads: usize, scheme: Scheme, schedule: Schedule) -> Config {
    let acceptance = Acceptance::AtLeast;
    Config { threads, hash_bytes: 1 << 20, acceptance, scheme, schedule, ..Config::default() }
}

/// An engine on whose clock even small trees are worth sharing.
fn engine<G: Game, K: Knowledge<G>>(
    threads: usize,
    scheme: Scheme,
    schedule: Schedule,
    knowledge: K,
) -> Engine<G, BoxedKnowledge<G>> {
    racing(&config(threads, scheme, schedule), BoxedKnowledge::new(knowledge))
}

fn everywhere(threads: &[usize], mut check: impl FnMut(usize, Scheme, Schedule)) {
    for scheme in SPLITTING {
        for schedule in SCHEDULES {
            threads.iter().for_each(|&threads| check(threads, scheme, schedule));
        }
    }
}

/// A game to be solved from its start, and the value that plain minimax finds.
struct Solvable {
    name: &'static str,
    start: Position,
    value: Score,
}

impl Solvable {
    fn new(name: &'static str) -> Solvable {
        let game = builtin().open(name).expect("a game");
        let start = game.start().expect("a start");
        let value = minimax(&mut start.game().clone(), &mut game.knowledge(), None);
        Solvable { name, start, value }
    }

    /// Solves it on a clock on which even small trees are worth sharing, and returns how often nodes
    /// were split.
    fn splits(&self, config: &Config) -> u64 {
        let game = self.start.game();
        let report = probe::search(self.name, Hooks::Whole, config, game, &Limits::default());
        assert!(report.verdict.proven, "{} with {config:?}", self.name);
        assert_eq!(report.verdict.score, self.value, "{} with {config:?}", self.name);
        report.counters.splits
    }
}

#[test]
fn nodes_are_split_and_the_answer_is_that_of_minimax() {
    let games = ["tictactoe", "synthetic:4,8", "synthetic:6,6,again=30,joined", "kalah:2,2"];
    let games = games.map(Solvable::new);
    everywhere(&[1, 2, 3, 8, 64], |threads, scheme, schedule| {
        let config = config(threads, scheme, schedule);
        let splits: u64 = games.iter().map(|game| game.splits(&config)).sum();
        assert_eq!(splits > 0, threads > 1, "{splits} by {threads}, {scheme}, {schedule:?}");
    });
}

/// An engine of virtual threads that take short turns.
fn brothers<G: Game, K: Knowledge<G>>(knowledge: K) -> Engine<G, BoxedKnowledge<G>> {
    engine(4, Scheme::YOUNG_BROTHERS, Schedule::Virtual { turn: 10 }, knowledge)
}

#[test]
fn helpers_know_the_positions_on_the_way_to_where_they_help() {
    let mut splits = 0;
    for seed in 0..200 {
        let (game, history) = Maze::calm(seed).walked(3);
        let mut horizon = |maze: &mut Maze| Score::heuristic(maze.estimate());
        let expected = minimax_on_path(&mut game.clone(), &mut horizon, Some(9), &history);
        let limits = Limits::depth(9);
        let request = Request { game: &game, history: &history, limits: &limits, progress: None };
        let report = brothers(unkeyed(Estimate)).run(&request).expect("a right game");
        assert_eq!(report.verdict.score, expected, "maze {seed}");
        splits += report.counters.splits;
    }
    assert!(splits > 1000, "{splits} splits in all mazes");
}

#[test]
fn estimates_of_helpers_are_not_called_proven() {
    let (mut proven, mut splits) = (0, 0);
    for seed in 0..150 {
        let leaves = Leaves::Decided { percent: 16 };
        let spec = Spec { branching: 3, depth: 11, leaves, seed, again: 0, joined: false };
        let tree = Synthetic::new(spec).expect("a small tree");
        let value = minimax(&mut tree.clone(), &mut Sums, None);
        for depth in [6, 8] {
            let report = brothers(Sums).search(&tree, &Limits::depth(depth)).expect("a report");
            splits += report.counters.splits;
            if report.verdict.proven {
                proven += 1;
                assert_eq!(report.verdict.score, value, "tree {seed} at depth {depth}");
            }
        }
    }
    assert!(proven > 10 && proven < 280 && splits > 200, "{proven} proven, {splits} splits");
}

#[test]
fn helpers_do_a_large_part_of_the_work() {
    let time = |threads, scheme| {
        let mut engine = engine(threads, scheme, Schedule::VIRTUAL, Hunch);
        let report = engine.search(&Endless::start(), &Limits::depth(9)).expect("a report");
        report.elapsed
    };
    let one = time(1, Scheme::YOUNG_BROTHERS);
    for (scheme, least) in [(Scheme::YOUNG_BROTHERS, 2.5), (Scheme::ROOT_SPLITTING, 1.3)] {
        let eight = time(8, scheme);
        let faster = one.as_secs_f64() / eight.as_secs_f64();
        assert!(faster > least, "{scheme}: {faster} times as fast with eight threads as with one");
    }
}

/// Knowledge that panics where only a helper comes, or anywhere, as long as it is armed.
#[derive(Clone, Debug)]
struct Explosive {
    armed: Arc<AtomicBool>,
    /// Panics on this thread's name, if one is given.
    spared: Option<&'static str>,
}

impl Knowledge<Endless> for Explosive {
    fn evaluate(&mut self, game: &Endless) -> i32 {
        let here = game.path % 997 == 7 && self.armed.load(Ordering::Relaxed);
        let spared = self.spared.is_some_and(|spared| thread::current().name() == Some(spared));
        assert!(!here || spared, "boom at {}", game.path);
        Hunch.evaluate(game)
    }
}

#[test]
fn a_panic_of_any_worker_ends_the_search_with_an_error_and_the_engine_goes_on() {
    everywhere(&[2, 3, 16], |threads, scheme, schedule| {
        for spared in [None, Some("plyglot-worker-0"), Some("plyglot-worker-1")] {
            let armed = Arc::new(AtomicBool::new(true));
            let knowledge = Explosive { armed: Arc::clone(&armed), spared };
            let mut engine = engine(threads, scheme, schedule, knowledge);
            for _ in 0..3 {
                let error = engine.search(&Endless::start(), &Limits::default()).unwrap_err();
                let SearchError::GamePanicked { worker, message } = &error else {
                    panic!("not the game's panic: {error}")
                };
                assert!(*worker < threads && message.contains("boom at"), "{error}");
            }
            armed.store(false, Ordering::Relaxed);
            let report = engine.search(&Endless::start(), &Limits::depth(6)).expect("a report");
            assert_eq!(report.ended, Ended::Depth);
        }
    });
}

#[test]
fn a_position_without_moves_is_reported_with_its_line_by_any_worker() {
    everywhere(&[2, 5], |threads, scheme, schedule| {
        for left in [9, 15, 22] {
            let game = Heap::with(Mistake::NoMovesAt(3), left);
            let mut engine = engine(threads, scheme, schedule, RulesOnly::default());
            let error = engine.search(&game, &Limits::solve()).unwrap_err();
            let SearchError::NoMoves { line } = &error else { panic!("another error: {error}") };
            let taken: u32 = line.split(' ').map(|take| take.parse::<u32>().unwrap()).sum();
            assert_eq!(left - taken, 3, "{line}");
            let right = engine.search(&Heap::of(20), &Limits::solve()).expect("a right game");
            assert!(right.verdict.proven);
        }
    });
}

#[test]
fn a_stop_from_another_thread_ends_a_search_without_end() {
    everywhere(&[2, 8], |threads, scheme, schedule| {
        let mut engine = engine(threads, scheme, schedule, Hunch);
        let mut splits_within = |milliseconds| {
            let handle = engine.handle();
            let watcher = thread::spawn(move || {
                thread::sleep(Duration::from_millis(milliseconds));
                handle.stop();
            });
            let report = engine.search(&Endless::start(), &Limits::default()).expect("a report");
            watcher.join().expect("it sleeps, and stops the search");
            assert_eq!(report.ended, Ended::Stopped);
            report.counters.splits
        };
        // On a busy machine the helpers may not have had a processor in so short a time.
        assert!([30, 300, 3_000, 30_000].into_iter().any(|time| splits_within(time) > 0));
    });
}

#[test]
fn limits_in_nodes_and_time_hold_for_all_workers_together() {
    for scheme in SPLITTING {
        let search = |limits| -> Report<u8> {
            engine(4, scheme, Schedule::Real, Hunch)
                .search(&Endless::start(), &limits)
                .expect("a report")
        };
        let report = search(Limits::nodes(100_000));
        assert_eq!(report.ended, Ended::Nodes);
        assert!((100_000..200_000).contains(&report.nodes), "{} nodes", report.nodes);
        assert_eq!(search(Limits::time(Duration::from_millis(500))).ended, Ended::Time);
    }
}

#[test]
fn many_times_as_many_real_threads_as_processors_finish_with_the_right_answer() {
    let game = Solvable::new("connect4:4x4");
    for scheme in SPLITTING {
        assert!(game.splits(&config(64, scheme, Schedule::Real)) > 0, "{scheme}");
    }
}
