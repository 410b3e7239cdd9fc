//! A study with figures of realistic shape, made up: four schemes, 1 to 256 threads, 40 positions.

use plyglot_bench::scaling::*;
use plyglot_bench::stats::*;

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
            schemes: vec!["deferring", "lazy", "lazy-stagger+noise", "young-brothers"],
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

fn around(value: f64, share: f64) -> Option<Estimate> {
    Some(Estimate { value, low: value * (1.0 - share), high: value * (1.0 + share) })
}

fn cell(shape: &Shape, scheme: usize, threads: usize) -> Cell {
    let many = threads as f64;
    let speedup = law(scheme, many);
    let overhead = 1.0 + 0.06 * (scheme + 1) as f64 * many.log2();
    let one = threads == 1;
    let own = |position: usize| {
        let noise = (wobble(position * 97 + threads * 13 + scheme) * 0.25).exp();
        let speedup = if one { 1.0 } else { speedup * noise };
        let (speedup, rate) = (Some(speedup), speedup * overhead);
        PositionRatios { position, speedup, overhead: Some(overhead), rate }
    };
    let spread = if one { 0.0 } else { 0.02 + 0.012 * many.log2() };
    let timed = matches!(shape.goal, Goal::Budget(_));
    Cell {
        scheme: (!one).then(|| shape.schemes[scheme].parse().unwrap()),
        threads,
        positions: shape.positions,
        speedup: around(speedup, spread).filter(|_| !timed),
        rate: around(speedup * overhead, spread / 3.0),
        overhead: around(overhead, spread).filter(|_| !timed),
        first_result: around(1.0 + 0.2 * many.log2(), spread),
        depth_gain: around(0.3 * many.log2(), spread).filter(|_| timed),
        researches: 812.4 + many,
        collisions: 0.2,
        put_off: 1830.5 * many.log2(),
        settled: 77.1 * many.log2(),
        splits: 0.0,
        hit_rate: 0.31 + 0.01 * many.log2(),
        repeated: Some(0.028 * (scheme + 1) as f64 * many.log2()),
        agreement: Agreement {
            agree: shape.positions - usize::from(threads > 64),
            of: shape.positions,
            differ: if threads > 64 { vec![0] } else { vec![] },
        },
        per_position: (0..shape.positions).map(own).collect(),
        outliers: if threads == 16 && shape.positions > 17 { vec![3, 17] } else { vec![] },
        missing: usize::from(threads == 256),
    }
}

fn residuals(points: usize) -> Residuals {
    let residuals = (0..points).map(|at| wobble(at) * 0.3).collect();
    Residuals { residuals, rms: 0.21, r_squared: 0.9987 }
}

fn compare(shape: &Shape, scheme: usize, threads: usize, against: Option<usize>) -> Comparison {
    let base = against.map_or(1.0, |other| law(other, threads as f64));
    let ratio = around(law(scheme, threads as f64) / base, 0.05).unwrap();
    let resolution = match () {
        () if ratio.low > 1.0 => Resolution::Faster,
        () if ratio.high < 1.0 => Resolution::Slower,
        () => Resolution::Unresolved,
    };
    Comparison {
        measure: if matches!(shape.goal, Goal::Budget(_)) { Measure::Rate } else { Measure::Time },
        scheme: shape.schemes[scheme].parse().unwrap(),
        threads,
        positions: shape.positions,
        against: against.map(|other| shape.schemes[other].parse().unwrap()),
        ratio,
        resolution,
    }
}

/// What follows from the study of a shape.
pub(crate) fn analysis(shape: &Shape) -> Analysis {
    let many = || shape.threads.iter().copied().filter(|&threads| threads > 1);
    let mut cells = vec![cell(shape, 0, 1)];
    let mut comparisons = Vec::new();
    for scheme in 0..shape.schemes.len() {
        for threads in many() {
            cells.push(cell(shape, scheme, threads));
            comparisons.push(compare(shape, scheme, threads, None));
            if scheme > 0 {
                comparisons.push(compare(shape, scheme, threads, Some(0)));
            }
        }
    }
    let fitted = many().count() >= 2;
    let fit = |scheme: usize| {
        let (sigma, kappa) = LAWS[scheme % LAWS.len()];
        let quality = residuals(many().count());
        SchemeFit {
            scheme: shape.schemes[scheme].parse().unwrap(),
            amdahl: fitted.then(|| Amdahl { serial: sigma * 1.2, quality: quality.clone() }),
            scalability: fitted.then(|| Scalability { sigma, kappa, quality: quality.clone() }),
        }
    };
    Analysis { cells, comparisons, fits: (0..shape.schemes.len()).map(fit).collect() }
}

fn sample(shape: &Shape, position: usize, scheme: usize, threads: usize) -> Sample {
    let scheme_name = (threads > 1).then(|| shape.schemes[scheme].parse().unwrap());
    let case = Case { position, scheme: scheme_name, threads, repeat: 0 };
    if threads == 256 && position == 5 {
        return Sample::failed(case, "the table of <64 MiB> could not be had");
    }
    let seconds = 2.5 / law(scheme, threads as f64);
    Sample {
        seconds,
        wall_seconds: 0.8,
        first_result: Some(1e-5),
        nodes: 2_500_000 + 1000 * threads as u64,
        probes: 2_000_000,
        hits: 600_000,
        depth: 12,
        score: "+4 estimate".into(),
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
        CeilingPoint { threads, throughput, low: throughput * 0.97, high: throughput * 1.02 }
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
        design: Design {
            game: "othello".into(),
            positions: (0..shape.positions).map(position).collect(),
            goal: shape.goal,
            clock: shape.clock,
            threads: shape.threads.clone(),
            schemes: shape.schemes.iter().map(|scheme| scheme.parse().unwrap()).collect(),
            repeats: 1,
            seed: 7,
            hash_bytes: 64 << 20,
            count_repeated: true,
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
