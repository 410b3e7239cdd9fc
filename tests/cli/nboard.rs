//! `nboard` over pipes: conversations as NBoard leads them, and wrong ones.

use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::talk::Talk;
use crate::support::{command, fed, plyglot};
use plyglot::search::{Describe, Game, MoveList, Side};
use plyglot_games::othello::{Othello, OthelloMove};

type Board = Othello<8>;

/// The game of the specification's example session.
const EXAMPLE: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]\
    RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
    B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

/// White cannot move; black can, at d1, and then it is over.
const PASS: &str = "*OO-----*------------------------------------------------------- O";

/// A ping during a search is answered much sooner than the search would end: years.
const PROMPT: Duration = Duration::from_secs(20);

fn talk() -> Talk {
    Talk::with(command("nboard --threads 1 --hash 4M"))
}

/// A position and moves from it, as GGF.
fn ggf(board: &str, moves: &str) -> String {
    format!("(;GM[Othello]PB[]PW[]RE[?]TY[8]BO[8 {}]{moves};)", board.replace('X', "*"))
}

fn legal(game: &Board) -> MoveList<OthelloMove> {
    let mut moves = MoveList::new();
    game.moves(&mut moves);
    moves
}

fn read(game: &Board, text: &str) -> OthelloMove {
    game.parse_move(text).unwrap_or_else(|error| panic!("{text} in {}: {error}", game.text()))
}

/// Sends these, and returns the answers until that of a ping after them.
#[track_caller]
fn answers_to(talk: &mut Talk, commands: &str) -> Vec<String> {
    talk.say(format!("{commands}\nping 99"));
    let mut lines = talk.until("pong");
    assert_eq!(lines.pop().as_deref(), Some("pong 99"));
    lines
}

/// The move, value and time of the last line.
#[track_caller]
fn chosen(lines: &[String]) -> (String, f64, f64) {
    let line = lines.last().expect("there is an answer");
    let answer = line.strip_prefix("=== ").unwrap_or_else(|| panic!("no answer: {lines:?}"));
    let parts: Vec<_> = answer.split('/').collect();
    let [mv, eval, time] = parts[..] else { panic!("not three parts: {line}") };
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{text}: {line}"));
    (mv.into(), number(eval), number(time))
}

/// The final hints, best first: move, value, depth.
#[track_caller]
fn hints(talk: &mut Talk, game: &Board, count: usize) -> Vec<(String, f64, String)> {
    talk.say(format!("hint {count}"));
    assert_eq!(talk.hear(), "status plyglot is thinking");
    let lines = talk.until("status plyglot is waiting");
    let hints: Vec<_> = lines.iter().filter(|line| line.starts_with("search ")).collect();
    let read_hint = |line: &&String| {
        let words: Vec<_> = line.split(' ').collect();
        let [_, pv, eval, "0", depth] = words[..] else { panic!("not five words: {line}") };
        let mut at = game.clone();
        for mv in game.split_moves(pv).expect("moves without gaps") {
            at.play(read(&at, mv));
        }
        (pv[..2].to_owned(), eval.parse().expect("a number"), depth.to_owned())
    };
    let shown = count.min(legal(game).len());
    hints[hints.len() - shown..].iter().map(read_hint).collect()
}

#[test]
fn the_example_session_of_the_specification_works() {
    let mut talk = talk();
    talk.say(format!("nboard 2\nset game {EXAMPLE}\nset depth 6\nping 1\ngo"));
    let lines = talk.until("===");
    let place = |start: &str| lines.iter().position(|line| line.starts_with(start));
    let order = ["set myname plyglot6", "pong 1", "status ", "nodestats ", "=== "];
    let places = order.map(|start| place(start).unwrap_or_else(|| panic!("{start}: {lines:?}")));
    assert!(places[0] < places[1] && places[1] < places[3] && places[3] < places[4], "{lines:?}");
    let game = Board::default().play_line("f5f6d3c5e6f7e7f4").expect("it is legal");
    let (mv, eval, time) = chosen(&lines);
    read(&game, &mv);
    assert!(eval.abs() <= 64.0 && time >= 0.0, "{lines:?}");
    assert_eq!(mv, mv.to_uppercase());
    assert_eq!(talk.hear(), "status plyglot is waiting");
    talk.say("quit");
    assert_eq!(talk.close(), (vec![], 0));
}

