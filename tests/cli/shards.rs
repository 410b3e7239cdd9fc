//! `--shard` and `merge`: parts of a file are searched by runs that know nothing of one another, and together they
//! give what one run gives.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::{Ran, plyglot};

/// Solved positions, a comment, a blank line and a bad line.
const POSITIONS: &str = "\
# a comment
7422341735647741166133573473242566 1
71255763773133525731261364622167124446454 0

52677675164321472411331752454 0
hello
562154564361751726662253737734213275114 0
6763525635134453444361412671365712 -1
3146762114467714356347741621375222 -1
";

fn place(positions: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("positions");
    fs::write(&path, positions).expect("the test can write");
    let name = path.to_str().expect("a path of text").into();
    (folder, name)
}

/// Searches each shard into a file of its own; gives the files.
fn shards(folder: &Path, command: &str, of: usize) -> Vec<String> {
    let one = |number: usize| {
        let path = folder.join(format!("{number}.jsonl"));
        let ran = plyglot(&format!("{command} --shard {number}/{of} --json"));
        fs::write(&path, ran.out).expect("the test can write");
        path.display().to_string()
    };
    (1..=of).map(one).collect()
}

/// What counts of each object.
fn essence(ran: &Ran) -> Vec<Value> {
    let names = ["type", "source_line", "position", "ply", "move", "score", "answer", "message"];
    let of = |object: &Value| names.iter().map(|name| object[name].clone()).collect();
    ran.json().iter().map(of).collect()
}

#[test]
fn shards_merge_into_what_one_run_prints() {
    let (folder, positions) = place(POSITIONS);
    for (command, code) in [
        (format!("solve connect4 --file {positions}"), 1),
        (format!("solve connect4 --file {positions} --shard-by cost"), 1),
        (format!("analyze connect4 --file {positions} --depth 6 --threads 1 --lines 2"), 1),
        (format!("review connect4 --file {positions} --nodes 300 --threads 1"), 1),
    ] {
        let whole = plyglot(&format!("{} --json", command.replace(" --shard-by cost", "")));
        for of in [1, 3, 9] {
            let files = shards(folder.path(), &command, of);
            let ran = plyglot(&format!("merge {}", files.join(" ")));
            assert_eq!((ran.code, whole.code), (code, code), "{ran:?}");
            assert_eq!(essence(&ran), essence(&whole), "{command}, {of}");
            assert!(ran.err.contains(&format!("{of} of {of} shards, 7 of 7 lines")), "{ran:?}");
        }
    }
}

#[test]
fn every_line_is_in_one_shard_by_a_stated_rule() {
    let (folder, positions) = place(POSITIONS);
    let solve = format!("solve connect4 --file {positions}");
    let lines = |command: &str| -> Vec<Value> {
        let header = |file: &String| {
            let text = fs::read_to_string(file).expect("it was written");
            let header: Value =
                serde_json::from_str(text.lines().next().expect("a header")).expect("JSON");
            assert_eq!((&header["type"], &header["records"]), (&"shard".into(), &7.into()));
            header["lines"].clone()
        };
        shards(folder.path(), command, 3).iter().map(header).collect()
    };
    let turns: Value = serde_json::json!([[2, 6, 9], [3, 7], [5, 8]]);
    assert_eq!(Value::from(lines(&solve)), turns);
    // The position with the most empty squares first, the bad line last.
    let by_cost = lines(&format!("{solve} --shard-by cost"));
    assert!(by_cost[0].as_array().is_some_and(|lines| lines.contains(&5.into())), "{by_cost:?}");
    assert!(by_cost[2].as_array().is_some_and(|lines| lines.contains(&6.into())), "{by_cost:?}");
}

