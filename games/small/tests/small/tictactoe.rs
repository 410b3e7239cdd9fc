//! Tic-tac-toe keeps the laws and has its known values.

use plyglot_check::laws::{Check, Effort, check_text};
use plyglot_check::minimax::minimax;
use plyglot_search::{Config, Engine, Limits, RulesOnly, Score};
use plyglot_small::tictactoe::{Rows, Shape, TicTacToe};

fn start(columns: usize, rows: usize, length: usize) -> TicTacToe {
    TicTacToe::new(Shape::new(columns, rows, length).unwrap())
}

#[test]
fn the_laws_hold_in_every_size() {
    for (columns, rows, length) in
        [(3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (2, 5, 2), (1, 7, 3), (8, 8, 5)]
    {
        let game = start(columns, rows, length);
        let check = Check::new(&game, &Rows).exchange(TicTacToe::exchanged);
        let summary = check.texts().run().unwrap_or_else(|violation| panic!("{violation}"));
        assert!(summary.solved > 0 && summary.bounds > 0 && summary.symmetric > 0, "{summary:?}");
        check_text(&game, &Effort::default()).unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn three_in_a_row_on_three_by_three_is_a_draw() {
    let value = minimax(&mut start(3, 3, 3), &mut RulesOnly::default(), None);
    assert_eq!(value, Score::DRAW);
}

#[test]
fn two_in_a_row_are_made_with_the_second_stone() {
    let value = minimax(&mut start(3, 3, 2), &mut RulesOnly::default(), None);
    assert_eq!(value, Score::win_in(3));
}

fn solved(columns: usize, rows: usize, length: usize) -> Score {
    let mut engine = Engine::new(&Config::single(16 << 20), Rows).unwrap();
    let report = engine.search(&start(columns, rows, length), &Limits::solve()).unwrap();
    assert!(report.verdict.proven);
    report.verdict.score
}

#[test]
fn larger_boards_have_their_known_values() {
    assert_eq!(solved(3, 3, 3), Score::DRAW);
    assert_eq!(solved(4, 4, 4), Score::DRAW);
    assert!(solved(4, 3, 3) > Score::DRAW);
    assert!(solved(3, 4, 3) > Score::DRAW);
    assert!(solved(4, 4, 3) > Score::DRAW);
}

#[test]
fn the_shortest_win_on_a_larger_board_is_as_short_as_minimax_says() {
    let value = minimax(&mut start(4, 3, 3), &mut RulesOnly::default(), Some(7));
    assert_eq!(solved(4, 3, 3), value);
    assert_eq!(solved(3, 4, 3), value);
}
