//! `match`: which of two players is the stronger.

use std::fs;

use serde_json::Value;

use crate::support::{Ran, command, plyglot};

const SHORT: &str = "match kalah:4x3 --a nodes=400 --b depth=1 --games 20";

/// The lines without what differs from run to run.
fn timeless(ran: &Ran) -> Vec<Value> {
    let mut lines = ran.json();
    for line in &mut lines {
        for name in ["origin", "jobs"] {
            line.as_object_mut().expect("an object").remove(name);
        }
        for played in line["moves"].as_array_mut().into_iter().flatten() {
            assert!(played["time_ms"].take().is_f64());
        }
    }
    lines
}

#[test]
fn people_get_results_elo_and_how_games_ended() {
    let ran = plyglot(&format!("{SHORT} --jobs 1")).fine();
    assert_eq!(
        ran.err,
        "kalah:4,3: 20 games from random openings (seed 1), one game at a time; repeatable\n"
    );
    let ran = ran.says("points  wins  draws  losses").says("nodes=400").says("Elo of A over B: +");
    let ran = ran.says("normalised Elo: +").says("likelihood that A is the stronger: ");
    ran.says("pairs of games by A's points: 0: ").says("games ended by: ");
}

#[test]
fn programs_get_an_object_for_each_game_and_one_for_the_match() {
    let ran = plyglot(&format!("{SHORT} --json")).fine();
    assert!(ran.err.is_empty(), "{ran:?}");
    let lines = ran.json();
    let (of_match, games) = lines.split_last().expect("there are lines");
    assert_eq!((of_match["type"].as_str(), &of_match["schema"]), (Some("match"), &2.into()));
    assert_eq!((games.len(), &of_match["games"]), (20, &20.into()));
    let mut pairs = [0; 5];
    let points = |game: &Value| match game["result"].as_str() {
        Some("win") => 2,
        Some("draw") => 1,
        _ => 0,
    };
    for pair in games.chunks(2) {
        pairs[pair.iter().map(points).sum::<usize>()] += 1;
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        assert_eq!((&pair[0]["first"], &pair[1]["first"]), (&"A".into(), &"B".into()));
    }
    assert_eq!(of_match["pairs"], Value::from(pairs.to_vec()));
    let count = |name: &str| of_match[name].as_u64().expect("a count");
    assert_eq!(count("wins") + count("draws") + count("losses"), 20);
    let points: usize = games.iter().map(points).sum();
    assert_eq!(2 * count("wins") + count("draws"), points as u64);
    let number = |name: &str| of_match[name].as_f64().expect("a number");
    assert!(number("low") < number("elo") && number("elo") < number("high"), "{of_match}");
    assert_eq!(of_match["llr"], Value::Null);
    assert_eq!(
        of_match["faults"]["a"],
        serde_json::json!({"time": 0, "crash": 0, "illegal": 0, "hang": 0})
    );
    for (index, game) in games.iter().enumerate() {
        assert_eq!((&game["type"], &game["number"]), (&"game".into(), &(index + 1).into()));
        assert!(game["moves"][0]["move"].is_string() && game["fault"].is_null(), "{game}");
    }
}

#[test]
fn a_match_of_one_seed_repeats_itself_at_any_number_of_jobs() {
    let with = |more: &str| timeless(&plyglot(&format!("{SHORT} --json {more}")).fine());
    let games = with("--jobs 1");
    assert_eq!(with(""), games);
    assert_ne!(with("--seed 2"), games);
}

