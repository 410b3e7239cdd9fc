//! What each hook of `Knowledge` brings: `cargo bench -p plyglot-bench --bench hooks`.
//!
//! Exact hooks are taken away from a game that has them, one at a time: how many times as many
//! nodes and as much time the same proofs, or searches to the same depth, then take. Selective ones are given to a game that has
//! none: which part of the nodes a search to the same depth then takes, and how often its move is
//! that of a search two plies deeper without them. One thread, positions after random moves; nodes
//! as the geometric mean of the ratios, time as the ratio of the sums. The guide's tables
//! (`plyglot_check::guide::knowledge`) are made by this. Takes some minutes.

mod exact;
mod hexapawn;
mod selective;

use std::error::Error;
use std::time::Instant;

use plyglot_games::breakthrough::{Breakthrough, Pawns};
use plyglot_games::connect4::{ConnectFour, ConnectFourKnowledge, Standard};
use plyglot_games::dots_and_boxes::{Chains, DotsAndBoxes};
use plyglot_games::kalah::{Capture, Kalah, Stores};
use plyglot_games::othello::{Othello, OthelloKnowledge, OthelloMove};
use plyglot_games::tictactoe::{Rows, Shape, TicTacToe};
use plyglot_search::random::SplitMix;
use plyglot_search::{Config, Engine, Game, Knowledge, Limits, MoveList, Report};

use exact::Task;
use hexapawn::{Hexapawn, Walker};
use selective::{Advice, Trial};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Size of the table of each search.
const HASH_BYTES: usize = 64 << 20;
/// A search of more nodes is not waited for.
const NODES: u64 = 10_000_000;
/// Seconds for which a short search is repeated.
const LONG_ENOUGH: f64 = 0.02;

fn main() -> Result<()> {
    println!("| hook taken away | game, solved | nodes x | time x |\n| --- | --- | --- | --- |");
    let hexapawn = Hexapawn::new(5, 6);
    Task::solve("Hexapawn 5x6", after(&hexapawn, 4, 4), Walker).measure()?;
    let square = TicTacToe::new(Shape::new(4, 4, 4)?);
    Task::solve("tic-tac-toe 4,4,4", vec![square], Rows).measure()?;
    let kalah = Kalah::new(6, 3, Capture::Full)?;
    Task::solve("Kalah 6,3", after(&kalah, 22, 8), Stores::default()).measure()?;
    let dots = DotsAndBoxes::new(3, 3)?;
    Task::solve("Dots and Boxes 3x3", vec![dots], Chains).measure()?;
    let four = ConnectFour::new(Standard);
    Task::solve("Connect Four", after(&four, 12, 8), ConnectFourKnowledge::default()).measure()?;
    let othello = Othello::<8>::default();
    Task::solve("Othello, 14 empty", after(&othello, 46, 8), OthelloKnowledge::default())
        .measure()?;

    println!("\n| hook taken away | game, depth | nodes x | time x |\n| --- | --- | --- | --- |");
    let pawns = Breakthrough::new(6, 6)?;
    Task::to_depth("Othello 10", 10, after(&othello, 16, 8), OthelloKnowledge::default())
        .measure_last_plies()?;
    Task::to_depth("Breakthrough 6x6 8", 8, after(&pawns, 8, 8), Pawns::new(6, 6))
        .measure_last_plies()?;
    let seeds = Kalah::new(6, 4, Capture::Full)?;
    Task::to_depth("Kalah 6,4 12", 12, after(&seeds, 10, 8), Stores::default())
        .measure_last_plies()?;

    println!(
        "\n| hook given | game, depth | nodes x | its move | without |\n| --- | --- | --- | --- | --- |"
    );
    let passing = Advice { null: Some(OthelloMove::PASS), ..Advice::default() };
    Trial::new("Othello", 9, after(&othello, 16, 24), OthelloKnowledge::default())
        .measure(128, &passing)?;
    let sharp = Advice {
        noisy: Some(|game, mv| Stores::default().rank(game, mv, 0) >= 32),
        ..Advice::default()
    };
    Trial::new("Kalah 6,4", 9, after(&seeds, 10, 24), Stores::default()).measure(24, &sharp)?;
    let none = Advice::default();
    Trial::new("Connect Four", 10, after(&four, 8, 24), ConnectFourKnowledge::default())
        .measure(16, &none)
}

/// Positions that are not over after `plies` random moves, always the same ones.
fn after<G: Game>(start: &G, plies: usize, count: usize) -> Vec<G> {
    (0..).filter_map(|seed| walk(start.clone(), &mut SplitMix(seed), plies)).take(count).collect()
}

fn walk<G: Game>(mut game: G, random: &mut SplitMix, plies: usize) -> Option<G> {
    for _ in 0..plies {
        let mut moves = MoveList::new();
        if game.outcome().is_none() {
            game.moves(&mut moves);
        }
        let choice = random.below(moves.len())?;
        game.play(moves.as_slice()[choice].mv);
    }
    game.outcome().is_none().then_some(game)
}

/// One search by a new engine with one thread, and how many seconds it took: the least of several
/// times for a short one, since other programs only ever add to it.
fn search<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: K,
    limits: Limits<G::Move>,
) -> Result<(Report<G::Move>, f64)> {
    let limits = Limits { nodes: Some(NODES), ..limits };
    let (mut least, mut spent) = (f64::INFINITY, 0.0);
    loop {
        let mut engine = Engine::new(&Config::single(HASH_BYTES), knowledge.clone())?;
        let start = Instant::now();
        let report = engine.search(game, &limits)?;
        let seconds = start.elapsed().as_secs_f64();
        (least, spent) = (least.min(seconds), spent + seconds);
        if spent > LONG_ENOUGH {
            return Ok((report, least));
        }
    }
}

/// The geometric mean.
fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
}
