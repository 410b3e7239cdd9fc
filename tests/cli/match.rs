//! `match`: which of two players is the stronger.

#[cfg(unix)]
mod gtp;
#[cfg(unix)]
mod programs;
#[cfg(unix)]
mod xboard;

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
    with("depth=1,cmd=x,protocol=usi", "").fails(2, &["usi", "ugi, uci, nboard, gtp, xboard"]);
    with("depth=1,hash=1P", "").fails(2, &["--a", "hash", "K, M, G or T"]);
    with("depth=1,hash=900000G", "").fails(3, &[]);
}
