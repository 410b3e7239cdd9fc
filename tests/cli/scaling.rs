//! `bench scaling` as a table, JSON, CSV and a page; and how it is stopped and continued.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::pages::is_made_again;
use crate::support::{Ran, command, fed, plyglot};
use serde_json::Value;

/// Small positions with something to share.
const POSITIONS: &str = "# a comment\n4444\n\n123\n4455\n";
/// Searches of these in virtual time, for a few moments.
const STUDY: &str = "bench scaling --game connect4 --to-depth 11 --virtual --threads 2,8 --hash 1M";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder for the test"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).expect("the test can write");
        self.path(name).display().to_string()
    }
}

/// The study of the positions above, with more options.
fn study(options: &str) -> Ran {
    fed(command(&format!("{STUDY} --positions - {options}")), POSITIONS)
}

fn of_type<'a>(lines: &'a [Value], kind: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["type"] == kind).collect()
}

#[test]
fn virtual_time_prints_the_same_every_time() {
    let schemes = "--scheme lazy,abdada-settle";
    let first = study(&format!("{schemes} --jobs 1")).fine();
    assert!(first.err.is_empty(), "{first:?}");
    assert_eq!(first.out, study(&format!("{schemes} --jobs 4")).fine().out);
    let first = first.says("3 positions to depth 11, virtual time in turns of 10 nodes");
    let first = first.says("Where the time of the threads went, in percent:").says("work");
    let first = first.says("speed-up [95 %]").says("Against lazy with 8 threads");
    let rows = first.out.lines().filter(|line| line.contains('['));
    assert_eq!(rows.count(), 1 + 4, "a head, two schemes with two counts: {first:?}");
}

#[test]
fn the_length_of_a_turn_is_shown() {
    study("--turn 33").fine().says("virtual time in turns of 33 nodes");
}

#[test]
fn json_has_every_search_and_what_follows() {
    let lines = study("--json --scheme lazy,abdada --repeat 2").fine().json();
    assert_eq!(lines[0]["type"], "study");
    let design = &lines[0]["design"];
    assert_eq!(design["clock"]["virtual"]["turn"], 10);
    assert_eq!((&design["goal"]["depth"], &design["repeats"]), (&11.into(), &2.into()));
    assert!(lines[0]["origin"]["command"].as_str().expect("a text").contains("scaling --game"));
    let samples = of_type(&lines, "sample");
    assert_eq!(samples.len(), 3 * (1 + 2 * 2) * 2);
    for sample in samples {
        let alone = sample["case"]["threads"] == 1;
        assert_eq!(alone, sample["case"]["scheme"].is_null(), "{sample}");
        assert!(sample["reached"].as_bool() == Some(true) && sample["error"].is_null());
        let (seconds, nodes) = (sample["seconds"].as_f64(), sample["nodes"].as_f64());
        let (seconds, nodes) = (seconds.expect("a time"), nodes.expect("a count"));
        assert!(!alone || (seconds * 1e6 - nodes).abs() < 0.5, "a microsecond a node: {sample}");
    }
    let cells = of_type(&lines, "cell");
    assert_eq!(cells.len(), 1 + 2 * 2);
    assert_eq!((&cells[0]["threads"], &cells[0]["speedup"]["value"]), (&1.into(), &1.0.into()));
    for cell in &cells {
        let [speedup, rate, overhead] =
            ["speedup", "rate", "overhead"].map(|name| cell[name]["value"].as_f64().expect(name));
        assert!((speedup - rate / overhead).abs() < 1e-6, "time is nodes over speed: {cell}");
        assert_eq!(cell["agreement"]["of"], 3);
        assert_eq!(cell["missing"], 0);
    }
    for sample in of_type(&lines, "sample") {
        let account = &sample["account"];
        let time = sample["seconds"].as_f64().expect("a time") * 1e6;
        let threads = sample["case"]["threads"].as_f64().expect("a count");
        let whole = account["whole"].as_f64().expect("a count");
        assert!((whole - threads * time).abs() < 0.5, "threads times time: {sample}");
        let rows = account["rows"].as_array().expect("rows").iter();
        let nodes = rows.flat_map(|row| row["nodes"].as_object().expect("causes").values());
        let nodes: u64 = nodes.map(|nodes| nodes.as_u64().expect("a count")).sum();
        let idle = ["waiting", "uncalled"].map(|name| account[name].as_u64().expect(name));
        assert_eq!((nodes + idle[0] + idle[1]) as f64, whole, "{sample}");
    }
    assert!(!of_type(&lines, "comparison").is_empty() && of_type(&lines, "fit").len() == 2);
    assert!(of_type(&lines, "ceiling").is_empty(), "no machine limits virtual threads");
}

