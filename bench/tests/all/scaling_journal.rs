//! A study that was stopped continues from its journal, and only from its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plyglot_bench::scaling::{
    CeilingPoint, Clock, Continued, EngineLab, Goal, JournalRecord, Lab, LabError, PlannedSearch,
    Run, Sample, Study, plan, run_study,
};
use plyglot_games::catalogue::builtin;
use plyglot_open::Stop;
use plyglot_wire::journal::{Journal, JournalError, Skipped};
use tempfile::TempDir;

use crate::scaling_support::{FakeLab, design, study, usual};

/// What makes a file a journal; a file with less of it may be any file.
const MAGIC: &str = "{\"plyglot_wire\":";

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

/// A lab that is asked for nothing but whether a record can be its own.
struct Believing;

impl Lab for Believing {
    fn run(&self, _: &PlannedSearch) -> Result<Sample, LabError> {
        Err(LabError::Stopped)
    }
}

fn try_continued(path: &Path, study: Study) -> Result<Continued, JournalError> {
    study.continued(path, &Believing)
}

/// The study with all that the journal holds, every line of which is good.
fn continued(path: &Path, study: Study) -> (Journal, Study) {
    let Continued { journal, study, skipped } =
        try_continued(path, study).expect("it is the same study");
    assert_eq!(skipped, []);
    (journal, study)
}

/// Measures all that is left of a study, or `most` searches of it; says how many it made.
fn measure(path: &Path, study: Study, most: usize) -> (Study, usize) {
    let (mut journal, study) = continued(path, study);
    let stop = Stop::default();
    let warm_up = 1;
    let lab = FakeLab::new(|before, case: &PlannedSearch| {
        if before < most + warm_up {
            return Ok(usual(case));
        }
        stop.raise();
        Err(LabError::Stopped)
    });
    let run = Run { journal: Some(&mut journal), jobs: 1, stop: stop.clone() };
    let study = run_study(&lab, study, run, |_| {}).expect("nothing fails");
    let made = lab.asked().len().saturating_sub(warm_up).min(most);
    (study, made)
}

