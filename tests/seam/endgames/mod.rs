//! Forced wins of games in which positions repeat, checked against retrograde analysis: English draughts
//! with few pieces, of which [`Endings`] knows which side wins and in how many plies.
//!
//! An exact solve reports exactly that. Any other search may know less, but what it calls proven is true,
//! and a win or a loss that it reports can be forced, whatever was searched before on the same table and whatever
//! game led to the position. Every claim counts, also those on the way to the answer.
//!
//! The complete check takes longer and is usually left out: `PLYGLOT_MINUTES=30 cargo test --test seam
//! every_ending -- --ignored --nocapture` solves all endings with two and three pieces, and searches
//! random endings for the rest of the time.

mod retrograde;
mod tables;

use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use plyglot_games::draughts::{Draughts, Judgement, Move};
use plyglot_search::{
    Bound, Config, Describe, Ended, Engine, Game, Limits, Line, Listener, MoveList, Progress,
    Report, Request, Schedule, Score, Verdict,
};

use crate::oracle_support::positions::Positions as Random;
use crate::oracle_support::probe::{Hooks, Probe, probing, racing};
use retrograde::Endings;

static ENDINGS: LazyLock<Endings> = LazyLock::new(Endings::new);

type Searcher = Engine<Draughts, Probe<Judgement>>;

