//! A training of a net is the same by its seed, whatever happens on the way; the player says what was fitted; and what
//! can be learned is learned.

use std::fs;
use std::path::Path;

use plyglot_eval::net::{NetFile, Selectivity};
use plyglot_games::catalogue::builtin;
use plyglot_open::{Ask, Config, Limits, Open, Position, Stop};
use plyglot_play::train::{Also, Event, Finished, Kind, NetPlan, Plan, Training};
use plyglot_search::Outcome;
use plyglot_search::random::SplitMix;
use serde_json::json;

static NONE: Also = Also::none();

fn training<'a>(game: &'a dyn Open, output: &'a Path, rounds: usize, games: u32) -> Training<'a> {
    Training {
        game,
        kind: Kind::Net(NetPlan { width: 16, adds: true }),
        plan: Plan::usual(3, rounds, Some(games)),
        output,
        first: None,
        also: &NONE,
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
    let again = run(&plan(&two, 2));
    assert_eq!((&finished.rounds, &finished.trials), (&again.rounds, &again.trials));
    assert_eq!(finished.rounds.len(), 2);
    assert!(finished.rounds.iter().all(|round| round.games == 40 && round.error.is_some()));
    let bytes = fs::read(&one).expect("a net");
    assert_eq!(bytes, fs::read(&two).expect("a net"));
    let file = NetFile::from_bytes(&bytes).expect("a net");
    assert_eq!((file.about.game.as_str(), file.about.seed, file.about.games), ("hex:4", 3, 80));
    assert_eq!(file.about.positions, finished.positions);
    assert_eq!(file.selectivity, finished.selectivity());
    assert!(finished.trials.len() >= 2, "{:?}", finished.trials);
    let mut kept = Selectivity::default();
    for trial in &finished.trials {
        assert!(trial.tried != kept && trial.gate.games <= 20, "{trial:?}");
        kept = if trial.gate.kept { trial.tried } else { kept };
    }
    assert_eq!(file.about.errors.len(), file.weights.parts());
    let net = finished.net.expect("a net");
    assert_eq!(net.width, 16);
    assert!(net.rounding <= net.most_rounding && net.most_rounding < 2.0, "{net:?}");
    // Nothing is left beside them.
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 2);
}

/// What a net's file says is left out is left out where the game leaves nothing out itself, and can be switched off as
/// what a game says.
#[test]
fn what_a_net_leaves_out_makes_trees_smaller_and_can_be_switched_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = builtin().open("tictactoe:5,5,4").expect("five by five");
    let path = folder.path().join("net");
    run(&training(&*game, &path, 1, 30));
    let net = NetFile::from_bytes(&fs::read(&path).expect("a net")).expect("a net");
    let nodes = |selectivity: Selectivity, off: &str| {
        let net = NetFile { selectivity, ..net.clone() };
        fs::write(&path, net.to_bytes()).expect("the folder is there");
        let weights = path.display().to_string();
        let game = game.with(&[("weights", &weights), ("off", off)]).expect("options");
        let mut engine = game.engine(&Config::single(1 << 20), None).expect("an engine");
        let at = game.start().expect("a start");
        let report = engine.run(&Ask::new(&at, &Limits::depth(7))).expect("a search");
        report.nodes
    };
    let whole = nodes(Selectivity::default(), "none");
    let margin = Selectivity { margin: 8, reductions: false };
    let reductions = Selectivity { margin: 0, reductions: true };
    assert!(nodes(margin, "none") < whole && nodes(reductions, "none") < whole);
    assert_eq!((nodes(margin, "futility"), nodes(reductions, "reduction")), (whole, whole));
    // A training that goes on from it leaves out the same, since its nets meet this one.
    nodes(margin, "none");
    let (first, next) = (path.display().to_string(), folder.path().join("next"));
    run(&Training { first: Some(&first), ..training(&*game, &next, 1, 30) });
    let next = NetFile::from_bytes(&fs::read(&next).expect("a net")).expect("a net");
    assert_eq!(next.selectivity, margin);
}

