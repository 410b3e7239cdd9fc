//! Saved tables: `--save` and `--load`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{Ran, plyglot};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of text")
}

fn nodes(ran: &Ran) -> u64 {
    let last: Value = ran.json().pop().expect("a result");
    last["nodes"].as_u64().expect("a number")
}

const SOLVE: &str = "solve othello --position ffo40 --threads 1 --hash 64M --json";

#[test]
fn a_stopped_solve_goes_on_where_it_was() {
    let folder = Folder::new();
    let (whole, file) = (plyglot(SOLVE).fine(), folder.path("half.table"));
    let half = nodes(&whole) / 2;
    let stopped = plyglot(&format!("{SOLVE} --nodes {half} --save {}", text(&file)));
    assert_eq!(stopped.code, 1, "{stopped:?}");
    assert!(stopped.err.contains("entries written to"), "{stopped:?}");
    let rest = plyglot(&format!("{SOLVE} --load {}", text(&file))).fine();
    assert!(rest.err.contains("entries read from"), "{rest:?}");
    let again = (half + nodes(&rest)).saturating_sub(nodes(&whole));
    assert!(again * 20 <= nodes(&whole), "{again} of {} again", nodes(&whole));
    let score = |ran: &Ran| ran.json().pop().expect("a result")["score"].clone();
    assert_eq!(score(&rest), score(&whole));
    // What is solved is answered at once.
    let solved = folder.path("solved.table");
    plyglot(&format!("{SOLVE} --save {}", text(&solved))).fine();
    let again = plyglot(
        &format!("{SOLVE} --hash 128M --load {}", text(&solved)).replace("--hash 64M ", ""),
    );
    assert!(nodes(&again.fine()) < nodes(&whole) / 100);
}

/// An estimate of what is not solved must not leave its entries in the file: it once cost the rest of the solve two
/// fifths more.
#[test]
fn the_estimate_of_a_stopped_solve_is_not_saved() {
    let solve = "solve dots-and-boxes:3x3 --threads 1 --json";
    let (whole, folder) = (nodes(&plyglot(solve).fine()), Folder::new());
    let file = folder.path("half.table");
    let half = whole / 2;
    let stopped = plyglot(&format!("{solve} --nodes {half} --save {}", text(&file)));
    assert_eq!(stopped.code, 1, "{stopped:?}");
    let rest = nodes(&plyglot(&format!("{solve} --load {}", text(&file))).fine());
    let again = (half + rest).saturating_sub(whole);
    assert!(again * 20 <= whole, "{again} of {whole} again");
}

#[test]
fn a_table_of_something_else_is_refused_by_name_and_left_alone() {
    let folder = Folder::new();
    let file = folder.path("some.table");
    let name = text(&file);
    plyglot(&format!("analyze othello --depth 3 --threads 1 --save {name}")).fine();
    let before = fs::read(&file).expect("a table");
    let refused = |command: &str, word: &str| {
        plyglot(&format!("{command} --load {name}")).fails(2, &[name, word]);
    };
    refused("solve othello:6", "a table of othello, not of othello:6");
    refused("analyze othello --depth 2 --set leaf=9", "other options");
    let text_file = folder.path("precious.txt");
    fs::write(&text_file, "precious").expect("a file");
    for option in ["--load", "--save"] {
        let command = format!("analyze othello --depth 2 {option} {}", text(&text_file));
        plyglot(&command).fails(2, &["precious.txt", "not a table of plyglot"]);
    }
    assert_eq!(fs::read(&text_file).expect("it is there"), b"precious");
    fs::write(&file, &before[..before.len() - 5]).expect("a file");
    refused("analyze othello --depth 2", "damaged");
    fs::write(&file, [&before[..], b"more"].concat()).expect("a file");
    refused("analyze othello --depth 2", "goes on after its");
    plyglot("analyze othello --depth 2 --load /nonexistent").fails(2, &["/nonexistent"]);
    plyglot("analyze othello --depth 2 --save /nonexistent/x").fails(2, &["/nonexistent/x"]);
    plyglot("analyze othello --depth 2 --file - --save x").fails(2, &["--save", "--file"]);
}