#[test]
fn hints_are_the_best_moves_with_their_values() {
    let mut talk = talk();
    answers_to(&mut talk, &format!("nboard 2\nset game {EXAMPLE}\nset depth 6"));
    let game = Board::default().play_line("f5f6d3c5e6f7e7f4").expect("it is legal");
    for count in [1, 3, 500] {
        let hints = hints(&mut talk, &game, count);
        assert_eq!(hints.len(), count.min(legal(&game).len()));
        assert!(hints.is_sorted_by(|a, b| a.1 >= b.1), "{hints:?}");
        assert!(hints.iter().all(|(_, _, depth)| depth == "6"), "{hints:?}");
        let mut moves: Vec<_> = hints.iter().map(|(mv, ..)| read(&game, mv)).collect();
        moves.dedup();
        assert_eq!(moves.len(), hints.len(), "each move once: {hints:?}");
    }
    talk.say("hint 2");
    let during = talk.until("status plyglot is waiting");
    // A thread may begin with a deeper one, and a search that is quick say only the last of what it found at once.
    let is_told = |depth: &i32| during.iter().any(|line| line.ends_with(&format!(" 0 {depth}")));
    let told: Vec<_> = (1..=6).filter(is_told).collect();
    assert!(told.len() > 1 && told.ends_with(&[6]), "it deepens: {during:?}");
}

/// Positions with the exact value of every move: the FFO endgame test.
#[test]
fn near_the_end_hints_are_exact() {
    let file = include_str!("../../games/data/othello/fforum-20-39.obf");
    let mut talk = talk();
    // That is, from 18 empty squares on.
    answers_to(&mut talk, "nboard 2\nset depth 10");
    let mut tried = 0;
    for record in file.lines() {
        let (position, answers) = record.split_once(';').expect("answers follow");
        let game = Board::default().parse(position).expect("it is a position");
        if game.empties() > 18 {
            continue;
        }
        tried += 1;
        let lines = answers_to(&mut talk, &format!("set game {}", ggf(position, "")));
        assert!(lines.is_empty(), "{lines:?}");
        let mut expected: Vec<(String, f64)> = answers
            .split(';')
            .filter_map(|answer| answer.trim().split_once(':'))
            .map(|(mv, value)| (mv.into(), value.parse().expect("a number")))
            .collect();
        let mut found = hints(&mut talk, &game, expected.len());
        assert!(found.iter().all(|(_, _, depth)| depth == "100%"), "{position}: {found:?}");
        found.sort_by(|a, b| a.0.cmp(&b.0));
        expected.sort_by(|a, b| a.0.cmp(&b.0));
        let found: Vec<_> = found.into_iter().map(|(mv, eval, _)| (mv, eval)).collect();
        assert_eq!(found, expected, "{position}");
    }
    assert!(tried >= 3, "only {tried}");
}

#[test]
fn a_decision_does_not_change_the_board_and_moves_do() {
    let mut talk = talk();
    answers_to(&mut talk, "nboard 2\nset depth 4");
    let mut game = Board::default();
    for ply in 0..20 {
        talk.say("go");
        let (mv, ..) = chosen(&talk.until("==="));
        talk.say("go");
        read(&game, &chosen(&talk.until("===")).0);
        game.play(read(&game, &mv));
        // Version 1 of the protocol sends moves alone.
        let form = [mv.clone(), format!("move {mv}"), format!("move {mv}/1.5/0.25")];
        talk.say(&form[ply % 3]);
        let lines = answers_to(&mut talk, "");
        assert!(!lines.iter().any(|line| line.starts_with("status move")), "{mv}: {lines:?}");
    }
}

