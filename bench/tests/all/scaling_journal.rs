//! A study that was stopped goes on from its journal, and only from its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plyglot_bench::scaling::{
    Case, CeilingPoint, Clock, Entry, Goal, Halt, Journal, JournalError, LabError, Run, Study,
    plan, run_study,
};
use tempfile::TempDir;

use crate::scaling_support::{FakeLab, design, study, usual};

struct Place {
    _folder: TempDir,
    path: PathBuf,
}

fn place() -> Place {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("journal.jsonl");
    Place { _folder: folder, path }
}

fn fresh() -> Study {
    study(design(4, &[2, 4], &["lazy"]))
}

/// Measures all that is left of a study, or `most` searches of it; says how many it made.
fn measure(path: &Path, study: Study, most: usize) -> (Study, usize) {
    let (mut journal, study) = Journal::resume(path, study).expect("it is the same study");
    let halt = Halt::default();
    let warm_up = 1;
    let lab = FakeLab::new(|before, case: &Case| {
        if before < most + warm_up {
            return Ok(usual(case));
        }
        halt.raise();
        Err(LabError::Stopped)
    });
    let run = Run { journal: Some(&mut journal), jobs: 1, halt: halt.clone() };
    let study = run_study(&lab, study, run, |_| {}).expect("nothing fails");
    let made = lab.asked().len().saturating_sub(warm_up).min(most);
    (study, made)
}

fn reason(path: &Path, study: Study) -> String {
    Journal::resume(path, study).expect_err("not to be gone on with").to_string()
}

#[test]
fn a_stopped_study_ends_as_if_it_had_not_been_stopped() {
    let straight = place();
    let (whole, made) = measure(&straight.path, fresh(), usize::MAX - 1);
    assert_eq!((whole.samples.len(), made), (12, 12));
    for most in 0..=12 {
        let stopped = place();
        let (half, made) = measure(&stopped.path, fresh(), most);
        assert_eq!((half.samples.len(), made), (most, most));
        let (rest, made) = measure(&stopped.path, fresh(), usize::MAX - 1);
        assert_eq!((&rest, made), (&whole, 12 - most));
        let text = fs::read_to_string(&stopped.path).expect("a journal");
        assert_eq!(text.lines().count(), 1 + plan(&fresh().design).len());
        // Nothing is left, so nothing is made; also the journal stays as it is.
        assert_eq!(measure(&stopped.path, fresh(), usize::MAX - 1), (rest, 0));
        assert_eq!(fs::read_to_string(&stopped.path).expect("a journal"), text);
    }
}

#[test]
fn of_a_torn_line_nothing_is_believed() {
    let place = place();
    measure(&place.path, fresh(), 3);
    let whole = fs::read(&place.path).expect("a journal");
    let ends: Vec<usize> =
        (0..whole.len()).filter(|&at| whole[at] == b'\n').map(|at| at + 1).collect();
    let lines_before = |cut: usize| ends.iter().filter(|&&end| end <= cut).count();
    // Wherever it is cut: in the header, within a line, just before its end, between lines.
    for cut in (0..whole.len()).step_by(7).chain(ends.iter().flat_map(|&end| [end - 1, end])) {
        fs::write(&place.path, &whole[..cut]).expect("written");
        let (_, kept) = Journal::resume(&place.path, fresh()).expect("only torn");
        assert_eq!(kept.samples.len(), lines_before(cut).saturating_sub(1), "cut at {cut}");
        let (study, _) = measure(&place.path, fresh(), usize::MAX - 1);
        assert_eq!(study.samples.len(), 12);
        let text = fs::read_to_string(&place.path).expect("a journal");
        assert_eq!(text.lines().count(), 13, "cut at {cut}");
    }
}

