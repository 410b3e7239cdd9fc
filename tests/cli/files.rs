//! Files of positions: results in order, answers checked, bad lines reported and skipped.

use std::fs;

use crate::support::{Ran, command, fed, plyglot};

/// Positions near the end with Pons' scores.
const SOLVED: &str = "\
7422341735647741166133573473242566 1
71255763773133525731261364622167124446454 0
52677675164321472411331752454 0
562154564361751726662253737734213275114 0
6763525635134453444361412671365712 -1
3146762114467714356347741621375222 -1
";

fn solve(input: &str, options: &str) -> Ran {
    fed(command(&format!("solve connect4 --file - {options}")), input)
}

#[test]
fn every_right_answer_is_counted_and_nothing_else_is_wrong() {
    for spread in ["auto", "positions", "threads"] {
        let ran = solve(SOLVED, &format!("--threads 2 --spread {spread}")).fine();
        ran.says("6 of 6 positions").says("6 right").says("total").says("mean").says("median");
    }
}

#[test]
fn the_choice_of_spread_is_shown_on_stderr() {
    let shown = |options: &str| solve(SOLVED, options).fine().err;
    assert!(shown("--threads 1").contains("one at a time"));
    assert!(shown("--threads 4").contains("4 threads (--spread threads), table of "));
    let fixed = shown("--threads 4 --hash 64M");
    assert!(fixed.contains("4 threads (--spread threads), table of 64 MiB\n"), "{fixed}");
    assert!(shown("--threads 2 --spread positions").contains("2 at a time with one thread each"));
}

#[test]
fn results_come_in_the_order_of_the_file() {
    let many: String = SOLVED.repeat(20);
    for spread in ["positions", "threads"] {
        let ran = solve(&many, &format!("--json --threads 4 --spread {spread}")).fine();
        let lines: Vec<_> =
            ran.json().iter().map(|object| object["source_line"].as_u64()).collect();
        assert_eq!(lines, (1..=120).map(Some).collect::<Vec<_>>());
    }
}

#[test]
fn as_csv_they_are_the_fields_of_the_objects_a_row_a_line() {
    let ran = solve(&format!("{SOLVED}9\n"), "--csv --threads 2");
    assert_eq!(ran.code, 1, "{ran:?}");
    let rows: Vec<Vec<&str>> = ran.out.lines().map(|row| row.split(',').collect()).collect();
    let column = |name: &str| rows[0].iter().position(|known| *known == name).expect(name);
    let read = |row: usize, name: &str| rows[row][column(name)];
    assert_eq!(rows.len(), 8, "{ran:?}");
    let (first, last) = (1, 7);
    assert_eq!(read(first, "source_line"), "1");
    assert_eq!((read(first, "score"), read(first, "value")), ("+1", "1"));
    assert_eq!((read(first, "proven"), read(first, "right")), ("true", "true"));
    let pv = read(first, "pv");
    assert!(pv.starts_with(read(first, "best_move")) && pv.contains(' '), "{pv}");
    assert!(read(last, "error").contains('9') && read(last, "score").is_empty(), "{ran:?}");
    // Several lines of one position.
    let options = "analyze tictactoe --file - --depth 9 --lines 3 --csv";
    let ran = fed(command(options), "b2\n").fine();
    let ranks: Vec<_> = ran.out.lines().skip(1).map(|row| row.split(',').nth(3)).collect();
    assert_eq!(ranks, [Some("1"), Some("2"), Some("3")], "{ran:?}");
    plyglot("solve tictactoe --csv").fails(2, &["--file"]);
    solve(SOLVED, "--csv --json").fails(2, &["--json"]);
}