#[test]
fn a_ping_ends_a_search_at_once_and_nothing_of_it_comes_later() {
    for search in ["go", "hint 3", "analyze"] {
        let mut talk = talk();
        talk.say(format!("nboard 2\nset depth 50\nset game {EXAMPLE}\n{search}"));
        talk.until("status plyglot is thinking");
        thread::sleep(Duration::from_millis(300));
        let asked = Instant::now();
        talk.say("ping 7");
        let lines = talk.until("pong 7");
        assert!(asked.elapsed() < PROMPT, "{search}: {:?}", asked.elapsed());
        let answers = lines.iter().filter(|line| line.starts_with("===")).count();
        assert_eq!(answers, usize::from(search == "go"), "{search}: {lines:?}");
        thread::sleep(Duration::from_millis(100));
        assert!(answers_to(&mut talk, "").is_empty(), "{search}");
        assert_eq!(talk.close(), (vec![], 0));
    }
}

#[test]
fn every_command_that_changes_the_game_ends_the_search_before_it() {
    let game = Board::default();
    for change in [format!("set game {EXAMPLE}"), "move F5".into(), "F5".into(), "hint".into()] {
        let mut talk = talk();
        talk.say(format!("set depth 50\ngo\n{change}\nlearn"));
        let lines = talk.until("learned");
        let answers: Vec<_> = lines.iter().filter(|line| line.starts_with("===")).collect();
        assert_eq!(answers.len(), 1, "{change}: {lines:?}");
        read(&game, &answers[0][4..6]);
    }
}

/// The value of a position near the end, by trying everything.
fn exact(game: &Board) -> i32 {
    if let Some(outcome) = game.outcome() {
        return game.value(outcome.score()).expect("it is exact");
    }
    let value = |mv| {
        let mut next = game.clone();
        next.play(mv);
        -exact(&next)
    };
    legal(game).iter().map(value).max().expect("the game goes on")
}

#[test]
fn an_analysis_goes_through_the_game_from_its_end() {
    let mut games = vec![Board::default()];
    let mut moves = String::new();
    loop {
        let mut game = games[games.len() - 1].clone();
        let choices: Vec<_> = legal(&game).iter().collect();
        let Some(&mv) = choices.get(games.len() % choices.len().max(1)) else { break };
        let colour = if game.to_move() == Side::First { 'B' } else { 'W' };
        moves += &format!("{colour}[{}]", game.notation(mv));
        game.play(mv);
        games.push(game);
    }
    let played = games.len() - 1;
    assert!(played > 20, "{moves}");
    let mut talk = talk();
    talk.say(format!("nboard 2\nset depth 2\nset game {}", ggf(&games[0].text(), &moves)));
    answers_to(&mut talk, "");
    talk.say("analyze");
    let lines = talk.until("status plyglot is waiting");
    let values: Vec<(usize, f64)> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("analysis ")?.split_once(' '))
        .map(|(moves, eval)| (moves.parse().expect("a number"), eval.parse().expect("a number")))
        .collect();
    let order: Vec<_> = values.iter().map(|&(moves, _)| moves).collect();
    assert_eq!(order, (0..=played).rev().collect::<Vec<_>>(), "{lines:?}");
    for &(moves, value) in &values {
        if games[moves].empties() <= 6 {
            assert_eq!(value, f64::from(exact(&games[moves])), "after {moves} moves");
        }
    }
    // The game stands where it stood, at its end, and so does one whose analysis is cut short.
    talk.say("go");
    let (mv, eval, _) = chosen(&talk.until("==="));
    assert_eq!((mv.as_str(), eval), ("PA", f64::from(exact(&games[played]))));
    talk.say(format!("set game {EXAMPLE}\nanalyze\nping 5"));
    talk.until("pong 5");
    let game = Board::default().play_line("f5f6d3c5e6f7e7f4").expect("it is legal");
    assert_eq!(hints(&mut talk, &game, 2).len(), 2);
}

