//! Makes the built-in sets of positions that `bench/scaling/data/README.md` describes:
//!
//! `cargo bench -p plyglot-bench --bench positions -- SET > bench/scaling/data/SET.txt`, where SET
//! is `othello-midgame`, `othello-endgame` or `connect4`.
//!
//! The same engine makes the same sets again. One that searches otherwise makes other ones, since
//! positions are chosen by the nodes that they take.

use std::error::Error;

use plyglot_bench::scaling::positions::{MIDGAME_DEPTH, TABLE_BYTES};
use plyglot_games::connect4::{ConnectFour, ConnectFourKnowledge, Standard};
use plyglot_games::othello::{Othello, OthelloKnowledge};
use plyglot_search::random::SplitMix;
use plyglot_search::{Config, Describe, Engine, Game, Knowledge, Limits, Meaning, MoveList};

type Result<T> = std::result::Result<T, Box<dyn Error>>;
type Board = Othello<8>;

/// Positions in each set.
const COUNT: usize = 40;
/// The nodes that a position may take to a fixed depth.
const MIDGAME_NODES: [u64; 2] = [2_200_000, 6_000_000];
/// The nodes that an endgame may take to be solved.
const ENDGAME_NODES: [u64; 2] = [1_100_000, 7_000_000];
/// The nodes that a position of Connect Four may take to be solved.
const CONNECT4_NODES: [u64; 2] = [1_100_000, 10_000_000];

/// Random moves at the beginning of each game of Othello.
const RANDOM_PLIES: usize = 8;
/// The depth to which the engine searches that plays on.
const PLAY_DEPTH: u32 = 6;
/// How far ahead it may find a player when it takes over, in points of the evaluation.
const BALANCE: i32 = 4 * Board::POINTS;
/// How far from the best the moves are between which it draws lots, in points.
const MARGIN: i32 = Board::POINTS;

const FFO: [&str; 2] = [
    include_str!("../../games/data/othello/fforum-20-39.obf"),
    include_str!("../../games/data/othello/fforum-40-59.obf"),
];
const PONS: &str = include_str!("../../games/data/connect4/Test_L1_R3");

fn main() -> Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("othello-midgame") => print((0..).map(midgame)),
        Some("othello-endgame") => {
            let known = (20..).zip(FFO.iter().flat_map(|file| file.lines()));
            let known = known.map(|(number, line)| known_endgame(number, line));
            print(known.chain((0..).map(played_endgame)))
        }
        Some("connect4") => {
            let lines = (1..).zip(PONS.lines());
            print(lines.map(|(number, line)| connect4(number, line)))
        }
        _ => Err("name one set: othello-midgame, othello-endgame or connect4".into()),
    }
}

/// Prints as many as a set has of those that are available and take the right number of nodes.
fn print(found: impl Iterator<Item = Result<Option<String>>>) -> Result<()> {
    for text in found.filter_map(Result::transpose).take(COUNT) {
        println!("{}", text?);
    }
    Ok(())
}

/// A position 10 to 24 plies from the start.
fn midgame(seed: u64) -> Result<Option<String>> {
    let mut random = SplitMix(seed);
    let plies = 10 + random.below(15).unwrap_or(0);
    let Some(game) = played(&mut random, |_, ply| ply == plies)? else { return Ok(None) };
    let limits = Limits::depth(MIDGAME_DEPTH);
    let nodes = nodes_within(MIDGAME_NODES, &game, OthelloKnowledge::default(), limits)?;
    Ok(nodes.map(|nodes| format!("# seed {seed}, ply {plies}: {nodes} nodes\n{}", game.text())))
}

/// A line of the FFO test.
fn known_endgame(number: usize, line: &str) -> Result<Option<String>> {
    let game = Board::default().parse_record(line)?.0;
    let empties = game.empties();
    let nodes = nodes_within(ENDGAME_NODES, &game, OthelloKnowledge::default(), Limits::solve())?;
    Ok(nodes.map(|nodes| format!("# FFO {number}, {empties} empties: {nodes} nodes\n{line}")))
}

