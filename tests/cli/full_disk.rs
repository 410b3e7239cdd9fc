//! A full disk: files are old or new, journals end with a whole line.
//!
//! A limit on the size of files stands for the full disk; it holds for root as well.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Ran, plyglot};

/// Runs the program where no file can have more than 4 KiB (8 units of 512 bytes).
fn confined(arguments: &str) -> Ran {
    // Ignored, the signal of the limit becomes an error of the write, as on a full disk.
    let script = format!("trap '' XFSZ; ulimit -f 8; exec \"$0\" {arguments}");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_plyglot")]);
    command.output().expect("the system has sh").into()
}

fn names(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    names.sort();
    names
}

#[test]
fn a_trace_leaves_the_old_file() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("trace.html");
    fs::write(&path, "old").expect("the test can write");
    let ran = confined(&format!("trace tictactoe --depth 3 --output {}", path.display()));
    ran.fails(3, &["trace.html could not be written", "file too large"]);
    assert_eq!(fs::read_to_string(&path).expect("the old file"), "old");
    assert_eq!(names(folder.path()), [path]);
}

#[test]
fn a_report_leaves_the_old_files() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let page = folder.path().join("index.html");
    fs::write(&page, "old").expect("the test can write");
    let study =
        "bench scaling --game tictactoe --to-solve --virtual --threads 2 --hash 64K --most 2";
    let ran = confined(&format!("{study} --report {}", folder.path().display()));
    let ran = ran.fails(3, &["index.html", "written"]);
    assert!(!ran.err.contains(".part"), "{ran:?}");
    assert_eq!(fs::read_to_string(&page).expect("the old file"), "old");
    assert_eq!(names(folder.path()), [page]);
}

#[test]
fn a_journal_ends_with_a_whole_line_and_continues_where_there_is_room() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("journal");
    let study =
        "bench scaling --game tictactoe --to-solve --virtual --threads 2 --hash 64K --jobs 1";
    let study = format!("{study} --most 10 --journal {}", path.display());
    confined(&study).fails(3, &["journal", "large"]);
    let kept = fs::read_to_string(&path).expect("a journal");
    assert!(kept.ends_with("}\n") && (2..20).contains(&kept.lines().count()), "{kept}");
    let ran = plyglot(&study).fine();
    assert!(ran.err.is_empty(), "no line is bad: {ran:?}");
    let whole = fs::read_to_string(&path).expect("a journal");
    assert!(whole.starts_with(&kept));
    assert_eq!(whole.lines().count(), 1 + 20);
}

#[test]
fn a_tree_keeps_what_it_had_and_goes_on_where_there_is_room() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("tree");
    confined(&format!("tree grow tictactoe {} --json", path.display()))
        .fails(3, &["tree", "large"]);
    assert!(names(folder.path()).is_empty(), "a tree that was not begun is not there");
    let grow = format!("tree grow connect4 {} --effort 100 -j 1 --hash 1M", path.display());
    plyglot(&format!("{grow} --positions 30")).fine();
    let before = plyglot(&format!("tree export {}", path.display())).fine().out;
    confined(&format!("{grow} --json")).fails(3, &["tree", "large"]);
    let after = plyglot(&format!("tree export {}", path.display())).fine().out;
    assert!(after.lines().count() >= before.lines().count());
    plyglot(&format!("{grow} --positions 30")).fine();
}

#[test]
fn a_device_is_written_directly() {
    for device in ["/dev/null", "/dev/stdout"] {
        let ran = plyglot(&format!("trace tictactoe --depth 2 --output {device}")).fine();
        assert_eq!(ran.out.is_empty(), device == "/dev/null", "{ran:?}");
        assert!(!fs::metadata("/dev/null").expect("a device").is_file());
    }
    plyglot("trace tictactoe --depth 2 --output /dev/full").fails(3, &["/dev/full", "no space"]);
}
