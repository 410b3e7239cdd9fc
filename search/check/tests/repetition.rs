//! What it means that a position comes back, against the game itself: small graphs on which a piece is moved, whose
//! games are played out in full with all that was on the board counted. Under each rule, with games that led to the root
//! and without, on a table that has served other pasts.
//!
//! The truth knows nothing of lines: a game ends by repetition where its rule says so, at the third occurrence (a move
//! is illegal at the second). What the engine calls proven has to hold there.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plyglot_check::laws::{Check, Law};
use plyglot_check::minimax::minimax_on_path;
use plyglot_search::random::mix;
use plyglot_search::{
    Acceptance, Bound, Config, Ended, Engine, Game, Knowledge, Limits, MoveList, NodeKey, Outcome,
    Repetition, Report, Request, Schedule, Score, Side, Verdict,
};
use proptest::prelude::*;

/// What a game on a graph is like.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rules {
    seed: u64,
    fields: u64,
    /// Among this many positions, two end the game.
    ends: u64,
    /// The game is counted by margins.
    margins: bool,
    rule: Repetition,
    /// The rule is another on every other field, as no game may have it.
    fickle: bool,
}

/// A position: where the piece is, and whose turn it is. The graph follows from the seed.
#[derive(Clone, Debug, PartialEq)]
struct Walk {
    rules: Rules,
    field: u64,
    side: Side,
}

impl Walk {
    fn new(rules: Rules) -> Walk {
        Walk { rules, field: 0, side: Side::First }
    }

    fn drawn(&self, salt: u64) -> u64 {
        mix(self.rules.seed ^ mix(self.field * 2 + u64::from(self.side == Side::First)) ^ mix(salt))
    }

    fn after(&self, mv: u8) -> Walk {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// A legal move of a game with this past, if any; `choice` picks it.
    fn any_legal(&self, before: &[u64], choice: u64) -> Option<Walk> {
        let all = (0..3).map(|mv| self.after(mv));
        let is_legal = |next: &Walk| {
            let (key, forbids) = (next.key(), self.rules.rule == Repetition::Forbidden);
            next.outcome().is_none() && !(forbids && (key == self.key() || before.contains(&key)))
        };
        let legal: Vec<Walk> = all.filter(is_legal).collect();
        legal.get(choice as usize % legal.len().max(1)).cloned()
    }

    /// A position after a random game of `plies`, of which the last half goes to and fro as often as it can, and
    /// the keys of the game. It ends before the game does.
    fn played(&self, plies: u32, lots: u64) -> (Walk, Vec<u64>) {
        let (mut at, mut before) = (self.clone(), Vec::new());
        for ply in 0..u64::from(plies) {
            let Some(next) = at.any_legal(&before, mix(lots ^ (ply % 4))) else { break };
            let again = before.iter().filter(|&&key| key == next.key()).count();
            if again >= 2 {
                break;
            }
            before.push(at.key());
            at = next;
        }
        (at, before)
    }
}

impl Game for Walk {
    type Move = u8;
    type Undo = Walk;
    const CAN_REPEAT: bool = true;

    fn repetition(&self) -> Repetition {
        let other = self.rules.fickle && self.field % 2 == 1;
        if other { Repetition::Ends } else { self.rules.rule }
    }

    fn repeated(&self) -> Outcome {
        match (self.rules.margins, self.drawn(3) % 3) {
            (true, _) => Outcome::Margin((self.drawn(3) % 7) as i32 - 3),
            (false, 0) => Outcome::Draw,
            // A loss for the side that brought it back, where sides alternate.
            (false, _) => Outcome::Win,
        }
    }

    fn to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        self.drawn(0)
    }

    fn outcome(&self) -> Option<Outcome> {
        let margin = 1 + (self.drawn(4) % 4) as i32;
        match (self.field, self.drawn(2) % self.rules.ends) {
            (0, _) => None,
            (_, 0) if self.rules.margins => Some(Outcome::Margin(-margin)),
            (_, 1) if self.rules.margins => Some(Outcome::Margin(margin)),
            (_, 0) => Some(Outcome::Loss),
            (_, 1) => Some(Outcome::Win),
            _ => None,
        }
    }

