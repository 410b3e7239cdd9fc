//! What the state takes back: which lines it keeps, which depths it takes for finished, and whose task it cuts short.

use std::time::Duration;

use super::tests::{A, B, C, exact, finding, given_up, plan, proof, report, solve_plan, stopped};
use super::*;
use crate::recursion::Finding;
use crate::root::coordinator::merge::Effects;
use crate::rules::report::Verdict;
use crate::rules::solve::{SolvePlan, SolveWindows};
use crate::rules::value::{Basis, Value};
use crate::shared::budget::Spent;

fn effects(state: &mut RootState, worker: usize, task: &Task, found: Finding) -> Effects {
    state.report(worker, task, found, Spent::default(), |estimate| estimate)
}

/// A task for each of four workers.
fn four(state: &mut RootState) -> [Task; 4] {
    [0, 1, 2, 3].map(|worker| state.next(worker).unwrap())
}

fn depths(tasks: &[Task]) -> Vec<i32> {
    tasks.iter().map(|task| task.depth).collect()
}

#[test]
fn a_finished_depth_cuts_short_the_others_at_it_and_before_it() {
    let mut state = RootState::new(plan(4, 1));
    let tasks = four(&mut state);
    assert_eq!(depths(&tasks), [1, 1, 2, 3]);
    let first = effects(&mut state, 0, &tasks[0], exact(9, A));
    assert_eq!(first.cut, [1]);
    // The third depth is finished before the second.
    assert_eq!(effects(&mut state, 3, &tasks[3], exact(9, A)).cut, [1, 2]);
}

#[test]
fn a_finished_line_cuts_short_all_who_search_it() {
    let mut state = RootState::new(plan(3, 2));
    let tasks = [0, 1, 2].map(|worker| state.next(worker).unwrap());
    assert_eq!(effects(&mut state, 0, &tasks[0], exact(9, A)).cut, [1, 2]);
}

#[test]
fn a_solve_that_begins_cuts_all_others_short() {
    let plan = Plan { solve_after: Some(2), tries: true, ..solve_plan(4, 1) };
    let mut plan = Plan { end: Some(20), ..plan };
    plan.solve.cost = Some(crate::rules::solve::SolveCost { nodes: 1, ease: 1 });
    plan.limits.nodes = Some(1_000_000);
    let mut state = RootState::new(plan);
    let tasks = four(&mut state);
    assert_eq!(depths(&tasks), [1, 1, 2, 3]);
    assert_eq!(effects(&mut state, 2, &tasks[2], exact(9, A)).cut, [0, 1, 3]);
    assert!(matches!(state.phase, Phase::Solve(_)));
    // A depth that is finished none the less comes too late.
    let late = effects(&mut state, 3, &tasks[3], exact(7, B));
    assert!(late.line.is_none() && late.cut.is_empty());
    assert_eq!((state.next_depth, stopped(state)[0].pv[0]), (3, A));
}

#[test]
fn a_window_that_failed_cuts_short_those_who_search_it() {
    let mut state = RootState::new(Plan { aspiration: 10, ..plan(4, 1) });
    for _ in 1..=2 {
        let task = state.next(0).unwrap();
        report(&mut state, 0, &task, exact(50, A));
    }
    let tasks = four(&mut state);
    assert_eq!(depths(&tasks), [3, 3, 4, 5]);
    let failed = finding(Score::heuristic(70), Bound::Lower, B);
    assert_eq!(effects(&mut state, 0, &tasks[0], failed.clone()).cut, [1]);
    // Who searches with the new window already is left alone.
    let again = state.again(0, &tasks[0]).unwrap();
    assert_eq!(effects(&mut state, 1, &tasks[1], failed).cut, []);
    let failed = finding(Score::heuristic(200), Bound::Lower, B);
    assert_eq!(state.next(1).unwrap().window, again.window);
    assert_eq!(effects(&mut state, 0, &again, failed).cut, [1]);
}

#[test]
fn a_depth_that_is_finished_after_a_deeper_one_changes_nothing() {
    let mut state = RootState::new(plan(2, 1));
    let tasks = [state.next(0).unwrap(), state.next(1).unwrap()];
    report(&mut state, 1, &tasks[1], exact(9, A));
    assert!(effects(&mut state, 0, &tasks[0], exact(12, B)).line.is_none());
    assert_eq!(state.next_depth, 3);
    let lines = stopped(state);
    assert_eq!((lines[0].depth, lines[0].pv[0]), (2, A));
}

