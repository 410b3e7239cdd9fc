//! A training is the same by its seed, whatever happens on the way, and the game reads what it gives.

use std::fs;
use std::path::Path;

use plyglot_eval::{Active, WeightFile};
use plyglot_games::catalogue::builtin;
use plyglot_open::{Open, Stop};
use plyglot_play::train::{
    Also, Event, Finished, GameRecord, Kind, NetPlan, Plan, TrainError, Training,
};
use plyglot_search::random::SplitMix;
use serde_json::json;

static NONE: Also = Also::none();

fn training<'a>(game: &'a dyn Open, output: &'a Path, rounds: usize, games: u32) -> Training<'a> {
    Training {
        game,
        kind: Kind::Patterns,
        plan: Plan::usual(3, rounds, Some(games)),
        first: None,
        also: &NONE,
        output,
        deadline: None,
        threads: 2,
        gate: 0,
        checked: 0,
        command: &|plan| format!("{} rounds", plan.rounds.len()),
    }
}

fn run(training: &Training<'_>) -> Finished {
    training.run(None, &Stop::default(), |_| Ok(())).expect("a training")
}

#[test]
fn equal_seeds_give_equal_weights_at_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = builtin().open("othello").expect("Othello");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    let finished = run(&Training { threads: 1, ..training(&*game, &one, 2, 24) });
    run(&training(&*game, &two, 2, 24));
    assert_eq!(fs::read(&one).expect("weights"), fs::read(&two).expect("weights"));
    assert_eq!((finished.games, finished.plan.rounds.len()), (48, 2));
    let file = WeightFile::read(&one).expect("weights");
    assert_eq!((file.about.command.as_str(), file.about.seed), ("2 rounds", 3));
    assert_eq!(file.about.positions, finished.positions);
    assert_eq!(file.about.errors.len(), finished.phases.len());
    assert!(file.weights.values().iter().any(|&weight| weight != 0));
    // Nothing is left beside them.
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 2);
}

/// Chess960 begins elsewhere; what is learned of one start is learned of all.
#[test]
fn weights_of_another_start_position_are_those_of_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let (patterns, net) = (folder.path().join("patterns"), folder.path().join("net"));
    let game = builtin().open("chess:960,3").expect("Chess960");
    run(&training(&*game, &patterns, 1, 4));
    let kind = Kind::Net(NetPlan { width: 16, adds: false });
    run(&Training { kind, ..training(&*game, &net, 1, 4) });
    for other in ["chess", "chess:960", "chess:960,517"] {
        let other = builtin().open(other).expect("chess");
        for path in [&patterns, &net] {
            let value = path.display().to_string();
            let opened = other.with(&[("weights", &value)]);
            opened.unwrap_or_else(|error| panic!("{value}: {error}"));
        }
    }
}

#[test]
fn a_training_that_was_interrupted_goes_on_to_the_same_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = builtin().open("othello").expect("Othello");
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let journal = folder.path().join("journal");
    run(&training(&*game, &whole, 2, 24));
    let training = training(&*game, &parts, 2, 24);
    let origin = json!({ "version": "1", "commit": null });
    for stop_after in [7, 31, usize::MAX] {
        let stop = Stop::default();
        let continued = training.continued(&journal, &origin).expect("a journal");
        assert!(continued.skipped.is_empty());
        let mut played = 0;
        let finished = training.run(Some(continued), &stop, |event| {
            played += usize::from(matches!(event, Event::Played { .. }));
            if played >= stop_after {
                stop.raise();
            }
            Ok(())
        });
        assert_eq!(finished.expect("a training").stopped, stop_after != usize::MAX);
    }
    assert_eq!(fs::read(&whole).expect("weights"), fs::read(&parts).expect("weights"));
    let other = Training { plan: Plan::usual(4, 2, Some(24)), ..training };
    let error = other.continued(&journal, &origin).err().expect("another seed").to_string();
    assert!(error.contains("seed"), "{error}");
}

#[test]
fn the_player_estimates_what_the_trainer_has_fitted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("weights");
    let plain = builtin().open("othello").expect("Othello");
    run(&training(&*plain, &path, 1, 30));
    let file = WeightFile::read(&path).expect("weights");
    let game = plain.with(&[("weights", path.to_str().expect("a name"))]).expect("they fit");
    assert_ne!(game.fingerprint(), plain.fingerprint());
    let (mut random, mut active, mut compared) = (SplitMix(5), Active::new(), 0);
    for _ in 0..40 {
        let mut at = game.start().expect("a position");
        while at.outcome().is_none() {
            active.clear();
            let phase = game.active(&at, &mut active).expect("features").expect("a phase");
            let fitted = file.weights.evaluate(phase, &active);
            assert_eq!(at.estimate().expect("an estimate"), Some(fitted), "{at:?}");
            at.play(random.pick(&at.moves().expect("moves")).expect("a move")).expect("legal");
            compared += 1;
        }
    }
    assert!(compared > 1000);
}

#[test]
fn labels_come_from_the_searches_as_well_as_from_the_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let (output, journal) = (folder.path().join("weights"), folder.path().join("journal"));
    let game = builtin().open("othello").expect("Othello");
    let training = Training { checked: 2, ..training(&*game, &output, 3, 24) };
    let origin = json!({ "version": "1", "commit": null });
    let continued = training.continued(&journal, &origin).expect("a journal");
    let finished = training.run(Some(continued), &Stop::default(), |_| Ok(())).expect("weights");
    // Where a solve costs too much, estimates are compared with deep searches.
    let mut checked = finished.phases.iter().filter_map(|phase| phase.checked);
    assert!(checked.any(|checked| checked.exact < checked.positions));
    let lines = fs::read_to_string(&journal).expect("a journal");
    let records = lines.lines().filter_map(|line| serde_json::from_str::<GameRecord>(line).ok());
    let last: Vec<GameRecord> = records.filter(|record| record.round == 2).collect();
    assert_eq!(last.len(), 24);
    let size = |label: Option<i32>| label.map(i32::abs);
    let change = |record: &GameRecord| {
        let mut early = record.labels.windows(2).take(40);
        early.any(|pair| pair[0].is_some() && pair[1].is_some() && size(pair[0]) != size(pair[1]))
    };
    assert!(last.iter().filter(|record| change(record)).count() > 12);
}

#[test]
fn games_without_features_are_refused() {
    let game = builtin().open("hex").expect("Hex");
    let error = training(&*game, Path::new("unused"), 1, 2).check_game().expect_err("no features");
    assert!(matches!(error, TrainError::NoFeatures(_)), "{error}");
    let small = builtin().open("othello:4").expect("Othello");
    assert!(training(&*small, Path::new("unused"), 1, 2).check_game().is_err());
}
