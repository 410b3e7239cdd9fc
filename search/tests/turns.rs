//! Virtual threads take their turns in an exact order, with exact clocks.

use std::sync::Mutex;

use plyglot_search::Clock;
use plyglot_search::schedule::{NANOS_PER_NODE, RunError, Turns};

/// What a worker does, one after the other; then it leaves.
#[derive(Clone, Copy, Debug)]
enum Action {
    /// Counts this number of nodes at once, and looks in.
    Count(u64),
    /// Counts this number of nodes and waits to be woken.
    Sleep(u64),
    /// Wakes another.
    Wake(usize),
}
use Action::{Count, Sleep, Wake};

/// Whose turn it was, and what its clock showed, each time when a worker came to its turn.
type Log = Vec<(usize, u64)>;

fn clock(turns: &Turns) -> u64 {
    turns.now().as_nanos() as u64 / NANOS_PER_NODE
}

/// Lets workers follow their scripts; all are called at once.
fn run(turns: &Turns, scripts: &[Vec<Action>]) -> Log {
    let log = Mutex::new(Log::new());
    turns.begin();
    turns.call_all();
    let worker = |(worker, script): (usize, &Vec<Action>)| -> Box<dyn FnOnce() + Send> {
        let (script, log) = (script.clone(), &log);
        Box::new(move || follow(turns, worker, &script, log))
    };
    turns.run(scripts.iter().enumerate().map(worker).collect()).expect("room for the stacks");
    log.into_inner().expect("no worker panicked")
}

fn follow(turns: &Turns, worker: usize, script: &[Action], log: &Mutex<Log>) {
    let note = || log.lock().expect("no worker panicked").push((worker, clock(turns)));
    let mut nodes = 0;
    note();
    for &action in script {
        match action {
            Count(more) => {
                nodes += more;
                assert!(turns.spend(worker, nodes) > 0);
                note();
            }
            Sleep(more) => {
                nodes += more;
                turns.sleep(worker, nodes);
                note();
            }
            Wake(other) => turns.wake(other),
        }
    }
}

#[test]
fn workers_come_in_the_order_of_their_numbers_a_turn_each() {
    let log = run(&Turns::new(3, 10), &vec![vec![Count(10), Count(10)]; 3]);
    let expected = [(0, 0), (1, 0), (2, 0), (0, 10), (1, 10), (2, 10), (0, 20), (1, 20), (2, 20)];
    assert_eq!(log, expected);
}

#[test]
fn a_worker_that_comes_by_early_goes_on_with_its_turn() {
    let turns = Turns::new(2, 10);
    let log = run(&turns, &[vec![Count(3), Count(3), Count(4)], vec![Count(10)]]);
    assert_eq!(log, [(0, 0), (0, 3), (0, 6), (1, 0), (0, 10), (1, 10)]);
}

#[test]
fn nodes_beyond_a_turn_are_paid_back_by_passing_turns() {
    // The second worker counts 25 at once: it passes the round that ends at 20, and has 5 nodes left
    // of the one that ends at 30.
    let scripts = [vec![Count(10); 3], vec![Count(25), Count(5)], vec![Count(10); 3]];
    let expected = [
        (0, 0),
        (1, 0),
        (2, 0),
        (0, 10),
        (2, 10),
        (0, 20),
        (1, 25),
        (2, 20),
        (0, 30),
        (1, 30),
        (2, 30),
    ];
    assert_eq!(run(&Turns::new(3, 10), &scripts), expected);
}

#[test]
fn a_woken_worker_has_the_clock_of_the_one_that_woke_it() {
    // The second sleeps from 4 on; the first wakes it at 17, in the middle of a turn.
    let scripts = [vec![Count(10), Count(7), Wake(1), Count(3)], vec![Sleep(4), Count(3)]];
    let expected = [(0, 0), (1, 0), (0, 10), (0, 17), (1, 17), (0, 20), (1, 20)];
    assert_eq!(run(&Turns::new(2, 10), &scripts), expected);
}

#[test]
fn a_worker_woken_by_a_later_one_still_has_its_turn_in_that_round() {
    let scripts = [vec![Sleep(0), Count(5)], vec![Count(5), Wake(0), Count(5), Count(10)]];
    let expected = [(0, 0), (1, 0), (1, 5), (0, 5), (0, 10), (1, 10), (1, 20)];
    let log = run(&Turns::new(2, 10), &scripts);
    assert_eq!(log, expected);
}

#[test]
fn sleep_never_turns_a_clock_back() {
    // It went to sleep at 25 and is woken at 1.
    let scripts = [vec![Sleep(25)], vec![Count(1), Wake(0), Count(9), Count(10)]];
    let expected = [(0, 0), (1, 0), (1, 1), (1, 10), (0, 25), (1, 20)];
    assert_eq!(run(&Turns::new(2, 10), &scripts), expected);
}