/// A position with 20 to 22 empties.
fn played_endgame(seed: u64) -> Result<Option<String>> {
    let mut random = SplitMix(seed);
    let empties = 20 + random.below(3).unwrap_or(0) as u32;
    let game = played(&mut random, |game, _| game.empties() == empties)?;
    let Some(game) = game else { return Ok(None) };
    let nodes = nodes_within(ENDGAME_NODES, &game, OthelloKnowledge::default(), Limits::solve())?;
    let Some(nodes) = nodes else { return Ok(None) };
    let (text, values) = (game.text(), all_values(&game)?);
    Ok(Some(format!("# seed {seed}, {empties} empties: {nodes} nodes\n{text}; {values}")))
}

/// A line of P. Pons' set.
fn connect4(number: usize, line: &str) -> Result<Option<String>> {
    let game = ConnectFour::new(Standard).parse_record(line)?.0;
    let know = ConnectFourKnowledge::default();
    let nodes = nodes_within(CONNECT4_NODES, &game, know, Limits::solve())?;
    Ok(nodes.map(|nodes| format!("# Test_L1_R3 line {number}: {nodes} nodes\n{line}")))
}

/// How many nodes a fresh engine takes at one thread; `None` if that is not within the range.
fn nodes_within<G: Describe, K: Knowledge<G>>(
    [least, most]: [u64; 2],
    game: &G,
    know: K,
    limits: Limits<G::Move>,
) -> Result<Option<u64>> {
    let mut engine = Engine::new(&Config::single(TABLE_BYTES), know)?;
    let nodes = engine.search(game, &Limits { nodes: Some(most + 1), ..limits })?.nodes;
    Ok((least..=most).contains(&nodes).then_some(nodes))
}

/// A game that begins at random, is played on by the engine and ends where `enough` is true of the
/// position and the plies played; `None` if it is not balanced at first, or over before.
fn played(random: &mut SplitMix, enough: impl Fn(&Board, usize) -> bool) -> Result<Option<Board>> {
    let mut engine = Engine::new(&Config::single(1 << 20), OthelloKnowledge::default())?;
    let mut game = Board::default();
    for ply in 0.. {
        if game.outcome().is_some() {
            break;
        }
        if enough(&game, ply) {
            let must_pass = game.parse_move("pass").is_ok();
            return Ok((!must_pass).then_some(game));
        }
        let mut moves = MoveList::new();
        game.moves(&mut moves);
        let mut choices = moves.as_slice().iter().map(|ranked| ranked.mv).collect::<Vec<_>>();
        if ply >= RANDOM_PLIES {
            let limits = Limits { lines: choices.len(), ..Limits::depth(PLAY_DEPTH) };
            let lines = engine.search(&game, &limits)?.lines;
            let points = |index: usize| match lines[index].verdict.score.meaning() {
                Meaning::Heuristic(points) => points,
                Meaning::Margin(discs) => discs * Board::POINTS,
                _ => 0,
            };
            if ply == RANDOM_PLIES && points(0).abs() > BALANCE {
                break;
            }
            let near = (0..lines.len()).filter(|&index| points(index) >= points(0) - MARGIN);
            choices = near.filter_map(|index| lines[index].pv.first().copied()).collect();
        }
        let Some(choice) = random.below(choices.len()) else { break };
        game.play(choices[choice]);
    }
    Ok(None)
}

/// The exact values of all moves, best first: `F5:+6; D2:+4;`.
fn all_values(game: &Board) -> Result<String> {
    let mut engine = Engine::new(&Config::single(256 << 20), OthelloKnowledge::default())?;
    let report = engine.search(game, &Limits { lines: 64, ..Limits::solve() })?;
    let mut text = Vec::new();
    for line in &report.lines {
        let value = game.value(line.verdict.score).filter(|_| line.verdict.proven);
        let (Some(value), Some(&mv)) = (value, line.pv.first()) else {
            return Err(format!("{} was not solved", game.text()).into());
        };
        text.push(format!("{}:{value:+};", game.notation(mv).to_uppercase()));
    }
    Ok(text.join(" "))
}
