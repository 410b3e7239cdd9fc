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

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<_> =
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort();
    names
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
fn a_game_without_classes_is_put_into_a_table_whole() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().display();
    let ran = plyglot(&format!("tables tictactoe --out {path} --json")).fine().json();
    let [made] = &ran[..] else { panic!("{ran:?}") };
    assert_eq!((&made["type"], &made["longest"]), (&"table".into(), &5.into()), "{made}");
    assert!(made["positions"].as_u64() > Some(700), "{made}");
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
        assert!(first.contains("\"table\""), "{first}");
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
