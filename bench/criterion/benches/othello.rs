//! What the parts of Othello cost: moves, the evaluation, the order of moves, the last empty squares,
//! on each set of instructions that this processor has.
//!
//! `cargo bench -p plyglot-criterion --bench othello`
//!
//! Positions are those of the FFO endgame test, 40 to 59, and what a fixed random play makes of them
//! with 12 empty squares left; whole solves are measured by the bench `sets`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyglot_check::perft::perft;
use plyglot_games::othello::{Othello, OthelloKnowledge};
use plyglot_search::{Describe, Game, Knowledge, Meter, MoveList, Node, Score, Window};

fn positions() -> Vec<Othello<8>> {
    let lines = include_str!("../../../games/data/othello/fforum-40-59.obf").lines();
    lines.map(|line| Othello::default().parse_record(line).expect("a good line").0).collect()
}

/// Plays on from each position, by a fixed choice among the moves, to 12 empties.
fn late() -> Vec<Othello<8>> {
    let mut all = Vec::new();
    for (place, game) in positions().iter().cycle().take(100).enumerate() {
        let (mut game, mut moves) = (game.clone(), MoveList::new());
        let mut choice = place;
        while game.empties() > 12 && game.outcome().is_none() {
            moves.clear();
            game.moves(&mut moves);
            choice = choice.wrapping_mul(25_214_903_917).wrapping_add(11);
            game.play(moves.as_slice()[(choice >> 16) % moves.len()].mv);
        }
        if game.outcome().is_none() {
            all.push(game);
        }
    }
    all
}

/// The names of the sets of instructions, the portable one first.
const HARDWARE: [&str; 4] = ["portable", "AVX2", "AVX-512", "AVX-512 that counts"];

fn rules(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("othello");
    group.throughput(Throughput::Elements(390_216));
    let start = Othello::<8>::default();
    group.bench_function("perft 8", |bench| bench.iter(|| perft(black_box(&start), 8)));
}

fn knowledge(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("othello position");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut moves = MoveList::new();
    for (name, mut knowledge) in HARDWARE.iter().zip(OthelloKnowledge::<8>::on_all_hardware()) {
        group.bench_function(format!("evaluate, {name}"), |bench| {
            bench.iter(|| positions.iter().map(|game| knowledge.evaluate(game)).sum::<i32>());
        });
        for depth in [1, 12] {
            group.bench_function(format!("expand at depth {depth}, {name}"), |bench| {
                bench.iter(|| {
                    for game in &positions {
                        moves.clear();
                        knowledge.expand(game, &Node::at_depth(depth), &mut moves);
                    }
                });
            });
        }
    }
}

fn endgame(criterion: &mut Criterion) {
    let late = late();
    let mut group = criterion.benchmark_group("othello, 12 empties");
    group.throughput(Throughput::Elements(late.len() as u64)).sample_size(10);
    for (name, knowledge) in HARDWARE.iter().zip(OthelloKnowledge::<8>::on_all_hardware()) {
        group.bench_function(format!("null window at 0, {name}"), |bench| {
            bench.iter(|| {
                let mut fresh = knowledge.clone().with_leaf(12);
                let mut meter = Meter::new();
                for game in &late {
                    let window = Window::null(Score::DRAW);
                    black_box(fresh.solve_leaf(game, window, 99, &mut meter));
                }
                meter.nodes()
            });
        });
    }
}

criterion_group!(benches, rules, knowledge, endgame);
criterion_main!(benches);