#[test]
fn options_are_set_and_recorded() {
    let folder = Folder::new();
    let (page, journal) = (folder.path("page"), folder.path("journal"));
    let set = "--set history=0 --set off=hash-move";
    let recorded = format!("--report {} --journal {}", page.display(), journal.display());
    let ran = study(&format!("{set} {recorded}")).fine();
    let ran = ran.says("connect4, history=0, off=hash-move: 3 positions to depth 11");
    assert_ne!(ran.out, study("").fine().out, "they change the search");
    let html = fs::read_to_string(page.join("index.html")).expect("a page");
    assert!(html.contains("connect4, history=0, off=hash-move"));
    let json = study(&format!("{set} --json --journal {}", journal.display())).fine().json();
    assert_eq!(json[0]["design"]["set"], serde_json::json!(["history=0", "off=hash-move"]));
    let other = study(&format!("--set history=0 --journal {}", journal.display()));
    other.fails(2, &["another run", "design.set"]);
    study("--set histories=0").fails(2, &["histories", "history"]);
    study("--set history").fails(2, &["--set", "NAME=VALUE"]);
}

/// Matches of few nodes, so that a tiny game takes no time.
const PLAY: &str = "bench scaling --game kalah:4x3 --to-depth 3 --most 1 --virtual --threads 2,4 --hash 64K --play \
                    --nodes 400,800 --pairs 3";

#[test]
fn threads_play_beside_as_many_more_nodes() {
    let ran = plyglot(PLAY).fine();
    assert_eq!(
        ran.out,
        plyglot(&format!("{PLAY} --jobs 1")).fine().out,
        "the same at any number of jobs"
    );
    let ran =
        ran.says("In play, Elo over one thread at equal virtual time, 3 pairs of games a match:");
    let rows = ran.out.lines().filter(|line| line.ends_with("6+6"));
    assert_eq!(rows.count(), 2 * 2, "two thread counts with two numbers of nodes: {ran:?}");
    let lines = plyglot(&format!("{PLAY} --json --scheme abdada,lazy")).fine().json();
    assert_eq!(lines[0]["design"]["play"], serde_json::json!({ "nodes": [400, 800], "pairs": 3 }));
    let rows = of_type(&lines, "play");
    let of = |row: &Value, name: &str| {
        row[name]["pairs"].as_array().expect("counts").iter().map(|n| n.as_u64()).sum()
    };
    for row in &rows {
        let counts: [Option<u64>; 2] = ["by_threads", "by_nodes"].map(|name| of(row, name));
        assert_eq!(counts, [Some(3), Some(3)], "{row}");
        assert_eq!(
            (&row["by_nodes"]["faults"], &row["by_threads"]["faults"]),
            (&0.into(), &0.into())
        );
    }
    let ways: Vec<_> =
        rows.iter().map(|row| (&row["nodes"], &row["threads"], &row["scheme"])).collect();
    assert_eq!(ways.len(), 2 * 2 * 2);
    assert_eq!(ways[1], (&400.into(), &2.into(), &"lazy".into()));
    // Both schemes are measured by the same games of one thread.
    assert_eq!(rows[0]["by_nodes"], rows[1]["by_nodes"]);
}

