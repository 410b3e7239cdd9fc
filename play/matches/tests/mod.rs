//! Matches as a whole, through the public face.

mod faulty;

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use plyglot_games::catalogue::builtin;
use plyglot_open::{Ask, Config, Limits, Open, Stop};
use plyglot_search::{Schedule, Side};
use serde_json::json;

use crate::matches::stats::{Decision, Model, Sprt};
use crate::matches::*;

fn opened(name: &str) -> Box<dyn Open> {
    builtin().open(name).expect("a game of the catalogue")
}

fn player(control: Control) -> PlayerSpec {
    let kind = Kind::Engine(EngineSpec {
        config: Config::single(1 << 20),
        options: Vec::new(),
        book: None,
    });
    PlayerSpec { text: "a player".into(), control, kind }
}

fn depth(depth: u32) -> PlayerSpec {
    player(Control { depth: Some(depth), ..Control::default() })
}

fn nodes(nodes: u64) -> PlayerSpec {
    player(Control { nodes: Some(nodes), ..Control::default() })
}

fn contest<'a>(game: &'a dyn Open, players: [PlayerSpec; 2], games: usize) -> Match<'a> {
    Match {
        game,
        players,
        openings: Source::Made(Recipe { plies: None, seed: 1 }),
        adjudication: Adjudication::default(),
        referee: None,
        margin: Duration::from_secs(60),
        games: Some(games),
        sprt: None,
        jobs: 1,
    }
}

/// Plays; the games without their times, and how it ended.
fn played(contest: &Match<'_>) -> (Vec<GameRecord>, Finished) {
    let mut games = Vec::new();
    let finished = contest.play(None, &Stop::default(), |game, standing| {
        assert_eq!(standing.games(), game.number as u64);
        games.push(timeless(game));
        Ok(())
    });
    (games, finished.expect("a match"))
}

fn timeless(game: &GameRecord) -> GameRecord {
    let mut game = game.clone();
    game.moves.iter_mut().for_each(|played| played.time_ms = 0.0);
    game
}

#[test]
fn a_match_repeats_itself_at_any_number_of_jobs() {
    for name in ["othello:6", "kalah:4x3", "draughts", "connect4:6x5"] {
        let game = opened(name);
        let once = contest(&*game, [nodes(300), nodes(60)], 10);
        let (games, finished) = played(&once);
        assert_eq!((games.len(), finished.standing.games()), (10, 10), "{name}");
        for jobs in [2, 3] {
            let again = Match { jobs, ..contest(&*game, [nodes(300), nodes(60)], 10) };
            assert_eq!(played(&again), (games.clone(), finished.clone()), "{name}, {jobs} jobs");
        }
        let other = Match {
            openings: Source::Made(Recipe { plies: None, seed: 2 }),
            ..contest(&*game, [nodes(300), nodes(60)], 10)
        };
        assert_ne!(played(&other).0, games, "{name}, another seed");
    }
}

#[test]
fn virtual_threads_repeat_themselves_too() {
    let game = opened("kalah:4x3");
    let mut parallel = nodes(300);
    let Kind::Engine(spec) = &mut parallel.kind else { panic!("an engine") };
    spec.config = Config { threads: 4, schedule: Schedule::VIRTUAL, ..spec.config.clone() };
    assert!(parallel.repeats() && parallel.cores() == 1);
    let games = |jobs| {
        let players = [parallel.clone(), nodes(300)];
        played(&Match { jobs, ..contest(&*game, players, 6) })
    };
    assert_eq!(games(1), games(2));
}

/// Every game is replayed by the rules alone, and its result held against them, or against a solve of the position in
/// which it was adjudicated.
#[test]
fn games_are_legal_and_their_results_true() {
    for name in ["tictactoe", "kalah:3x2", "othello:4", "hex:3", "dots-and-boxes:2x2"] {
        let game = opened(name);
        let mut engine = game.engine(&Config::single(1 << 20), None).expect("an engine");
        let (games, _) = played(&contest(&*game, [depth(3), depth(2)], 40));
        let mut openings: Vec<(String, Seat)> = Vec::new();
        for record in games {
            assert_eq!(record.pair, record.number.div_ceil(2));
            assert_eq!(record.first == Seat::A, record.number % 2 == 1);
            openings.push((record.opening.clone(), record.first));
            let mut at = game.start().expect("a start");
            at.play_text(&record.opening).expect("an opening is legal");
            for played in &record.moves {
                assert_eq!(at.outcome(), None);
                assert_eq!(played.by, Seat::of(at.to_move(), record.first));
                let mv = at.parse_move(&played.mv).expect("a legal move");
                at.play(mv).expect("a legal move");
            }
            assert_eq!(at.outcome().is_some(), record.ended == Ended::Rules, "{record:?}");
            engine.clear();
            let value = engine.run(&Ask::new(&at, &Limits::solve())).expect("a solve").verdict;
            let own = 1 + value.score.raw().signum();
            let mover = Seat::of(at.to_move(), record.first);
            let for_a = if mover == Seat::A { own } else { 2 - own };
            assert_eq!(record.result.half_points(), for_a as usize, "{name}: {record:?}");
        }
        for pair in openings.chunks(2) {
            assert_eq!(pair[0].0, pair[1].0, "both games of a pair have one opening");
        }
        let different: BTreeSet<_> = openings.iter().map(|(opening, _)| opening).collect();
        assert_eq!(different.len(), openings.len() / 2);
    }
}

