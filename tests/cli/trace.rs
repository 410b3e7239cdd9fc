//! `trace`: a search as it ran, as text, JSON, a graph and a page.

use std::collections::HashMap;
use std::fs;

use crate::support::{command, plyglot};
use serde_json::Value;

#[test]
fn text_shows_every_visit_and_counts_them_by_ply() {
    let ran = plyglot("trace tictactoe --depth 2 --algorithm alpha-beta").fine();
    assert!(ran.err.is_empty(), "{ran:?}");
    let lines: Vec<_> = ran.out.lines().collect();
    assert!(lines[0].starts_with("tictactoe:3,3,3, X to move; alpha-beta, depth 2"), "{ran:?}");
    let head = lines.iter().position(|line| line.starts_with("move ")).expect("heads of columns");
    assert!(lines[head + 1].starts_with("root "), "{ran:?}");
    assert!(lines[head + 1].contains("-inf..+inf") && lines[head + 1].contains("all moves tried"));
    assert!(lines[head + 2].starts_with("\u{2502} a1 "), "{ran:?}");
    assert!(lines[head + 3].starts_with("\u{2502} \u{2502} b1 "), "{ran:?}");
    let visits = lines[head + 1..].iter().take_while(|line| !line.is_empty()).count();
    let all = lines.iter().find(|line| line.starts_with("  all ")).expect("the sum");
    let total: usize = all.split_whitespace().nth(1).expect("a number").parse().expect("a number");
    assert_eq!(visits, total);
    let plain = plyglot("analyze tictactoe --depth 2 --threads 1 --json").fine();
    let line = lines.iter().find(|line| line.starts_with("line ")).expect("the line");
    assert_eq!(line.split_whitespace().count(), 3, "two moves: {line}");
    assert_eq!(plain.json().pop().expect("a result")["best_move"], "b2");
    assert!(line.contains("b2"), "{line}");
}

#[test]
fn columns_stand_below_each_other() {
    let ran = plyglot("trace othello --depth 3").fine();
    let rows: Vec<_> = ran.out.lines().filter(|line| line.contains("..")).collect();
    assert!(rows.len() > 20);
    let column = |row: &str| {
        let at = row.find("..").expect("a window");
        row[..at].chars().count()
    };
    assert!(rows.iter().all(|row| column(row) == column(rows[0])), "{ran:?}");
    assert!(rows.iter().all(|row| row.chars().count() <= 110), "{ran:?}");
}

#[test]
fn json_is_a_visit_a_line_and_a_sum() {
    let ran = plyglot("trace othello --depth 4 --format json").fine();
    let mut objects = ran.json();
    let sum = objects.pop().expect("the last");
    assert_eq!(sum["type"], "trace");
    assert_eq!(sum["kept"], objects.len());
    assert_eq!((&sum["left_out"], &sum["stopped"]), (&0.into(), &false.into()));
    assert_eq!(sum["total"]["visits"], objects.len());
    assert_eq!(sum["plies"].as_array().expect("plies").len(), 5);
    assert_eq!(sum["value"]["raw"], objects[0]["value"]["raw"]);
    assert_eq!(sum["pv"][0], objects[0]["best"]);
    let documented = fs::read_to_string("docs/json.md").expect("the repository has docs");
    for (place, visit) in objects.iter().enumerate() {
        assert_eq!((&visit["type"], &visit["id"]), (&"visit".into(), &place.into()));
        check_tree(visit, &objects);
    }
    for object in [&objects[0], &sum] {
        for field in object.as_object().expect("an object").keys() {
            assert!(documented.contains(&format!("`{field}`")), "{field} is not documented");
        }
    }
}

/// A visit below its parent, within a window, with an answer.
#[track_caller]
fn check_tree(visit: &Value, objects: &[Value]) {
    assert!(visit["alpha"]["raw"].as_i64() < visit["beta"]["raw"].as_i64(), "{visit}");
    assert!(visit["value"]["text"].is_string() && visit["bound"].is_string(), "{visit}");
    let Some(parent) = visit["parent"].as_u64() else {
        assert!(visit["move"].is_null() && visit["ply"] == 0, "{visit}");
        return;
    };
    assert!(parent < visit["id"].as_u64().expect("a number"));
    let parent = &objects[parent as usize];
    assert_eq!(visit["ply"].as_u64(), parent["ply"].as_u64().map(|ply| ply + 1));
    assert!(visit["move"].is_string());
}