#[test]
fn games_are_recorded_and_continued() {
    let folder = Folder::new();
    let (journal, page) = (folder.path("journal"), folder.path("page"));
    let recorded = format!("{PLAY} --journal {}", journal.display());
    let whole = plyglot(&format!("{recorded} --report {}", page.display())).fine();
    for (file, word) in [("index.html", "In play"), ("play.csv", "by_threads_low")] {
        let text = fs::read_to_string(page.join(file)).expect(file);
        assert!(text.contains(word), "{file}");
    }
    is_made_again(&page);
    let text = fs::read_to_string(&journal).expect("a journal");
    let games = |text: &str| text.lines().filter(|line| line.contains("\"contest\"")).count();
    assert_eq!(
        games(&text),
        2 * 2 * 2 * 6,
        "two contests for each thread count and number of nodes"
    );
    // A game in the middle is lost, and the last ones are not played yet.
    let kept: Vec<&str> = text.lines().take(30).collect();
    let without: Vec<&str> =
        kept.iter().enumerate().filter(|(at, _)| *at != 20).map(|(_, line)| *line).collect();
    fs::write(&journal, without.join("\n") + "\n").expect("the test can write");
    assert_eq!(plyglot(&recorded).fine().out, whole.out);
    let again = fs::read_to_string(&journal).expect("a journal");
    assert_eq!(games(&again), games(&text));
    let other = plyglot(&recorded.replace("--pairs 3", "--pairs 4"));
    other.fails(2, &["another run", "design.play.pairs", "3", "4"]);
    let strange = text.replace("\"threads\":4,\"nodes\":800", "\"threads\":5,\"nodes\":800");
    fs::write(&journal, strange).expect("the test can write");
    let ran = plyglot(&recorded).fine();
    assert!(
        ran.err.contains("a game that is not of this study: abdada, threads 5, nodes 800"),
        "{ran:?}"
    );
}

#[test]
fn play_that_would_not_be_at_equal_time_is_refused() {
    let idle = plyglot(&format!("{PLAY} --scheme young-brothers"));
    idle.fails(2, &["young-brothers", "idle"]);
    plyglot(&PLAY.replace("--virtual", "")).fails(2, &["--virtual"]);
    plyglot(&PLAY.replace("--play", "")).fails(2, &["--play"]);
    plyglot(&PLAY.replace("2,4", "1")).fails(2, &["a thread count above 1"]);
    plyglot(&format!("{PLAY} --csv")).fails(2, &["--csv"]);
}

#[test]
fn csv_has_a_line_for_each_scheme_and_thread_count() {
    let ran = study("--csv").fine();
    let lines: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines[0][..3], ["scheme", "threads", "positions"]);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    let ways: Vec<_> = lines[1..].iter().map(|line| (line[0], line[1])).collect();
    assert_eq!(ways, [("", "1"), ("abdada", "2"), ("abdada", "8")]);
}

#[test]
fn games_of_all_kinds_can_be_studied() {
    for (game, position, goal) in [
        ("tictactoe", ".../.../...", "--to-solve"),
        ("connect4:4x4", "11", "--to-solve"),
        ("synthetic:4,7", "", "--to-solve"),
        ("othello:6", "", "--to-depth 6"),
    ] {
        let start = plyglot(&format!("analyze {game} --depth 1 --json")).fine().json();
        let text = start[0]["position"].as_str().expect("a text").to_string();
        let text = if position.is_empty() { text } else { position.into() };
        let options = format!("--game {game} {goal} --virtual --threads 2,4 --hash 64K");
        let ran = fed(command(&format!("bench scaling --positions - {options} --json")), text);
        for cell in of_type(&ran.fine().json(), "cell") {
            assert_eq!(cell["agreement"]["agree"], cell["agreement"]["of"], "{cell}");
        }
    }
}

#[test]
fn real_threads_are_measured_beside_the_ceiling_of_the_machine() {
    let options = "bench scaling --game connect4 --to-depth 9 --threads 2 --hash 1M --positions -";
    let lines = fed(command(&format!("{options} --most 1 --json")), POSITIONS).fine().json();
    let ceiling = of_type(&lines, "ceiling");
    assert_eq!((&ceiling[0]["threads"], &ceiling[0]["throughput"]), (&1.into(), &1.0.into()));
    assert!(of_type(&lines, "probe").iter().all(|probe| probe["per_second"].as_f64() > Some(0.0)));
    assert_eq!(of_type(&lines, "sample").len(), 2 * 3, "three repeats");
    let ran = fed(command(&format!("{options} --repeat 1 --no-ceiling")), POSITIONS).fine();
    assert!(!ran.out.contains("ceiling") && !ran.out.contains("look-ups"), "{ran:?}");
}

