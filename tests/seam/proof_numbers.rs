//! Proof-number search: what it proves is so, in games of any kind, with one thread and with several; and it is used.

use std::collections::HashMap;

use crate::common::Heap;
use crate::oracle::holds;
use crate::oracle_support::maze::Maze;
use crate::oracle_support::positions::Positions;
use plyglot_check::minimax::minimax;
use plyglot_games::catalogue::builtin;
use plyglot_search::{
    Bound, Bounds, BoxedKnowledge, Config, Engine, Game, Knowledge, Limits, Report, RulesOnly,
    Schedule, Score, Tuned, Verdict, Window,
};

/// Knows nothing, not even how long a game may last, and asks for proofs: nearly all is left to them.
#[derive(Clone, Debug)]
struct Proving;

impl<G: Game> Knowledge<G> for Proving {
    fn evaluate(&mut self, _game: &G) -> i32 {
        0
    }

    fn proof_numbers(&self) -> Option<i32> {
        Some(1)
    }
}

fn config(threads: usize) -> Config {
    Config { threads, hash_bytes: 1 << 16, schedule: Schedule::VIRTUAL, ..Config::default() }
}

/// One searcher a game, whatever is known of it.
fn engine<G: Game, K: Knowledge<G>>(threads: usize, knowledge: K) -> Engine<G, BoxedKnowledge<G>> {
    Engine::new(&config(threads), BoxedKnowledge::new(knowledge)).expect("a small engine")
}

fn search<G: Game>(game: &G, threads: usize, limits: &Limits<G::Move>) -> Report<G::Move> {
    let mut engine = engine(threads, Proving);
    engine.search(game, limits).expect("a search of a right game")
}

/// A solve that deepens no further than this.
fn to_depth<M>(plies: u32) -> Limits<M> {
    Limits { solve: true, ..Limits::depth(plies) }
}

/// Random positions near the end of a game, against minimax.
fn holds_near_the_end(name: &str) {
    let start =
        builtin().open(name).and_then(|game| game.start()).expect("a game of the catalogue");
    for seed in 0..12 {
        let Some(game) = Positions::new(seed).near_the_end(start.game(), 20_000) else { continue };
        let value = minimax(&mut game.clone(), &mut RulesOnly::default(), None);
        for threads in [1, 3] {
            for limits in [Limits::solve(), to_depth(2)] {
                let verdict = search(&game, threads, &limits).verdict;
                let said = format!("{name}, {game:?} with {limits:?}: {verdict:?} of {value:?}");
                assert!(verdict.proven || limits.depth.is_some(), "{said}");
                assert!(!verdict.proven || holds(&verdict, value), "{said}");
            }
        }
    }
}

#[test]
fn what_is_proven_is_so_in_games_that_end() {
    let games = [
        "tictactoe:4,3,3",
        "kalah:3,2",
        "breakthrough:4x5",
        "domineering:4x4",
        "dots-and-boxes:2x2",
        "hex:3",
        "connect4:4x4",
        "othello:4",
        "synthetic:3,7,decided=30,again=30,joined",
    ];
    for game in games {
        holds_near_the_end(game);
    }
}

/// What each position that a maze leads to is worth, counted from it: of wins and losses the shortest way.
fn values(start: &Maze) -> HashMap<u64, Score> {
    let (mut places, mut open) = (HashMap::new(), vec![start.clone()]);
    while let Some(at) = open.pop() {
        if places.insert(at.key(), at.clone()).is_none() && at.outcome().is_none() {
            open.extend((0..3).map(|mv| after(&at, mv)));
        }
    }
    let mut values: HashMap<u64, Score> = HashMap::new();
    loop {
        let value = |at: &Maze| match at.outcome() {
            Some(outcome) => outcome.score(),
            None => {
                let of = |mv| {
                    let next = after(at, mv);
                    let value = *values.get(&next.key()).unwrap_or(&Score::DRAW);
                    let value = value.from_node(1);
                    if next.to_move() == at.to_move() { value } else { -value }
                };
                (0..3).map(of).max().expect("three moves")
            }
        };
        let next = places.iter().map(|(&key, at)| (key, value(at))).collect();
        if next == values {
            return values;
        }
        values = next;
    }
}

fn after(at: &Maze, mv: u8) -> Maze {
    let mut next = at.clone();
    next.play(mv);
    next
}

#[test]
fn what_is_proven_is_so_where_positions_come_back() {
    let (mut won, mut found) = (0, 0);
    for seed in 0..400 {
        let maze = if seed % 2 == 0 { Maze::new(seed) } else { Maze::calm(seed) };
        let value = values(&maze)[&maze.key()];
        for threads in [1, 3] {
            // A depth of which the search itself sees next to nothing.
            let verdict = search(&maze, threads, &to_depth(2)).verdict;
            if verdict.proven && verdict.score.is_decided() {
                assert!(holds(&verdict, value), "{seed}: {verdict:?}, {value:?}");
                found += 1;
            }
            won += usize::from(value.is_decided());
        }
    }
    // Not all: what comes back on one line may hide a win on another.
    assert!(found * 4 > won * 3, "{found} of {won}");
}

