//! Promises of the machine's own ceiling, on small games and in short slots. No time is asserted.

use std::time::Duration;

use plyglot_bench::scaling::{CeilingError, CeilingPlan, CeilingPoint, Goal, ProbePoint};
use plyglot_games::catalogue::builtin;
use plyglot_open::{DoorError, Open, Position, Stop};

fn plan() -> CeilingPlan {
    CeilingPlan {
        threads: vec![2, 0, 2],
        rounds: 2,
        slot: Duration::from_millis(2),
        hash_bytes: 1 << 16,
        probe_bytes: vec![1 << 16, 8 << 20],
        seed: 3,
    }
}

/// A board on which some positions are solved in a moment.
fn board() -> Box<dyn Open> {
    builtin().open("connect4:5x4").unwrap()
}

/// Positions of it; one is over.
fn positions() -> Vec<Position> {
    let game = board();
    ["", "12", "1212121"].map(|moves| game.parse(moves).unwrap()).to_vec()
}

/// What a measurement gave, and its progress on the way: slots done, of how many.
type Observed<T> = (Result<T, CeilingError>, Vec<(usize, usize)>);

/// Measures with a stop after this number of slots.
fn observed<T>(
    slots: usize,
    measure: impl FnOnce(&Stop, &mut dyn FnMut(usize, usize)) -> Result<T, CeilingError>,
) -> Observed<T> {
    let stop = Stop::default();
    if slots == 0 {
        stop.raise();
    }
    let mut progress = Vec::new();
    let result = measure(&stop, &mut |done, total| {
        progress.push((done, total));
        if progress.len() == slots {
            stop.raise();
        }
    });
    (result, progress)
}

fn throughput(plan: &CeilingPlan, games: &[Position], slots: usize) -> Observed<Vec<CeilingPoint>> {
    let board = board();
    observed(slots, |stop, progress| plan.throughput(&*board, games, Goal::Solve, stop, progress))
}

fn probes(plan: &CeilingPlan, slots: usize) -> Observed<Vec<ProbePoint>> {
    observed(slots, |stop, progress| plan.probes(stop, progress))
}

#[test]
fn throughput_is_given_for_each_thread_count_with_one_as_the_unit() {
    let (points, progress) = throughput(&plan(), &positions(), usize::MAX);
    let points = points.unwrap();
    let processor = points[0].processor;
    let unit = CeilingPoint { threads: 1, throughput: 1.0, low: 1.0, high: 1.0, processor };
    assert_eq!(points[0], unit);
    let CeilingPoint { threads, throughput, low, high, processor: share } = points[1];
    assert!([processor, share].iter().all(|share| share.is_some_and(|share| share <= 1.0)));
    assert!(points.len() == 2 && threads == 2);
    assert!(0.0 < low && low <= throughput && throughput <= high && high.is_finite());
    // Two rounds of three positions, alone and together.
    let expected: Vec<_> = (1..=12).map(|done| (done, 12)).collect();
    assert_eq!(progress, expected);
}

#[test]
fn a_stop_ends_the_measuring_of_throughput_and_keeps_what_there_is() {
    let (points, progress) = throughput(&plan(), &positions(), 0);
    assert!(points.unwrap().is_empty() && progress.is_empty());
    let (points, progress) = throughput(&plan(), &positions()[..1], 3);
    assert_eq!((points.unwrap().len(), progress.len()), (2, 3));
    let (points, progress) = throughput(&plan(), &positions()[..1], 1);
    assert_eq!((points.unwrap().len(), progress.len()), (0, 1));
}

#[test]
fn without_positions_there_is_no_throughput() {
    assert!(throughput(&plan(), &[], usize::MAX).0.unwrap().is_empty());
}

#[test]
fn one_thread_alone_needs_no_comparison() {
    let plan = CeilingPlan { threads: vec![1], ..plan() };
    let (points, progress) = throughput(&plan, &positions(), usize::MAX);
    assert_eq!((points.unwrap().len(), progress.len()), (1, 6));
}

#[test]
fn tables_that_do_not_fit_are_an_error() {
    let plan = CeilingPlan { hash_bytes: 1 << 46, ..plan() };
    let error = throughput(&plan, &positions(), usize::MAX).0.unwrap_err();
    assert!(matches!(error, CeilingError::Door(DoorError::Engine(_))), "{error}");
}

#[test]
fn look_ups_are_told_for_each_table_thread_count_and_way() {
    let points = probes(&plan(), usize::MAX).0.unwrap();
    let of = |bytes, huge| {
        let chosen =
            points.iter().filter(move |point| (point.bytes, point.huge_pages) == (bytes, huge));
        chosen.map(|point| (point.threads, point.prefetch)).collect::<Vec<_>>()
    };
    let all = [(1, false), (1, true), (2, false), (2, true)];
    assert_eq!(of(1 << 16, false), all);
    assert_eq!(of(1 << 16, true), [], "a table smaller than a huge page");
    assert_eq!(of(8 << 20, false), all);
    // The system may have none to give.
    assert!([&all[..], &[]].contains(&&of(8 << 20, true)[..]));
    assert!(points.iter().all(|point| point.per_second > 1e3 && point.per_second < 1e12));
}

#[test]
fn tables_larger_than_the_memory_are_left_out_and_too_small_ones_an_error() {
    let plan_of_two = CeilingPlan { probe_bytes: vec![1 << 46, 64], rounds: 1, ..plan() };
    let points = probes(&plan_of_two, usize::MAX).0.unwrap();
    assert!(points.len() == 4 && points.iter().all(|point| point.bytes == 64));
    let plan = CeilingPlan { probe_bytes: vec![63], ..plan() };
    let (result, _) = probes(&plan, usize::MAX);
    assert!(matches!(result, Err(CeilingError::Table(_))));
}

#[test]
fn a_stop_ends_the_look_ups_and_keeps_what_there_is() {
    let plan = CeilingPlan { probe_bytes: vec![1 << 16, 1 << 17], ..plan() };
    let (points, progress) = probes(&plan, 0);
    assert!(points.unwrap().is_empty() && progress.is_empty());
    let (points, progress) = probes(&plan, 5);
    let points = points.unwrap();
    assert!(points.len() == 4 && points.iter().all(|point| point.bytes == 1 << 16));
    assert_eq!(progress.len(), 5);
}

#[test]
fn a_stop_ends_a_slot_that_runs() {
    let plan = CeilingPlan { slot: Duration::from_secs(3600), ..plan() };
    let stop = Stop::default();
    let board = board();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(20));
            stop.raise();
        });
        let points = plan.throughput(&*board, &positions(), Goal::Solve, &stop, |_, _| ());
        assert!(points.unwrap().is_empty());
    });
    let stop = Stop::default();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(20));
            stop.raise();
        });
        assert!(plan.probes(&stop, |_, _| ()).unwrap().is_empty());
    });
}