#[test]
fn a_budget_compares_nodes_per_second() {
    let options = "bench scaling --game connect4 --budget 10ms --threads 2 --repeat 1 --no-ceiling";
    let ran = fed(command(&format!("{options} --hash 1M --positions -")), POSITIONS).fine();
    ran.says("for 0.01 s, real time").says("nodes/s [95 %]").says("plies more");
}

#[test]
fn one_thread_alone_is_compared_with_nothing() {
    let options = "bench scaling --game connect4 --budget 10ms --threads 1 --repeat 1 --no-ceiling";
    let ran = fed(command(&format!("{options} --hash 1M --positions -")), POSITIONS).fine();
    ran.says("Only one thread was measured, over 3 positions").says("--threads 2,4");
}

#[test]
fn a_report_is_a_page_with_its_data() {
    let folder = Folder::new();
    let ran = study(&format!("--report {}", folder.path("new/report").display())).fine();
    assert!(ran.err.contains("new/report/index.html"), "{ran:?}");
    let read = |name: &str| fs::read_to_string(folder.path("new/report").join(name)).expect(name);
    assert!(read("index.html").contains("virtual time"));
    is_made_again(&folder.path("new/report"));
    let data: Value = serde_json::from_str(&read("data.json")).expect("an object");
    assert_eq!(data["study"]["samples"].as_array().map(Vec::len), Some(9));
    assert_eq!(read("data.csv").lines().count(), 1 + 9);
    let file = folder.file("file", "");
    let ran = study(&format!("--report {file}"));
    let ran = ran.fails(2, &["file"]);
    assert!(ran.out.is_empty(), "reported before anything is measured: {ran:?}");
}

#[test]
fn a_journal_that_was_cut_is_continued() {
    let folder = Folder::new();
    let journal = folder.path("journal");
    let name = journal.display();
    let whole = study(&format!("--journal {name}")).fine();
    let text = fs::read_to_string(&journal).expect("a journal");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 1 + 9);
    let header = &lines[0][..lines[0].len() / 2];
    for (kept, torn) in [(1, ""), (4, ""), (4, &lines[4][..lines[4].len() / 2]), (0, header)] {
        let cut: String = lines[..kept].iter().flat_map(|line| [*line, "\n"]).collect();
        fs::write(&journal, cut + torn).expect("the test can write");
        let continued = study(&format!("--journal {name}")).fine();
        assert_eq!(continued.out, whole.out, "{kept} lines and {torn:?}");
        let again = fs::read_to_string(&journal).expect("a journal");
        assert_eq!(again.lines().count(), 1 + 9);
    }
    let before = fs::read_to_string(&journal).expect("a journal");
    assert_eq!(study(&format!("--journal {name}")).fine().out, whole.out, "nothing is left to do");
    assert_eq!(fs::read_to_string(&journal).expect("a journal"), before);
    study(&format!("--seed 2 --journal {name}")).fails(2, &["another run", "seed", "1", "2"]);
    study(&format!("--scheme lazy --journal {name}")).fails(2, &["another run", "schemes", "lazy"]);
    assert_eq!(fs::read_to_string(&journal).expect("a journal"), before);
    study("--journal no/such/folder/x").fails(2, &["no/such/folder/x", "no such file"]);
}