#[test]
fn a_game_that_does_not_ask_or_is_told_not_to_has_no_proofs() {
    let nodes = |knowledge: &dyn Fn() -> Report<u32>| knowledge().nodes;
    let with = |off: Option<&str>| {
        let mut knowledge = Tuned::new(Proving);
        off.into_iter().for_each(|off| {
            Knowledge::<Heap>::set_option(&mut knowledge, "off", off).expect("a switch");
        });
        let mut engine = engine(1, knowledge);
        engine.search(&Heap::of(23), &to_depth(3)).expect("a search")
    };
    let plain = || {
        let mut engine = engine(1, RulesOnly::default());
        engine.search(&Heap::of(23), &to_depth(3)).expect("a search")
    };
    assert_eq!(nodes(&|| with(Some("proof-numbers"))), nodes(&plain));
    assert!(nodes(&|| with(None)) > nodes(&plain));
}

#[test]
fn a_win_that_is_proven_beyond_the_depth_ends_the_search() {
    // 41 leaves 1 over multiples of 4: won, in 21 plies.
    let report = search(&Heap::of(41), 1, &to_depth(2));
    let Verdict { score, bound, proven } = report.verdict;
    assert!(proven && bound == Bound::Exact && score == Score::win_in(21), "{report:?}");
    assert_eq!(report.best_move(), Some(1));
    let lost = search(&Heap::of(40), 1, &to_depth(4)).verdict;
    assert!(lost.proven && lost.score == Score::loss_in(20), "{lost:?}");
}

#[test]
fn a_win_within_a_distance_is_looked_for_and_no_longer_one_taken() {
    // In 11 plies, and where the other side is slower no sooner.
    let of = |plies, depth| {
        let limits = Limits { window: Limits::<u32>::mate(plies).window, ..Limits::depth(depth) };
        search(&Heap::of(21), 1, &limits).verdict
    };
    let verdict = of(11, 4);
    assert!(verdict.proven && verdict.bound == Bound::Lower, "{verdict:?}");
    assert_eq!(verdict.score, Score::win_in(11));
    assert!(!of(9, 4).proven);
    for seed in 0..200 {
        let maze = Maze::new(seed);
        let value = values(&maze)[&maze.key()];
        for plies in [1, 3, 4, 9] {
            let limits = Limits { window: Limits::<u8>::mate(plies).window, ..Limits::depth(1) };
            let verdict = search(&maze, 1, &limits).verdict;
            let won = verdict.proven && verdict.bound == Bound::Lower;
            assert!(
                !won || value >= verdict.score,
                "{seed} within {plies}: {verdict:?}, {value:?}"
            );
            assert!(!won || verdict.score >= Score::win_in(plies), "{seed}: {verdict:?}");
        }
    }
}

#[test]
fn moves_left_out_and_several_lines_are_searched_without() {
    // All moves but the one that wins.
    let limits = Limits { root_moves: vec![2, 3], ..to_depth(2) };
    let report = search(&Heap::of(41), 1, &limits);
    assert!(!report.verdict.proven, "{report:?}");
    let report = search(&Heap::of(41), 1, &Limits { lines: 3, ..to_depth(2) });
    assert_eq!(report.lines.len(), 3);
}

/// Knows who wins, and of no win how near it is.
#[derive(Clone, Debug)]
struct Told;

impl Knowledge<Heap> for Told {
    fn evaluate(&mut self, _heap: &Heap) -> i32 {
        0
    }

    fn bounds(&mut self, heap: &Heap, _window: Window) -> Bounds {
        let lower = Score::win_in(2 * heap.left + 20);
        if heap.left.is_multiple_of(4) {
            Bounds::UNKNOWN
        } else {
            Bounds { lower, ..Bounds::UNKNOWN }
        }
    }

    fn proof_numbers(&self) -> Option<i32> {
        Some(1)
    }
}

#[test]
fn a_win_that_is_known_to_come_late_is_none_within_a_distance() {
    let told = |limits: &Limits<u32>| {
        let mut engine = engine(1, Told);
        engine.search(&Heap::of(25), limits).expect("a search").verdict
    };
    let limits = Limits { window: Limits::<u32>::mate(5).window, ..Limits::depth(3) };
    let verdict = told(&limits);
    assert!(verdict.bound != Bound::Lower, "{verdict:?}");
    assert!(told(&to_depth(2)).score > Score::DRAW);
}