#[test]
fn waking_a_worker_that_is_awake_does_nothing() {
    let scripts = [vec![Count(3), Wake(1), Wake(0), Count(7)], vec![Count(10)]];
    let expected = [(0, 0), (0, 3), (1, 0), (0, 10), (1, 10)];
    assert_eq!(run(&Turns::new(2, 10), &scripts), expected);
}

#[test]
fn if_all_sleep_all_are_woken() {
    // The last one to fall asleep was at 2, and no clock goes back.
    let scripts = [vec![Sleep(4)], vec![Sleep(1)], vec![Sleep(2)]];
    let expected = [(0, 0), (1, 0), (2, 0), (0, 4), (1, 2), (2, 2)];
    assert_eq!(run(&Turns::new(3, 10), &scripts), expected);
}

#[test]
fn the_last_to_leave_wakes_those_who_still_sleep() {
    let scripts = [vec![Count(10)], vec![Sleep(0)], vec![Sleep(3)]];
    let expected = [(0, 0), (1, 0), (2, 0), (0, 10), (1, 10), (2, 10)];
    assert_eq!(run(&Turns::new(3, 10), &scripts), expected);
}

#[test]
fn a_piece_of_any_size_costs_no_time_of_its_own() {
    // A round a node would take years to open one by one.
    let log = run(&Turns::new(2, 1), &[vec![Count(1 << 50)], vec![Count(1 << 50), Count(1)]]);
    assert_eq!(log, [(0, 0), (1, 0), (0, 1 << 50), (1, 1 << 50), (1, (1 << 50) + 1)]);
}

#[test]
fn a_worker_alone_comes_by_now_and_then_however_long_its_turn() {
    let turns = Turns::new(1, u64::MAX);
    turns.begin();
    assert_eq!(turns.spend(0, 1), 4096);
    turns.begin();
    assert_eq!((clock(&turns), turns.spend(0, 0)), (0, 4096));
    let turns = Turns::new(1, 200);
    turns.begin();
    assert_eq!([turns.spend(0, 128), turns.spend(0, 200), turns.spend(0, 1000)], [72, 200, 200]);
}

#[test]
fn those_who_are_called_late_begin_when_they_are_called() {
    let turns = Turns::new(2, 10);
    turns.begin();
    let log = Mutex::new(Log::new());
    let lead = || {
        assert_eq!(turns.spend(0, 10), 10, "alone, the next turn is its own");
        turns.note(0, 13);
        turns.call_all();
        assert_eq!(turns.spend(0, 20), 10);
        assert_eq!(clock(&turns), 20);
    };
    let other = || follow(&turns, 1, &[Count(7), Count(10)], &log);
    turns.run(vec![Box::new(lead), Box::new(other)]).expect("room for the stacks");
    assert_eq!(*log.lock().unwrap(), [(1, 13), (1, 20), (1, 30)]);
}

#[test]
fn workers_that_are_not_called_are_never_begun() {
    let turns = Turns::new(2, 10);
    turns.begin();
    let mut begun = [false; 2];
    let [first, second] = &mut begun;
    turns
        .run(vec![Box::new(|| *first = true), Box::new(|| *second = true)])
        .expect("room for the stacks");
    assert_eq!(begun, [true, false]);
}

#[test]
fn a_thousand_workers_take_their_turns() {
    // Their stacks take eight gigabytes of addresses: with 32 bits there is room for fewer.
    let workers = if cfg!(target_pointer_width = "64") { 1024 } else { 64 };
    let turns = Turns::new(workers, 3);
    let scripts = vec![vec![Count(3), Count(3)]; workers];
    let log = run(&turns, &scripts);
    let expected: Log = [0, 3, 6]
        .iter()
        .flat_map(|&clock| (0..workers).map(move |worker| (worker, clock)))
        .collect();
    assert_eq!(log, expected);
    // And once more: nothing is left of the last time.
    assert_eq!(run(&turns, &scripts), expected);
}

#[test]
fn a_worker_that_panics_is_told_of_and_the_others_come_to_their_ends() {
    let turns = Turns::new(3, 10);
    let log = Mutex::new(Log::new());
    for _ in 0..2 {
        turns.begin();
        turns.call_all();
        let steady = |worker| follow(&turns, worker, &[Count(10), Count(10)], &log);
        let fails = || {
            turns.spend(1, 10);
            panic!("boom");
        };
        let workers: Vec<Box<dyn FnOnce() + Send>> =
            vec![Box::new(|| steady(0)), Box::new(fails), Box::new(|| steady(2))];
        let error = turns.run(workers).unwrap_err();
        let RunError::Unwound { worker: 1, message } = &error else { panic!("{error}") };
        assert_eq!(message, "boom");
        let seen = std::mem::take(&mut *log.lock().unwrap());
        assert_eq!(seen, [(0, 0), (2, 0), (0, 10), (2, 10), (0, 20), (2, 20)]);
    }
}
