//! `tables`: tables of endgames are made, used and checked; what is wrong with a file is said; nothing that is interrupted
//! loses a table.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{Ran, command, plyglot};

/// The tables of draughts with two pieces.
fn two_pieces(folder: &Path) -> Ran {
    plyglot(&format!("tables draughts --pieces 2 --threads 2 --out {}", folder.display()))
}

/// The names of the files of a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<_> =
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn what_a_class_costs_is_told_with_all_that_it_leads_to() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let wanted = "tables draughts --class 1m-1m --threads 2";
    let ran = plyglot(&format!("{wanted} --out {}", folder.path().display())).fine();
    let made = names(folder.path());
    assert!(made.len() > 1, "{made:?}");
    assert!(ran.err.contains(&format!("{} tables: about", made.len())), "{ran:?}");
    let told = plyglot(wanted).fine();
    let rows = told.out.lines().filter(|line| line.contains("K-") || line.contains("m-"));
    assert_eq!(rows.count(), made.len(), "{told:?}");
    told.says(&format!("{} tables: about", made.len()));
}

#[test]
fn syzygy_tables_of_chess_are_looked_up_and_what_was_found_is_said() {
    let search = "analyze chess --depth 8 --threads 1 --json --position";
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games/chess/data/syzygy");
    let at = |position: &str, set: &str| -> Ran {
        command(search).args([position, "--set", set]).output().expect("the program runs").into()
    };
    let set = format!("syzygy={folder}");
    let ran = at("8/8/8/8/4k3/8/3R4/K7 w - - 3 9", &set).fine();
    assert!(
        ran.err.contains("Syzygy tables: 10 of results, 8 of distances, up to 4 men"),
        "{ran:?}"
    );
    let all = ran.json();
    let result = all.last().expect("a result");
    assert_eq!(
        (&result["score"]["text"], &result["score"]["win_in"], &result["ended"]),
        (&"win".into(), &serde_json::Value::Null, &"proven".into()),
        "{result}"
    );
    let tabled = result["tabled"].as_array().expect("a list");
    assert!(tabled.iter().any(|mv| mv["score"]["text"] == "win"), "{result}");
    assert!(result["tbhits"].as_u64() > Some(0), "{result}");
    // More men than the tables have: only what captures lead to.
    let ran = at("8/8/4k3/8/8/4p3/3NP3/K2n4 w - - 0 1", &set).fine();
    assert!(ran.json().last().is_some_and(|result| result["score"]["proven"] == false), "{ran:?}");
    // A solve asks for the distance, too; stopped before it is found, it says what is proven.
    let solve = command("solve chess --nodes 2000 --threads 1 --position")
        .args(["8/8/8/8/4k3/8/3R4/K7 w - - 3 9", "--set", &set])
        .output();
    let stopped = Ran::from(solve.expect("the program runs"));
    assert_eq!(stopped.code, 1, "{stopped:?}");
    for said in ["value      White wins, proven", "proven     win to win in 1 for White"] {
        assert!(stopped.out.contains(said), "{stopped:?}");
    }
    let refused = at("8/8/8/8/4k3/8/3R4/K7 w - - 3 9", "syzygy=/no/such/folder");
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("option syzygy: /no/such/folder: "), "{refused:?}");
}

#[test]
fn tables_are_made_once_looked_up_and_held_against_the_rules() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let tables = folder.path().join("a/b");
    let ran = two_pieces(&tables).fine();
    let row = ran.out.lines().find(|line| line.starts_with("1K-1K ")).expect("a row");
    let fields: Vec<_> = row.split_whitespace().take(6).collect();
    assert_eq!(fields, ["1K-1K", "992", "230", "654", "108", "11"], "{ran:?}");
    assert_eq!(names(&tables), ["1K-1K.endings", "1K-1m.endings", "1m-1m.endings"]);
    let again = two_pieces(&tables).fine();
    assert_eq!(again.out.matches("there already").count(), 3, "{again:?}");
    let tables = tables.display();
    let ran = plyglot(&format!("tables --check {tables} --json")).fine().json();
    let agrees =
        |object: &&serde_json::Value| object["type"] == "table_check" && object["agrees"] == true;
    assert_eq!(ran.iter().filter(agrees).count(), 3, "{ran:?}");
    let search = "analyze draughts --position B:WK26:BK23 --depth 1 --threads 1 --json";
    for option in ["--tables ", "--set tables="] {
        let ran = plyglot(&format!("{search} {option}{tables}")).fine().json();
        let result = ran.last().expect("a result");
        assert_eq!(
            (&result["score"]["text"], &result["score"]["proven"]),
            (&"win in 1".into(), &true.into()),
            "{result}"
        );
    }
    let ran = plyglot(&format!(
        "solve draughts --position W:WK1:BK10 --threads 1 --json --tables {tables}"
    ))
    .fine()
    .json();
    let result = ran.last().expect("a result");
    let plies = result["score"]["win_in"].as_i64();
    assert!(result["tbhits"].as_u64() > Some(0) || plies == Some(1), "{result}");
}