/// Threads, how they are scheduled, and how they share a search.
type Workers = (usize, Schedule, &'static str);

const WORKERS: [Workers; 6] = [
    (1, Schedule::Real, "abdada"),
    (4, Schedule::Real, "abdada"),
    (8, Schedule::VIRTUAL, "abdada"),
    (4, Schedule::VIRTUAL, "lazy"),
    (8, Schedule::VIRTUAL, "root-splitting"),
    (8, Schedule::VIRTUAL, "young-brothers"),
];

/// Tables from one cluster to more than most of these endings fill, and up to how many plies the wins
/// are that each is asked for: without a table an ending is a tree.
const TABLES: [(usize, u32); 3] = [(64, 6), (4 << 10, 9), (4 << 20, 40)];

fn engine((threads, schedule, scheme): Workers, hash_bytes: usize) -> Searcher {
    let scheme = scheme.parse().expect("a scheme");
    let config = Config { threads, schedule, scheme, hash_bytes, ..Config::default() };
    racing(&config, probing(Judgement, Hooks::Whole))
}

/// A position, and the keys of the game that led to it.
struct WithHistory {
    at: Draughts,
    history: Vec<u64>,
}

impl WithHistory {
    fn alone(at: Draughts) -> WithHistory {
        WithHistory { at, history: Vec::new() }
    }

    /// An unfinished position of any class, for either side.
    fn any(random: &mut Random) -> WithHistory {
        loop {
            let at = ENDINGS.position(random.below(ENDINGS.len()));
            if at.outcome().is_none() {
                return WithHistory::alone(if random.below(2) == 0 { at } else { at.exchanged() });
            }
        }
    }

    /// The same, won by either side within this many plies.
    fn decided(random: &mut Random, most: u32) -> Draughts {
        loop {
            let at = WithHistory::any(random).at;
            if ENDINGS.plies(&at).is_some_and(|plies| plies <= most) {
                return at;
            }
        }
    }

    /// The same after some random moves. They end with the first position that comes back: one that was there twice
    /// before may be worth something else.
    fn walked(mut self, random: &mut Random) -> WithHistory {
        for _ in 0..random.below(16) {
            let moves = legal(&self.at);
            let mut next = self.at;
            next.play(moves[random.below(moves.len())]);
            if next.outcome().is_some() {
                break;
            }
            self.history.push(self.at.key());
            self.at = next;
            if self.history.contains(&next.key()) {
                break;
            }
        }
        self
    }
}

fn legal(at: &Draughts) -> Vec<Move> {
    let mut moves = MoveList::new();
    at.moves(&mut moves);
    moves.iter().collect()
}

/// The value of a move for the side that plays it.
fn value_of(at: &Draughts, mv: Move) -> Score {
    let mut child = *at;
    child.play(mv);
    -ENDINGS.value(&child).from_node(1)
}

/// True if a verdict claims nothing that is false. A side that is reported to win without a proof must win
/// as well: no estimate is that high.
fn is_true(verdict: &Verdict, value: Score) -> bool {
    let Verdict { score, bound, proven } = *verdict;
    let wins = score > Score::DRAW && score.is_decided();
    let loses = score < Score::DRAW && score.is_decided();
    let too_high = bound != Bound::Upper && (proven || wins) && value < score;
    let too_low = bound != Bound::Lower && (proven || loses) && value > score;
    !(too_high || too_low)
}

/// True if a line's moves are legal and what is claimed of it is true; `best` is the value of the best move
/// that is looked at.
fn holds(at: &Draughts, line: &Line<Move>, best: Score) -> bool {
    let Line { rank, verdict, pv, .. } = line;
    let of_position = *rank > 1 || is_true(verdict, best);
    // The move of an upper bound is any that was tried.
    let first = pv.first().filter(|_| verdict.bound != Bound::Upper);
    let of_move = first.is_none_or(|&mv| is_true(verdict, value_of(at, mv)));
    let mut along = *at;
    let mut goes = |mv| {
        let is_legal = legal(&along).contains(&mv);
        if is_legal {
            along.play(mv);
        }
        is_legal
    };
    of_position && of_move && pv.iter().all(|&mv| goes(mv))
}

/// True if a line goes on from no position that was there twice before.
fn ends_with_the_third(start: &WithHistory, line: &[Move]) -> bool {
    let (mut at, mut keys) = (start.at, start.history.clone());
    line.iter().enumerate().all(|(ply, &mv)| {
        let before = keys.iter().filter(|&&key| key == at.key()).count();
        keys.push(at.key());
        at.play(mv);
        ply == 0 || before < 2
    })
}

/// Searches, with a listener to the progress or without, and checks all claims against the truth.
fn ask(
    engine: &mut Searcher,
    start: &WithHistory,
    limits: &Limits<Move>,
    listens: bool,
) -> Report<Move> {
    let WithHistory { at, history } = start;
    let about = format!(
        "{} after {} plies, listens {listens}, {limits:?}, {:?}",
        at.text(),
        history.len(),
        engine.config()
    );
    let news: Arc<Mutex<Vec<Line<Move>>>> = Arc::default();
    let ear = Arc::clone(&news);
    let listener: Listener<Move> =
        Arc::new(move |progress: Progress<Move>| ear.lock().expect("whole").push(progress.line));
    let request = Request { game: at, history, limits, progress: listens.then_some(listener) };
    let report = engine.run(&request).unwrap_or_else(|error| panic!("{about}: {error}"));
    let looked_at = |mv: &Move| limits.root_moves.is_empty() || limits.root_moves.contains(mv);
    let moves = legal(at).into_iter().filter(looked_at);
    let best = moves.map(|mv| value_of(at, mv)).max().expect("the game is not over");
    for line in news.lock().expect("whole").iter().chain(&report.lines) {
        assert!(holds(at, line, best), "{about}: {line:?}, and truly {best:?}");
    }
    let verdict = &report.verdict;
    assert!(is_true(verdict, best), "{about}: {verdict:?}, and truly {best:?}");
    for line in &report.lines {
        assert!(ends_with_the_third(start, &line.pv), "{about}: {line:?}");
    }
    report
}

/// Solves a position that one side wins: the answer is which, and in how many plies, and a move for it.
fn solve(engine: &mut Searcher, at: Draughts, listens: bool) {
    let value = ENDINGS.value(&at);
    // Far more than any of these takes, so that the test ends if a win is never found.
    let limits = Limits { nodes: Some(200_000_000), ..Limits::solve() };
    let report = ask(engine, &WithHistory::alone(at), &limits, listens);
    let exact = Verdict { score: value, bound: Bound::Exact, proven: true };
    let about = at.text();
    assert_eq!((report.verdict, report.ended), (exact, Ended::Proven), "{about}");
    let mv = report.best_move().expect("a move");
    assert_eq!(value_of(&at, mv), value, "{mv:?} of {about}");
    let mut end = at;
    for &mv in &report.lines[0].pv {
        end.play(mv);
    }
    let plies = (report.lines[0].pv.len() as u32, end.outcome().is_some());
    assert_eq!(plies, (ENDINGS.plies(&at).expect("it is won"), true), "{about}");
}

/// Searches any ending in any way, with a game that led to it or without.
fn ask_anything(engine: &mut Searcher, random: &mut Random, deepest: usize) {
    let mut start = WithHistory::any(random);
    if random.below(2) == 0 {
        start = start.walked(random);
    }
    let depth = 1 + random.below(deepest) as u32;
    let mut limits = match random.below(6) {
        0 => Limits::mate(depth),
        1 => Limits { nodes: Some(20_000), ..Limits::solve() },
        2 => Limits { lines: 2 + random.below(2), ..Limits::depth(depth) },
        _ => Limits::depth(depth),
    };
    if random.below(6) == 0 {
        limits.root_moves = legal(&start.at);
        limits.root_moves.retain(|_| random.below(2) == 0);
    }
    let listens = random.below(2) == 0;
    ask(engine, &start, &limits, listens);
}

/// A position after moves that come back to it.
fn come_back(position: &str, moves: &str) -> WithHistory {
    let mut start = WithHistory::alone(Draughts::start().parse(position).expect("a position"));
    for text in moves.split(' ') {
        start.history.push(start.at.key());
        let mv = start.at.parse_move(text).expect("a legal move");
        start.at.play(mv);
    }
    start
}

/// Each is a position, moves that come back to it, a winning move, and in how many plies it wins.
const PASTS: &str = include_str!("../../../games/pieces/data/draughts-pasts.txt");

#[test]
fn a_win_whose_position_was_there_once_is_solved_as_without_a_past() {
    let cases: Vec<&str> = PASTS.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(cases.len(), 15);
    for workers in WORKERS {
        // One engine for all: what it has found under one past it knows under the next.
        let mut engine = engine(workers, 1 << 20);
        for case in &cases {
            let [position, past, first, plies] =
                case.split('|').collect::<Vec<_>>().try_into().expect("four fields");
            let start = come_back(position, past);
            let value = Score::win_in(plies.parse().expect("a number"));
            assert_eq!(ENDINGS.value(&start.at), value, "{case}");
            assert_eq!(value_of(&start.at, start.at.parse_move(first).expect("legal")), value);
            let limits = Limits { nodes: Some(200_000_000), ..Limits::solve() };
            let report = ask(&mut engine, &start, &limits, false);
            let exact = Verdict { score: value, bound: Bound::Exact, proven: true };
            assert_eq!((report.verdict, report.ended), (exact, Ended::Proven), "{case}");
        }
    }
}

#[test]
fn what_was_there_twice_is_a_draw_the_third_time_whatever_the_table_knows() {
    let circle = "32-27 26-22 27-32 22-26";
    let twice = come_back("W:WK32:BK26", &[circle, circle].join(" "));
    let mut drawn = twice.history.clone();
    drawn.sort_unstable();
    drawn.retain(|key| *key != twice.at.key());
    drawn.dedup();
    assert_eq!(drawn.len(), 3);
    let under_past = ENDINGS.of_two_kings_with_drawn(&drawn);
    let without = ENDINGS.of_two_kings_with_drawn(&[]);
    let value = |plies: Option<u32>| match plies {
        None => Score::DRAW,
        Some(plies) if plies % 2 == 1 => Score::win_in(plies),
        Some(plies) => Score::loss_in(plies),
    };
    assert_eq!(without[&twice.at.key()], Some(9));
    assert_ne!(under_past[&twice.at.key()], Some(9));
    for workers in WORKERS {
        let mut engine = engine(workers, 1 << 20);
        let once = come_back("W:WK32:BK26", circle);
        for (start, plies) in [(&once, &without), (&twice, &under_past), (&once, &without)] {
            let limits = Limits { nodes: Some(200_000_000), ..Limits::solve() };
            let request = Request {
                game: &start.at,
                history: &start.history,
                limits: &limits,
                progress: None,
            };
            let report = engine.run(&request).expect("a search of a right game");
            let truly = value(plies[&start.at.key()]);
            let exact = Verdict { score: truly, bound: Bound::Exact, proven: true };
            assert_eq!((report.verdict, report.ended), (exact, Ended::Proven), "{workers:?}");
        }
    }
}

#[test]
fn wins_and_losses_are_solved_to_the_ply() {
    let mut random = Random::new(1);
    for (hash_bytes, most) in TABLES {
        for workers in WORKERS {
            let mut engine = engine(workers, hash_bytes);
            for turn in 0..20 {
                solve(&mut engine, WithHistory::decided(&mut random, most), turn % 2 == 0);
            }
        }
    }
}

#[test]
fn every_claim_about_an_ending_is_true() {
    let mut random = Random::new(2);
    for ((hash_bytes, _), deepest) in TABLES.into_iter().zip([6, 8, 14]) {
        for workers in WORKERS {
            let mut engine = engine(workers, hash_bytes);
            for _ in 0..40 {
                ask_anything(&mut engine, &mut random, deepest);
            }
        }
    }
}

#[test]
fn a_win_by_the_next_move_is_exact_whatever_was_tried_before() {
    for text in ["B:W13:B9,K10", "B:WK4:BK8,K11,K24", "B:WK29:BK17,K25,K27"] {
        let at = Draughts::start().parse(text).expect("a position");
        solve(&mut engine(WORKERS[0], 1 << 20), at, false);
        let limits = Limits::depth(1);
        let report = ask(&mut engine(WORKERS[0], 1 << 20), &WithHistory::alone(at), &limits, false);
        assert_eq!(report.verdict.bound, Bound::Exact, "{text}");
    }
}

#[test]
fn a_proven_win_comes_with_its_move_whatever_the_other_workers_search() {
    let workers = (4, Schedule::Virtual { turn: 1 }, "lazy");
    for text in ["W:WK13,K20,K25:BK3", "B:WK4:BK14,K26,K27", "B:WK5:BK9,K14,K29"] {
        let at = Draughts::start().parse(text).expect("a position");
        solve(&mut engine(workers, 4 << 10), at, true);
    }
}

/// Every ending with two and three pieces, then questions of all kinds; see the module.
#[test]
#[ignore = "takes as many minutes as PLYGLOT_MINUTES says"]
fn every_ending_of_three_pieces_is_as_the_engine_says() {
    let minutes = std::env::var("PLYGLOT_MINUTES").ok();
    let minutes: u64 = minutes.map_or(5, |text| text.parse().expect("a number of minutes"));
    let until = Instant::now() + Duration::from_secs(60 * minutes);
    let (mut solved, mut looked, mut questions) = (0, 0, 0);
    let mut whole = engine(WORKERS[0], 64 << 20);
    // In the order of their keys, so in random order.
    for index in 0..ENDINGS.len() {
        let at = ENDINGS.position(index);
        // No ending has three pieces of a side in a row, so each comma stands for one piece more.
        if at.outcome().is_some() || at.text().matches(',').count() > 1 {
            continue;
        }
        let at = if index % 2 == 0 { at } else { at.exchanged() };
        if ENDINGS.plies(&at).is_some() {
            solve(&mut whole, at, false);
            solved += 1;
        } else {
            let limits = Limits::depth(1 + index as u32 % 9);
            ask(&mut whole, &WithHistory::alone(at), &limits, false);
            looked += 1;
        }
    }
    println!(
        "with two and three pieces: {solved} decided ones solved, {looked} drawn ones searched"
    );
    let mut random = Random::new(minutes);
    while Instant::now() < until {
        for (hash_bytes, most) in TABLES {
            for workers in WORKERS {
                let mut engine = engine(workers, hash_bytes);
                for turn in 0..20 {
                    solve(&mut engine, WithHistory::decided(&mut random, most + 2), turn % 2 == 0);
                    ask_anything(&mut engine, &mut random, 10);
                    questions += 1;
                }
            }
        }
    }
    println!("of any kind: {questions} solved, as many searched in other ways");
}
