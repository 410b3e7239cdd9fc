//! What follows from a study, against numbers worked out by hand.

use std::time::Duration;

use plyglot_bench::scaling::{
    Agreement, Analysis, CeilingPoint, Cell, Clock, Design, Goal, Measure, PlannedSearch,
    Resolution, Sample, Study, write_cells, write_samples,
};
use plyglot_stats::Estimate;

use crate::scaling_support::{design, sample, study};

fn case(design: &Design, position: usize, way: usize, repeat: usize) -> PlannedSearch {
    let (scheme, threads) = design.ways().nth(way).expect("a way");
    PlannedSearch { position, scheme, threads, repeat }
}

/// Every position's seconds and nodes, way by way.
fn measured(design: Design, figures: &[&[(f64, u64)]]) -> Study {
    let mut study = study(design);
    for (way, positions) in figures.iter().enumerate() {
        for (position, &(seconds, nodes)) in positions.iter().enumerate() {
            let case = case(&study.design, position, way, 0);
            let mut sample = sample(case, seconds);
            sample.counters.nodes = nodes;
            study.samples.push(sample);
        }
    }
    study
}

fn value(estimate: Option<Estimate>) -> f64 {
    (estimate.expect("an estimate").value * 1e9).round() / 1e9
}

fn cell(analysis: &Analysis, place: usize) -> &Cell {
    &analysis.cells[place]
}

#[test]
fn ratios_are_paired_by_position_and_multiply() {
    let design = design(2, &[4], &["lazy"]);
    let study = measured(design, &[&[(8.0, 100), (2.0, 100)], &[(2.0, 200), (2.0, 800)]]);
    let analysis = Analysis::of(&study);
    let alone = cell(&analysis, 0);
    assert_eq!((alone.scheme, alone.threads, alone.positions), (None, 1, 2));
    assert_eq!(alone.speedup, Some(Estimate::exactly(1.0)));
    // Four times as fast and as fast; twice and eight times the nodes.
    let four = cell(&analysis, 1);
    assert_eq!((four.threads, four.positions, four.missing), (4, 2, 0));
    assert_eq!((value(four.speedup), value(four.overhead), value(four.rate)), (2.0, 4.0, 8.0));
    // Student's t of two values: 12.7 standard errors of the mean, here each of ln 2.
    let Estimate { low, high, .. } = four.speedup.expect("an estimate");
    let reach = 12.706_205 * 2.0_f64.ln();
    assert!((low.ln() - (2.0_f64.ln() - reach)).abs() < 1e-6, "{low}");
    assert!((high.ln() - (2.0_f64.ln() + reach)).abs() < 1e-6, "{high}");
    let own: Vec<_> =
        four.per_position.iter().map(|own| (own.position, own.speedup, own.overhead)).collect();
    assert_eq!(own, [(0, Some(4.0), Some(2.0)), (1, Some(1.0), Some(8.0))]);
    assert_eq!(four.depth_gain, None);
}

#[test]
fn repeats_are_reduced_by_their_median_first() {
    let mut design = design(1, &[2], &["lazy"]);
    design.repeats = 3;
    let mut study = study(design);
    for (repeat, (one, two)) in [(6.0, 1.0), (4.0, 90.0), (5.0, 2.5)].into_iter().enumerate() {
        study.samples.push(sample(case(&study.design, 0, 0, repeat), one));
        study.samples.push(sample(case(&study.design, 0, 1, repeat), two));
    }
    // Five over two and a half: the one that took ninety does not weigh.
    assert_eq!(value(cell(&Analysis::of(&study), 1).speedup), 2.0);
}

#[test]
fn what_did_not_reach_its_goal_is_counted_and_not_compared() {
    let design = design(3, &[2], &["lazy"]);
    let three = [(4.0, 10), (4.0, 10), (4.0, 10)];
    let mut study = measured(design, &[&three, &[(2.0, 10), (1.0, 10), (1.0, 10)]]);
    let late = |sample: &&mut Sample| sample.case.threads == 2 && sample.case.position > 0;
    for sample in study.samples.iter_mut().filter(late) {
        sample.reached = false;
    }
    study.samples.pop();
    let analysis = Analysis::of(&study);
    let two = cell(&analysis, 1);
    assert_eq!((two.positions, two.missing, value(two.speedup)), (1, 2, 2.0));
    // Nothing measured at all gives no figure, and no nonsense either.
    study.samples.clear();
    let nothing = Analysis::of(&study);
    assert_eq!((cell(&nothing, 1).speedup, cell(&nothing, 1).missing), (None, 3));
    assert!(nothing.comparisons.is_empty() && cell(&nothing, 1).hit_rate == 0.0);
    assert!(serde_json::to_string(&nothing).is_ok_and(|text| !text.contains("NaN")));
}

