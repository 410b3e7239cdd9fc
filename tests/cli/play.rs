//! `play` from a pipe: the same game that a user sees in a terminal.

#[cfg(unix)]
use crate::support::terminal::{Screen, on_terminal};
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
fn a_move_in_a_format_of_others_is_named_as_such() {
    let ran = play("draughts", "[Event \"?\"] 1. e4 e5\n(;GM[40]FF[4];B[aa])\nquit\n");
    ran.says("looks like PGN; draughts reads PDN, ").says("looks like SGF; draughts reads PDN, ");
}

#[cfg(unix)]
#[test]
fn lines_that_are_typed_ahead_are_answers_to_later_questions() {
    // The ends of lines as a keyboard sends them: all is there before the first question.
    let two = on_terminal(command("play tictactoe --side both"), 80, "b2\ra1\rc3\rmoves\rquit\n");
    let said = |screen: &Screen, words: &str| screen.out.iter().any(|line| line.contains(words));
    assert!(said(&two, "Played: b2 a1 c3"), "{two:?}");
    let typed = "f5\rmoves\rlevel 2\rboard\rlevel 3\rquit\n";
    let against = on_terminal(command("play othello --side black --depth 1"), 80, typed);
    for words in ["Played: f5", "at level 2", "at level 3", "Moves: f5 "] {
        assert!(said(&against, words), "no {words:?} in {against:?}");
    }
}

#[test]
fn what_is_counted_stands_below_the_board_once() {
    let ran = play("othello --side both", "f5\nquit\n");
    ran.says("discs: X (black) 4, O (white) 1; empty: 59");
}

#[test]
fn help_moves_hint_and_board_do_not_end_the_turn() {
    let ran =
        play("connect4", "help\nmoves\nhint\nboard\n").says("Legal:  1 2 3 4 5 6 7").says("Hint: ");
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

#[test]
fn the_rules_and_the_commands_are_explained() {
    play("othello", "rules\nhelp\nquit\n").says("turn over").says("Notation: ").says("Ctrl-C");
    play("tictactoe", "help\n").says("save FILE").says("level N").says("undo");
}

#[test]
fn the_moves_are_shown_on_request_and_at_the_end_with_how_to_review_them() {
    let ran = play("tictactoe --side both", "a1\na2\nmoves\nb1\nb2\nc1\n");
    let ran = ran.says("Played: a1 a2").says("Moves: a1 a2 b1 b2 c1");
    let command = "review tictactoe:3,3,3 --moves \"a1 a2 b1 b2 c1\"";
    ran.says(command);
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let file = path.display();
    play("tictactoe --side both", &format!("a1\nb2\nsave {file}\n")).says("The game is saved in");
    assert_eq!(
        std::fs::read_to_string(&path).expect("it is there"),
        "# game: tictactoe:3,3,3\na1 b2\n"
    );
    let ran = play(&format!("tictactoe --side both --load {file}"), "moves\nundo\n");
    ran.says("Played: a1 b2").says("O to move> ");
    plyglot(&format!("review tictactoe --file {file} --depth 2")).fine();
    play("tictactoe --side both", &format!("load {file}\nmoves\n")).says("Played: a1 b2");
    // A game that began elsewhere says where.
    let begun = format!("save {file}\n");
    play("tictactoe --side both -p xx./oo./...", &format!("c3\n{begun}")).says("X wins");
    play("tictactoe --side both -p xx./oo./...", &format!("c1\n{begun}"));
    let text = std::fs::read_to_string(&path).expect("it is there");
    assert!(text.contains("# start: xx./oo./..."), "{text}");
    play("tictactoe --side both", &format!("load {file}\nmoves\n")).says("Played: c1");
    play("othello", &format!("load {file}\nload no/such\nload\nsave /\nsave\nquit\n"))
        .says("a game of tictactoe:3,3,3, not of othello")
        .says("no/such: no such file")
        .says("load: the name of a file is needed")
        .says("could not be written");
    plyglot(&format!("play othello --load {file}")).fails(2, &["tictactoe", "othello"]);
    plyglot("play othello --load no/such").fails(2, &["no/such"]);
}

#[test]
fn a_side_is_called_as_on_the_screen() {
    for side in ["white", "O", "o (white)", "Second"] {
        let mut command = command("play othello --depth 1 --side");
        let ran = fed(
            {
                command.arg(side);
                command
            },
            "quit\n",
        )
        .fine();
        ran.says("You are O (white), the engine is X (black).");
    }
    play("othello --side BLACK", "side white\nquit\n").says("You are O (white), the engine");
    plyglot("play othello --side red").fails(2, &["--side", "\"red\"", "none, black, white"]);
    plyglot("play tictactoe --side blakc").fails(2, &["second, both, none, x, o"]);
    plyglot("play othello --side whit").fails(2, &["did you mean \"white\"?"]);
}

#[test]
fn the_engine_plays_at_levels_and_the_sides_may_change() {
    let ran = fed(command("play othello --level 1 --threads 1"), "f5\nlevel 2\nlevel 99\nquit\n");
    let ran = ran.fine().says("estimated at depth 1").says("plays at level 2");
    ran.says("level: a whole number from 1 to 10 is needed, not \"99\"");
    plyglot("play othello --level 11").fails(2, &["--level", "1 to 10"]);
    plyglot("play othello --level 3 --time 1s").fails(2, &["--level", "--time"]);
    let ran = play("tictactoe", "side second\nside third\nnew\nquit\n");
    ran.says("You are O, the engine is X.").says("X plays").says("side: unknown \"third\"");
}

#[test]
fn an_endless_input_ends_the_game() {
    let ran = fed(command("play othello --depth 1"), vec![0; 1 << 20]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert_eq!(ran.err, "error: standard input: a line is longer than 64 KiB\n");
    let ran = fed(command("play othello --depth 1"), "y\n".repeat(20_000));
    assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{}", ran.err);
    assert!(ran.err.contains("10,000 lines without a move"), "{}", ran.err);
}

#[test]
fn the_third_time_in_a_position_is_a_draw() {
    // The kings go to and fro; what comes after that is not read any more.
    let moves = "32-27\n26-22\n27-32\n22-26\n".repeat(2);
    let ran = play("draughts -p W:WK32:BK26 --side both", &format!("{moves}hint\nquit\n"));
    ran.says("The game is over: a draw by repetition: the position was on the board 3 times.");
    let twice = &moves[..moves.len() / 2];
    let ran = play("draughts -p W:WK32:BK26 --side both", twice);
    assert!(!ran.out.contains("The game is over"), "{ran:?}");
}

#[test]
fn the_engine_does_not_play_itself_for_ever() {
    // A king each, which no side can win.
    play("draughts --side none -p W:WK32:BK5", "").says("The game is over: a draw by repetition: ");
}
