//! What the engine promises its caller: limits, lines, stops, faults, determinism.

use std::sync::mpsc;
use std::time::Duration;

use crate::common::{Endless, Heap, Hunch, Mistake, to};
use plyglot_games::catalogue::builtin;
use plyglot_open::{Ask, Engine as AnyEngine, Open};
use plyglot_search::{
    Bound, BoxedKnowledge, Config, Ended, Engine, EngineError, LimitError, Limits, Meaning,
    Request, RulesOnly, Score, SearchError,
};

fn config(threads: usize) -> Config {
    Config { threads, hash_bytes: 1 << 20, ..Config::default() }
}

fn heap_engine(threads: usize) -> Engine<Heap, BoxedKnowledge<Heap>> {
    Engine::new(&config(threads), BoxedKnowledge::new(RulesOnly::default())).unwrap()
}

fn endless_engine(threads: usize) -> Engine<Endless, BoxedKnowledge<Endless>> {
    Engine::new(&config(threads), BoxedKnowledge::new(Hunch)).unwrap()
}

#[test]
fn a_heap_is_solved_with_proof_at_any_number_of_threads() {
    for threads in [1, 2, 4, 256] {
        let mut engine = heap_engine(threads);
        for left in [1, 4, 21, 40] {
            let report = engine.search(&Heap::of(left), &Limits::solve()).unwrap();
            assert!(report.verdict.proven && report.verdict.bound == Bound::Exact);
            assert_eq!(report.ended, Ended::Proven);
            let wins = !left.is_multiple_of(4);
            assert_eq!(report.verdict.score > Score::DRAW, wins, "{left} at {threads} threads");
            if wins {
                assert_eq!(report.best_move(), Some(left % 4));
            }
        }
    }
}

#[test]
fn wins_and_losses_are_counted_in_plies_from_the_root() {
    let mut engine = heap_engine(1);
    let score = |engine: &mut Engine<_, _>, left| {
        let report = engine.search(&Heap::of(left), &Limits::default()).unwrap();
        report.verdict.score.meaning()
    };
    assert_eq!(score(&mut engine, 3), Meaning::WinIn(1));
    assert_eq!(score(&mut engine, 4), Meaning::LossIn(2));
    assert_eq!(score(&mut engine, 5), Meaning::WinIn(3));
    assert_eq!(score(&mut engine, 13), Meaning::WinIn(7));
}

#[test]
fn a_finished_game_has_its_outcome_for_an_answer() {
    let report = heap_engine(2).search(&Heap::of(0), &Limits::default()).unwrap();
    assert_eq!(report.ended, Ended::GameOver);
    assert_eq!(report.verdict.score, Score::loss_in(0));
    assert!(report.verdict.proven && report.best_move().is_none());
}

#[test]
fn limits_of_zero_are_refused_by_name() {
    let mut engine = heap_engine(1);
    let mut ask = |limits| engine.search(&Heap::of(9), &limits).unwrap_err().to_string();
    assert!(ask(Limits::depth(0)).contains("depth limit of zero"));
    assert!(ask(Limits::nodes(0)).contains("node limit of zero"));
    assert!(ask(Limits::time(Duration::ZERO)).contains("time limit of zero"));
    assert!(ask(Limits { lines: 0, ..Limits::default() }).contains("line limit of zero"));
}

#[test]
fn impossible_numbers_of_threads_are_refused() {
    for threads in [0, Config::MAX_THREADS + 1] {
        let error =
            Engine::<Endless, _>::new(&config(threads), BoxedKnowledge::new(Hunch)).unwrap_err();
        assert!(matches!(error, EngineError::Threads(asked) if asked == threads), "{error}");
    }
}

#[test]
fn more_hash_than_memory_is_an_error_value() {
    let config = Config { hash_bytes: usize::MAX / 2, ..config(1) };
    let error = Engine::<Endless, _>::new(&config, BoxedKnowledge::new(Hunch)).unwrap_err();
    assert!(matches!(error, EngineError::Table(_)), "{error}");
}

#[test]
fn one_thread_stops_at_its_node_limit_to_the_node() {
    for nodes in [1, 2, 77, 5_000] {
        let report = endless_engine(1).search(&Endless::start(), &Limits::nodes(nodes)).unwrap();
        assert_eq!((report.nodes, report.ended), (nodes, Ended::Nodes));
        assert!(report.best_move().is_some(), "a move is known even after {nodes} nodes");
    }
}

#[test]
fn a_time_limit_ends_a_search_without_end() {
    for threads in [1, 3] {
        let limits = Limits::time(Duration::from_millis(500));
        let report = endless_engine(threads).search(&Endless::start(), &limits).unwrap();
        assert_eq!(report.ended, Ended::Time);
        assert!(report.lines[0].depth > 0);
    }
}