#[test]
fn a_position_that_cannot_be_searched_is_named_with_its_file_and_line() {
    let folder = Folder::new();
    let file = folder.file("positions", "# first\n4444\n\n48\n");
    let with = |file: &str| plyglot(&format!("{STUDY} --positions {file}"));
    with(&file).fails(2, &["positions:4:", "move 2", "8"]);
    with(&folder.file("over", "1212121\n")).fails(2, &["over:1:", "the game is over"]);
    with(&folder.file("empty", "# nothing\n")).fails(2, &["empty", "no positions"]);
    with("no/such/file").fails(2, &["no/such/file", "neither a file"]);
    let json = plyglot(&format!("{STUDY} --json --positions {file}")).fails(2, &["positions:4:"]);
    assert_eq!(json.json()[0]["type"], "error");
}

#[test]
fn options_without_a_meaning_are_refused_in_one_line() {
    let refused = |options: &str, words: &[&str]| {
        plyglot(&format!("bench scaling {options}")).fails(2, words);
    };
    refused("", &["--game"]);
    refused("--game shogi", &["shogi", "othello"]);
    refused("--game tictactoe", &["random openings", "--to-depth"]);
    refused("--game connect4 --threads 0", &["--threads", "0", "1 to 1024"]);
    refused("--game connect4 --threads 2,,4", &["--threads"]);
    refused("--game connect4 --threads 2000", &["--threads", "2000"]);
    refused("--game connect4 --scheme lasy", &["lasy", "abdada", "lazy", "root-splitting"]);
    refused("--game connect4 --scheme lazy+speed", &["speed", "stagger"]);
    // Parts that earlier versions had, and stored runs name.
    for gone in ["abdada-vote", "abdada-aspiration", "abdada-cut", "abdada+noise"] {
        let part = gone.rsplit(['+', '-']).next().unwrap_or_default();
        let part = format!("{part:?}");
        refused(&format!("--game connect4 --scheme {gone}"), &[&part, "stagger, settle"]);
    }
    refused("--game connect4 --scheme lazy,lazy", &["lazy", "twice"]);
    refused("--game connect4 --to-depth 0", &["--to-depth", "at least 1"]);
    refused("--game connect4 --to-depth 3 --to-solve", &["--to-depth", "--to-solve"]);
    refused("--game connect4 --to-solve --budget 1s", &["--to-solve", "--budget"]);
    refused("--game connect4 --virtual --budget 1s", &["--virtual", "--budget"]);
    refused("--game connect4 --budget 0s", &["--budget"]);
    refused("--game connect4 --turn 5", &["--virtual"]);
    refused("--game connect4 --virtual --turn 0", &["--turn"]);
    refused("--game connect4 --jobs 2", &["--virtual"]);
    refused("--game connect4 --repeat 0", &["--repeat"]);
    refused("--game connect4 --most 0", &["--most"]);
    refused("--game connect4 --json --csv", &["--json", "--csv"]);
    refused("--game connect4 --resume b", &["--resume"]);
    refused("--game connect4 --hash 1B", &["64 bytes"]);
    refused("--game connect4 --seed x", &["--seed"]);
    plyglot("bench scaling --game connect4 --hash 4000T").fails(3, &["4000 TiB", "memory"]);
    study("--positions x").fails(2, &["--positions"]);
    fed(command("bench scaling --game connect4 --positions -"), "4\n")
        .fails(2, &["--to-depth", "--to-solve", "--budget"]);
}

#[test]
fn a_reader_that_goes_away_is_not_a_failure() {
    for options in ["", "--json", "--csv"] {
        let mut command = command(&format!("{STUDY} --most 1 --positions - {options}"));
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("it was piped");
        std::io::Write::write_all(&mut stdin, POSITIONS.as_bytes()).expect("it reads");
        drop(stdin);
        let ran = Ran::from(child.wait_with_output().expect("it ends"));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{options}");
    }
}

/// Starts a study in a folder, interrupts it when `begun` says so, and waits for its end.
#[cfg(unix)]
fn interrupted(folder: &Path, arguments: &str, begun: impl Fn() -> bool) -> Ran {
    let mut child = command(arguments)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    while !begun() {
        assert!(child.try_wait().expect("a child").is_none(), "it ended too early");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("the system has kill").success());
    Ran::from(child.wait_with_output().expect("it ends"))
}

