//! Whatever an engine has searched before, wherever it was stopped, and however many threads it
//! has: what it calls proven is true, its lines are legal, and they lead to their reported values.
//!
//! Trees small enough for plain minimax are searched again and again by one engine. Its clock runs
//! so fast that the smallest search seems worth sharing, so that the pool takes part in all.

use std::collections::HashMap;
use std::sync::Arc;

use crate::common::Racing;
use crate::oracle_support::cunning::{Cunning, plans};
use crate::oracle_support::maze::Maze;
use plyglot_check::minimax::minimax;
use plyglot_games::synthetic::{Leaves, Spec, Sums, Synthetic};
use plyglot_search::{
    Acceptance, Bound, BoxedKnowledge, Config, Ended, Engine, Game, Knowledge, Limits, Line,
    MoveList, Report, Request, Scheme, Score, Table, Verdict,
};
use proptest::prelude::*;

/// Knows how far the end is, and nothing that looks further than the horizon.
#[derive(Clone)]
struct Shortsighted;

impl Knowledge<Synthetic> for Shortsighted {
    fn evaluate(&mut self, tree: &Synthetic) -> i32 {
        Sums.evaluate(tree)
    }

    fn plies_left(&self, tree: &Synthetic) -> Option<i32> {
        Sums.plies_left(tree)
    }
}

fn trees() -> impl Strategy<Value = Synthetic> {
    let size = prop::sample::select(vec![(2, 11), (3, 7), (4, 6), (7, 4)]);
    let leaves = prop_oneof![
        prop::sample::select(vec![0, 1, 5, 1000]).prop_map(|range| Leaves::Random { range }),
        (1..20).prop_map(|step| Leaves::Ordered { step }),
        (1..20).prop_map(|step| Leaves::Steps { step }),
        (0..40u32).prop_map(|percent| Leaves::Decided { percent }),
    ];
    let again = prop::sample::select(vec![0, 30, 100]);
    (size, leaves, any::<u64>(), again, any::<bool>()).prop_map(
        |((branching, depth), leaves, seed, again, joined)| {
            let spec = Spec { branching, depth, leaves, seed, again, joined };
            Synthetic::new(spec).expect("a tree of these sizes exists")
        },
    )
}

fn cunning() -> impl Strategy<Value = Cunning> {
    let leaves = || prop::sample::select(vec![0, 1, 9]);
    let guess = (-200..200).prop_map(Score::margin);
    (plans(), leaves(), leaves(), leaves(), guess)
        .prop_map(|(plan, leaf, drop, proof, guess)| Cunning { plan, leaf, drop, proof, guess })
}

/// The requests: where in the tree, and within which limits.
fn questions() -> impl Strategy<Value = (Vec<u16>, Limits<u16>)> {
    let way = prop::collection::vec(0..2u16, 0..3);
    let parts = (any::<bool>(), 1..4usize, any::<bool>(), prop::option::of(1..12u32));
    let limits = (parts, prop::option::of(1..4_000u64), any::<bool>()).prop_map(
        |((solve, lines, whole_lines, depth), nodes, chosen)| {
            let root_moves = if chosen { vec![0, 1] } else { vec![] };
            Limits { depth, nodes, solve, lines, whole_lines, root_moves, ..Limits::default() }
        },
    );
    (way, limits)
}

fn schemes() -> impl Strategy<Value = Scheme> {
    prop::sample::select(Scheme::NAMES.to_vec()).prop_map(|name| name.parse().expect("its name"))
}

/// The node at the end of a path, or the leaf that ends the path.
fn walk(mut tree: Synthetic, way: &[u16]) -> Synthetic {
    for &mv in way {
        if tree.outcome().is_none() {
            tree.play(mv);
        }
    }
    tree
}

fn value(tree: &Synthetic, ply: u32) -> Score {
    minimax(&mut tree.clone(), &mut Sums, None).from_node(ply)
}