#[test]
fn openings_are_balanced_and_no_two_are_symmetric() {
    for name in ["othello", "connect4", "breakthrough:5x5"] {
        let game = opened(name);
        let recipe = Recipe { plies: None, seed: 7 };
        let mut openings = Openings::made(&*game, recipe).expect("openings");
        let mut keys = HashSet::new();
        let mut engine = game.engine(&Config::single(1 << 20), None).expect("an engine");
        for _ in 0..20 {
            let Opening { at, text, from_start, balanced } =
                openings.deal().expect("openings").expect("there are more");
            assert!(
                balanced == Some(true) && from_start && at.plies() == 6 && at.outcome().is_none(),
                "{name}: {text}"
            );
            assert!(keys.insert(at.canonical().expect("a key")), "{name}: {text}");
            engine.clear();
            let report = engine.run(&Ask::new(&at, &Limits::nodes(5_000))).expect("a search");
            let scale = game.facts().result_scale;
            let expected = plyglot_stats::Expected::of(report.verdict, scale).result;
            assert!((0.4..=0.6).contains(&expected), "{name}: {text}: {expected}");
        }
    }
}

#[test]
fn openings_run_out_where_the_game_has_no_more() {
    let game = opened("tictactoe");
    let recipe = Recipe { plies: Some(1), seed: 3 };
    let mut openings = Openings::made(&*game, recipe).expect("openings");
    // A corner, an edge, the centre: all are drawn.
    let found: Vec<_> = std::iter::from_fn(|| openings.deal().expect("openings")).collect();
    assert_eq!(found.len(), 3);
    let few =
        Match { openings: Source::Made(recipe), ..contest(&*game, [depth(2), depth(1)], 100) };
    let (games, finished) = played(&few);
    assert!(games.len() == 6 && finished.exhausted && !finished.stopped);
    // Players that do not repeat themselves play them again.
    let timed = player(Control {
        depth: Some(1),
        time: Some(Duration::from_secs(9)),
        ..Control::default()
    });
    let again = Match { openings: Source::Made(recipe), ..contest(&*game, [timed, depth(1)], 10) };
    let (games, finished) = played(&again);
    assert!(games.len() == 10 && !finished.exhausted);
    assert_eq!(games[0].opening, games[6].opening);
    let over = Recipe { plies: Some(10), seed: 1 };
    let none = Match { openings: Source::Made(over), ..contest(&*game, [depth(2), depth(1)], 4) };
    let error = none.play(None, &Stop::default(), |_, _| Ok(())).expect_err("no opening");
    assert!(error.to_string().contains("10 random plies"), "{error}");
}

#[test]
fn a_line_of_a_file_is_a_position_or_moves() {
    let game = opened("connect4");
    let start = game.start().expect("a start");
    let read = |line: &str| Opening::parse(&start, line);
    let moves = read("4453").expect("moves");
    assert_eq!((moves.at.plies(), moves.moves()), (4, Some("4453")));
    let position = read(&moves.at.text().expect("a text")).expect("a position");
    assert_eq!((position.at.plies(), position.at.key()), (0, moves.at.key()));
    assert_eq!(position.moves(), None);
    assert_eq!(read("startpos").expect("the start").moves(), Some(""));
    for bad in ["x", "88", "4444444"] {
        assert!(read(bad).is_err(), "{bad}");
    }
    let error = read("1122334").expect_err("won").to_string();
    assert!(error.contains("over"), "{error}");
}

/// A test that decides early gives up what was begun beyond, and so is the same at any number of jobs.
#[test]
fn a_test_ends_a_match_at_the_same_game_at_any_number_of_jobs() {
    let game = opened("kalah:5x4");
    let sprt = Sprt::new(-100.0, 100.0, Model::Logistic);
    let test = |jobs| {
        let players = [nodes(500), nodes(10)];
        played(&Match { jobs, sprt, games: None, ..contest(&*game, players, 2) })
    };
    let (games, finished) = test(1);
    assert_eq!(finished.decision, Some(Decision::Passed));
    assert!(games.len() < 200 && finished.standing.is_whole() && !finished.stopped);
    assert_eq!(test(2), (games, finished));
}

