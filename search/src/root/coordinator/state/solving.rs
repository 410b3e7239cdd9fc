//! What the state does while the exact value is asked for, or the shortest win.

use super::tests::{
    A, B, C, D, exact, finding, given_up, plan, proof, report, solve_plan, stopped,
};
use super::*;
use crate::recursion::Finding;
use crate::root::coordinator::merge::Effects;
use crate::rules::limits::MAX_PLY;
use crate::rules::report::Verdict;
use crate::rules::solve::{SolveCost, SolvePlan, SolveWindows};
use crate::rules::value::Value;
use crate::shared::budget::{Budget, Spent};

#[test]
fn a_solve_that_rests_on_an_estimate_ends_without_a_proof() {
    let mut state = RootState::new(solve_plan(2, 1));
    let tasks = [state.next(0).unwrap(), state.next(1).unwrap()];
    report(&mut state, 0, &tasks[0], finding(Score::heuristic(5), Bound::Lower, A));
    report(&mut state, 1, &tasks[1], proof(4, Bound::Lower, B));
    let task = state.next(0).unwrap();
    assert!(task.to_end && task.depth == 20 && task.window == Window::FULL);
    report(&mut state, 0, &task, exact(5, A));
    assert_eq!(state.ended, Some(Ended::Depth));
    let lines = state.best_lines();
    assert!(!lines[0].verdict.proven && lines[0].verdict.score == Score::heuristic(5));
}

#[test]
fn a_solve_within_a_window_goes_straight_to_the_end_and_ends_with_a_bound() {
    let window = Window::null(Score::margin(3));
    let within = |after| Plan { end: Some(20), straight_after: Some(after), window, ..plan(1, 1) };
    let mut state = RootState::new(within(0));
    let task = state.next(0).unwrap();
    assert_eq!((task.depth, task.to_end, task.window), (20, true, window));
    report(&mut state, 0, &task, proof(3, Bound::Upper, A));
    assert_eq!(state.ended, Some(Ended::Proven));
    let verdict = state.best_lines()[0].verdict;
    let bound = Verdict { score: Score::margin(3), bound: Bound::Upper, proven: true };
    assert_eq!(verdict, bound);
    // After its rehearsal.
    let mut state = RootState::new(within(1));
    let task = state.next(0).unwrap();
    assert_eq!((task.depth, task.to_end), (1, false));
    report(&mut state, 0, &task, finding(Score::heuristic(5), Bound::Upper, A));
    assert_eq!(state.next(0).unwrap().depth, 20);
}

/// A plan that deepens to 20 and solves what a game says costs a given number of nodes, within a limit.
fn trying(workers: usize, lines: usize, cost: u64, limit: u64) -> Plan {
    let mut plan = Plan { tries: true, solve_after: Some(2), ..solve_plan(workers, lines) };
    plan.solve.cost = Some(SolveCost { nodes: cost, ease: 1 });
    plan.limits.nodes = Some(limit);
    plan
}

/// Reports at a moment of the search.
fn report_at(
    state: &mut RootState,
    worker: usize,
    task: &Task,
    found: Finding,
    nodes: u64,
) -> Effects {
    let spent = Spent { nodes, ..Spent::default() };
    state.report(worker, task, found, spent, |estimate| estimate)
}

/// Finishes depths at 1000 nodes each until something else is asked for, which it gives.
fn deepen_from(state: &mut RootState, nodes: &mut u64) -> Task {
    loop {
        let task = state.next(0).expect("there is more to search");
        if task.to_end {
            return task;
        }
        *nodes += 1_000;
        report_at(state, 0, &task, exact(9, A), *nodes);
    }
}

#[test]
fn deepening_goes_on_to_the_last_depth_where_no_solve_is_in_reach() {
    let mut state = RootState::new(trying(1, 1, u64::MAX, 1_000_000));
    let task = deepen_from(&mut state, &mut 0);
    // Nothing is left then but the end itself.
    assert_eq!((state.next_depth, task.budget), (20, Budget::UNLIMITED));
    assert!(matches!(state.phase, Phase::Solve(_)));
}

