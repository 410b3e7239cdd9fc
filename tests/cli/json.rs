//! `--json`: one object a line, with the fields that docs/json.md promises.

use crate::support::{command, fed, plyglot};
use serde_json::Value;

const FIELDS: [&str; 16] = [
    "type",
    "schema",
    "game",
    "position",
    "source_line",
    "depth",
    "line",
    "score",
    "nodes",
    "nps",
    "time_ms",
    "hash_permill",
    "hash_bytes",
    "threads",
    "pv",
    "best_move",
];

#[track_caller]
fn check_state(state: &Value) {
    for field in FIELDS {
        assert!(state.get(field).is_some(), "no {field} in {state}");
    }
    for field in ["depth", "line", "nodes", "nps", "hash_permill", "threads"] {
        assert!(state[field].is_u64(), "{field} of {state}");
    }
    for field in ["game", "position"] {
        assert!(state[field].is_string(), "{field} of {state}");
    }
    assert!(state["time_ms"].is_number());
    assert!(state["source_line"].is_null() || state["source_line"].is_u64());
    check_score(&state["score"]);
    let pv = state["pv"].as_array().expect("the line is an array");
    assert!(pv.iter().all(Value::is_string));
    assert_eq!(state["best_move"], pv.first().cloned().unwrap_or(Value::Null));
}

#[track_caller]
fn check_score(score: &Value) {
    let kind = score["kind"].as_str().expect("a kind");
    let proven = score["proven"].as_bool().expect("proven or not");
    let kinds = [if proven { "exact" } else { "estimate" }, "lower", "upper"];
    assert!(kinds.contains(&kind), "only what is proven is exact: {score}");
    assert!(score["value"].is_number());
    assert!(!proven || score["value"].is_i64(), "a proven value is whole: {score}");
    assert!(score["win_in"].is_null() || score["win_in"].is_i64());
    assert!(score["text"].as_str().is_some_and(|text| !text.is_empty()), "{score}");
    let expected = score["expected"].as_f64().expect("an expected result");
    assert!((0.0..=1.0).contains(&expected), "{score}");
}

#[test]
fn a_result_says_why_its_search_ended_by_the_words_of_the_other_faces() {
    let over = "analyze tictactoe --position xxx/oo./...";
    for (arguments, word) in [
        ("analyze othello --depth 3", "depth"),
        ("analyze othello --nodes 5000", "nodes"),
        ("analyze othello --time 50ms", "time"),
        ("solve tictactoe", "proven"),
        (over, "game over"),
    ] {
        let objects = plyglot(&format!("{arguments} --json")).fine().json();
        let (result, infos) = objects.split_last().expect("a result");
        assert_eq!(result["ended"], word, "{arguments}");
        assert!(infos.iter().all(|info| info.get("ended").is_none()), "{arguments}");
        plyglot(arguments).fine().says(&format!("ended      {word}\n"));
    }
    let file = fed(command("solve tictactoe --file - --json"), ".../.../...\n").fine();
    assert_eq!(file.json()[0]["ended"], "proven");
}

#[test]
fn the_text_of_a_score_is_what_the_terminal_shows() {
    let result = |arguments: &str| plyglot(arguments).fine().json().pop().expect("a result");
    let score = |arguments: &str| result(arguments)["score"].clone();
    let win = score("solve tictactoe --position xx./oo./... --json");
    assert_eq!((&win["text"], &win["expected"]), (&"win in 1".into(), &1.0.into()));
    let draw = score("solve tictactoe --json");
    assert_eq!((&draw["text"], &draw["expected"]), (&"draw".into(), &0.5.into()));
    let sooner = "analyze draughts --position W:WK10,K15,K19:BK22,K28 --threads 1";
    assert_eq!(score(&format!("{sooner} --json"))["text"], ">= win in 13");
    plyglot(sooner).fine().says(">= win in 13");
}

#[test]
fn every_line_is_an_object_with_all_fields_and_the_last_is_the_result() {
    for arguments in [
        "analyze othello --depth 6 --json",
        "analyze connect4 --moves 44 --nodes 3000 --json --threads 1",
        "analyze kalah --time 50ms --json",
        "solve tictactoe --json",
        "solve kalah:3,3 --json",
        "analyze synthetic --depth 5 --json",
    ] {
        let ran = plyglot(arguments).fine();
        assert!(ran.err.is_empty(), "{ran:?}");
        let objects = ran.json();
        objects.iter().for_each(check_state);
        let types: Vec<_> = objects.iter().map(|object| object["type"].as_str()).collect();
        let (last, before) = types.split_last().expect("at least the result");
        assert_eq!(*last, Some("result"));
        assert!(before.iter().all(|kind| *kind == Some("info")));
    }
}

