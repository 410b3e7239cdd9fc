//! Lines are as many as published.

use cozy_chess::Move;
use plyglot_check::perft::perft;
use plyglot_chess::Chess;
use plyglot_search::{Describe, Game, MoveList, Outcome, Side};

/// Counts of the customary set of positions for chess programs. With each position
/// comes how many lines of each length it has (see the README beside it).
const STANDARD: &str = include_str!("../../data/perft.epd");

/// Start positions of Chess960 a few moves on, as `cozy-chess` is tested by.
const CHESS960: [(&str, &[u64]); 4] = [
    (
        "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
        &[29, 502, 14569, 287739, 8652810, 191762235],
    ),
    (
        "rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9",
        &[27, 916, 25798, 890435, 26302461, 924181432],
    ),
    (
        "rqbbknr1/1ppp2pp/p5n1/4pp2/P7/1PP5/1Q1PPPPP/R1BBKNRN w GAga - 0 9",
        &[24, 600, 15347, 408207, 11029596, 308553169],
    ),
    (
        "rkb2bnr/pp2pppp/2p1n3/3p4/q2P4/5NP1/PPP1PP1P/RKBNQBR1 w Aha - 0 9",
        &[29, 861, 24504, 763454, 22763215, 731511256],
    ),
];

/// How many lines a position may have to be counted here; `PERFT_LINES=100000000` is the long form.
fn most() -> u64 {
    let asked = std::env::var("PERFT_LINES").ok();
    asked.map_or(5_000_000, |lines| lines.parse().expect("PERFT_LINES is a number"))
}

/// Published counts go on where no side can mate any more: there the game is over, but moves are left.
#[derive(Clone)]
struct WithoutDeadPositions(Chess);

impl Game for WithoutDeadPositions {
    type Move = Move;
    type Undo = Chess;
    const ENDS_ONLY_WITHOUT_MOVES: bool = true;

    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.0.is_dead() { None } else { self.0.outcome() }
    }

    fn moves(&self, out: &mut MoveList<Move>) {
        if self.0.is_dead() {
            self.0.board().generate_moves(|moves| {
                out.extend(moves);
                false
            });
        } else {
            self.0.moves(out);
        }
    }

    fn play(&mut self, mv: Move) -> Chess {
        self.0.play(mv)
    }

    fn undo(&mut self, mv: Move, undo: Chess) {
        self.0.undo(mv, undo);
    }

    fn pack(mv: Move) -> u32 {
        Chess::pack(mv)
    }

    fn unpack(&self, bits: u32) -> Option<Move> {
        self.0.unpack(bits)
    }
}

/// Counts the lines of the greatest length that is within bounds.
fn check(text: &str, counts: impl Iterator<Item = (u32, u64)>) -> bool {
    let game = Chess::start().parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let within = counts.filter(|(_, count)| *count <= most());
    let Some((depth, count)) = within.last() else { return false };
    assert_eq!(perft(&WithoutDeadPositions(game), depth), count, "{text}, {depth} plies");
    true
}

#[test]
fn lines_from_the_standard_positions_are_as_many_as_published() {
    let mut positions = 0;
    for line in STANDARD.lines() {
        let (text, counts) = line.split_once(';').expect("a position and its counts");
        // `D3 8902`: three plies.
        let counts = counts.split(';').map(|count| {
            let (depth, count) = count.trim().split_once(' ').expect("a length and a count");
            let number = |text: &str| text.trim().parse().expect("a number");
            (number(&depth[1..]) as u32, number(count))
        });
        positions += usize::from(check(text.trim(), counts));
    }
    assert!(positions >= 126, "{positions}");
}

#[test]
fn lines_of_chess960_are_as_many_as_published() {
    let counted = |(text, counts): (&str, &[u64])| check(text, (1..).zip(counts.iter().copied()));
    assert!(CHESS960.into_iter().all(counted));
}

#[test]
fn lines_from_the_start_are_as_many_as_published_by_the_rules_of_a_game_too() {
    for (depth, count) in (1..).zip([20, 400, 8_902, 197_281]) {
        assert_eq!(perft(&Chess::start(), depth), count, "{depth}");
    }
}