#[test]
fn many_positions_give_the_same_however_many_are_searched_at_once() {
    // Tables that are large enough to be made by several threads.
    let many: String = SOLVED.repeat(40);
    let answers = |threads: usize| {
        let options = format!("--json --threads {threads} --hash 64M --spread positions");
        let ran = solve(&many, &options).fine();
        let fields = |result: &serde_json::Value| {
            let names = ["source_line", "position", "score", "answer"];
            names.map(|field| result.get(field).expect("a field of every result").clone())
        };
        ran.json().iter().map(fields).collect::<Vec<_>>()
    };
    let one = answers(1);
    assert_eq!(one.len(), 240);
    assert_eq!(one, answers(4));
}

#[test]
fn a_wrong_answer_is_shown_and_sets_the_exit_code() {
    let ran = solve(&SOLVED.replace("2566 1", "2566 3"), "");
    assert_eq!(ran.code, 1, "{ran:?}");
    ran.says("WRONG").says("5 right, 1 wrong");
}

#[test]
fn a_bad_line_is_reported_with_its_number_and_the_rest_is_searched() {
    let ran = solve(&format!("# a comment\n\nhello\n{SOLVED}9 1\n"), "");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("error: -:3: "), "{ran:?}");
    assert!(ran.err.contains("error: -:10: "), "{ran:?}");
    ran.says("6 right").says("2 bad lines");
}

#[test]
fn an_impossible_answer_is_a_bad_line() {
    for score in [i32::MIN, i32::MAX, -20, 20] {
        let ran = solve(&format!("12341234 {score}\n"), "");
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains("-:1: ") && ran.err.contains(&score.to_string()), "{ran:?}");
    }
    let board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X;";
    for value in [i32::MIN, i32::MAX, -65, 65] {
        let ran = fed(command("solve othello --file -"), format!("{board} H5:{value};\n"));
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains("-:1: ") && ran.err.contains("64"), "{ran:?}");
    }
}

#[test]
fn a_bad_line_is_an_error_object_in_its_place() {
    let ran = solve(&format!("{SOLVED}hello\n{SOLVED}"), "--json");
    assert_eq!(ran.code, 1, "{ran:?}");
    let objects = ran.json();
    assert_eq!(objects.len(), 13);
    assert_eq!(objects[6]["type"], "error");
    assert_eq!(objects[6]["source_line"], 7);
    assert_eq!(objects[7]["source_line"], 8);
}

#[test]
fn bytes_that_are_not_text_are_a_bad_line() {
    let mut input = SOLVED.as_bytes().to_vec();
    input.extend(b"44\xff\xfe44\n");
    let ran = fed(command("solve connect4 --file -"), input);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("-:7: not UTF-8 text at byte 3"), "{ran:?}");
    ran.says("6 right");
}

#[test]
fn line_ends_and_byte_order_marks_of_other_systems_are_read() {
    solve(&format!("\u{feff}{}", SOLVED.replace('\n', "\r\n")), "").fine().says("6 right");
}

#[test]
fn best_moves_of_a_file_are_checked_too() {
    let board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X;";
    let good = format!("{board} H5:+6; G6:-2; F6:-4; H6:-10;\n");
    fed(command("solve othello --file -"), good).fine().says("1 right");
    let bad = format!("{board} H5:-2; G6:+4; F6:-4; H6:-10;\n");
    let ran = fed(command("solve othello --file -"), bad);
    assert_eq!(ran.code, 1, "{ran:?}");
    ran.says("WRONG").says("1 wrong");
}

#[test]
fn a_move_that_the_file_does_not_name_is_not_wrong_by_itself() {
    let board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X;";
    // The engine plays H5, worth +6.
    let one = |value: &str| format!("{board} G6:{value};\n");
    fed(command("solve othello --file -"), one("+6")).fine().says("1 right");
    let ran = fed(command("solve othello --file - --json"), one("+6")).fine();
    assert_eq!(ran.json()[0]["answer"]["right"], true);
    let ran = fed(command("solve othello --file -"), one("+8"));
    assert_eq!(ran.code, 1, "{ran:?}");
    ran.says("WRONG");
}

