//! Workers of another version, with other options or other weights: what they are given is refused, and so is what
//! they give.

use std::fs;
#[cfg(unix)]
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Command;

use serde_json::Value;

#[cfg(unix)]
use super::{check_answers, hyperqueue, slow, values};
use super::{farm, positions, run};
#[cfg(unix)]
use crate::support::command;
use crate::support::plyglot;

#[cfg(unix)]
#[test]
fn a_worker_with_other_options_is_refused_and_its_tasks_are_searched_again() {
    let Some(_) = hyperqueue("a farm with a worker of another version") else { return };
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (file, workdir) = (positions(folder.path()), folder.path().join("work"));
    let other = slow(folder.path(), "--set killer=3");
    let ran = run(farm(&file, &workdir, &format!("--local --program {}", other.display())));
    assert_eq!(ran.code, 1, "{ran:?}");
    for words in
        ["a part of another run: its knowledge is", "more tasks are refused", "no task was"]
    {
        assert!(ran.err.contains(words), "no {words} in {ran:?}");
    }
    assert!(!workdir.join("results.jsonl").exists());
    run(farm(&file, &workdir, "--local")).fine();
    check_answers(&file, &workdir);
}

/// A stand-in for the program of a worker: a script that calls it.
#[cfg(unix)]
fn stand_in(folder: &Path, script: &str) -> PathBuf {
    let path = folder.join("stand-in.sh");
    let program = env!("CARGO_BIN_EXE_plyglot");
    fs::write(&path, format!("#!/bin/sh\n{}\n", script.replace("PLYGLOT", program)))
        .expect("the test can write");
    let executable = Command::new("chmod").arg("+x").arg(&path).status();
    assert!(executable.expect("the system has chmod").success());
    path
}

#[cfg(unix)]
#[test]
fn a_worker_with_other_weights_is_refused_and_its_tasks_are_searched_again() {
    let Some(_) = hyperqueue("a farm with a worker with other weights") else { return };
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name);
    let train = "train othello --rounds 1 --games 20 --check 0";
    for (seed, name) in [(1, "weights"), (2, "others")] {
        plyglot(&format!("{train} --seed {seed} --output {}", path(name).display())).fine();
    }
    let right = fs::read(path("weights")).expect("they were trained");
    assert_ne!(right, fs::read(path("others")).expect("they were trained"));
    let middle = "f5d6c3d3c4f4c5b3c2b4e3e6c6f6";
    let positions: String =
        (0..12).map(|more| format!("{}\n", &middle[..middle.len() - 2 * (more % 6)])).collect();
    fs::write(path("positions"), positions).expect("the test can write");
    let farm = |more: &str| {
        run(command(&format!(
            "farm othello --file {} --workdir {} --workers 2 --local --depth 4 --hash 1M --set weights={} {more}",
            path("positions").display(),
            path("work").display(),
            path("weights").display(),
        )))
    };
    // The worker finds another file under the same path.
    let copy = format!("cp {} {}\n", path("others").display(), path("weights").display());
    let other = stand_in(folder.path(), &format!("{copy}exec PLYGLOT \"$@\""));
    let ran = farm(&format!("--program {}", other.display()));
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("a part of another run: its knowledge is"), "{ran:?}");
    assert!(!path("work").join("results.jsonl").exists());
    // With these weights it is another farm; with the right ones it is answered.
    let ran = farm("");
    assert!(ran.code == 2 && ran.err.contains("another farm: its knowledge is"), "{ran:?}");
    fs::write(path("weights"), right).expect("the test can write");
    farm("").fine();
    let text = fs::read_to_string(path("work").join("results.jsonl")).expect("it was gathered");
    let lines: Vec<_> = values(&text).iter().map(|of| of[1].clone()).collect();
    assert_eq!(lines, (1..=12).map(Value::from).collect::<Vec<_>>());
    // Each task was searched with these weights: again by hand it gives the same.
    for part in 1..=4 {
        let parts = path("work").join("parts").join(format!("{part}.json"));
        let again = plyglot(&format!(
            "analyze othello --file {} --depth 4 --threads 1 --hash 1M --set weights={} --part {} --json",
            path("positions").display(),
            path("weights").display(),
            parts.display()
        ));
        let again = values(&again.fine().out);
        assert!(again.len() > 1 && again[1..].iter().all(|one| values(&text).contains(one)));
    }
}