#[test]
fn one_thread_repeats_itself_to_the_node() {
    let search = || {
        let mut engine = endless_engine(1);
        let report = engine.search(&Endless::start(), &Limits::depth(8)).unwrap();
        let table: Vec<_> = [3, 5, 7].map(|seed| engine.table().probe(seed)).to_vec();
        (report.lines, report.nodes, report.counters, table)
    };
    assert_eq!(search(), search());
}

#[test]
fn a_stop_from_another_thread_ends_an_infinite_search() {
    for threads in [1, 2, 4] {
        let mut engine = endless_engine(threads);
        let handle = engine.handle();
        let (progress, events) = crossbeam::channel::unbounded();
        let watcher = std::thread::spawn(move || {
            let first = events.recv().expect("the search reports its first depth");
            handle.stop();
            first
        });
        let game = Endless::start();
        let request = Request {
            game: &game,
            history: &[],
            limits: &Limits::default(),
            progress: to(progress),
        };
        let report = engine.run(&request).unwrap();
        assert_eq!(watcher.join().unwrap().line.depth, 1);
        assert_eq!(report.ended, Ended::Stopped);
        assert!(report.best_move().is_some());
    }
}

#[test]
fn a_stop_before_a_search_ends_that_search_and_no_later_one() {
    let mut engine = endless_engine(2);
    engine.handle().stop();
    let stopped = engine.search(&Endless::start(), &Limits::default()).unwrap();
    assert_eq!(stopped.ended, Ended::Stopped);
    assert!(stopped.best_move().is_some());
    let next = engine.search(&Endless::start(), &Limits::depth(3)).unwrap();
    assert_eq!(next.ended, Ended::Depth);
}

#[test]
fn a_panicking_game_is_an_error_that_names_it_and_the_engine_goes_on() {
    for threads in [1, 2, 8] {
        let mut engine = heap_engine(threads);
        for left in [5, 30] {
            let broken = Heap::with(Mistake::PanicsAt(5), left);
            let error = engine.search(&broken, &Limits::solve()).unwrap_err();
            let SearchError::GamePanicked { message, worker } = &error else {
                panic!("not the game's panic: {error}")
            };
            assert!(message.contains("the heap of 5 collapsed") && *worker < threads);
        }
        let report = engine.search(&Heap::of(6), &Limits::solve()).unwrap();
        assert_eq!(report.best_move(), Some(2));
    }
}

#[test]
fn a_game_without_moves_or_outcome_is_an_error_that_says_where() {
    for threads in [1, 2] {
        let mut engine = heap_engine(threads);
        let game = Heap::with(Mistake::NoMovesAt(7), 9);
        let error = engine.search(&game, &Limits::solve()).unwrap_err();
        let SearchError::NoMoves { line } = &error else { panic!("{error}") };
        assert!(line == "2" || line == "1 1", "the moves that lead there, not {line:?}");
        let at_once = Heap::with(Mistake::NoMovesAt(7), 7);
        let error = engine.search(&at_once, &Limits::solve()).unwrap_err();
        assert!(matches!(error, SearchError::NoMoves { .. }), "{error}");
        assert!(engine.search(&Heap::of(6), &Limits::solve()).is_ok());
    }
}

#[test]
fn several_lines_are_the_best_moves_in_order_of_their_values() {
    let game = Endless::start();
    let limits = Limits { lines: 3, ..Limits::depth(5) };
    let report = endless_engine(1).search(&game, &limits).unwrap();
    assert_eq!(report.lines.len(), 3);
    let alone = |mv| {
        let limits = Limits { root_moves: vec![mv], ..Limits::depth(5) };
        let config = Config { acceptance: plyglot_search::Acceptance::Equal, ..config(1) };
        Engine::new(&config, BoxedKnowledge::new(Hunch))
            .unwrap()
            .search(&game, &limits)
            .unwrap()
            .verdict
            .score
    };
    let mut values: Vec<_> = (0..5).map(|mv| (alone(mv), mv)).collect();
    values.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    for (place, line) in report.lines.iter().enumerate() {
        assert_eq!(line.rank, place + 1);
        assert_eq!(line.verdict.score, values[place].0, "line {place}");
        assert_eq!(alone(line.pv[0]), values[place].0);
    }
}

#[test]
fn there_are_never_more_lines_than_moves() {
    for threads in [1, 2] {
        let limits = Limits { lines: 9, ..Limits::solve() };
        let report = heap_engine(threads).search(&Heap::of(6), &limits).unwrap();
        assert_eq!(report.lines.len(), 3);
        assert_eq!(report.lines[0].pv[0], 2);
        assert!(report.lines.iter().all(|line| line.verdict.proven));
    }
}

