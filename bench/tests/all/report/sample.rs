//! A study with samples of realistic shape, made up: four schemes, 1 to 256 threads, 40 positions.

use plyglot_bench::scaling::*;
use plyglot_search::Counters;

/// What a sample study has.
pub(crate) struct Shape {
    pub(crate) positions: usize,
    pub(crate) threads: Vec<usize>,
    pub(crate) schemes: Vec<&'static str>,
    pub(crate) goal: Goal,
    pub(crate) clock: Clock,
}

impl Default for Shape {
    fn default() -> Self {
        Shape {
            positions: 40,
            threads: (0..9).map(|power| 1 << power).collect(),
            schemes: vec!["abdada", "lazy", "lazy-stagger+settle", "young-brothers"],
            goal: Goal::Depth(12),
            clock: Clock::Virtual { turn: 64 },
        }
    }
}

/// Numbers that look random and are the same every time: -1 to 1.
fn wobble(seed: usize) -> f64 {
    let mixed = (seed as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 40) as f64 / (1_u64 << 23) as f64 - 1.0
}

/// Contention and coherency of a made-up scheme.
const LAWS: [(f64, f64); 4] = [(0.018, 1e-5), (0.09, 1e-4), (0.07, 6e-5), (0.05, 3e-4)];

fn law(scheme: usize, threads: f64) -> f64 {
    let (sigma, kappa) = LAWS[scheme % LAWS.len()];
    threads / (1.0 + sigma * (threads - 1.0) + kappa * threads * (threads - 1.0))
}

/// One search: faster with more threads, and not quite as other positions.
fn sample(shape: &Shape, position: usize, scheme: usize, threads: usize) -> Sample {
    let many = threads as f64;
    let scheme_name = (threads > 1).then(|| shape.schemes[scheme].parse().unwrap());
    let case = PlannedSearch { position, scheme: scheme_name, threads, repeat: 0 };
    if threads == 256 && position == 5 {
        return Sample::failed(case, "no memory for the table of <64 MiB>");
    }
    let shared = many.log2();
    let outlier = if threads == 16 && position == 3 { 6.0 } else { 1.0 };
    let noise = (wobble(position * 97 + threads * 13 + scheme) * 0.25).exp();
    let speedup = law(scheme, many) * if threads == 1 { 1.0 } else { noise * outlier };
    let overhead = 1.0 + 0.06 * (scheme + 1) as f64 * shared;
    let base = 2.5 * (wobble(position) * 0.6).exp();
    let nodes = (base * 1e6 * overhead) as u64;
    let part = |share: f64| (nodes as f64 * share) as u64;
    Sample {
        seconds: base / speedup,
        wall_seconds: base * overhead,
        first_result: Some(1e-5 / (1.0 + 0.1 * (scheme + 1) as f64 * shared)),
        counters: Counters {
            nodes,
            probes: part(0.8),
            hits: part(0.2 + 0.01 * shared),
            collisions: part(2e-7),
            researches: part(8e-4 + 1e-6 * many),
            deferred: part(2e-3 * shared),
            settled: part(1e-4 * shared),
            repeated: part(0.02 * (scheme + 1) as f64 * shared),
            ..Counters::default()
        },
        depth: 12,
        score: if threads > 64 && position == 0 { "+6 estimate" } else { "+4 estimate" }.into(),
        reached: threads != 256 || position != 9,
        error: None,
        ..Sample::failed(case, "")
    }
}

/// The study of a shape.
pub(crate) fn study(shape: &Shape) -> Study {
    let position = |index: usize| Position {
        name: format!("midgame {:02}", index + 1),
        text: format!("f5d6c3d3c4f4{index:02} <X & \"O\">"),
    };
    let real = !shape.clock.is_virtual();
    let ceiling = |&threads: &usize| {
        let throughput = (threads as f64).min(8.0 + 0.1 * threads as f64) * 0.97_f64.powi(3);
        CeilingPoint {
            threads,
            throughput,
            low: throughput * 0.97,
            high: throughput * 1.02,
            processor: Some(0.99),
        }
    };
    let probe = |threads: usize, huge_pages: bool, prefetch: bool| ProbePoint {
        threads,
        huge_pages,
        prefetch,
        per_second: 1.1e7
            * (threads as f64).powf(0.85)
            * if huge_pages { 1.7 } else { 1.0 }
            * if prefetch { 2.6 } else { 1.0 },
        bytes: 1 << 30,
    };
    let kinds = [(false, false), (false, true), (true, false), (true, true)];
    let mut samples = Vec::new();
    for index in 0..shape.positions {
        samples.push(sample(shape, index, 0, 1));
        for scheme in 0..shape.schemes.len() {
            for &threads in shape.threads.iter().filter(|&&threads| threads > 1) {
                samples.push(sample(shape, index, scheme, threads));
            }
        }
    }
    Study {
        games: Vec::new(),
        load: Some(0.1),
        design: Design {
            game: "othello".into(),
            set: Vec::new(),
            positions: (0..shape.positions).map(position).collect(),
            goal: shape.goal,
            clock: shape.clock,
            threads: shape.threads.clone(),
            schemes: shape.schemes.iter().map(|scheme| scheme.parse().unwrap()).collect(),
            repeats: 1,
            seed: 7,
            hash_bytes: 64 << 20,
            account: true,
            play: None,
        },
        origin: Origin {
            version: "0.1.0".into(),
            commit: Some("fd46928".into()),
            command: "plyglot bench scaling --game othello --positions built-in --threads \
                      1,2,4,8,16,32,64,128,256 --virtual --to-depth 12 --report report"
                .into(),
            date: "2026-11-20 14:00 UTC".into(),
            machine: Machine {
                processor: "AMD EPYC 9R14".into(),
                processors: 2,
                usable: 2,
                memory_bytes: 24 << 30,
            },
        },
        samples,
        ceiling: shape.threads.iter().filter(|_| real).map(ceiling).collect(),
        probes: [1, 2, 4, 8]
            .into_iter()
            .filter(|_| real)
            .flat_map(|threads| kinds.map(|(huge, ahead)| probe(threads, huge, ahead)))
            .collect(),
    }
}
