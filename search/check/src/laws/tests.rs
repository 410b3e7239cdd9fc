//! A small right game, and the same game with one mistake each: every mistake must be found and
//! named.

mod player;
mod strip;
mod table;

use plyglot_search::{Describe, RulesOnly};

use self::player::Player;
use self::strip::*;
use super::{Check, Effort, Law, Summary, Violation, check_endings, check_text};

fn rules_of<const F: u8>() -> Result<Summary, Violation> {
    let (start, rules_only) = (Strip::<F>::new(), RulesOnly::default());
    Check::new(&start, &rules_only).exchange(Strip::exchanged).run()
}

fn player<const F: u8>() -> Result<Summary, Violation> {
    Check::new(&Right::new(), &Player::<F>::default()).exchange(Strip::exchanged).run()
}

fn law(checked: Result<Summary, Violation>) -> Law {
    checked.expect_err("the mistake must be found").law
}

#[test]
fn a_right_game_keeps_all_laws_and_every_law_had_something_to_say() {
    let summary = player::<NONE>().unwrap();
    let Summary { positions, finished, transpositions, symmetric, exchanged, .. } = summary;
    assert!(positions > 300 && finished == 40 && transpositions > 100, "{summary:?}");
    assert!(symmetric > 50 && exchanged == positions, "{summary:?}");
    assert!(summary.solved > 40 && summary.bounds > 40 && summary.leaves > 40, "{summary:?}");
    assert!(
        summary.last_plies > 40 && summary.noisy > 40 && summary.null_moves > 40,
        "{summary:?}"
    );
    assert!(check_text(&Right::new(), &Effort::default()).unwrap() > 200);
}

#[test]
fn the_same_seed_looks_at_the_same_positions() {
    assert_eq!(player::<NONE>(), player::<NONE>());
}

#[test]
fn mistakes_in_playing_are_found_and_named() {
    assert_eq!(law(rules_of::<UNDO_FORGETS>()), Law::UndoRestores);
    assert_eq!(law(rules_of::<MOVE_TWICE>()), Law::DistinctMoves);
    assert_eq!(law(rules_of::<LAST_MOVE_MISSING>()), Law::MovesOrOutcome);
    assert_eq!(law(rules_of::<OUTCOME_TOO_EARLY>()), Law::EndsOnlyWithoutMoves);
    assert_eq!(law(rules_of::<STEP_OF_THREE>()), Law::Margins);
    assert_eq!(law(rules_of::<PASS_UNANNOUNCED>()), Law::Repetitions);
}

#[test]
fn mistakes_in_whose_turn_or_outcome_it_is_are_found_and_named() {
    assert_eq!(law(rules_of::<OUTCOME_OF_FIRST>()), Law::ColoursExchange);
    assert_eq!(law(rules_of::<MOVER_BY_COUNT>()), Law::ColoursExchange);
    assert_eq!(law(rules_of::<ONE_SIDE_MOVES>()), Law::BothSidesMove);
}

#[test]
fn mistakes_in_keys_are_found_and_named() {
    assert_eq!(law(rules_of::<KEY_WITHOUT_SIDE>()), Law::DifferentKeys);
    assert_eq!(law(rules_of::<PASS_NOT_IN_KEY>()), Law::DifferentKeys);
    assert_eq!(law(rules_of::<KEY_UNMIXED>()), Law::MixedKeys);
    // What depends on the way is no part of what makes two positions the same here.
    let checked = Check::new(&Strip::<KEY_OF_THE_WAY>::new(), &RulesOnly::default())
        .identity(|game| game.text())
        .run();
    assert_eq!(law(checked), Law::EqualKeys);
}

#[test]
fn mistakes_in_packing_are_found_and_named() {
    assert_eq!(law(rules_of::<PACK_LOSES>()), Law::PackRoundTrip);
    assert_eq!(law(rules_of::<PACK_RESERVED>()), Law::PackReserved);
    assert_eq!(law(rules_of::<UNPACK_ANYTHING>()), Law::UnpackRefuses);
    assert_eq!(law(rules_of::<UNPACK_TAKEN>()), Law::UnpackRefuses);
}

#[test]
fn mistakes_in_evaluating_are_found_and_named() {
    assert_eq!(law(player::<EVALUATES_FOR_FIRST>()), Law::EvaluationAntisymmetric);
    assert_eq!(law(player::<EVALUATES_BEYOND>()), Law::EvaluationRange);
    assert_eq!(law(player::<EVALUATES_BY_MOOD>()), Law::EvaluationRepeats);
}

#[test]
fn what_is_evaluated_and_seen_at_once_is_what_either_says() {
    let start = Right::new();
    let broken =
        Check::new(&start, &Player::<SEEN_OTHERWISE>::default()).texts().run().unwrap_err();
    assert_eq!(broken.law, Law::SeenWithEvaluation);
}