#[test]
fn every_move_has_its_value_where_there_are_tables() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    two_pieces(folder.path()).fine();
    let tables = folder.path().display();
    // The king on 26 may take the one on 23, which wins at once; there is nothing else to do.
    let search = "analyze draughts --depth 1 --threads 1 --position";
    let ran = plyglot(&format!("{search} W:WK1:BK10 --json --tables {tables}")).fine().json();
    let result = ran.last().expect("a result");
    let tabled = result["tabled"].as_array().expect("all moves");
    let moves = |moves: &[serde_json::Value]| -> Vec<String> {
        moves.iter().map(|of| of["move"].to_string()).collect()
    };
    assert_eq!(tabled.len(), 2, "{result}");
    assert!(moves(tabled).contains(&"\"1-5\"".to_string()), "{result}");
    // The best move is that of the search, with its value.
    assert_eq!(tabled[0]["score"], result["score"], "{result}");
    for of in tabled {
        // Each is what a search of the position after it finds, seen from the other side.
        let mv = of["move"].as_str().expect("a move");
        let after = format!(
            "solve draughts --position W:WK1:BK10 --moves {mv} --threads 1 --json --tables {tables}"
        );
        let after = plyglot(&after).fine().json();
        let after = after.last().expect("a result")["score"]["win_in"].as_i64();
        let turned = after.map(|plies| if plies > 0 { -plies - 1 } else { 1 - plies });
        assert_eq!(of["score"]["win_in"].as_i64(), turned, "{of} {after:?}");
    }
    let ran = plyglot(&format!("{search} W:WK1:BK10 --tables {tables}")).fine();
    for of in tabled {
        let row = format!(
            "{:4}  {}",
            of["move"].as_str().unwrap_or(""),
            of["score"]["text"].as_str().unwrap_or("")
        );
        assert!(ran.out.lines().any(|line| line == row), "{row:?} {ran:?}");
    }
    // Without tables, and where they hold none of the moves, nothing is said of them.
    for arguments in ["W:WK1:BK10".into(), format!("W:WK1,K2:BK31,K32 --tables {tables}")] {
        let ran = plyglot(&format!("{search} {arguments} --json")).fine().json();
        assert!(ran.last().expect("a result").get("tabled").is_none(), "{ran:?}");
    }
}

#[test]
fn a_game_without_classes_is_put_into_a_table_whole() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().display();
    let ran = plyglot(&format!("tables tictactoe --out {path} --json")).fine().json();
    let [cost, made] = &ran[..] else { panic!("{ran:?}") };
    assert_eq!((&made["type"], &made["longest"]), (&"table".into(), &5.into()), "{made}");
    assert!(made["positions"].as_u64() > Some(700), "{made}");
    assert_eq!((&cost["type"], &cost["class"]), (&"table_cost".into(), &made["class"]), "{cost}");
    let ran = plyglot(&format!("solve tictactoe --json --tables {path}")).fine().json();
    let result = ran.last().expect("a result");
    assert!(result["nodes"].as_u64() < Some(20) && result["tbhits"].as_u64() > Some(0), "{result}");
    let most = format!("tables tictactoe --out {path}/more --most 100");
    plyglot(&most).fails(1, &["more than 100 positions", "--most"]);
}

#[test]
fn what_cannot_be_made_or_used_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("tables");
    two_pieces(&path).fine();
    let shown = path.display();
    plyglot("tables").fails(2, &["GAME"]);
    plyglot(&format!("tables draughts --out {shown}"))
        .fails(2, &["--pieces", "--class", "2 to 5 pieces"]);
    plyglot(&format!("tables draughts --pieces 9 --out {shown}"))
        .fails(2, &["--pieces", "2 to 5", "9"]);
    plyglot(&format!("tables draughts --class 2K-1k1 --out {shown}"))
        .fails(2, &["--class", "2K-1k1", "2K-1K"]);
    plyglot(&format!("tables othello --pieces 4 --out {shown}"))
        .fails(2, &["othello", "no classes"]);
    plyglot(&format!("tables draughts --from nonsense --out {shown}"))
        .fails(2, &["--from", "nonsense"]);
    plyglot(&format!("tables --check {shown}/none")).fails(2, &["none", "such file"]);
    plyglot(&format!("analyze chess --depth 1 --tables {shown}"))
        .fails(2, &["tables", "1K-1K.endings", "for draughts, not for chess"]);
    plyglot("analyze draughts --depth 1 --tables games").fails(2, &["games", "no tables here"]);
    let file = path.join("1K-1m.endings");
    let whole = fs::read(&file).expect("a table");
    let changed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        bytes
    };
    for (bytes, why) in [
        (changed(&|bytes| bytes[0] = b'P'), "not a table of plyglot"),
        (changed(&|bytes| bytes[16] = 2), "a table in version 2 of the format; this is version 1"),
        (changed(&|bytes| bytes.truncate(200)), "a table that is cut off after 200 bytes"),
        (changed(&|bytes| bytes[300] ^= 8), "a table that is damaged: its check is another"),
    ] {
        fs::write(&file, bytes).expect("the test can write");
        for arguments in [
            format!("analyze draughts --depth 1 --tables {shown}"),
            format!("tables --check {shown}"),
            format!("tables draughts --pieces 2 --out {shown}"),
        ] {
            plyglot(&arguments).fails(2, &["1K-1m.endings", why]);
        }
    }
}