#[test]
fn a_win_counts_by_its_half_only_where_one_line_is_asked_for_and_halves_count() {
    let won = || Finding {
        value: Value::proven(Score::win_in(5)),
        ..finding(Score::win_in(5), Bound::Lower, A)
    };
    for (lines, halves, ends) in
        [(1, true, true), (1, false, false), (2, true, false), (2, false, false)]
    {
        let mut state = RootState::new(Plan { halves, ..plan(1, lines) });
        let task = state.next(0).unwrap();
        report(&mut state, 0, &task, won());
        assert_eq!(state.ended.is_some(), ends, "{lines} lines, halves {halves}");
        assert_eq!((state.line, state.next_depth == 1), (0, !ends));
    }
}

#[test]
fn a_failure_high_of_the_first_line_is_the_best_that_is_known() {
    let of = |lines: usize, found: &[Finding]| {
        let mut state = RootState::new(plan(1, lines));
        for found in found {
            let task = state.next(0).unwrap();
            report(&mut state, 0, &task, found.clone());
        }
        let said = stopped(state);
        said.iter().map(|line| (line.pv[0], line.verdict.bound, line.depth)).collect::<Vec<_>>()
    };
    let (high, low) = (
        finding(Score::heuristic(30), Bound::Lower, B),
        finding(Score::heuristic(-30), Bound::Upper, B),
    );
    assert_eq!(of(1, &[exact(9, A), high.clone()]), [(B, Bound::Lower, 2)]);
    assert_eq!(of(1, &[exact(9, A), low]), [(A, Bound::Exact, 1)]);
    // The first line may turn out to be worth less than a second that is only bounded.
    assert_eq!(of(2, &[exact(9, A), high]), [(A, Bound::Exact, 1)]);
}

#[test]
fn a_move_that_was_known_is_not_put_in_question_by_its_own_bound() {
    let mut state = RootState::new(plan(1, 1));
    let task = state.next(0).unwrap();
    report(&mut state, 0, &task, exact(9, A));
    let task = state.next(0).unwrap();
    report(&mut state, 0, &task, given_up(12, A));
    let verdict = Verdict { score: Score::heuristic(9), bound: Bound::Exact, proven: false };
    assert_eq!(stopped(state)[0].verdict, verdict);
}

#[test]
fn what_is_proven_takes_the_place_of_what_is_not_with_the_same_move() {
    let mut state = RootState::new(Plan { solve_after: Some(1), ..solve_plan(1, 1) });
    let task = state.next(0).unwrap();
    report(&mut state, 0, &task, exact(9, A));
    let task = state.next(0).unwrap();
    assert!(task.to_end);
    report(&mut state, 0, &task, proof(4, Bound::Lower, A));
    let verdict = Verdict { score: Score::margin(4), bound: Bound::Lower, proven: true };
    assert_eq!(stopped(state)[0].verdict, verdict);
}

#[test]
fn a_question_of_a_solve_that_is_answered_cuts_short_all_who_ask_it() {
    let mut state = RootState::new(solve_plan(3, 1));
    let tasks = [0, 1, 2].map(|worker| state.next(worker).unwrap());
    assert_eq!(effects(&mut state, 1, &tasks[1], proof(4, Bound::Lower, A)).cut, [0, 2]);
    // An answer that says no more than is known changes no question.
    assert_eq!(effects(&mut state, 0, &tasks[0], proof(2, Bound::Lower, B)).cut, []);
    let estimate = Finding {
        value: Value::new(Score::margin(8), Basis::Estimate, Basis::Proven),
        ..finding(Score::margin(8), Bound::Lower, C)
    };
    // And one that rests on an estimate ends the solve, for all.
    let next = state.next(0).unwrap();
    assert_eq!(effects(&mut state, 0, &next, estimate).cut, [2]);
    assert!(matches!(state.phase, Phase::Deepen));
}

#[test]
fn how_far_the_end_is_says_what_a_solve_costs_where_the_game_does_not() {
    // Three plies from the end, of which each is taken to cost three times as much: 54,000 nodes, a third of what may
    // be left.
    for (limit, begins) in [(100_000, false), (170_000, true)] {
        let plan = Plan { end: Some(5), solve_after: Some(2), tries: true, ..solve_plan(1, 1) };
        let mut state = RootState::new(plan);
        state.plan.limits.nodes = Some(limit);
        for depth in 1..=2 {
            let task = state.next(0).unwrap();
            let spent = Spent { nodes: 1000 * depth, ..Spent::default() };
            state.report(0, &task, exact(9, A), spent, |estimate| estimate);
        }
        assert_eq!(matches!(state.phase, Phase::Solve(_)), begins, "{limit}");
    }
}