#[test]
fn a_pass_is_a_move_of_two_letters() {
    let game = Board::default().parse(PASS).expect("it is a position");
    let mut talk = talk();
    answers_to(&mut talk, &format!("set depth 3\nset game {}", ggf(PASS, "")));
    let hint = hints(&mut talk, &game, 3);
    assert_eq!(hint, [("PA".into(), -64.0, "100%".into())]);
    talk.say("go");
    let (mv, eval, _) = chosen(&talk.until("==="));
    assert_eq!((mv.as_str(), eval), ("PA", -64.0));
    for pass in ["move PA", "PA", "move PA//1.5", "move D1", "move pass"] {
        talk.say(format!("set game {}\n{pass}", ggf(PASS, "")));
        if pass != "move D1" {
            talk.say("go");
            assert_eq!(chosen(&talk.until("===")).0, "D1", "{pass}");
            talk.say("move D1");
        }
        // Black has taken every disc.
        let lines = answers_to(&mut talk, "move A8");
        assert!(lines.iter().any(|line| line == "status move: the game is over"), "{lines:?}");
    }
    talk.say("go");
    let (mv, eval, _) = chosen(&talk.until("==="));
    assert_eq!((mv.as_str(), eval), ("PA", -64.0), "a game that is over has no move");
    let moves = "W[PA]B[D1]";
    talk.say(format!("set game {}\nanalyze", ggf(PASS, moves)));
    talk.until("status plyglot is thinking");
    let lines = talk.until("status plyglot is waiting");
    assert_eq!(lines[..3], ["analysis 2 -64.00", "analysis 1 64.00", "analysis 0 -64.00"]);
}

#[test]
fn a_clock_limits_the_decision_but_no_hint() {
    let mut talk = talk();
    let timed = EXAMPLE.replace("TI[15:00]", "TI[0:02]");
    talk.say(format!("set depth 60\nset game {timed}\ngo"));
    let (_, _, time) = chosen(&talk.until("==="));
    assert!(time < 2.0, "{time}");
    // The times of the moves are taken from it; what has run out leaves a little.
    let late = timed.replace("F6]", "F6//1.9]").replace("F5]", "F5/0/500]");
    talk.say(format!("set game {late}\ngo"));
    assert!(chosen(&talk.until("===")).2 < 2.0);
    talk.say("hint 1");
    thread::sleep(Duration::from_millis(2500));
    let lines = answers_to(&mut talk, "");
    let spent = lines.iter().rfind(|line| line.starts_with("nodestats ")).expect("it tells");
    let time: f64 = spent.rsplit(' ').next().expect("a time").parse().expect("a number");
    assert!(time > 2.0, "it was the ping that ended it: {spent}");
}

#[test]
fn a_game_that_cannot_be_read_leaves_the_old_one() {
    let game = Board::default().play_line("f5f6d3c5e6f7e7f4").expect("it is legal");
    let mut talk = talk();
    answers_to(&mut talk, &format!("set depth 2\nset game {EXAMPLE}"));
    let cut = &EXAMPLE[..EXAMPLE.len() - 20];
    let other = EXAMPLE.replace("Othello", "Checkers");
    let small = EXAMPLE.replace("BO[8", "BO[6");
    let illegal = EXAMPLE.replace("W[F4]", "W[A1]");
    let cases = [
        ("", "character 1"),
        ("nonsense", "'('"),
        (cut, "does not end"),
        (&other, "Checkers"),
        (&small, "\"6\""),
        (&illegal, "W[A1]"),
        (&EXAMPLE.replace("TI[15:00]", "TI[late]"), "TI: \"late\""),
    ];
    for (text, word) in cases {
        let lines = answers_to(&mut talk, &format!("set game {text}"));
        let [line] = &lines[..] else { panic!("one line: {lines:?}") };
        assert!(line.starts_with("status set game: character ") && line.contains(word), "{line}");
        talk.say("go");
        read(&game, &chosen(&talk.until("===")).0);
        assert_eq!(talk.hear(), "status plyglot is waiting");
    }
}

#[test]
fn a_game_in_a_format_of_others_is_named_as_such() {
    let mut talk = talk();
    for (text, format) in [("[Event \"x\"] 1. e4 e5", "PGN"), ("(;FF[4]GM[1];B[aa])", "SGF")] {
        let said = format!("status set game: looks like {format}; a game in GGF is needed");
        assert_eq!(answers_to(&mut talk, &format!("set game {text}")), [said]);
    }
}

