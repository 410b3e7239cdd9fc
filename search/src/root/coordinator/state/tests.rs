use super::*;
use crate::recursion::Finding;
use crate::root::coordinator::reach::SearchLimits;
use crate::rules::report::Verdict;
use crate::rules::solve::{SolvePlan, SolveWindows};
use crate::rules::value::{Basis, Value};
use crate::shared::budget::Spent;

/// Packed moves.
pub(super) const A: u32 = 1;
pub(super) const B: u32 = 2;
pub(super) const C: u32 = 3;
pub(super) const D: u32 = 4;
pub(super) const E: u32 = 5;
pub(super) const F: u32 = 6;

pub(super) fn plan(workers: usize, lines: usize) -> Plan {
    Plan {
        window: Window::FULL,
        workers,
        scheme: crate::Scheme::LAZY,
        lines,
        also: None,
        deepest: 20,
        end: None,
        selective_passes: 0,
        solve_after: None,
        solve: SolvePlan::DEFAULT,
        straight_after: None,
        tries: false,
        limits: SearchLimits::default(),
        soft_time: None,
        pace: None,
        clock_began: std::time::Duration::ZERO,
        bounds: Bounds::UNKNOWN,
        margin_step: 1,
        aspiration: 0,
        halves: true,
        shortest: false,
        proves_draws: false,
        proof_aim: None,
        restricted: false,
    }
}

pub(super) fn solve_plan(workers: usize, lines: usize) -> Plan {
    let solve = SolvePlan { windows: SolveWindows::Bisect, ..SolvePlan::DEFAULT };
    let bounds = Bounds { lower: Score::margin(-20), upper: Score::margin(20) };
    Plan { end: Some(20), solve_after: Some(0), solve, bounds, ..plan(workers, lines) }
}

pub(super) fn finding(score: Score, bound: Bound, mv: u32) -> Finding {
    let pv = if bound == Bound::Upper { vec![] } else { vec![mv] };
    let window = match bound {
        Bound::Exact => Window::FULL,
        Bound::Lower => Window::null(score.prev()),
        Bound::Upper => Window::null(score),
    };
    let value = Value::estimate(score).to_window(window);
    Finding { value, bound, pv, aborted: false, compared: true, share: None }
}

pub(super) fn proof(margin: i32, bound: Bound, mv: u32) -> Finding {
    let finding = finding(Score::margin(margin), bound, mv);
    Finding { value: Value::proven(finding.value.score), ..finding }
}

pub(super) fn exact(points: i32, mv: u32) -> Finding {
    finding(Score::heuristic(points), Bound::Exact, mv)
}

pub(super) fn given_up(points: i32, mv: u32) -> Finding {
    Finding { aborted: true, ..exact(points, mv) }
}

pub(super) fn report(state: &mut RootState, worker: usize, task: &Task, found: Finding) {
    state.report(worker, task, found, Spent::default(), |estimate| estimate);
}

pub(super) fn stopped(mut state: RootState) -> Vec<Line<u32>> {
    state.ended = Some(Ended::Stopped);
    state.best_lines()
}

#[test]
fn a_late_answer_of_a_solve_does_not_put_a_worse_move_first() {
    let mut state = RootState::new(solve_plan(2, 1));
    let tasks = [state.next(0).unwrap(), state.next(1).unwrap()];
    assert_eq!(tasks[0].window, tasks[1].window);
    report(&mut state, 0, &tasks[0], proof(8, Bound::Lower, A));
    report(&mut state, 1, &tasks[1], proof(2, Bound::Lower, B));
    let next = state.next(0).unwrap();
    report(&mut state, 0, &next, proof(8, Bound::Upper, C));
    let lines = state.best_lines();
    assert_eq!(lines[0].pv, [A]);
    let verdict = Verdict { score: Score::margin(8), bound: Bound::Exact, proven: true };
    assert_eq!((lines[0].verdict, state.ended), (verdict, Some(Ended::Proven)));
}

#[test]
fn a_win_whose_distance_is_proven_last_keeps_its_move() {
    let mut state = RootState::new(Plan { shortest: true, ..plan(2, 1) });
    let tasks = [state.next(0).unwrap(), state.next(1).unwrap()];
    assert!(tasks[0].depth < tasks[1].depth);
    let won = Value::proven(Score::win_in(7)).with_upper(Basis::Estimate);
    report(&mut state, 0, &tasks[0], Finding { value: won, ..exact(0, A) });
    report(&mut state, 1, &tasks[1], given_up(9, B));
    let next = state.next(0).unwrap();
    assert!(next.proof);
    let none_sooner = Value::proven(Score::win_in(7)).to_window(next.window);
    report(&mut state, 0, &next, Finding { value: none_sooner, ..proof(0, Bound::Upper, C) });
    let lines = state.best_lines();
    assert_eq!(lines[0].pv, [A]);
    let verdict = Verdict { score: Score::win_in(7), bound: Bound::Exact, proven: true };
    assert_eq!((lines[0].verdict, state.ended), (verdict, Some(Ended::Proven)));
}