#[cfg(unix)]
#[test]
fn a_worker_of_another_version_is_refused_by_the_part_and_by_its_results() {
    let Some(_) = hyperqueue("a farm with a worker of another version") else { return };
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (file, workdir) = (positions(folder.path()), folder.path().join("work"));
    let version = env!("CARGO_PKG_VERSION");
    let edit = format!("sed 's/\"version\":\"{version}\"/\"version\":\"9.8.7\"/'");
    // To the worker's program the part comes from another version: it searches nothing.
    let newer = format!(
        "n=$#\nfor word; do\n  case \"$word\" in */parts/*.json) {edit} \"$word\" > \"$word.of-it\"; \
         word=\"$word.of-it\";; esac\n  set -- \"$@\" \"$word\"\ndone\nshift $n\nexec PLYGLOT \"$@\""
    );
    let program = stand_in(folder.path(), &newer);
    let ran = run(farm(&file, &workdir, &format!("--local --program {}", program.display())));
    assert_eq!(ran.code, 1, "{ran:?}");
    let said = format!(
        "a part of another run: its program.version is \"9.8.7\", here it is \"{version}\""
    );
    assert!(ran.err.contains(&said), "{ran:?}");
    let journals = || fs::read_dir(workdir.join("journals")).expect("a folder").count();
    assert_eq!(journals(), 0, "it has begun to search");
    // One that searches all the same gives results of another version.
    let program = stand_in(folder.path(), &format!("PLYGLOT \"$@\" | {edit}"));
    let ran = run(farm(&file, &workdir, &format!("--local --program {}", program.display())));
    assert_eq!(ran.code, 1, "{ran:?}");
    let said = format!(
        "refused: results of another run: its program.version is \"9.8.7\", here it is \"{version}\""
    );
    assert!(ran.err.contains(&said), "{ran:?}");
    assert!(!workdir.join("results.jsonl").exists());
    run(farm(&file, &workdir, "--local")).fine();
    check_answers(&file, &workdir);
}

#[test]
fn a_part_belongs_to_its_file_and_its_run() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (file, workdir) = (positions(folder.path()), folder.path().join("work"));
    let mut written = farm(&file, &workdir, "");
    assert_eq!(
        run({
            written.env("PATH", folder.path());
            written
        })
        .code,
        1
    );
    let (file, part) = (file.display().to_string(), workdir.join("parts").join("1.json"));
    let text = fs::read_to_string(&part).expect("it was written");
    let part = part.display();
    let solve = |more: &str| plyglot(&format!("solve connect4 --file {file} --threads 1 {more}"));
    let header = solve(&format!("--part {part} --json")).fine().json().remove(0);
    assert_eq!((&header["by"], &header["shards"]), (&"farm".into(), &16.into()));
    let whole: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(header["lines"], whole["header"]["lines"]);
    for (more, words) in [
        (
            format!("--part {part} --depth 3"),
            "another run: its limits.depth is not known, here it is 3",
        ),
        (format!("--part {part} --shard 1/2"), "cannot be used with"),
        ("--part /nonexistent".into(), "/nonexistent"),
        (format!("--part {file}"), "not a part of a file that the command `farm` has prepared"),
    ] {
        solve(&more).fails(2, &[words]);
    }
    for (from, to, words) in [
        ("\"plyglot_part\":1", "\"plyglot_part\":2", "format 1 is needed"),
        ("\"shard\":1", "\"shard\":17", "make no sense"),
        ("\"file\":\"", "\"file\":\"0", "another run: its digest of the file is"),
        ("{", "", "not a part of a file"),
    ] {
        assert!(text.contains(from), "no {from} in {text}");
        let damaged = folder.path().join("damaged");
        fs::write(&damaged, text.replacen(from, to, 1)).expect("the test can write");
        solve(&format!("--part {}", damaged.display())).fails(2, &[words]);
    }
    // The file has changed since.
    let mut longer = fs::read_to_string(&file).expect("it was written");
    longer.push_str("44\n");
    fs::write(&file, longer).expect("the test can write");
    solve(&format!("--part {part}")).fails(2, &["another run: its digest of the file is"]);
}