#[test]
fn deepening_resumes_where_it_stood_when_a_solve_costs_more_than_was_predicted() {
    let mut state = RootState::new(trying(2, 1, 100_000, 1_000_000));
    let mut nodes = 0;
    let first = deepen_from(&mut state, &mut nodes);
    assert_eq!((state.next_depth, nodes), (3, 2_000));
    assert_eq!(first.budget.nodes, 302_000);
    let second = state.next(1).expect("the same question");
    assert_eq!((second.window, second.budget), (first.window, first.budget));
    // Cut for another reason, it goes on.
    report_at(&mut state, 1, &second, given_up(0, B), 301_000);
    assert!(matches!(state.phase, Phase::Solve(_)));
    let second = state.next(1).expect("the same question");
    let effects = report_at(&mut state, 0, &first, given_up(0, B), 302_000);
    assert_eq!(effects.cut, [1]);
    let again = state.next(0).expect("on with deepening");
    assert!(!again.to_end && again.depth == 3 && again.known == Some(A));
    // What comes late of the solve is no depth, nor a move that a depth found better.
    report_at(&mut state, 1, &second, given_up(0, B), 303_000);
    let lines = stopped(state);
    assert_eq!((lines[0].depth, lines[0].pv[0]), (2, A));
}

#[test]
fn several_lines_begin_anew_when_their_solve_is_given_up() {
    let mut state = RootState::new(trying(1, 2, 10_000, 1_000_000));
    let mut nodes = 0;
    let depths = [(A, 9), (B, 8), (A, 9), (B, 8)];
    for (mv, points) in depths {
        let task = state.next(0).expect("a line of a depth");
        nodes += 1_000;
        report_at(&mut state, 0, &task, exact(points, mv), nodes);
    }
    let task = state.next(0).expect("the solve");
    assert!(task.to_end);
    report_at(&mut state, 0, &task, proof(8, Bound::Exact, A), nodes + 1_000);
    let task = state.next(0).expect("the second line");
    assert_eq!((task.line, task.banned.clone()), (1, vec![A]));
    report_at(&mut state, 0, &task, given_up(0, C), nodes + 900_000);
    let task = state.next(0).expect("on with deepening");
    assert_eq!((task.line, task.depth, task.to_end), (0, 3, false));
    assert!(task.banned.is_empty());
}

fn forced(score: Score, bound: Bound, mv: u32) -> Finding {
    let finding = finding(score, bound, mv);
    Finding { value: Value::proven(score), ..finding }
}

#[test]
fn a_proven_win_ends_an_analysis_whatever_the_window_says() {
    let mut state = RootState::new(plan(1, 1));
    let task = state.next(0).unwrap();
    report(&mut state, 0, &task, forced(Score::win_in(9), Bound::Lower, A));
    assert_eq!(state.ended, Some(Ended::Proven));
    let best = state.best_lines();
    let verdict = Verdict { score: Score::win_in(9), bound: Bound::Lower, proven: true };
    assert_eq!((best[0].verdict, &best[0].pv), (verdict, &vec![A]));
}

#[test]
fn a_proven_loss_keeps_the_move_of_the_depth_before_and_is_told_when_the_search_is_stopped() {
    let mut state = RootState::new(Plan { shortest: true, ..plan(1, 1) });
    let task = state.next(0).unwrap();
    report(&mut state, 0, &task, exact(-50, A));
    let task = state.next(0).unwrap();
    report(&mut state, 0, &task, forced(Score::loss_in(12), Bound::Upper, B));
    // That it is not lost within two plies says less.
    let task = state.next(0).unwrap();
    assert!(task.proof);
    report(&mut state, 0, &task, forced(Score::loss_in(4), Bound::Lower, B));
    assert_eq!(state.ended, None);
    let best = stopped(state);
    let verdict = Verdict { score: Score::loss_in(12), bound: Bound::Upper, proven: true };
    assert_eq!(best[0].verdict, verdict);
    assert!(!best[0].pv.is_empty());
}