#[test]
fn unknown_commands_are_ignored_and_bad_arguments_are_reported() {
    let mut talk = talk();
    let unknown = "\n   \nxyzzy 5\nset\nset contempt 20\nset nothing 3\nGO\nz9\n~~\nhints\nquit?";
    assert_eq!(answers_to(&mut talk, unknown), Vec::<String>::new());
    for (line, word) in [
        ("set depth deep", "set depth"),
        ("hint all", "hint"),
        ("move", "move"),
        ("move Z9", "move"),
        ("move F5/x", "move"),
        ("move A1", "a1"),
        ("ping", "ping"),
        ("nboard 3", "version 2"),
    ] {
        let lines = answers_to(&mut talk, line);
        let [answer] = &lines[..] else { panic!("one line: {lines:?}") };
        assert!(answer.starts_with("status ") && answer.contains(word), "{line}: {answer}");
    }
    assert_eq!(answers_to(&mut talk, "learn"), ["learned"]);
    assert_eq!(answers_to(&mut talk, "set depth 0"), ["set myname plyglot1"]);
    assert_eq!(answers_to(&mut talk, "set depth 1000000"), ["set myname plyglot60"]);
    assert_eq!(answers_to(&mut talk, "nboard 1"), ["status plyglot is waiting"]);
}

#[test]
fn bytes_that_are_not_text_and_half_lines_do_no_harm() {
    let mut talk = talk();
    talk.pour(b"\xff\xfe\x00\nset game \xff\xc3(;\n\r\nset dep");
    thread::sleep(Duration::from_millis(50));
    talk.pour(b"th 3\r\npi");
    thread::sleep(Duration::from_millis(50));
    talk.pour(b"ng 4\n");
    let lines = talk.until("pong 4");
    assert!(lines[0].starts_with("status set game: character 1: "), "{lines:?}");
    assert_eq!(lines[1], "set myname plyglot3");
    talk.pour(&[b'x'; 3 << 20]);
    talk.say("\ngo");
    let lines = talk.until("===");
    assert!(lines.iter().any(|line| line.starts_with("status a line was too long")), "{lines:?}");
    // A last line needs no line break.
    talk.pour(b"ping 5");
    let (lines, code) = talk.close();
    assert_eq!((lines.last().map(String::as_str), code), (Some("pong 5"), 0), "{lines:?}");
}

#[test]
fn the_end_of_the_input_ends_a_search_with_its_answer() {
    let ran = fed(command("nboard --threads 1"), "set depth 60\ngo\n").fine();
    assert!(ran.err.is_empty(), "{ran:?}");
    assert_eq!(ran.out.lines().filter(|line| line.starts_with("===")).count(), 1, "{ran:?}");
    for begun in ["", "hint 4", "analyze", "set game (;", "mov"] {
        fed(command("nboard --threads 1"), format!("set depth 60\n{begun}")).fine();
    }
}

#[test]
fn an_output_that_is_closed_ends_the_program() {
    let mut command = command("nboard --threads 1 --hash 1M");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("it was piped");
    std::io::Write::write_all(&mut stdin, b"set depth 60\ngo\n").expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    drop(stdin);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn the_help_shows_how_it_is_started() {
    let help = plyglot("nboard --help").fine();
    help.says("plyglot nboard --threads 4").says("--hash").says("set depth");
    plyglot("nboard --threads 0").fails(2, &["--threads"]);
    plyglot("nboard othello").fails(2, &["othello"]);
}

#[test]
fn a_long_search_says_every_second_what_it_works_on() {
    let mut talk = talk();
    talk.say("set depth 40\ngo");
    talk.until("status plyglot is thinking");
    let line = talk.until("status depth ").pop().expect("a line");
    assert!(line.contains(" move ") && line.contains(" nodes"), "{line}");
    assert!(talk.hear().starts_with("nodestats "));
    talk.say("ping 1");
    talk.until("pong 1");
}
