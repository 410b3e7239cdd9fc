//! Where a book is thin, and what lies behind its moves.

use std::collections::HashSet;

use plyglot_wire::object::{Behind, ThinPlace};

use super::*;

#[test]
fn a_tree_is_thin_where_it_ends_sooner_than_it_is_worth_and_growth_goes_there_first() {
    let lab = Lab::new("connect4:6x5");
    let mut tree = lab.create("tree");
    lab.grow(&mut tree, 1, BOOK, positions(150));
    let best = position(&tree, tree.start()).pv;
    let mut game = lab.start();
    // A game along the best moves, of which what comes after them was not looked at yet.
    for mv in &best {
        game.play_text(mv).expect("a move of the game");
    }
    while game.outcome().is_none() {
        game.play(game.moves().expect("no panic")[0]).expect("it is legal");
    }
    tree.import(&[game], 40).expect("no panic");
    let whole = tree.shown(tree.start()).expect("no panic");
    assert!(whole.thin > 0 && whole.thin_places.len() == whole.thin.min(50), "{whole:?}");
    assert!(whole.thin_places.is_sorted_by(|one, other| one.cost <= other.cost));
    for _ in 0..12 {
        let before = tree.shown(tree.start()).expect("no panic").thin_places;
        let Some(first) = before.first() else { break };
        let known = |tree: &Tree, place: &ThinPlace| {
            let mut at = tree.start().clone();
            at.play_text(&place.played.join(" ")).expect("moves of the tree");
            position(tree, &at).known
        };
        let there = known(&tree, first);
        assert!(!there.expanded && there.nodes == first.nodes, "{there:?}");
        // One search goes there, or to one that is worth as much.
        lab.grow(&mut tree, 1, BOOK, Until { nodes: Some(1), ..Until::default() });
        let mut equal = before.iter().filter(|place| place.cost == first.cost);
        let is_searched = |place: &ThinPlace| {
            let after = known(&tree, place);
            after.expanded || after.nodes > place.nodes
        };
        assert!(equal.any(is_searched), "{first:?}");
    }
    let lab = Lab::new("tictactoe");
    let mut tree = lab.create("tree");
    assert_eq!(tree.shown(tree.start()).expect("no panic").thin, 0, "it has no moves yet");
    lab.grow(&mut tree, 1, proof(20), Until::default());
    assert_eq!(tree.shown(tree.start()).expect("no panic").thin, 0, "all is proven");
}

#[test]
fn what_lies_behind_a_move_is_counted_once_however_it_is_reached() {
    for name in ["connect4:6x5", "othello:4"] {
        let lab = Lab::new(name);
        let mut tree = lab.create("tree");
        lab.grow(&mut tree, 2, BOOK, positions(200));
        let mut at = lab.start();
        for _ in 0..4 {
            let there = position(&tree, &at);
            for mv in &there.moves {
                let mut after = at.clone();
                after.play_text(&mv.mv).expect("a move");
                let first = tree.find(&after, 0).expect("no panic").expect("it is there");
                let (mut all, mut open) = (HashSet::new(), vec![first]);
                while let Some(node) = open.pop() {
                    if all.insert(node) {
                        let children = &tree.graph.node(node).children;
                        open.extend(children.iter().map(|&(_, child)| child));
                    }
                }
                let effort = all.iter().map(|&node| tree.graph.node(node).own.nodes).sum();
                let thin = mv.behind.expect("it is told").thin;
                let expected = Behind { positions: all.len(), effort, thin };
                assert_eq!(mv.behind, Some(expected), "{name}: {}", mv.mv);
            }
            let Some(best) = there.moves.first() else { break };
            at.play_text(&best.mv).expect("a move");
        }
    }
}
