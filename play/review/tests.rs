use plyglot_games::catalogue::builtin;
use plyglot_open::{Ask, Engine, Limits, Open, Position, Stop};
use plyglot_search::random::SplitMix;
use plyglot_search::{Config, Side};

use crate::review::{Judged, Mark, Review, loss, review};

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
    review(engine, end, limits, &Stop::default(), |_| {}).expect("a review")
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
    let stop = Stop::default();
    let stopped = review(&mut *engine, &end, &Limits::depth(4), &stop, |progress| {
        if progress.done == 5 {
            stop.raise();
        }
    });
    let stopped = stopped.expect("what is judged");
    let whole = reviewed(&mut *engine, &end, &Limits::depth(4));
    assert!(!stopped.complete && (3..=5).contains(&stopped.moves.len()), "{stopped:?}");
    let plies = |review: &Review| review.moves.iter().map(|judged| judged.ply).collect::<Vec<_>>();
    assert!(plies(&whole).starts_with(&plies(&stopped)));
    let stopped = review(&mut *engine, &end, &Limits::depth(4), &stop, |_| {}).expect("nothing");
    assert!(!stopped.complete && stopped.moves.is_empty());
}

#[test]
fn a_game_without_moves_has_nothing_to_review() {
    let (game, mut engine) = opened("tictactoe");
    let review = reviewed(&mut *engine, &game.start().expect("a start"), &Limits::depth(2));
    assert!(review.complete && review.moves.is_empty() && review.sides[0].accuracy.is_none());
}

/// Games of the engine against itself, with something to be marked in them.
const PLAYED: [(&str, &str); 5] = [
    (
        "othello",
        "f5 f4 g3 d6 c4 b3 b4 f3 d3 f6 e3 c3 c5 c6 d2 c2 e6 b5 g4 g6 g5 f7 f8 h4 h5 h6 e7 d1 d7 c7 b6 a5 a6 d8 e8 \
         a7 a3 g8 a4 a2 b8 f2 e2 f1 h2 h3 h7 g7 g2 h1 h8 c8 g1 a8 c1",
    ),
    (
        "othello",
        "f5 f4 g3 d6 c4 b3 d7 e6 c6 e3 b4 c3 f3 c5 e2 b6 d3 b5 f6 g4 a5 a4 c2 a6 a3 a2 c7 f2 f1 g5 h5 h4 h3 d2 d1 \
         c1 b7 e1 b1 a7 h6 a8 b8 c8 d8 g2 b2 a1 g1 h1 h2 e7 e8 f8",
    ),
    ("connect4", "1 3 2 3 3 4 4 5 6 4 4 2 2 2 3 3 4 1 4 5 3 7 1 1 2 2 1 1 7 7 5 5 5 5 7"),
    (
        "kalah",
        "6 2 6 4 3 3 6 2 1 4 5 3 6 4 1 6 1 2 6 5 5 4 3 4 6 1 1 6 5 5 6 2 6 4 6 2 6 5 6 4 3 5 6 5 3",
    ),
    (
        "breakthrough",
        "d2e3 d7e6 c2c3 g7h6 e2d3 c7d6 c3b4 h6h5 e3f4 d6d5 f4g5 g8g7 b4b5 d5d4 g2h3 h5h4 h2g3 h4xg3 f2xg3 d4e3 \
         e1d2 e3xd2 c1xd2 e6e5 d2e3 e7d6 h3h4 d6c5 g3f4 e5xf4 e3xf4 c5d4 d1d2 f7e6 f4e5 e8e7 b2c3",
    ),
];

fn played(name: &str, moves: &str) -> (Box<dyn Engine>, Position) {
    let (game, engine) = opened(name);
    let mut end = game.start().expect("a start");
    end.play_text(moves).expect("a game");
    (engine, end)
}

/// The marks of a game at a depth, a letter for each move where there was a choice, and the nodes that it took.
fn marks(engine: &mut dyn Engine, end: &Position, limits: &Limits<u32>) -> (String, u64) {
    engine.clear();
    let review = reviewed(engine, end, limits);
    let sign = |judged: &Judged| match judged.mark {
        Mark::Fine => '.',
        Mark::Inaccuracy => 'i',
        Mark::Mistake => 'm',
        Mark::Blunder => 'b',
    };
    let chosen = review.moves.iter().filter(|judged| !judged.forced);
    (chosen.map(sign).collect(), review.nodes)
}

/// Which share of the marks is the same, over all pairs of these reviews of a game.
fn agreement(reviews: &[String]) -> (usize, usize) {
    let pairs = reviews.iter().enumerate().flat_map(|(index, one)| {
        reviews[index + 1..].iter().flat_map(move |other| one.chars().zip(other.chars()))
    });
    let (same, all): (Vec<_>, Vec<_>) = pairs.map(|(one, other)| (one == other, ())).unzip();
    (same.into_iter().filter(|same| *same).count(), all.len())
}

/// Where both values rested on searches of different parity, all moves of this game were marked at depth 11, four at 12
/// and 16, and the first one, which is the only one that wins, at all of them.
#[test]
fn marks_do_not_go_by_the_parity_of_the_depth() {
    let (mut engine, end) = played("connect4", "44444322155");
    let reviews: Vec<String> =
        (11..=14).map(|depth| marks(&mut *engine, &end, &Limits::depth(depth)).0).collect();
    for of in &reviews {
        assert!(of.starts_with('.') && of.as_bytes()[7] == b'.', "{reviews:?}");
    }
    let (same, all) = agreement(&reviews);
    assert!(same * 10 >= all * 9, "{reviews:?}");
}

