//! Players that are programs of their own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use super::*;

/// A program that speaks UGI and does this when it is asked for a move.
fn script(folder: &Path, go: &str) -> String {
    let path = folder.join("player.sh");
    let text = format!(
        "while read -r line; do case \"$line\" in\n\
         ugi) echo ugiok;;\nisready) echo readyok;;\ngo*) {go};;\nquit) exit;;\nesac; done\n"
    );
    fs::write(&path, text).expect("a file");
    format!("sh {}", path.display())
}

fn against(program: &str, spec: &str, more: &[&str]) -> Ran {
    let a = format!("cmd='{program}',{spec}");
    let mut command = command("match kalah:4x3 --b depth=2 --json");
    command.args(["--a", &a]).args(more).output().expect("the program runs").into()
}

#[test]
fn the_program_plays_itself_over_ugi_move_for_move() {
    let own = format!("{} ugi kalah:4x3 --threads 1", env!("CARGO_BIN_EXE_plyglot"));
    let moves = |ran: &Ran| -> Vec<Value> {
        let lines = ran.json();
        let moves = lines.iter().filter(|line| line["type"] == "game");
        moves
            .map(|game| {
                game["moves"]
                    .as_array()
                    .expect("moves")
                    .iter()
                    .map(|mv| mv["move"].clone())
                    .collect()
            })
            .collect()
    };
    let inside =
        plyglot("match kalah:4x3 --a depth=3 --b depth=2 --json --games 6 --play-out").fine();
    let outside = against(&own, "depth=3,hash=16M", &["--games", "6", "--play-out"]).fine();
    assert_eq!(moves(&outside), moves(&inside));
    let game = &outside.json()[0];
    let of_a = game["moves"].as_array().expect("moves").iter().find(|mv| mv["by"] == "A");
    let of_a = of_a.expect("A has moved");
    assert!(of_a["score"].is_string() && of_a["nodes"].is_u64(), "{of_a}");
    let clock = against(&own, "depth=3,clock=60s+1s", &["--games", "2"]).fine();
    assert_eq!(clock.json()[2]["faults"]["a"]["time"], 0);
}

#[test]
fn the_program_plays_othello_over_nboard() {
    let own = format!("{} nboard --threads 1", env!("CARGO_BIN_EXE_plyglot"));
    let a = format!("cmd={own},protocol=nboard,depth=1");
    let mut command = command("match othello --b depth=1 --json --games 2 --max-plies 20");
    let ran: Ran = command.args(["--a", &a]).output().expect("the program runs").into();
    let lines = ran.fine().json();
    assert_eq!((lines.len(), lines[0]["ended"].as_str()), (3, Some("length")));
    let refused = plyglot("match kalah --a cmd=x,protocol=nboard,depth=1 --b depth=1");
    refused.fails(2, &["--a", "Othello"]);
}

#[test]
fn faults_are_counted_named_and_survived() {
    let folder = tempfile::tempdir().expect("a folder");
    for (go, kind, words) in [
        ("echo bestmove zz", "illegal", "\"zz\" is not a legal move"),
        ("echo bestmove", "illegal", "not a legal move"),
        ("exit 7", "crash", "exit status: 7"),
        (":", "hang", "no bestmove within"),
        ("while :; do echo info; done", "hang", "no bestmove within"),
    ] {
        let program = script(folder.path(), go);
        // Who answers or ends is waited for, however busy the machine is.
        let patience = if kind == "hang" { "1s" } else { "100s" };
        let limits = format!("depth=1,timeout={patience}");
        let ran = against(&program, &limits, &["--games", "4"]);
        assert_eq!(ran.code, 1, "{go}: {ran:?}");
        assert_eq!(ran.err.lines().count(), 4, "{go}: {ran:?}");
        assert!(ran.err.lines().all(|line| line.contains("A: ")), "{go}: {ran:?}");
        let lines = ran.json();
        let last = lines.last().expect("a match");
        assert_eq!((&last["faults"]["a"][kind], &last["losses"]), (&4.into(), &4.into()), "{go}");
        let fault = &lines[0]["fault"];
        assert_eq!((&fault["by"], &fault["kind"]), (&"A".into(), &kind.into()), "{go}");
        let message = fault["message"].as_str().expect("a message");
        assert!(message.contains(words), "{go}: {message}");
    }
}