#[test]
fn chosen_root_moves_are_the_only_ones_searched() {
    let limits = Limits { root_moves: vec![1, 3], ..Limits::solve() };
    let report = heap_engine(1).search(&Heap::of(6), &limits).unwrap();
    assert!(report.verdict.score < Score::DRAW, "the winning move was left out");
    let limits = Limits { root_moves: vec![4], ..Limits::solve() };
    let error = heap_engine(1).search(&Heap::of(6), &limits).unwrap_err();
    assert_eq!(error, SearchError::Limit(LimitError::IllegalRootMove("4".into())));
}

#[test]
fn every_move_of_a_line_is_legal() {
    for threads in [1, 4] {
        let report = endless_engine(threads).search(&Endless::start(), &Limits::depth(9)).unwrap();
        assert_eq!(report.lines[0].pv.len(), 9);
        assert!(report.lines[0].pv.iter().all(|&digit| digit < 5));
    }
}

#[test]
fn two_engines_search_at_once_in_one_process() {
    let (sender, receiver) = mpsc::channel();
    for left in [21, 40] {
        let sender = sender.clone();
        std::thread::spawn(move || {
            let report = heap_engine(2).search(&Heap::of(left), &Limits::solve()).unwrap();
            sender.send((left, report.verdict.score > Score::DRAW)).unwrap();
        });
    }
    drop(sender);
    let mut answers: Vec<_> = receiver.iter().collect();
    answers.sort_unstable();
    assert_eq!(answers, [(21, true), (40, false)]);
}

#[test]
fn a_line_as_long_as_lines_may_get_does_not_overflow_the_stack() {
    let limits = Limits { root_moves: vec![1], nodes: Some(200_000), ..Limits::default() };
    // Every heap is one line when only ones may be taken from it; here it is merely deep.
    let report = heap_engine(2).search(&Heap::of(100_000), &limits).unwrap();
    assert!(report.best_move().is_some());
}

#[test]
fn a_receiver_that_went_away_does_not_disturb_the_search() {
    let (progress, events) = crossbeam::channel::unbounded();
    drop(events);
    let game = Heap::of(21);
    let limits = Limits::solve();
    let request = Request { game: &game, history: &[], limits: &limits, progress: to(progress) };
    assert!(heap_engine(2).run(&request).is_ok());
}

/// The opened game, and the engine that its own crate has compiled.
fn built_in(name: &str, config: &Config) -> (Box<dyn Open>, Box<dyn AnyEngine>) {
    let game = builtin().open(name).expect("a game");
    let engine = game.engine(config, None).expect("an engine");
    (game, engine)
}

#[test]
fn a_solve_that_is_stopped_says_what_it_has_proven() {
    for nodes in [2_000, 20_000, 200_000] {
        let (game, mut engine) = built_in("connect4", &Config::single(1 << 20));
        let limits = Limits { nodes: Some(nodes), ..Limits::solve() };
        let report = engine.run(&Ask::new(&game.start().unwrap(), &limits)).unwrap();
        assert_eq!(report.ended, Ended::Nodes);
        assert!(report.best_move().is_some());
        // The first player wins by one: all that is proven must allow for that.
        let one = Score::margin(1);
        match (report.verdict.proven, report.verdict.bound) {
            (true, Bound::Lower) => assert!(report.verdict.score <= one),
            (true, Bound::Upper) => assert!(report.verdict.score >= one),
            (true, Bound::Exact) => assert_eq!(report.verdict.score, one),
            (false, _) => assert_eq!(report.lines[0].depth, 0),
        }
    }
}

#[test]
fn a_search_too_small_to_share_leaves_the_pool_idle_for_the_next() {
    let (game, mut engine) = built_in("connect4", &config(3));
    // Small searches whose lines take longer to play out than they took to find.
    for moves in ["7422341735647741166133573473242566", "52677675164321472411331752454", "45461667"]
    {
        let mut at = game.start().unwrap();
        at.play_text(moves).unwrap();
        let limits = Limits { whole_lines: true, ..Limits::solve() };
        for _ in 0..3 {
            let report = engine.run(&Ask::new(&at, &limits)).unwrap();
            assert!(report.verdict.proven);
            let mut end = at.clone();
            for &mv in &report.lines[0].pv {
                end.play(mv).unwrap();
            }
            assert!(end.outcome().is_some(), "the line ends with the game: {moves}");
        }
    }
}

#[test]
fn a_cleared_engine_searches_as_a_new_one() {
    let (game, mut engine) = built_in("othello", &Config::single(1 << 20));
    let at = game.parse(&game.facts().examples[0].position).unwrap();
    let limits = Limits { nodes: Some(300_000), ..Limits::solve() };
    let mut search = |clear| {
        if clear {
            engine.clear();
        }
        engine.run(&Ask::new(&at, &limits)).unwrap()
    };
    let (first, warm) = (search(false), search(false));
    assert_ne!(warm.counters, first.counters, "what was learned changes the next search");
    let again = search(true);
    assert_eq!((again.lines, again.counters), (first.lines, first.counters));
}
