//! Othello: the rules, the text, and the proofs of its knowledge, on random positions.

mod ranks;

use plyglot_check::laws::{self, Effort};
use plyglot_check::minimax::minimax;
use plyglot_check::perft::{finished, perft};
use plyglot_open::catalogue::{Setup, Visitor};
use plyglot_othello::{Othello, OthelloEntry, OthelloKnowledge, OthelloMove};
use plyglot_search::{
    Config, Describe, Engine, Game, Knowledge, Limits, Meter, MoveList, RulesOnly, Score, Side,
    Window,
};
use proptest::prelude::*;

plyglot_open::visit_entries! {
    /// The concrete types by name.
    fn visit: OthelloEntry;
}

/// A file of `games/data`.
fn data(name: &str) -> String {
    let path = format!("{}/../data/othello/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn ffo_20() -> String {
    data("fforum-20-39.obf")
}

fn ffo_40() -> String {
    data("fforum-40-59.obf")
}

/// A position with `empties` empty squares, or the end of the game if it comes before.
fn random_position<const N: usize>(mut seed: u64, empties: u32) -> Othello<N> {
    let mut game = Othello::<N>::default();
    let mut moves = MoveList::new();
    while game.empties() > empties {
        moves.clear();
        game.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = (seed >> 33) as usize % moves.len();
        game.play(moves.as_slice()[choice].mv);
    }
    game
}

/// The value by plain minimax, in discs.
fn true_value<const N: usize>(game: &Othello<N>) -> i32 {
    let value = minimax(&mut game.clone(), &mut RulesOnly::default(), None);
    game.value(value).expect("a decided value")
}

fn solve<const N: usize>(
    knowledge: &mut OthelloKnowledge<N>,
    game: &Othello<N>,
    window: Window,
) -> (Score, u64) {
    let mut meter = Meter::new();
    let score = knowledge.solve_leaf(game, window, 99, &mut meter).expect("few enough empties");
    (score, meter.nodes())
}

#[test]
fn the_published_count_of_ten_plies_has_the_games_that_ended_before_in_it() {
    let start = Othello::<8>::default();
    let ended: u64 = (0..10).map(|depth| finished(&start, depth)).sum();
    assert_eq!(ended, 228);
    assert_eq!(perft(&start, 10) + ended, 24_571_284);
}

#[test]
fn perft_of_the_start_position_is_as_published() {
    let published = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];
    for (depth, lines) in published.into_iter().enumerate() {
        assert_eq!(perft(&Othello::<8>::default(), depth as u32), lines, "depth {depth}");
    }
}

#[test]
fn four_by_four_is_won_by_the_second_player() {
    let start = Othello::<4>::default();
    let value = true_value(&start);
    assert!(value < 0, "{value}");
    let mut knowledge = OthelloKnowledge::<4>::default().with_leaf(12);
    let (score, _) = solve(&mut knowledge, &start, Window::FULL);
    assert_eq!(score, Score::margin(value));
}

#[test]
fn small_problems_of_the_endgame_test_have_their_known_values() {
    let mut knowledge = OthelloKnowledge::<8>::default().with_leaf(18);
    for (number, line) in (20..).zip(ffo_20().lines()).take(4) {
        let (game, answer) = Othello::<8>::default().parse_record(line).expect("a good line");
        let (score, _) = solve(&mut knowledge, &game, Window::FULL);
        assert_eq!(game.value(score), answer.and_then(|answer| answer.value), "FFO {number}");
    }
}

#[test]
fn every_line_of_the_endgame_test_reads() {
    for line in ffo_20().lines().chain(ffo_40().lines()) {
        let (game, answer) = Othello::<8>::default().parse_record(line).expect("a good line");
        let answer = answer.expect("an answer");
        assert!(!answer.best.is_empty());
        assert!(line.starts_with(&game.text()));
    }
}

#[test]
fn a_record_has_the_largest_value_and_the_moves_that_reach_it() {
    let set = ffo_20();
    let line = set.lines().nth(8).expect("FFO 28");
    let (game, answer) = Othello::<8>::default().parse_record(line).expect("a good line");
    let answer = answer.expect("an answer");
    let names: Vec<_> = answer.best.iter().map(|&mv| game.notation(mv)).collect();
    assert_eq!((answer.value, names), (Some(0), vec!["f1".into(), "b2".into(), "e1".into()]));
    let bare = Othello::<8>::default().parse_record(&game.text()).expect("a position alone");
    assert_eq!(bare, (game, None));
}