/// The value of the position at the end of a line, as the root's mover sees it from the root.
fn value_after(tree: &Synthetic, line: &[u16]) -> Score {
    let mut end = *tree;
    for &mv in line {
        let mut legal = MoveList::new();
        assert!(end.outcome().is_none(), "{line:?} goes on after the end");
        end.moves(&mut legal);
        assert!(legal.iter().any(|other| other == mv), "{mv} of {line:?} is not legal");
        end.play(mv);
    }
    let value = value(&end, line.len() as u32);
    if end.to_move() == tree.to_move() { value } else { -value }
}

/// `of_rank` is what the line is worth if those before it are the best.
fn check_line(
    tree: &Synthetic,
    line: &Line<u16>,
    of_rank: Option<Score>,
) -> Result<(), TestCaseError> {
    let (score, after) = (line.verdict.score, value_after(tree, &line.pv[..1]));
    match line.verdict.bound {
        _ if !line.verdict.proven => {}
        Bound::Lower => prop_assert!(score <= after, "{line:?}, truly {after:?}"),
        Bound::Upper => prop_assert!(Some(score) >= of_rank, "{line:?}, truly {of_rank:?}"),
        Bound::Exact => {
            prop_assert_eq!(score, after, "{:?}", line);
            prop_assert_eq!(of_rank.unwrap_or(score), score, "{:?}", line);
            prop_assert_eq!(
                value_after(tree, &line.pv),
                score,
                "the line does not lead to its value: {:?}",
                line
            );
        }
    }
    value_after(tree, &line.pv);
    Ok(())
}

fn check(
    tree: &Synthetic,
    limits: &Limits<u16>,
    report: &Report<u16>,
) -> Result<(), TestCaseError> {
    if tree.outcome().is_some() {
        prop_assert_eq!(report.ended, Ended::GameOver);
        return Ok(());
    }
    let mut moves = MoveList::new();
    tree.moves(&mut moves);
    let looked_at = |&mv: &u16| limits.root_moves.is_empty() || limits.root_moves.contains(&mv);
    let mut values: Vec<_> =
        moves.iter().filter(looked_at).map(|mv| value_after(tree, &[mv])).collect();
    values.sort_by_key(|&value| std::cmp::Reverse(value));
    prop_assert!((1..=limits.lines).contains(&report.lines.len()));
    prop_assert_eq!(report.verdict, report.lines[0].verdict);
    for (place, line) in report.lines.iter().enumerate() {
        prop_assert_eq!(line.rank, place + 1);
        let others = &report.lines[..place];
        prop_assert!(others.iter().all(|other| other.pv[0] != line.pv[0]), "{:?}", report.lines);
        prop_assert!(looked_at(&line.pv[0]));
        let best_before = others.iter().all(|other| other.verdict.proven);
        check_line(tree, line, best_before.then_some(values[place]))?;
    }
    let is_exact = report.verdict.bound == Bound::Exact;
    let all_proven = report.lines.iter().all(|line| line.verdict.proven);
    match report.ended {
        // A win whose distance is only bounded is enough, unless the shortest is requested.
        Ended::Proven => prop_assert!(all_proven && (is_exact || !limits.solve)),
        Ended::Depth => prop_assert!(is_exact || report.verdict.proven),
        ended => prop_assert!(ended == Ended::Nodes && limits.nodes.is_some(), "{ended:?}"),
    }
    Ok(())
}

/// Estimates mazes, and expects them to end after this many plies, if any.
#[derive(Clone)]
struct Lost(Option<i32>);

impl Knowledge<Maze> for Lost {
    fn evaluate(&mut self, maze: &Maze) -> i32 {
        maze.estimate()
    }

    fn plies_left(&self, _maze: &Maze) -> Option<i32> {
        self.0
    }
}

/// The values of the positions of a maze as both players can force them, however often positions
/// repeat: the limit of minimax with increasing depth.
#[derive(Default)]
struct Retrograde(HashMap<u64, (Maze, Score)>);

