//! `tables --memory`: what memory does not hold is solved by passes on disk, said beforehand, and goes on where it was.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::endings::names;
use crate::support::{Ran, command, plyglot};

/// A class that takes 16 MiB in memory, and all that it needs, with so much that it goes to disk.
const TABLES: &str = "tables draughts --class 2K-1K1m --threads 2 --memory 45M";

/// The tables as memory makes them.
fn in_memory() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let tables = TABLES.replace(" --memory 45M", "");
    plyglot(&format!("{tables} --out {}", folder.path().display())).fine();
    folder
}

fn same(one: &Path, other: &Path) {
    assert_eq!(names(one), names(other));
    for name in names(one) {
        let [one, other] = [one, other].map(|folder| fs::read(folder.join(&name)).expect("a file"));
        assert!(one == other, "{name}");
    }
}

/// What is said after what it costs.
fn last(ran: &Ran) -> &str {
    ran.err.lines().last().unwrap_or_default()
}

#[test]
fn what_passes_take_is_said_beforehand() {
    let shown = plyglot(TABLES).fine();
    let row = shown.out.lines().find(|line| line.starts_with("2K-1K1m")).expect("a row");
    let fields: Vec<_> = row.split_whitespace().collect();
    assert!(fields.len() > 8 && fields[7].parse::<f64>().is_ok_and(|size| size > 10.0), "{row}");
    shown.says("on disk and ").says(" meanwhile");
    let costs = plyglot(&format!("{TABLES} --json")).fine().json();
    let of = |class: &str| costs.iter().find(|of| of["class"] == class).expect("a cost");
    let (large, small) = (of("2K-1K1m"), of("1K-1K"));
    assert_eq!((&large["type"], &small["scratch_bytes"]), (&"table_cost".into(), &0.into()));
    assert!(large["scratch_bytes"].as_u64() > Some(10 << 20), "{large}");
    assert!(large["memory_bytes"].as_u64() < Some(12 << 20), "{large}");
}

#[test]
fn what_is_killed_or_interrupted_goes_on_and_ends_with_the_same_files() {
    let (memory, folder) = (in_memory(), tempfile::tempdir().expect("a folder for the test"));
    let tables = format!("{TABLES} --out {}", folder.path().display());
    let state = folder.path().join("2K-1K1m.scratch/state.json");
    // Each goes on where the one before it was stopped.
    for (signal, stage) in [("KILL", "Survey"), ("KILL", "Solve"), ("INT", "Solve")] {
        let before = fs::read_to_string(&state).ok();
        let child =
            command(&tables).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs");
        let (wanted, begin) = (format!("\"stage\":\"{stage}\""), Instant::now());
        let has_come = |now: &String| now.contains(&wanted) && Some(now) != before.as_ref();
        while !fs::read_to_string(&state).is_ok_and(|now| has_come(&now)) {
            assert!(begin.elapsed() < Duration::from_secs(300), "{stage} does not come");
            sleep(Duration::from_millis(1));
        }
        let sent =
            Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(sent.expect("the system has kill").success());
        let ended = child.wait_with_output().expect("it ends");
        let ended = Ran::from(ended);
        if signal == "INT" {
            assert_eq!(ended.code, 130, "{ended:?}");
            assert!(ended.err.contains("what is finished stays"), "{ended:?}");
        }
        assert!(state.is_file() && !folder.path().join("2K-1K1m.endings").exists());
    }
    plyglot(&tables).fine();
    same(memory.path(), folder.path());
    // They are the same bytes, so that to look at one folder is to look at both.
    plyglot(&format!("tables --check {} --memory 32M", memory.path().display())).fine();
}

#[test]
fn a_full_disk_loses_nothing() {
    let (memory, folder) = (in_memory(), tempfile::tempdir().expect("a folder for the test"));
    let tables = format!("{TABLES} --out {}", folder.path().display());
    // Half a megabyte a file.
    let script = format!("trap '' XFSZ; ulimit -f 1024; exec \"$0\" {tables}");
    let mut confined = Command::new("sh");
    confined.args(["-c", &script, env!("CARGO_BIN_EXE_plyglot")]);
    let ran = Ran::from(confined.output().expect("the system has sh"));
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(last(&ran).contains("2K-1K1m.scratch/"), "{ran:?}");
    assert!(last(&ran).ends_with("could not be written: file too large"), "{ran:?}");
    plyglot(&tables).fine();
    same(memory.path(), folder.path());
}

#[test]
fn too_little_memory_is_refused_with_what_is_needed() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let out = format!("--out {}", folder.path().display());
    let tables = TABLES.replace("45M", "1M");
    let ran = plyglot(&format!("{tables} {out}"));
    assert_eq!(ran.code, 3, "{ran:?}");
    let said = last(&ran);
    assert!(said.contains("1K-1K takes at least") && said.contains("there is 1M"), "{ran:?}");
    let least = said.split("at least ").nth(1).and_then(|rest| rest.split(' ').next());
    let class = TABLES.replace("2K-1K1m", "1K-1K");
    plyglot(&format!("{} {out}", class.replace("45M", least.expect("a size")))).fine();
    for bad in ["0", "64", "much"] {
        plyglot(&TABLES.replace("45M", bad)).fails(2, &["--memory", bad]);
    }
}
