use plyglot_games::catalogue::builtin;
use plyglot_journal::halt::Halt;
use plyglot_open::{Ask, Engine, Limits, Open, Position};
use plyglot_search::random::SplitMix;
use plyglot_search::{Config, Side};

use crate::{Mark, Review, loss, review};

fn opened(name: &str) -> (Box<dyn Open>, Box<dyn Engine>) {
    let game = builtin().open(name).expect("a game of the catalogue");
    let config = Config { threads: 1, hash_bytes: 1 << 20, ..Config::default() };
    let engine = game.engine(&config, None).expect("an engine");
    (game, engine)
}

fn random_game(start: &Position, random: &mut SplitMix) -> Position {
    let mut at = start.clone();
    while at.outcome().is_none() {
        let moves = at.moves().expect("moves");
        at.play(random.pick(&moves).expect("a move")).expect("a legal move");
    }
    at
}

fn reviewed(engine: &mut dyn Engine, end: &Position, limits: &Limits<u32>) -> Review {
    review(engine, end, limits, &Halt::default(), |_| {}).expect("a review")
}

/// In games that are solved at once, every judgement is held against values that are found position by
/// position, each with an empty table.
#[test]
fn losses_are_those_of_positions_solved_one_by_one() {
    for (name, games) in [("tictactoe", 30), ("kalah:3x2", 30), ("dots-and-boxes:2x2", 20)] {
        let (game, mut engine) = opened(name);
        let start = game.start().expect("a start");
        let mut random = SplitMix(7);
        for _ in 0..games {
            let end = random_game(&start, &mut random);
            let review = reviewed(&mut *engine, &end, &Limits::solve());
            assert!(review.complete && review.moves.len() == end.plies());
            for (judged, mv) in review.moves.iter().zip(end.played()) {
                let at = end.after_plies(judged.ply - 1);
                assert_eq!((judged.side, judged.mv), (at.to_move(), mv));
                let mut value = |at: &Position| {
                    engine.clear();
                    engine.run(&Ask::new(at, &Limits::solve())).expect("a search").verdict
                };
                let best = value(&at);
                let only = Limits { root_moves: vec![mv], ..Limits::solve() };
                let (best, played) = (best, {
                    engine.clear();
                    engine.run(&Ask::new(&at, &only)).expect("a search").verdict
                });
                assert!(judged.exact, "{name}: {judged:?}");
                assert_eq!(judged.best.verdict.score, best.score, "{name}: {judged:?}");
                assert_eq!(judged.played.score, played.score, "{name}: {judged:?}");
                assert_eq!(judged.loss, loss(&at, best, played).expect("a loss"));
                let [best, played] = [best, played].map(|verdict| verdict.score.raw().signum());
                assert_eq!(judged.mark > Mark::Fine, played < best, "{name}: {judged:?}");
                assert!(judged.mark == Mark::Fine || judged.mark >= Mark::Mistake);
            }
        }
    }
}

#[test]
fn sides_are_summed_up_without_forced_moves() {
    let (game, mut engine) = opened("tictactoe");
    let mut at = game.start().expect("a start");
    at.play_text("b2 b1 a1 c3 a2 a3 c2").expect("legal moves");
    let review = reviewed(&mut *engine, &at, &Limits::depth(9));
    let [first, second] = review.sides;
    assert_eq!((first.moves, second.moves), (4, 3));
    assert_eq!(first.marks, [0; 3]);
    assert!(first.accuracy.is_some_and(|accuracy| accuracy > 99.9));
    assert_eq!(second.marks, [0, 0, 1], "{review:?}");
    assert_eq!(review.turning, [2]);
    assert!(second.accuracy.is_some_and(|accuracy| accuracy < 90.0));
    let last = random_game(&at.after_plies(0), &mut SplitMix(3));
    let review = reviewed(&mut *engine, &last, &Limits::depth(9));
    let forced = review.moves.iter().filter(|judged| judged.forced);
    let counted: usize = review.sides.iter().map(|side| side.moves).sum();
    assert_eq!(counted + forced.count(), review.moves.len());
    assert!(review.moves.iter().any(|judged| judged.side == Side::Second));
}

#[test]
fn a_stopped_review_gives_what_is_judged() {
    let (game, mut engine) = opened("othello:4");
    let end = random_game(&game.start().expect("a start"), &mut SplitMix(1));
    let halt = Halt::default();
    let stopped = review(&mut *engine, &end, &Limits::depth(4), &halt, |progress| {
        if progress.done == 5 {
            halt.raise();
        }
    });
    let stopped = stopped.expect("what is judged");
    let whole = reviewed(&mut *engine, &end, &Limits::depth(4));
    assert!(!stopped.complete && (3..=5).contains(&stopped.moves.len()), "{stopped:?}");
    let plies = |review: &Review| review.moves.iter().map(|judged| judged.ply).collect::<Vec<_>>();
    assert!(plies(&whole).ends_with(&plies(&stopped)));
    let halted = review(&mut *engine, &end, &Limits::depth(4), &halt, |_| {}).expect("nothing");
    assert!(!halted.complete && halted.moves.len() <= 2);
}

#[test]
fn a_game_without_moves_has_nothing_to_review() {
    let (game, mut engine) = opened("tictactoe");
    let review = reviewed(&mut *engine, &game.start().expect("a start"), &Limits::depth(2));
    assert!(review.complete && review.moves.is_empty() && review.sides[0].accuracy.is_none());
}