#[test]
fn a_move_without_a_proof_is_counted_as_another() {
    // No first move is proven at depth 1, and they are all alike.
    let board = "---------------------------OX------XO--------------------------- X;";
    let ran = |mv: &str| {
        let line = format!("{board} {mv}:+2;\n");
        fed(command("analyze othello --file - --depth 1"), line).fine()
    };
    let outputs: Vec<_> =
        ["d3", "c4", "f5", "e6"].map(ran).into_iter().map(|ran| ran.out).collect();
    let right = outputs.iter().filter(|out| out.contains("1 right")).count();
    let other = "1 with another move (its value is not known)";
    let others =
        outputs.iter().filter(|out| out.contains(other) && out.contains(" other ")).count();
    assert_eq!((right, others), (1, 3), "{outputs:?}");
}

#[test]
fn a_file_on_disk_is_read_by_its_path() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("positions");
    fs::write(&path, SOLVED).expect("the test can write");
    let ran = plyglot(&format!("solve connect4 --file {}", path.display()));
    ran.fine().says("6 right");
    fs::write(&path, "# nothing\n\n").expect("the test can write");
    let ran = plyglot(&format!("solve connect4 --file {}", path.display()));
    ran.fails(2, &["no positions"]);
}

#[test]
fn an_unproven_answer_is_open() {
    let ran = fed(command("analyze connect4 --file - --depth 2"), "4453 -2\n").fine();
    ran.says("1 open (not proven)");
}

#[test]
fn a_limit_before_the_proof_sets_the_exit_code_of_solve() {
    let ran = fed(command("solve connect4 --file - --nodes 1000"), "44 0\n");
    assert_eq!(ran.code, 1, "{ran:?}");
}

#[test]
fn a_finished_game_in_a_file_is_a_result() {
    let ran = fed(command("solve connect4 --file - --json"), "1212121\n").fine();
    let result = &ran.json()[0];
    assert_eq!(result["score"]["proven"], true);
    assert_eq!(result["score"]["value"], -18);
    assert!(result["best_move"].is_null());
}

#[test]
fn an_endless_file_is_refused() {
    for arguments in
        ["solve connect4 --file", "bench scaling --game connect4 --to-solve --positions"]
    {
        let ran = fed(command(&format!("{arguments} -")), "4".repeat(70_000));
        ran.fails(2, &["-: line 1 is longer than 64 KiB"]);
        #[cfg(unix)]
        plyglot(&format!("{arguments} /dev/zero"))
            .fails(2, &["/dev/zero: more than 64 MiB of what is not text"]);
    }
    let comments = "# none\n".repeat(1_000_001);
    fed(command("solve connect4 --file -"), comments).fails(2, &["-: more than 1,000,000 lines"]);
}

/// The game of NBoard's specification, and its moves.
const GGF: &str = "(;GM[Othello]PB[a]PW[b]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5];)";
const MOVES: &str = "f5f6d3c5";

#[test]
fn a_file_may_hold_positions_and_games_and_it_is_said_which() {
    let position = "---------------------------OX------XO--------------------------- X";
    let file = format!("# mixed\n{position}\n{MOVES}\nf5 f6 d3 c5\n{GGF}\n");
    let ran = fed(command("analyze othello --file - --depth 3 --threads 1 --json"), &file).fine();
    assert!(
        ran.err.starts_with("4 positions (2 at the end of games, 1 at the end of games in GGF): "),
        "{ran:?}"
    );
    let results = ran.json();
    let at: Vec<_> = results.iter().map(|result| &result["position"]).collect();
    assert_eq!(at[0], position);
    assert!(at[1] == at[2] && at[2] == at[3] && at[0] != at[1], "{at:?}");
}