#[test]
fn forced_passes_may_be_written_or_left_out() {
    // The shortest way to a pass: black has no move after white's eighth.
    let start = Othello::<8>::default();
    let mut seed = 1;
    let passing = loop {
        seed += 1;
        let game = random_position::<8>(seed, 30);
        if game.outcome().is_none() && game.unpack(64).is_some() {
            break game;
        }
    };
    let pass = passing.parse_move("--").expect("a pass is legal");
    assert_eq!(pass, OthelloMove::PASS);
    assert_eq!(passing.parse_move("ps"), passing.parse_move("PASS"));
    let mut after = passing.clone();
    after.play(pass);
    let mut moves = MoveList::new();
    after.moves(&mut moves);
    let reply = after.notation(moves.as_slice()[0].mv);
    assert_eq!(passing.play_line(&reply), passing.play_line(&format!("pass{reply}")));
    assert_eq!(passing.play_line(&reply), passing.play_line(&format!("-- {reply}")));
    assert!(start.parse_move("pass").unwrap_err().message.contains("X can place a disc"));
}

#[test]
fn a_transcript_is_played_move_by_move() {
    let start = Othello::<8>::default();
    let game = start.play_line("f5d6C3d3c4").expect("a known opening");
    assert_eq!(game.to_move(), Side::Second);
    assert_eq!(game.empties(), 55);
    let error = |line: &str| start.play_line(line).unwrap_err().message;
    assert_eq!(error("f5f6f5"), "move 3: \"f5\" is not a legal move: the square is taken");
    assert_eq!(error("f5a1"), "move 2: \"a1\" is not a legal move: O turns no disc there");
    assert_eq!(error("f5d"), "move 2: \"d\" is not a legal move: write a square like f5, or pass");
    assert_eq!(
        error("f5i9"),
        "move 2: \"i9\" is not a legal move: write a square from a1 to h8, or pass"
    );
    assert!(error("f5é6").contains("move 2"));
}

#[test]
fn bad_positions_say_what_is_wrong_and_where() {
    let start = Othello::<8>::default();
    let error = |text: &str| start.parse(text).unwrap_err().message;
    assert!(error("").contains("number of squares is 0 instead of 64"));
    assert!(error(&"-".repeat(63)).contains("number of squares is 63 instead of 64"));
    assert!(
        error(&format!("{}?{}", "-".repeat(9), "-".repeat(54)))
            .contains("'?' (character 10, b2) is not a square")
    );
    assert!(
        error(&format!("{} -", "-".repeat(64)))
            .contains("'-' (character 66) is not a side to move: write X or O")
    );
    assert!(error(&format!("{} X X", "-".repeat(64))).contains("follows the 64 squares"));
    let record = |text: &str| start.parse_record(text).unwrap_err().message;
    let line = start.text();
    assert!(record(&format!("{line}; d3+2;")).contains("\"d3+2\" is not a move and its value"));
    assert!(record(&format!("{line}; d3:+65;")).contains("not a number from -64 to 64"));
    assert!(record(&format!("{line}; a1:+6;")).contains("turns no disc"));
}

#[test]
fn positions_are_read_with_all_usual_marks() {
    let start = Othello::<8>::default();
    let plain = start.text();
    assert_eq!(start.parse(&plain[..64]), Ok(start.clone()));
    let other = plain.replace('-', ".").replace('X', "*").replace('O', "w");
    assert_eq!(start.parse(&other), Ok(start.clone()));
    let rows: Vec<_> = (0..8).map(|row| &plain[8 * row..8 * row + 8]).collect();
    assert_eq!(start.parse(&format!("{}\nB", rows.join("\n"))), Ok(start));
}

#[test]
fn the_board_shows_discs_moves_and_who_is_to_move() {
    let board = Othello::<4>::default().board();
    assert_eq!(
        board,
        "   a b c d\n 1 - + - -\n 2 + O X -\n 3 - X O +\n 4 - - + -\n\
         X (black) to move"
    );
}

#[test]
fn the_catalogue_has_three_sizes() {
    struct Squares;
    impl Visitor for Squares {
        type Output = usize;
        fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> usize {
            setup.start.text().len()
        }
    }
    for (spec, length) in [("othello", 66), ("Reversi", 66), ("othello:6", 38), ("othello:4x4", 18)]
    {
        assert_eq!(visit(spec, Squares).expect("a game"), length, "{spec}");
    }
    assert!(visit("othello:7", Squares).is_err());
}