    fn moves(&self, out: &mut MoveList<u8>) {
        (0..3).for_each(|mv| out.push(mv));
    }

    fn play(&mut self, mv: u8) -> Walk {
        let before = self.clone();
        self.field = self.drawn(10 + u64::from(mv)) % self.rules.fields;
        // Sometimes the same side moves again.
        if !before.drawn(20 + u64::from(mv)).is_multiple_of(5) {
            self.side = self.side.other();
        }
        before
    }

    fn undo(&mut self, _mv: u8, before: Walk) {
        *self = before;
    }

    fn pack(mv: u8) -> u32 {
        u32::from(mv)
    }

    fn unpack(&self, bits: u32) -> Option<u8> {
        (bits < 3).then_some(bits as u8)
    }
}

fn estimate(walk: &Walk) -> i32 {
    (walk.drawn(1) % 41) as i32 - 20
}

/// Estimates.
#[derive(Clone)]
struct Judge;

impl Knowledge<Walk> for Judge {
    fn evaluate(&mut self, walk: &Walk) -> i32 {
        estimate(walk)
    }
}

/// The same, with a new key for every look: what the table knows is of no use.
#[derive(Clone)]
struct Unkeyed(Arc<AtomicU64>);

impl Knowledge<Walk> for Unkeyed {
    fn evaluate(&mut self, walk: &Walk) -> i32 {
        estimate(walk)
    }

    fn key(&self, _walk: &Walk) -> NodeKey {
        NodeKey { hash: mix(self.0.fetch_add(1, Ordering::Relaxed)), symmetry: 0 }
    }
}

/// Games with all that was on the board, played out in full.
struct Truth {
    /// Of a position by how often each was there, this time counted, its value as its side to move sees it.
    known: HashMap<(u64, u64), Score>,
    /// The place of each position in the count.
    places: HashMap<u64, u32>,
}

impl Truth {
    fn new() -> Truth {
        Truth { known: HashMap::new(), places: HashMap::new() }
    }

    /// Two bits of the counts.
    fn place(&mut self, key: u64) -> u32 {
        let next = 2 * self.places.len() as u32;
        let place = *self.places.entry(key).or_insert(next);
        assert!(place < 64, "few enough positions to be counted");
        place
    }

    fn counts(&mut self, before: &[u64]) -> u64 {
        let mut counts = 0u64;
        for &key in before {
            let place = self.place(key);
            // Once is too often already under superko, and more than twice the end otherwise.
            if counts >> place & 3 < 2 {
                counts += 1 << place;
            }
        }
        counts
    }

    /// The value of a move in a position that is on the board, for the side that makes it; `None` if it is illegal.
    fn of_move(&mut self, at: &Walk, counts: u64, mv: u8) -> Option<Score> {
        let next = at.after(mv);
        let place = self.place(next.key());
        let again = counts >> place & 3;
        let value = match at.rules.rule {
            _ if next.outcome().is_some() => next.outcome().map(Outcome::score)?,
            Repetition::Forbidden if again > 0 => return None,
            Repetition::Draw if again >= 2 => Score::DRAW,
            Repetition::Ends if again >= 2 => next.repeated().score(),
            _ => self.value(&next, counts + (1 << place)),
        };
        let value = value.from_node(1);
        Some(if next.to_move() == at.to_move() { value } else { -value })
    }

    /// The value of a position that is on the board, and counted.
    fn value(&mut self, at: &Walk, counts: u64) -> Score {
        if let Some(&known) = self.known.get(&(at.key(), counts)) {
            return known;
        }
        let best = (0..3).filter_map(|mv| self.of_move(at, counts, mv)).max();
        // Who has only moves that are forbidden has lost.
        let value = best.unwrap_or(Score::loss_in(0));
        self.known.insert((at.key(), counts), value);
        value
    }

