//! The baton of virtual threads, explored by loom: in every order in which the system may run them,
//! one worker runs at a time, the turns come in the same order, and nobody is left waiting:
//! `RUSTFLAGS="--cfg loom" cargo test -p plyglot-search --release --test loom_baton`.
//!
//! `LOOM_MAX_PREEMPTIONS` bounds the exploration; see the README.

#![cfg(loom)]

use loom::cell::Cell;
use plyglot_search::schedule::Baton;
use plyglot_search::sync::Arc;

/// What the workers do in turns. A cell that loom watches: two at once would be a failure.
#[derive(Default)]
struct Log(Cell<Vec<usize>>);

// SAFETY: loom checks what the baton promises, that accesses never overlap.
unsafe impl Sync for Log {}

impl Log {
    fn note(&self, lane: usize) {
        let mut log = self.0.take();
        log.push(lane);
        self.0.set(log);
    }
}

struct Shared {
    baton: Baton,
    log: Log,
}

fn shared(lanes: usize) -> Arc<Shared> {
    let shared = Shared { baton: Baton::new(lanes, 1), log: Log::default() };
    shared.baton.begin();
    shared.baton.call_all();
    Arc::new(shared)
}

/// A worker in a thread of its own, between its first turn and its leaving.
fn worker(
    shared: &Arc<Shared>,
    lane: usize,
    work: impl FnOnce(&Shared) + Send + 'static,
) -> loom::thread::JoinHandle<()> {
    let shared = Arc::clone(shared);
    loom::thread::spawn(move || {
        shared.baton.enter(lane);
        shared.log.note(lane);
        work(&shared);
        shared.baton.leave(lane);
    })
}

fn log(shared: &Shared) -> Vec<usize> {
    shared.log.0.take()
}

#[test]
fn two_workers_take_turns_however_late_one_comes() {
    loom::model(|| {
        let shared = shared(2);
        let other = worker(&shared, 1, |shared| {
            shared.baton.spend(1, 1);
            shared.log.note(1);
        });
        shared.log.note(0);
        shared.baton.spend(0, 1);
        shared.log.note(0);
        shared.baton.leave(0);
        other.join().unwrap();
        assert_eq!(log(&shared), [0, 1, 0, 1]);
    });
}

#[test]
fn three_workers_take_one_turn_each_in_order() {
    loom::model(|| {
        let shared = shared(3);
        let others = [worker(&shared, 1, |_| {}), worker(&shared, 2, |_| {})];
        shared.log.note(0);
        shared.baton.leave(0);
        others.into_iter().for_each(|other| other.join().unwrap());
        assert_eq!(log(&shared), [0, 1, 2]);
    });
}

#[test]
fn a_sleeper_that_is_woken_gets_its_turn() {
    loom::model(|| {
        let shared = shared(2);
        let other = worker(&shared, 1, |shared| {
            shared.baton.sleep(1, 0);
            shared.log.note(1);
        });
        shared.log.note(0);
        shared.baton.spend(0, 1);
        shared.baton.wake(1);
        shared.baton.spend(0, 2);
        shared.log.note(0);
        shared.baton.leave(0);
        other.join().unwrap();
        // Woken at the holder's clock, which had then a turn left.
        assert_eq!(log(&shared), [0, 1, 1, 0]);
    });
}

#[test]
fn nobody_sleeps_on_when_the_last_one_leaves() {
    loom::model(|| {
        let shared = shared(2);
        let other = worker(&shared, 1, |shared| {
            shared.baton.sleep(1, 0);
            shared.log.note(1);
        });
        shared.log.note(0);
        shared.baton.spend(0, 1);
        shared.log.note(0);
        shared.baton.leave(0);
        other.join().unwrap();
        assert_eq!(log(&shared), [0, 1, 0, 1]);
    });
}

#[test]
fn if_both_sleep_both_are_woken() {
    loom::model(|| {
        let shared = shared(2);
        let other = worker(&shared, 1, |shared| {
            shared.baton.sleep(1, 0);
            shared.log.note(1);
        });
        shared.log.note(0);
        shared.baton.sleep(0, 0);
        shared.log.note(0);
        shared.baton.leave(0);
        other.join().unwrap();
        assert_eq!(log(&shared), [0, 1, 0, 1]);
    });
}
