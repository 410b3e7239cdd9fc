//! `bench ablation`: what each heuristic and each hook is worth, as a table, JSON, CSV and a page.

use std::fs;

use serde_json::Value;

use crate::pages::is_made_again;
use crate::support::{Ran, plyglot};

const SMALL: &str = "bench ablation kalah:4x3 --positions 6 --nodes 400 --match-nodes 50 --hash 1M";

/// A small study, with matches of six games unless something else is said.
fn small(more: &str) -> Ran {
    let games = if more.contains("--games") { "" } else { "--games 6" };
    plyglot(&format!("{SMALL} {games} {more}"))
}

/// The variants without times and what follows from them.
fn timeless(ran: &Ran) -> Vec<Value> {
    let variants = ran.json().into_iter().filter(|line| line["type"] == "variant");
    let mut variants: Vec<Value> = variants.collect();
    for variant in &mut variants {
        for task in ["depth", "proof"] {
            variant[task]["time"].take();
        }
        for name in ["verdict", "by"] {
            variant[name].take();
        }
    }
    variants
}

#[test]
fn people_get_a_row_for_each_variant_and_what_is_not_used() {
    let ran = small("").fine();
    assert!(ran.err.is_empty(), "{ran:?}");
    let ran = ran.says("kalah:4,3: 6 positions to depth ").says("nodes [95 %]").says("Elo [95 %]");
    let ran = ran.says("\nall off ").says("\nhash-move off ");
    ran.says("Not used, every search was the same node for node: ").says("null-move off");
}

#[test]
fn programs_get_an_object_for_each_variant() {
    let lines = small("--json").fine().json();
    assert_eq!((&lines[0]["type"], &lines[0]["complete"]), (&"study".into(), &true.into()));
    assert_eq!(lines[0]["positions"].as_array().map(Vec::len), Some(6));
    let variants = &lines[1..];
    assert!(variants.len() > 15, "{}", variants.len());
    for variant in variants {
        assert_eq!(variant["type"], "variant");
        let (used, games) = (variant["verdict"] != "not_used", &variant["match"]);
        assert_eq!(games.is_null(), !used, "{variant}");
        assert!(!used || games["games"] == 6, "{variant}");
        assert!(variant["depth"]["nodes"]["value"].is_f64(), "{variant}");
    }
    let names: Vec<_> = variants.iter().filter_map(|variant| variant["name"].as_str()).collect();
    assert!(names.contains(&"bare") && names.contains(&"aspiration"), "{names:?}");
    // Kalah's own ordering has no use for killers.
    assert!(!names.contains(&"killer"), "{names:?}");
}

#[test]
fn some_variants_are_chosen_and_another_default_turns_them_over() {
    let ways = |more: &str| -> Vec<String> {
        let ran = small(&format!("--json --games 0 {more}")).fine();
        let word = |line: &Value, name: &str| line[name].as_str().unwrap_or_default().to_string();
        let of = ran.json().into_iter().skip(1);
        of.map(|line| {
            format!("{} {}: {}", word(&line, "name"), word(&line, "way"), word(&line, "options"))
        })
        .collect()
    };
    assert_eq!(ways("--only Bounds"), ["bounds off: off=bounds"]);
    assert_eq!(ways("--only bounds --set off=bounds"), ["bounds on: off=none"]);
}

#[test]
fn a_journal_continues_with_more_games_and_variants() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let journal = format!("--json --journal {}", path.display());
    let whole = timeless(&small("--json").fine());
    small(&format!("{journal} --only hash-move,bounds --games 2")).fine();
    assert_eq!(timeless(&small(&journal).fine()), whole);
    let size = fs::metadata(&path).expect("a journal").len();
    // Nothing is measured twice.
    assert_eq!(timeless(&small(&journal).fine()), whole);
    assert_eq!(fs::metadata(&path).expect("a journal").len(), size);
    let path = path.to_str().expect("a path of text");
    small(&format!("--journal {path} --seed 2")).fails(2, &["another run", "seed"]);
    small(&format!("--journal {path} --set aspiration=9")).fails(2, &["another run", "knowledge"]);
}

#[test]
fn a_page_and_its_data_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out");
    let ran =
        small(&format!("--only hash-move,bounds,null-move --csv --report {}", path.display()));
    let ran = ran.fine();
    assert_eq!(ran.out.lines().count(), 4, "{ran:?}");
    assert!(ran.err.contains("index.html"), "{ran:?}");
    let read = |name: &str| fs::read_to_string(path.join(name)).expect("a file");
    assert!(read("index.html").contains("kalah:4,3: what each heuristic is worth"));
    is_made_again(&path);
    assert_eq!(read("variants.csv"), ran.out);
    assert!(read("searches.csv").lines().count() > 30);
}

#[test]
fn what_cannot_be_measured_is_refused_in_one_line() {
    for (arguments, words) in [
        ("bench ablation shogi", ["unknown game", "shogi"]),
        ("bench ablation othello --only hashmove", ["did you mean", "hash-move"]),
        ("bench ablation othello --games 3", ["--games", "even"]),
        ("bench ablation othello --games x", ["--games", "whole number"]),
        ("bench ablation othello --positions 0", ["--positions", "at least 1"]),
        ("bench ablation othello --nodes 18446744073709551615", ["--nodes", "too large"]),
        ("bench ablation othello --match-nodes 0", ["--match-nodes", "at least 1"]),
        ("bench ablation othello --hash 64", ["--hash", "unit"]),
        ("bench ablation othello --set killer=x", ["killer", "unknown option"]),
        ("bench ablation othello --json --csv", ["--json", "--csv"]),
        ("bench ablation hex:4 --depth 99 --positions 1 --nodes 3", ["depth 99", "nodes"]),
    ] {
        plyglot(arguments).fails(2, &words);
    }
    small("--journal /nonexistent/journal").fails(2, &["/nonexistent/journal"]);
    plyglot("bench ablation othello --report /dev/null/x").fails(2, &["/dev/null/x"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_shows_what_was_measured_and_the_journal_goes_on() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let long = format!(
        "bench ablation kalah --positions 4 --nodes 1000 --only hash-move --games 400 --match-nodes 20000 --journal {}",
        path.display()
    );
    let mut command = crate::support::command(&long);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let games =
        || fs::read_to_string(&path).is_ok_and(|text| text.contains("\"game\":{\"variant\""));
    while !games() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("the system has kill").success());
    let ran = Ran::from(child.wait_with_output().expect("it ends"));
    assert_eq!(ran.code, 130, "{ran:?}");
    assert!(ran.err.contains("the same command continues"), "{ran:?}");
    ran.says("hash-move off");
}
