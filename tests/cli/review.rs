//! `review`: the review of a played game.

use std::collections::BTreeSet;
use std::fs;

use crate::support::{command, fed, plyglot};

const GAME: &str = "review connect4 --moves 44444322155 --depth 14 --threads 1";

#[test]
fn people_get_a_table_a_graph_and_a_summary() {
    let ran = plyglot(GAME).fine();
    let rows: Vec<&str> = ran.out.lines().filter(|line| line.contains("  X  ")).collect();
    assert!(rows.len() >= 6, "{ran:?}");
    let ran = ran.says("values in stones").says("expected result of X").says("blunders ??");
    ran.says("turning points: ");
}

#[test]
fn programs_get_an_object_for_each_move_and_one_for_the_game() {
    let lines = plyglot(&format!("{GAME} --json")).fine().json();
    let (review, moves) = lines.split_last().expect("there are lines");
    assert_eq!(moves.len(), 11);
    for (index, of) in moves.iter().enumerate() {
        assert_eq!(of["type"], "move");
        assert_eq!((&of["schema"], &of["ply"]), (&2.into(), &(index + 1).into()));
        assert_eq!(of["side"], if index % 2 == 0 { "X" } else { "O" });
        assert!(of["loss"].as_f64().is_some_and(|loss| loss >= 0.0), "{of}");
        let [before, after] =
            ["expected_before", "expected_after"].map(|name| of[name].as_f64().expect("a number"));
        assert!((0.0..=1.0).contains(&before) && after <= before + 1e-12, "{of}");
        assert_eq!(of["mark"] == "blunder", before - after >= 0.30, "{of}");
        assert!(of["best"]["pv"].as_array().is_some_and(|pv| !pv.is_empty()), "{of}");
    }
    let played: String = moves.iter().map(|of| of["move"].as_str().expect("a move")).collect();
    assert_eq!(played, "44444322155");
    assert_eq!(review["type"], "review");
    assert_eq!((&review["moves"], &review["complete"]), (&11.into(), &true.into()));
    let blunders = moves.iter().filter(|of| of["mark"] == "blunder").count();
    let counted = review["sides"].as_array().expect("sides").iter();
    let counted: u64 = counted.map(|side| side["blunders"].as_u64().expect("a count")).sum();
    assert!(blunders > 0 && counted == blunders as u64, "{review}");
}

#[test]
fn a_file_has_a_game_on_each_line_and_bad_lines_are_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("games.txt");
    fs::write(&path, "# two games\n\n123\n4x4\n3332\n").expect("a file");
    let path = path.to_str().expect("a path of text");
    let ran = plyglot(&format!("review connect4 --file {path} --depth 4 --threads 1 --json"));
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_eq!(ran.err.matches(":4: ").count(), 1, "{ran:?}");
    let of: Vec<_> = ran
        .json()
        .iter()
        .filter(|line| line["type"] != "move")
        .map(|line| (line["type"].to_string(), line["source_line"].as_u64()))
        .collect();
    let expected = [("\"review\"", 3), ("\"error\"", 4), ("\"review\"", 5)];
    assert_eq!(of, expected.map(|(kind, line)| (kind.to_string(), Some(line))));
    let piped = fed(command("review kalah --file - --nodes 500 --csv"), "3\n").fine();
    assert_eq!(piped.out.lines().count(), 2, "{piped:?}");
}

#[test]
fn what_cannot_be_reviewed_is_refused_in_one_line() {
    plyglot("review othello").fails(2, &["--moves TEXT", "--file FILE"]);
    plyglot("review othello --moves f5f5").fails(2, &["--moves", "move 2", "f5"]);
    plyglot("review othello --moves ,").fails(2, &["--moves"]);
    plyglot("review connect4 --file /nonexistent").fails(2, &["/nonexistent"]);
    plyglot("review shogi --moves 1").fails(2, &["shogi", "othello"]);
    plyglot("review connect4 --moves 4 --depth 0").fails(2, &["--depth"]);
}

#[test]
fn the_end_of_a_game_is_reviewed_exactly() {
    let lines = plyglot("review tictactoe --moves a1,b2,c3,b1,b3 --json").fine().json();
    let (_, moves) = lines.split_last().expect("there are lines");
    assert!(moves.iter().all(|of| of["exact"] == true && of["score"]["proven"] == true));
    // b1 threatens; X has to stop it at b3. Nothing was lost.
    assert!(moves.iter().all(|of| of["mark"] == ""), "{moves:?}");
}

#[test]
fn a_page_has_the_graph_the_boards_and_all_moves() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("game.html");
    let with_page = |path: &str| plyglot(&format!("{GAME} --html {path}"));
    with_page(path.to_str().expect("a path of text")).fine();
    let page = fs::read_to_string(&path).expect("a page");
    for part in [
        "<svg",
        "expected result",
        "10. O 5??",
        "accuracy of X: ",
        "All moves",
        "pre class=\"board\"",
    ] {
        assert!(page.contains(part), "no {part}");
    }
    assert!(!page.contains("http://") || page.contains("www.w3.org"), "it needs nothing else");
    assert_eq!(page.matches("<tr>").count(), 1 + 11);
    assert!(page.contains("<title>Connect Four: X against O</title>"), "the game by its name");
    // Every dot of the graph leads somewhere.
    let anchors = page.split("<a href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
    let anchors: BTreeSet<&str> = anchors.collect();
    assert!(
        anchors.iter().all(|anchor| page.contains(&format!(" id=\"{anchor}\""))),
        "{anchors:?}"
    );
    let of_moves =
        anchors.iter().filter(|anchor| anchor.starts_with("move-") || anchor.starts_with("ply-"));
    assert_eq!(of_moves.count(), 11);
    // The board is drawn by the script of the board's own page.
    assert!(page.contains("class Drawing") && page.contains("class=\"drawn\""), "drawn boards");
    with_page("/nonexistent/game.html").fails(2, &["/nonexistent/game.html"]);
}

