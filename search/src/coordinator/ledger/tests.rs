use super::*;
use crate::knowledge::{SolvePlan, SolveWindows};
use crate::report::Verdict;
use crate::value::Basis;

fn plan(workers: usize, lines: usize) -> Plan {
    Plan {
        window: Window::FULL,
        workers,
        scheme: crate::Scheme::LAZY,
        lines,
        deepest: 20,
        end: None,
        solve_after: None,
        solve: SolvePlan::DEFAULT,
        bounds: Bounds::UNKNOWN,
        margin_step: 1,
        aspiration: 0,
        shortest: false,
        restricted: false,
    }
}

fn solve_plan(workers: usize, lines: usize) -> Plan {
    let solve = SolvePlan { windows: SolveWindows::Bisect, ..SolvePlan::DEFAULT };
    let bounds = Bounds { lower: Score::margin(-20), upper: Score::margin(20) };
    Plan { end: Some(20), solve_after: Some(0), solve, bounds, ..plan(workers, lines) }
}

fn finding(score: Score, bound: Bound, mv: char) -> Finding<char> {
    let pv = if bound == Bound::Upper { vec![] } else { vec![mv] };
    let window = match bound {
        Bound::Exact => Window::FULL,
        Bound::Lower => Window::null(score.prev()),
        Bound::Upper => Window::null(score),
    };
    let value = Value::estimate(score).to_window(window);
    Finding { value, bound, pv, aborted: false, compared: true }
}

fn proof(margin: i32, bound: Bound, mv: char) -> Finding<char> {
    let finding = finding(Score::margin(margin), bound, mv);
    Finding { value: Value::proven(finding.value.score), ..finding }
}

fn exact(points: i32, mv: char) -> Finding<char> {
    finding(Score::heuristic(points), Bound::Exact, mv)
}

fn given_up(points: i32, mv: char) -> Finding<char> {
    Finding { aborted: true, ..exact(points, mv) }
}

fn report(ledger: &mut Ledger<char>, worker: usize, task: &Task<char>, found: Finding<char>) {
    ledger.report(worker, task, found, |estimate| estimate);
}

fn stopped(mut ledger: Ledger<char>) -> Vec<Line<char>> {
    ledger.ended = Some(Ended::Stopped);
    ledger.best_lines()
}

#[test]
fn a_late_answer_of_a_solve_does_not_put_a_worse_move_first() {
    let mut ledger = Ledger::new(solve_plan(2, 1));
    let tasks = [ledger.next(0).unwrap(), ledger.next(1).unwrap()];
    assert_eq!(tasks[0].window, tasks[1].window);
    report(&mut ledger, 0, &tasks[0], proof(8, Bound::Lower, 'a'));
    report(&mut ledger, 1, &tasks[1], proof(2, Bound::Lower, 'b'));
    let next = ledger.next(0).unwrap();
    report(&mut ledger, 0, &next, proof(8, Bound::Upper, 'c'));
    let lines = ledger.best_lines();
    assert_eq!(lines[0].pv, ['a']);
    let verdict = Verdict { score: Score::margin(8), bound: Bound::Exact, proven: true };
    assert_eq!((lines[0].verdict, ledger.ended), (verdict, Some(Ended::Proven)));
}

#[test]
fn a_win_whose_distance_is_proven_last_keeps_its_move() {
    let mut ledger = Ledger::new(Plan { shortest: true, ..plan(2, 1) });
    let tasks = [ledger.next(0).unwrap(), ledger.next(1).unwrap()];
    assert!(tasks[0].depth < tasks[1].depth);
    let won = Value { upper: Basis::Estimate, ..Value::proven(Score::win_in(7)) };
    report(&mut ledger, 0, &tasks[0], Finding { value: won, ..exact(0, 'a') });
    report(&mut ledger, 1, &tasks[1], given_up(9, 'b'));
    let next = ledger.next(0).unwrap();
    assert!(next.proof);
    let none_sooner = Value::proven(Score::win_in(7)).to_window(next.window);
    report(&mut ledger, 0, &next, Finding { value: none_sooner, ..proof(0, Bound::Upper, 'c') });
    let lines = ledger.best_lines();
    assert_eq!(lines[0].pv, ['a']);
    let verdict = Verdict { score: Score::win_in(7), bound: Bound::Exact, proven: true };
    assert_eq!((lines[0].verdict, ledger.ended), (verdict, Some(Ended::Proven)));
}