#[test]
fn every_game_is_kept_as_review_reads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.txt");
    let path = path.to_str().expect("a path of text");
    for game in ["kalah:4x3", "othello:4", "draughts", "hex:4"] {
        plyglot(&format!("match {game} --a depth=2 --b depth=1 --games 4 --record {path}")).fine();
        let text = fs::read_to_string(path).expect("a file");
        assert_eq!(text.matches("# scores, ").count(), 4, "{text}");
        let reviewed = plyglot(&format!("review {game} --file {path} --depth 1 --json")).fine();
        let reviews = reviewed.json().into_iter().filter(|line| line["type"] == "review");
        assert_eq!(reviews.count(), 4, "{game}");
    }
    for option in ["--record", "--html"] {
        let refused = plyglot(&format!("{SHORT} {option} /nonexistent/games"));
        refused.fails(2, &["/nonexistent/games", "could not be written"]);
    }
    let page = format!("{path}.html");
    plyglot(&format!("{SHORT} --html {page} --sprt -50,0")).fine();
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("How it became clear") && page.contains("Log likelihood ratio"));
}

#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("openings.txt");
    let path = path.to_str().expect("a path of text");
    fs::write(path, "# three\nb2\n\nx../.o./...\nstartpos\n").expect("a file");
    let run = |more: &str| {
        plyglot(&format!("match tictactoe --a depth=2 --b depth=1 --openings {path} --json {more}"))
    };
    let ran = run("--games 4").fine();
    let openings: Vec<String> =
        ran.json().iter().filter_map(|line| Some(line["opening"].as_str()?.into())).collect();
    assert_eq!(openings, ["b2", "b2", "x../.o./...", "x../.o./..."]);
    // Each game is the same each time, so there are no more of them.
    let ran = run("").fine();
    assert!(ran.err.contains("no more openings"), "{ran:?}");
    let lines = ran.json();
    let last = lines.last().expect("a match");
    assert_eq!((&last["games"], &last["exhausted"]), (&6.into(), &true.into()));
    for (bad, words) in [
        ("b2\nb2 b2\n", [":2: ", "not a legal move"]),
        ("# nothing\n", ["no openings", ""]),
        ("xxx/oo./...", [":1: ", "over"]),
    ] {
        fs::write(path, bad).expect("a file");
        let ran = plyglot(&format!("match tictactoe --a depth=2 --b depth=1 --openings {path}"));
        ran.fails(2, &[path, words[0], words[1]]);
    }
}

#[test]
fn pairs_that_all_end_alike_give_a_bound() {
    let sweep = "match tictactoe:4,4,3 --a depth=6 --b nodes=1 --games 12 --play-out --plies 0";
    let ran = plyglot(&format!("{sweep} --json")).fine();
    let lines = ran.json();
    let last = lines.last().expect("a match");
    let pairs: Vec<u64> =
        last["pairs"].as_array().expect("pairs").iter().filter_map(Value::as_u64).collect();
    assert_eq!(pairs.iter().filter(|&&count| count > 0).count(), 1, "they end alike: {last}");
    assert!(last["low"].is_number() || last["high"].is_number(), "{last}");
    let ran = plyglot(sweep).fine();
    ran.says("every pair ended alike: the ends by how many may not");
}

#[test]
fn a_test_says_what_it_decides() {
    let ran = plyglot("match kalah:4x3 --a nodes=400 --b depth=1 --sprt 0,200 --json").fine();
    let lines = ran.json();
    let last = lines.last().expect("a match");
    let sprt = &last["sprt"];
    assert_eq!((&sprt["decision"], &sprt["model"]), (&"passed".into(), &"logistic".into()));
    assert!(last["llr"].as_f64() >= sprt["upper"].as_f64(), "{last}");
    let ran =
        plyglot("match kalah:4x3 --a depth=1 --b nodes=400 --sprt 0,200 --sprt-model normalised");
    ran.fine().says("test of (0, 200): failed, 0 normalised Elo is accepted");
    let ran = plyglot("match kalah:4x3 --a depth=2 --b depth=1 --sprt -3,3 --games 4").fine();
    ran.says("test of (-3, 3): not decided");
}