#[test]
fn the_counts_are_those_of_the_visits() {
    let ran = plyglot("trace connect4 --depth 5 --format json").fine();
    let mut objects = ran.json();
    let sum = objects.pop().expect("the last");
    let mut kinds: HashMap<&str, u64> = HashMap::new();
    for visit in &objects {
        *kinds.entry(visit["kind"].as_str().expect("a kind")).or_default() += 1;
    }
    for (kind, field) in [("full", "full"), ("null", "null"), ("re-search", "researches")] {
        assert_eq!(sum["total"][field], kinds[kind], "{kind}");
    }
    assert_eq!(sum["total"]["first_best"], objects[0]["first_best"]);
}

#[test]
fn visits_beyond_the_limit_are_counted() {
    let whole = plyglot("trace othello --depth 5 --format json").fine().json().pop();
    let total = whole.expect("the sum")["total"].clone();
    let ran = plyglot("trace othello --depth 5 --format json --max-nodes 10").fine();
    assert!(ran.err.contains("10 visits") && ran.err.contains("--max-nodes"), "{ran:?}");
    let mut objects = ran.json();
    let sum = objects.pop().expect("the sum");
    assert_eq!((objects.len(), &sum["kept"], &sum["total"]), (10, &10.into(), &total));
    assert_eq!(sum["left_out"].as_u64().map(|left| left + 10), total["visits"].as_u64());
    let ran = plyglot("trace othello --depth 5 --max-nodes 10").fine();
    ran.says("10 visits");
    let ran = plyglot("trace othello --depth 5 --plies 2 --format json").fine();
    let mut objects = ran.json();
    assert_eq!(objects.pop().expect("the sum")["total"], total);
    assert!(objects.iter().all(|visit| visit["ply"].as_u64() < Some(2)), "{objects:?}");
}

#[test]
fn a_graph_has_a_box_for_each_visit_and_an_edge_for_each_move() {
    let ran = plyglot("trace tictactoe --depth 2 --format dot").fine();
    assert!(ran.out.starts_with("digraph trace {\n") && ran.out.ends_with("}\n"), "{ran:?}");
    let edges = ran.out.lines().filter(|line| line.contains(" -> ")).count();
    let boxes =
        ran.out.lines().filter(|line| line.starts_with("  n") && line.contains("fillcolor"));
    let boxes = boxes.count();
    let sum = plyglot("trace tictactoe --depth 2 --format json").fine().json().pop();
    assert_eq!(sum.expect("the sum")["kept"], boxes);
    assert_eq!(edges + 1, boxes);
    for line in ran.out.lines().filter(|line| line.starts_with("  ")) {
        let quotes = line.replace("\\\"", "").matches('"').count();
        assert!(line.ends_with(';') && quotes % 2 == 0, "{line}");
    }
}

#[test]
fn the_file_name_extension_chooses_the_format() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let starts =
        [("t.html", "<!DOCTYPE html>"), ("t.dot", "digraph"), ("t.json", "{\"type\":\"visit\"")];
    for (name, start) in starts {
        let path = folder.path().join(name);
        let ran = plyglot(&format!("trace tictactoe --depth 2 --output {}", path.display())).fine();
        assert!(ran.out.is_empty() && ran.err.contains(name), "{ran:?}");
        let written = fs::read_to_string(path).expect("it was written");
        assert!(written.starts_with(start), "{name}: {written}");
    }
    plyglot("trace tictactoe --depth 2 --format html").fine().says("<!DOCTYPE html>");
}

#[test]
fn a_window_narrows_the_search() {
    let count = |arguments: &str| {
        let sum = plyglot(arguments).fine().json().pop().expect("the sum");
        sum["total"]["visits"].as_u64().expect("a number")
    };
    let open = count("trace othello --depth 4 --format json --algorithm alpha-beta");
    let closed = "trace othello --depth 4 --format json --algorithm alpha-beta --window";
    assert!(count(&format!("{closed}=+3,+3.5")) < open);
    let sum = plyglot(&format!("{closed} -3,inf")).fine().json().pop().expect("the sum");
    assert_eq!(sum["alpha"]["text"], "-3.00");
    plyglot("trace othello --depth 3 --window 2,1").fails(2, &["--window", "lower first"]);
    let ran = plyglot("trace othello --depth 3 --window 1,2 --algorithm mtd-f");
    ran.fails(2, &["mtd-f", "window"]);
}

#[test]
fn a_finished_game_is_one_visit() {
    let ran = plyglot("trace tictactoe --position xxx/oo./... --depth 3").fine();
    ran.says("end of the game").says("loss0");
}