fn leaf_solver_is_minimax<const N: usize>(seed: u64, empties: u32, alpha: i32, width: i32) {
    let game = random_position::<N>(seed, empties);
    if game.outcome().is_some() {
        return;
    }
    let truth = Score::margin(true_value(&game));
    let window = Window::new(Score::from_raw(alpha), Score::from_raw(alpha + width));
    let (score, nodes) = solve(&mut OthelloKnowledge::<N>::default(), &game, window);
    if score >= window.beta {
        assert!(truth >= score, "{} {window:?}: {score:?}, truly {truth:?}", game.text());
    } else if score <= window.alpha {
        assert!(truth <= score, "{} {window:?}: {score:?}, truly {truth:?}", game.text());
    } else {
        assert_eq!(truth, score, "{} {window:?}", game.text());
    }
    for mut knowledge in OthelloKnowledge::<N>::on_all_hardware() {
        assert_eq!(solve(&mut knowledge, &game, window), (score, nodes));
    }
}

/// Raw scores near the margins, where windows of the end of the game lie.
fn raw_alpha() -> impl Strategy<Value = i32> {
    let margin = |discs| Score::margin(discs).raw();
    // Beyond the whole board, and below the least margin.
    let (most, least) = (margin(64) + 2, margin(1) - 11);
    let infinity = Score::MINUS_INFINITY.raw();
    prop_oneof![-most..-least, -30..30i32, least..most, Just(infinity)]
}

fn bounds_hold<const N: usize>(seed: u64, empties: u32, alpha: i32) {
    let game = random_position::<N>(seed, empties);
    if game.outcome().is_some() {
        return;
    }
    let truth = Score::margin(true_value(&game));
    let window = Window::null(Score::from_raw(alpha));
    let bounds = OthelloKnowledge::<N>::default().bounds(&game, window);
    assert!(bounds.lower <= truth && truth <= bounds.upper, "{}: {bounds:?}", game.text());
}

fn describes_itself<const N: usize>(game: &Othello<N>) {
    assert_eq!(Othello::<N>::default().parse(&game.text()).as_ref(), Ok(game));
    let mut moves = MoveList::new();
    game.moves(&mut moves);
    for mv in moves.iter() {
        assert_eq!(game.parse_move(&game.notation(mv)), Ok(mv));
        assert_eq!(game.unpack(Othello::<N>::pack(mv)), Some(mv));
    }
    let legal = (0..=65).filter(|&bits| game.unpack(bits).is_some()).count();
    assert_eq!(legal, moves.len());
}

/// Holds the knowledge on all instructions against the laws: on the best with all effort, on the others,
/// which must only agree with it ([`ranks`] and the solver's tests compare them), with a quarter.
fn keeps_the_laws<const N: usize>() {
    let effort = Effort { openings: 300, solve_nodes: 10_000, ..Effort::default() };
    let less = Effort { games: effort.games / 4, openings: effort.openings / 4, ..effort.clone() };
    let start = Othello::<N>::default();
    let all = OthelloKnowledge::<N>::on_all_hardware();
    for (place, knowledge) in all.iter().rev().enumerate() {
        let (effort, least) = if place == 0 { (&effort, 50) } else { (&less, 12) };
        let summary =
            laws::check(&start, knowledge, effort).unwrap_or_else(|broken| panic!("{broken}"));
        assert!(
            summary.solved > least && summary.bounds > 0 && summary.last_plies > least,
            "{summary:?}"
        );
    }
    laws::check_text(&start, &effort).unwrap_or_else(|broken| panic!("{broken}"));
}

#[test]
fn the_laws_of_a_game_hold_on_the_usual_board() {
    keeps_the_laws::<8>();
}

#[test]
fn the_laws_of_a_game_hold_on_smaller_boards() {
    keeps_the_laws::<6>();
    keeps_the_laws::<4>();
}