#[test]
fn a_bound_on_the_second_line_is_no_bound_on_the_first() {
    for (bound, lines_left) in [(Bound::Upper, 1), (Bound::Lower, 2)] {
        let mut state = RootState::new(solve_plan(1, 2));
        let task = state.next(0).unwrap();
        report(&mut state, 0, &task, proof(8, Bound::Exact, A));
        let task = state.next(0).unwrap();
        assert_eq!(task.banned, [A]);
        report(&mut state, 0, &task, proof(-3, bound, B));
        let lines = stopped(state);
        assert_eq!(lines.len(), lines_left);
        assert_eq!((lines[0].rank, lines[0].pv[0]), (1, A));
        assert_eq!(lines[0].verdict.score, Score::margin(8));
        assert!(lines[1..].iter().all(|line| line.rank == 2 && line.pv == [B]));
    }
}

#[test]
fn what_a_depth_of_several_lines_has_finished_comes_before_the_depth_before() {
    let mut state = RootState::new(plan(1, 2));
    for found in [exact(9, A), exact(8, B), exact(7, C)] {
        let task = state.next(0).unwrap();
        report(&mut state, 0, &task, found);
    }
    let lines = stopped(state);
    let said: Vec<_> = lines.iter().map(|line| (line.rank, line.depth, line.pv[0])).collect();
    assert_eq!(said, [(1, 2, C), (2, 1, A)]);
}

