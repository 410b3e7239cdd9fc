//! The ranks of moves: the same on all hardware, and where they rest on a search, those of plain minimax.

use plyglot_othello::{Othello, OthelloKnowledge, OthelloMove};
use plyglot_search::{Describe, Game, Knowledge, MoveList, Node};
use proptest::prelude::*;

use super::random_position;

/// Vector code and portable code list the same moves with the same ranks.
fn hardware_agrees<const N: usize>(game: &Othello<N>, depths: [i32; 3]) {
    let mut all = OthelloKnowledge::<N>::on_all_hardware();
    let mut results = |depth| {
        let results = all.iter_mut().map(|knowledge| {
            let mut moves = MoveList::new();
            knowledge.expand(game, &Node::at_depth(depth), &mut moves);
            (knowledge.evaluate(game), moves.as_slice().to_vec())
        });
        results.collect::<Vec<_>>()
    };
    for depth in depths {
        let results = results(depth);
        assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{}: {results:?}", game.text());
        let mut legal = MoveList::new();
        game.moves(&mut legal);
        let mut listed: Vec<_> = results[0].1.iter().map(|r| Othello::<N>::pack(r.mv)).collect();
        listed.sort_unstable();
        assert_eq!(listed, legal.iter().map(Othello::<N>::pack).collect::<Vec<_>>());
    }
}

/// The value of a position by plain minimax over the estimates a few plies on; where a side has no move, its own estimate.
fn looked<const N: usize>(
    game: &mut Othello<N>,
    knowledge: &mut OthelloKnowledge<N>,
    plies: u32,
) -> i32 {
    let mut moves = MoveList::new();
    game.moves(&mut moves);
    let pass = moves.iter().all(|mv| mv == OthelloMove::PASS);
    if pass || plies == 0 {
        return knowledge.evaluate(game);
    }
    let replies = moves.iter().map(|mv| {
        let undo = game.play(mv);
        let value = -looked(game, knowledge, plies - 1);
        game.undo(mv, undo);
        value
    });
    replies.max().expect("a move")
}

/// Moves of deep nodes are ranked by a search: of a ply below them at depth 16, and a ply more at 18 and at 20. What else
/// is in a rank is the same at each.
fn ranks_are_minimax(game: &mut Othello<8>) {
    let mut knowledge = OthelloKnowledge::<8>::default();
    let mut rest = Vec::new();
    for (depth, plies) in [(16, 1), (18, 2), (20, 3)] {
        let mut moves = MoveList::new();
        knowledge.expand(game, &Node::at_depth(depth), &mut moves);
        let without_value = moves.as_slice().iter().map(|ranked| {
            let undo = game.play(ranked.mv);
            let value = looked(game, &mut knowledge, plies);
            game.undo(ranked.mv, undo);
            ranked.rank + value
        });
        rest.push(without_value.collect::<Vec<_>>());
    }
    assert!(!rest[0].is_empty() && rest[0] == rest[1] && rest[1] == rest[2], "{rest:?}");
}

#[test]
fn moves_of_deep_nodes_are_ranked_by_minimax_over_estimates() {
    for seed in 0..12 {
        for empties in [24, 31, 40] {
            ranks_are_minimax(&mut random_position(seed, empties));
        }
    }
}

#[test]
fn vector_code_ranks_the_moves_of_deep_nodes_as_portable_code_does() {
    for seed in 0..12 {
        hardware_agrees(&random_position::<8>(seed, 30), [16, 19, 22]);
        hardware_agrees(&random_position::<6>(seed, 23), [14, 18, 21]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn vector_code_agrees_with_portable_code(seed: u64, empties in 0u32..60) {
        hardware_agrees(&random_position::<8>(seed, empties), [1, 3, 5]);
        hardware_agrees(&random_position::<6>(seed, empties), [1, 3, 5]);
    }
}