/// The marks of a game are the same at depths that follow each other, but for one in ten.
#[test]
fn marks_agree_from_depth_to_depth() {
    let depths = [6, 6, 9, 9, 5];
    for ((name, moves), depth) in PLAYED.into_iter().zip(depths) {
        let (mut engine, end) = played(name, moves);
        let reviews =
            (depth..depth + 4).map(|depth| marks(&mut *engine, &end, &Limits::depth(depth)).0);
        let reviews: Vec<String> = reviews.collect();
        let (same, all) = agreement(&reviews);
        assert!(same * 10 >= all * 9, "{name}: {same} of {all}\n{}", reviews.join("\n"));
    }
}

/// Moves that a symmetry of the game leads into one another are the same move: not one of the four first moves of
/// Othello is worse than another, in whatever order they are searched.
#[test]
fn symmetric_moves_have_one_value() {
    for (name, moves) in [
        ("othello", &["d3", "c4", "f5", "e6"][..]),
        ("connect4", &["1", "7"]),
        ("hex:5", &["a1", "e5"]),
        ("breakthrough:5x5", &["a2a3", "e2e3"]),
        ("tictactoe", &["a1", "a3", "c1", "c3"]),
    ] {
        for depth in 3..=5 {
            let judged = moves.iter().map(|mv| {
                let (mut engine, end) = played(name, mv);
                let [judged] = &reviewed(&mut *engine, &end, &Limits::depth(depth)).moves[..]
                else {
                    panic!("one move")
                };
                (judged.played, judged.loss, judged.mark, judged.before, judged.after)
            });
            let judged: Vec<_> = judged.collect();
            assert!(judged.iter().all(|of| *of == judged[0]), "{name} {depth}: {judged:?}");
        }
    }
}

/// No mark on a move that is proven to be as good as any, no better move that is better by nothing that is shown.
#[test]
fn what_is_proven_best_has_no_mark() {
    for ((name, moves), depth) in PLAYED.into_iter().zip([8, 8, 12, 10, 6]) {
        let (mut engine, end) = played(name, moves);
        let review = reviewed(&mut *engine, &end, &Limits::depth(depth));
        for judged in &review.moves {
            let fine = judged.after.proven && judged.after.result >= judged.before.result;
            assert!(!(fine && judged.mark > Mark::Fine), "{name}: {judged:?}");
            assert!(judged.after.result <= judged.before.result, "{name}: {judged:?}");
            let missed =
                judged.before.proven && judged.before.result == 1.0 && !judged.after.proven;
            assert!(!missed || judged.mark > Mark::Fine, "{name}: {judged:?}");
            let loss = judged.loss.unwrap_or_default();
            assert!(loss == 0.0 || loss >= 0.05 || judged.mark > Mark::Fine, "{name}: {judged:?}");
        }
    }
}

/// What one search of each position teaches the next is worth something.
#[test]
fn a_review_visits_less_than_its_searches_would_alone() {
    for (name, moves) in &PLAYED[..4] {
        let (mut engine, end) = played(name, moves);
        let (_, nodes) = marks(&mut *engine, &end, &Limits::depth(6));
        let mut alone = 0;
        for ply in 0..=end.plies() {
            let at = end.after_plies(ply);
            if at.moves().expect("moves").len() != 1 {
                engine.clear();
                let also = end.played().get(ply).copied();
                let limits = Limits { also, ..Limits::depth(6) };
                alone += engine.run(&Ask::new(&at, &limits)).expect("a search").nodes;
            }
        }
        assert!(nodes < alone, "{name}: {nodes} of {alone}");
    }
}

/// The figures of docs/review.md, of games that `plyglot match --record` has written to `GAME.txt` in a folder:
/// `PLYGLOT_GAMES=FOLDER cargo test --release -p plyglot-play review -- --ignored --nocapture`.
#[test]
#[ignore = "prints figures"]
fn how_far_marks_agree() {
    let folder = std::env::var("PLYGLOT_GAMES").expect("PLYGLOT_GAMES is a folder");
    for (name, depth) in [("othello", 7), ("connect4", 11), ("kalah", 9), ("breakthrough", 4)] {
        let Ok(text) = std::fs::read_to_string(format!("{folder}/{name}.txt")) else { continue };
        let games: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let time = std::time::Duration::from_millis(100);
        let by_depth = (depth..depth + 4).map(Limits::depth).collect();
        for (how, limits) in [("depth", by_depth), ("time", vec![Limits::time(time); 3])] {
            let (mut same, mut all, mut marked, mut visited) = (0, 0, 0, 0);
            for moves in &games {
                let (mut engine, end) = played(name, moves);
                let found: Vec<(String, u64)> =
                    limits.iter().map(|limits| marks(&mut *engine, &end, limits)).collect();
                visited += found.iter().map(|(_, nodes)| nodes).sum::<u64>();
                let reviews: Vec<String> = found.into_iter().map(|(marks, _)| marks).collect();
                let (same_here, all_here) = agreement(&reviews);
                (same, all) = (same + same_here, all + all_here);
                marked += reviews.concat().chars().filter(|mark| *mark != '.').count();
            }
            let share = same as f64 / all as f64;
            println!("{name} by {how} from {depth}: {share:.3}, {marked} marks, {visited} nodes");
        }
    }
}