    /// What each move is worth after a game.
    fn moves(&mut self, at: &Walk, before: &[u64]) -> [Option<Score>; 3] {
        let mut counts = self.counts(before);
        let place = self.place(at.key());
        counts = counts & !(3 << place) | 1 << place;
        [0, 1, 2].map(|mv| self.of_move(at, counts, mv))
    }
}

fn schedules() -> impl Strategy<Value = (usize, Schedule)> {
    prop::sample::select(vec![
        (1, Schedule::Real),
        (2, Schedule::VIRTUAL),
        (4, Schedule::VIRTUAL),
        (8, Schedule::VIRTUAL),
        (4, Schedule::Real),
    ])
}

fn rules(rule: impl Strategy<Value = Repetition>) -> impl Strategy<Value = Rules> {
    (any::<u64>(), 3..6u64, 5..12u64, any::<bool>(), rule).prop_map(
        |(seed, fields, ends, margins, rule)| Rules {
            seed,
            fields,
            ends,
            margins,
            rule,
            fickle: false,
        },
    )
}

fn any_rule() -> impl Strategy<Value = Repetition> {
    prop::sample::select(vec![Repetition::Draw, Repetition::Ends, Repetition::Forbidden])
}

fn run<K: Knowledge<Walk>>(
    engine: &mut Engine<Walk, K>,
    (at, before): &(Walk, Vec<u64>),
    limits: &Limits<u8>,
) -> Report<u8> {
    let request = Request { game: at, history: before, limits, progress: None };
    engine.run(&request).expect("a search of a right game")
}

/// All that a report calls proven holds, and its moves are legal.
fn holds(report: &Report<u8>, values: [Option<Score>; 3]) -> Result<(), TestCaseError> {
    for line in &report.lines {
        let Verdict { score, bound, proven } = line.verdict;
        let mv = *line.pv.first().expect("a move");
        let Some(value) = values[usize::from(mv)] else {
            prop_assert!(false, "{mv} is forbidden: {line:?}");
            continue;
        };
        if !proven {
            continue;
        }
        let better = &report.lines[..line.rank - 1];
        let left = |mv: &usize| better.iter().all(|line| usize::from(line.pv[0]) != *mv);
        let best = (0..3).filter(left).filter_map(|mv| values[mv]).max().expect("a legal move");
        match bound {
            Bound::Lower => prop_assert!(score <= value, "{line:?}, truly {values:?}"),
            Bound::Upper => prop_assert!(score >= best, "{line:?}, truly {values:?}"),
            Bound::Exact => {
                prop_assert_eq!(score, value, "{:?}, truly {:?}", line, values);
                prop_assert_eq!(score, best, "{:?}, truly {:?}", line, values);
            }
        }
    }
    Ok(())
}

/// What the laws say of a game on a graph.
fn checked(rules: Rules) -> Result<Vec<String>, Law> {
    let summary = Check::new(&Walk::new(rules), &Judge).run();
    summary.map(|summary| summary.doubts).map_err(|broken| broken.law)
}

#[test]
fn the_laws_doubt_margins_that_a_repetition_takes_away() {
    let rules =
        |margins, rule| Rules { seed: 5, fields: 20, ends: 30, margins, rule, fickle: false };
    let doubted = |margins, rule| {
        let doubts = checked(rules(margins, rule)).expect("it is a right game");
        doubts.iter().any(|doubt| doubt.contains("`repetition` and `repeated` say"))
    };
    assert!(doubted(true, Repetition::Draw));
    for (margins, rule) in [
        (true, Repetition::Ends),
        (true, Repetition::Forbidden),
        (false, Repetition::Draw),
        (false, Repetition::Ends),
    ] {
        assert!(!doubted(margins, rule), "{margins} {rule:?}");
    }
}