/// Commands that write JSON: for each an object of every type that it may write, and an error.
#[test]
fn every_object_of_every_command_begins_with_its_type_and_the_schema() {
    let scaling = "bench scaling --game tictactoe --to-solve --hash 64K --most 1 --json";
    let family = "bench family --branching 3 --depths 3 --trees-per-cell 2 --json";
    for arguments in [
        "analyze othello --depth 3 --lines 2 --json",
        "solve tictactoe --virtual-threads 2 --json",
        "analyze connect4 --moves 48 --json",
        "trace tictactoe --depth 2 --format json",
        "trace tictactoe --depth 2 --window x --format json",
        &format!("{scaling} --virtual --threads 2 --scheme lazy,abdada"),
        &format!("{scaling} --threads 1 --repeat 1"),
        family,
        &format!("{family} --algorithms mistake-guide"),
        "bench family --claims even --trees-per-cell 2 --json",
        "bench family --game shogi --json",
        "bench ablation tictactoe --positions 2 --nodes 50 --games 2 --match-nodes 9 --hash 1M --json",
        "bench ablation shogi --json",
        "bench speed --tasks tictactoe --repeat 1 --json",
        "bench peers --game tictactoe --depth 2 --threads 1 --repeat 1 --hash 64K --json",
    ] {
        let ran = plyglot(arguments);
        assert!(!ran.out.is_empty(), "{arguments}: {ran:?}");
        for line in ran.out.lines() {
            let rest = line.strip_prefix("{\"type\":\"").and_then(|rest| rest.split_once('"'));
            let (_, rest) = rest.unwrap_or_else(|| panic!("{arguments}: {line}"));
            assert!(rest.starts_with(",\"schema\":2,"), "{arguments}: {line}");
        }
    }
}

#[test]
fn a_position_is_printed_as_it_can_be_read_back() {
    let first = plyglot("analyze othello --moves f5d6c3 --depth 2 --json").fine();
    let position = first.json()[0]["position"].as_str().expect("a text").to_string();
    let mut again = command("analyze othello --depth 2 --json --position");
    let again = fed(
        {
            again.arg(&position);
            again
        },
        "",
    )
    .fine();
    assert_eq!(again.json()[0]["position"], position.as_str());
}

#[test]
fn proven_values_are_in_the_games_own_unit() {
    let result = |arguments: &str| plyglot(arguments).fine().json().pop().expect("a result");
    let draw = result("solve tictactoe --json");
    assert_eq!((&draw["score"]["value"], &draw["score"]["proven"]), (&0.into(), &true.into()));
    let win = result("solve tictactoe --position xx./oo./... --json");
    assert_eq!((&win["score"]["value"], &win["score"]["win_in"]), (&1.into(), &1.into()));
    let seeds = result("solve kalah:3,3 --json");
    assert_eq!((&seeds["score"]["value"], &seeds["score"]["win_in"]), (&2.into(), &Value::Null));
    let pons = result("solve connect4 --moves 6763525635134453444361412671365712 --json");
    assert_eq!((&pons["score"]["value"], &pons["score"]["kind"]), (&(-1).into(), &"exact".into()));
}

#[test]
fn an_estimate_is_not_proven() {
    let ran = plyglot("analyze othello --depth 3 --json").fine();
    let result = ran.json().pop().expect("a result");
    assert_eq!(result["score"]["proven"], false);
    assert_eq!(result["depth"], 3);
}

#[test]
fn several_lines_are_an_array_in_the_result() {
    let ran = plyglot("analyze othello --depth 4 --lines 3 --json").fine();
    let result = ran.json().pop().expect("a result");
    let lines = result["lines"].as_array().expect("an array of lines");
    assert_eq!(lines.len(), 3);
    for (index, line) in lines.iter().enumerate() {
        assert_eq!(line["line"], index + 1);
        check_score(&line["score"]);
        assert!(line["best_move"].is_string());
    }
    assert_eq!(result["best_move"], lines[0]["best_move"]);
    let single = plyglot("analyze othello --depth 4 --json").fine().json().pop();
    assert!(single.expect("a result").get("lines").is_none());
}

#[test]
fn a_known_answer_is_checked_in_the_result() {
    let file = "6763525635134453444361412671365712 -1\n6763525635134453444361412671365712 2\n\
                6763525635134453444361412671365712\n";
    let ran = fed(command("solve connect4 --file - --json"), file);
    let objects = ran.json();
    objects.iter().for_each(check_state);
    assert_eq!(objects[0]["answer"]["right"], true);
    assert_eq!(objects[1]["answer"]["right"], false);
    assert_eq!(objects[1]["answer"]["value"], 2);
    assert!(objects[2].get("answer").is_none());
}

#[test]
fn a_failure_is_an_error_object_and_a_line_on_stderr() {
    let ran = plyglot("analyze connect4 --moves 48 --json").fails(2, &["--moves", "move 2"]);
    let objects = ran.json();
    assert_eq!(objects.len(), 1);
    assert_eq!(objects[0]["type"], "error");
    assert_eq!(objects[0]["game"], "connect4");
    assert!(objects[0]["message"].as_str().expect("a text").contains("move 2"));
    assert!(objects[0]["source_line"].is_null());
}

#[test]
fn seldepth_says_how_deep_the_deepest_line_went() {
    let result = |arguments: &str| plyglot(arguments).fine().json().pop().expect("a result");
    // Captures are searched on beyond the depth, in a game that has them.
    let draughts = result("analyze draughts --depth 5 --threads 1 --json");
    assert!(draughts["seldepth"].as_u64() > Some(5), "{draughts}");
    let bare = result("analyze tictactoe --depth 5 --threads 1 --json");
    assert_eq!(bare["seldepth"], 5, "{bare}");
    let over = result("analyze tictactoe --position xxx/oo./... --json");
    assert_eq!(over["seldepth"], 0, "{over}");
    let infos = plyglot("analyze draughts --depth 5 --threads 1 --json").fine().json();
    assert!(infos.iter().all(|info| info["seldepth"].is_u64()), "{infos:?}");
}
