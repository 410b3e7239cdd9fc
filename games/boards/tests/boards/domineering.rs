//! Domineering keeps the laws, counts like a second move generator, and has its known values.

use plyglot_boards::domineering::{Domineering, Rooms};
use plyglot_check::laws::{Check, Effort, check_text};
use plyglot_check::minimax::minimax;
use plyglot_check::perft::perft;
use plyglot_search::{Config, Engine, Game, Limits, Outcome, RulesOnly, Score};

fn start(columns: usize, rows: usize) -> Domineering {
    Domineering::new(columns, rows).unwrap()
}

#[test]
fn the_laws_hold_in_every_size() {
    for (columns, rows) in [(2, 4), (3, 2), (4, 3), (3, 5), (5, 5), (7, 4), (6, 6), (5, 8), (8, 8)]
    {
        let game = start(columns, rows);
        let effort = Effort { games: 200, solve_nodes: 30_000, ..Effort::default() };
        let rooms = Rooms::default();
        let check = Check::new(&game, &rooms).effort(&effort).exchange(Domineering::exchanged);
        let summary = check.texts().run().unwrap_or_else(|violation| panic!("{violation}"));
        assert!(summary.solved > 0 && summary.bounds > 0, "{columns}x{rows}: {summary:?}");
        check_text(&game, &effort).unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn a_board_without_room_for_the_first_domino_is_lost() {
    for (columns, rows) in [(1, 1), (8, 1), (3, 1)] {
        let game = start(columns, rows);
        assert_eq!(game.outcome(), Some(Outcome::Loss), "{columns}x{rows}");
        assert_eq!(minimax(&mut game.clone(), &mut Rooms::default(), None), Score::loss_in(0));
        Check::new(&game, &Rooms::default())
            .run()
            .unwrap_or_else(|violation| panic!("{violation}"));
        check_text(&game, &Effort::default()).unwrap_or_else(|violation| panic!("{violation}"));
    }
}

/// A second implementation of the rules, on plain squares.
#[derive(Clone)]
struct Naive {
    taken: Vec<Vec<bool>>,
    upright: bool,
}

impl Naive {
    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut lines = 0;
        for row in 0..self.taken.len() {
            for column in 0..self.taken[row].len() {
                let (up, right) = if self.upright { (1, 0) } else { (0, 1) };
                let second = self.taken.get(row + up).and_then(|row| row.get(column + right));
                if !self.taken[row][column] && second == Some(&false) {
                    let mut child = self.clone();
                    child.taken[row][column] = true;
                    child.taken[row + up][column + right] = true;
                    child.upright = !self.upright;
                    lines += child.perft(depth - 1);
                }
            }
        }
        lines
    }
}

#[test]
fn as_many_lines_are_counted_as_by_a_second_move_generator() {
    for (columns, rows, depth) in
        [(1, 1, 2), (1, 8, 5), (8, 1, 3), (3, 3, 6), (4, 3, 7), (4, 4, 6), (5, 6, 4), (8, 8, 3)]
    {
        for depth in 0..=depth {
            let naive = Naive { taken: vec![vec![false; columns]; rows], upright: true };
            let lines = perft(&start(columns, rows), depth);
            assert_eq!(lines, naive.perft(depth), "{columns}x{rows}, {depth} plies");
        }
    }
}

fn solved(columns: usize, rows: usize) -> Score {
    let mut engine = Engine::new(&Config::single(16 << 20), Rooms::default()).unwrap();
    let report = engine.search(&start(columns, rows), &Limits::solve()).unwrap();
    assert!(report.verdict.proven);
    report.verdict.score
}

#[test]
fn small_boards_are_worth_what_minimax_says() {
    for (columns, rows) in [(2, 2), (3, 3), (2, 3), (4, 2), (2, 5), (4, 3), (3, 4), (5, 2)] {
        let value = minimax(&mut start(columns, rows), &mut RulesOnly::default(), None);
        assert_eq!(solved(columns, rows), value, "{columns}x{rows}");
    }
}

#[test]
fn square_boards_have_their_known_values() {
    for (size, first_wins) in [(2, true), (3, true), (4, true), (5, false), (6, true)] {
        let value = solved(size, size);
        assert_eq!(value > Score::DRAW, first_wins, "{size}x{size}: {value:?}");
    }
}
