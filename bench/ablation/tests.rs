//! Ablations as a whole, through the public face.

use std::fs;
use std::path::Path;

use plyglot_games::kalah::{Capture, Kalah, Stores};
use plyglot_open::catalogue::{Catalogue, Single};
use plyglot_open::{Open, Stop};
use plyglot_search::{Knowledge, OptionError, OptionKind, OptionSpec};
use serde_json::{Value, json};

use crate::ablation::*;

/// Counts stores, or if it is set to, takes losing for winning; a third setting that does nothing.
#[derive(Clone, Debug, Default)]
struct Moody {
    backwards: bool,
    idle: bool,
}

impl Knowledge<Kalah> for Moody {
    fn evaluate(&mut self, game: &Kalah) -> i32 {
        let estimate = Stores::default().evaluate(game);
        if self.backwards { -estimate } else { estimate }
    }

    fn options(&self) -> Vec<OptionSpec> {
        let switch = |name: &str, value: bool| OptionSpec {
            name: name.into(),
            about: format!("is {name}"),
            kind: OptionKind::Switch,
            default: (name == "idle").to_string(),
            value: value.to_string(),
        };
        vec![switch("backwards", self.backwards), switch("idle", !self.idle)]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match name {
            "backwards" => self.backwards = value == "true",
            _ => self.idle = value == "false",
        }
        Ok(())
    }
}

fn moody() -> Box<dyn Open> {
    of_size(4, 3)
}

fn of_size(holes: usize, seeds: usize) -> Box<dyn Open> {
    let start = Kalah::new(holes, seeds, Capture::Full).expect("a size that fits");
    let single = Single::new("moody", start).knowledge(Moody::default());
    Catalogue::empty().and(single).open("moody").expect("the game")
}

fn design() -> Design {
    Design {
        positions: 6,
        nodes: 400,
        depth: None,
        seed: 1,
        hash_bytes: 1 << 20,
        match_nodes: 60,
        games: 20,
    }
}

fn only(game: &dyn Open, names: &[&str]) -> Vec<Variant> {
    let all = variants(game).into_iter();
    all.filter(|variant| names.contains(&&*variant.name)).collect()
}

fn begun(game: &dyn Open, names: &[&str]) -> Study {
    let places = Places::find(game, &design(), &Stop::default(), |_, _| {}).expect("places");
    Study::new(design(), only(game, names), places)
}

fn finished(game: &dyn Open, study: Study, jobs: usize) -> Study {
    let run = Run { journal: None, jobs, stop: Stop::default() };
    run_study(game, study, run, |_| {}).expect("a study")
}

/// The rows without times, which differ from run to run.
fn timeless(study: &Study) -> Vec<Value> {
    let rows = rows(study).into_iter().map(|row| {
        let Row { variant, depth, plies, moves, proof, games, .. } = row;
        json!([variant.title(), depth.nodes, plies, moves, proof.nodes, games])
    });
    rows.collect()
}

#[test]
fn every_option_that_switches_something_is_a_variant() {
    let game = moody();
    let titles =
        |game: &dyn Open| -> Vec<String> { variants(game).iter().map(Variant::title).collect() };
    let all = titles(&*game);
    for title in ["backwards on", "idle off", "aspiration off", "hash-move off", "probcut off"] {
        assert!(all.iter().any(|other| other == title), "{title}: {all:?}");
    }
    assert_eq!(all.last().map(String::as_str), Some("all off"));
    // What is off is switched on; the others stay as they are.
    let other = game.with(&[("off", "rank+bounds"), ("aspiration", "0")]).expect("options");
    let other_titles = titles(&*other);
    for title in ["rank on", "bounds on", "aspiration on", "hash-move off"] {
        assert!(other_titles.iter().any(|one| one == title), "{title}: {other_titles:?}");
    }
    let of = |name| only(&*other, &[name]).remove(0).options();
    assert_eq!([of("rank"), of("symmetry")], ["off=bounds", "off=rank+bounds+symmetry"]);
}

#[test]
fn what_changes_nothing_is_not_used_and_plays_no_match() {
    let game = moody();
    let study = finished(&*game, begun(&*game, &["idle", "null-move", "hash-move"]), 2);
    assert!(study.is_complete());
    let rows = rows(&study);
    let names: Vec<_> = rows.iter().map(|row| (&*row.variant.name, row.verdict)).collect();
    assert_eq!(names[1..], [("idle", Verdict::NotUsed), ("null-move", Verdict::NotUsed)]);
    assert!(rows[1..].iter().all(|row| row.games.is_none() && row.moves.same == row.moves.of));
    let one = rows[1].depth.nodes.expect("ratios");
    assert_eq!([one.low, one.value, one.high], [1.0; 3]);
    assert_eq!(
        (&*rows[0].variant.name, rows[0].games.map(|games| games.games)),
        ("hash-move", Some(20))
    );
}

#[test]
fn a_bad_evaluation_loses_elo() {
    let game = moody();
    let study = finished(&*game, begun(&*game, &["backwards"]), 2);
    let row = rows(&study).remove(0);
    let games = row.games.expect("a match");
    assert!(games.losses > games.wins + 5, "{games:?}");
    // It is off, and that is right.
    assert_eq!((row.verdict, row.by.first().map(|by| &**by)), (Verdict::DoesNotPay, Some("elo")));
    assert!(!row.calls_for_a_change());
    // And it would be wrong to have it.
    let bad = game.with(&[("backwards", "true")]).expect("an option");
    let study = finished(&*bad, begun(&*bad, &["backwards"]), 2);
    let row = rows(&study).remove(0);
    assert_eq!((row.verdict, row.variant.way), (Verdict::DoesNotPay, Way::Off));
    assert!(row.calls_for_a_change());
}