#[test]
fn a_program_is_asked_in_the_words_of_its_protocol() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, log) = (folder.path().join("player.sh"), folder.path().join("log"));
    let text = format!(
        "while read -r line; do echo \"$line\" >> {}; case \"$line\" in\n\
         uci) echo uciok;;\nisready) echo readyok;;\ngo*) echo bestmove 4;;\nquit) exit;;\n\
         esac; done\n",
        log.display()
    );
    fs::write(&path, text).expect("a file");
    let spec = "protocol=uci,clock=9s+1s,nodes=5,threads=1,hash=8M,My Option=a b";
    let a = format!("cmd=sh {},{spec}", path.display());
    let mut command =
        command("match connect4 --b depth=1,clock=7s --plies 1 --games 2 --jobs 1 --max-plies 2");
    Ran::from(command.args(["--a", &a]).output().expect("the program runs")).fine();
    let log = fs::read_to_string(log).expect("what was said");
    let begin = "uci\nsetoption name Threads value 1\nsetoption name Hash value 8\n\
                 setoption name My Option value a b\nisready\nucinewgame\nisready\n\
                 position startpos moves ";
    assert!(log.contains(begin), "{log}");
    // In the second game A plays the second side, and moves first after an opening of one ply.
    let go = "go wtime 7000 winc 0 btime 9000 binc 1000 nodes 5\n";
    assert!(log.contains(go), "{log}");
}

/// A program that speaks UCI and plays on the first cell that is free, with the score that it says.
#[test]
fn a_program_that_speaks_uci_plays_whole_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("player.sh");
    let text = "while read -r line; do case \"$line\" in\n\
         uci) echo id name Cells; echo uciok;;\nisready) echo readyok;;\n\
         position*) position=\"$line \";;\n\
         go*) for cell in a1 a2 a3 b1 b2 b3 c1 c2 c3; do case \"$position\" in\n\
         *\" $cell \"*);; *) echo info depth 1 score cp 7 nodes 3; echo bestmove $cell; break;; esac; done;;\n\
         quit) exit;;\nesac; done\n";
    fs::write(&path, text).expect("a file");
    let a = format!("cmd=sh {},protocol=uci,depth=1", path.display());
    let mut command =
        command("match tictactoe --b depth=3 --plies 1 --games 6 --jobs 1 --json --play-out");
    let ran: Ran = command.args(["--a", &a]).output().expect("the program runs").into();
    let lines = ran.fine().json();
    let (last, games) = lines.split_last().expect("a match");
    assert_eq!(games.len(), 6);
    assert_eq!(last["faults"]["a"], last["faults"]["b"]);
    for game in games {
        assert!(game["ended"] == "rules" && game["fault"].is_null(), "{game}");
        let moves = game["moves"].as_array().expect("moves");
        let of_a: Vec<_> = moves.iter().filter(|mv| mv["by"] == "A").collect();
        assert!(of_a.len() >= 2 && of_a.iter().all(|mv| mv["nodes"] == 3), "{game}");
    }
}

#[test]
fn a_program_that_answers_too_late_loses_on_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = script(folder.path(), "sleep 0.2; echo bestmove 4");
    let a = format!("cmd='{program}',time=1ms");
    let mut command = command("match connect4 --b depth=1 --plies 1 --games 4 --json");
    let command = command.args(["--time-margin", "0", "--a", &a]);
    // Games lost on time are results.
    let ran = Ran::from(command.output().expect("the program runs")).fine();
    let lines = ran.json();
    let last = lines.last().expect("a match");
    assert_eq!((&last["faults"]["a"]["time"], &last["losses"]), (&4.into(), &4.into()));
    assert!(ran.err.contains("A: took ") && ran.err.contains("and had 1.0ms"), "{ran:?}");
}

#[test]
fn a_program_that_does_not_speak_its_protocol_is_refused() {
    for (program, word, patience) in
        [("true", "ended", "100s"), ("cat", "ugiok", "1s"), ("yes", "ugiok", "1s")]
    {
        let a = format!("cmd={program},depth=1,timeout={patience}");
        let ran = plyglot(&format!("match kalah --a {a} --b depth=1"));
        ran.fails(2, &["--a", program, word]);
    }
}

#[test]
fn ctrl_c_shows_the_games_that_had_ended_and_a_journal_continues() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let arguments = format!(
        "match kalah --a nodes=2000 --b nodes=1000 --games 20000 --json --journal {}",
        path.display()
    );
    let mut child = command(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("it was piped"));
    out.read_line(&mut first).expect("text");
    assert!(first.contains("\"number\":1,"), "{first}");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("the system has kill").success());
    let rest: Vec<String> = out.lines().map(|line| line.expect("text")).collect();
    let ran: Ran = child.wait_with_output().expect("it ends").into();
    assert_eq!(ran.code, 130, "{ran:?}");
    assert!(ran.err.contains("interrupted") && ran.err.contains("the same command continues"));
    let last: Value = serde_json::from_str(rest.last().expect("a match")).expect("an object");
    assert_eq!((&last["type"], &last["complete"]), (&"match".into(), &false.into()));
    let journal = fs::read_to_string(&path).expect("a journal");
    assert!(journal.lines().count() as u64 > last["games"].as_u64().expect("a count"));
}
