//! How a study is planned and run, in a lab with a clock of its own.

use std::collections::HashSet;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use plyglot_bench::scaling::{
    Clock, Completion, DesignError, Goal, LabError, PlannedSearch, Run, Study, StudyError, plan,
    run_study,
};
use plyglot_open::Stop;

use crate::scaling_support::{FakeLab, design, study, usual};

fn run(stop: &Stop, jobs: usize) -> Run<'static> {
    Run { journal: None, jobs, stop: stop.clone() }
}

fn whole(study: Study, jobs: usize) -> Study {
    let lab = FakeLab::new(|_, case: &PlannedSearch| {
        // So that those that are begun later are done sooner.
        std::thread::sleep(Duration::from_micros(900 / case.threads as u64));
        Ok(usual(case))
    });
    run_study(&lab, study, run(&Stop::default(), jobs), |_| {}).expect("nothing fails")
}

#[test]
fn a_plan_has_every_search_once_and_one_thread_for_all_schemes() {
    let mut design = design(3, &[4, 2, 4], &["lazy", "abdada"]);
    design.repeats = 2;
    let ways: Vec<_> = design.ways().map(|(scheme, threads)| (scheme.is_some(), threads)).collect();
    assert_eq!(ways, [(false, 1), (true, 2), (true, 4), (true, 2), (true, 4)]);
    let cases = plan(&design);
    assert_eq!(cases.len(), 3 * 5 * 2);
    let different: HashSet<_> = cases.iter().collect();
    assert_eq!(different.len(), cases.len());
    assert!(cases.iter().all(|case| case.scheme.is_none() == (case.threads == 1)));
}

#[test]
fn a_plan_is_shuffled_by_its_seed() {
    let mut design = design(8, &[2], &["lazy"]);
    let first = plan(&design);
    assert_eq!(first, plan(&design));
    design.seed = 2;
    let second = plan(&design);
    assert_ne!(first, second);
    let sorted = |cases: &[PlannedSearch]| {
        let mut places: Vec<_> = cases.iter().map(|case| (case.threads, case.position)).collect();
        places.sort_unstable();
        places
    };
    assert_eq!(sorted(&first), sorted(&second));
    // The order is part of what a seed means, in every version.
    let order: Vec<_> = first.iter().take(5).map(|case| (case.threads, case.position)).collect();
    assert_eq!(order, [(1, 2), (2, 3), (2, 2), (1, 6), (1, 7)]);
}

#[test]
fn real_time_is_measured_one_by_one_in_the_order_of_the_plan_after_a_warm_up() {
    let design = design(3, &[2], &["lazy"]);
    let busy = Mutex::new(());
    let lab = FakeLab::new(|_, case: &PlannedSearch| {
        let _alone = busy.try_lock().expect("no other thread measures");
        std::thread::sleep(Duration::from_millis(1));
        Ok(usual(case))
    });
    let study = run_study(&lab, study(design.clone()), run(&Stop::default(), 4), |_| {});
    let study = study.expect("nothing fails");
    let cases = plan(&design);
    assert_eq!(lab.asked()[0], cases[0]);
    assert_eq!(lab.asked()[1..], cases);
    let places: Vec<_> =
        study.samples.iter().map(|sample| (sample.case.position, sample.case.threads)).collect();
    assert_eq!(places, [(0, 1), (0, 2), (1, 1), (1, 2), (2, 1), (2, 2)]);
}

#[test]
fn virtual_time_is_measured_by_several_at_once() {
    let mut design = design(4, &[2], &["lazy"]);
    design.clock = Clock::Virtual { turn: 200 };
    let (begun, more) = (Mutex::new(0), Condvar::new());
    let lab = FakeLab::new(|_, case: &PlannedSearch| {
        let mut count = begun.lock().unwrap();
        *count += 1;
        more.notify_all();
        // The first waits for a second one, which must come while the first is at it.
        let wait = more.wait_timeout_while(count, Duration::from_secs(60), |count| *count < 2);
        let (count, timeout) = wait.unwrap();
        drop(count);
        assert!(!timeout.timed_out());
        Ok(usual(case))
    });
    let study = run_study(&lab, study(design.clone()), run(&Stop::default(), 2), |_| {});
    assert_eq!(study.unwrap().samples.len(), 8);
    assert_eq!(lab.asked().len(), 8, "virtual time needs no warm-up");
}

#[test]
fn how_many_are_made_at_once_changes_nothing() {
    let mut design = design(7, &[2, 4, 8], &["lazy", "young-brothers"]);
    design.clock = Clock::Virtual { turn: 200 };
    design.repeats = 2;
    let one = whole(study(design.clone()), 1);
    assert_eq!(one.samples.len(), plan(&design).len());
    for jobs in [0, 2, 5, 1000] {
        assert_eq!(whole(study(design.clone()), jobs), one);
    }
}

