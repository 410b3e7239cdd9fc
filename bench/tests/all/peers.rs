//! Side by side with the crate `minimax`: the same game to both, values that agree, and differences
//! that are found where one program is wrong.

use std::ops::RangeInclusive;

use plyglot_games::connect4::{ConnectFour, ConnectFourKnowledge, Standard};
use plyglot_games::kalah::{Capture, Kalah, Stores};
use plyglot_games::othello::{Othello, OthelloKnowledge};
use plyglot_open::Stop;
use plyglot_peers::{
    Analysis, Arbiter, Cause, Contest, ContestResult, Contestant, Design, Missing, TestPosition,
    Value, contest, measure,
};
use plyglot_search::{Describe, Knowledge, MoveList, Score};

const HASH: usize = 1 << 20;

/// Everybody's values at the positions of one line of play, to a few depths; how many there were.
fn agree<G: Describe, K: Knowledge<G>>(
    mut game: G,
    knowledge: K,
    depths: RangeInclusive<u8>,
) -> u32 {
    let stop = Stop::default();
    let mut held = 0;
    for ply in 0..12 {
        if game.outcome().is_some() {
            break;
        }
        for depth in depths.clone() {
            let contest = contest(game.clone(), knowledge.clone(), depth);
            let (value, nodes) = contest.negamax(10_000_000, &stop).expect("a small tree");
            assert!(nodes > 0);
            assert_eq!(contest.equal(HASH, &stop), Ok(value), "{}, depth {depth}", game.text());
            held += 1;
        }
        let mut moves = MoveList::new();
        game.moves(&mut moves);
        game.play(moves.as_slice()[(ply * 5 + 3) % moves.len()].mv);
    }
    held
}

#[test]
fn negamax_and_the_engine_agree() {
    assert!(agree(ConnectFour::new(Standard), ConnectFourKnowledge::default(), 1..=6) > 50);
    assert!(agree(Othello::<8>::default(), OthelloKnowledge::default(), 1..=4) > 40);
}

fn place(game: &str, depth: u8) -> TestPosition {
    TestPosition { game: game.into(), position: "start".into(), depth }
}

fn connect4(depth: u8) -> (TestPosition, Box<dyn Contest>) {
    let knowledge = ConnectFourKnowledge::default();
    (place("connect4", depth), contest(ConnectFour::new(Standard), knowledge, depth))
}

fn othello(depth: u8) -> (TestPosition, Box<dyn Contest>) {
    (place("othello", depth), contest(Othello::<8>::default(), OthelloKnowledge::default(), depth))
}

/// A game in which a side may move twice.
fn kalah() -> (TestPosition, Box<dyn Contest>) {
    let start = Kalah::new(6, 4, Capture::Full).expect("it fits");
    (place("kalah", 4), contest(start, Stores::default(), 4))
}

fn design(threads: &[usize]) -> Design {
    Design { threads: threads.into(), repeats: 2, hash_bytes: HASH, budget: 2_000_000 }
}

#[test]
fn a_study_has_every_contestant_in_every_position() {
    let contests = vec![connect4(6), othello(4)];
    let mut last = None;
    let study =
        measure(contests, &design(&[1, 2]), &Stop::default(), |progress| last = Some(progress));
    assert!(last.is_some_and(|last| last.done == last.total && last.total == 2 * (7 * 2 + 1 + 1)));
    assert!(!study.stopped && study.samples.len() == 2 * 2 * 7);
    let analysis = Analysis::of(&study, 1);
    assert_eq!(analysis.rows.len(), 2 * 7);
    assert!(!analysis.has_unexplained());
    for row in &analysis.rows {
        assert_eq!((row.searches, row.missing), (2, 0), "{row:?}");
        assert!(row.nodes.is_some_and(|nodes| nodes > 50.0), "{row:?}");
        assert_eq!(row.times.is_some(), row.who.is_ours());
        assert_eq!(row.times_tuned.is_some(), row.who.is_ours() && row.threads == 1);
    }
    assert!(study.references.iter().flatten().all(|reference| reference.by == Arbiter::Negamax));
}