#[test]
fn a_journal_continues_a_match_and_extends_it() {
    let game = opened("kalah:4x3");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let (origin, place) = (json!({"version": "1"}), json!("here"));
    let of = |games| contest(&*game, [nodes(200), nodes(50)], games);
    let play = |contest: &Match<'_>, most: usize| {
        let continued = contest.continued(&path, &origin, &place).expect("a journal");
        let (before, stop, mut games) = (continued.games(), Stop::default(), Vec::new());
        let finished = contest.play(Some(continued), &stop, |game, _| {
            games.push(timeless(game));
            if games.len() == most {
                stop.raise();
            }
            Ok(())
        });
        (before, games, finished.expect("a match"))
    };
    let (before, games, finished) = play(&of(2_000), 3);
    assert!(before == 0 && (3..2_000).contains(&games.len()) && finished.stopped);
    // How many games there are to be is not part of what the journal is bound to.
    let (few, more) = (12.max(games.len() / 2 * 2), 40.max(games.len() * 2));
    for limit in [few, more] {
        let whole = played(&of(limit));
        let (before, games, finished) = play(&of(limit), 0);
        assert!(before >= 3, "{before}");
        assert_eq!((games, finished), whole);
    }
    // What was measured of other players is not taken.
    let other = contest(&*game, [nodes(201), nodes(50)], 8);
    let error = other.continued(&path, &origin, &place).err().expect("another match").to_string();
    assert!(error.contains("201") && error.contains("200"), "{error}");
}

#[test]
fn long_games_are_drawn_and_scores_end_them() {
    let game = opened("draughts");
    let with = |adjudication| {
        let players = [depth(3), depth(1)];
        played(&Match { adjudication, ..contest(&*game, players, 6) }).0
    };
    let short = with(Adjudication { length: 4, ..Adjudication::default() });
    assert!(short.iter().all(|game| game.ended == Ended::Length
        && game.result == GameResult::Draw
        && game.moves.len() == 4));
    let draw = Some(ScoreRule { units: 1000.0, plies: 3 });
    let drawn = with(Adjudication { draw, ..Adjudication::default() });
    assert!(drawn.iter().all(|game| game.ended == Ended::Score && game.moves.len() == 3));
    let win = Some(ScoreRule { units: 1.0, plies: 4 });
    let won = with(Adjudication { win, ..Adjudication::default() });
    let by_score: Vec<_> = won.iter().filter(|game| game.ended == Ended::Score).collect();
    assert!(!by_score.is_empty(), "{won:?}");
    for game in by_score {
        let said = |played: &Played| {
            let score: f64 =
                played.score.as_ref()?.trim_start_matches([' ', '>', '<', '=']).parse().ok()?;
            let for_a = if played.by == Seat::A { score } else { -score };
            Some(if game.result == GameResult::Win { for_a } else { -for_a })
        };
        let last = &game.moves[game.moves.len() - 4..];
        // A score is shown to a tenth.
        assert!(
            last.iter().all(|played| said(played).is_none_or(|score| score >= 0.9)),
            "{game:?}"
        );
    }
    let out = with(Adjudication { proof: false, length: 300, ..Adjudication::default() });
    assert!(out.iter().all(|game| game.ended != Ended::Proof));
}

#[test]
fn a_move_that_takes_too_long_loses_the_game() {
    let game = opened("othello");
    let slow = player(Control {
        nodes: Some(50_000),
        time: Some(Duration::from_nanos(1)),
        ..Control::default()
    });
    let late = Match { margin: Duration::ZERO, ..contest(&*game, [slow, nodes(10)], 4) };
    let (games, finished) = played(&late);
    assert_eq!(finished.standing.faults(Seat::A, FaultKind::Time), 4);
    assert_eq!((finished.standing.points(), finished.standing.ends(Ended::Fault)), (0.0, 4));
    assert!(games.iter().all(|game| game.fault.as_ref().is_some_and(|fault| fault.by == Seat::A)));
    let text = games[0].text();
    assert!(text.contains("# fault of A") && text.lines().count() == 4, "{text}");
}

#[test]
fn seats_are_those_of_the_sides() {
    assert_eq!(Seat::of(Side::First, Seat::B), Seat::B);
    assert_eq!(Seat::of(Side::Second, Seat::B), Seat::A);
    let most = |a: usize, b: usize, cores| {
        let with = |threads| {
            let mut spec = depth(1);
            let Kind::Engine(engine) = &mut spec.kind else { panic!("an engine") };
            engine.config.threads = threads;
            spec
        };
        Match::most_jobs(&[with(a), with(b)], cores)
    };
    assert_eq!([most(1, 1, 4), most(1, 2, 4), most(3, 2, 4), most(9, 1, 4)], [4, 2, 1, 1]);
}