/// A net that a training begins with is where its fit begins: some games leave most of it as it was, and its parts. One of
/// another width begins anew.
#[test]
fn a_net_as_wide_is_trained_further() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = builtin().open("hex:4").expect("Hex");
    let net = |path: &Path| NetFile::from_bytes(&fs::read(path).expect("a net")).expect("a net");
    let (begun, next) = (folder.path().join("begun"), folder.path().join("next"));
    run(&training(&*game, &begun, 1, 300));
    let (begun, first) = (net(&begun), begun.display().to_string());
    let further = |first: Option<&str>, width, rounds| {
        let kind = Kind::Net(NetPlan { width, adds: true });
        // Another seed: a net that is drawn is another one.
        let plan = Plan::usual(4, rounds, Some(400));
        run(&Training { first, kind, plan, ..training(&*game, &next, rounds, 400) });
        net(&next)
    };
    let away = |net: &NetFile| {
        let pairs = net.weights.rows.iter().zip(&begun.weights.rows);
        pairs.map(|(&one, &other)| f64::from(one.abs_diff(other))).sum::<f64>()
    };
    let (goes_on, twice) = (further(Some(&first), 16, 1), further(Some(&first), 16, 2));
    let anew = further(None, 16, 1);
    assert_eq!(goes_on.weights.bounds, begun.weights.bounds);
    let [once, twice, anew] = [&goes_on, &twice, &anew].map(away);
    assert!(once > 0.0, "it learns");
    assert!(2.0 * once < anew && 2.0 * twice < anew, "{once}, {twice} and {anew}");
    assert_eq!(further(Some(&first), 32, 1).weights.width, 32);
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
fn what_another_training_has_played_is_learnt_from_without_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = builtin().open("hex:4").expect("Hex");
    let file = |name: &str| folder.path().join(name);
    let weights = |name: &str| {
        let file = NetFile::from_bytes(&fs::read(file(name)).expect("a net")).expect("a net");
        (file.weights, file.about.games)
    };
    let played = file("played");
    let one = training(&*game, &played, 1, 40);
    let origin = json!({ "version": "1", "commit": null });
    let continued = one.continued(&file("journal"), &origin).expect("a journal");
    one.run(Some(continued), &Stop::default(), |_| Ok(())).expect("a training");

    let also = Also::read(&*game, &[file("journal")]).expect("games");
    assert_eq!(also.games(), 40);
    let learnt = file("learnt");
    let finished = run(&Training { also: &also, ..training(&*game, &learnt, 1, 0) });
    assert_eq!((finished.games, finished.also, finished.rounds.len()), (0, 40, 1));
    assert!(weights("learnt") == weights("played"), "the same games, and the same fit");

    // Beside games of its own, in a journal that is bound to them.
    let both = file("both");
    let training = Training { also: &also, ..training(&*game, &both, 1, 20) };
    let continued = training.continued(&file("further"), &origin).expect("a journal");
    let finished = training.run(Some(continued), &Stop::default(), |_| Ok(())).expect("a training");
    assert_eq!((finished.games, finished.also, weights("both").1), (20, 40, 60));
    let error = Training { also: &NONE, ..training }.continued(&file("further"), &origin).err();
    assert!(error.expect("another training").to_string().contains("also"));
}

#[test]
fn what_is_not_the_journal_of_a_training_of_the_game_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let hex = builtin().open("hex:4").expect("Hex");
    let path = folder.path().join("journal");
    let output = folder.path().join("net");
    let one = training(&*hex, &output, 1, 3);
    let origin = json!({ "version": "1", "commit": null });
    let continued = one.continued(&path, &origin).expect("a journal");
    let read = |game: &dyn Open| Also::read(game, std::slice::from_ref(&path));
    let refused = |game| read(game).map(|also| also.games()).expect_err("refused").to_string();
    assert!(refused(&*hex).contains("no game in it"), "{}", refused(&*hex));
    one.run(Some(continued), &Stop::default(), |_| Ok(())).expect("a training");
    let other = builtin().open("hex:5").expect("Hex");
    assert!(refused(&*other).contains("training of hex:4, and not of hex:5"));

    // A game that the rules do not allow is left out and told of, a torn line is not read.
    let mut text = fs::read_to_string(&path).expect("a journal");
    text += "{\"round\":0,\"game\":7,\"moves\":[1,1],\"labels\":[null,null]}\n{\"round\":0";
    fs::write(&path, &text).expect("it can be written");
    let also = read(&*hex).expect("games");
    assert_eq!((also.games(), also.skipped.len()), (3, 1));
    assert!(also.skipped[0].1[0].message.contains("game 7"), "{:?}", also.skipped);
    assert_eq!(fs::read_to_string(&path).expect("a journal"), text, "it is left as it is");

    fs::write(&path, "{}\n").expect("it can be written");
    assert!(refused(&*hex).contains("not a journal"));
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