#[test]
fn selective_passes_make_the_guess_of_the_next_and_prove_nothing() {
    let solve = SolvePlan { windows: SolveWindows::AroundGuess, ..SolvePlan::DEFAULT };
    let plan = Plan { selective_passes: 2, solve, solve_after: Some(1), ..solve_plan(2, 1) };
    let mut state = RootState::new(plan);
    let first = state.next(0).expect("a depth");
    assert!(!first.to_end && first.passes_left == 0);
    report(&mut state, 0, &first, exact(3, A));
    let (one, late) = (state.next(0).expect("a pass"), state.next(1).expect("a pass"));
    assert!(one.to_end && one.passes_left == 2 && state.proven() == Bounds::UNKNOWN);
    report(&mut state, 0, &one, finding(Score::margin(4), Bound::Exact, D));
    let surer = state.next(0).expect("the second pass");
    assert!(surer.passes_left == 1 && state.proven() == Bounds::UNKNOWN);
    let guess = Score::margin(6);
    assert_eq!(
        surer.window,
        Window::null(Score::margin(4).prev()),
        "around the guess of the first"
    );
    report(&mut state, 0, &surer, finding(guess, Bound::Exact, B));
    let exact = state.next(0).expect("the exact solve");
    assert!(exact.to_end && exact.passes_left == 0);
    assert_eq!(exact.window, Window::null(guess.prev()), "around the guess of the pass");
    // An answer of the pass that comes late says nothing of the exact value.
    report(&mut state, 1, &late, finding(Score::margin(20), Bound::Lower, C));
    assert_eq!(state.proven().lower, Score::margin(-20));
    report(&mut state, 0, &exact, proof(6, Bound::Lower, B));
    let above = state.next(0).expect("is it more?");
    report(&mut state, 0, &above, proof(6, Bound::Upper, B));
    assert_eq!(state.ended, Some(Ended::Proven));
    assert_eq!(state.best_lines()[0].verdict.score, guess);
}

#[test]
fn the_last_thing_to_do_is_the_first_workers_and_proves_a_draw() {
    let deepest = MAX_PLY as i32;
    let endless = || Plan { proves_draws: true, deepest, ..plan(2, 1) };
    let at_last = |state: &mut RootState| {
        while let Some(task) = state.next(1) {
            report(state, 1, &task, exact(9, A));
        }
        assert_eq!(state.ended, None);
        let task = state.next(0).expect("one thing more to do");
        assert!(task.draw && task.depth == deepest);
        task
    };
    let mut state = RootState::new(endless());
    let first = state.next(0).expect("a depth");
    assert!(!first.draw);
    at_last(&mut state);
    // What was cut short when the last depth was finished says nothing.
    report(&mut state, 0, &first, given_up(50, B));
    let task = state.next(0).expect("the same");
    state.learn_draw(&task, C);
    assert_eq!(state.ended, Some(Ended::Proven));
    let best = state.best_lines();
    assert_eq!((best[0].verdict.score, &best[0].pv), (Score::DRAW, &vec![C]));

    let mut state = RootState::new(endless());
    at_last(&mut state);
    state.give_up_draw(None);
    assert_eq!(state.ended, Some(Ended::Depth));
    assert_eq!(state.best_lines()[0].pv, [A]);

    let mut state = RootState::new(endless());
    at_last(&mut state);
    state.give_up_draw(Some(Ended::Time));
    assert_eq!(state.ended, Some(Ended::Time));

    // Who has asked for a depth has it with that.
    let mut state = RootState::new(Plan { proves_draws: true, deepest: 4, ..plan(1, 1) });
    while let Some(task) = state.next(0) {
        assert!(!task.draw);
        report(&mut state, 0, &task, exact(9, A));
    }
    assert_eq!(state.ended, Some(Ended::Depth));
}