#[test]
fn a_solve_by_the_engine_finds_a_known_value_and_a_known_move() {
    for (number, line) in (20..).zip(ffo_20().lines()).take(3) {
        let (game, answer) = Othello::<8>::default().parse_record(line).expect("a good line");
        let answer = answer.expect("an answer");
        let config = Config { threads: 1, hash_bytes: 1 << 20, ..Config::default() };
        let mut engine = Engine::new(&config, OthelloKnowledge::<8>::default()).expect("an engine");
        let report = engine.search(&game, &Limits::solve()).expect("a result");
        assert!(report.verdict.proven);
        assert_eq!(game.value(report.verdict.score), answer.value, "FFO {number}");
        assert!(report.best_move().is_some_and(|mv| answer.best.contains(&mv)), "FFO {number}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_leaf_solver_is_minimax(
        seed: u64, empties in 1u32..8, alpha in raw_alpha(), width in 1..40i32,
    ) {
        leaf_solver_is_minimax::<8>(seed, empties, alpha, width);
        leaf_solver_is_minimax::<6>(seed, empties, alpha, width);
        leaf_solver_is_minimax::<4>(seed, empties, alpha, width);
    }

    #[test]
    fn the_leaf_solver_is_minimax_in_an_open_window(seed: u64, empties in 1u32..8) {
        let (alpha, width) = (Score::MINUS_INFINITY.raw(), 2 * Score::INFINITY.raw());
        leaf_solver_is_minimax::<8>(seed, empties, alpha, width);
        leaf_solver_is_minimax::<6>(seed, empties, alpha, width);
    }

    #[test]
    fn stable_discs_bound_the_true_value(
        seed: u64, empties in 1u32..8, alpha in raw_alpha(),
    ) {
        bounds_hold::<8>(seed, empties, alpha);
        bounds_hold::<6>(seed, empties, alpha);
        bounds_hold::<4>(seed, empties, alpha);
    }

    #[test]
    fn positions_and_moves_are_read_back_from_their_texts(seed: u64, empties in 0u32..60) {
        describes_itself(&random_position::<8>(seed, empties));
        describes_itself(&random_position::<6>(seed, empties));
        describes_itself(&random_position::<4>(seed, empties));
    }
}

/// A search of one thread with an option set.
fn searched<const N: usize>(
    game: &Othello<N>,
    limits: &Limits<OthelloMove>,
    set: (&str, &str),
) -> (Score, u64) {
    let mut knowledge = OthelloKnowledge::<N>::default();
    Knowledge::<Othello<N>>::set_option(&mut knowledge, set.0, set.1)
        .expect("an option of the game");
    let mut engine = Engine::new(&Config::single(8 << 20), knowledge).expect("a small table");
    let report = engine.search(game, limits).expect("a search");
    (report.verdict.score, report.nodes)
}

#[test]
fn at_full_confidence_a_search_is_minimax_over_the_estimates() {
    let mut knowledge = OthelloKnowledge::<8>::default();
    let mut differing = 0;
    for seed in 0..8 {
        let game = random_position::<8>(seed, 40);
        let true_score = minimax(&mut game.clone(), &mut knowledge, Some(6));
        let at = |level| searched(&game, &Limits::depth(6), ("confidence", level)).0;
        assert_eq!(at("100"), true_score, "seed {seed}");
        differing += u32::from(at("73") != true_score);
    }
    assert!(differing > 0, "less confidence leaves something out");
}

#[test]
fn less_is_searched_the_less_confidence_is_asked_for_and_proofs_stay_proofs() {
    let midgame: Vec<Othello<8>> = (1..6).map(|seed| random_position(seed, 44)).collect();
    let nodes = |level: &str| -> u64 {
        let limits = Limits::depth(10);
        midgame.iter().map(|game| searched(game, &limits, ("confidence", level)).1).sum()
    };
    let (low, high, all) = (nodes("73"), nodes("99"), nodes("100"));
    assert!(low < high && high < all, "{low}, {high}, {all}");
    for seed in 1..6 {
        let game = random_position::<8>(seed, 14);
        let value = |level| searched(&game, &Limits::solve(), ("confidence", level)).0;
        assert_eq!(value("73"), value("100"), "seed {seed}");
    }
    let mut knowledge = OthelloKnowledge::<8>::default();
    assert!(knowledge.set_option("confidence", "74").is_err());
}

#[test]
fn solves_of_6x6_with_selective_passes_find_the_values_that_those_without_find_in_fewer_nodes() {
    let (mut with, mut without) = (0, 0);
    for seed in 1..13 {
        let game = random_position::<6>(seed, 20);
        let (value, nodes) = searched(&game, &Limits::solve(), ("weights", "built-in"));
        let (by_hand, more) = searched(&game, &Limits::solve(), ("weights", "none"));
        assert_eq!(value, by_hand, "seed {seed}");
        assert_eq!(
            value,
            searched(&game, &Limits::solve(), ("confidence", "100")).0,
            "seed {seed}"
        );
        (with, without) = (with + nodes, without + more);
    }
    assert!(with < without * 3 / 4, "{with}, {without}");
}