#[test]
fn counters_are_given_per_million_nodes() {
    let mut study =
        measured(design(2, &[2], &["lazy"]), &[&[], &[(1.0, 500_000), (1.0, 1_500_000)]]);
    for sample in &mut study.samples {
        let counted = &mut sample.counters;
        (counted.probes, counted.hits, counted.repeated) = (1000, 250, 100_000);
        (counted.researches, counted.collisions, counted.deferred) = (30, 1, 7);
        (counted.settled, counted.splits) = (11, 4);
    }
    let analysis = Analysis::of(&study);
    let two = cell(&analysis, 1);
    let rates: Vec<_> = two.per_million.rates().map(|(name, _, rate)| (name, rate)).collect();
    let names = ["researches", "collisions", "deferred", "settled", "splits"];
    assert_eq!(rates, names.into_iter().zip([30.0, 1.0, 7.0, 11.0, 4.0]).collect::<Vec<_>>());
    assert_eq!((two.hit_rate, two.repeated), (0.25, Some(0.1)));
    study.design.account = false;
    assert_eq!(cell(&Analysis::of(&study), 1).repeated, None);
}

#[test]
fn first_results_are_compared_where_there_are_any() {
    let design = design(2, &[2], &["lazy"]);
    let mut study = measured(design, &[&[(4.0, 9), (4.0, 9)], &[(2.0, 9), (2.0, 9)]]);
    let firsts = [Some(0.6), Some(0.5), Some(0.2), None];
    for (sample, first) in study.samples.iter_mut().zip(firsts) {
        sample.first_result = first;
    }
    assert_eq!(value(cell(&Analysis::of(&study), 1).first_result), 3.0);
}

#[test]
fn answers_agree_with_those_of_one_thread() {
    let figures = [(1.0, 9), (1.0, 9), (1.0, 9)];
    let mut study = measured(design(3, &[2], &["lazy"]), &[&figures, &figures]);
    study.samples[4].score = "-7".into();
    let agreement = Agreement { agree: 2, of: 3, differ: vec![1] };
    assert_eq!(cell(&Analysis::of(&study), 1).agreement, agreement);
}

#[test]
fn a_position_unlike_the_others_is_shown_and_not_left_out() {
    let alone = [(8.0, 9); 9];
    let mut two =
        [(4.0, 9), (4.1, 9), (3.9, 9), (4.2, 9), (4.0, 9), (3.95, 9), (4.1, 9), (4.0, 9), (0.1, 9)];
    let study = measured(design(9, &[2], &["lazy"]), &[&alone, &two]);
    let analysis = Analysis::of(&study);
    assert_eq!(cell(&analysis, 1).outliers, [8]);
    assert_eq!((cell(&analysis, 1).positions, cell(&analysis, 1).per_position.len()), (9, 9));
    two[8].0 = 4.0;
    let study = measured(study.design, &[&alone, &two]);
    assert_eq!(cell(&Analysis::of(&study), 1).outliers, [0_usize; 0]);
}

#[test]
fn schemes_are_compared_with_one_thread_and_with_the_first_of_them() {
    // The second scheme takes twice the time of the first, and varies more against one thread.
    let alone = [(10.0, 9); 8];
    let first: Vec<_> = (0..8).map(|place| (4.0 + f64::from(place % 2), 9)).collect();
    let second: Vec<_> = first.iter().map(|&(seconds, nodes)| (2.0 * seconds, nodes)).collect();
    let design = design(8, &[2], &["lazy", "abdada"]);
    let study = measured(design, &[&alone, &first, &second]);
    let comparisons = Analysis::of(&study).comparisons;
    let found: Vec<_> = comparisons
        .iter()
        .map(|found| (found.scheme.to_string(), found.against.map(String::from), found.resolution))
        .collect();
    let expected = [
        ("lazy".into(), None, Resolution::Faster),
        ("abdada".into(), None, Resolution::Faster),
        ("abdada".into(), Some("lazy".into()), Resolution::Slower),
    ];
    assert_eq!(found, expected);
    assert_eq!((comparisons[2].measure, comparisons[2].positions), (Measure::Time, 8));
    let last = comparisons[2].to_string();
    assert_eq!(
        last,
        "abdada with 2 threads against lazy with as many: slower, 0.50 (0.50 to 0.50) times as \
         fast over 8 positions"
    );
}