#[test]
fn sums_that_go_wrong_are_found_where_a_position_is_met_again_or_read_back() {
    let start = Strip::<SUM_GOES_WRONG>::new();
    let check = || Check::new(&start, &BySum).identity(|game| game.text());
    let met = check().run().unwrap_err();
    assert_eq!(met.law, Law::EvaluationEqual);
    assert!(met.found.contains("where it was reached by"), "{met}");
    // Where no position is met twice before.
    let read = |seed| {
        let effort = Effort { openings: 0, games: 1, plies: 1, seed, ..Effort::default() };
        check().texts().effort(&effort).run().unwrap_err()
    };
    let found: Vec<Violation> = (1..9).map(read).collect();
    assert!(found.iter().all(|broken| broken.law == Law::EvaluationEqual), "{found:?}");
    assert!(
        found.iter().any(|broken| broken.found.contains("read back from its text")),
        "{found:?}"
    );
    let right = Right::new();
    let summary = Check::new(&right, &Player::<NONE>::default()).texts().run().expect("no mistake");
    // All but those where the game is over.
    assert!(summary.read_back > 300 && summary.read_back < summary.positions, "{summary:?}");
}

#[test]
fn games_also_begin_near_the_end_where_they_are_told_to() {
    // The random games from the start end before anything is decided.
    let start = Right::new();
    let effort = Effort { openings: 0, plies: 2, solve_nodes: 50, ..Effort::default() };
    let player = Player::<BOUNDS_TOO_TIGHT>::default();
    let summary = Check::new(&start, &player).effort(&effort).run().expect("nothing is solved");
    assert_eq!((summary.solved, summary.decided), (0, 0));
    let near = start.parse("xoxo-oo-1").expect("a position");
    let broken = Check::new(&start, &player).effort(&effort).also_from([near.clone()]).run();
    assert_eq!(law(broken), Law::BoundsHold);
    let right = Player::<NONE>::default();
    let summary = Check::new(&start, &right).effort(&effort).also_from([near]).run();
    let summary = summary.expect("no mistake");
    assert!(summary.decided > 0 && summary.decided <= summary.solved, "{summary:?}");
}

#[test]
fn a_violation_shows_as_its_text_in_a_test_that_unwraps() {
    let violation = player::<LEAF_OFF>().unwrap_err();
    assert_eq!(format!("{violation:?}"), violation.to_string());
}

#[test]
fn false_proofs_are_found_and_named() {
    assert_eq!(law(player::<BOUNDS_TOO_TIGHT>()), Law::BoundsHold);
    assert_eq!(law(player::<EXPAND_DROPS_BEST>()), Law::ExpandKeepsValue);
    assert_eq!(law(player::<LEAF_OFF>()), Law::LeafSolverRight);
    assert_eq!(law(player::<FRONTIER_OFF>()), Law::FrontierRight);
}

#[test]
fn illegal_advice_is_found_and_named() {
    assert_eq!(law(player::<EXPAND_ILLEGAL>()), Law::ExpandLegal);
    assert_eq!(law(player::<EXPAND_NOTHING>()), Law::ExpandLegal);
    assert_eq!(law(player::<NOISY_ILLEGAL>()), Law::NoisyLegal);
    assert_eq!(law(player::<FORCED_NOT_ALL>()), Law::ForcedNoisy);
    assert_eq!(law(player::<NULL_KEEPS_TURN>()), Law::NullMovePasses);
    assert_eq!(law(player::<NULL_NOT_UNDONE>()), Law::NullMoveUndone);
}

#[test]
fn state_that_is_kept_wrongly_and_keys_that_are_not_those_to_come_are_found_and_named() {
    assert_eq!(law(player::<KEPT_WRONG>()), Law::EvaluationFollows);
    assert_eq!(law(player::<KEPT_TOO_LONG>()), Law::EvaluationFollows);
    assert_eq!(law(player::<KEY_AFTER_WITHOUT_SIDE>()), Law::KeyAfter);
}

#[test]
fn false_symmetries_are_found_and_named() {
    assert_eq!(law(player::<SYMMETRY_ONE_WAY>()), Law::SymmetryRoundTrip);
    assert_eq!(law(player::<SYMMETRY_TOO_COARSE>()), Law::SymmetricValues);
}

#[test]
fn texts_that_do_not_read_back_are_found_and_named() {
    let text = |checked: Result<usize, Violation>| checked.unwrap_err().law;
    let effort = Effort::default();
    assert_eq!(text(check_text(&Strip::<TEXT_WITHOUT_SIDE>::new(), &effort)), Law::TextReadsBack);
    assert_eq!(text(check_text(&Strip::<NOTATION_TWICE>::new(), &effort)), Law::NotationReadsBack);
}