#[test]
fn a_stop_saves_what_was_measured_and_discards_what_was_running() {
    let design = design(4, &[2], &["lazy"]);
    let stop = Stop::default();
    let lab = FakeLab::new(|before, case: &PlannedSearch| {
        if before < 4 {
            return Ok(usual(case));
        }
        stop.raise();
        Err(LabError::Stopped)
    });
    let half = run_study(&lab, study(design.clone()), run(&stop, 1), |_| {}).expect("no fault");
    // The first of them was the warm-up.
    assert_eq!((lab.asked().len(), half.samples.len()), (5, 3));
    let measured: HashSet<_> = half.samples.iter().map(|sample| sample.case).collect();
    assert_eq!(measured, plan(&design)[..3].iter().copied().collect());
    // What is there is not measured again.
    let lab = FakeLab::new(|_, case: &PlannedSearch| Ok(usual(case)));
    let rest = run_study(&lab, half, run(&Stop::default(), 1), |_| {}).expect("no fault");
    assert_eq!(lab.asked()[1..], plan(&design)[3..]);
    assert_eq!(rest, whole(study(design), 1));
}

#[test]
fn a_study_that_is_stopped_before_it_begins_asks_for_nothing() {
    let stop = Stop::default();
    stop.raise();
    let lab = FakeLab::new(|_, case: &PlannedSearch| Ok(usual(case)));
    let study = run_study(&lab, study(design(2, &[2], &["lazy"])), run(&stop, 1), |_| {});
    assert!(study.expect("no fault").samples.is_empty() && lab.asked().is_empty());
}

#[test]
fn a_search_that_fails_is_reported_and_the_others_continue() {
    let lab = FakeLab::new(|_, case: &PlannedSearch| match case {
        PlannedSearch { position: 1, threads: 2, .. } => Err(LabError::NoPosition(1)),
        case => Ok(usual(case)),
    });
    let stop = Stop::default();
    let study = run_study(&lab, study(design(3, &[2], &["lazy"])), run(&stop, 1), |_| {});
    let study = study.expect("a failed search does not fail the study");
    let errors: Vec<_> = study.samples.iter().map(|sample| sample.error.as_deref()).collect();
    assert_eq!(
        errors,
        [None, None, None, Some("the design has no position 1, counted from 0"), None, None]
    );
    assert!(!study.samples[3].reached && study.samples[3].counters.nodes == 0);
}

#[test]
fn progress_counts_to_the_end_and_says_what_is_left() {
    let mut seen = Vec::new();
    let lab = FakeLab::new(|_, case: &PlannedSearch| Ok(usual(case)));
    let mut design = design(2, &[2], &["lazy"]);
    design.clock = Clock::Virtual { turn: 1 };
    let progress = |progress: Completion| seen.push(progress);
    run_study(&lab, study(design), run(&Stop::default(), 1), progress).expect("no fault");
    let counts: Vec<_> = seen.iter().map(|progress| (progress.done, progress.total)).collect();
    assert_eq!(counts, [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]);
    assert_eq!(seen[0].seconds_left, None);
    assert!(seen[2].seconds_left.is_some_and(|seconds| seconds > 0.0));
    assert_eq!(seen[4].seconds_left, Some(0.0));
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let refused = |change: &dyn Fn(&mut plyglot_bench::scaling::Design)| {
        let mut design = design(2, &[2], &["lazy", "abdada"]);
        change(&mut design);
        let lab = FakeLab::new(|_, case: &PlannedSearch| Ok(usual(case)));
        match run_study(&lab, study(design), run(&Stop::default(), 1), |_| {}) {
            Err(StudyError::Design(error)) if lab.asked().is_empty() => error,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(&|design| design.positions.clear()), DesignError::Nothing("positions"));
    assert_eq!(refused(&|design| design.schemes.clear()), DesignError::Nothing("schemes"));
    assert_eq!(refused(&|design| design.repeats = 0), DesignError::Nothing("repeats"));
    assert_eq!(refused(&|design| design.threads.push(0)), DesignError::Threads(0));
    assert_eq!(refused(&|design| design.threads.push(1025)), DesignError::Threads(1025));
    let twice = refused(&|design| design.schemes[1] = design.schemes[0]);
    assert_eq!(twice.to_string(), "the scheme lazy is listed twice");
    let empty = refused(&|design| design.clock = Clock::Virtual { turn: 0 });
    assert_eq!(empty, DesignError::EmptyTurns);
    assert!(matches!(refused(&|design| design.goal = Goal::Depth(0)), DesignError::Limit(_)));
    let budget = refused(&|design| {
        design.goal = Goal::Budget(Duration::from_secs(1));
        design.clock = Clock::Virtual { turn: 200 };
    });
    assert_eq!(budget, DesignError::VirtualBudget);
}
