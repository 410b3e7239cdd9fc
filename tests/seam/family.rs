//! Every correct algorithm of the family finds what plain minimax finds: on random positions of every
//! game and on synthetic trees, with any aids, for every window and from any guess. What is wrong on
//! purpose ends without a panic.

use crate::family_support::{Query, aids, algorithms, all_agree, trees};
use crate::oracle_support::maze::Maze;
use crate::oracle_support::positions::{Positions, fits};
use plyglot_check::minimax::{minimax, minimax_on_path};
use plyglot_family::{Aids, Method, Question, search};
use plyglot_games::catalogue::builtin;
use plyglot_games::synthetic::Sums;
use plyglot_open::{DynGame, DynKnowledge, Open};
use plyglot_search::{Game, Knowledge, Score, estimate};
use proptest::prelude::*;

/// Every game of the catalogue, small enough that some of them end within the depths searched.
const GAMES: [&str; 15] = [
    "othello",
    "othello:4",
    "connect4",
    "connect4:4x4",
    "tictactoe",
    "tictactoe:4,3,3",
    "kalah:3,2",
    "kalah:6,4",
    "breakthrough:3x4",
    "domineering:4x4",
    "dots-and-boxes:2x2",
    "draughts",
    "hex:3",
    "hex:5",
    "synthetic:4,7",
];

/// Nodes of the whole tree of a question, at most: some algorithms walk it again and again.
const NODES: u64 = 1500;

/// What is done with a random position of a game.
struct Questions {
    seed: u64,
    aids: Aids,
    query: Query,
}

impl Questions {
    fn ask(
        &self,
        game: &DynGame,
        knowledge: &mut DynKnowledge,
        depth: Option<u32>,
    ) -> Result<(), TestCaseError> {
        let query = Query { depth, ..self.query };
        let depth = depth.map(|depth| depth as i32);
        let (mut aids, mut root) = (self.aids, game.clone());
        let expected = if game.can_repeat() {
            aids.table = false;
            let mut horizon = |game: &mut DynGame| Score::heuristic(estimate(knowledge, game));
            minimax_on_path(&mut root, &mut horizon, depth, &[])
        } else {
            minimax(&mut root, knowledge, depth)
        };
        all_agree(game, knowledge, aids, query, expected)
            .map_err(|error| TestCaseError::fail(format!("{game:?} {depth:?}: {error}")))
    }

    /// Of a game as the program's family sees it, which is one type for all of them.
    fn of(&self, opened: &dyn Open) -> Result<(), TestCaseError> {
        let start = opened.start().expect("a start");
        let (start, mut knowledge) = (start.game(), opened.knowledge());
        let mut positions = Positions::new(self.seed);
        if let Some(game) = positions.near_the_end(start, NODES) {
            self.ask(&game, &mut knowledge, None)?;
        }
        let game = positions.anywhere(start);
        let most = self.query.depth.unwrap_or_default() as i32;
        let depth = (0..=most).rev().find(|&depth| fits(&game, Some(depth), NODES));
        self.ask(&game, &mut knowledge, depth.map(|depth| depth as u32))
    }
}

/// Estimates a maze by its own estimate.
#[derive(Clone)]
struct Estimate;

impl Knowledge<Maze> for Estimate {
    fn evaluate(&mut self, maze: &Maze) -> i32 {
        maze.estimate()
    }
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        max_shrink_iters: 200,
        failure_persistence: None, // the minimal input that is printed is enough
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn all_agree_with_minimax_on_random_positions_of_every_game(
        game in prop::sample::select(GAMES.to_vec()),
        seed in any::<u64>(),
        aids in aids(),
        query in Query::any((0..7u32).prop_map(Some)),
    ) {
        let opened = builtin().open(game).expect("a game of the catalogue");
        Questions { seed, aids, query }.of(&*opened)?;
    }

    #[test]
    fn all_agree_with_minimax_on_synthetic_trees(
        tree in trees(),
        aids in aids(),
        query in Query::any(prop::option::of(0..10u32)),
    ) {
        let depth = query.depth.map(|depth| depth as i32);
        let expected = minimax(&mut tree.clone(), &mut Sums, depth);
        all_agree(&tree, &mut Sums, aids, query, expected)?;
    }

    #[test]
    fn all_agree_with_a_minimax_that_knows_the_path_where_positions_repeat(
        seed in any::<u64>(),
        calm: bool,
        walked in 0..4usize,
        aids in aids(),
        query in Query::any((0..6u32).prop_map(Some)),
    ) {
        let maze = if calm { Maze::calm(seed) } else { Maze::new(seed) };
        let (game, _) = maze.walked(walked);
        let mut horizon = |maze: &mut Maze| Score::heuristic(maze.estimate());
        let depth = query.depth.map(|depth| depth as i32);
        let expected = minimax_on_path(&mut game.clone(), &mut horizon, depth, &[]);
        let aids = Aids { table: false, ..aids };
        all_agree(&game, &mut Estimate, aids, query, expected)?;
    }

    #[test]
    fn what_is_wrong_on_purpose_ends_without_a_panic(
        tree in trees(),
        aids in aids(),
        query in Query::any(prop::option::of(0..10u32)),
    ) {
        let Query { depth, choice, guess } = query;
        let window = choice.around(Score::DRAW);
        for algorithm in algorithms(false).into_iter().filter(|wrong| wrong.is_mistake()) {
            let question = Question { depth, window, guess, ..Question::TO_END };
            let answer = search(&Method { algorithm, aids }, &tree, &mut Sums, &question);
            prop_assert!(answer.is_ok());
        }
    }
}
