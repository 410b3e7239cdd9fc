//! Synthetic trees keep the laws and have the values that they are built for.

use plyglot_check::laws::{Check, Effort, check_text};
use plyglot_check::minimax::minimax;
use plyglot_check::perft::perft;
use plyglot_search::{Describe, Game, Knowledge, Meaning, RulesOnly, Score};
use plyglot_small::synthetic::{Spec, Sums, Synthetic};

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
        "5,5,best=80",
        "4,6,best=random/1,again=40",
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
fn a_tree_is_uniform_and_the_same_each_time() {
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
fn the_sum_is_an_estimate_that_is_exact_at_the_leaves() {
    let root = tree("2,1,steps=10");
    let mut leaf = root;
    leaf.play(1);
    assert!(leaf.outcome().is_some());
    let value = minimax(&mut leaf, &mut RulesOnly::default(), None);
    assert_eq!(Score::margin(Sums.evaluate(&leaf)), value);
}

/// The value of a tree and, with plain minimax, how many nodes have a best move that stands first
/// in the list, how many have one that ties with another, and how many nodes there are.
fn survey(game: &mut Synthetic) -> (Score, [usize; 3]) {
    if let Some(outcome) = game.outcome() {
        return (outcome.score(), [0; 3]);
    }
    let mover = game.to_move();
    let mut below = [0, 0, 1];
    let mut values = Vec::new();
    for mv in 0..game.spec().branching {
        let undo = game.play(mv);
        let (value, counts) = survey(game);
        values.push(if game.to_move() == mover { value } else { -value });
        game.undo(mv, undo);
        counts.iter().zip(&mut below).for_each(|(count, sum)| *sum += count);
    }
    let best = values.iter().max().copied().unwrap();
    below[0] += usize::from(values[0] == best);
    below[1] += usize::from(values.iter().filter(|&&value| value == best).count() > 1);
    (best, below)
}

#[test]
fn the_value_of_a_built_tree_is_known_before_it_is_searched() {
    for spec in ["4,5,best=50", "3,6,best=random/1,again=50", "1,20,best=0", "9,3,best=100/500"] {
        for seed in 0..20 {
            let mut root = tree(&format!("{spec},seed={seed}"));
            let text = root.text();
            let known: i32 = text.split(':').nth(2).unwrap().parse().unwrap();
            let value = minimax(&mut root, &mut RulesOnly::default(), None);
            assert_eq!(value, Score::margin(known), "{spec},seed={seed}");
        }
    }
}

#[test]
fn the_first_move_of_a_built_tree_is_best_as_often_as_requested() {
    let shares = [("0", 0.0), ("30", 0.3), ("80", 0.8), ("100", 1.0), ("random", 0.2)];
    for (place, share) in shares {
        let [mut first, mut tied, mut all] = [0; 3];
        for seed in 0..10 {
            let (_, counts) = survey(&mut tree(&format!("5,6,best={place},seed={seed}")));
            (first, tied, all) = (first + counts[0], tied + counts[1], all + counts[2]);
        }
        assert_eq!((tied, all), (0, 10 * 3906), "{place}");
        // Four standard deviations of a share of this many nodes are at most 0.0102.
        let found = first as f64 / all as f64;
        assert!((found - share).abs() < 0.0102, "{place}: {found}");
    }
    let (_, [first, _, all]) = survey(&mut tree("1,9,best=0"));
    assert_eq!(first, all, "the only move is the best");
}

fn points(value: Score) -> i32 {
    match value.meaning() {
        Meaning::Margin(points) => points,
        Meaning::Heuristic(0) => 0, // a draw
        other => panic!("{other:?} is not a margin"),
    }
}

#[test]
fn the_estimate_of_a_built_tree_is_off_by_a_step_at_most_and_not_at_all_before_the_end() {
    for (spec, most) in [("50,3,best=50/20", 20), ("50,2,best=50/20", 0)] {
        let mut root = tree(spec);
        let errors = (0..50).map(|mv| {
            let undo = root.play(mv);
            let value = minimax(&mut root, &mut RulesOnly::default(), None);
            let error = Sums.evaluate(&root) - points(value);
            root.undo(mv, undo);
            error
        });
        let errors: Vec<i32> = errors.collect();
        let (low, high) = (*errors.iter().min().unwrap(), *errors.iter().max().unwrap());
        assert!(
            (-most..=-most + 4).contains(&low) && (most - 4..=most).contains(&high),
            "{errors:?}"
        );
    }
}