#[test]
fn a_bound_on_the_second_line_is_no_bound_on_the_first() {
    for (bound, lines_left) in [(Bound::Upper, 1), (Bound::Lower, 2)] {
        let mut ledger = Ledger::new(solve_plan(1, 2));
        let task = ledger.next(0).unwrap();
        report(&mut ledger, 0, &task, proof(8, Bound::Exact, 'a'));
        let task = ledger.next(0).unwrap();
        assert_eq!(task.banned, ['a']);
        report(&mut ledger, 0, &task, proof(-3, bound, 'b'));
        let lines = stopped(ledger);
        assert_eq!(lines.len(), lines_left);
        assert_eq!((lines[0].rank, lines[0].pv[0]), (1, 'a'));
        assert_eq!(lines[0].verdict.score, Score::margin(8));
        assert!(lines[1..].iter().all(|line| line.rank == 2 && line.pv == ['b']));
    }
}

#[test]
fn what_a_depth_of_several_lines_has_finished_comes_before_the_depth_before() {
    let mut ledger = Ledger::new(plan(1, 2));
    for found in [exact(9, 'a'), exact(8, 'b'), exact(7, 'c')] {
        let task = ledger.next(0).unwrap();
        report(&mut ledger, 0, &task, found);
    }
    let lines = stopped(ledger);
    let said: Vec<_> = lines.iter().map(|line| (line.rank, line.depth, line.pv[0])).collect();
    assert_eq!(said, [(1, 2, 'c'), (2, 1, 'a')]);
}

#[test]
fn a_move_that_a_given_up_task_found_better_takes_one_place_of_several() {
    let mut ledger = Ledger::new(plan(1, 2));
    for found in [exact(9, 'a'), exact(8, 'b'), given_up(7, 'b')] {
        let task = ledger.next(0).unwrap();
        report(&mut ledger, 0, &task, found);
    }
    let lines = stopped(ledger);
    assert_eq!(lines.iter().map(|line| line.pv[0]).collect::<String>(), "ba");
}

#[test]
fn a_given_up_task_counts_only_if_it_has_searched_the_known_move() {
    for (compared, best) in [(true, 'b'), (false, 'a')] {
        let mut ledger = Ledger::new(plan(1, 1));
        let task = ledger.next(0).unwrap();
        report(&mut ledger, 0, &task, exact(9, 'a'));
        let task = ledger.next(0).unwrap();
        assert_eq!(task.known, Some('a'));
        report(&mut ledger, 0, &task, Finding { compared, ..given_up(12, 'b') });
        assert_eq!(stopped(ledger)[0].pv, [best]);
    }
}

#[test]
fn a_given_up_task_of_a_depth_that_is_finished_meanwhile_counts_no_more() {
    let mut ledger = Ledger::new(plan(2, 1));
    let first = ledger.next(0).unwrap();
    let deeper = ledger.next(1).unwrap();
    assert_eq!((first.depth, deeper.depth), (1, 2));
    report(&mut ledger, 1, &deeper, exact(9, 'a'));
    report(&mut ledger, 0, &first, given_up(12, 'b'));
    let lines = stopped(ledger);
    assert_eq!((lines[0].pv[0], lines[0].depth), ('a', 2));
}

#[test]
fn a_solve_that_rests_on_an_estimate_ends_without_a_proof() {
    let mut ledger = Ledger::new(solve_plan(2, 1));
    let tasks = [ledger.next(0).unwrap(), ledger.next(1).unwrap()];
    report(&mut ledger, 0, &tasks[0], finding(Score::heuristic(5), Bound::Lower, 'a'));
    report(&mut ledger, 1, &tasks[1], proof(4, Bound::Lower, 'b'));
    let task = ledger.next(0).unwrap();
    assert!(task.to_end && task.depth == 20 && task.window == Window::FULL);
    report(&mut ledger, 0, &task, exact(5, 'a'));
    assert_eq!(ledger.ended, Some(Ended::Depth));
    let lines = ledger.best_lines();
    assert!(!lines[0].verdict.proven && lines[0].verdict.score == Score::heuristic(5));
}