#[test]
fn endings_that_are_numbered_wrongly_are_found_and_named() {
    let effort = Effort::default();
    assert!(check_endings(&Right::new(), &effort).unwrap() > 300);
    let broken = |checked: Result<usize, Violation>| checked.expect_err("it must be found");
    let another = broken(check_endings(&Strip::<NUMBER_OF_ANOTHER>::new(), &effort));
    assert_eq!(another.law, Law::EndingNumbers);
    assert!(another.found.contains("of class 0-left is a position that has number "), "{another}");
    let gone = broken(check_endings(&Strip::<NUMBER_WITHOUT_POSITION>::new(), &effort));
    assert_eq!(gone.law, Law::EndingNumbers);
    assert!(gone.found.contains("has no position, and this one has it"), "{gone}");
    let small = broken(check_endings(&Strip::<SIZE_TOO_SMALL>::new(), &effort));
    assert_eq!(small.law, Law::EndingClasses);
    assert!(small.found.contains(&format!("which has {} numbers", 3u32.pow(8))), "{small}");
    let twice = broken(check_endings(&Strip::<CLASS_NAMED_TWICE>::new(), &effort));
    assert_eq!((twice.law, &*twice.found), (Law::EndingClasses, "the name \"1-left\" twice"));
    let halfway = broken(check_endings(&Strip::<MIRRORED_HALFWAY>::new(), &effort));
    assert_eq!(halfway.law, Law::EndingValues);
    let disorder = broken(check_endings(&Strip::<CLASSES_IN_DISORDER>::new(), &effort));
    assert_eq!(disorder.law, Law::EndingMoves);
    assert!(disorder.found.contains("a later class"), "{disorder}");
    let missing = broken(check_endings(&Strip::<CLASS_MISSING>::new(), &effort));
    assert_eq!(missing.law, Law::EndingMoves);
    assert!(missing.found.contains("has no number, and the game goes on"), "{missing}");
    let runs = broken(check_endings(&Strip::<CLOCK_RUNS>::new(), &effort));
    assert_eq!(runs.law, Law::EndingClock);
    // Every game is held against them that is held against the laws of its texts.
    assert_eq!(check_text(&Strip::<CLOCK_RUNS>::new(), &effort).unwrap_err().law, Law::EndingClock);
}

#[test]
fn a_board_that_does_not_fit_is_found_and_named() {
    let effort = Effort::default();
    let found = |checked: Result<usize, Violation>| checked.unwrap_err().found;
    let law = |checked: Result<usize, Violation>| checked.unwrap_err().law;
    check_text(&Right::new(), &effort).unwrap();
    let missing = || check_text(&Strip::<CONTENT_MISSING>::new(), &effort);
    assert_eq!(
        (law(missing()), found(missing()).as_str()),
        (Law::ShapeFits, "8 cells and 7 contents")
    );
    let unknown = || check_text(&Strip::<PIECE_UNKNOWN>::new(), &effort);
    assert_eq!(law(unknown()), Law::ShapeFits);
    assert!(found(unknown()).contains("'q'"));
    let beyond = || check_text(&Strip::<TOUCHES_BEYOND>::new(), &effort);
    assert_eq!(
        (law(beyond()), found(beyond()).as_str()),
        (Law::ShapeFits, "7 touches cell 8 of 8")
    );
}

#[test]
fn sides_that_look_alike_or_like_the_ground_are_found_and_named() {
    let broken = |checked: Result<usize, Violation>| checked.unwrap_err();
    let alike = broken(check_text(&Strip::<COLOURS_ALIKE>::new(), &Effort::default()));
    assert_eq!(alike.law, Law::SidesShow);
    assert_eq!(alike.found, "a piece ● of either side is Red: the sides look alike");
    let unseen = broken(check_text(&Strip::<COLOUR_UNSEEN>::new(), &Effort::default()));
    assert_eq!(unseen.law, Law::SidesShow);
    assert!(unseen.found.contains("has a contrast of 1."), "{unseen}");
    assert!(unseen.found.contains("Felt, and needs 3.0"), "{unseen}");
}

#[test]
fn a_violation_says_which_law_which_position_and_which_moves() {
    let violation = player::<LEAF_OFF>().unwrap_err();
    assert!(!violation.line.is_empty());
    let text = violation.to_string();
    for part in ["broken law: the leaf solver's answer", "true value Margin(", "Strip { cells"] {
        assert!(text.contains(part), "{text}");
    }
    assert!(text.contains(&format!("reached by: {}", violation.line.join(", "))), "{text}");
}
