//! Pages of reports are made from the data beside them: those of the recorded runs are not kept.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::plyglot;

/// Makes the page of this folder again, which must come out the same.
pub(crate) fn is_made_again(dir: &Path) {
    let page = dir.join("index.html");
    let before = fs::read_to_string(&page).expect("a page");
    fs::remove_file(&page).expect("the test can remove it");
    let ran = plyglot(&format!("bench report {}", dir.display())).fine();
    assert!(ran.err.contains("index.html"), "{ran:?}");
    assert!(fs::read_to_string(&page).expect("a page") == before, "{page:?} differs");
}

/// The files of a folder and those below it.
fn files(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn the_page_of_every_recorded_run_is_made_from_its_data() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let is_data = |path: &PathBuf| path.ends_with("data.json") || path.ends_with("claims.json");
    let runs: Vec<PathBuf> = files(Path::new("bench/runs")).into_iter().filter(is_data).collect();
    for run in &runs {
        let copy = folder.path().join(run);
        fs::create_dir_all(copy.parent().expect("a folder")).expect("the test can write");
        fs::copy(run, copy).expect("the test can write");
    }
    plyglot(&format!("bench report {}", folder.path().display())).fine();
    for run in &runs {
        let dir = folder.path().join(run);
        let page = dir.with_file_name("index.html");
        let page = fs::read_to_string(&page).unwrap_or_else(|error| panic!("{page:?}: {error}"));
        assert!(page.contains("<svg") && page.contains("</html>"), "{run:?}");
    }
    assert!(runs.len() >= 18, "{} runs have a page", runs.len());
}

#[test]
fn what_is_not_the_data_of_a_report_is_refused_by_its_name() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let report = format!("bench report {}", folder.path().display());
    plyglot(&report).fails(2, &["no data.json"]);
    for (data, why) in
        [("{}", "not the data of a report"), ("{", "EOF"), ("{\"study\":{}}", "missing")]
    {
        fs::write(folder.path().join("data.json"), data).expect("the test can write");
        plyglot(&report).fails(2, &["data.json", why]);
    }
    plyglot("bench report /nowhere").fails(2, &["/nowhere"]);
}
