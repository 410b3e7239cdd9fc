//! What texts are taken for, and what is said of those that are wrong.

use plyglot_games::catalogue::builtin;
use plyglot_open::Position;

use super::*;

/// The game of NBoard's specification, and its moves.
const GGF: &str = "(;GM[Othello]PB[Ann]PW[Bob]RE[+4]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5];)";
const MOVES: &str = "f5f6d3c5";
/// From the FFO endgame test, #40.
const SOLVED: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; a2:+38;";

fn start(game: &str) -> Position {
    builtin().open(game).and_then(|game| game.start()).expect("a game of the catalogue")
}

fn text(record: &Record) -> String {
    record.at.text().expect("it does not panic")
}

/// A line of the table that every face is held against (`tests/lines.json`): the moves that lead to its position, and
/// its value; or what is said of it.
#[derive(serde::Deserialize)]
struct Case {
    game: String,
    line: String,
    moves: Option<String>,
    value: Option<i32>,
    error: Option<String>,
}

#[test]
fn lines_are_what_the_table_of_all_faces_says() {
    let table = include_str!("../../../../tests/lines.json");
    for case in serde_json::from_str::<Vec<Case>>(table).expect("a table") {
        let (start, line) = (start(&case.game), case.line.clone());
        let read = Lines::new("-", std::io::Cursor::new(line)).map(|line| line.expect("a line"));
        let mut read = read.map(|line| line.then(|line| record(&start, line)).read);
        let found = match read.next().expect("a line") {
            Ok(Record { at, known, .. }) => {
                let moves = at.after_plies(0).notation(&at.played()).expect("legal moves");
                (Some(moves.join(" ")), known.and_then(|known| known.value), None)
            }
            Err(error) => (None, None, Some(error.to_string())),
        };
        assert_eq!(found, (case.moves, case.value, case.error), "{}", case.line);
    }
}

type Reads = fn(&Position, &str) -> Result<Record, LineError>;

fn refused(read: Reads, game: &str, line: &str) -> String {
    read(&start(game), line).expect_err(line).to_string()
}

#[test]
fn a_line_is_a_position_with_its_answer_or_the_end_of_a_game() {
    let othello = start("othello");
    let read = |line| record(&othello, line).expect(line);
    let known = read(SOLVED);
    assert_eq!(
        (&known.kind, known.known.and_then(|known| known.value)),
        (&Kind::Position, Some(38))
    );
    assert_eq!(text(&read("ffo40")), text(&read(SOLVED)));
    let moves = read("f5 f6 d3 c5");
    assert_eq!((&moves.kind, moves.at.plies()), (&Kind::Moves, 4));
    let ggf = read(GGF);
    assert_eq!(ggf.kind, Kind::File("GGF".into()));
    assert_eq!((text(&ggf), ggf.at.played()), (text(&moves), read(MOVES).at.played()));
    let said: Vec<_> = ggf.tags.iter().map(|(name, said)| (&**name, &**said)).collect();
    assert_eq!(said, [("PB", "Ann"), ("PW", "Bob"), ("RE", "+4")]);
    // What is both is a position, and a game for those who want one.
    assert_eq!(record(&start("connect4"), "4453").expect("columns").kind, Kind::Position);
    assert_eq!(either(&start("connect4"), "4453").expect("columns").kind, Kind::Moves);
}

#[test]
fn what_is_wrong_with_a_line_is_said_of_what_it_looks_like() {
    let wrong = "\"a1\" is not a legal move: X turns no disc there";
    for read in [record as Reads, game, either] {
        assert_eq!(refused(read, "othello", "f5d6a1"), format!("move 3: {wrong}"));
        let bad = GGF.replace("D3", "A1");
        assert!(refused(read, "othello", &bad).ends_with(&format!("B[A1]: {wrong}")));
        let other = "a game in GGF is one of othello, not of connect4";
        assert_eq!(refused(read, "connect4", GGF), other);
        assert!(refused(read, "othello:6", GGF).ends_with("othello, not of othello:6"));
    }
    assert!(refused(record, "othello", "zz").contains("is not a square"));
    assert!(refused(game, "othello", "zz").starts_with("move 1: \"zz\" is not a legal move"));
    assert!(refused(either, "othello", "zz").contains("is not a square"));
    assert!(refused(either, "othello", "ffo4").ends_with("did you mean \"ffo40\"?"));
    assert!(refused(record, "othello", &SOLVED.replace("+38", "+99")).contains("-64 to 64"));
    assert!(refused(game, "othello", SOLVED).starts_with("a position; the moves of a game"));
    let unmoved = &GGF.replace("B[F5]W[F6]B[D3]W[C5]", "");
    assert_eq!(refused(game, "othello", unmoved), "the game has no moves");
    assert_eq!(
        refused(either, "othello", "# no\n"),
        "a position or the moves of a game are needed"
    );
}

