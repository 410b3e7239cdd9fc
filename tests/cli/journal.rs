//! `--journal`: a journal of the same study is continued, every other file stays unchanged.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Ran, plyglot};

fn study(game: &str, journal: &Path) -> Ran {
    let options = "--to-solve --virtual --threads 2 --hash 64K --most 2";
    plyglot(&format!("bench scaling --game {game} {options} --journal {}", journal.display()))
}

fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("x.txt");
    (folder, path)
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

#[test]
fn a_file_that_is_not_a_journal_is_refused_and_unchanged() {
    let (_folder, path) = place();
    for precious in ["precious", "one\nprecious", "{\"a\":1}\n{\"b\":2}\n", "{\"plyglot", "\n"] {
        fs::write(&path, precious).expect("the test can write");
        study("tictactoe", &path).fails(2, &["x.txt", "not a journal"]);
        assert_eq!(text(&path), precious);
    }
    study("tictactoe", path.parent().expect("its folder")).fails(2, &["regular file"]);
}

#[cfg(unix)]
#[test]
fn a_device_or_a_pipe_is_refused_at_once() {
    study("tictactoe", Path::new("/dev/null")).fails(2, &["/dev/null", "regular file"]);
    let (folder, _) = place();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("the system has mkfifo").success());
    study("tictactoe", &pipe).fails(2, &["pipe", "regular file"]);
}

#[test]
fn an_empty_file_is_a_new_journal() {
    let (_folder, path) = place();
    fs::write(&path, "").expect("the test can write");
    study("tictactoe", &path).fine();
    assert_eq!(text(&path).lines().count(), 1 + 4);
}

#[test]
fn the_journal_of_another_run_is_refused_by_what_differs_and_unchanged() {
    let (_folder, path) = place();
    study("tictactoe", &path).fine();
    // A torn last line would be cut off in a run of its own.
    let kept = text(&path) + "{\"sam";
    fs::write(&path, &kept).expect("the test can write");
    study("tictactoe:4,4,3", &path).fails(2, &["another run", "game", "tictactoe:4,4,3"]);
    assert_eq!(text(&path), kept);
    let other = kept.replace("\"bench scaling\"", "\"bench other\"");
    fs::write(&path, &other).expect("the test can write");
    study("tictactoe", &path).fails(2, &["another run", "command", "bench other"]);
    assert_eq!(text(&path), other);
}

#[test]
fn a_bad_line_is_reported_by_its_number_and_measured_again() {
    let (_folder, path) = place();
    let whole = study("tictactoe", &path).fine();
    assert!(whole.err.is_empty(), "{whole:?}");
    let kept = text(&path);
    let lines: Vec<&str> = kept.lines().collect();
    let wrong = lines[2].replace("\"position\":", "\"position\":7");
    let score = lines[3].replace("\"score\":\"", "\"score\":\"nothing like ");
    let changed = [lines[0], lines[1], &wrong, &score, "{", lines[4]].join("\n") + "\n";
    assert_ne!(changed, kept);
    fs::write(&path, &changed).expect("the test can write");
    let ran = study("tictactoe", &path).fine();
    assert_eq!(ran.out, whole.out);
    let notes: Vec<&str> = ran.err.lines().collect();
    assert_eq!(notes.len(), 3, "{ran:?}");
    assert!(notes[0].contains("x.txt:3: ") && notes[0].contains("position 7"), "{ran:?}");
    assert!(notes[1].contains("x.txt:4: ") && notes[1].contains("nothing like"), "{ran:?}");
    assert!(notes[2].contains("x.txt:5: "), "{ran:?}");
    assert!(text(&path).starts_with(&changed), "nothing of it was taken away");
    assert_eq!(text(&path).lines().count(), 6 + 2);
}

#[test]
fn a_second_process_is_refused() {
    let (_folder, path) = place();
    study("tictactoe", &path).fine();
    let kept = text(&path);
    let file = fs::OpenOptions::new().read(true).write(true).open(&path).expect("a journal");
    file.try_lock().expect("it is not locked");
    study("tictactoe", &path).fails(2, &["x.txt", "another process"]);
    assert_eq!(text(&path), kept);
    file.unlock().expect("it is ours");
    study("tictactoe", &path).fine();
}

/// Schemes had more parts in earlier versions, and stored journals name them.
#[test]
fn a_journal_with_a_part_of_a_scheme_that_is_gone_is_refused_by_its_name() {
    let (_folder, path) = place();
    study("tictactoe", &path).fine();
    let now = text(&path);
    for (part, scheme) in [
        ("vote", "abdada-vote"),
        ("aspiration", "abdada-aspiration"),
        ("cut", "abdada-cut"),
        ("noise", "abdada+noise"),
    ] {
        let kept = now.replace("\"abdada\"", &format!("\"{scheme}\""));
        assert_ne!(kept, now);
        fs::write(&path, &kept).expect("the test can write");
        let (scheme, part) = (format!("{scheme:?}"), format!("{part:?}"));
        let words = ["x.txt", &scheme, &part, "stagger, settle"];
        study("tictactoe", &path).fails(2, &words);
        assert_eq!(text(&path), kept);
        // In a record: reported by its line, and measured again.
        let (header, records) = now.split_once('\n').expect("lines");
        let records = records.replace("\"abdada\"", &scheme);
        fs::write(&path, format!("{header}\n{records}")).expect("the test can write");
        let ran = study("tictactoe", &path).fine();
        assert!(ran.err.contains("x.txt:") && ran.err.contains(&part), "{ran:?}");
    }
}