#[test]
fn the_engine_is_traced_as_it_deepens() {
    let ran = plyglot("trace othello --depth 5 --algorithm engine --format json").fine();
    let mut objects = ran.json();
    let sum = objects.pop().expect("the sum");
    let roots: Vec<_> = objects.iter().filter(|visit| visit["parent"].is_null()).collect();
    let depths: Vec<_> = roots.iter().filter_map(|root| root["depth"].as_u64()).collect();
    assert!(depths.is_sorted() && depths.first() == Some(&1), "{depths:?}");
    let engine = plyglot("analyze othello --depth 5 --threads 1 --json").fine().json().pop();
    let engine = engine.expect("a result");
    assert_eq!(sum["pv"], engine["pv"]);
    plyglot("trace othello --depth 0 --algorithm engine").fails(2, &["one ply"]);
}

#[test]
fn two_searches_are_compared() {
    let same =
        plyglot("trace othello --depth 4 --algorithm negascout-refutation --against minimax");
    same.fine().says("agree up to depth 4");
    let same = plyglot("trace connect4 --depth 4 --algorithm engine --against negamax").fine();
    same.says("agree up to depth 4");
    let wrong = "trace othello --depth 6 --algorithm mistake-guide --against minimax";
    let ran = plyglot(wrong);
    assert_eq!(ran.code, 1, "{ran:?}");
    let ran = ran.says("disagree at depth 4").says("minimax: ").says("mistake-guide: ");
    // The command that it prints shows it again.
    let again = ran.out.lines().find_map(|line| line.strip_prefix("To show it: plyglot "));
    let again = shlex::split(again.expect("a command")).expect("a command line");
    let mut command = command("");
    let output = command.args(again).output().expect("the program runs");
    let again = crate::support::Ran::from(output);
    assert_eq!(again.code, 1, "{again:?}");
    let fault = |out: &str| out.lines().filter(|line| line.contains("mistake-guide: ")).count();
    assert_eq!(fault(&again.out), fault(&ran.out));
    plyglot(&format!("{wrong} --format html")).fails(2, &["--against"]);
    plyglot("trace othello --depth 5 --algorithm scout --against minimax --max-nodes 9")
        .fails(3, &["9"]);
}

#[test]
fn errors_are_one_line() {
    plyglot("trace othello --depth 3 --algorithm negascot").fails(2, &["negascot", "negascout"]);
    plyglot("trace othello --depth 3 --algorithm negascout+speed").fails(2, &["speed", "table"]);
    plyglot("trace shogi --depth 3").fails(2, &["shogi", "othello"]);
    plyglot("trace othello").fails(2, &["--depth"]);
    plyglot("trace othello --depth 3 --position 12").fails(2, &["--position"]);
    plyglot("trace othello --depth 999").fails(2, &["999"]);
    plyglot("trace othello --depth 3 --max-nodes 0").fails(2, &["--max-nodes", "at least 1"]);
    plyglot("trace othello --depth 3 --format png").fails(2, &["png", "html"]);
    plyglot("trace othello --depth 2 --output /nowhere/at/all.html").fails(2, &["/nowhere"]);
    let ran = plyglot("trace othello --depth 3 --window x --format json").fails(2, &["--window"]);
    assert_eq!(ran.json()[0]["type"], "error");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_a_failure() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let mut command = command("trace othello --depth 7 --format json");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("it was piped"));
    out.read_line(&mut line).expect("text");
    drop(out);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_shows_what_was_traced() {
    use std::process::{Command, Stdio};

    let mut command = command("trace othello --depth 40 --format json --max-nodes 50");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    // Nothing is printed before the end.
    crate::support::at_work(child.id());
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("the system has kill").success());
    let ran = crate::support::Ran::from(child.wait_with_output().expect("it ends"));
    assert_eq!(ran.code, 130, "{ran:?}");
    assert!(ran.err.contains("stopped"), "{ran:?}");
    let mut objects = ran.json();
    let sum = objects.pop().expect("the sum");
    assert_eq!((&sum["stopped"], &sum["value"], objects.len()), (&true.into(), &Value::Null, 50));
    assert_eq!(objects[0]["why"], "stopped");
}

#[test]
fn a_file_name_that_stands_for_no_format_is_refused() {
    let svg = ["--output x.svg", "unknown extension \"svg\"", "html", "--format dot"];
    plyglot("trace tictactoe --depth 1 --output x.svg").fails(2, &svg);
}
