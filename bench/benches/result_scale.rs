//! The scales of the built-in games: at how many points of an estimate a side makes 0.73 of a win
//! ([`plyglot_search::Describe::RESULT_SCALE`]).
//!
//! `cargo bench -p plyglot-bench --bench result_scale -- [GAME...]`: each game plays against itself, both sides
//! by searches of a fixed number of nodes, from openings of random plies; the estimates of these searches
//! are set beside the results of the games, and the scale is the one under which the results are likeliest
//! (a logistic without an offset, by golden-section search). Minutes a game; the same each time.

use std::env;

use plyglot_games::catalogue::builtin;
use plyglot_open::{Ask, Limits, Open, Position};
use plyglot_search::random::SplitMix;
use plyglot_search::{Config, Meaning, Outcome, Side};

const GAMES: usize = 300;
const NODES: u64 = 3_000;
const OPENING: usize = 6;
/// A game that goes on longer than this counts as drawn.
const LONGEST: usize = 200;

/// The estimates of a game for the first side, and what it made of it: 0, 0.5 or 1.
struct Played {
    points: Vec<i32>,
    result: f64,
}

fn opening(game: &dyn Open, random: &mut SplitMix) -> Position {
    loop {
        let mut at = game.start().expect("a start");
        for _ in 0..OPENING {
            let moves = at.moves().expect("moves");
            let Some(mv) = random.pick(&moves) else { break };
            at.play(mv).expect("a legal move");
        }
        if at.outcome().is_none() {
            return at;
        }
    }
}

fn play(game: &dyn Open, random: &mut SplitMix) -> Played {
    let config = Config { threads: 1, hash_bytes: 8 << 20, ..Config::default() };
    let mut engine = game.engine(&config, None).expect("an engine");
    let mut at = opening(game, random);
    let (limits, mut points) = (Limits::nodes(NODES), Vec::new());
    while at.outcome().is_none() && at.plies() < LONGEST {
        let report = engine.run(&Ask::new(&at, &limits)).expect("a search");
        if let (Meaning::Heuristic(found), false) =
            (report.verdict.score.meaning(), report.verdict.proven)
        {
            points.push(if at.to_move() == Side::First { found } else { -found });
        }
        at.play(report.best_move().expect("a move")).expect("a legal move");
    }
    let for_mover = match at.outcome() {
        Some(Outcome::Win) => 1.0,
        Some(Outcome::Loss) => 0.0,
        Some(Outcome::Margin(margin)) => f64::from(margin.signum() + 1) / 2.0,
        Some(Outcome::Draw) | None => 0.5,
    };
    let result = if at.to_move() == Side::First { for_mover } else { 1.0 - for_mover };
    Played { points, result }
}

/// The logarithm of how likely the results are under a scale.
fn likelihood(games: &[Played], scale: f64) -> f64 {
    let of = |points: i32, result: f64| {
        let expected = 1.0 / (1.0 + (-f64::from(points) / scale).exp());
        let expected = expected.clamp(1e-9, 1.0 - 1e-9);
        result * expected.ln() + (1.0 - result) * (1.0 - expected).ln()
    };
    games.iter().flat_map(|game| game.points.iter().map(|&points| of(points, game.result))).sum()
}

fn likeliest(games: &[Played]) -> f64 {
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.1f64.ln(), 1e5f64.ln());
    while high - low > 1e-4 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if likelihood(games, left.exp()) < likelihood(games, right.exp()) {
            low = left;
        } else {
            high = right;
        }
    }
    low.midpoint(high).exp()
}

fn main() {
    let asked: Vec<String> = env::args().skip(1).filter(|name| !name.starts_with("--")).collect();
    let games = builtin();
    let names: Vec<String> = if asked.is_empty() {
        games.listings().iter().map(|listing| listing.name.to_string()).collect()
    } else {
        asked
    };
    println!(
        "{:16} {:>6} {:>9} {:>8} {:>8} {:>8}",
        "game", "games", "estimates", "scale", "units", "first"
    );
    for name in names {
        let game = games.open(&name).expect("a game of the catalogue");
        let mut random = SplitMix(1);
        let played: Vec<Played> = (0..GAMES).map(|_| play(&*game, &mut random)).collect();
        let scale = likeliest(&played);
        let estimates: usize = played.iter().map(|game| game.points.len()).sum();
        let first = played.iter().map(|game| game.result).sum::<f64>() / GAMES as f64;
        let units = scale / f64::from(game.facts().points);
        println!("{name:16} {GAMES:>6} {estimates:>9} {scale:>8.1} {units:>8.2} {first:>8.2}");
    }
}
