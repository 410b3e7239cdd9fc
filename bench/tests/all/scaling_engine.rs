//! Studies with real engines, on tiny positions.

use std::thread;
use std::time::Duration;

use plyglot_bench::scaling::{
    Analysis, Clock, Design, EngineLab, Goal, Lab, LabError, PARTS, PlannedSearch, Position, Run,
    Study, run_study,
};
use plyglot_games::catalogue::builtin;
use plyglot_open::Stop;

use crate::scaling_support::study;

const SCHEMES: [&str; 5] =
    ["abdada", "lazy", "lazy-stagger+settle", "root-splitting", "young-brothers"];

fn design(goal: Goal, clock: Clock) -> Design {
    Design {
        goal,
        clock,
        // The game's own positions are put in later.
        positions: Vec::new(),
        ..crate::scaling_support::design(0, &[2, 5], &SCHEMES)
    }
}

/// Runs a study on the start position of a game and the one after a move.
fn measure_until(game: &str, design: &Design, jobs: usize, stop: Stop) -> Study {
    let game = builtin().open(game).expect("a game");
    let start = game.start().expect("a position");
    let first = *start.moves().expect("moves").first().expect("a move");
    let second = start.after(first).expect("a legal move");
    let position = |at: plyglot_open::Position| Position {
        name: "tiny".into(),
        text: at.text().expect("a text"),
    };
    let design = Design {
        game: game.facts().name.clone(),
        positions: [start, second].map(position).into(),
        ..design.clone()
    };
    let lab = EngineLab::new(&design, &*game, &stop).expect("its own positions");
    let run = Run { journal: None, jobs, stop };
    run_study(&lab, study(design.clone()), run, |_| {}).expect("a sound design")
}

fn measure(game: &str, design: &Design, jobs: usize) -> Study {
    measure_until(game, design, jobs, Stop::default())
}

#[test]
fn virtual_time_is_the_same_however_many_searches_are_made_at_once() {
    let solve = design(Goal::Solve, Clock::Virtual { turn: 50 });
    let deepen = design(Goal::Depth(6), Clock::Virtual { turn: 50 });
    let games = [
        ("tictactoe", &solve),
        ("connect4:5x4", &solve),
        ("connect4:5x4", &deepen),
        ("synthetic:4,8,random=50", &solve),
    ];
    let mut repeated = 0;
    for (game, design) in games {
        let [one, two] = [1, 2].map(|jobs| {
            let mut study = measure(game, design, jobs);
            for sample in &mut study.samples {
                assert!(sample.wall_seconds > 0.0);
                sample.wall_seconds = 0.0;
            }
            study
        });
        assert_eq!(one, two, "{game}");
        assert_eq!(one.samples.len(), 2 * (1 + 2 * SCHEMES.len()));
        assert!(one.samples.iter().all(|sample| sample.reached && sample.error.is_none()));
        repeated += one.samples.iter().map(|sample| sample.counters.repeated).sum::<u64>();
        for sample in &one.samples {
            let account = sample.account.as_ref().expect("it was asked for");
            let time = (sample.seconds * 1e6).round() as u64;
            assert_eq!(account.whole, sample.case.threads as u64 * time, "{game}: {sample:?}");
            assert_eq!(account.causes().sum(), account.whole, "{game}: {sample:?}");
        }
        for cell in &Analysis::of(&one).cells {
            let account = cell.account.as_ref().expect("it was asked for");
            let shares: f64 = account.shares.values().sum();
            assert!((shares - 1.0).abs() < 1e-9 && account.shares.len() == PARTS.len(), "{game}");
        }
    }
    assert!(repeated > 0, "work done twice is counted");
}

#[test]
fn one_virtual_thread_takes_a_microsecond_a_node_and_solves_agree() {
    let study = measure("connect4:5x4", &design(Goal::Solve, Clock::Virtual { turn: 50 }), 2);
    for sample in study.samples.iter().filter(|sample| sample.case.threads == 1) {
        assert!(sample.proven && sample.counters.nodes > 0, "{sample:?}");
        assert!((sample.seconds - sample.counters.nodes as f64 / 1e6).abs() < 1e-9, "{sample:?}");
        assert!(sample.counters.hits <= sample.counters.probes && sample.counters.probes > 0);
    }
    let analysis = Analysis::of(&study);
    for cell in &analysis.cells {
        assert_eq!((cell.agreement.agree, cell.agreement.of, cell.missing), (2, 2, 0), "{cell:?}");
    }
    assert_eq!(analysis.cells.len(), 1 + 2 * SCHEMES.len());
}

#[test]
fn real_threads_reach_their_goals_too() {
    let study = measure("tictactoe", &design(Goal::Solve, Clock::Real), 4);
    assert!(study.samples.iter().all(|sample| sample.reached && sample.score == "draw"));
    assert!(study.samples.iter().all(|sample| sample.seconds <= sample.wall_seconds));
    let budget = Goal::Budget(Duration::from_millis(5));
    let mut timed = design(budget, Clock::Real);
    timed.schemes.truncate(1);
    let study = measure("othello", &timed, 1);
    assert!(study.samples.iter().all(|sample| sample.reached && sample.seconds >= 0.005));
    assert!(Analysis::of(&study).cells.iter().all(|cell| cell.rate.is_some()));
}

#[test]
fn a_stop_ends_searches_that_would_not_end() {
    for (clock, jobs) in [(Clock::Real, 1), (Clock::Virtual { turn: 200 }, 3)] {
        let stop = Stop::default();
        let mut endless = design(Goal::Depth(60), clock);
        endless.threads = vec![2];
        // Engines are then made in no time, so that they are searching when the stop comes.
        endless.account = false;
        let study = thread::scope(|scope| {
            let study = scope.spawn(|| measure_until("othello", &endless, jobs, stop.clone()));
            thread::sleep(Duration::from_millis(300));
            stop.raise();
            study.join().expect("no panic")
        });
        assert!(study.samples.is_empty());
    }
}

#[test]
fn a_position_of_another_game_is_refused_by_its_name() {
    let game = builtin().open("tictactoe").expect("a game");
    let mut design = crate::scaling_support::design(2, &[2], &["lazy"]);
    design.positions[0].text = game.start().and_then(|start| start.text()).expect("a text");
    let lab = EngineLab::new(&design, &*game, &Stop::default());
    let error = lab.err().expect("no position").to_string();
    assert!(error.starts_with("position line 2: "), "{error}");
    design.positions.truncate(1);
    let lab = EngineLab::new(&design, &*game, &Stop::default()).expect("a position");
    let case = PlannedSearch { position: 1, scheme: None, threads: 1, repeat: 0 };
    assert!(matches!(lab.run(&case), Err(LabError::NoPosition(1))));
}
