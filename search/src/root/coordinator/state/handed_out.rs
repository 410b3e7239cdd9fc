//! What the state hands out: which depth, inside which window, and whether what has just been searched is asked
//! for again.

use super::tests::{A, B, exact, finding, plan, proof, report, solve_plan};
use super::*;
use crate::recursion::Finding;
use crate::rules::solve::SolvePlan;
use crate::rules::value::Value;

fn points(alpha: i32, beta: i32) -> Window {
    Window::new(Score::heuristic(alpha), Score::heuristic(beta))
}

/// A state that has finished two depths worth 50 and aspires within ten points of the last.
fn aspiring(plan: Plan) -> RootState {
    let mut state = RootState::new(Plan { aspiration: 10, ..plan });
    for depth in 1..=2 {
        let task = state.next(0).unwrap();
        assert_eq!((task.depth, task.window), (depth, state.plan.window));
        report(&mut state, 0, &task, exact(50, A));
    }
    state
}

#[test]
fn the_third_depth_is_the_first_that_aspires() {
    let mut state = aspiring(plan(2, 1));
    let tasks = [state.next(0).unwrap(), state.next(1).unwrap()];
    assert_eq!(tasks.clone().map(|task| task.depth), [3, 4]);
    assert_eq!(tasks.map(|task| task.window), [points(40, 60); 2]);
}

#[test]
fn a_failure_widens_the_window_of_its_own_depth_alone() {
    let mut state = aspiring(plan(2, 1));
    let tasks = [state.next(0).unwrap(), state.next(1).unwrap()];
    report(&mut state, 1, &tasks[1], finding(Score::heuristic(70), Bound::Lower, B));
    assert_eq!(state.window_at(4), points(69, 100));
    assert_eq!(state.window_at(3), points(40, 60));
}

#[test]
fn a_window_that_was_given_is_narrowed_by_the_aspiration_where_they_overlap() {
    for (given, searched) in [
        (points(45, 200), points(45, 60)),
        (points(-200, 55), points(40, 55)),
        // What is asked for lies elsewhere: the aspiration has nothing to say.
        (points(60, 80), points(60, 80)),
        (points(100, 110), points(100, 110)),
        (points(20, 40), points(20, 40)),
    ] {
        let mut state = aspiring(Plan { window: given, ..plan(1, 1) });
        assert_eq!(state.next(0).unwrap().window, searched);
    }
}

#[test]
fn a_depth_that_failed_is_searched_again_at_once_and_one_that_is_finished_is_not() {
    let mut state = aspiring(plan(1, 1));
    let task = state.next(0).unwrap();
    report(&mut state, 0, &task, finding(Score::heuristic(70), Bound::Lower, B));
    let again = state.again(0, &task).expect("the window was too low");
    assert_eq!((again.depth, again.window), (3, points(69, 100)));
    report(&mut state, 0, &again, exact(75, B));
    assert_eq!(state.again(0, &again), None);
}

#[test]
fn a_depth_that_is_finished_for_one_line_is_not_searched_again_for_the_next() {
    let mut state = RootState::new(plan(1, 2));
    let task = state.next(0).unwrap();
    report(&mut state, 0, &task, exact(9, A));
    assert_eq!((state.line, state.next_depth), (1, task.depth));
    assert_eq!(state.again(0, &task), None);
}

#[test]
fn a_solve_asks_its_next_question_of_the_same_worker() {
    let mut state = RootState::new(solve_plan(1, 2));
    let task = state.next(0).unwrap();
    assert!(task.to_end && !task.proof);
    report(&mut state, 0, &task, proof(4, Bound::Lower, A));
    let next = state.again(0, &task).expect("the value is not known yet");
    assert_ne!(next.window, task.window);
    report(&mut state, 0, &next, proof(4, Bound::Exact, A));
    // The next line is another's matter.
    assert_eq!((state.line, state.again(0, &next)), (1, None));
}

#[test]
fn the_shortest_win_is_asked_for_by_one_worker_until_it_is_known() {
    let mut state = RootState::new(Plan { shortest: true, ..plan(1, 1) });
    let task = state.next(0).unwrap();
    let says =
        |score, bound, mv| Finding { value: Value::proven(score), ..finding(score, bound, mv) };
    report(&mut state, 0, &task, says(Score::win_in(9), Bound::Lower, A));
    // What has begun is no depth: a task of deepening is not gone on with.
    assert_eq!(state.again(0, &task), None);
    let task = state.next(0).unwrap();
    assert!(task.proof && !task.to_end);
    report(&mut state, 0, &task, says(task.window.alpha, Bound::Upper, B));
    let next = state.again(0, &task).expect("a longer win is asked for next");
    assert!(next.proof && next.depth > task.depth);
}

#[test]
fn every_worker_searches_the_same_depth_for_one_of_several_lines() {
    let mut state = RootState::new(plan(4, 2));
    for worker in 0..4 {
        assert_eq!(state.next(worker).unwrap().depth, 1);
    }
}

#[test]
fn workers_run_ahead_of_a_solve_only_while_it_is_not_certain() {
    for (tries, depths) in [(false, [1, 1, 2, 2]), (true, [1, 1, 2, 3])] {
        let solve = SolvePlan { rehearse: 2, ..SolvePlan::DEFAULT };
        let plan = Plan { solve_after: Some(2), end: Some(20), solve, tries, ..plan(4, 1) };
        let mut state = RootState::new(plan);
        let handed = [0, 1, 2, 3].map(|worker| state.next(worker).unwrap().depth);
        assert_eq!(handed, depths, "tries {tries}");
    }
}