#[test]
fn a_journal_belongs_to_its_shard() {
    let (folder, positions) = place(POSITIONS);
    let journal = folder.path().join("journal");
    let shard = |shard: &str| {
        let journal = journal.display();
        plyglot(&format!(
            "solve connect4 --file {positions} --shard {shard} --journal {journal} --json"
        ))
    };
    let first = shard("2/3").fine();
    let again = shard("2/3").fine();
    assert_eq!(essence(&first), essence(&again));
    assert!(again.err.contains("2 results taken from"), "{again:?}");
    let kept = fs::read_to_string(&journal).expect("a journal");
    for other in ["1/3", "2/4", "2/3 --shard-by cost"] {
        let ran = shard(other);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains("another run: its shard"), "{ran:?}");
    }
    assert_eq!(fs::read_to_string(&journal).expect("a journal"), kept);
}

#[test]
fn a_journal_belongs_to_the_lines_of_its_file() {
    let (folder, positions) = place(POSITIONS);
    let journal = folder.path().join("journal").display().to_string();
    let solve =
        || plyglot(&format!("solve connect4 --file {positions} --journal {journal} --json"));
    assert_eq!(solve().code, 1);
    // The same positions, each a line further down: its records are found by their lines.
    fs::write(&positions, format!("# one more\n{POSITIONS}")).expect("the test can write");
    let ran = solve();
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("digest of the positions"), "{ran:?}");
}

#[test]
fn what_is_missing_twice_or_different_is_named_and_sets_the_exit_code() {
    let (folder, positions) = place(POSITIONS);
    let files = shards(folder.path(), &format!("solve connect4 --file {positions}"), 3);
    let merged = folder.path().join("merged");
    let merge = |files: &[&str]| {
        plyglot(&format!("merge {} --output {}", files.join(" "), merged.display()))
    };
    let ran = merge(&[&files[0], &files[2]]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("missing: shard 2 of 3 with 2 lines, in no file"), "{ran:?}");
    ran.says("2 of 3 shards, 5 of 7 lines").says("2 missing");
    assert_eq!(fs::read_to_string(&merged).expect("it was written").lines().count(), 5);
    let text = fs::read_to_string(&files[1]).expect("it was written");
    let torn = folder.path().join("torn").display().to_string();
    fs::write(&torn, &text[..text.len() - 20]).expect("the test can write");
    let ran = merge(&[&files[0], &torn, &files[2]]);
    assert!(ran.code == 1 && ran.err.contains("missing: line 7 of shard 2"), "{ran:?}");
    let other = folder.path().join("other").display().to_string();
    let won = text.replace("\"value\":0", "\"value\":2").replace("\"draw\"", "\"+2\"");
    fs::write(&other, won).expect("the test can write");
    let ran = merge(&[&files[0], &files[1], &files[2], &other]);
    assert!(
        ran.code == 1 && ran.err.contains("line 7 is answered differently: draw (proven)"),
        "{ran:?}"
    );
    assert!(ran.err.contains("line 3 is answered differently"), "{ran:?}");
    let ran = merge(&[&files[0], &files[1], &files[2], &files[0]]);
    assert!(ran.code == 1 && ran.err.contains("line 2 is answered twice, alike"), "{ran:?}");
}

#[test]
fn what_is_no_shard_of_the_same_run_is_refused_and_nothing_is_written() {
    let (folder, positions) = place(POSITIONS);
    let solve = format!("solve connect4 --file {positions}");
    let file = shards(folder.path(), &solve, 1).remove(0);
    let kept = folder.path().join("kept").display().to_string();
    fs::write(&kept, "precious").expect("the test can write");
    let other = folder.path().join("other").display().to_string();
    fs::write(&other, plyglot(&format!("{solve} --set killer=3 --shard 1/1 --json")).out)
        .expect("written");
    for (files, words) in [
        (positions.clone(), ["positions:1: ", "not an object of --json"]),
        (format!("{file} /nonexistent"), ["/nonexistent", "No such file"]),
        (format!("{file} {other}"), ["another run", "knowledge"]),
        (file.replace("1.jsonl", ""), ["directory", ""]),
    ] {
        plyglot(&format!("merge {files} --output {kept}")).fails(2, &words);
        assert_eq!(fs::read_to_string(&kept).expect("it is there"), "precious");
    }
    plyglot("merge").fails(2, &["FILE"]);
    plyglot(&format!("merge {file} --json")).fails(2, &["--output"]);
    plyglot(&format!("merge {file} --output /nonexistent/x")).fails(2, &["/nonexistent/x"]);
    for bad in ["0/3", "4/3", "x", "3", "1/0", "1/1000001"] {
        plyglot(&format!("{solve} --shard {bad}")).fails(2, &["--shard", "I/N"]);
    }
    plyglot("solve connect4 --shard 1/3").fails(2, &["--file"]);
    plyglot(&format!("{solve} --shard-by cost")).fails(2, &["--shard"]);
    plyglot("merge /dev/zero").fails(2, &["/dev/zero:1: longer than 64 MiB"]);
}

