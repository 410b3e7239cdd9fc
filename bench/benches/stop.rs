//! How long a stop from another thread takes to be answered, with as many workers as cores:
//! `cargo bench -p plyglot-bench --bench stop`. Median and worst of 100 stops a game.

use std::time::{Duration, Instant};

use plyglot_games::catalogue::{Setup, Visitor, visit};
use plyglot_search::{Config, Describe, Engine, Knowledge, Limits};

const STOPS: usize = 100;

struct Stop;

impl Visitor for Stop {
    type Output = Option<Vec<Duration>>;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output {
        let mut engine = Engine::new(&Config::default(), setup.knowledge).expect("an engine");
        let mut latencies = Vec::new();
        for round in 0..STOPS as u64 {
            let handle = engine.handle();
            let watcher = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_micros(20_000 + 311 * round));
                let stopped = Instant::now();
                handle.stop();
                stopped
            });
            engine.search(&setup.start, &Limits::default()).expect("a search");
            let ended = Instant::now();
            let stopped = watcher.join().expect("the watcher only sleeps");
            // A search that was over before its stop measures nothing, and leaves the stop raised.
            if ended < stopped {
                return None;
            }
            latencies.push(ended - stopped);
        }
        latencies.sort_unstable();
        Some(latencies)
    }
}

fn main() {
    println!("{:<14} {:>10} {:>10}", "game", "median", "worst");
    for game in ["othello", "connect4", "kalah", "tictactoe:5,5,5"] {
        match visit(game, Stop).expect("a built-in game") {
            Some(latencies) => println!(
                "{game:<14} {:>10} {:>10}",
                format!("{:.1?}", latencies[STOPS / 2]),
                format!("{:.1?}", latencies[STOPS - 1]),
            ),
            None => println!("{game:<14} solved before it could be stopped"),
        }
    }
}