#[test]
fn a_difference_is_resolved_only_by_enough_positions_that_agree() {
    let resolution = |seconds: &[f64]| {
        let alone: Vec<_> = seconds.iter().map(|_| (2.0, 9)).collect();
        let two: Vec<_> = seconds.iter().map(|&seconds| (seconds, 9)).collect();
        let study = measured(design(seconds.len(), &[2], &["lazy"]), &[&alone, &two]);
        Analysis::of(&study).comparisons[0].resolution
    };
    assert_eq!(resolution(&[1.0; 6]), Resolution::Faster);
    assert_eq!(resolution(&[3.0; 6]), Resolution::Slower);
    assert_eq!(resolution(&[1.0; 5]), Resolution::Unresolved);
    assert_eq!(resolution(&[1.0, 4.0, 1.0, 4.0, 1.0, 4.0, 1.9, 2.1]), Resolution::Unresolved);
}

#[test]
fn a_goal_in_time_compares_rates_and_depths() {
    let mut design = design(6, &[2], &["lazy"]);
    design.goal = Goal::Budget(Duration::from_secs(1));
    let mut study = measured(design, &[&[(1.0, 100); 6], &[(1.0, 180); 6]]);
    for sample in study.samples.iter_mut().filter(|sample| sample.case.threads == 2) {
        sample.depth += 1 + sample.case.position as u32 % 2;
    }
    let analysis = Analysis::of(&study);
    let two = cell(&analysis, 1);
    assert_eq!((two.speedup, two.overhead), (None, None));
    assert_eq!((value(two.rate), value(two.depth_gain)), (1.8, 1.5));
    assert_eq!(analysis.comparisons[0].measure, Measure::Rate);
    assert_eq!(analysis.comparisons[0].resolution, Resolution::Faster);
    assert_eq!(analysis.fits[0].amdahl, None);
}

#[test]
fn each_scheme_has_its_own_curve_and_laws() {
    let design = design(1, &[2, 4, 8], &["lazy", "abdada"]);
    // The first is a tenth serial, the second ideal.
    let lazy = [2.0 / 1.1, 4.0 / 1.3, 8.0 / 1.7];
    let mut figures = vec![[(100.0, 9)]];
    figures.extend(lazy.iter().chain(&[2.0, 4.0, 8.0]).map(|speedup| [(100.0 / speedup, 9)]));
    let figures: Vec<&[(f64, u64)]> = figures.iter().map(|way| way.as_slice()).collect();
    let analysis = Analysis::of(&measured(design.clone(), &figures));
    let curve: Vec<_> = analysis.curve(design.schemes[1]).map(|cell| cell.threads).collect();
    assert_eq!(curve, [1, 2, 4, 8]);
    let serial = |place: usize| analysis.fits[place].amdahl.as_ref().expect("three").serial;
    assert!((serial(0) - 0.1).abs() < 1e-9 && serial(1).abs() < 1e-9);
    assert_eq!(analysis.fits[1].scheme, design.schemes[1]);
    let law = analysis.fits[0].scalability.as_ref().expect("three");
    assert!((law.sigma - 0.1).abs() < 1e-6 && law.kappa < 1e-6);
}

