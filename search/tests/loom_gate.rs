//! The protocol by which workers are called, let go, stopped and awaited, explored by loom:
//! `RUSTFLAGS="--cfg loom" cargo test -p plyglot-search --release --test loom_gate`.
//!
//! `LOOM_MAX_PREEMPTIONS` bounds the exploration; see the README.

#![cfg(loom)]

use loom::sync::atomic::{AtomicUsize, Ordering};
use plyglot_search::StopFlag;
use plyglot_search::schedule::Gate;
use plyglot_search::sync::Arc;

/// What a search hands to its workers: a flag to watch and a place to leave their work.
struct Job {
    stop: StopFlag,
    begun: AtomicUsize,
    done: AtomicUsize,
}

fn job() -> Arc<Job> {
    Arc::new(Job { stop: StopFlag::new(), begun: AtomicUsize::new(0), done: AtomicUsize::new(0) })
}

fn worker(gate: &Arc<Gate<Job>>, worker: usize) -> loom::thread::JoinHandle<()> {
    let gate = Arc::clone(gate);
    loom::thread::spawn(move || {
        gate.serve(worker, |job| {
            job.begun.fetch_add(1, Ordering::Relaxed);
            while !job.stop.is_raised() {
                loom::thread::yield_now();
            }
            job.done.fetch_add(1, Ordering::Relaxed);
        });
    })
}

/// No worker that has begun is still at work, and none begins any more.
fn assert_drained(job: &Arc<Job>) {
    let begun = job.begun.load(Ordering::Relaxed);
    assert_eq!(job.done.load(Ordering::Relaxed), begun);
    assert_eq!(Arc::strong_count(job), 1, "the round's job is held by no other");
}

#[test]
fn a_worker_is_back_from_each_round_when_it_is_drained() {
    loom::model(|| {
        let gate = Arc::new(Gate::new());
        let worker = worker(&gate, 0);
        for _ in 0..2 {
            let job = job();
            gate.post(Arc::clone(&job));
            gate.bell().call(1);
            job.stop.raise();
            gate.drain();
            assert_drained(&job);
        }
        gate.close();
        worker.join().unwrap();
    });
}

#[test]
fn a_round_without_a_call_has_no_worker() {
    loom::model(|| {
        let gate = Arc::new(Gate::new());
        let worker = worker(&gate, 0);
        let job = job();
        gate.post(Arc::clone(&job));
        gate.drain();
        // Too late: it must not wake a worker to a round that is closed.
        gate.bell().call(1);
        assert_eq!(job.begun.load(Ordering::Relaxed), 0);
        assert_drained(&job);
        gate.close();
        worker.join().unwrap();
    });
}

#[test]
fn two_workers_are_both_awaited() {
    loom::model(|| {
        let gate = Arc::new(Gate::new());
        let workers = [worker(&gate, 0), worker(&gate, 1)];
        let job = job();
        job.stop.raise();
        gate.post(Arc::clone(&job));
        gate.bell().call(2);
        gate.drain();
        assert_drained(&job);
        gate.close();
        for worker in workers {
            worker.join().unwrap();
        }
    });
}

#[test]
fn a_worker_that_came_back_early_comes_again_when_it_is_called_again() {
    loom::model(|| {
        let gate = Arc::new(Gate::new());
        let worker = worker(&gate, 0);
        let job = job();
        job.stop.raise();
        gate.post(Arc::clone(&job));
        gate.bell().call(1);
        while job.done.load(Ordering::Relaxed) == 0 {
            loom::thread::yield_now();
        }
        gate.bell().call(1);
        while job.done.load(Ordering::Relaxed) == 1 {
            loom::thread::yield_now();
        }
        gate.drain();
        assert_eq!(job.done.load(Ordering::Relaxed), 2);
        assert_drained(&job);
        gate.close();
        worker.join().unwrap();
    });
}

#[test]
fn who_is_not_called_stays_away() {
    loom::model(|| {
        let gate = Arc::new(Gate::new());
        let worker = worker(&gate, 1);
        let job = job();
        job.stop.raise();
        gate.post(Arc::clone(&job));
        gate.bell().call(1);
        gate.drain();
        assert_eq!(job.begun.load(Ordering::Relaxed), 0);
        gate.close();
        worker.join().unwrap();
    });
}

#[test]
fn a_gate_that_closes_without_a_round_sends_its_workers_home() {
    loom::model(|| {
        let gate = Arc::new(Gate::<Job>::new());
        let worker = worker(&gate, 0);
        gate.drain();
        gate.close();
        worker.join().unwrap();
    });
}
