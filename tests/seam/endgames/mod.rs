//! Forced wins of games in which positions come back, held against retrograde analysis: English draughts
//! with few pieces, of which [`Endings`] knows who wins and in how many plies.
//!
//! An exact solve says just that. Any other search may know less, but what it calls proven is true, and a
//! win or a loss that it names can be forced, whatever was searched before on the same table and whatever
//! game led to the position. Every claim counts, also those on the way to the answer.
//!
//! The whole takes longer and is left out as a rule: `PLYGLOT_MINUTES=30 cargo test --test seam
//! every_ending -- --ignored --nocapture` solves all endings with two and three pieces, and asks of any
//! ending for the rest of the time.

mod retrograde;

use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use plyglot_games::draughts::{Draughts, Judgement, Move};
use plyglot_search::{
    Bound, Config, Describe, Ended, Engine, Game, Limits, Line, Listener, MoveList, Progress,
    Report, Request, Schedule, Score, Verdict,
};

use crate::oracle_support::positions::Positions as Random;
use crate::oracle_support::probe::{Hooks, Probe, racing};
use retrograde::Endings;

static ENDINGS: LazyLock<Endings> = LazyLock::new(Endings::new);

type Searcher = Engine<Draughts, Probe<Judgement>>;

/// Threads, how they are scheduled, and how they share a search.
type Crew = (usize, Schedule, &'static str);

const CREWS: [Crew; 6] = [
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

fn engine((threads, schedule, scheme): Crew, hash_bytes: usize) -> Searcher {
    let scheme = scheme.parse().expect("a scheme");
    let config = Config { threads, schedule, scheme, hash_bytes, ..Config::default() };
    racing(&config, Probe::new(Judgement, Hooks::Whole))
}

/// A position, and the keys of the game that led to it.
struct Asked {
    at: Draughts,
    history: Vec<u64>,
}

impl Asked {
    fn alone(at: Draughts) -> Asked {
        Asked { at, history: Vec::new() }
    }

    /// An unfinished position of any class, for either side.
    fn any(random: &mut Random) -> Asked {
        loop {
            let at = ENDINGS.position(random.below(ENDINGS.len()));
            if at.outcome().is_none() {
                return Asked::alone(if random.below(2) == 0 { at } else { at.exchanged() });
            }
        }
    }

    /// The same that somebody wins within so many plies.
    fn decided(random: &mut Random, most: u32) -> Draughts {
        loop {
            let at = Asked::any(random).at;
            if ENDINGS.plies(&at).is_some_and(|plies| plies <= most) {
                return at;
            }
        }
    }

    /// The same after some random moves, which may go round in circles.
    fn walked(mut self, random: &mut Random) -> Asked {
        for _ in 0..random.below(16) {
            let moves = legal(&self.at);
            let mut next = self.at;
            next.play(moves[random.below(moves.len())]);
            if next.outcome().is_some() {
                break;
            }
            self.history.push(self.at.key());
            self.at = next;
        }
        self
    }
}

fn legal(at: &Draughts) -> Vec<Move> {
    let mut moves = MoveList::new();
    at.moves(&mut moves);
    moves.iter().collect()
}

/// What a move is worth to who plays it.
fn value_of(at: &Draughts, mv: Move) -> Score {
    let mut child = *at;
    child.play(mv);
    -ENDINGS.value(&child).from_node(1)
}

/// True if a verdict claims nothing that is not so. Who is named as the winner without a proof does win,
/// too: nothing is estimated that high.
fn is_true(verdict: &Verdict, value: Score) -> bool {
    let Verdict { score, bound, proven } = *verdict;
    let wins = score > Score::DRAW && score.is_decided();
    let loses = score < Score::DRAW && score.is_decided();
    let too_high = bound != Bound::Upper && (proven || wins) && value < score;
    let too_low = bound != Bound::Lower && (proven || loses) && value > score;
    !(too_high || too_low)
}

/// True if a line's moves are legal and what is claimed of it is so; `best` is the value of the best move
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

/// Searches, with somebody to be told of the way to the answer or without, and holds all that is claimed
/// against the truth.
fn ask(engine: &mut Searcher, asked: &Asked, limits: &Limits<Move>, told: bool) -> Report<Move> {
    let Asked { at, history } = asked;
    let about = format!(
        "{} after {} plies, told {told}, {limits:?}, {:?}",
        at.text(),
        history.len(),
        engine.config()
    );
    let news: Arc<Mutex<Vec<Line<Move>>>> = Arc::default();
    let ear = Arc::clone(&news);
    let listener: Listener<Move> =
        Arc::new(move |progress: Progress<Move>| ear.lock().expect("whole").push(progress.line));
    let request = Request { game: at, history, limits, progress: told.then_some(listener) };
    let report = engine.run(&request).unwrap_or_else(|error| panic!("{about}: {error}"));
    let looked_at = |mv: &Move| limits.root_moves.is_empty() || limits.root_moves.contains(mv);
    let moves = legal(at).into_iter().filter(looked_at);
    let best = moves.map(|mv| value_of(at, mv)).max().expect("the game is not over");
    for line in news.lock().expect("whole").iter().chain(&report.lines) {
        assert!(holds(at, line, best), "{about}: {line:?}, and truly {best:?}");
    }
    let verdict = &report.verdict;
    assert!(is_true(verdict, best), "{about}: {verdict:?}, and truly {best:?}");
    report
}

/// Solves a position that somebody wins: the answer is who, and in how many plies, and a move for it.
fn solve(engine: &mut Searcher, at: Draughts, told: bool) {
    let value = ENDINGS.value(&at);
    // Far more than any of these takes, so that a win which is never found ends the test.
    let limits = Limits { nodes: Some(200_000_000), ..Limits::solve() };
    let report = ask(engine, &Asked::alone(at), &limits, told);
    let exact = Verdict { score: value, bound: Bound::Exact, proven: true };
    let about = at.text();
    assert_eq!((report.verdict, report.ended), (exact, Ended::Proven), "{about}");
    let mv = report.best_move().expect("a move");
    assert_eq!(value_of(&at, mv), value, "{mv:?} of {about}");
}

/// Asks something of any ending, with a game that led to it or without.
fn ask_anything(engine: &mut Searcher, random: &mut Random, deepest: usize) {
    let mut asked = Asked::any(random);
    if random.below(2) == 0 {
        asked = asked.walked(random);
    }
    let depth = 1 + random.below(deepest) as u32;
    let mut limits = match random.below(6) {
        0 => Limits::mate(depth),
        1 => Limits { nodes: Some(20_000), ..Limits::solve() },
        2 => Limits { lines: 2 + random.below(2), ..Limits::depth(depth) },
        _ => Limits::depth(depth),
    };
    if random.below(6) == 0 {
        limits.root_moves = legal(&asked.at);
        limits.root_moves.retain(|_| random.below(2) == 0);
    }
    let told = random.below(2) == 0;
    ask(engine, &asked, &limits, told);
}

#[test]
fn wins_and_losses_are_solved_to_the_ply() {
    let mut random = Random::new(1);
    for (hash_bytes, most) in TABLES {
        for crew in CREWS {
            let mut engine = engine(crew, hash_bytes);
            for turn in 0..20 {
                solve(&mut engine, Asked::decided(&mut random, most), turn % 2 == 0);
            }
        }
    }
}

#[test]
fn nothing_is_claimed_of_an_ending_that_is_not_so() {
    let mut random = Random::new(2);
    for ((hash_bytes, _), deepest) in TABLES.into_iter().zip([6, 8, 14]) {
        for crew in CREWS {
            let mut engine = engine(crew, hash_bytes);
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
        solve(&mut engine(CREWS[0], 1 << 20), at, false);
        let limits = Limits::depth(1);
        let report = ask(&mut engine(CREWS[0], 1 << 20), &Asked::alone(at), &limits, false);
        assert_eq!(report.verdict.bound, Bound::Exact, "{text}");
    }
}

#[test]
fn a_proven_win_comes_with_its_move_whatever_others_were_at() {
    let crew = (4, Schedule::Virtual { turn: 1 }, "lazy");
    for text in ["W:WK13,K20,K25:BK3", "B:WK4:BK14,K26,K27", "B:WK5:BK9,K14,K29"] {
        let at = Draughts::start().parse(text).expect("a position");
        solve(&mut engine(crew, 4 << 10), at, true);
    }
}

/// Every ending with two and three pieces, then questions of all kinds; see the module.
#[test]
#[ignore = "takes as many minutes as PLYGLOT_MINUTES says"]
fn every_ending_of_three_pieces_is_as_the_engine_says() {
    let minutes = std::env::var("PLYGLOT_MINUTES").ok();
    let minutes: u64 = minutes.map_or(5, |asked| asked.parse().expect("a number of minutes"));
    let until = Instant::now() + Duration::from_secs(60 * minutes);
    let (mut solved, mut looked, mut questions) = (0, 0, 0);
    let mut whole = engine(CREWS[0], 64 << 20);
    // By their keys, and so in no order.
    for place in 0..ENDINGS.len() {
        let at = ENDINGS.position(place);
        // Three of a side in a row are not there, so that each comma tells of one piece more.
        if at.outcome().is_some() || at.text().matches(',').count() > 1 {
            continue;
        }
        let at = if place % 2 == 0 { at } else { at.exchanged() };
        if ENDINGS.plies(&at).is_some() {
            solve(&mut whole, at, false);
            solved += 1;
        } else {
            let limits = Limits::depth(1 + place as u32 % 9);
            ask(&mut whole, &Asked::alone(at), &limits, false);
            looked += 1;
        }
    }
    println!("with two and three pieces: {solved} decided ones solved, {looked} drawn ones asked");
    let mut random = Random::new(minutes);
    while Instant::now() < until {
        for (hash_bytes, most) in TABLES {
            for crew in CREWS {
                let mut engine = engine(crew, hash_bytes);
                for turn in 0..20 {
                    solve(&mut engine, Asked::decided(&mut random, most + 2), turn % 2 == 0);
                    ask_anything(&mut engine, &mut random, 10);
                    questions += 1;
                }
            }
        }
    }
    println!("of any kind: {questions} solved, as many asked something else");
}
