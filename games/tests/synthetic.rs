//! Synthetic trees keep the laws, and are what they say.

use plyglot_games::synthetic::{Spec, Sums, Synthetic};
use plyglot_search::family::minimax::minimax;
use plyglot_search::laws::{Check, Effort, check_text};
use plyglot_search::perft::perft;
use plyglot_search::{Game, Knowledge, RulesOnly, Score};

fn tree(spec: &str) -> Synthetic {
    Synthetic::new(Spec::parse(spec).unwrap()).unwrap()
}

#[test]
fn the_laws_hold_in_trees_of_all_kinds() {
    for spec in [
        "4,6,random=3",
        "4,6,random=1000,again=30",
        "5,5,ordered=7",
        "3,9,steps=10,joined",
        "3,9,steps=10,joined,again=50",
        "4,8,decided=15",
        "4,8,decided=40,again=25,joined",
        "1,20,steps=1",
        "100,2,random=5",
    ] {
        let root = tree(spec);
        let summary = Check::new(&root, &Sums).run();
        let summary = summary.unwrap_or_else(|violation| panic!("{spec}\n{violation}"));
        assert!(summary.solved > 0, "{spec}: {summary:?}");
        assert!(!spec.contains("joined") || summary.transpositions > 50, "{spec}: {summary:?}");
        check_text(&root, &Effort::default()).unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn a_tree_is_uniform_and_the_same_whenever_it_is_made() {
    for spec in ["3,5,random=9", "3,5,steps=9,again=40"] {
        assert_eq!(perft(&tree(spec), 5), 243);
        assert_eq!(perft(&tree(spec), 6), 0);
        let value = || minimax(&mut tree(spec), &mut RulesOnly::default(), None);
        assert_eq!(value(), value());
    }
}

#[test]
fn another_seed_is_another_tree() {
    let value = |seed| {
        let spec = Spec { seed, ..Spec::parse("4,5,random=1000").unwrap() };
        minimax(&mut Synthetic::new(spec).unwrap(), &mut RulesOnly::default(), None)
    };
    let mut values: Vec<Score> = (0..20).map(value).collect();
    values.sort();
    values.dedup();
    assert!(values.len() > 15);
}

#[test]
fn the_first_move_of_an_ordered_tree_is_mostly_the_best() {
    let best_first = |seed| {
        let spec = Spec { seed, ..Spec::parse("6,4,ordered=10").unwrap() };
        let mut root = Synthetic::new(spec).unwrap();
        let mut value = |mv| {
            let undo = root.play(mv);
            let value = -minimax(&mut root, &mut RulesOnly::default(), None);
            root.undo(mv, undo);
            value
        };
        let first = value(0);
        (1..6).all(|mv| value(mv) <= first)
    };
    let times = (0..100).filter(|&seed| best_first(seed)).count();
    assert!((60..=99).contains(&times), "{times} of 100");
}

#[test]
fn the_sum_is_a_guess_that_gets_better_towards_the_leaves() {
    let root = tree("2,1,steps=10");
    let mut leaf = root;
    leaf.play(1);
    assert!(leaf.outcome().is_some());
    let value = minimax(&mut leaf, &mut RulesOnly::default(), None);
    assert_eq!(Score::margin(Sums.evaluate(&leaf)), value);
}
