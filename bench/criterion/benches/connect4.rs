//! What the parts of Connect Four cost: moves, keys, proofs, the last empty cells.
//!
//! `cargo bench -p plyglot-criterion --bench connect4`
//!
//! Positions are those of P. Pons' sets of the middle (`L2_R2`) and the end (`L3_R1`) of the game;
//! whole solves are measured by the bench `sets`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyglot_check::perft::perft;
use plyglot_games::connect4::{ConnectFour, ConnectFourKnowledge, Standard};
use plyglot_search::{Describe, Game, Knowledge, Meter, MoveList, Node, Score, Window};

fn start() -> ConnectFour {
    ConnectFour::new(Standard)
}

fn positions(set: &str) -> Vec<ConnectFour> {
    set.lines().map(|line| start().parse_record(line).expect("a line of a set").0).collect()
}

fn rules(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("connect4");
    group.throughput(Throughput::Elements(823_536));
    group.bench_function("perft 7", |bench| bench.iter(|| perft(black_box(&start()), 7)));
}

fn knowledge(criterion: &mut Criterion) {
    let middle = positions(include_str!("../../../games/data/connect4/Test_L2_R2"));
    let mut group = criterion.benchmark_group("connect4 position");
    group.throughput(Throughput::Elements(middle.len() as u64));
    let mut knowledge = ConnectFourKnowledge::default();
    group.bench_function("key", |bench| {
        bench.iter(|| middle.iter().fold(0, |keys, game| keys ^ game.key()));
    });
    group.bench_function("live key", |bench| {
        bench.iter(|| middle.iter().fold(0, |keys, game| keys ^ knowledge.key(game).hash));
    });
    let window = Window::null(Score::DRAW);
    group.bench_function("bounds", |bench| {
        bench.iter(|| {
            for game in &middle {
                black_box(knowledge.bounds(game, window));
            }
        });
    });
    group.bench_function("bounds and expand", |bench| {
        let mut moves = MoveList::new();
        bench.iter(|| {
            for game in &middle {
                moves.clear();
                black_box(knowledge.bounds(game, window));
                knowledge.expand(game, &Node::at_depth(20), &mut moves);
            }
        });
    });
}

fn leaf(criterion: &mut Criterion) {
    let late = positions(include_str!("../../../games/data/connect4/Test_L3_R1"));
    let mut group = criterion.benchmark_group("connect4 leaf");
    group.throughput(Throughput::Elements(late.len() as u64));
    let window = Window::null(Score::DRAW);
    group.bench_function("last empty cells", |bench| {
        bench.iter(|| {
            // A fresh one, or its table would know all answers.
            let mut knowledge = ConnectFourKnowledge::default();
            for game in &late {
                let mut meter = Meter::new();
                black_box(knowledge.solve_leaf(game, window, i32::MAX, &mut meter));
            }
        });
    });
}

criterion_group!(benches, rules, knowledge, leaf);
criterion_main!(benches);
