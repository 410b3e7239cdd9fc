//! The laws hold, lines are as many as published, and the weights are those of the features.

use plyglot::check::laws::{Check, Effort, check_text};
use plyglot::check::perft::perft;
use plyglot::eval::{About, Active, Features, WeightFile, Weights};
use plyglot::search::random::SplitMix;
use plyglot::search::{Describe, Game, MoveList, Outcome};

use crate::features::{Blocks, counts};
use crate::knowledge::{Player, Trained};
use crate::rules::{Ataxx, Move};

/// The same position with the sides exchanged.
fn exchanged(game: &Ataxx) -> Ataxx {
    Ataxx { side: game.side.other(), ..*game }
}

#[test]
fn the_laws_hold() -> Result<(), Box<dyn std::error::Error>> {
    let start = Ataxx::start();
    let player = Player::default();
    let summary = Check::new(&start, &player).identity(Ataxx::text).exchange(exchanged).run()?;
    assert!(summary.transpositions > 10, "{summary:?}");
    assert!(summary.doubts.is_empty(), "{:?}", summary.doubts);
    check_text(&start, &Effort::default())?;
    Ok(())
}

#[test]
fn lines_are_as_many_as_published() {
    for (depth, lines) in (1..).zip([16, 256, 6460, 155_888, 4_752_668]) {
        assert_eq!(perft(&Ataxx::start(), depth), lines, "{depth} plies");
    }
}

#[test]
fn a_side_without_moves_passes_and_the_last_piece_ends_the_game() {
    let at = |text: &str| Ataxx::start().parse(text).expect("a position");
    let mut moves = MoveList::new();
    let shut_in = at("xoo4/ooo4/ooo4/7/7/7/7 x");
    shut_in.moves(&mut moves);
    assert_eq!(moves.as_slice().iter().map(|one| one.mv).collect::<Vec<_>>(), [Move::Pass]);
    assert_eq!(at("xx5/7/7/7/7/7/7 o").outcome(), Some(Outcome::Margin(-49)));
    assert_eq!(shut_in.outcome(), None);
}

#[test]
fn what_the_player_estimates_is_what_the_trainer_fits() {
    let layout = Blocks.layout();
    let phases: Vec<Vec<f32>> = (0..layout.phases().len())
        .map(|phase| (0..layout.size()).map(|place| ((place * 7 + phase) % 401) as f32).collect())
        .collect();
    let weights = Weights::rounded(layout, 4, &phases);
    let about = About { game: "ataxx".into(), ..About::default() };
    let file = WeightFile { about, features: layout.hash(), weights };
    let trained = Trained::from_weights(&file).expect("they are for these features");
    for text in
        ["x5o/7/7/7/7/7/o5x x", "xx3oo/x4oo/7/3x3/2oo3/7/o3xxx o", "oooxxxx/7/7/7/7/7/o5x x"]
    {
        let game = Ataxx::start().parse(text).expect("a position");
        let mut active = Active::new();
        Blocks.active(&game, &mut active);
        let fitted = file.weights.evaluate(Blocks.phase(&game), &active);
        assert_eq!(trained.evaluate(&game), fitted, "{text}");
        assert_eq!(trained.evaluate(&exchanged(&game)), fitted, "{text}");
    }
}

#[test]
fn the_gain_of_a_move_is_what_playing_it_changes() {
    let (mut game, mut random) = (Ataxx::start(), SplitMix(5));
    let mut positions = 0;
    while positions < 500 {
        let mut moves = MoveList::new();
        game.moves(&mut moves);
        let moves: Vec<Move> = moves.iter().collect();
        // A piece that turns leaves the one side and comes to the other; pieces that are new count once.
        let ahead = game.own.count_ones() as i32 - game.other.count_ones() as i32;
        let gains = moves.iter().map(|&mv| {
            let mut after = game;
            after.play(mv);
            after.other.count_ones() as i32 - after.own.count_ones() as i32 - ahead
        });
        let most = gains.max().expect("a move, if only a pass");
        assert_eq!(counts(&game)[2], most.max(0), "{}", game.text());
        let passed = Ataxx { own: game.other, other: game.own, ..game };
        assert_eq!(counts(&game)[2], counts(&passed)[3], "{}", game.text());
        positions += 1;
        game.play(random.pick(&moves).expect("a move, if only a pass"));
        if game.outcome().is_some() {
            game = Ataxx::start();
        }
    }
}

#[test]
fn texts_that_are_not_positions_are_refused() {
    let long = format!("{}/7/7/7/7/7/7 x", "7".repeat(99));
    assert!(Ataxx::start().parse(&long).is_err());
    for text in [
        "",
        "7/7",
        "8/7/7/7/7/7/7 x",
        "x5o/7/7/7/7/7/o5x z",
        "x5o/7/7/7/7/7/o6x x",
        "xq5/7/7/7/7/7/7 x",
    ] {
        assert!(Ataxx::start().parse(text).is_err(), "{text:?}");
    }
}