#[test]
fn a_tree_too_large_for_negamax_is_held_against_equal_depths() {
    let design = Design { budget: 1_000, ..design(&[1]) };
    let study = measure(vec![connect4(8)], &design, &Stop::default(), |_| {});
    let reference = study.references[0].expect("it has a reference value");
    assert_eq!((reference.by, reference.nodes), (Arbiter::EqualDepths, None));
    let (_, large) = connect4(8);
    let truth = large.negamax(10_000_000, &Stop::default()).expect("enough for it");
    assert_eq!(reference.value, truth.0);
}

#[test]
fn a_game_whose_mover_may_stay_is_refused_by_the_peer_alone() {
    let study = measure(vec![kalah()], &design(&[1, 2]), &Stop::default(), |_| {});
    for row in Analysis::of(&study, 1).rows {
        assert_eq!(row.missing, if row.who.is_ours() { 0 } else { 2 }, "{row:?}");
    }
    let missing = study.samples.iter().find_map(|sample| sample.result.clone().err());
    assert!(matches!(missing, Some(Missing::Failed(why)) if why.contains("alternates")));
}

#[test]
fn a_stop_keeps_what_is_measured() {
    let stop = Stop::default();
    let study = measure(vec![connect4(6)], &design(&[1, 2]), &stop, |progress| {
        if progress.done == 3 {
            stop.raise();
        }
    });
    assert!(study.stopped && study.samples.len() == 3);
    assert!(study.references[0].is_none());
    assert_eq!(Analysis::of(&study, 1).rows.iter().filter(|row| row.searches > 0).count(), 3);
    let deep = connect4(30).1;
    for who in Contestant::ALL {
        for threads in [1, 2] {
            assert_eq!(deep.search(who, threads, HASH, &stop), Err(Missing::Stopped), "{who:?}");
        }
    }
}

/// An engine that is wrong on purpose.
struct Wrong {
    who: Contestant,
    also_for_equal_depths: bool,
}

const TRUTH: Value = Value::Points(3);
const LIE: Value = Value::Win;

impl Contest for Wrong {
    fn search(
        &self,
        who: Contestant,
        _: usize,
        _: usize,
        _: &Stop,
    ) -> Result<ContestResult, Missing> {
        let value = if who == self.who { LIE } else { TRUTH };
        Ok(ContestResult { value, nodes: Some(10), seconds: if who.is_ours() { 1.0 } else { 4.0 } })
    }

    fn count(&self, _: usize, _: usize, _: &Stop) -> Result<u64, Missing> {
        Ok(10)
    }

    fn negamax(&self, _: u64, _: &Stop) -> Result<(Value, u64), Missing> {
        Ok((TRUTH, 99))
    }

    fn equal(&self, _: usize, _: &Stop) -> Result<Value, Missing> {
        Ok(if self.also_for_equal_depths { LIE } else { TRUTH })
    }
}

#[test]
fn a_wrong_value_is_listed_with_its_cause() {
    for (who, also_for_equal_depths, cause) in [
        (Contestant::Peer, false, Cause::PeersTable),
        (Contestant::Plain, false, Cause::OurTable),
        (Contestant::Plain, true, Cause::Unexplained),
        (Contestant::Hooks, false, Cause::Hooks),
    ] {
        let wrong: Box<dyn Contest> = Box::new(Wrong { who, also_for_equal_depths });
        let study =
            measure(vec![(place("a game", 4), wrong)], &design(&[1]), &Stop::default(), |_| {});
        let analysis = Analysis::of(&study, 1);
        let [odd] = &analysis.differences[..] else { panic!("{:?}", analysis.differences) };
        assert_eq!((odd.who, odd.found, odd.reference), (who, LIE, TRUTH));
        assert_eq!((odd.searches, odd.cause), (2, cause));
        assert_eq!(analysis.has_unexplained(), cause == Cause::Unexplained);
        let ours = analysis.rows.iter().find(|row| row.who == Contestant::Hooks);
        let times = ours.and_then(|row| row.times).map(|times| times.value);
        assert!(times.is_some_and(|times| (times - 4.0).abs() < 1e-9));
    }
}

#[test]
fn margins_and_distances_are_wins_to_both() {
    assert_eq!(Value::of_score(Score::margin(1)), Value::Win);
    assert_eq!(Value::of_score(Score::loss_in(4)), Value::Loss);
}