#[test]
fn a_full_disk_leaves_the_tables_that_are_whole_and_no_other_file() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().display();
    // Ignored, the signal of the limit becomes an error of the write, as on a full disk.
    let script = format!(
        "trap '' XFSZ; ulimit -f 8; exec \"$0\" tables draughts --class 2K-1K --out {path}"
    );
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_plyglot")]);
    let ran = Ran::from(command.output().expect("the system has sh"));
    assert_eq!(ran.code, 3, "{ran:?}");
    let last = ran.err.lines().last().expect("what was wrong");
    assert!(last.contains("2K-1K.endings could not be written: file too large"), "{ran:?}");
    assert_eq!(names(folder.path()), ["1K-1K.endings"]);
    plyglot(&format!("tables draughts --class 2K-1K --out {path}")).fine();
    plyglot(&format!("tables --check {path}")).fine().says("agree");
}

/// Stopped or killed after the first table, the command goes on with the second.
#[cfg(unix)]
#[test]
fn what_is_interrupted_or_killed_goes_on_where_it_was() {
    for signal in ["INT", "KILL"] {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let tables = format!(
            "tables draughts --class 2K1m-2K --threads 1 --out {} --json",
            folder.path().display()
        );
        let mut command = command(&tables);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs");
        let mut first = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("it was piped"));
        out.read_line(&mut first).expect("a line");
        while !first.contains("\"table\"") {
            first.clear();
            assert!(out.read_line(&mut first).expect("a line") > 0, "no table");
        }
        let sent =
            Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(sent.expect("the system has kill").success());
        let ended = child.wait().expect("it ends");
        assert_eq!(ended.code(), if signal == "INT" { Some(130) } else { None });
        let path = folder.path().display();
        let tables = format!("tables draughts --class 1K1m-1K --out {path}");
        let ran = plyglot(&tables).fine();
        assert!(ran.out.contains("1K1m-1K"), "{ran:?}");
        plyglot(&format!("tables --check {path}")).fine().says("1K1m-1K");
    }
}

/// A match is ended by the referee's tables, which its players do not know.
#[test]
fn a_match_ends_where_the_tables_of_the_referee_begin() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let tables = folder.path().join("tables");
    two_pieces(&tables).fine();
    let openings = folder.path().join("openings.txt");
    // The first is in the tables; in the second White has to take, and then it is.
    fs::write(&openings, "W:WK1:BK10\nW:WK26:BK23,K10\n").expect("the test can write");
    let play = format!(
        "match draughts --a depth=1 --b nodes=300 --games 4 --jobs 1 --play-out --openings {}",
        openings.display()
    );
    let tables = tables.display();
    let ran = plyglot(&format!("{play} --adjudicate {tables} --json")).fine().json();
    let (of_match, games) = ran.split_last().expect("objects");
    assert_eq!(of_match["ended"]["tables"], 4, "{of_match}");
    for game in games {
        assert_eq!(game["ended"], "tables", "{game}");
        let moves = game["moves"].as_array().expect("moves");
        let from_start = game["opening"] == "W:WK1:BK10";
        assert_eq!(moves.len(), usize::from(!from_start), "{game}");
        // The players did not look anything up: their scores are estimates of one ply or so.
        for played in moves {
            assert!(played["nodes"].as_u64() > Some(0), "{game}");
        }
        // The result is that of the tables.
        let mut position = game["opening"].as_str().unwrap_or("").to_owned();
        if let Some(played) = moves.first() {
            position += &format!(" --moves {}", played["move"].as_str().unwrap_or(""));
        }
        let solved = plyglot(&format!(
            "solve draughts --position {position} --threads 1 --json --tables {tables}"
        ));
        let result = solved.fine().json();
        let value = result.last().expect("a result")["score"]["value"].as_i64().expect("a value");
        let of_first = if from_start { value } else { -value };
        let of_a = if game["first"] == "A" { of_first } else { -of_first };
        // Black moves first in draughts, and these are White's turn.
        let word = ["win", "draw", "loss"][usize::try_from(of_a + 1).expect("a sign")];
        assert_eq!(game["result"], word, "{game}");
    }
    let ran = plyglot(&format!("{play} --adjudicate {tables}")).fine();
    assert!(ran.err.contains("ended by tables of endgames"), "{ran:?}");
    ran.says("games ended by: tables 4");
    plyglot(&format!("{play} --adjudicate {tables}/none")).fails(2, &["--adjudicate", "none"]);
    // A journal of another referee is not continued.
    let journal = folder.path().join("match.jsonl");
    let with = format!("{play} --journal {}", journal.display());
    plyglot(&format!("{with} --adjudicate {tables}")).fine();
    plyglot(&with).fails(2, &["match.jsonl"]);
}