#[test]
fn the_base_searches_the_same_each_time() {
    let game = moody();
    let study = finished(&*game, begun(&*game, &["hash-move"]), 1);
    assert!(!study.places.endings.is_empty());
    for sample in study.of("hash-move off", Task::Depth) {
        let known = &study.places.positions[sample.place].to_depth;
        assert_eq!((sample.base.nodes, &sample.base.best), (known.nodes, &known.best));
    }
    for sample in study.of("hash-move off", Task::Proof) {
        assert_eq!(sample.base.nodes, study.places.endings[sample.place].proof.nodes);
    }
}

/// The study from a journal, run until it is to end; and how many lines of the journal were not used.
fn continued(
    game: &dyn Open,
    path: &Path,
    ends: impl Fn(&Completion<'_>) -> bool,
) -> (Study, usize) {
    let study = begun(game, &["hash-move", "rank", "idle"]);
    let Continued { mut journal, study, skipped } =
        study.continued(path, game, &json!({"version": "1"}), &Value::Null).expect("a journal");
    let stop = Stop::default();
    let raised = stop.clone();
    let run = Run { journal: Some(&mut journal), jobs: 1, stop };
    let study = run_study(game, study, run, |progress| {
        if ends(&progress) {
            raised.raise();
        }
    });
    (study.expect("a study"), skipped.len())
}

#[test]
fn a_study_that_was_continued_is_the_whole_one() {
    let game = moody();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let whole = finished(&*game, begun(&*game, &["hash-move", "rank", "idle"]), 2);
    let (first, _) = continued(&*game, &path, |progress| progress.done >= 7);
    assert!(!first.is_complete());
    // In the middle of a match.
    let (second, skipped) = continued(&*game, &path, |progress| progress.pairs.is_some());
    assert!(!second.is_complete() && skipped == 0);
    assert!(second.games.values().any(|games| games.len() < 20), "{:?}", second.games);
    let (third, skipped) = continued(&*game, &path, |_| false);
    assert!(third.is_complete() && skipped == 0);
    assert_eq!(timeless(&third), timeless(&whole));
    // Nothing is left to be measured.
    let size = fs::metadata(&path).expect("a journal").len();
    let (fourth, _) = continued(&*game, &path, |_| false);
    assert_eq!(
        (timeless(&fourth), fs::metadata(&path).expect("a journal").len()),
        (timeless(&whole), size)
    );
    // A damaged line is named, and what it stood for is measured again.
    let text =
        fs::read_to_string(&path).expect("a journal").replacen("\"place\":1", "\"place\":99", 1);
    fs::write(&path, text).expect("written");
    let (fifth, skipped) = continued(&*game, &path, |_| false);
    assert_eq!((timeless(&fifth), skipped), (timeless(&whole), 1));
}

#[test]
fn a_journal_of_another_study_is_refused() {
    let game = moody();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let open = |study: Study, game: &dyn Open| {
        study.continued(&path, game, &json!({}), &Value::Null).map(|_| ())
    };
    open(begun(&*game, &["rank"]), &*game).expect("a new one");
    // More games and other variants are the same study.
    let mut longer = begun(&*game, &["idle"]);
    longer.design.games = 80;
    open(longer, &*game).expect("the same");
    let mut other = begun(&*game, &["rank"]);
    other.design.nodes = 401;
    let error = open(other, &*game).expect_err("another").to_string();
    assert!(error.contains("nodes") && error.contains("401"), "{error}");
    let set = game.with(&[("idle", "false")]).expect("an option");
    let error = open(begun(&*set, &["rank"]), &*set).expect_err("another").to_string();
    assert!(error.contains("knowledge"), "{error}");
}

#[test]
fn tables_have_a_row_for_each_variant_and_each_search() {
    let game = moody();
    let study = finished(&*game, begun(&*game, &["hash-move", "idle"]), 2);
    let (mut of_rows, mut of_samples) = (Vec::new(), Vec::new());
    write_rows(&rows(&study), &mut of_rows).expect("written");
    write_samples(&study, &mut of_samples).expect("written");
    let lines = |text: &[u8]| String::from_utf8_lossy(text).lines().count();
    let searches = 2 * (2 * study.places.positions.len() + study.places.endings.len());
    assert_eq!((lines(&of_rows), lines(&of_samples)), (3, 1 + searches));
}

#[test]
fn a_depth_that_is_too_far_is_an_error() {
    let game = of_size(6, 4);
    let design = Design { depth: Some(40), nodes: 9, ..design() };
    let error = Places::find(&*game, &design, &Stop::default(), |_, _| {}).expect_err("too far");
    assert!(matches!(error, AblationError::TooDeep { depth: 40, .. }), "{error}");
    let stop = Stop::default();
    stop.raise();
    let places = Places::find(&*game, &design, &stop, |_, _| {}).expect("stopped");
    assert!(places.positions.is_empty());
}