#[test]
fn the_games_of_a_file_have_a_page_each_and_one_that_lists_them() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    fs::write(at("games.txt"), "123\n\n4x4\n3332\n").expect("a file");
    let [file, page] = ["games.txt", "games.html"].map(|name| at(name).display().to_string());
    let ran = plyglot(&format!("review connect4 --file {file} --depth 4 -j 1 --html {page}"));
    assert_eq!(ran.code, 1, "line 3 is bad: {ran:?}");
    let list = fs::read_to_string(at("games.html")).expect("the list");
    for game in ["games-1.html", "games-4.html"] {
        assert!(list.contains(&format!("<a href=\"{game}\">")), "{list}");
        let page = fs::read_to_string(at(game)).expect("the page of a game");
        assert!(page.contains("All moves") && page.contains("<a href=\"games.html\">"), "{page}");
    }
    assert!(!at("games-3.html").exists());
    fs::write(at("games.txt"), "123\n").expect("a file");
    plyglot(&format!("review connect4 --file {file} --depth 4 -j 1 --html {page}")).fine();
    assert!(fs::read_to_string(at("games.html")).expect("the page").contains("All moves"));
}

#[test]
fn games_in_ggf_are_reviewed_as_their_moves_are() {
    let board = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let game = format!("(;GM[Othello]{board}B[F5]W[F6]B[D3]W[C5];)");
    let review = |file: &str| {
        let ran = fed(command("review othello --file - --depth 3 --threads 1 --json"), file).fine();
        (ran.err.clone(), ran.json().iter().map(|line| line["move"].clone()).collect::<Vec<_>>())
    };
    let (said, moves) = review(&game);
    assert!(said.starts_with("-: 1 game, 1 in GGF"), "{said}");
    assert_eq!(moves, review("f5f6d3c5").1);
    let ran = fed(command("review othello --file - --depth 1"), format!("{board};"));
    assert_eq!(ran.code, 1, "{ran:?}");
    let position = "---------------------------OX------XO--------------------------- X";
    let ran = fed(command("review othello --file - --depth 1"), position);
    assert!(ran.err.contains("-:1: a position; the moves of a game are needed"), "{ran:?}");
}

#[test]
fn annotated_games_keep_what_they_said_and_are_read_again() {
    let dir = tempfile::tempdir().expect("a folder");
    let name = |name: &str| dir.path().join(name).display().to_string();
    let (games, annotated) = (name("games.pgn"), name("annotated.pgn"));
    let text = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:10]} e5 2. Bc4 Nc6 (2... Nf6) 3. Qh5 Nf6 4. Qxf7# 1-0\n\n\
        [White \"B\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n";
    fs::write(&games, text).expect("a file");
    let review = format!("review chess --file {games} --depth 4 --threads 1");
    let ran = plyglot(&format!("{review} --annotated {annotated}")).fine();
    assert!(
        ran.err.contains(":6: Result[1-0] does not fit the moves, which end at -1 for White"),
        "{ran:?}"
    );
    let written = fs::read_to_string(&annotated).expect("the games");
    for part in [
        "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {",
        " {[%clk 0:10]} e5 {",
        " (2... Nf6) 3. Qh5 {",
        " Nf6 $4 {loss in 2 (exact); better ",
        " 4. Qxf7# {win in 1 (exact)} 1-0\n\n[White \"B\"]",
    ] {
        assert!(written.contains(part), "{part}: {written}");
    }
    let moves = |file: &str| -> Vec<_> {
        let ran =
            plyglot(&format!("review chess --file {file} --depth 1 --threads 1 --json")).fine();
        ran.json().iter().map(|line| line["move"].clone()).collect()
    };
    assert_eq!(moves(&annotated), moves(&games));
    // The games are not written over, nor is anything else said to be possible that is not.
    plyglot(&format!("{review} --annotated {games}"))
        .fails(2, &["--annotated", "the file of the games"]);
    plyglot(&format!("{review} --annotated {}/no/file", dir.path().display()))
        .fails(2, &["no/file"]);
    assert_eq!(fs::read_to_string(&games).expect("as before"), text);
}

#[test]
fn moves_in_a_row_are_annotated_with_their_numbers() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("annotated");
    plyglot(&format!("{GAME} --annotated {}", path.display())).fine();
    let written = fs::read_to_string(&path).expect("the game");
    assert!(written.starts_with("1. 4 {") && written.trim_end().ends_with('*'), "{written}");
    assert!(written.contains("5 $4 {"), "{written}");
    let again =
        plyglot(&format!("review connect4 --file {} --depth 1 --threads 1 --json", path.display()));
    let again = again.fine().json();
    let played: String = again.iter().filter_map(|of| of["move"].as_str()).collect();
    assert_eq!(played, "44444322155");
}