#[cfg(unix)]
#[test]
fn ctrl_c_records_what_is_measured_and_the_journal_continues() {
    let folder = Folder::new();
    folder.file("positions", &"1122\n1221\n3113\n2244\n3322\n".repeat(80));
    let options = "--to-solve --virtual --threads 2 --hash 1M --jobs 1";
    let study = format!("bench scaling --game connect4:5x5 --positions positions {options}");
    let journal = folder.path("journal");
    let lines =
        |least: usize| fs::read_to_string(&journal).is_ok_and(|text| text.lines().count() >= least);
    let ran = interrupted(folder.0.path(), &format!("{study} --journal journal"), || lines(3));
    assert_eq!(ran.code, 130, "{ran:?}");
    assert!(
        ran.err.contains("searches recorded") && ran.err.contains("--journal journal"),
        "{ran:?}"
    );
    let ran = ran.says("speed-up [95 %]");
    assert!(!lines(1 + 800), "it was stopped: {ran:?}");
    let run = |more: &str| {
        let mut command = command(&format!("{study}{more}"));
        Ran::from(command.current_dir(folder.0.path()).output().expect("the program runs")).fine()
    };
    assert_eq!(run(" --journal journal").out, run("").out);
    assert!(lines(1 + 800));
}

#[cfg(unix)]
#[test]
fn an_interrupted_study_without_a_journal_gets_one() {
    let folder = Folder::new();
    folder.file("positions", &"1122\n1221\n3113\n".repeat(200));
    folder.file("scaling-connect4-5x5-1.jsonl", "another file");
    let options = "--to-solve --virtual --threads 2 --hash 1M --jobs 1";
    let study = format!("bench scaling --game connect4:5x5 --positions positions {options}");
    // Nothing shows from outside when the first search is done; it takes far less than this.
    let begin = std::time::Instant::now();
    let late = || begin.elapsed() > std::time::Duration::from_secs(2);
    let ran = interrupted(folder.0.path(), &study, late);
    assert_eq!(ran.code, 130, "{ran:?}");
    assert!(ran.err.contains("--journal scaling-connect4-5x5-2.jsonl"), "{ran:?}");
    let kept = fs::read_to_string(folder.path("scaling-connect4-5x5-2.jsonl")).expect("a journal");
    assert!(kept.lines().count() > 1);
}

/// As many busy threads as the machine has processors for.
#[cfg(target_os = "linux")]
#[test]
fn other_work_on_the_machine_is_said_and_no_verdict_given() {
    use std::sync::atomic::{AtomicBool, Ordering};

    let done = AtomicBool::new(false);
    let ran = std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(64, usize::from) {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let options = "bench scaling --game connect4 --to-depth 4 --threads 2 --most 6 --hash 1M";
        let run = |more: &str| plyglot(&format!("{options} --repeat 1 --no-ceiling {more}"));
        let ran = [run("--json"), run("")];
        done.store(true, Ordering::Relaxed);
        ran
    });
    let [json, text] = ran.map(Ran::fine);
    assert!(json.err.contains("other work runs on this machine"), "{json:?}");
    let lines = json.json();
    assert!(lines[0]["load"].as_f64() >= Some(0.5), "{}", lines[0]);
    let comparisons = of_type(&lines, "comparison");
    assert!(!comparisons.is_empty());
    assert!(comparisons.iter().all(|one| one["resolution"] == "disturbed"), "{comparisons:?}");
    text.says("Other work ran on the machine").says("no verdict is given").says("Student's t");
}

#[test]
fn the_commit_is_known_in_a_clone_of_the_repository() {
    let git = Command::new("git").args(["rev-parse", "HEAD"]).output();
    let head = git.ok().filter(|ran| ran.status.success()).map(|ran| ran.stdout);
    let Some(head) = head.and_then(|head| String::from_utf8(head).ok()) else {
        eprintln!("NOT TESTED: this is not a clone, or there is no git");
        return;
    };
    let lines = study("--json").fine().json();
    let commit = lines[0]["origin"]["commit"].as_str().expect("it is known");
    assert_eq!(commit.trim_end_matches("-dirty"), head.trim());
}
