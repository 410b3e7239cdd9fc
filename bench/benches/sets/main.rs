//! Solves the sets with known answers at one thread and two, several times in turn, and prints
//! medians: `cargo bench -p plyglot-bench --bench sets -- [--repeat N] [NAME ...]`.
//!
//! Names choose sets by the beginning of their name (`ffo`, `l1`, `empty`); all by default. The
//! last column is what two independent one-thread runs at once achieve on this machine.

mod set;

use std::time::Duration;

use plyglot_games::catalogue::{Setup, Visitor, visit};
use plyglot_search::{Config, Describe, Knowledge};
use plyglot_stats::median;
use set::{Set, SetError, Taken};

const HASH_BYTES: usize = 64 << 20;

/// What is asked of a set.
#[derive(Clone, Copy)]
struct Measure<'a> {
    name: &'a str,
    lines: &'a str,
    most: usize,
    repeat: usize,
}

impl Visitor for Measure<'_> {
    type Output = Result<(), SetError>;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output {
        let set = Set::read(&setup.start, self.lines, self.most)?;
        let config = |threads| Config { threads, hash_bytes: HASH_BYTES, ..Config::default() };
        set.solve(&config(1), &setup.knowledge)?;
        let (mut one, mut two, mut ceilings) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..self.repeat {
            one.push(set.solve(&config(1), &setup.knowledge)?);
            two.push(set.solve(&config(2), &setup.knowledge)?);
            ceilings.push(set.ceiling(&config(1), &setup.knowledge, 2)?);
        }
        let pairs = one.iter().zip(&two);
        let ratios = pairs.map(|(one, two)| one.time.as_secs_f64() / two.time.as_secs_f64());
        let ratio = middle(ratios);
        row(self.name, 1, &one, "");
        row(self.name, 2, &two, &format!("{ratio:.2} of {:.2}", middle(ceilings.into_iter())));
        Ok(())
    }
}

/// The median; there is one run at least.
fn middle(values: impl Iterator<Item = f64>) -> f64 {
    median(&values.collect::<Vec<_>>()).unwrap_or(f64::NAN)
}

fn middle_time(times: impl Iterator<Item = Duration>) -> Duration {
    Duration::try_from_secs_f64(middle(times.map(|time| time.as_secs_f64()))).unwrap_or_default()
}

fn row(name: &str, threads: usize, runs: &[Taken], beside: &str) {
    let time = middle_time(runs.iter().map(|taken| taken.time));
    let mean = middle_time(runs.iter().map(Taken::mean_time));
    let nodes = middle(runs.iter().map(Taken::mean_nodes));
    let right = runs.iter().map(|taken| taken.right).min().unwrap_or(0);
    let right = format!("{right}/{}", runs[0].positions);
    let (time, mean) = (format!("{time:.2?}"), format!("{mean:.2?}"));
    println!("{name:<10} {threads:>7} {right:>8} {time:>10} {mean:>10} {nodes:>13.1} {beside:>14}");
}

fn data(game: &str, file: &str) -> String {
    let path = format!("{}/../games/data/{game}/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Name of the set, game, file, how many of its positions.
const SETS: [(&str, &str, &str, usize); 8] = [
    ("ffo-40-44", "othello", "fforum-40-59.obf", 5),
    ("ffo-20-39", "othello", "fforum-20-39.obf", 20),
    ("L3_R1", "connect4", "Test_L3_R1", 500),
    ("L2_R1", "connect4", "Test_L2_R1", 500),
    ("L2_R2", "connect4", "Test_L2_R2", 500),
    ("L1_R1", "connect4", "Test_L1_R1", 500),
    ("L1_R2", "connect4", "Test_L1_R2", 500),
    ("L1_R3", "connect4", "Test_L1_R3", 50),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut wanted = Vec::new();
    let mut repeat = 3;
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        if argument == "--repeat" {
            repeat = arguments.next().ok_or("--repeat takes a number")?.parse::<usize>()?.max(1);
        } else {
            wanted.push(argument.to_lowercase());
        }
    }
    let chosen = |name: &str| {
        let name = name.to_lowercase();
        wanted.is_empty() || wanted.iter().any(|wanted| name.starts_with(wanted))
    };
    println!("medians of {repeat} runs, one engine a run, table of {} MiB", HASH_BYTES >> 20);
    let header = ("set", "threads", "right", "time", "mean", "mean nodes", "ratio, ceiling");
    let (a, b, c, d, e, f, g) = header;
    println!("{a:<10} {b:>7} {c:>8} {d:>10} {e:>10} {f:>13} {g:>14}");
    for (name, game, file, most) in SETS {
        if chosen(name) {
            let lines = data(game, file);
            visit(game, Measure { name, lines: &lines, most, repeat })??;
        }
    }
    if chosen("empty-7x6") {
        // The empty board, as a record in the board form: the first player wins with its last
        // stone but one.
        let lines = "......./......./......./......./......./....... 1";
        let measure = Measure { name: "empty-7x6", lines, most: 1, repeat };
        visit("connect4", measure)??;
    }
    Ok(())
}
