use super::*;
use crate::root::coordinator::merge::Effects;
use crate::root::coordinator::reach::Means;
use crate::rules::report::Verdict;
use crate::rules::solve::{SolveCost, SolvePlan, SolveWindows};
use crate::rules::value::Basis;
use crate::shared::allowance::{Allowance, Spent};

pub(super) fn plan(workers: usize, lines: usize) -> Plan {
    Plan {
        window: Window::FULL,
        workers,
        scheme: crate::Scheme::LAZY,
        lines,
        deepest: 20,
        end: None,
        selective_passes: 0,
        solve_after: None,
        solve: SolvePlan::DEFAULT,
        tries: false,
        means: Means::default(),
        soft_time: None,
        bounds: Bounds::UNKNOWN,
        margin_step: 1,
        aspiration: 0,
        halves: true,
        shortest: false,
        restricted: false,
    }
}

pub(super) fn solve_plan(workers: usize, lines: usize) -> Plan {
    let solve = SolvePlan { windows: SolveWindows::Bisect, ..SolvePlan::DEFAULT };
    let bounds = Bounds { lower: Score::margin(-20), upper: Score::margin(20) };
    Plan { end: Some(20), solve_after: Some(0), solve, bounds, ..plan(workers, lines) }
}

pub(super) fn finding(score: Score, bound: Bound, mv: char) -> Finding<char> {
    let pv = if bound == Bound::Upper { vec![] } else { vec![mv] };
    let window = match bound {
        Bound::Exact => Window::FULL,
        Bound::Lower => Window::null(score.prev()),
        Bound::Upper => Window::null(score),
    };
    let value = Value::estimate(score).to_window(window);
    Finding { value, bound, pv, aborted: false, compared: true }
}

pub(super) fn proof(margin: i32, bound: Bound, mv: char) -> Finding<char> {
    let finding = finding(Score::margin(margin), bound, mv);
    Finding { value: Value::proven(finding.value.score), ..finding }
}

pub(super) fn exact(points: i32, mv: char) -> Finding<char> {
    finding(Score::heuristic(points), Bound::Exact, mv)
}

pub(super) fn given_up(points: i32, mv: char) -> Finding<char> {
    Finding { aborted: true, ..exact(points, mv) }
}

pub(super) fn report(
    ledger: &mut Ledger<char>,
    worker: usize,
    task: &Task<char>,
    found: Finding<char>,
) {
    ledger.report(worker, task, found, Spent::default(), |estimate| estimate);
}

