//! `bench family`: the textbook algorithms on the same trees, as a table, JSON, CSV and a page.

use std::fs;

use crate::pages::is_made_again;
use crate::support::{command, fed, plyglot};
use serde_json::Value;

/// Two kinds of small trees, and what is compared on them.
const STUDY: &str = "bench family --branching 3,6 --depths 3 --trees-per-cell 5";
const METHODS: &str = "--algorithms negascout,mtd-f+table";

fn of_type<'a>(lines: &'a [Value], kind: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["type"] == kind).collect()
}

#[test]
fn a_table_shows_every_kind_of_tree_and_every_method() {
    let ran = plyglot(&format!("{STUDY} {METHODS}")).fine();
    assert!(ran.err.is_empty(), "{ran:?}");
    let ran = ran.says("3,3,best=60: 3 moves, depth 3, first best 60 %; 5 trees");
    let ran = ran.says("leaves of the critical tree: 41").says("Leaves, times those of alpha-beta");
    let rows = ran.out.lines().filter(|line| line.starts_with("  "));
    let names: Vec<_> = rows.filter_map(|line| line.split_whitespace().next()).collect();
    let methods = ["alpha-beta", "negascout", "alpha-beta+table", "mtd-f+table"];
    assert_eq!(names, [methods, methods].concat());
}

#[test]
fn the_default_algorithms_all_agree() {
    plyglot(STUDY).fine().says("negascout-refutation").says("mtd-f+table");
}

#[test]
fn json_has_every_search_and_what_follows() {
    let lines = plyglot(&format!("{STUDY} {METHODS} --json")).fine().json();
    assert_eq!(lines[0]["type"], "study");
    assert_eq!(lines[0]["methods"][0], "alpha-beta");
    assert!(lines[0]["origin"]["command"].as_str().expect("a text").contains("bench family"));
    let cells = of_type(&lines, "cell");
    assert_eq!(cells.len(), 2);
    assert_eq!((&cells[1]["branching"], &cells[1]["critical"]), (&6.into(), &41.into()));
    assert_eq!(cells[1]["roots"].as_array().map(Vec::len), Some(5));
    let samples = of_type(&lines, "sample");
    assert_eq!(samples.len(), 2 * 5 * 4);
    for sample in &samples {
        assert!(sample["leaves"].as_u64() > Some(0) && sample["missing"].is_null(), "{sample}");
        let same =
            |other: &&&Value| other["cell"] == sample["cell"] && other["tree"] == sample["tree"];
        assert!(samples.iter().filter(same).all(|other| other["value"] == sample["value"]));
    }
    let rows = of_type(&lines, "row");
    assert_eq!(rows.len(), 2 * 4);
    for row in rows {
        let is_base = row["base"].is_null();
        assert_eq!(
            is_base,
            row["method"].as_str().is_some_and(|name| name.starts_with("alpha-beta"))
        );
        assert_eq!(is_base, row["leaves_ratio"].is_null(), "{row}");
        assert!(row["critical_ratio"]["low"].as_f64() >= Some(1.0), "{row}");
    }
    assert!(of_type(&lines, "disagreement").is_empty());
}

#[test]
fn csv_has_a_line_for_each_kind_of_tree_and_method() {
    let ran = plyglot(&format!("{STUDY} {METHODS} --csv")).fine();
    let lines: Vec<_> = ran.out.lines().collect();
    assert_eq!(lines.len(), 1 + 2 * 4);
    assert!(lines[0].starts_with("cell,branching,depth,ordering,method,base,trees,missing,"));
    assert!(lines[0].contains(",leaves,leaves_low,leaves_high,"));
    assert!(lines[1].starts_with("\"3,3,best=60\",3,3,60,alpha-beta,,5,0,"), "{}", lines[1]);
}

#[test]
fn a_report_is_a_page_with_its_data() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let dir = folder.path().join("out");
    let ran = plyglot(&format!("{STUDY} {METHODS} --report {}", dir.display())).fine();
    assert!(ran.err.contains("index.html"), "{ran:?}");
    let page = fs::read_to_string(dir.join("index.html")).expect("a page");
    for words in ["Over the number of moves", "negascout", "6 moves, depth 3", "--branching"] {
        assert!(page.contains(words), "{words}");
    }
    for words in ["Over depth", "Over the quality", "src=", "<script", "href=\"http"] {
        assert!(!page.contains(words), "{words}");
    }
    is_made_again(&dir);
    let data = fs::read(dir.join("data.json")).expect("data");
    let data: Value = serde_json::from_slice(&data).expect("JSON");
    assert_eq!(data["samples"].as_array().map(Vec::len), Some(40));
    for (name, lines) in [("data.csv", 41), ("rows.csv", 9)] {
        let text = fs::read_to_string(dir.join(name)).expect("data");
        assert_eq!(text.lines().count(), lines, "{name}");
    }
}

