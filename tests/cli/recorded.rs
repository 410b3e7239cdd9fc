//! `--journal` of `solve`, `analyze` and `review`: a run that was cut off is continued, and says what the whole
//! one says.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{Ran, plyglot};

const POSITIONS: &str = "\
7422341735647741166133573473242566 1
71255763773133525731261364622167124446454 0
no position
52677675164321472411331752454 0
562154564361751726662253737734213275114 0
";

struct Files {
    _folder: tempfile::TempDir,
    input: PathBuf,
    journal: PathBuf,
}

fn files(text: &str) -> Files {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (input, journal) = (folder.path().join("in.txt"), folder.path().join("x.jsonl"));
    fs::write(&input, text).expect("the test can write");
    Files { _folder: folder, input, journal }
}

impl Files {
    fn run(&self, command: &str) -> Ran {
        let (input, journal) = (self.input.display(), self.journal.display());
        plyglot(&format!("{command} --file {input} --journal {journal} --threads 1 --json"))
    }

    fn text(&self) -> String {
        text(&self.journal)
    }
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

/// The objects without what depends on the time and on the table.
fn answers(ran: &Ran) -> Vec<Value> {
    let mut objects = ran.json();
    for object in &mut objects {
        let fields = object.as_object_mut().expect("an object");
        for name in ["time_ms", "nps", "nodes", "hash_permill", "pv"] {
            fields.remove(name);
        }
    }
    objects
}

#[test]
fn what_is_recorded_is_not_searched_again_and_the_rest_is() {
    let files = files(POSITIONS);
    let whole = files.run("solve connect4");
    assert_eq!(whole.code, 1, "{whole:?}");
    let journal = files.text();
    assert_eq!(journal.lines().count(), 1 + 4);
    // All of it again, from the journal alone: the times, too.
    let again = files.run("solve connect4");
    assert_eq!((again.code, &again.out), (1, &whole.out));
    assert!(again.err.contains("4 results taken from"), "{again:?}");
    assert_eq!(files.text(), journal);
    // As a run that was killed leaves it: the end torn.
    let cut: usize = journal.lines().take(3).map(|line| line.len() + 1).sum();
    fs::write(&files.journal, &journal[..cut + 20]).expect("the test can write");
    let continued = files.run("solve connect4");
    assert!(continued.err.contains("2 results taken from"), "{continued:?}");
    assert_eq!(answers(&continued), answers(&whole));
    let first_two = |ran: &Ran| ran.out.lines().take(2).map(String::from).collect::<Vec<_>>();
    assert_eq!(first_two(&continued), first_two(&whole));
    assert_eq!(files.text().lines().count(), 1 + 4);
}

#[test]
fn a_record_that_cannot_be_is_named_and_searched_again() {
    let files = files(POSITIONS);
    let whole = files.run("analyze connect4 --depth 3");
    let journal = files.text();
    for (from, to, why) in [
        ("\"moves\":[", "\"moves\":[9999,", "is not legal"),
        ("\"moves\":[", "\"moves\":[],\"more\":[", "without a move"),
        ("\"line\":1,", "\"line\":3,", "not of this run"),
        ("\"line\":1,", "\"line\":1,\"ply\":0,", "not of this run"),
        ("\"threads\":1", "\"threads\":-1", "expected usize"),
        ("\"seconds\":", "\"seconds\":-", "a time of -"),
    ] {
        let (head, records) = journal.split_once('\n').expect("lines");
        let wrong = records.replacen(from, to, 1).replace("\"ply\":null,", "");
        fs::write(&files.journal, format!("{head}\n{wrong}")).expect("the test can write");
        let ran = files.run("analyze connect4 --depth 3");
        assert!(ran.err.contains("x.jsonl:2: not used: ") && ran.err.contains(why), "{ran:?}");
        assert_eq!(answers(&ran), answers(&whole), "{to}");
    }
}

#[test]
fn the_journal_of_another_run_is_refused_and_unchanged() {
    let files = files(POSITIONS);
    files.run("analyze connect4 --depth 3");
    let journal = files.text();
    let refused = |command: &str, word: &str| {
        let ran = files.run(command);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains("another run") && ran.err.contains(word), "{ran:?}");
        assert_eq!(files.text(), journal);
    };
    refused("analyze connect4 --depth 4", "limits.depth");
    refused("analyze connect4 --depth 3 --lines 2", "limits.lines");
    refused("solve connect4", "command");
    fs::write(&files.input, POSITIONS.replace("52677675", "5267767")).expect("the test can write");
    refused("analyze connect4 --depth 3", "digest of the positions");
    let precious = "precious";
    fs::write(&files.journal, precious).expect("the test can write");
    let ran = files.run("analyze connect4 --depth 3");
    assert_eq!((ran.code, files.text().as_str()), (2, precious), "{ran:?}");
}

#[test]
fn a_review_goes_on_where_it_ended() {
    let files = files("b2 b1 a1 c3 a2\nno game\na1 b2 c3 a3 c1 b1 b3\n");
    let whole = files.run("review tictactoe --depth 9");
    let journal = files.text();
    let cut: usize = journal.lines().take(4).map(|line| line.len() + 1).sum();
    fs::write(&files.journal, &journal[..cut]).expect("the test can write");
    let continued = files.run("review tictactoe --depth 9");
    assert!(continued.err.contains("3 results taken from"), "{continued:?}");
    // With nothing in the table a search may prove a win in another way, but it is the same win.
    let judged = |ran: &Ran| {
        let name = |object: Value| {
            ["source_line", "ply", "move", "mark", "loss"].map(|name| object[name].clone())
        };
        ran.json().into_iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!((judged(&continued), continued.code), (judged(&whole), whole.code));
    assert_eq!(files.text().lines().count(), journal.lines().count());
    let again = files.run("review tictactoe --depth 9");
    assert_eq!(again.out, continued.out);
}