fn reason(path: &Path, study: Study) -> String {
    try_continued(path, study).expect_err("not to be continued").to_string()
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
fn a_torn_line_is_not_used() {
    let place = place();
    measure(&place.path, fresh(), 3);
    let whole = fs::read(&place.path).expect("a journal");
    let ends: Vec<usize> =
        (0..whole.len()).filter(|&at| whole[at] == b'\n').map(|at| at + 1).collect();
    let lines_before = |cut: usize| ends.iter().filter(|&&end| end <= cut).count();
    // Wherever it is cut: in the header, within a line, just before its end, between lines.
    for cut in (0..whole.len()).step_by(7).chain(ends.iter().flat_map(|&end| [end - 1, end])) {
        fs::write(&place.path, &whole[..cut]).expect("written");
        if (1..MAGIC.len()).contains(&cut) {
            assert!(reason(&place.path, fresh()).contains("not a journal"), "cut at {cut}");
            assert_eq!(fs::read(&place.path).expect("a file"), &whole[..cut]);
            continue;
        }
        let (_, stored) = continued(&place.path, fresh());
        assert_eq!(stored.samples.len(), lines_before(cut).saturating_sub(1), "cut at {cut}");
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
        match try_continued(&place.path, other) {
            Err(JournalError::Differs { field, journal, wanted, .. }) => {
                format!("{field}: {journal} / {wanted}")
            }
            other => panic!("{other:?}"),
        }
    };
    let is = |change: &dyn Fn(&mut Study), expected: &str| assert_eq!(differs(change), expected);
    is(&|study| study.design.game = "go".into(), r#"design.game: "fake" / "go""#);
    is(
        &|study| study.design.set = vec!["off=reduction".into()],
        r#"design.set: [] / ["off=reduction"]"#,
    );
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
    is(&|study| study.design.account = false, "design.account: true / false");
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
    later.origin.command = "plyglot bench scaling --journal day".into();
    later.origin.machine.memory_bytes -= 4096;
    let (_, stored) = continued(&place.path, later);
    assert_eq!((stored.samples.len(), stored.origin.date.as_str()), (3, "2026-01-02"));
    // Virtual time is the same on every machine.
    let mut design = design(2, &[2], &["lazy"]);
    design.clock = Clock::Virtual { turn: 200 };
    let path = place.path.with_extension("virtual");
    study(design.clone()).journal(&path, &Believing).expect("a new one");
    let mut elsewhere = study(design);
    elsewhere.origin.machine.usable = 64;
    continued(&path, elsewhere);
}

#[test]
fn a_failed_search_is_tried_again() {
    let place = place();
    let (mut journal, study) = continued(&place.path, fresh());
    let lab = FakeLab::new(|_, case: &PlannedSearch| match case.position {
        2 => Err(LabError::NoPosition(2)),
        _ => Ok(usual(case)),
    });
    let run = Run { journal: Some(&mut journal), jobs: 1, stop: Stop::default() };
    let study = run_study(&lab, study, run, |_| {}).expect("no fault");
    drop(journal);
    assert_eq!(study.samples.iter().filter(|sample| sample.error.is_some()).count(), 3);
    let (study, made) = measure(&place.path, fresh(), usize::MAX - 1);
    assert_eq!((study.samples.len(), made), (12, 3));
    assert!(study.samples.iter().all(|sample| sample.error.is_none()));
}

#[test]
fn ceilings_and_budgets_are_stored_to_the_last_digit() {
    let place = place();
    let mut timed = fresh();
    timed.design.goal = Goal::Budget(Duration::from_nanos(1_234_567_891));
    let mut journal = timed.journal(&place.path, &Believing).expect("a new one");
    let points = vec![CeilingPoint {
        threads: 2,
        throughput: 0.1 + 0.2,
        low: 1.0 / 3.0,
        high: 2.0,
        processor: Some(0.7),
    }];
    journal.note(&JournalRecord::Ceiling(points.clone())).expect("written");
    drop(journal);
    let (_, stored) = continued(&place.path, timed.clone());
    assert_eq!(stored.ceiling, points);
    assert_eq!(stored.ceiling_at(2), Some(&points[0]));
    assert_eq!(stored.ceiling_at(4), None);
    assert_eq!(stored.design, timed.design);
}

/// What a continued study says of a journal with one of its lines changed, and how much it took.
fn with_line(text: &str, number: usize, line: &str, lab: &dyn Lab) -> (Vec<Skipped>, usize) {
    let place = place();
    let mut lines: Vec<&str> = text.lines().collect();
    lines[number - 1] = line;
    fs::write(&place.path, lines.join("\n") + "\n").expect("written");
    let stored = fresh().continued(&place.path, lab).expect("ours");
    (stored.skipped, stored.study.samples.len())
}

#[test]
fn a_bad_line_is_reported_and_measured_anew() {
    let place = place();
    measure(&place.path, fresh(), 5);
    let text = fs::read_to_string(&place.path).expect("a journal");
    let third = text.lines().nth(2).expect("a sample");
    let sample: JournalRecord = serde_json::from_str(third).expect("a sample");
    let JournalRecord::Sample(sample) = sample else { panic!("{sample:?}") };
    let changed = |change: &dyn Fn(&mut Sample)| {
        let mut other = sample.clone();
        change(&mut other);
        serde_json::to_string(&JournalRecord::Sample(other)).expect("a text")
    };
    for (line, words) in [
        ("{\"sample\":".to_string(), "EOF"),
        (String::new(), "EOF"),
        ("\0".repeat(99), "expected value"),
        ("{\"sample\":{}}".into(), "missing field"),
        (format!("{third}{third}"), "trailing"),
        ("x".repeat(3 << 20), "longer"),
        (changed(&|sample| sample.case.position = 77), "position 77, counted from 0, of 4"),
        (changed(&|sample| sample.case.threads = 64), "not of this study"),
        (changed(&|sample| sample.case.repeat = 1), "not of this study"),
        (changed(&|sample| sample.case.scheme = "abdada".parse().ok()), "not of this study"),
        (changed(&|sample| sample.seconds = -1.0), "seconds -1"),
        (third.replace("\"threads\":", "\"scheme\":\"quick\",\"threads\":"), "scheme"),
    ] {
        let (skipped, samples) = with_line(&text, 3, &line, &Believing);
        let [Skipped { line: 3, message }] = &skipped[..] else { panic!("{skipped:?}") };
        assert!(message.contains(words), "{message:?} does not say {words:?}");
        assert_eq!(samples, 4);
    }
    let (skipped, samples) = with_line(&text, 3, third, &Believing);
    assert_eq!((skipped, samples), (vec![], 5));
    // What is wrong stays in the file; the sample is made and noted once more.
    let bad = text.replace(third, "{\"sample\":");
    fs::write(&place.path, &bad).expect("written");
    let Continued { mut journal, study, .. } =
        try_continued(&place.path, fresh()).expect("the same study");
    let lab = FakeLab::new(|_, case: &PlannedSearch| Ok(usual(case)));
    let run = Run { journal: Some(&mut journal), jobs: 1, stop: Stop::default() };
    let study = run_study(&lab, study, run, |_| {}).expect("nothing fails");
    assert_eq!((study.samples.len(), lab.asked().len()), (12, 1 + 8));
    drop(journal);
    let Continued { study, skipped, .. } = try_continued(&place.path, fresh()).expect("the same");
    assert_eq!((study.samples.len(), skipped.len()), (12, 1));
}

#[test]
fn a_scheme_of_another_version_is_refused_by_its_name() {
    let place = place();
    measure(&place.path, fresh(), 3);
    let text = fs::read_to_string(&place.path).expect("a journal");
    let old = text.replace("\"lazy\"", "\"deferring\"");
    fs::write(&place.path, &old).expect("written");
    let text = reason(&place.path, fresh());
    let why = "its scheme is \"deferring\", and the scheme \"deferring\" is now called \"abdada\"";
    assert!(text.contains(&format!("{why}; it is left as it is")), "{text}");
    assert_eq!(fs::read_to_string(&place.path).expect("a file"), old);
}

#[test]
fn a_score_that_no_position_has_is_measured_anew() {
    let game = builtin().open("connect4").expect("a built-in game");
    let mut design = design(4, &[2, 4], &["lazy"]);
    design.positions.iter_mut().for_each(|position| position.text = "44".into());
    design.goal = Goal::Solve;
    let lab = EngineLab::new(&design, &*game, &Stop::default()).expect("positions of the game");
    let place = place();
    let mut journal = study(design.clone()).journal(&place.path, &lab).expect("a new one");
    let scores = ["+99", "+18", "draw", "win in 3", "a lot", "-22", "-18"];
    for (case, score) in plan(&design).into_iter().zip(scores) {
        let sample = Sample { score: score.into(), proven: true, ..usual(&case) };
        journal.note(&JournalRecord::Sample(sample)).expect("written");
    }
    drop(journal);
    let Continued { study, skipped, .. } =
        study(design).continued(&place.path, &lab).expect("the same");
    let lines: Vec<_> = skipped.iter().map(|skipped| skipped.line).collect();
    assert_eq!(lines, [2, 6, 7], "{skipped:?}");
    assert!(skipped[0].message.contains("+99"), "{skipped:?}");
    assert_eq!(study.samples.len(), 4);
}

#[test]
fn a_game_with_other_weights_is_another_run() {
    struct Other;
    impl Lab for Other {
        fn run(&self, _: &PlannedSearch) -> Result<Sample, LabError> {
            Err(LabError::Stopped)
        }
        fn fingerprint(&self) -> u64 {
            1
        }
    }
    let place = place();
    drop(fresh().journal(&place.path, &Believing).expect("a new one"));
    let text = fresh().continued(&place.path, &Other).expect_err("other weights").to_string();
    assert!(text.contains("its knowledge is"), "{text}");
}

#[test]
fn only_one_process_can_write_a_journal() {
    let place = place();
    let (journal, _) = continued(&place.path, fresh());
    let second = try_continued(&place.path, fresh());
    assert!(matches!(second, Err(JournalError::InUse { .. })), "{second:?}");
    drop(journal);
    continued(&place.path, fresh());
}

#[test]
fn what_is_not_a_journal_is_left_unchanged() {
    let place = place();
    measure(&place.path, fresh(), 3);
    let Err(JournalError::Exists { .. }) = fresh().journal(&place.path, &Believing) else {
        panic!("a journal must not be overwritten")
    };
    let text = fs::read_to_string(&place.path).expect("a journal");
    let later = text.replace("\"plyglot_wire\":2", "\"plyglot_wire\":7");
    let earlier = text.replace("\"plyglot_wire\":2", "\"plyglot_scaling_journal\":1");
    let bare = format!("{MAGIC}2}}\n");
    for (text, words) in [
        ("a,b,c\n", "not a journal"),
        ("precious", "not a journal"),
        ("one\nprecious", "not a journal"),
        ("\n", "not a journal"),
        (&later, "format 7, not 2"),
        (&earlier, "format 1, not 2"),
        (&bare, "line 1 is not a header: missing field"),
        (&format!("{MAGIC}2,\nprecious"), "line 1 is not a header: EOF"),
    ] {
        fs::write(&place.path, text).expect("written");
        let why = reason(&place.path, fresh());
        assert!(why.contains(words), "{why}");
        assert_eq!(fs::read_to_string(&place.path).expect("a file"), text);
    }
    // Another run's journal, too, though its last line is torn.
    let torn = &text[..text.len() - 9];
    fs::write(&place.path, torn).expect("written");
    let mut other = fresh();
    other.design.seed = 5;
    assert!(reason(&place.path, other).contains("design.seed"));
    assert_eq!(fs::read_to_string(&place.path).expect("a file"), torn);
    let nowhere = place.path.join("journal");
    assert!(matches!(fresh().journal(&nowhere, &Believing), Err(JournalError::File { .. })));
    assert!(matches!(try_continued(&nowhere, fresh()), Err(JournalError::File { .. })));
    let folder = place.path.parent().expect("its folder");
    assert!(reason(folder, fresh()).contains("regular file"));
}