#[test]
fn data_is_read_back_as_it_was_written() {
    let study = measured(design(2, &[2], &["lazy+settle"]), &[&[(8.0, 1), (2.0, 2)], &[(0.3, 3)]]);
    let text = serde_json::to_string(&study).expect("plain data");
    assert!(text.contains(r#""schemes":["lazy+settle"]"#), "{text}");
    assert_eq!(serde_json::from_str::<Study>(&text).expect("the same"), study);
    let analysis = Analysis::of(&study);
    let text = serde_json::to_string(&analysis).expect("plain data");
    assert_eq!(serde_json::from_str::<Analysis>(&text).expect("the same"), analysis);
    assert!(
        serde_json::from_str::<PlannedSearch>(
            r#"{"position":0,"scheme":"lasy","threads":2,"repeat":0}"#
        )
        .is_err_and(|error| error.to_string().contains("unknown scheme \"lasy\""))
    );
}

#[test]
fn tables_have_a_line_for_each_sample_and_each_cell() {
    let mut study = measured(design(1, &[2], &["lazy"]), &[&[(8.0, 100)], &[(4.0, 150)]]);
    study.design.positions[0].name = "a, \"b\"".into();
    study.samples[1].error = Some("no, not\nthis".into());
    let mut out = Vec::new();
    write_samples(&study, &mut out).expect("written");
    let mut table = csv::Reader::from_reader(out.as_slice());
    let names = table.headers().expect("names").clone();
    let rows: Vec<_> = table.records().map(|row| row.expect("a row")).collect();
    let field = |row: usize, name: &str| {
        &rows[row][names.iter().position(|other| other == name).expect("a column")]
    };
    assert_eq!(rows.len(), 2);
    assert_eq!((field(0, "name"), field(0, "scheme")), ("a, \"b\"", ""));
    assert_eq!((field(1, "scheme"), field(1, "threads"), field(1, "nodes")), ("lazy", "2", "150"));
    assert_eq!((field(0, "seconds"), field(0, "first_result")), ("8.0", ""));
    assert_eq!(field(1, "error"), "no, not\nthis");
    study.samples[1].error = None;
    let mut out = Vec::new();
    write_cells(&Analysis::of(&study), &mut out).expect("written");
    let text = String::from_utf8(out).expect("text");
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with("scheme,threads,positions,speedup,speedup_low,speedup_high,rate"));
    assert!(lines[1].starts_with(",1,1,1.0,1.0,1.0,"), "{text}");
    assert!(lines[2].starts_with("lazy,2,1,2.0,2.0,2.0,3.0"), "{text}");
    assert_eq!(lines.len(), 3);
}

#[test]
fn other_work_on_the_machine_takes_every_verdict_away() {
    let figures: [&[(f64, u64)]; 2] = [
        &[(8.0, 100); 9],
        &[
            (4.0, 100),
            (4.1, 100),
            (3.9, 100),
            (4.0, 100),
            (4.2, 100),
            (4.0, 100),
            (4.0, 100),
            (4.1, 100),
            (4.0, 100),
        ],
    ];
    let quiet = measured(Design { clock: Clock::Real, ..design(9, &[2], &["lazy"]) }, &figures);
    let of = |study: &Study| Analysis::of(study).comparisons[0].resolution;
    let point = |threads, processor| CeilingPoint {
        threads,
        throughput: 1.0,
        low: 1.0,
        high: 1.0,
        processor: Some(processor),
    };
    assert_eq!((quiet.disturbance(), of(&quiet)), (None, Resolution::Faster));
    let ceiling = vec![point(1, 1.0), point(2, 0.97), point(8, 0.25)];
    let idle = Study { load: Some(0.2), ceiling, ..quiet.clone() };
    // Eight threads on two processors share them with each other.
    assert_eq!((idle.disturbance(), of(&idle)), (None, Resolution::Faster));
    let loaded = Study { load: Some(1.0), ..quiet.clone() };
    let why = loaded.disturbance().expect("two threads and one on two processors");
    assert!(why.contains("1.0 threads of other programs") && of(&loaded) == Resolution::Disturbed);
    let crowded = Study { ceiling: vec![point(1, 1.0), point(2, 0.7)], ..quiet.clone() };
    let why = crowded.disturbance().expect("they had less than their processors");
    assert!(why.contains("2 busy threads had 70 %") && of(&crowded) == Resolution::Disturbed);
    // A machine with processors enough for both, and virtual time, are not touched.
    let mut large = loaded.clone();
    large.origin.machine.processors = 3;
    assert_eq!(of(&large), Resolution::Faster);
    let clock = Clock::Virtual { turn: 10 };
    let design = Design { clock, ..loaded.design.clone() };
    assert_eq!(of(&Study { design, ..loaded }), Resolution::Faster);
}