#[test]
fn a_journal_continues_a_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let path = path.to_str().expect("a path of text");
    let run = |players: &str, games: usize| {
        plyglot(&format!("match kalah:4x3 {players} --games {games} --journal {path} --json"))
    };
    let players = "--a nodes=400 --b depth=1";
    run(players, 6).fine();
    let ran = run(players, 20).fine();
    assert!(ran.err.contains("6 games of this match"), "{ran:?}");
    assert_eq!(timeless(&ran), timeless(&plyglot(&format!("{SHORT} --json")).fine()));
    let refused = run("--a nodes=401 --b depth=1", 6);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(
        refused.err.contains("journal of another match") || refused.err.contains("another run")
    );
    assert!(refused.err.contains("401") && refused.err.contains("400"), "{refused:?}");
}

#[test]
fn players_may_have_names() {
    let named =
        "--engine old=nodes=300,aspiration=40 --engine new=nodes=400 --a old --b new,depth=1";
    let typed = "--a nodes=300,aspiration=40 --b depth=1";
    let run =
        |players: &str| plyglot(&format!("match kalah:4x3 {players} --games 4 --json")).fine();
    assert_eq!(timeless(&run(named)), timeless(&run(typed)));
    let refused = plyglot("match kalah --engine old=nodes=300 --a oldd --b depth=1");
    refused.fails(2, &["--a", "\"oldd\"", "named are old", "did you mean \"old\"?"]);
    let refused = plyglot("match kalah --engine old --a old --b depth=1");
    refused.fails(2, &["--engine", "NAME=KEY=VALUE"]);
}

#[test]
fn what_cannot_be_played_is_refused_in_one_line() {
    let with = |a: &str, more: &str| plyglot(&format!("match kalah --a {a} --b depth=1 {more}"));
    plyglot("match kalah").fails(2, &["--a", "--b"]);
    plyglot("match shogi --a depth=1 --b depth=1").fails(2, &["shogi", "othello"]);
    with("threads=1", "").fails(2, &["--a", "depth, nodes, time or clock"]);
    with("depht=6,nodes=1", "").fails(2, &["--a", "\"depht\"", "depth", "clock", "aspiration"]);
    with("depth=x", "").fails(2, &["--a", "depth", "whole number"]);
    with("depth=1,aspiration=x", "").fails(2, &["--a", "aspiration", "\"x\""]);
    with("depth=1,time=5ms,virtual-threads=2", "").fails(2, &["virtual-threads", "no time"]);
    with("depth=1", "--games 7").fails(2, &["--games", "even"]);
    with("depth=1", "--games 0").fails(2, &["--games", "at least 1"]);
    with("depth=1", "--sprt 20,0").fails(2, &["--sprt", "20,0", "0,20"]);
    with("depth=1", "--sprt-model normalised").fails(2, &["--sprt"]);
    with("depth=1", "--jobs 10000").fails(2, &["--jobs", "at most"]);
    with("depth=1", "--win-score 5").fails(2, &["--win-score", "UNITS,PLIES"]);
    with("depth=1", "--plies 5000").fails(2, &["--plies", "1000"]);
    with("depth=1", "--plies 900 --json").fails(2, &["no opening", "900 random plies"]);
    with("depth=1", "--openings /nonexistent").fails(2, &["/nonexistent"]);
    with("depth=1", "--openings x --seed 2").fails(2, &["--openings", "--seed"]);
    with("depth=1,cmd=/nonexistent/program", "").fails(2, &["--a", "/nonexistent/program"]);
    with("depth=1,cmd=x,protocol=xboard", "").fails(2, &["xboard", "ugi, uci, nboard, gtp"]);
    with("depth=1,hash=1P", "").fails(2, &["--a", "hash", "K, M, G or T"]);
    with("depth=1,hash=900000G", "").fails(3, &[]);
}

#[cfg(unix)]
mod programs {
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
            assert_eq!(
                (&last["faults"]["a"][kind], &last["losses"]),
                (&4.into(), &4.into()),
                "{go}"
            );
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
        let mut command = command(
            "match connect4 --b depth=1,clock=7s --plies 1 --games 2 --jobs 1 --max-plies 2",
        );
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
            let mut command = command(
                "match tictactoe --b depth=3 --plies 1 --games 6 --jobs 1 --json --play-out",
            );
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
}
