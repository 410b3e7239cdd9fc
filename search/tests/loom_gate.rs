//! The protocol by which workers are called, stopped and awaited, explored by loom:
//! `RUSTFLAGS="--cfg loom" cargo test -p plyglot-search --release --test loom_gate`.
//!
//! `LOOM_MAX_PREEMPTIONS` bounds the exploration; see the README.

#![cfg(loom)]

use loom::sync::atomic::{AtomicUsize, Ordering};
use plyglot_search::schedule::Gate;
use plyglot_search::stop::StopFlag;
use plyglot_search::sync::Arc;

/// What a search hands to its workers: a flag to watch and a place to leave their work.
struct Job {
    stop: StopFlag,
    done: AtomicUsize,
}

fn job() -> Arc<Job> {
    Arc::new(Job { stop: StopFlag::new(), done: AtomicUsize::new(0) })
}

fn worker(gate: &Arc<Gate<Job>>) -> loom::thread::JoinHandle<()> {
    let gate = Arc::clone(gate);
    loom::thread::spawn(move || {
        gate.serve(|job| {
            while !job.stop.is_raised() {
                loom::thread::yield_now();
            }
            job.done.fetch_add(1, Ordering::Relaxed);
        });
    })
}

#[test]
fn every_worker_takes_each_round_once_and_is_back_when_it_is_drained() {
    loom::model(|| {
        let gate = Arc::new(Gate::new(1));
        let worker = worker(&gate);
        for _ in 0..2 {
            let job = job();
            gate.open(Arc::clone(&job));
            job.stop.raise();
            gate.drain();
            assert_eq!(job.done.load(Ordering::Relaxed), 1);
        }
        gate.close();
        worker.join().unwrap();
    });
}

#[test]
fn two_workers_are_both_awaited() {
    loom::model(|| {
        let gate = Arc::new(Gate::new(2));
        let workers = [worker(&gate), worker(&gate)];
        let job = job();
        job.stop.raise();
        gate.open(Arc::clone(&job));
        gate.drain();
        assert_eq!(job.done.load(Ordering::Relaxed), 2);
        gate.close();
        for worker in workers {
            worker.join().unwrap();
        }
    });
}

#[test]
fn a_gate_that_closes_without_a_round_sends_its_workers_home() {
    loom::model(|| {
        let gate = Arc::new(Gate::<Job>::new(1));
        let worker = worker(&gate);
        gate.drain();
        gate.close();
        worker.join().unwrap();
    });
}
