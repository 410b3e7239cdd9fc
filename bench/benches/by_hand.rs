//! What being generic costs: the engine and the same search written out by hand, in turns.
//!
//! `cargo bench -p plyglot-bench --bench by_hand` (a depth and a number of pairs may follow `--`)
//!
//! Both search Connect Four from the empty board with one thread and visit the same nodes.

#[path = "by_hand/mod.rs"]
mod program;

use std::time::Instant;

use plyglot_games::connect4::{ConnectFour, Standard};
use plyglot_search::{Config, Engine, Limits};
use plyglot_stats::{geometric_mean_interval, median};
use program::{Board, ByHand, RowsAndLines};

const HASH_BYTES: usize = 64 << 20;
const SEED: u64 = 1;

fn engine(depth: u32) -> (u64, f64) {
    let config = Config::single(HASH_BYTES);
    let mut engine = Engine::new(&config, RowsAndLines::default()).expect("a table of 64 MiB");
    let start = Instant::now();
    let report =
        engine.search(&ConnectFour::new(Standard), &Limits::depth(depth)).expect("it searches");
    (report.nodes, start.elapsed().as_secs_f64())
}

fn by_hand(depth: u32) -> (u64, f64) {
    let mut by_hand = ByHand::new(HASH_BYTES).expect("a table of 64 MiB");
    let start = Instant::now();
    let answer = by_hand.search(Board::default(), depth as i32);
    (answer.nodes, start.elapsed().as_secs_f64())
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse().ok());
    let (depth, pairs) = (numbers.next().unwrap_or(14), numbers.next().unwrap_or(21));
    let (mut ratios, mut engines, mut hands) = (Vec::new(), Vec::new(), Vec::new());
    let mut nodes = 0;
    for pair in 0..pairs {
        let ((ours, generic), (theirs, hand)) = if pair % 2 == 0 {
            (engine(depth), by_hand(depth))
        } else {
            let hand = by_hand(depth);
            (engine(depth), hand)
        };
        assert_eq!(ours, theirs, "both visit the same nodes");
        nodes = ours;
        ratios.push(generic / hand);
        engines.push(generic);
        hands.push(hand);
    }
    let ratio = geometric_mean_interval(&ratios, SEED).expect("times are above zero");
    let middle = median(&ratios).expect("one pair at least");
    let each = |times: &[f64]| median(times).expect("one pair at least") * 1e9 / nodes as f64;
    println!("Connect Four from the empty board, depth {depth}, {nodes} nodes, {pairs} pairs");
    println!("engine   {:.1} ns a node", each(&engines));
    println!("by hand  {:.1} ns a node", each(&hands));
    println!("engine's time over that by hand: {ratio:.3}, median {middle:.3}");
}