#[test]
fn the_journal_of_another_study_is_refused_by_what_differs() {
    let place = place();
    measure(&place.path, fresh(), 3);
    let differs = |change: &dyn Fn(&mut Study)| {
        let mut other = fresh();
        change(&mut other);
        match Journal::resume(&place.path, other) {
            Err(JournalError::Differs { field, journal, wanted, .. }) => {
                format!("{field}: {journal} / {wanted}")
            }
            other => panic!("{other:?}"),
        }
    };
    let is = |change: &dyn Fn(&mut Study), expected: &str| assert_eq!(differs(change), expected);
    is(&|study| study.design.game = "go".into(), r#"design.game: "fake" / "go""#);
    is(&|study| study.design.goal = Goal::Depth(8), "design.goal.depth: 9 / 8");
    is(&|study| study.design.goal = Goal::Solve, r#"design.goal: {"depth":9} / "solve""#);
    is(&|study| study.design.threads = vec![2, 8], "design.threads.1: 4 / 8");
    is(&|study| study.design.threads = vec![2], "design.threads: [2,4] / [2]");
    is(
        &|study| study.design.schemes = vec!["lazy+settle".parse().expect("a scheme")],
        r#"design.schemes.0: "lazy" / "lazy+settle""#,
    );
    is(&|study| study.design.repeats = 2, "design.repeats: 1 / 2");
    is(&|study| study.design.seed = 5, "design.seed: 1 / 5");
    is(&|study| study.design.hash_bytes = 5, "design.hash_bytes: 1048576 / 5");
    is(&|study| study.design.count_repeated = false, "design.count_repeated: true / false");
    is(
        &|study| study.design.positions[2].text = "other".into(),
        r#"design.positions.2.text: "board" / "other""#,
    );
    is(
        &|study| study.design.clock = Clock::Virtual { turn: 9 },
        r#"design.clock: "real" / {"virtual":{"turn":9}}"#,
    );
    is(&|study| study.origin.version = "2".into(), r#"program.version: "1.2.3" / "2""#);
    is(&|study| study.origin.commit = None, r#"program.commit: "abc" / not known"#);
    is(&|study| study.origin.machine.usable = 64, "machine.usable: 2 / 64");
}

#[test]
fn what_does_not_matter_may_differ() {
    let place = place();
    measure(&place.path, fresh(), 3);
    let mut later = fresh();
    later.origin.date = "tomorrow".into();
    later.origin.command = "bench scaling --resume".into();
    later.origin.machine.memory_bytes -= 4096;
    let (_, kept) = Journal::resume(&place.path, later).expect("the same study");
    assert_eq!((kept.samples.len(), kept.origin.date.as_str()), (3, "2026-01-02"));
    // Virtual time is the same on every machine.
    let mut design = design(2, &[2], &["lazy"]);
    design.clock = Clock::Virtual { turn: 200 };
    let path = place.path.with_extension("virtual");
    Journal::create(&path, &study(design.clone())).expect("a new one");
    let mut elsewhere = study(design);
    elsewhere.origin.machine.usable = 64;
    Journal::resume(&path, elsewhere).expect("the same study");
}

#[test]
fn a_failed_search_is_tried_again() {
    let place = place();
    let (mut journal, study) = Journal::resume(&place.path, fresh()).expect("a new one");
    let lab = FakeLab::new(|_, case: &Case| match case.position {
        2 => Err(LabError::NoPosition(2)),
        _ => Ok(usual(case)),
    });
    let run = Run { journal: Some(&mut journal), jobs: 1, halt: Halt::default() };
    let study = run_study(&lab, study, run, |_| {}).expect("no fault");
    assert_eq!(study.samples.iter().filter(|sample| sample.error.is_some()).count(), 3);
    let (study, made) = measure(&place.path, fresh(), usize::MAX - 1);
    assert_eq!((study.samples.len(), made), (12, 3));
    assert!(study.samples.iter().all(|sample| sample.error.is_none()));
}

#[test]
fn ceilings_and_budgets_are_kept_to_the_last_digit() {
    let place = place();
    let mut timed = fresh();
    timed.design.goal = Goal::Budget(Duration::from_nanos(1_234_567_891));
    let mut journal = Journal::create(&place.path, &timed).expect("a new one");
    let points =
        vec![CeilingPoint { threads: 2, throughput: 0.1 + 0.2, low: 1.0 / 3.0, high: 2.0 }];
    journal.note(&Entry::Ceiling(points.clone())).expect("written");
    let (_, kept) = Journal::resume(&place.path, timed.clone()).expect("the same study");
    assert_eq!(kept.ceiling, points);
    assert_eq!(kept.ceiling_at(2), Some(&points[0]));
    assert_eq!(kept.ceiling_at(4), None);
    assert_eq!(kept.design, timed.design);
}

#[test]
fn what_is_no_journal_is_told_of_by_its_line() {
    let place = place();
    measure(&place.path, fresh(), 3);
    let Err(JournalError::Exists { .. }) = Journal::create(&place.path, &fresh()) else {
        panic!("a journal must not be overwritten")
    };
    let text = fs::read_to_string(&place.path).expect("a journal");
    let lines: Vec<_> = text.lines().collect();
    let broken = [lines[0], lines[1], "{\"sample\":", lines[3]].join("\n") + "\n";
    fs::write(&place.path, broken).expect("written");
    assert!(reason(&place.path, fresh()).contains("line 3: "));
    fs::write(&place.path, "a,b,c\n").expect("written");
    assert!(reason(&place.path, fresh()).contains("line 1: "));
    let other = text.replace("\"plyglot_scaling_journal\":1", "\"plyglot_scaling_journal\":7");
    fs::write(&place.path, other).expect("written");
    assert!(reason(&place.path, fresh()).contains("line 1: format 7, not 1"));
    let nowhere = place.path.join("journal");
    assert!(matches!(Journal::create(&nowhere, &fresh()), Err(JournalError::File { .. })));
    assert!(matches!(Journal::resume(&nowhere, fresh()), Err(JournalError::File { .. })));
}