impl Retrograde {
    fn new(maze: &Maze) -> Retrograde {
        Retrograde::under(maze, &[])
    }

    /// The same where positions of these keys end the game as a draw.
    fn under(maze: &Maze, drawn: &[u64]) -> Retrograde {
        let mut values = Retrograde::default();
        values.explore(maze);
        for _ in 0..values.0.len() {
            let deeper = |(key, (maze, _)): (&u64, &(Maze, Score))| {
                let best = (0..3).map(|mv| values.of_move(maze, mv)).max().expect("three moves");
                let value = maze.outcome().map_or(best, |outcome| outcome.score());
                let value = if drawn.contains(key) { Score::DRAW } else { value };
                (*key, (maze.clone(), value))
            };
            values = Retrograde(values.0.iter().map(deeper).collect());
        }
        values
    }

    fn explore(&mut self, maze: &Maze) {
        let value = maze.outcome().map_or(Score::DRAW, |outcome| outcome.score());
        if self.0.insert(maze.key(), (maze.clone(), value)).is_none() {
            for mv in 0..3 {
                let mut child = maze.clone();
                child.play(mv);
                self.explore(&child);
            }
        }
    }

    fn of_move(&self, maze: &Maze, mv: u8) -> Score {
        let mut child = maze.clone();
        child.play(mv);
        let value = self.0[&child.key()].1.from_node(1);
        if child.to_move() == maze.to_move() { value } else { -value }
    }

