//! What an exact solve costs in the built-in games: how many positions it visits with how many plies left to the
//! end ([`plyglot_search::SolveCost`]).
//!
//! `cargo bench -p plyglot-bench --bench solve_cost -- [GAME...]`: each game plays against itself from openings of random
//! plies; from the end of each game backwards, positions are solved on an empty table by one thread, until one takes
//! more than a limit of nodes. Of the positions with as many plies left, the median counts, and a line is laid
//! through the logarithms of the medians. Minutes a game; the same each time.

use std::collections::BTreeMap;
use std::env;

use plyglot_games::catalogue::builtin;
use plyglot_open::{Ask, Engine, Limits, Open, Position};
use plyglot_search::Config;
use plyglot_search::random::SplitMix;

const GAMES: usize = 40;
const OPENING: usize = 6;
/// By what the games are played.
const NODES: u64 = 300;
/// What a solve may visit.
const LIMIT: u64 = 3_000_000;
/// A median of fewer says nothing of growth.
const LEAST: u64 = 200;
/// A game that goes on longer than this is not played on.
const LONGEST: usize = 200;

fn played(game: &dyn Open, engine: &mut dyn Engine, random: &mut SplitMix) -> Position {
    let mut at = game.start().expect("a start");
    while at.outcome().is_none() && at.plies() < LONGEST {
        let moves = at.moves().expect("moves");
        let mv = if at.plies() < OPENING {
            random.pick(&moves).expect("a move")
        } else {
            let report = engine.run(&Ask::new(&at, &Limits::nodes(NODES))).expect("a search");
            report.best_move().expect("a move")
        };
        at.play(mv).expect("a legal move");
    }
    at
}

/// For each number of plies left, what solves cost; `u64::MAX` where the limit was not enough.
fn costs(game: &dyn Open) -> BTreeMap<u32, Vec<u64>> {
    let config = Config { threads: 1, hash_bytes: 64 << 20, ..Config::default() };
    let mut engine = game.engine(&config, None).expect("an engine");
    let mut random = SplitMix(1);
    let mut costs: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    for _ in 0..GAMES {
        let end = played(game, &mut *engine, &mut random);
        let mut too_many = false;
        for plies in (0..end.plies()).rev() {
            let at = end.after_plies(plies);
            let Some(left) = at.plies_left().expect("a right game") else { continue };
            let cost = costs.entry(left).or_default();
            if too_many {
                cost.push(u64::MAX);
                continue;
            }
            engine.clear();
            let limits = Limits { nodes: Some(LIMIT), ..Limits::solve() };
            let report = engine.run(&Ask::new(&at, &limits)).expect("a search");
            too_many = !report.verdict.is_exact();
            cost.push(if too_many { u64::MAX } else { report.nodes });
        }
    }
    costs
}

/// The line through points: where it begins and how it climbs.
fn line(points: &[(f64, f64)]) -> (f64, f64) {
    let count = points.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|point| point.0), mean(&|point| point.1));
    let both = mean(&|point| (point.0 - x) * (point.1 - y));
    let slope = both / mean(&|point| (point.0 - x).powi(2));
    (y - slope * x, slope)
}

fn main() {
    let asked: Vec<String> = env::args().skip(1).filter(|name| !name.starts_with("--")).collect();
    let games = builtin();
    let names: Vec<String> = if asked.is_empty() {
        games.listings().iter().map(|listing| listing.name.to_string()).collect()
    } else {
        asked
    };
    for name in names {
        let game = games.open(&name).expect("a game of the catalogue");
        let mut points = Vec::new();
        for (left, mut costs) in costs(&*game) {
            costs.sort_unstable();
            let [low, median, high] = [1, 2, 3].map(|part| costs[(costs.len() - 1) * part / 4]);
            if (LEAST..u64::MAX).contains(&median) && costs.len() >= 5 {
                println!(
                    "{name} {left} plies left, {} positions: {low} {median} {high}",
                    costs.len()
                );
                points.push((f64::from(left), (median as f64).log2()));
            }
        }
        if points.len() < 3 {
            println!("{name}: too few solves for a line");
            continue;
        }
        let (begin, slope) = line(&points);
        println!("{name}: log2 of the nodes = {begin:.2} + {slope:.3} * plies left");
    }
}