#[test]
fn what_is_pasted_may_have_comments_and_line_breaks() {
    let othello = start("othello");
    for pasted in ["# a game\r\nf5 f6\r\n  d3\nc5\n", &GGF.replace("B[D3]", "\nB[D3]\n")] {
        assert_eq!(either(&othello, pasted).expect(pasted).at.plies(), 4);
    }
    assert_eq!(either(&othello, " FFO40\n").expect("an example").at.plies(), 0);
}

#[test]
fn a_position_may_be_named_and_a_slip_is_asked_for() {
    let othello = start("othello");
    let named = position(&othello, " FFO42 ").and_then(|at| at.text()).expect("an example");
    assert_eq!(position(&othello, &named).and_then(|at| at.text()).expect("its own text"), named);
    let error = position(&othello, "ffo4").expect_err("no such name").to_string();
    assert!(
        error.starts_with("\"ffo4\" is not an example (ffo40, ffo42, ffo44), and not a position: ")
    );
    let error = position(&othello, "XX").expect_err("too short").to_string();
    assert!(!error.contains("example"), "{error}");
}

#[test]
fn moves_are_read_in_a_row_or_one_by_one() {
    // White has no move but to pass, which may be left out.
    let board = "XOO-----X------------------------------------------------------- O";
    let from = position(&start("othello"), board).expect("a position");
    let several = |moves: &[&str]| Texts::Several(moves.iter().map(|&mv| mv.into()).collect());
    for texts in [Texts::One(" pass d1 ".into()), Texts::One("d1".into()), several(&["d1"])] {
        let mut at = from.clone();
        assert_eq!(moves(&mut at, &texts).expect("legal moves"), 2, "{texts:?}");
    }
    for texts in [Texts::One("d1a2".into()), several(&["d1", "a2"])] {
        let mut at = from.clone();
        let error = moves(&mut at, &texts).expect_err("it is over").to_string();
        assert_eq!(error, "move 2 (a2) comes after the end of the game");
        assert_eq!(at.plies(), 0);
    }
}

#[test]
fn root_moves_are_named_once_each() {
    let at = start("othello");
    let named = |texts: Texts| root_moves(&at, &texts).map(|moves| moves.len());
    assert_eq!(named(Texts::One("f5, d3 f5".into())).expect("legal moves"), 2);
    assert_eq!(named(Texts::Several(vec!["f5".into(), "F5".into()])).expect("legal moves"), 1);
    for none in [Texts::One(" ,".into()), Texts::Several(Vec::new())] {
        assert!(named(none).expect_err("none").to_string().starts_with("a move is needed"));
    }
    let error = named(Texts::One("f5,a1".into())).expect_err("a1 is not legal").to_string();
    assert!(error.starts_with("\"a1\" is not a legal move"), "{error}");
}

#[test]
fn a_bad_line_is_named_by_its_file_and_number() {
    let othello = start("othello");
    let file = "\u{feff}# a comment\r\nf5f6d3c5\r\n\r\nf5d6a1\r\n";
    let records: Vec<_> = Lines::new("games", file.as_bytes())
        .map(|line| line.expect("it can be read").then(|line| record(&othello, line)))
        .collect();
    assert_eq!(records.iter().map(|line| line.source.line).collect::<Vec<_>>(), [2, 4]);
    let good: Vec<_> = records.into_iter().map(|line| line.good("games")).collect();
    assert!(good[0].is_ok());
    let error = good[1].as_ref().expect_err("a1 is not legal").to_string();
    assert_eq!(error, "games:4: move 3: \"a1\" is not a legal move: X turns no disc there");
}

#[test]
fn moves_of_a_request_have_a_bound_and_stop_when_they_are_told_to() {
    let mut at = start("othello");
    let line = |text: &str| Texts::One(text.into());
    let several = Texts::Several(vec!["f5".into(); 5_000]);
    for texts in [line(&"f5".repeat(5_000)), several] {
        let error = moves_of_request(&mut at, &texts, || panic!("nothing is played")).unwrap_err();
        assert_eq!(error.to_string(), "at most 4000 moves are taken");
    }
    let looked = std::cell::Cell::new(0);
    let stopped = || looked.replace(looked.get() + 1) == 2;
    let error = moves_of_request(&mut at, &line(MOVES), stopped).unwrap_err();
    assert_eq!((error.to_string().as_str(), looked.get()), ("stopped before all were played", 3));
    assert_eq!(at.plies(), 0);
    assert_eq!(moves_of_request(&mut at, &line(MOVES), || false).unwrap(), 4);
    assert_eq!(at.plies(), 4);
    let error = root_moves(&at, &Texts::Several(vec!["d2".into(); 5_000])).unwrap_err();
    assert_eq!(error.to_string(), "at most 4000 moves are taken");
}
