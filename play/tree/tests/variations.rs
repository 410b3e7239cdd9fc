//! A tree as one game with variations, which is read again.

use std::collections::HashSet;

use plyglot_wire::read;

use super::*;

#[test]
fn a_game_with_variations_has_every_move_of_the_tree_once_and_is_read_again() {
    for (name, from) in [
        ("chess", &["e4", "e5", "Nf3"][..]),
        ("othello", &[]),
        ("draughts", &[]),
        ("kalah", &["3"]),
        ("hex:5", &[]),
    ] {
        let lab = Lab::new(name);
        let mut start = lab.start();
        for mv in from {
            start.play_text(mv).expect("a move");
        }
        let mut tree = Tree::create(&lab.path("tree"), &*lab.game, &start).expect("a new tree");
        lab.grow(&mut tree, 1, BOOK, positions(150));
        let mut out = Vec::new();
        tree.variations(&lab.start(), &mut out).expect("memory");
        let text = String::from_utf8(out).expect("text");
        // Each move of the tree has a value, and those that are the same under symmetry are one.
        let different = |node: &graph::Node| {
            let children = node.children.iter().map(|&(_, child)| child);
            children.collect::<HashSet<u32>>().len()
        };
        let moves: usize = tree.graph.nodes().iter().map(different).sum();
        assert_eq!(text.matches('{').count(), moves, "{name}: {text}");
        assert_eq!(text.matches('(').count(), text.matches(')').count(), "{name}: {text}");
        let game = read::game(&lab.start(), &text).unwrap_or_else(|error| {
            panic!("{name}: {error}\n{text}");
        });
        let start = game.at.after_plies(0);
        let key = |at: &Position| key(at, 0).expect("no panic");
        assert_eq!(key(&start), key(tree.start()), "{name}");
        // What is read is the best line, as far as the tree has it.
        let mut at = tree.start().clone();
        for mv in game.at.played() {
            let best = position(&tree, &at).moves[0].mv.clone();
            assert_eq!(at.move_text(mv).expect("no panic"), best, "{name}: {text}");
            at.play(mv).expect("it is legal");
        }
        assert!(at.plies() > 0, "{name}");
    }
}