/// Tables that were put nowhere else are found for any game, and used only where that is asked for.
#[test]
fn the_default_folder_is_that_of_the_game_among_the_data_of_the_user() {
    let data = tempfile::tempdir().expect("a folder for the test");
    let run = |arguments: &str, variables: &[(&str, &str)]| {
        let mut command = command(arguments);
        command.env("XDG_DATA_HOME", data.path()).env("HOME", data.path());
        variables.iter().for_each(|(name, value)| {
            command.env(name, value);
        });
        Ran::from(command.output().expect("the program runs"))
    };
    let analyze = "analyze draughts --position W:WK1:BK10 --depth 1 --threads 1 --json";
    let hits = |ran: &Ran| {
        let result = ran.json().pop().expect("a result");
        (result["tbhits"].as_u64().unwrap_or(0) > 0, ran.err.contains("tables of endgames: "))
    };
    // Nothing is there yet, which is no error: what is set for all games has tables of some.
    assert_eq!(hits(&run(&format!("{analyze} --tables default"), &[]).fine()), (false, false));
    run("match draughts --a depth=1 --b depth=1 --games 2 --adjudicate default", &[])
        .fails(2, &["--adjudicate", "no tables of draughts", "plyglot/tables/draughts"]);
    run("tables draughts --pieces 2 --out default", &[]).fine();
    let folder = data.path().join("plyglot/tables/draughts");
    assert_eq!(names(&folder), ["1K-1K.endings", "1K-1m.endings", "1m-1m.endings"]);
    run("tables draughts --check default", &[]).fine().says("agree");
    run("tables --check default", &[]).fails(2, &["--check default", "game"]);
    assert_eq!(hits(&run(analyze, &[]).fine()), (false, false), "not asked for");
    let ran = run(&format!("{analyze} --tables default"), &[]).fine();
    assert_eq!(hits(&ran), (true, true), "{ran:?}");
    let set = [("PLYGLOT_TABLES", "default")];
    assert_eq!(hits(&run(analyze, &set).fine()), (true, true), "the environment");
    assert_eq!(hits(&run(&format!("{analyze} --tables none"), &set).fine()), (false, false));
    // In a file of options it is for every game, and leaves a command alone whose option of that name is a number.
    let options = data.path().join("options");
    fs::write(&options, "--tables=default\n").expect("the test can write");
    let file = options.display().to_string();
    let set = [("PLYGLOT_CONFIG", &*file)];
    assert_eq!(hits(&run(analyze, &set).fine()), (true, true), "the file");
    run("analyze kalah --depth 2 --threads 1", &set).fine();
    run("serve --threads 1", &set).fine();
}

#[test]
fn look_ups_are_counted() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (of_classes, whole) = (folder.path().join("classes"), folder.path().join("whole"));
    two_pieces(&of_classes).fine();
    plyglot(&format!("tables tictactoe --out {}", whole.display())).fine();
    for (game, tables) in [("draughts", &of_classes), ("tictactoe:3,3,3", &whole)] {
        let tables = tables.display();
        let said = plyglot(&format!("tables --measure {tables} --threads 2 --json")).fine().json();
        let threads: Vec<_> = said.iter().map(|of| of["threads"].as_u64()).collect();
        assert_eq!(threads, [Some(1), Some(2)], "{said:?}");
        for of in &said {
            assert_eq!((&of["type"], &of["game"]), (&"table_speed".into(), &game.into()), "{of}");
            assert!(of["per_second"].as_f64() > Some(10_000.0), "{of}");
            assert!(of["positions"].as_u64() > Some(60_000), "{of}");
        }
    }
    let shown = format!("tables --measure {} --threads 1", of_classes.display());
    plyglot(&shown).fine().says("1 thread: ").says("look-ups a second");
    plyglot(&format!("tables --measure {}/none", folder.path().display())).fails(2, &["none"]);
    plyglot(&format!("tables chess --measure {}", of_classes.display()))
        .fails(2, &["for draughts"]);
}