pub(super) fn stopped(mut ledger: Ledger<char>) -> Vec<Line<char>> {
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
    let won = Value::proven(Score::win_in(7)).with_upper(Basis::Estimate);
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
fn lines_are_sorted_by_score_and_a_bound_stands_on_its_own_side_of_it() {
    let lost = |bound, mv| {
        let value = Value::proven(Score::loss_in(6));
        Finding { value, pv: vec![mv], ..finding(Score::loss_in(6), bound, mv) }
    };
    let won = |bound, mv| {
        let value = Value::proven(Score::win_in(5));
        Finding { value, pv: vec![mv], ..finding(Score::win_in(5), bound, mv) }
    };
    let exact = |found: Finding<char>| Finding { bound: Bound::Exact, ..found };
    let at_most = |found: Finding<char>| {
        let value = Value::new(found.value.score, Basis::Estimate, found.value.upper());
        exact(Finding { value, ..found })
    };
    let at_least = |found: Finding<char>| {
        let value = found.value.with_upper(Basis::Estimate);
        exact(Finding { value, ..found })
    };
    let found = [
        exact(finding(Score::heuristic(3), Bound::Exact, 'c')),
        at_most(lost(Bound::Exact, 'f')),
        exact(won(Bound::Exact, 'b')),
        exact(lost(Bound::Exact, 'e')),
        at_least(won(Bound::Exact, 'a')),
        exact(finding(Score::heuristic(-3), Bound::Exact, 'd')),
    ];
    let mut ledger = Ledger::new(plan(1, found.len()));
    for found in found {
        let task = ledger.next(0).unwrap();
        report(&mut ledger, 0, &task, found);
    }
    let lines = stopped(ledger);
    assert_eq!(lines.iter().map(|line| line.pv[0]).collect::<String>(), "abcdef");
    let bounds: Vec<_> = lines.iter().map(|line| line.verdict.bound).collect();
    assert_eq!((bounds[0], bounds[5]), (Bound::Lower, Bound::Upper));
    assert_eq!(lines.iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn what_a_given_up_task_found_is_not_proven() {
    let mut ledger = Ledger::new(plan(1, 1));
    let task = ledger.next(0).unwrap();
    report(&mut ledger, 0, &task, exact(1, 'a'));
    let task = ledger.next(0).unwrap();
    report(&mut ledger, 0, &task, Finding { aborted: true, ..proof(8, Bound::Exact, 'b') });
    let lines = stopped(ledger);
    let verdict = Verdict { score: Score::margin(8), bound: Bound::Lower, proven: false };
    assert_eq!((lines[0].pv[0], lines[0].verdict), ('b', verdict));
}

#[test]
fn of_two_given_up_tasks_the_deeper_counts_and_of_the_same_depth_the_first() {
    for (depths, best) in [([0, 1], 'c'), ([1, 0], 'b'), ([0, 0], 'b')] {
        let mut ledger = Ledger::new(plan(2, 1));
        let first = ledger.next(0).unwrap();
        report(&mut ledger, 0, &first, exact(1, 'a'));
        let tasks = [ledger.next(0).unwrap(), ledger.next(1).unwrap()];
        assert_eq!(tasks[1].depth, tasks[0].depth + 1);
        for (mv, place) in ['b', 'c'].into_iter().zip(depths) {
            report(&mut ledger, place, &tasks[place], given_up(5, mv));
        }
        assert_eq!(stopped(ledger)[0].pv, [best], "{depths:?}");
    }
}

#[test]
fn a_line_is_reported_with_its_rank_and_depth() {
    let mut ledger = Ledger::new(plan(1, 2));
    for (found, rank) in [(exact(9, 'a'), 1), (exact(8, 'b'), 2)] {
        let task = ledger.next(0).unwrap();
        let effects = ledger.report(0, &task, found, Spent::default(), |estimate| estimate);
        let line = effects.news.expect("a line that is worth reporting");
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
        let mut ledger = Ledger::new(Plan { window, ..plan(1, 1) });
        let task = ledger.next(0).unwrap();
        report(&mut ledger, 0, &task, finding(Score::heuristic(points), bound, 'a'));
        let depth = ledger.next(0).unwrap().depth;
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
        let found = Finding { value: Value::proven(score), ..finding(score, bound, 'a') };
        let mut ledger = Ledger::new(plan(1, 1));
        let task = ledger.next(0).unwrap();
        report(&mut ledger, 0, &task, found.clone());
        assert_eq!(ledger.ended, decides.then_some(Ended::Proven), "{score:?} {bound:?}");
        // An estimate of the same decides nothing.
        let mut ledger = Ledger::new(plan(1, 1));
        let task = ledger.next(0).unwrap();
        let value = Value::estimate(found.value.score);
        report(&mut ledger, 0, &task, Finding { value, ..found });
        assert_eq!(ledger.ended, None, "{score:?} {bound:?}");
    }
}

#[test]
fn an_answer_for_a_line_that_is_finished_is_not_taken_for_the_next_one() {
    let mut ledger = Ledger::new(plan(2, 2));
    let tasks = [ledger.next(0).unwrap(), ledger.next(1).unwrap()];
    assert_eq!((tasks[0].line, tasks[1].line), (0, 0));
    report(&mut ledger, 0, &tasks[0], exact(9, 'a'));
    // The other worker's answer to the same question comes when the second line is being asked for.
    report(&mut ledger, 1, &tasks[1], exact(9, 'a'));
    let next = ledger.next(0).unwrap();
    assert_eq!((next.line, next.depth, &next.banned[..]), (1, 1, &['a'][..]));
    report(&mut ledger, 0, &next, exact(4, 'b'));
    let lines = stopped(ledger);
    assert_eq!(lines.iter().map(|line| line.pv[0]).collect::<String>(), "ab");
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

/// A plan that deepens to 20 and solves what a game says costs a given number of nodes, within a limit.
fn trying(workers: usize, lines: usize, cost: u64, limit: u64) -> Plan {
    let mut plan = Plan { tries: true, solve_after: Some(2), ..solve_plan(workers, lines) };
    plan.solve.cost = Some(SolveCost { nodes: cost, ease: 1 });
    plan.means.nodes = Some(limit);
    plan
}

/// Reports at a moment of the search.
fn report_at(
    ledger: &mut Ledger<char>,
    worker: usize,
    task: &Task<char>,
    found: Finding<char>,
    nodes: u64,
) -> Effects<char> {
    let spent = Spent { nodes, ..Spent::default() };
    ledger.report(worker, task, found, spent, |estimate| estimate)
}

/// Finishes depths at 1000 nodes each until something else is asked for, which it gives.
fn deepen_from(ledger: &mut Ledger<char>, nodes: &mut u64) -> Task<char> {
    loop {
        let task = ledger.next(0).expect("there is more to search");
        if task.to_end {
            return task;
        }
        *nodes += 1_000;
        report_at(ledger, 0, &task, exact(9, 'a'), *nodes);
    }
}

#[test]
fn deepening_goes_on_to_the_last_depth_where_no_solve_is_in_reach() {
    let mut ledger = Ledger::new(trying(1, 1, u64::MAX, 1_000_000));
    let task = deepen_from(&mut ledger, &mut 0);
    // Nothing is left then but the end itself.
    assert_eq!((ledger.next_depth, task.allowance), (20, Allowance::WHOLE));
    assert!(matches!(ledger.phase, Phase::Solve(_)));
}

#[test]
fn deepening_resumes_where_it_stood_when_a_solve_costs_more_than_was_predicted() {
    let mut ledger = Ledger::new(trying(2, 1, 100_000, 1_000_000));
    let mut nodes = 0;
    let first = deepen_from(&mut ledger, &mut nodes);
    assert_eq!((ledger.next_depth, nodes), (3, 2_000));
    assert_eq!(first.allowance.nodes, 302_000);
    let second = ledger.next(1).expect("the same question");
    assert_eq!((second.window, second.allowance), (first.window, first.allowance));
    // Cut for another reason, it goes on.
    report_at(&mut ledger, 1, &second, given_up(0, 'b'), 301_000);
    assert!(matches!(ledger.phase, Phase::Solve(_)));
    let second = ledger.next(1).expect("the same question");
    let effects = report_at(&mut ledger, 0, &first, given_up(0, 'b'), 302_000);
    assert_eq!(effects.cut, [1]);
    let again = ledger.next(0).expect("on with deepening");
    assert!(!again.to_end && again.depth == 3 && again.known == Some('a'));
    // What comes late of the solve is no depth, nor a move that a depth found better.
    report_at(&mut ledger, 1, &second, given_up(0, 'b'), 303_000);
    let lines = stopped(ledger);
    assert_eq!((lines[0].depth, lines[0].pv[0]), (2, 'a'));
}

#[test]
fn several_lines_begin_anew_when_their_solve_is_given_up() {
    let mut ledger = Ledger::new(trying(1, 2, 10_000, 1_000_000));
    let mut nodes = 0;
    let depths = [('a', 9), ('b', 8), ('a', 9), ('b', 8)];
    for (mv, points) in depths {
        let task = ledger.next(0).expect("a line of a depth");
        nodes += 1_000;
        report_at(&mut ledger, 0, &task, exact(points, mv), nodes);
    }
    let task = ledger.next(0).expect("the solve");
    assert!(task.to_end);
    report_at(&mut ledger, 0, &task, proof(8, Bound::Exact, 'a'), nodes + 1_000);
    let task = ledger.next(0).expect("the second line");
    assert_eq!((task.line, task.banned.clone()), (1, vec!['a']));
    report_at(&mut ledger, 0, &task, given_up(0, 'c'), nodes + 900_000);
    let task = ledger.next(0).expect("on with deepening");
    assert_eq!((task.line, task.depth, task.to_end), (0, 3, false));
    assert!(task.banned.is_empty());
}

fn forced(score: Score, bound: Bound, mv: char) -> Finding<char> {
    let finding = finding(score, bound, mv);
    Finding { value: Value::proven(score), ..finding }
}

#[test]
fn a_proven_win_ends_an_analysis_whatever_the_window_says() {
    let mut ledger = Ledger::new(plan(1, 1));
    let task = ledger.next(0).unwrap();
    report(&mut ledger, 0, &task, forced(Score::win_in(9), Bound::Lower, 'a'));
    assert_eq!(ledger.ended, Some(Ended::Proven));
    let best = ledger.best_lines();
    let verdict = Verdict { score: Score::win_in(9), bound: Bound::Lower, proven: true };
    assert_eq!((best[0].verdict, &best[0].pv), (verdict, &vec!['a']));
}

#[test]
fn a_proven_loss_keeps_the_move_of_the_depth_before_and_is_told_when_the_search_is_stopped() {
    let mut ledger = Ledger::new(Plan { shortest: true, ..plan(1, 1) });
    let task = ledger.next(0).unwrap();
    report(&mut ledger, 0, &task, exact(-50, 'a'));
    let task = ledger.next(0).unwrap();
    report(&mut ledger, 0, &task, forced(Score::loss_in(12), Bound::Upper, '-'));
    // That it is not lost within two plies says less.
    let task = ledger.next(0).unwrap();
    assert!(task.proof);
    report(&mut ledger, 0, &task, forced(Score::loss_in(4), Bound::Lower, 'b'));
    assert_eq!(ledger.ended, None);
    let best = stopped(ledger);
    let verdict = Verdict { score: Score::loss_in(12), bound: Bound::Upper, proven: true };
    assert_eq!(best[0].verdict, verdict);
    assert!(!best[0].pv.is_empty());
}

#[test]
fn selective_passes_make_the_guess_of_the_next_and_prove_nothing() {
    let solve = SolvePlan { windows: SolveWindows::AroundGuess, ..SolvePlan::DEFAULT };
    let plan = Plan { selective_passes: 2, solve, solve_after: Some(1), ..solve_plan(2, 1) };
    let mut ledger = Ledger::new(plan);
    let first = ledger.next(0).expect("a depth");
    assert!(!first.to_end && first.passes_left == 0);
    report(&mut ledger, 0, &first, exact(3, 'a'));
    let (one, late) = (ledger.next(0).expect("a pass"), ledger.next(1).expect("a pass"));
    assert!(one.to_end && one.passes_left == 2 && ledger.proven() == Bounds::UNKNOWN);
    report(&mut ledger, 0, &one, finding(Score::margin(4), Bound::Exact, 'd'));
    let surer = ledger.next(0).expect("the second pass");
    assert!(surer.passes_left == 1 && ledger.proven() == Bounds::UNKNOWN);
    let guess = Score::margin(6);
    assert_eq!(
        surer.window,
        Window::null(Score::margin(4).prev()),
        "around the guess of the first"
    );
    report(&mut ledger, 0, &surer, finding(guess, Bound::Exact, 'b'));
    let exact = ledger.next(0).expect("the exact solve");
    assert!(exact.to_end && exact.passes_left == 0);
    assert_eq!(exact.window, Window::null(guess.prev()), "around the guess of the pass");
    // An answer of the pass that comes late says nothing of the exact value.
    report(&mut ledger, 1, &late, finding(Score::margin(20), Bound::Lower, 'c'));
    assert_eq!(ledger.proven().lower, Score::margin(-20));
    report(&mut ledger, 0, &exact, proof(6, Bound::Lower, 'b'));
    let above = ledger.next(0).expect("is it more?");
    report(&mut ledger, 0, &above, proof(6, Bound::Upper, 'b'));
    assert_eq!(ledger.ended, Some(Ended::Proven));
    assert_eq!(ledger.best_lines()[0].verdict.score, guess);
}
