//! `uci` over pipes: chess as user interfaces play it, and wrong conversations.

use std::process::Command;

use crate::support::talk::Talk;
use crate::support::{command, fed, plyglot};

fn talk() -> Talk {
    Talk::with(command("uci --threads 1 --hash 1M"))
}

/// The moves of the last line, which is exactly `bestmove X` or `bestmove X ponder Y`.
#[track_caller]
fn best(lines: &[String]) -> String {
    let line = lines.last().map_or("", String::as_str);
    line.strip_prefix("bestmove ").unwrap_or_else(|| panic!("no answer: {lines:?}")).into()
}

#[track_caller]
fn says(talk: &mut Talk, line: &str, word: &str) {
    talk.say(line);
    let answer = talk.hear();
    assert!(answer.starts_with("info string ") && answer.contains(word), "{line}: {answer}");
}

#[test]
fn it_introduces_itself_with_the_options_of_uci() {
    let mut talk = talk();
    talk.say("uci");
    let lines = talk.until("uciok");
    assert!(lines.iter().any(|line| line.starts_with("id name plyglot ")), "{lines:?}");
    for offer in [
        "option name Threads type spin default 1 min 1 max 1024",
        "option name MultiPV type spin default 1 min 1 max 500",
        "option name Ponder type check default false",
        "option name Clear Hash type button",
        "option name UCI_Chess960 type check default false",
        "option name UCI_ShowWDL type check default false",
        "option name UCI_AnalyseMode type check default false",
        "option name SyzygyPath type string default <empty>",
    ] {
        assert!(lines.iter().any(|line| line == offer), "{offer}: {lines:?}");
    }
    talk.say("debug on\nregister later\nisready\nquit");
    assert_eq!(talk.until("readyok"), ["readyok"]);
    assert_eq!(talk.close(), (vec![], 0));
}

#[test]
fn lines_have_what_uci_asks_for_with_moves_by_their_squares() {
    let mut talk = talk();
    talk.say("setoption name UCI_ShowWDL value true\nsetoption name MultiPV value 3");
    talk.say("position startpos moves e2e4 e7e5 g1f3\ngo depth 4");
    let lines = talk.until("bestmove");
    for rank in 1..=3 {
        let multipv = format!(" multipv {rank} ");
        let line = lines.iter().rfind(|line| line.contains(&multipv)).expect("a line");
        let words: Vec<&str> = line.split(' ').collect();
        let after = |name: &str, count: usize| {
            let at = words
                .iter()
                .position(|word| *word == name)
                .unwrap_or_else(|| panic!("{name}: {line}"));
            words[at + 1..]
                .iter()
                .take(count)
                .map(|word| word.parse::<i64>().ok())
                .collect::<Vec<_>>()
        };
        for (name, count) in [
            ("depth", 1),
            ("seldepth", 1),
            ("wdl", 3),
            ("nodes", 1),
            ("nps", 1),
            ("hashfull", 1),
            ("tbhits", 1),
            ("time", 1),
        ] {
            assert!(after(name, count).iter().all(Option::is_some), "{name}: {line}");
        }
        assert_eq!(after("wdl", 3).into_iter().flatten().sum::<i64>(), 1000, "{line}");
        let (_, pv) = line.split_once(" pv ").expect("moves");
        assert!(pv.split(' ').all(|mv| (4..=5).contains(&mv.len())), "{line}");
    }
    let mv = best(&lines);
    talk.say(format!("position startpos moves e2e4 e7e5 g1f3 {mv}\ngo depth 1"));
    assert_ne!(best(&talk.until("bestmove")), "(none)");
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let mut talk = talk();
    for over in [
        "fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "startpos moves f2f3 e7e5 g2g4 d8h4",
        "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        for go in
            ["depth 3", "wtime 1000 btime 1000", "movetime 10", "infinite\nstop", "ponder\nstop"]
        {
            talk.say(format!("position {over}\ngo {go}"));
            assert_eq!(best(&talk.until("bestmove")), "(none)", "{over}, {go}");
        }
    }
    talk.say("isready");
    assert_eq!(talk.hear(), "readyok");
}

#[test]
fn mates_are_announced_in_moves() {
    let mut talk = talk();
    talk.say("position fen r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1\ngo mate 2");
    let lines = talk.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 2 ")), "{lines:?}");
    assert_eq!(best(&lines), "c4g8");
    talk.say("position fen 8/5p1b/5Pp1/6P1/6PR/3P4/2PKP1pp/4Q1nk b - - 0 1\ngo depth 24");
    let lines = talk.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate -")), "{lines:?}");
    // A line that failed has no moves, and says none.
    assert!(lines.iter().all(|line| !line.trim_end().ends_with(" pv")), "{lines:?}");
}