#[test]
fn the_summary_as_an_object_has_all_counts() {
    let (folder, positions) = place(POSITIONS);
    let files = shards(folder.path(), &format!("solve connect4 --file {positions}"), 3);
    let merged = folder.path().join("merged").display().to_string();
    let ran = plyglot(&format!("merge {} {} --output {merged} --json", files[0], files[1]));
    let summary = &ran.json()[0];
    for (field, value) in [
        ("type", "merge".into()),
        ("schema", 2.into()),
        ("game", "connect4".into()),
        ("command", "solve".into()),
        ("shards", 3.into()),
        ("read", 2.into()),
        ("records", 7.into()),
        ("answered", 5.into()),
        ("errors", 1.into()),
        ("right", 4.into()),
        ("wrong", 0.into()),
        ("missing", serde_json::json!([{"shard": 3, "lines": null}])),
    ] {
        assert_eq!(summary[field], value, "{field} of {summary}");
    }
}

/// The scripts of docs/farm.md, but for the one that only Slurm can run.
#[cfg(unix)]
#[test]
fn the_scripts_of_the_page_run() {
    let page = fs::read_to_string("docs/farm.md").expect("the repository has the page");
    let scripts: Vec<&str> =
        page.split("```bash\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(scripts.len(), 3, "GNU parallel, xargs, Slurm");
    let mut ran = 0;
    for script in &scripts {
        let tool = ["parallel", "xargs", "SLURM"].iter().find(|tool| script.contains(*tool));
        let tool = *tool.expect("a script for one of the three");
        let (folder, positions) = place(&POSITIONS.replace("hello\n", ""));
        fs::rename(&positions, folder.path().join("positions.txt")).expect("it can be renamed");
        let there = Command::new(tool)
            .arg("--version")
            .output()
            .is_ok_and(|output| output.status.success());
        if tool == "SLURM" {
            // One task of the array, as Slurm would start it, for each; then what its comment says.
            let merge = script
                .lines()
                .find_map(|line| line.strip_prefix("# then: "))
                .expect("how to merge");
            let tasks = format!(
                "for SLURM_ARRAY_TASK_ID in $(seq 1 8); do export SLURM_ARRAY_TASK_ID SLURM_ARRAY_TASK_COUNT=8\n\
                 SLURM_CPUS_PER_TASK=1\n{script}\ndone\n{merge}"
            );
            run(&tasks, folder.path());
        } else if there {
            run(script, folder.path());
        } else {
            eprintln!("!! NO {tool}: its script in docs/farm.md is NOT RUN");
            continue;
        }
        let all = fs::read_to_string(folder.path().join("all.jsonl")).expect("it was merged");
        assert_eq!(all.lines().count(), 6, "{script}");
        ran += 1;
    }
    assert!(ran > 0, "none of the scripts was run");
}

#[cfg(unix)]
fn run(script: &str, folder: &Path) {
    let program = Path::new(env!("CARGO_BIN_EXE_plyglot")).parent().expect("it lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("bash");
    command.args(["-e", "-c", script]).current_dir(folder);
    let output = command.env("PATH", format!("{}:{path}", program.display())).output();
    let ran = Ran::from(output.expect("the system has bash"));
    assert_eq!(ran.code, 0, "{script}\n{ran:?}");
}
