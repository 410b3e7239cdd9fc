//! Breakthrough keeps the laws, counts like a second move generator, and has its known values.

use plyglot_check::laws::{Check, Effort, check_text};
use plyglot_check::minimax::minimax;
use plyglot_check::perft::perft;
use plyglot_pieces::breakthrough::{Breakthrough, Pawns};
use plyglot_search::{Config, Describe, Engine, Limits, RulesOnly, Score};

fn start(columns: usize, rows: usize) -> Breakthrough {
    Breakthrough::new(columns, rows).unwrap()
}

#[test]
fn the_laws_hold_in_every_size() {
    for (columns, rows) in [(2, 4), (2, 8), (3, 5), (4, 4), (5, 5), (6, 6), (7, 4), (8, 8)] {
        let game = start(columns, rows);
        let pawns = Pawns::new(columns, rows);
        let check = Check::new(&game, &pawns).exchange(Breakthrough::exchanged);
        let summary = check.texts().run().unwrap_or_else(|violation| panic!("{violation}"));
        assert!(summary.finished > 0 && summary.symmetric > 0, "{summary:?}");
        assert!(summary.last_plies > 0, "{summary:?}");
        check_text(&game, &Effort::default()).unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn bounds_by_counting_steps_hold_in_thousands_of_endgames() {
    for (size, endgame) in [
        ((3, 6), "b1b/1b1/3/3/w1w/1w1 w"),
        ((2, 8), "bb/bb/2/2/2/2/ww/ww w"),
        ((5, 5), "b3b/2b2/5/1w1w1/2w2 w"),
        ((8, 8), "1b4b1/8/8/8/8/3w4/8/1w6 w"),
        ((8, 8), "8/2b1b3/8/8/8/8/3w2w1/8 b"),
        ((6, 6), "b4b/2b3/6/6/3w2/w4w w"),
    ] {
        let game = start(size.0, size.1).parse(endgame).unwrap();
        let effort = Effort { games: 200, solve_nodes: 30_000, ..Effort::default() };
        let pawns = Pawns::new(size.0, size.1);
        let check = Check::new(&game, &pawns).effort(&effort).exchange(Breakthrough::exchanged);
        let summary = check.texts().run().unwrap_or_else(|violation| panic!("{violation}"));
        assert!(
            summary.solved > 200 && summary.bounds > 1_000 && summary.last_plies > 20,
            "{endgame}: {summary:?}"
        );
    }
}

/// A second implementation of the rules, on plain squares: rows from White's side, `Some(true)` a white pawn.
#[derive(Clone)]
struct Naive {
    squares: Vec<Vec<Option<bool>>>,
    white: bool,
}

impl Naive {
    fn new(columns: usize, rows: usize) -> Naive {
        let row = |row| match row {
            0 | 1 => Some(true),
            _ if row + 2 >= rows => Some(false),
            _ => None,
        };
        Naive { squares: (0..rows).map(|at| vec![row(at); columns]).collect(), white: true }
    }

    fn is_over(&self) -> bool {
        let any = |pawn: bool| self.squares.iter().flatten().any(|&square| square == Some(pawn));
        let last = &self.squares[self.squares.len() - 1];
        let through = last.contains(&Some(true)) || self.squares[0].contains(&Some(false));
        through || !any(true) || !any(false)
    }

    fn children(&self) -> Vec<Naive> {
        let (rows, columns) = (self.squares.len() as i32, self.squares[0].len() as i32);
        let mut children = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                if self.squares[row as usize][column as usize] != Some(self.white) {
                    continue;
                }
                let ahead = if self.white { row + 1 } else { row - 1 };
                for to in [column - 1, column, column + 1] {
                    if !(0..rows).contains(&ahead) || !(0..columns).contains(&to) {
                        continue;
                    }
                    let target = self.squares[ahead as usize][to as usize];
                    let free = target.is_none();
                    if free || to != column && target == Some(!self.white) {
                        let mut child = self.clone();
                        child.squares[row as usize][column as usize] = None;
                        child.squares[ahead as usize][to as usize] = Some(self.white);
                        child.white = !self.white;
                        children.push(child);
                    }
                }
            }
        }
        children
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.is_over() => 0,
            _ => self.children().iter().map(|child| child.perft(depth - 1)).sum(),
        }
    }
}

#[test]
fn as_many_lines_are_counted_as_by_a_second_move_generator() {
    for (columns, rows, depth) in
        [(2, 4, 12), (2, 8, 9), (3, 4, 8), (3, 5, 7), (4, 4, 6), (5, 4, 5), (6, 6, 4), (8, 8, 4)]
    {
        for depth in 0..=depth {
            let (naive, fast) = (Naive::new(columns, rows), start(columns, rows));
            assert_eq!(perft(&fast, depth), naive.perft(depth), "{columns}x{rows}, {depth} plies");
        }
    }
}

fn solved(game: &Breakthrough) -> Score {
    let pawns = Pawns::new(game.columns(), game.rows());
    let mut engine = Engine::new(&Config::single(16 << 20), pawns).unwrap();
    let report = engine.search(game, &Limits::solve()).unwrap();
    assert!(report.verdict.proven);
    report.verdict.score
}

#[test]
fn small_boards_are_worth_what_minimax_says() {
    for (columns, rows, first_wins) in [(2, 4, false), (3, 4, false), (2, 5, false)] {
        let value = minimax(&mut start(columns, rows), &mut RulesOnly::default(), None);
        assert_eq!(value > Score::DRAW, first_wins, "{columns}x{rows}: {value:?}");
        assert_eq!(solved(&start(columns, rows)), value, "{columns}x{rows}");
    }
}

#[test]
fn larger_boards_have_their_known_values() {
    let known = [
        ((3, 4), false),
        ((3, 5), false),
        ((4, 4), false),
        ((4, 5), false),
        ((5, 4), false),
        ((6, 4), false),
        ((2, 6), true),
        ((3, 6), true),
    ];
    for ((columns, rows), first_wins) in known {
        let value = solved(&start(columns, rows));
        assert_eq!(value > Score::DRAW, first_wins, "{columns}x{rows}: {value:?}");
    }
}