#[test]
fn what_is_searched_ahead_waits_for_its_move_or_for_a_stop() {
    let mut talk = talk();
    talk.say("setoption name Ponder value true\nposition startpos moves e2e4");
    // Its clock runs from the hit on: what is to be in the answer must be found before.
    talk.say("go ponder wtime 200 btime 200 depth 3");
    talk.until("info depth 3 ");
    talk.say("isready");
    assert!(!talk.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    talk.say("ponderhit");
    let answer = best(&talk.until("bestmove"));
    assert!(answer.contains(" ponder "), "{answer}");
    // Held back until a stop, even where there is nothing more to find.
    talk.say("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\ngo infinite");
    talk.until("info depth 1 ");
    talk.say("isready");
    assert!(!talk.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    talk.say("stop");
    assert!(best(&talk.until("bestmove")).starts_with("d1d8"));
    talk.say("stop\nponderhit\nisready");
    assert!(talk.until("readyok").len() <= 2);
}

#[test]
fn chess960_castles_by_the_rook() {
    let mut talk = talk();
    let position = "position fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
    talk.say(format!("setoption name UCI_Chess960 value true\n{position} moves f1g1\nd"));
    let shown = talk.until("info string Black to move").join("\n");
    assert!(shown.contains("fen 4k3/8/8/8/8/8/8/5RK1 b - - 1 1"), "{shown}");
    // In chess the same move is written by where the king goes; both ways are read.
    let usual = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (is_960, castles) in [("true", "e1h1"), ("false", "e1g1")] {
        talk.say(format!("setoption name UCI_Chess960 value {is_960}\n{usual}"));
        talk.say("go depth 1 searchmoves e1h1");
        assert_eq!(best(&talk.until("bestmove")), castles);
    }
    says(&mut talk, "setoption name UCI_Chess960 value perhaps", "true or false");
    talk.say("uci");
    assert!(
        talk.until("uciok")
            .iter()
            .any(|line| line == "option name UCI_Chess960 type check default false")
    );
    let mut other = Talk::with(command("uci chess:960 --threads 1 --hash 1M"));
    other.say("uci");
    let offers = other.until("uciok");
    assert!(offers.iter().any(|line| line == "option name UCI_Chess960 type check default true"));
}

#[test]
fn options_stay_when_the_way_to_castle_changes() {
    let mut talk = talk();
    talk.say("position startpos moves e2e4\nsetoption name aspiration value 77");
    talk.say("setoption name UCI_Chess960 value true\nuci\nd");
    let offers = talk.until("uciok");
    assert!(
        offers.iter().any(|line| line.starts_with("option name aspiration type spin default 77 ")),
        "{offers:?}"
    );
    let shown = talk.until("info string Black to move").join("\n");
    assert!(
        shown.contains("fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1"),
        "{shown}"
    );
}

/// A win is said to be one, not a mate in some number of moves, and a draw is drawn.
#[test]
fn syzygy_tables_are_asked_for_what_they_know() {
    let mut talk = talk();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games/chess/data/syzygy");
    talk.say(format!("setoption name SyzygyPath value {folder}\nuci"));
    let offer = format!("option name SyzygyPath type string default {folder}");
    assert!(talk.until("uciok").contains(&offer));
    for (position, score) in [
        ("8/8/8/8/4k3/8/3R4/K7 w - - 3 9", "score cp 20000 "),
        ("8/8/8/8/4k3/8/3R4/K7 b - - 3 9", "score cp -20000 "),
        ("8/8/8/4k3/8/8/3NN3/K7 w - - 3 9", "score cp 0 "),
    ] {
        talk.say(format!("position fen {position}\ngo depth 6"));
        let lines = talk.until("bestmove");
        let last = lines.iter().rfind(|line| line.contains(" score ")).expect("a line");
        assert!(last.contains(score) && !last.contains("bound"), "{position}: {last}");
        assert!(!last.contains(" tbhits 0 "), "{position}: {last}");
    }
    talk.say("setoption name SyzygyPath value <empty>\nposition fen 8/8/8/8/4k3/8/3R4/K7 w - - 3 9\ngo depth 2");
    let lines = talk.until("bestmove");
    assert!(lines.iter().all(|line| !line.contains("20000")), "{lines:?}");
}

#[test]
fn what_is_refused_is_named_and_changes_nothing() {
    let mut talk = talk();
    talk.say("position startpos moves e2e4");
    for (line, word) in [
        ("setoption name Threads value 0", "Threads"),
        ("setoption name UCI_ShowWDL value maybe", "UCI_ShowWDL"),
        ("setoption name Nonsense value 1", "Nonsense"),
        ("setoption name SyzygyPath value /no/such/folder", "/no/such/folder: "),
        ("position startpos moves e2e5", "move 1"),
        ("position startpos moves e2e4 e2e4", "move 2"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "kings"),
        ("position fen", "startpos"),
        ("position here", "startpos"),
        ("query gameover", "query"),
        ("ugi", "ugi"),
        ("xyzzy \u{fffd}", "xyzzy"),
        ("perft", "from 0 to 200"),
        ("go perft deep", "from 0 to 200"),
        ("setoption name UCI_AnalyseMode value 1", "true or false"),
        ("go depth 1 think", "think"),
    ] {
        says(&mut talk, line, word);
    }
    best(&talk.until("bestmove"));
    talk.pour(b"\xff\xfe\x00 garbage\r\n\r\n   \nisready\r\n");
    assert!(
        talk.until("readyok").iter().any(|line| line.starts_with("info string unknown command"))
    );
    talk.say("d");
    assert!(talk.until("info string Black to move").iter().any(|line| line.contains("/4P3/")));
}

#[test]
fn perft_says_how_many_lines_begin_with_each_move() {
    let mut talk = talk();
    talk.say("position startpos moves e2e4 e7e5\nperft 3");
    let lines = talk.until("info string Nodes searched: ");
    assert_eq!(lines.last().expect("a line"), "info string Nodes searched: 24825");
    assert_eq!(lines.len(), 1 + 29, "{lines:?}");
    assert!(lines.contains(&"info string d1h5: 999".into()), "{lines:?}");
    talk.say("go perft 0");
    assert_eq!(talk.hear(), "info string Nodes searched: 1");
    // It waits for nothing, and a stop or another command ends it.
    for end in ["stop", "perft 1", "go depth 1", "position startpos", "bench\nstop"] {
        talk.say(format!("perft 30\nisready\n{end}"));
        talk.until("readyok");
        talk.until("info string perft: stopped before its end");
    }
    // The end of the input leaves a short one its time.
    let fed = fed(command("uci --threads 1 --hash 1M"), "perft 2\nquit\n");
    assert!(fed.fine().out.ends_with("info string Nodes searched: 400\n"));
}

#[test]
fn bench_searches_the_nodes_of_the_signature() {
    let signature = plyglot("bench signature --verbose").fine();
    let of_chess = signature.out.lines().find(|line| line.starts_with("chess "));
    let words: Vec<_> = of_chess.expect("a line").split_whitespace().collect();
    let mut talk = talk();
    talk.say("bench\nisready");
    talk.until("readyok");
    let told = talk.until("info string bench: ").pop().expect("a line");
    let expected = format!("info string bench: {} positions, {} nodes ", words[2], words[1]);
    assert!(told.starts_with(&expected) && told.ends_with(" nps"), "{told}");
}

#[test]
fn who_analyses_thinks_about_the_only_move_too() {
    let mut talk = talk();
    let only = "position fen 6k1/8/8/8/8/1r6/8/K7 w - - 0 1\ngo wtime 2000 btime 2000";
    let deepest = |lines: &[String]| {
        let depths = lines
            .iter()
            .filter_map(|line| line.strip_prefix("info depth ")?.split(' ').next()?.parse().ok());
        depths.max().unwrap_or(0u32)
    };
    talk.say(only);
    assert_eq!(deepest(&talk.until("bestmove")), 1);
    talk.say(format!("setoption name UCI_AnalyseMode value true\n{only}"));
    assert!(deepest(&talk.until("bestmove")) > 1);
}

#[test]
fn commands_are_answered_during_a_search_and_changes_end_it() {
    let mut talk = talk();
    talk.say("go infinite\nisready\nnonsense\nd\neval");
    talk.until("readyok");
    talk.until("info string unknown command \"nonsense\"");
    talk.until("info string eval: ");
    for change in
        ["position startpos moves e2e4", "setoption name Hash value 2", "ucinewgame", "go depth 2"]
    {
        talk.say(change);
        best(&talk.until("bestmove"));
        talk.say("go infinite");
        if change.starts_with("go") {
            best(&talk.until("bestmove"));
        }
    }
    let (lines, code) = talk.close();
    best(&lines);
    assert_eq!(code, 0);
}

#[test]
fn a_reader_that_is_gone_and_an_input_that_ends_are_no_trouble() {
    let done = fed(command("uci --threads 1 --hash 1M"), "position startpos\ngo depth 3");
    assert!(done.fine().out.lines().last().is_some_and(|line| line.starts_with("bestmove ")));
    let refused = plyglot("uci nonsense");
    assert_eq!(refused.code, 2);
}

/// python-chess, where it is installed, plays a whole game, analyses with several lines, ponders and plays Chess960.
#[test]
fn python_chess_plays_a_whole_game() {
    let python = std::env::var("PYTHON_CHESS").unwrap_or_else(|_| "python3".into());
    let has_chess = Command::new(&python).args(["-c", "import chess.engine"]).output();
    if !has_chess.is_ok_and(|output| output.status.success()) {
        eprintln!(
            "NOT TESTED: python-chess is missing (pip install chess; PYTHON_CHESS names another python)"
        );
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/python_chess.py");
    let played = Command::new(&python)
        .args([script, env!("CARGO_BIN_EXE_plyglot")])
        .output()
        .expect("python runs");
    let said = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{said}");
}

/// fastchess, where it is installed, finds nothing that another program would stumble over.
#[test]
fn fastchess_finds_it_compliant() {
    let fastchess = std::env::var("FASTCHESS").unwrap_or_else(|_| "fastchess".into());
    let plyglot = env!("CARGO_BIN_EXE_plyglot");
    let Ok(tried) = Command::new(&fastchess).args(["--compliance", plyglot, "uci"]).output() else {
        eprintln!("NOT TESTED: fastchess is missing (FASTCHESS names the program)");
        return;
    };
    let said = String::from_utf8_lossy(&tried.stdout);
    assert!(said.contains("passed all compliance checks"), "{said}");
}
