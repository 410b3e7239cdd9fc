//! Kalah keeps the laws and has its known values.

use std::collections::HashMap;

use plyglot_check::laws::{Check, Effort, check_text};
use plyglot_search::{Config, Engine, Game, Knowledge, Limits, MoveList, Outcome, Score};
use plyglot_small::kalah::{Capture, Kalah, Stores};

fn start(holes: usize, seeds: usize, capture: Capture) -> Kalah {
    Kalah::new(holes, seeds, capture).unwrap()
}

#[test]
fn the_laws_hold_in_every_size_under_both_rules_of_capture() {
    for (holes, seeds) in [(3, 2), (4, 3), (6, 4), (10, 12), (2, 60)] {
        for capture in [Capture::Full, Capture::EmptyToo] {
            let game = start(holes, seeds, capture);
            for stores in [Stores::default(), Stores::new(&game)] {
                let check = Check::new(&game, &stores).exchange(Kalah::exchanged);
                let summary = check.texts().run().unwrap_or_else(|violation| panic!("{violation}"));
                assert!(summary.solved > 0 && summary.bounds > 0, "{summary:?}");
            }
            check_text(&game, &Effort::default()).unwrap_or_else(|violation| panic!("{violation}"));
        }
    }
}

#[test]
fn the_usual_board_has_trained_weights_and_no_other() {
    let game = start(6, 4, Capture::Full);
    let mut stores = Stores::new(&game);
    assert_eq!(stores.options()[0].value, "built-in");
    let trained = stores.evaluate(&game);
    assert_ne!(Knowledge::<Kalah>::fingerprint(&stores), 0);
    stores.set_option("weights", "none").expect("it is an option");
    assert_ne!(stores.evaluate(&game), trained);
    assert_eq!(Knowledge::<Kalah>::fingerprint(&stores), 0);
    stores.set_option("weights", "built-in").expect("it is an option");
    assert_eq!(stores.evaluate(&game), trained);
    for other in [start(6, 4, Capture::EmptyToo), start(6, 3, Capture::Full)] {
        let mut stores = Stores::new(&other);
        assert!(stores.options().is_empty());
        assert!(stores.set_option("weights", "built-in").is_err());
    }
}

/// Plain minimax that remembers values, less what is in the stores already.
fn margin(game: &mut Kalah, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(Outcome::Margin(margin)) = game.outcome() {
        return margin;
    }
    if let Some(&margin) = known.get(&game.key()) {
        return margin;
    }
    let mut moves = MoveList::new();
    game.moves(&mut moves);
    let mover = game.to_move();
    let mut best = i32::MIN;
    for hole in moves.iter() {
        let undo = game.play(hole);
        let value = margin(game, known);
        best = best.max(if game.to_move() == mover { value } else { -value });
        game.undo(hole, undo);
    }
    known.insert(game.key(), best);
    best
}

fn value(holes: usize, seeds: usize, capture: Capture) -> i32 {
    margin(&mut start(holes, seeds, capture), &mut HashMap::new())
}

#[test]
fn small_boards_have_their_known_values_where_only_full_holes_are_captured() {
    let known = [((3, 3), 2), ((3, 4), 2), ((4, 2), 6)];
    for ((holes, seeds), margin) in known {
        assert_eq!(value(holes, seeds, Capture::Full), margin, "{holes},{seeds}");
    }
}

#[test]
fn small_boards_have_their_known_values_where_empty_holes_are_captured_too() {
    let known = [((3, 1), 0), ((3, 2), 4), ((3, 3), 2), ((3, 4), 2), ((4, 1), 2), ((4, 2), 6)];
    for ((holes, seeds), margin) in known.into_iter().chain([((5, 1), 0), ((6, 1), 2)]) {
        assert_eq!(value(holes, seeds, Capture::EmptyToo), margin, "{holes},{seeds}");
    }
}

fn solved(holes: usize, seeds: usize, capture: Capture) -> Score {
    let mut engine = Engine::new(&Config::single(32 << 20), Stores::default()).unwrap();
    let report = engine.search(&start(holes, seeds, capture), &Limits::solve()).unwrap();
    assert!(report.verdict.proven);
    report.verdict.score
}

#[test]
fn the_engine_finds_the_known_values_where_only_full_holes_are_captured() {
    for ((holes, seeds), margin) in
        [((3, 3), 2), ((3, 4), 2), ((4, 2), 6), ((4, 3), 6), ((3, 6), -8)]
    {
        let value = solved(holes, seeds, Capture::Full);
        assert_eq!(value, Score::margin(margin), "{holes},{seeds}");
    }
}

#[test]
fn the_engine_finds_the_known_values_where_empty_holes_are_captured_too() {
    let small = [((3, 1), 0), ((3, 2), 4), ((3, 3), 2), ((3, 4), 2), ((3, 5), 6), ((3, 6), -10)];
    let large = [((4, 1), 2), ((4, 2), 6), ((4, 3), 8), ((5, 1), 0), ((5, 2), 0), ((6, 1), 2)];
    for ((holes, seeds), margin) in small.into_iter().chain(large) {
        let value = solved(holes, seeds, Capture::EmptyToo);
        assert_eq!(value, Score::margin(margin), "{holes},{seeds}");
    }
}
