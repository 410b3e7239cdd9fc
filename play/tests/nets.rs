//! A training of a net is the same by its seed, whatever happens on the way; the player says what was fitted; and what
//! can be learned is learned.

use std::fs;
use std::path::Path;

use plyglot_eval::net::NetFile;
use plyglot_games::catalogue::builtin;
use plyglot_open::{Open, Position, Stop};
use plyglot_play::train::{Event, Finished, Kind, NetPlan, Plan, Training};
use plyglot_search::Outcome;
use plyglot_search::random::SplitMix;
use serde_json::json;

fn training<'a>(game: &'a dyn Open, output: &'a Path, rounds: usize, games: u32) -> Training<'a> {
    Training {
        game,
        kind: Kind::Net(NetPlan { width: 16, adds: true }),
        plan: Plan::usual(3, rounds, Some(games)),
        output,
        first: None,
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
fn equal_seeds_give_equal_nets_at_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = builtin().open("hex:4").expect("Hex");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    let plan = |output, threads| Training { gate: 20, threads, ..training(&*game, output, 2, 40) };
    let finished = pool.install(|| run(&plan(&one, 1)));
    assert_eq!(finished.rounds, run(&plan(&two, 2)).rounds);
    assert_eq!(finished.rounds.len(), 2);
    assert!(finished.rounds.iter().all(|round| round.games == 40 && round.error.is_some()));
    let bytes = fs::read(&one).expect("a net");
    assert_eq!(bytes, fs::read(&two).expect("a net"));
    let file = NetFile::from_bytes(&bytes).expect("a net");
    assert_eq!((file.about.game.as_str(), file.about.seed, file.about.games), ("hex:4", 3, 80));
    assert_eq!(file.about.positions, finished.positions);
    assert_eq!(file.about.errors.len(), file.weights.parts());
    let net = finished.net.expect("a net");
    assert_eq!(net.width, 16);
    assert!(net.rounding <= net.most_rounding && net.most_rounding < 2.0, "{net:?}");
    // Nothing is left beside them.
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 2);
}

/// A net that adds is read over the weights that it was trained over, which stay in use; those that come with a game can
/// be had without it.
#[test]
fn a_net_is_added_to_the_weights_that_come_with_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = builtin().open("kalah").expect("Kalah");
    let path = folder.path().join("net");
    run(&training(&*game, &path, 1, 30));
    let estimate = |weights: &str| {
        let game = game.with(&[("weights", weights)]).expect("weights");
        let mut at = game.start().expect("a start");
        at.play_text("3").expect("a move");
        at.estimate().expect("no panic").expect("an estimate")
    };
    let (own, none) = (estimate("built-in"), estimate("none"));
    assert_ne!(own, none);
    let net = estimate(&path.display().to_string());
    // What a net of a few games says is little beside what the weights say.
    assert!((net - own).abs() < (net - none).abs(), "{net}, {own} and {none}");
}

#[test]
fn a_game_with_a_net_can_do_without_it_and_without_any_weights() {
    let game = builtin().open("chess").expect("chess");
    let value = |game: &dyn Open| {
        let option = game.options().iter().find(|option| option.name == "weights");
        option.expect("the option").value.clone()
    };
    assert_eq!(value(&*game), "built-in");
    let mut estimates = Vec::new();
    for weights in ["built-in", "features", "none", "features", "built-in"] {
        let game = game.with(&[("weights", weights)]).expect("weights");
        assert_eq!(value(&*game), weights);
        let at = game.parse("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
        estimates.push(at.expect("a position").estimate().expect("no panic").expect("an estimate"));
    }
    let [net, features, none, again, at_last] = estimates[..] else { unreachable!() };
    assert!(net != features && features != none && none != net, "{estimates:?}");
    assert_eq!((again, at_last), (features, net));
}

#[test]
fn a_training_that_was_interrupted_goes_on_to_the_same_net() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = builtin().open("draughts").expect("draughts");
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let journal = folder.path().join("journal");
    run(&training(&*game, &whole, 2, 16));
    let training = training(&*game, &parts, 2, 16);
    let origin = json!({ "version": "1", "commit": null });
    // Among the games, in a fit, and to the end.
    for (games, epochs) in [(5, usize::MAX), (usize::MAX, 3), (usize::MAX, usize::MAX)] {
        let stop = Stop::default();
        let continued = training.continued(&journal, &origin).expect("a journal");
        let (mut played, mut fitted) = (0, 0);
        let finished = training.run(Some(continued), &stop, |event| {
            played += usize::from(matches!(event, Event::Played { .. }));
            fitted += usize::from(matches!(event, Event::Fits { .. }));
            if played >= games || fitted >= epochs {
                stop.raise();
            }
            Ok(())
        });
        let early = games.min(epochs) != usize::MAX;
        assert_eq!(finished.expect("a training").stopped, early);
    }
    assert_eq!(fs::read(&whole).expect("a net"), fs::read(&parts).expect("a net"));
    // Another net is another training.
    let kind = Kind::Net(NetPlan { width: 32, adds: true });
    let error = Training { kind, ..training }.continued(&journal, &origin).err();
    assert!(error.expect("another net").to_string().contains("features"));
}

#[test]
fn a_game_that_shows_no_board_is_named() {
    let game = builtin().open("synthetic:4096,3").expect("a tree");
    let kind = Kind::Net(NetPlan { width: 16, adds: true });
    let error = Training { kind, ..training(&*game, Path::new("unused"), 1, 2) }.check_game();
    assert!(error.expect_err("no board").to_string().contains("shows no board"));
}

/// The best move by what the net says of the positions after each.
fn greedy(at: &Position) -> u32 {
    let value = |mv: &u32| {
        let next = at.after(*mv).expect("it is legal");
        match next.outcome() {
            Some(Outcome::Loss) => i32::MAX,
            Some(_) => 0,
            None => -next.estimate().expect("no panic").expect("the game goes on"),
        }
    };
    at.moves().expect("moves").into_iter().max_by_key(value).expect("a move")
}

#[test]
fn a_net_alone_learns_hex_from_its_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("net");
    let plain = builtin().open("hex:4").expect("Hex");
    let kind = Kind::Net(NetPlan { width: 16, adds: false });
    run(&Training { kind, ..training(&*plain, &path, 2, 400) });
    let game = plain.with(&[("weights", path.to_str().expect("a name"))]).expect("it fits");
    assert_ne!(game.fingerprint(), plain.fingerprint());
    let (mut won, mut dice) = (0, SplitMix(9));
    for number in 0..100 {
        let mut at = game.start().expect("a start");
        let mut turn = number % 2 == 0;
        while at.outcome().is_none() {
            let drawn = dice.pick(&at.moves().expect("moves")).expect("a move");
            at.play(if turn { greedy(&at) } else { drawn }).expect("it is legal");
            turn = !turn;
        }
        // Whose turn it is has lost.
        won += usize::from(!turn);
    }
    assert!(won >= 90, "a net that looks one move ahead won {won} of 100 against random moves");
}
