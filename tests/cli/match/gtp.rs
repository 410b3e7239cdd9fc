//! Players over GTP.

use std::path::Path;

use super::*;

/// A program that speaks GTP: it plays on the first cell that is free, or does this, and writes down what it is told.
fn gtp(folder: &Path, genmove: &str) -> String {
    gtp_that_knows(folder, "time_*", genmove)
}

/// One that knows of these commands where it is asked.
fn gtp_that_knows(folder: &Path, known: &str, genmove: &str) -> String {
    let (path, log) = (folder.join("gtp.sh"), folder.join("log"));
    let text = format!(
        "ok() {{ echo \"= $1\"; echo; }}\n\
         first() {{ for cell in a1 a2 a3 b1 b2 b3 c1 c2 c3; do case \"$played \" in\n\
         *\" $cell \"*);; *) played=\"$played $cell\"; ok $cell; break;; esac; done; }}\n\
         while read -r line; do echo \"$line\" >> {}; case \"$line\" in\n\
         protocol_version) ok 2;;\nknown_command\\ {known}) ok true;;\nknown*) ok false;;\n\
         clear_board) played=; ok;;\n\
         play*) played=\"$played ${{line##* }}\"; ok;;\ngenmove*) {genmove};;\nquit) ok; exit;;\n\
         *) ok;;\nesac; done\n",
        log.display()
    );
    fs::write(&path, text).expect("a file");
    format!("cmd=sh {},protocol=gtp", path.display())
}

#[test]
fn a_program_that_speaks_gtp_plays_whole_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let a = gtp(folder.path(), "first");
    let play = |limit: &str| -> Vec<Value> {
        let mut command =
            command("match tictactoe --b depth=3 --plies 1 --games 6 --jobs 1 --json --play-out");
        let a = format!("{a}{limit}");
        Ran::from(command.args(["--a", &a]).output().expect("the program runs")).fine().json()
    };
    for limit in ["", ",time=9s", ",clock=60s"] {
        let lines = play(limit);
        let (last, games) = lines.split_last().expect("a match");
        assert_eq!((games.len(), &last["faults"]["a"]), (6, &last["faults"]["b"]));
        assert!(games.iter().all(|game| game["ended"] == "rules"), "{games:?}");
    }
    let log = fs::read_to_string(folder.path().join("log")).expect("what was said");
    let hello = "protocol_version\nboardsize 3\n";
    let asks = format!("{hello}known_command time_settings\n");
    for words in [
        &*format!("quit\n{hello}clear_board\nplay black "),
        &format!("quit\n{asks}clear_board\ntime_settings 0 9 1\nplay black "),
        &format!("quit\n{asks}clear_board\ntime_settings 60 0 0\nplay black "),
        // In the second game A is white and moves first after an opening of one ply.
        "genmove white\nplay black ",
        "genmove black\nplay white ",
        "time_left white 9 1\ngenmove white\n",
        "time_left black 60 0\ngenmove black\n",
    ] {
        assert!(log.contains(words), "{words:?}: {log}");
    }
}

#[test]
fn what_a_program_answers_over_gtp_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    for (genmove, kind, words) in [
        ("ok d9", "illegal", "\"d9\" is not a legal move"),
        ("ok", "illegal", "not a legal move"),
        ("echo '? too hard'; echo", "crash", "refused: \"too hard\""),
        ("exit 7", "crash", "exit status: 7"),
        ("echo = a1", "hang", "no answer to \"genmove "),
        ("echo a1; echo", "hang", "no answer to \"genmove "),
    ] {
        let patience = if kind == "hang" { "1s" } else { "100s" };
        let a = format!("{},timeout={patience}", gtp(folder.path(), genmove));
        let mut command = command("match tictactoe --b depth=1 --games 4 --json");
        let ran = Ran::from(command.args(["--a", &a]).output().expect("the program runs"));
        assert_eq!(ran.code, 1, "{genmove}: {ran:?}");
        let lines = ran.json();
        let last = lines.last().expect("a match");
        let counts = (&last["faults"]["a"][kind], &last["losses"]);
        assert_eq!(counts, (&4.into(), &4.into()), "{genmove}");
        let message = lines[0]["fault"]["message"].as_str().expect("a message");
        assert!(message.contains(words), "{genmove}: {message}");
    }
    let a = gtp(folder.path(), "ok Resign");
    let mut command = command("match tictactoe --b depth=1 --games 4 --json");
    let ran = Ran::from(command.args(["--a", &a]).output().expect("the program runs")).fine();
    let lines = ran.json();
    let last = lines.last().expect("a match");
    assert_eq!((&last["losses"], &last["ended"]["resignation"]), (&4.into(), &4.into()));
}

#[test]
fn what_gtp_cannot_say_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let a = gtp(folder.path(), "first");
    let with = |limit: &str, more: &str| {
        let mut command = command(&format!("match tictactoe --b depth=1 {more}"));
        let a = format!("{a}{limit}");
        Ran::from(command.args(["--a", &a]).output().expect("the program runs"))
    };
    with(",depth=3", "").fails(2, &["--a", "gtp has no words for depth and nodes"]);
    with(",time=500ms", "").fails(2, &["--a", "gtp counts whole seconds"]);
    with(",clock=9s+1s", "").fails(2, &["--a", "gtp has no increment"]);
    with(",hash=8M", "").fails(2, &["--a", "gtp has no options"]);
    gtp_that_knows(folder.path(), "time_left", "first");
    with(",time=1s", "").fails(2, &["--a", "knows no time_settings"]);
    with(",clock=60s", "--games 2 --jobs 1").fine();
    let log = fs::read_to_string(folder.path().join("log")).expect("what was said");
    assert!(log.contains("time_left black 60\n"), "{log}");
    let path = folder.path().join("openings.txt");
    fs::write(&path, "x../.o./...\n").expect("a file");
    let ran = with("", &format!("--games 2 --openings {}", path.display()));
    assert!(ran.code == 1 && ran.err.contains("gtp sets up no positions"), "{ran:?}");
}
