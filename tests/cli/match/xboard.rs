//! Players over xboard's protocol.

use std::path::Path;

use super::*;

/// A program that speaks xboard's protocol, by the program itself: on `go` it does this, and it writes down what it is
/// told.
fn xboard(folder: &Path, go: &str) -> String {
    let (path, log, program) =
        (folder.join("xboard.sh"), folder.join("log"), env!("CARGO_BIN_EXE_plyglot"));
    let text = format!(
        "best() {{ {program} analyze chess --position \"$root\" ${{moves:+--moves \"$moves\"}} --depth 6 --json |\n\
         sed -n 's/.*\"best_move\":\"\\([^\"]*\\)\".*/\\1/p' | tail -1; }}\n\
         go() {{ mv=$(best); moves=\"$moves $mv\"; echo 6 12 3 45 $mv; echo move $mv; }}\n\
         while read -r line; do echo \"$line\" >> {}; case \"$line\" in\n\
         protover*) echo feature ping=1 setboard=1; echo feature usermove=1 done=1;;\n\
         ping*) echo pong ${{line#ping }};;\nnew) moves=;;\nsetboard*) root=${{line#setboard }};;\n\
         usermove*) moves=\"$moves ${{line#usermove }}\";;\ngo) {go};;\nquit) exit;;\nesac; done\n",
        log.display()
    );
    fs::write(&path, text).expect("a file");
    format!("cmd=sh {},protocol=xboard", path.display())
}

/// A match from a position that is mate in two moves.
fn match_with_xboard(folder: &Path, a: &str) -> Ran {
    let path = folder.join("openings.epd");
    fs::write(&path, "7k/8/5K2/8/8/8/8/1Q6 w - - 0 1\n").expect("a file");
    let line = "match chess --b depth=6 --games 2 --jobs 1 --json --play-out --openings";
    let mut command = command(line);
    Ran::from(command.arg(path).args(["--a", a]).output().expect("the program runs"))
}

#[test]
fn a_program_that_speaks_xboard_plays_whole_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let a = xboard(folder.path(), "go");
    for limit in [",depth=6,hash=8M,Style=wild", ",clock=60s+20ms", ",time=9s"] {
        let ran = match_with_xboard(folder.path(), &format!("{a}{limit}")).fine();
        let lines = ran.json();
        let (last, games) = lines.split_last().expect("a match");
        assert_eq!((&last["wins"], &last["losses"]), (&1.into(), &1.into()), "{ran:?}");
        let moves = games.iter().flat_map(|game| game["moves"].as_array().expect("moves"));
        let of_a: Vec<_> = moves.filter(|mv| mv["by"] == "A").collect();
        assert!(of_a.len() >= 2 && of_a.iter().all(|mv| mv["nodes"] == 45), "{ran:?}");
    }
    let log = fs::read_to_string(folder.path().join("log")).expect("what was said");
    let set_up = "setboard 7k/8/5K2/8/8/8/8/1Q6 w - - 0 1\n";
    for words in [
        "xboard\nprotover 2\nmemory 8\noption Style=wild\nping 1\n",
        &*format!("new\nforce\neasy\npost\nsd 6\n{set_up}ping 2\ngo\nforce\nusermove h8"),
        &format!("post\nlevel 0 1:00 0.02\n{set_up}ping 2\ntime 6000\notim 6"),
        &format!("post\nst 9\n{set_up}"),
    ] {
        assert!(log.contains(words), "{words:?}: {log}");
    }
}

#[test]
fn what_a_program_answers_over_xboard_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    for (go, kind, words) in [
        ("echo move a1a1", "illegal", "\"a1a1\" is not a legal move"),
        ("echo 'Error (too long): go'", "crash", "it said \"Error (too long): go\""),
        ("exit 7", "crash", "exit status: 7"),
        ("echo thinking", "hang", "no move within"),
    ] {
        let patience = if kind == "hang" { "1s" } else { "100s" };
        let a = format!("{},depth=1,timeout={patience}", xboard(folder.path(), go));
        let ran = match_with_xboard(folder.path(), &a);
        assert_eq!(ran.code, 1, "{go}: {ran:?}");
        let lines = ran.json();
        let last = lines.last().expect("a match");
        let counts = (&last["faults"]["a"][kind], &last["losses"]);
        assert_eq!(counts, (&2.into(), &2.into()), "{go}");
        let message = lines[0]["fault"]["message"].as_str().expect("a message");
        assert!(message.contains(words), "{go}: {message}");
    }
    let ran = match_with_xboard(
        folder.path(),
        &format!("{},depth=1", xboard(folder.path(), "echo resign")),
    )
    .fine();
    let last = ran.json().pop().expect("a match");
    assert_eq!((&last["losses"], &last["ended"]["resignation"]), (&2.into(), &2.into()));
}

#[test]
fn what_xboard_cannot_say_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let a = xboard(folder.path(), "go");
    let with = |game: &str, limit: &str| {
        let mut command = command(&format!("match {game} --b depth=1"));
        let a = format!("{a}{limit}");
        Ran::from(command.args(["--a", &a]).output().expect("the program runs"))
    };
    with("chess", ",nodes=3").fails(2, &["--a", "xboard has no words for nodes"]);
    with("chess", ",time=500ms").fails(2, &["--a", "xboard counts whole seconds"]);
    with("othello", ",depth=3").fails(2, &["--a", "xboard is a protocol for chess"]);
}