#[test]
fn the_deepest_depth_that_is_finished_speaks_however_the_search_ends() {
    for deepest in [4, 20] {
        let mut state = RootState::new(Plan { deepest, ..plan(3, 1) });
        let tasks = [0, 1, 2].map(|worker| state.next(worker).unwrap());
        assert_eq!(depths(&tasks), [1, 1, 2]);
        report(&mut state, 2, &tasks[2], exact(9, A));
        let tasks = [0, 1, 2].map(|worker| state.next(worker).unwrap());
        assert_eq!(depths(&tasks), [3, 3, 4]);
        report(&mut state, 0, &tasks[0], exact(9, A));
        // One ply deeper, and worth so much less.
        report(&mut state, 2, &tasks[2], exact(-60, B));
        assert_eq!(state.ended, (deepest == 4).then_some(Ended::Depth));
        state.ended = state.ended.or(Some(Ended::Stopped));
        assert_eq!(state.best_lines()[0].pv[0], B);
    }
}

/// What ends a search with this soft limit, after the tasks of a single worker each of which takes ten milliseconds and
/// finds what is given.
fn ended_after(plan: Plan, soft: u64, found: &[Finding]) -> Option<Ended> {
    let mut state = RootState::new(Plan { soft_time: Some(Duration::from_millis(soft)), ..plan });
    for (number, found) in (1..).zip(found) {
        assert_eq!(state.ended, None, "before task {number}");
        let spent = Spent { nodes: 100 * number, time: Duration::from_millis(10 * number) };
        let task = state.next(0).unwrap();
        state.report(0, &task, found.clone(), spent, |estimate| estimate);
    }
    state.ended
}

#[test]
fn a_soft_limit_waits_for_all_lines_of_an_iteration() {
    let found = [exact(9, A), exact(8, B), exact(9, A), exact(8, B)];
    for (lines, soft, tasks) in [(1, 10, 1), (1, 11, 2), (1, 20, 2), (2, 10, 2), (2, 21, 4)] {
        let ended = ended_after(plan(1, lines), soft, &found[..tasks]);
        assert_eq!(ended, Some(Ended::Time), "{lines} lines, {soft} ms");
    }
    // An answer outside the window finishes nothing, and a depth that was asked for has its own reason.
    let low = finding(Score::heuristic(-9), Bound::Upper, A);
    assert_eq!(ended_after(plan(1, 1), 10, &[low, exact(9, A)]), Some(Ended::Time));
    let last = Plan { deepest: 1, ..plan(1, 1) };
    assert_eq!(ended_after(last, 0, &[exact(9, A)]), Some(Ended::Depth));
    assert_eq!(ended_after(plan(1, 1), 0, &[proof(4, Bound::Exact, A)]), Some(Ended::Proven));
}

#[test]
fn after_a_soft_limit_no_solve_begins_and_a_selective_pass_is_the_last() {
    let plan = || Plan { solve_after: Some(1), ..solve_plan(1, 1) };
    assert_eq!(ended_after(plan(), 10, &[exact(9, A)]), Some(Ended::Time));
    let solve = SolvePlan { windows: SolveWindows::Full, ..SolvePlan::DEFAULT };
    let passes = |lines| Plan { selective_passes: 2, solve, lines, ..plan() };
    let pass = || finding(Score::margin(4), Bound::Exact, B);
    assert_eq!(ended_after(passes(1), 20, &[exact(9, A), pass()]), Some(Ended::Time));
    let found = [exact(9, A), exact(8, C), pass()];
    assert_eq!(ended_after(passes(2), 30, &found), None, "the second line is to be solved, too");
}

#[test]
fn a_win_that_is_proven_beside_the_search_ends_it_or_has_all_look_for_a_sooner_one() {
    for shortest in [false, true] {
        let mut state = RootState::new(Plan { shortest, ..plan(4, 1) });
        let tasks = four(&mut state);
        effects(&mut state, 0, &tasks[0], exact(9, A));
        let (line, cut) = state.learn_win(&tasks[0], B, Score::win_in(7)).unwrap();
        assert_eq!((line.pv, line.verdict.bound, cut), (vec![B], Bound::Lower, vec![1, 2, 3]));
        assert_eq!(matches!(state.phase, Phase::Solve(_)), shortest);
        assert_eq!(state.ended, (!shortest).then_some(Ended::Proven));
        // What the others still bring is less.
        effects(&mut state, 1, &tasks[1], given_up(9, A));
        let again = shortest.then(|| state.learn_win(&tasks[0], A, Score::win_in(9))).flatten();
        assert!(again.is_none());
        assert_eq!(stopped(state)[0].pv[0], B);
    }
}