#[test]
fn a_bad_game_in_a_file_is_named_with_its_move() {
    let file = "f5f6a1\nzz\n(;GM[Othello]B[F5];)\n";
    let ran = fed(command("analyze othello --file - --depth 1"), file);
    assert_eq!(ran.code, 1, "{ran:?}");
    for words in ["-:1: move 3: \"a1\"", "-:2: ", "-:3: character ", "no board"] {
        assert!(ran.err.contains(words), "no {words:?} in {ran:?}");
    }
    let ran = fed(command("analyze connect4 --file - --depth 1"), GGF);
    assert!(ran.err.contains("one of othello, not of connect4"), "{ran:?}");
}

#[test]
fn a_game_in_ggf_may_go_on_over_lines_and_two_on_one_are_told_apart() {
    let over_lines = GGF.replace("BO[", "\r\nBO[").replace("B[D3]", "\n\nB[D3]\n");
    let file = format!("{over_lines}\nf5d6\n1 {GGF}\n2 {GGF}{GGF}\n(;GM[Othello]B[F5]\n{GGF}\n");
    let ran = fed(command("analyze othello --file - --depth 2 --threads 1 --json"), &file);
    assert_eq!(ran.code, 1, "{ran:?}");
    let lines: Vec<_> = ran.json().iter().map(|object| object["source_line"].clone()).collect();
    let kinds: Vec<_> = ran.json().iter().map(|object| object["type"].clone()).collect();
    // The game over several lines, two lines, one with two games, one that does not end.
    let first = over_lines.lines().count() as u64;
    let second = first + 3;
    assert_eq!(lines, [1, first + 1, first + 2, second, second, first + 4, first + 5]);
    assert_eq!(kinds, ["result", "result", "result", "result", "result", "error", "result"]);
    let games: Vec<_> = ran.json().iter().map(|object| object["source_game"].as_u64()).collect();
    assert_eq!(games, [None, None, None, Some(1), Some(2), None, None]);
    let error = ran.json()[5]["message"].as_str().unwrap_or_default().to_owned();
    assert!(error.contains("the game does not end"), "{ran:?}");
    let reviewed = fed(command("review othello --file - --depth 1"), over_lines).fine();
    reviewed.says("line 1, othello");
}

#[test]
fn a_game_over_several_lines_is_one_in_every_command() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("games.pgn");
    let games = "[Event \"x\"]\n[White \"A\"]\n\n1. e4 e5\n2. Nf3 *\n\n[Event \"y\"]\n\n1. d4 d5\n2. c4 *\n";
    fs::write(&file, games).expect("the test can write");
    let path = file.display();
    let results = plyglot(&format!("analyze chess --file {path} --depth 1 -j 1 --json")).fine();
    let lines: Vec<_> = results.json().iter().map(|one| one["source_line"].clone()).collect();
    assert_eq!(lines, [1, 7]);
    let trees = format!("bench family --game chess --positions {path} --depths 1 --jobs 1");
    plyglot(&trees).fine().says("2 trees");
    // Workers read the file as the farm does, or refuse their part.
    let work = folder.path().join("work");
    let farm = format!("farm chess --file {path} --workdir {} --depth 1 --tasks 2", work.display());
    let without_hq = plyglot(&format!("{farm} --hq {path}/none"));
    assert!(
        without_hq.code == 2 && without_hq.err.contains("2 lines in 2 tasks"),
        "{without_hq:?}"
    );
    let part = work.join("parts/1.json");
    let searched =
        format!("analyze chess --file {path} --part {} --depth 1 --json", part.display());
    plyglot(&searched).fine();
}

/// A file of the French federation, with one game of two moves.
fn wthor(moves: [u8; 2]) -> Vec<u8> {
    let mut bytes = vec![20, 4, 12, 31, 1, 0, 0, 0, 0, 0, 0xd4, 7, 8, 0, 22, 0];
    bytes.extend([1, 0, 0, 0, 1, 0, 40, 36]);
    bytes.extend(moves.iter().copied().chain(std::iter::repeat(0)).take(60));
    bytes
}