#[test]
fn lines_are_sorted_by_score_and_a_bound_stands_on_its_own_side_of_it() {
    let lost = |bound, mv| {
        let value = Value::proven(Score::loss_in(6));
        Finding { value, pv: vec![mv], ..finding(Score::loss_in(6), bound, mv) }
    };
    let won = |bound, mv| {
        let value = Value::proven(Score::win_in(5));
        Finding { value, pv: vec![mv], ..finding(Score::win_in(5), bound, mv) }
    };
    let exact = |found: Finding| Finding { bound: Bound::Exact, ..found };
    let at_most = |found: Finding| {
        let value = Value::new(found.value.score, Basis::Estimate, found.value.upper());
        exact(Finding { value, ..found })
    };
    let at_least = |found: Finding| {
        let value = found.value.with_upper(Basis::Estimate);
        exact(Finding { value, ..found })
    };
    let found = [
        exact(finding(Score::heuristic(3), Bound::Exact, C)),
        at_most(lost(Bound::Exact, F)),
        exact(won(Bound::Exact, B)),
        exact(lost(Bound::Exact, E)),
        at_least(won(Bound::Exact, A)),
        exact(finding(Score::heuristic(-3), Bound::Exact, D)),
    ];
    let mut state = RootState::new(plan(1, found.len()));
    for found in found {
        let task = state.next(0).unwrap();
        report(&mut state, 0, &task, found);
    }
    let lines = stopped(state);
    assert_eq!(lines.iter().map(|line| line.pv[0]).collect::<Vec<_>>(), [A, B, C, D, E, F]);
    let bounds: Vec<_> = lines.iter().map(|line| line.verdict.bound).collect();
    assert_eq!((bounds[0], bounds[5]), (Bound::Lower, Bound::Upper));
    assert_eq!(lines.iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn what_a_given_up_task_found_is_not_proven() {
    let mut state = RootState::new(plan(1, 1));
    let task = state.next(0).unwrap();
    report(&mut state, 0, &task, exact(1, A));
    let task = state.next(0).unwrap();
    report(&mut state, 0, &task, Finding { aborted: true, ..proof(8, Bound::Exact, B) });
    let lines = stopped(state);
    let verdict = Verdict { score: Score::margin(8), bound: Bound::Lower, proven: false };
    assert_eq!((lines[0].pv[0], lines[0].verdict), (B, verdict));
}

#[test]
fn of_two_given_up_tasks_the_deeper_counts_and_of_the_same_depth_the_first() {
    for (depths, best) in [([0, 1], C), ([1, 0], B), ([0, 0], B)] {
        let mut state = RootState::new(plan(2, 1));
        let first = state.next(0).unwrap();
        report(&mut state, 0, &first, exact(1, A));
        let tasks = [state.next(0).unwrap(), state.next(1).unwrap()];
        assert_eq!(tasks[1].depth, tasks[0].depth + 1);
        for (mv, place) in [B, C].into_iter().zip(depths) {
            report(&mut state, place, &tasks[place], given_up(5, mv));
        }
        assert_eq!(stopped(state)[0].pv, [best], "{depths:?}");
    }
}

#[test]
fn a_line_is_reported_with_its_rank_and_depth() {
    let mut state = RootState::new(plan(1, 2));
    for (found, rank) in [(exact(9, A), 1), (exact(8, B), 2)] {
        let task = state.next(0).unwrap();
        let effects = state.report(0, &task, found, Spent::default(), |estimate| estimate);
        let line = effects.line.expect("a line that is worth reporting");
        assert_eq!((line.rank, line.depth), (rank, 1));
    }
}

#[test]
fn a_failure_answers_a_window_that_was_given_only_beyond_its_own_ends() {
    let window = Window { alpha: Score::heuristic(-10), beta: Score::heuristic(10) };
    for (points, bound, answers) in [
        (10, Bound::Lower, true),
        (9, Bound::Lower, false),
        (-10, Bound::Upper, true),
        (-9, Bound::Upper, false),
    ] {
        let mut state = RootState::new(Plan { window, ..plan(1, 1) });
        let task = state.next(0).unwrap();
        report(&mut state, 0, &task, finding(Score::heuristic(points), bound, A));
        let depth = state.next(0).unwrap().depth;
        assert_eq!(depth, if answers { 2 } else { 1 }, "{bound:?} at {points}");
    }
}

#[test]
fn a_forced_win_ends_the_depth_only_where_its_own_half_is_proven() {
    // The whole window is asked for, so a bound by itself answers nothing.
    for (score, bound, decides) in [
        (Score::win_in(5), Bound::Lower, true),
        (Score::win_in(5), Bound::Upper, false),
        (Score::loss_in(4), Bound::Upper, true),
        (Score::loss_in(4), Bound::Lower, false),
        (Score::margin(4), Bound::Lower, false),
    ] {
        let found = Finding { value: Value::proven(score), ..finding(score, bound, A) };
        let mut state = RootState::new(plan(1, 1));
        let task = state.next(0).unwrap();
        report(&mut state, 0, &task, found.clone());
        assert_eq!(state.ended, decides.then_some(Ended::Proven), "{score:?} {bound:?}");
        // An estimate of the same decides nothing.
        let mut state = RootState::new(plan(1, 1));
        let task = state.next(0).unwrap();
        let value = Value::estimate(found.value.score);
        report(&mut state, 0, &task, Finding { value, ..found });
        assert_eq!(state.ended, None, "{score:?} {bound:?}");
    }
}

#[test]
fn an_answer_for_a_line_that_is_finished_is_not_taken_for_the_next_one() {
    let mut state = RootState::new(plan(2, 2));
    let tasks = [state.next(0).unwrap(), state.next(1).unwrap()];
    assert_eq!((tasks[0].line, tasks[1].line), (0, 0));
    report(&mut state, 0, &tasks[0], exact(9, A));
    // The other worker's answer to the same question comes when the second line is being asked for.
    report(&mut state, 1, &tasks[1], exact(9, A));
    let next = state.next(0).unwrap();
    assert_eq!((next.line, next.depth, &next.banned[..]), (1, 1, &[A][..]));
    report(&mut state, 0, &next, exact(4, B));
    let lines = stopped(state);
    assert_eq!(lines.iter().map(|line| line.pv[0]).collect::<Vec<_>>(), [A, B]);
}

#[test]
fn a_move_that_a_given_up_task_found_better_takes_one_place_of_several() {
    let mut state = RootState::new(plan(1, 2));
    for found in [exact(9, A), exact(8, B), given_up(7, B)] {
        let task = state.next(0).unwrap();
        report(&mut state, 0, &task, found);
    }
    let lines = stopped(state);
    assert_eq!(lines.iter().map(|line| line.pv[0]).collect::<Vec<_>>(), [B, A]);
}

#[test]
fn a_given_up_task_counts_only_if_it_has_searched_the_known_move() {
    for (compared, best) in [(true, B), (false, A)] {
        let mut state = RootState::new(plan(1, 1));
        let task = state.next(0).unwrap();
        report(&mut state, 0, &task, exact(9, A));
        let task = state.next(0).unwrap();
        assert_eq!(task.known, Some(A));
        report(&mut state, 0, &task, Finding { compared, ..given_up(12, B) });
        assert_eq!(stopped(state)[0].pv, [best]);
    }
}

#[test]
fn a_given_up_task_of_a_depth_that_is_finished_meanwhile_counts_no_more() {
    let mut state = RootState::new(plan(2, 1));
    let first = state.next(0).unwrap();
    let deeper = state.next(1).unwrap();
    assert_eq!((first.depth, deeper.depth), (1, 2));
    report(&mut state, 1, &deeper, exact(9, A));
    report(&mut state, 0, &first, given_up(12, B));
    let lines = stopped(state);
    assert_eq!((lines[0].pv[0], lines[0].depth), (A, 2));
}
