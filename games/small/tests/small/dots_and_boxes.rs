//! Dots and Boxes keeps the laws, counts like a second move generator, and has its known values.

use plyglot_check::laws::{Check, Effort, check_text};
use plyglot_check::minimax::minimax;
use plyglot_check::perft::{finished, perft};
use plyglot_search::{Config, Engine, Limits, RulesOnly, Score};
use plyglot_small::dots_and_boxes::{Chains, DotsAndBoxes};

fn start(columns: usize, rows: usize) -> DotsAndBoxes {
    DotsAndBoxes::new(columns, rows).unwrap()
}

#[test]
fn the_laws_hold_in_every_size() {
    for (columns, rows) in [(2, 1), (1, 4), (2, 2), (3, 2), (3, 3), (4, 3), (1, 7), (7, 7)] {
        let game = start(columns, rows);
        let effort = Effort { games: 40, solve_nodes: 20_000, ..Effort::default() };
        let check = Check::new(&game, &Chains).effort(&effort).exchange(DotsAndBoxes::exchanged);
        let summary = check.texts().run().unwrap_or_else(|violation| panic!("{violation}"));
        assert!(summary.solved > 0 && summary.symmetric > 0, "{columns}x{rows}: {summary:?}");
        check_text(&game, &effort).unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn leaving_moves_out_preserves_the_value_in_thousands_of_endgames() {
    for (columns, rows, seed) in [(4, 4, 2), (5, 3, 3), (6, 2, 4), (7, 1, 5)] {
        let game = start(columns, rows);
        let effort = Effort { games: 80, solve_nodes: 30_000, seed, ..Effort::default() };
        let summary = Check::new(&game, &Chains).effort(&effort).run();
        let summary = summary.unwrap_or_else(|violation| panic!("{violation}"));
        assert!(summary.solved > 300, "{columns}x{rows}: {summary:?}");
    }
}

/// A second implementation of the rules: an edge is a pair of dots, a box a list of four edges.
#[derive(Clone)]
struct Naive {
    open: Vec<[usize; 4]>,
    boxes: Vec<[usize; 2]>,
    count: [i32; 2],
    mover: usize,
}

impl Naive {
    fn new(columns: usize, rows: usize) -> Naive {
        let pairs = |wide: usize, high: usize, right: usize, up: usize| -> Vec<[usize; 4]> {
            let edge = |at: usize| [at % wide, at / wide, at % wide + right, at / wide + up];
            (0..wide * high).map(edge).collect()
        };
        let mut open = pairs(columns, rows + 1, 1, 0);
        open.extend(pairs(columns + 1, rows, 0, 1));
        let boxes = (0..columns * rows).map(|at| [at % columns, at / columns]).collect();
        Naive { open, boxes, count: [0; 2], mover: 0 }
    }

    fn is_closed(&self, &[x, y]: &[usize; 2]) -> bool {
        let edges = [[x, y, x + 1, y], [x, y + 1, x + 1, y + 1], [x, y, x, y + 1]];
        let right = [x + 1, y, x + 1, y + 1];
        edges.iter().chain([&right]).all(|edge| !self.open.contains(edge))
    }

    fn child(&self, edge: usize) -> Naive {
        let mut child = self.clone();
        child.open.remove(edge);
        let left: Vec<_> =
            child.boxes.iter().filter(|open| !child.is_closed(open)).copied().collect();
        let closed = child.boxes.len() - left.len();
        child.boxes = left;
        child.count[self.mover] += closed as i32;
        child.mover = if closed > 0 { self.mover } else { 1 - self.mover };
        child
    }

    fn perft(&self, depth: u32) -> u64 {
        let children = || (0..self.open.len()).map(|edge| self.child(edge).perft(depth - 1));
        if depth == 0 { 1 } else { children().sum() }
    }

    /// The margin for the first player.
    fn value(&self) -> i32 {
        let values = (0..self.open.len()).map(|edge| self.child(edge).value());
        let best = if self.mover == 0 { values.max() } else { values.min() };
        best.unwrap_or(self.count[0] - self.count[1])
    }
}

#[test]
fn as_many_lines_are_counted_as_by_a_second_move_generator() {
    for (columns, rows, depth) in
        [(1, 1, 5), (2, 1, 8), (1, 2, 8), (2, 2, 5), (3, 2, 5), (3, 3, 4), (7, 7, 2)]
    {
        for depth in 0..=depth {
            let lines = perft(&start(columns, rows), depth);
            let expected = Naive::new(columns, rows).perft(depth);
            assert_eq!(lines, expected, "{columns}x{rows}, {depth} plies");
        }
    }
    // Every order of seven edges is a game, and no game ends earlier.
    assert_eq!(finished(&start(2, 1), 7), 5040);
}

#[test]
fn the_smallest_boards_have_the_values_of_the_second_move_generator() {
    for (columns, rows) in [(1, 1), (2, 1), (1, 2)] {
        let value = minimax(&mut start(columns, rows), &mut RulesOnly::default(), None);
        assert_eq!(value, Score::margin(Naive::new(columns, rows).value()), "{columns}x{rows}");
        assert_eq!(solved(columns, rows), value, "{columns}x{rows}");
    }
}

fn solved(columns: usize, rows: usize) -> Score {
    let mut engine = Engine::new(&Config::single(16 << 20), Chains).unwrap();
    let report = engine.search(&start(columns, rows), &Limits::solve()).unwrap();
    assert!(report.verdict.proven);
    report.verdict.score
}

#[test]
fn boards_have_their_known_values_in_both_orientations() {
    let known = [
        ((1, 1), -1),
        ((1, 2), 0),
        ((1, 3), -1),
        ((1, 4), 0),
        ((2, 2), 2),
        ((2, 3), -2),
        ((2, 4), 2),
    ];
    for ((columns, rows), margin) in known.into_iter().chain([((3, 3), -3)]) {
        assert_eq!(solved(columns, rows), Score::margin(margin), "{columns}x{rows}");
        assert_eq!(solved(rows, columns), Score::margin(margin), "{rows}x{columns}");
    }
}