#[test]
fn an_archive_of_games_is_read_with_its_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("WTH_2004.wtb"), wthor([56, 66])).expect("a file");
    let names = |length: usize, names: [&str; 2]| -> Vec<u8> {
        let name = |name: &str| -> Vec<u8> {
            name.bytes().chain(std::iter::repeat(0)).take(length).collect()
        };
        [vec![0; 16], name(names[0]), name(names[1])].concat()
    };
    fs::write(path("wthor.jou"), names(20, ["Ann", "Bob"])).expect("a file");
    let games = path("WTH_2004.wtb");
    let search = format!("analyze othello --depth 1 --threads 1 --json --file {games}");
    let moves = plyglot("analyze othello --depth 1 --threads 1 --json --moves f5f6").fine();
    let ran = plyglot(&search).fine();
    assert_eq!(ran.json()[0]["position"], moves.json()[0]["position"]);
    let annotated = path("annotated.ggf");
    plyglot(&format!("review othello --depth 1 --file {games} --annotated {annotated}")).fine();
    let written = fs::read_to_string(&annotated).expect("the game");
    for part in ["EV[tournament 1]DT[2004]PB[Ann]PW[Bob]RE[+16]", "B[F5]C[", "W[F6]C["] {
        assert!(written.contains(part), "{part}: {written}");
    }
    plyglot(&format!("review othello --depth 1 --file {annotated}")).fine();
    // For another game it is no text; and what is wrong in it is named.
    plyglot(&format!("analyze connect4 --depth 1 --file {games}"))
        .fails(2, &["WTH_2004.wtb: binary, in no format of this game"]);
    fs::write(&games, &wthor([56, 66])[..70]).expect("a file");
    plyglot(&search).fails(2, &["WTH_2004.wtb: WTHOR: ", "68 bytes", "there are 54"]);
    fs::write(&games, wthor([56, 56])).expect("a file");
    let ran = plyglot(&search);
    assert!(ran.code == 1 && ran.json()[0]["message"].to_string().contains("taken"), "{ran:?}");
}

#[test]
fn files_of_any_editor_are_text() {
    let expected = solve("4455\n4453\n", "--nodes 10 --json").json();
    let positions =
        |ran: Ran| ran.json().iter().map(|of| of["position"].clone()).collect::<Vec<_>>();
    let expected: Vec<_> = expected.iter().map(|of| of["position"].clone()).collect();
    let utf16 =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    for bytes in [
        b"4455\r4453\r".to_vec(),
        b"\xef\xbb\xbf4455\r\n4453".to_vec(),
        utf16("\u{feff}4455\r\n4453\r\n"),
        utf16("4455\n4453\n"),
    ] {
        let ran = fed(command("solve connect4 --file - --nodes 10 --json"), bytes.clone());
        assert_eq!(positions(ran), expected, "{bytes:?}");
    }
    let broken = fed(command("solve connect4 --file - --nodes 10"), b"\xff\xfe4\0\x05");
    broken.fails(2, &["-: UTF-16 text that is broken at byte 5"]);
}

#[test]
fn a_data_set_of_results_without_margins_is_checked() {
    // The columns 4 4 4 4 4 4 1 1 from below: the first player wins, or does not.
    let cells = "x,o,b,b,b,b,".to_string()
        + &"b,b,b,b,b,b,".repeat(2)
        + "x,o,x,o,x,o,"
        + &"b,b,b,b,b,b,".repeat(3);
    let solved = solve(&format!("{cells}win\n{cells}draw\n{cells}loss\n"), "--threads 1 --json");
    assert_eq!(solved.code, 1, "{solved:?}");
    let answers: Vec<_> =
        solved.json().iter().map(|of| of["answer"].clone()).filter(|of| !of.is_null()).collect();
    let words: Vec<_> = answers.iter().map(|of| of["result"].as_str()).collect();
    assert_eq!(words, [Some("win"), Some("draw"), Some("loss")]);
    assert_eq!(answers.iter().filter(|of| of["right"] == true).count(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|of| of["right"] == false).count(), 2, "{answers:?}");
}
