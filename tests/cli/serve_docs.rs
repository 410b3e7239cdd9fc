//! The examples of `docs/serve.md`: the shell runs those in shell, Python those in Python, and the answer that is
//! shown is the one that is given.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const PAGE: &str = include_str!("../../docs/serve.md");

/// The blocks of code in this language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let begun = PAGE.split(&fence).skip(1);
    begun.map(|rest| rest.split("```").next().expect("a split has a first part")).collect()
}

/// Runs a program in a folder, with `plyglot` where it looks for programs; `None` if the system has no such
/// program.
fn run(program: &str, arguments: &[&str], folder: &Path) -> Option<Output> {
    let own = Path::new(env!("CARGO_BIN_EXE_plyglot")).parent().expect("it lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", own.display());
    let ran = Command::new(program).args(arguments).current_dir(folder).env("PATH", path).output();
    match ran {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("NO {program}: its examples are not run");
            None
        }
        ran => Some(ran.expect("it runs")),
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// An answer without what differs from run to run.
fn lasting(line: &str) -> serde_json::Value {
    let mut answer: serde_json::Value = serde_json::from_str(line).expect("an object");
    for name in ["nodes", "nps", "time_ms", "waited_ms", "hash_bytes"] {
        assert!(answer[name].take().is_number(), "{name} in {line}");
    }
    answer
}

#[test]
fn the_example_in_shell_runs() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let blocks = blocks("sh");
    assert_eq!(blocks.len(), 1);
    let shell = |block: &str| run("sh", &["-e", "-c", block], folder.path());
    let Some(first) = shell(blocks[0]) else { return };
    let shown = self::blocks("json")[0];
    assert_eq!(lasting(&text(&first.stdout)), lasting(shown));
}

#[test]
fn the_example_in_python_runs() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let blocks = blocks("python");
    assert_eq!(blocks.len(), 1);
    let file = folder.path().join("example.py");
    fs::write(&file, blocks[0]).expect("the test can write");
    let Some(ran) = run("python3", &["example.py"], folder.path()) else { return };
    assert!(ran.status.success(), "{}\n{}", text(&ran.stdout), text(&ran.stderr));
    assert_eq!(text(&ran.stdout).lines().count(), 5, "{}", text(&ran.stdout));
}