    fn best(&self, maze: &Maze) -> Score {
        (0..3).map(|mv| self.of_move(maze, mv)).max().expect("three moves")
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        max_shrink_iters: 200,
        failure_persistence: None, // the minimal input that is printed is enough
        ..ProptestConfig::default()
    })]

    #[test]
    fn equal_depths_only_make_every_depth_minimax_whatever_was_searched_before(
        tree in trees(),
        threads in prop::sample::select(vec![1, 2, 4]),
        scheme in schemes(),
        hash_bytes in prop::sample::select(vec![64, 4 << 10, 1 << 20]),
        questions in prop::collection::vec(questions(), 1..6),
    ) {
        let config = Config { threads, scheme, hash_bytes, acceptance: Acceptance::Equal, ..Config::default() };
        let table = Arc::new(Table::new(hash_bytes).expect("a small table"));
        let clock = Arc::new(Racing::default());
        let mut engine = Engine::with_clock(&config, table, BoxedKnowledge::new(Shortsighted), clock).unwrap();
        for (way, limits) in questions {
            let at = walk(tree, &way);
            let report = engine.search(&at, &limits).expect("a search of a right game");
            for line in report.lines.iter().filter(|_| report.ended == Ended::Depth) {
                let mut child = at;
                child.play(line.pv[0]);
                let depth = line.depth as i32 - 1;
                let value = minimax(&mut child, &mut Sums, Some(depth)).from_node(1);
                let value = if child.to_move() == at.to_move() { value } else { -value };
                prop_assert_eq!(line.verdict.score, value, "{:?}", line);
            }
            check(&at, &limits, &report)?;
        }
    }

    #[test]
    fn where_positions_repeat_what_is_called_proven_can_be_forced(
        seed: u64,
        calm: bool,
        threads in prop::sample::select(vec![1, 2, 4]),
        scheme in schemes(),
        hash_bytes in prop::sample::select(vec![64, 4 << 10, 1 << 20]),
        end in prop::option::of(1..30),
        questions in prop::collection::vec((0..4usize, 1..8u32, 1..4usize, any::<bool>()), 1..6),
    ) {
        let config = Config { threads, scheme, hash_bytes, ..Config::default() };
        let table = Arc::new(Table::new(hash_bytes).expect("a small table"));
        let clock = Arc::new(Racing::default());
        let mut engine = Engine::with_clock(&config, table, BoxedKnowledge::new(Lost(end)), clock).unwrap();
        let maze = if calm { Maze::calm(seed) } else { Maze::new(seed) };
        for (walked, depth, lines, solve) in questions {
            let (game, history) = maze.clone().walked(walked);
            // What was there twice is drawn the third time; but the root is searched.
            let times = |key: &u64| history.iter().filter(|other| *other == key).count();
            let is_drawn = |key: &u64| times(key) > 1 && *key != game.key();
            let drawn: Vec<u64> = history.iter().copied().filter(is_drawn).collect();
            let truth = Retrograde::under(&maze, &drawn);
            let depth = (!solve).then_some(depth);
            let limits = Limits { solve, lines, depth, ..Limits::nodes(20_000) };
            let request =
                Request { game: &game, history: &history, limits: &limits, progress: None };
            let report = engine.run(&request).expect("a search of a right game");
            for line in report.lines.iter().filter(|line| line.verdict.proven) {
                let (score, value) = (line.verdict.score, truth.of_move(&game, line.pv[0]));
                match line.verdict.bound {
                    Bound::Exact => prop_assert_eq!(score, value, "{:?}", line),
                    Bound::Lower => prop_assert!(score <= value, "{line:?}, truly {value:?}"),
                    Bound::Upper => {
                        // A later line is of the moves that the better ones have left.
                        let better = &report.lines[..line.rank - 1];
                        let is_left = |mv: &u8| better.iter().all(|line| line.pv[0] != *mv);
                        let left = (0..3).filter(is_left).map(|mv| truth.of_move(&game, mv));
                        let best = left.max().expect("a move for each line");
                        prop_assert!(score >= best, "{line:?}, truly {best:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn where_positions_repeat_a_solve_finds_every_forced_win_with_its_distance(
        seed: u64,
        calm: bool,
        threads in prop::sample::select(vec![1, 2, 4]),
        scheme in schemes(),
        hash_bytes in prop::sample::select(vec![64, 4 << 10, 1 << 20]),
        walks in prop::collection::vec(0..6usize, 1..4),
    ) {
        let config = Config { threads, scheme, hash_bytes, ..Config::default() };
        let table = Arc::new(Table::new(hash_bytes).expect("a small table"));
        let clock = Arc::new(Racing::default());
        let mut engine = Engine::with_clock(&config, table, BoxedKnowledge::new(Lost(None)), clock).unwrap();
        let maze = if calm { Maze::calm(seed) } else { Maze::new(seed) };
        let truth = Retrograde::new(&maze);
        for walked in walks {
            let (game, _) = maze.clone().walked(walked);
            let value = truth.best(&game);
            if value == Score::DRAW {
                continue;
            }
            // Far more than any maze takes, so that the test ends if a win is never found.
            let limits = Limits { nodes: Some(5_000_000), ..Limits::solve() };
            let report = engine.search(&game, &limits).expect("a search of a right game");
            let exact = Verdict { score: value, bound: Bound::Exact, proven: true };
            prop_assert_eq!((report.verdict, report.ended), (exact, Ended::Proven));
            let mv = report.best_move().expect("a move");
            prop_assert_eq!(truth.of_move(&game, mv), value, "{}", mv);
        }
    }

    #[test]
    fn what_is_called_proven_is_true_whatever_was_searched_before(
        tree in trees(),
        cunning in cunning(),
        threads in prop::sample::select(vec![1, 2, 4]),
        scheme in schemes(),
        hash_bytes in prop::sample::select(vec![64, 4 << 10, 1 << 20]),
        questions in prop::collection::vec(questions(), 1..6),
    ) {
        let config = Config { threads, scheme, hash_bytes, ..Config::default() };
        let table = Arc::new(Table::new(hash_bytes).expect("a small table"));
        let mut engine =
            Engine::with_clock(&config, table, cunning, Arc::new(Racing::default())).unwrap();
        for (way, limits) in questions {
            let at = walk(tree, &way);
            let report = engine.search(&at, &limits).expect("a search of a right game");
            check(&at, &limits, &report)?;
        }
    }
}
