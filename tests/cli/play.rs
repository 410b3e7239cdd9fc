//! `play` from a pipe: the same game that a user sees in a terminal.

use crate::support::{Ran, command, fed, plyglot};

fn play(arguments: &str, input: &str) -> Ran {
    fed(command(&format!("play {arguments} --depth 4 --threads 1")), input).fine()
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let ran = plyglot("play tictactoe").fine();
    ran.says("You are X, the engine is O.").says("X to move> ");
}

#[test]
fn quit_ends_the_game() {
    let ran = play("tictactoe", "quit\nb2\n");
    assert!(!ran.out.contains("plays"), "{ran:?}");
}

#[test]
fn the_engine_answers_a_move_with_its_evaluation() {
    play("connect4", "4\n").says("O plays ").says("stones for O");
}

#[test]
fn the_engine_begins_if_the_user_is_second() {
    let ran = play("tictactoe --side second", "quit\n");
    ran.says("X plays").says("O to move>");
}

#[test]
fn a_bad_move_is_explained_and_asked_for_again() {
    let ran = play("tictactoe", "z9\n\nb2\nquit\n");
    ran.says("z9").says("`moves` lists the legal moves").says("O plays");
}

#[test]
fn help_moves_hint_and_board_do_not_end_the_turn() {
    let ran = play("connect4", "help\nmoves\nhint\nboard\n").says("1 2 3 4 5 6 7").says("Hint: ");
    assert_eq!(ran.out.matches("X to move> ").count(), 5, "{ran:?}");
}

#[test]
fn undo_goes_back_to_the_users_last_move() {
    let ran =
        play("connect4", "undo\n4\nundo\n").says("You have made no move that could be taken back.");
    let empty = ". . . . . . .\n".repeat(6);
    assert_eq!(ran.out.matches(&empty).count(), 2, "{ran:?}");
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    play("tictactoe --side none", "").says("The game is over: a draw.");
    play("kalah:3,3 --side none", "").says("The game is over: ").says(" seeds.");
}

#[test]
fn two_people_can_play_each_other() {
    let ran = play("tictactoe --side both", "a1\na2\nb1\nb2\nc1\n");
    ran.says("O to move> ").says("The game is over: X wins.");
}

#[test]
fn a_game_that_is_over_is_not_played() {
    play("tictactoe --position xxx/oo./...", "").says("The game is over: X wins.");
}