#[test]
fn positions_of_games_are_trees_too() {
    let common = "--trees-per-cell 3 --algorithms negascout";
    for (game, positions) in [("othello", "built-in"), ("kalah", "built-in"), ("connect4", "-")] {
        let arguments = format!(
            "bench family --game {game} --positions {positions} --depths 2..3 {common} --csv"
        );
        let ran = fed(command(&arguments), "# two\n4444\n\n123\n").fine();
        assert_eq!(ran.out.lines().count(), 1 + 2 * 2, "{ran:?}");
        let trees = if positions == "-" { ",2,0," } else { ",3,0," };
        assert!(ran.out.lines().skip(1).all(|line| line.contains(trees)), "{ran:?}");
    }
}

#[test]
fn trees_of_any_model_and_aids_for_all() {
    let trees = "--trees 3,4,steps=10 --trees 4,3,decided=20,joined --trees 2,6,random=1,again=30";
    let methods = "--algorithms negascout,mtd-f --aids table,deepening,hash";
    let ran = plyglot(&format!("bench family {trees} {methods} --trees-per-cell 4")).fine();
    ran.says("mtd-f+table+deepening+hash").says("4,3,decided=20,joined");
}

#[test]
fn a_search_that_needs_too_many_visits_is_counted_as_missing() {
    let ran = plyglot(&format!("{STUDY} --algorithms negamax --budget 150")).fine();
    let ran = ran.says("negamax (5 missing)");
    ran.says("Searches that failed or needed more than 150 visits: 5.");
    let ran = plyglot(&format!("{STUDY} --budget 1")).says("No search has finished.");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("nothing was measured") && ran.err.contains("--budget"), "{ran:?}");
}

#[test]
fn an_algorithm_that_is_wrong_on_purpose_is_named_and_is_not_a_failure() {
    let trees = "--branching 4 --depths 5 --ordering random --trees-per-cell 20";
    let ran = plyglot(&format!("bench family {trees} --algorithms mistake-guide")).fine();
    ran.says("mistake-guide (wrong on purpose): Heuristic(");
}

#[test]
fn errors_in_the_arguments_are_one_line() {
    for (arguments, words) in [
        ("--ordering 101", &["--ordering", "0 to 100"][..]),
        ("--ordering best", &["--ordering", "random"]),
        ("--branching 5..2", &["--branching", "larger"]),
        ("--branching 0", &["at least 1"]),
        ("--branching 5000", &["5000", "4096"]),
        ("--depths 200", &["200"]),
        ("--trees 8", &["--trees"]),
        ("--trees 8,4,best=50,joined", &["--trees", "joined"]),
        ("--trees 8,4 --depths 3", &["--depths", "--trees"]),
        ("--game othello --branching 3", &["--branching", "--game"]),
        ("--game shogi", &["\"shogi\""]),
        ("--positions file", &["--game"]),
        ("--game othello --positions no-such-file", &["no-such-file", "neither a file nor"]),
        ("--algorithms negascot", &["\"negascot\"", "negascout"]),
        ("--algorithms aspiration", &["aspiration="]),
        ("--aids speed", &["\"speed\"", "table"]),
        ("--trees-per-cell 0", &["at least 1"]),
        ("--json --csv", &["--json", "--csv"]),
    ] {
        let ran = plyglot(&format!("bench family {arguments}"));
        ran.fails(2, words);
    }
    let ran = fed(command("bench family --game connect4 --positions -"), "4444\nxyz\n");
    ran.fails(2, &["-:2"]);
    let lines = plyglot("bench family --game shogi --json").json();
    assert_eq!(lines[0]["type"], "error");
}

#[test]
fn help_lists_the_algorithms() {
    let ran = plyglot("bench family --help").fine().says("alpha-beta-hard").says("with a +: table");
    assert!(ran.out.lines().all(|line| line.chars().count() <= 100), "{}", ran.out);
}

#[test]
fn a_claim_is_shown_with_its_source_and_whether_it_holds() {
    let ran = plyglot("bench family --claims even,guide --trees-per-cell 3").fine();
    let ran = ran.says("even: HOLDS").says("source: ");
    ran.says("Claims that hold: 1;");
    let lines = plyglot("bench family --claims even --trees-per-cell 2 --json").json();
    assert_eq!(lines.len(), 1);
    assert_eq!((&lines[0]["type"], &lines[0]["verdict"]), (&"claim".into(), &"holds".into()));
    assert_eq!(lines[0]["claim"]["name"], "even");
    assert!(lines[0]["evidence"].as_array().is_some_and(|parts| parts.len() > 2));
    let ran = plyglot("bench family --claims even --trees-per-cell 2 --csv").fine();
    assert!(ran.out.starts_with("claim,verdict,trees_of,"), "{}", ran.out);
}

#[test]
fn claims_are_listed_and_asked_for_by_name() {
    let ran = plyglot("bench family --claims list").fine();
    ran.says("last-plies  ");
    plyglot("bench family --claims evens").fails(2, &["\"evens\"", "even"]);
    plyglot("bench family --claims even --game othello").fails(2, &["--claims", "--game"]);
}

#[test]
fn a_report_on_claims_is_a_page_with_its_figures() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("claims");
    let asked =
        format!("bench family --claims even --trees-per-cell 2 --report {}", path.display());
    plyglot(&asked).fine();
    for file in ["index.html", "claims.json", "claims.csv"] {
        assert!(path.join(file).exists(), "{file}");
    }
    is_made_again(&path);
}