#[test]
fn a_rule_of_repetition_that_changes_from_position_to_position_breaks_a_law() {
    let rules = Rules {
        seed: 5,
        fields: 20,
        ends: 30,
        margins: false,
        rule: Repetition::Draw,
        fickle: true,
    };
    assert_eq!(checked(rules), Err(Law::Repetitions));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        max_shrink_iters: 300,
        failure_persistence: None, // the minimal input that is printed is enough
        ..ProptestConfig::default()
    })]

    #[test]
    fn without_a_table_every_depth_is_that_of_a_minimax_that_knows_the_path(
        rules in rules(any_rule()),
        plies in 0..16u32,
        lots: u64,
        depth in 1..9u32,
        (threads, schedule) in schedules(),
    ) {
        let game = Walk::new(rules).played(plies, lots);
        let mut horizon = |walk: &mut Walk| Score::heuristic(estimate(walk));
        let expected = minimax_on_path(&mut game.0.clone(), &mut horizon, Some(depth as i32), &game.1);
        let config = Config { threads, schedule, hash_bytes: 64, acceptance: Acceptance::Equal, ..Config::default() };
        let mut engine = Engine::new(&config, Unkeyed(Arc::default())).expect("a small engine");
        let report = run(&mut engine, &game, &Limits::depth(depth));
        if report.ended == Ended::GameOver {
            prop_assert_eq!(expected, Score::loss_in(0));
        }
        prop_assert_eq!(report.verdict.score, expected);
    }

    #[test]
    fn what_is_called_proven_holds_under_every_past_whatever_was_searched_before(
        rules in rules(any_rule()),
        (threads, schedule) in schedules(),
        hash_bytes in prop::sample::select(vec![64, 4 << 10, 1 << 20]),
        questions in prop::collection::vec((0..20u32, any::<u64>(), 1..10u32, 1..3usize, any::<bool>()), 1..8),
    ) {
        let config = Config { threads, schedule, hash_bytes, ..Config::default() };
        let mut engine = Engine::new(&config, Judge).expect("a small engine");
        let mut truth = Truth::new();
        for (plies, lots, depth, lines, solve) in questions {
            let game = Walk::new(rules).played(plies, lots);
            let values = truth.moves(&game.0, &game.1);
            let depth = (!solve).then_some(depth);
            let report = run(&mut engine, &game, &Limits { solve, lines, depth, ..Limits::nodes(20_000) });
            if values == [None; 3] {
                prop_assert_eq!((report.ended, report.verdict.score), (Ended::GameOver, Score::loss_in(0)));
                continue;
            }
            holds(&report, values)?;
        }
    }

    #[test]
    fn a_win_is_solved_to_the_ply_whatever_was_there_before(
        rules in rules(Just(Repetition::Draw)),
        (threads, schedule) in schedules(),
        hash_bytes in prop::sample::select(vec![64, 4 << 10, 1 << 20]),
        pasts in prop::collection::vec((0..20u32, any::<u64>()), 1..6),
    ) {
        let rules = Rules { margins: false, ..rules };
        let config = Config { threads, schedule, hash_bytes, ..Config::default() };
        let mut engine = Engine::new(&config, Judge).expect("a small engine");
        let mut truth = Truth::new();
        for (plies, lots) in pasts {
            let game = Walk::new(rules).played(plies, lots);
            let values = truth.moves(&game.0, &game.1);
            let value = values.into_iter().flatten().max().expect("no move is forbidden");
            // Far more than any of these takes, so that the test ends if the value is never found.
            let limits = Limits { nodes: Some(2_000_000), ..Limits::solve() };
            let report = run(&mut engine, &game, &limits);
            let exact = Verdict { score: value, bound: Bound::Exact, proven: true };
            prop_assert_eq!((report.verdict, report.ended), (exact, Ended::Proven), "{:?}", values);
            prop_assert_eq!(values[usize::from(report.best_move().expect("a move"))], Some(value));
        }
    }
}
