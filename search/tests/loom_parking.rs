//! The protocol by which workers are called, let go, stopped and awaited, explored by loom:
//! `RUSTFLAGS="--cfg loom" cargo test -p plyglot-search --release --test loom_parking`.
//!
//! `LOOM_MAX_PREEMPTIONS` bounds the exploration; see the README.

#![cfg(loom)]

use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use plyglot_search::schedule::Parking;
use plyglot_search::sync::Arc;

/// What a search hands to its workers: a flag to watch and a place to leave their work.
struct Job {
    stop: AtomicBool,
    begun: AtomicUsize,
    done: AtomicUsize,
}

fn job() -> Arc<Job> {
    let (begun, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    Arc::new(Job { stop: AtomicBool::new(false), begun, done })
}

fn worker(parking: &Arc<Parking<Job>>, worker: usize) -> loom::thread::JoinHandle<()> {
    let parking = Arc::clone(parking);
    loom::thread::spawn(move || {
        parking.serve(worker, |job| {
            job.begun.fetch_add(1, Ordering::Relaxed);
            while !job.stop.load(Ordering::Relaxed) {
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
    assert_eq!(Arc::strong_count(job), 1, "the job is held by no other");
}

#[test]
fn a_worker_is_back_from_each_job_when_it_is_drained() {
    loom::model(|| {
        let parking = Arc::new(Parking::new());
        let worker = worker(&parking, 0);
        for _ in 0..2 {
            let job = job();
            parking.post(Arc::clone(&job));
            parking.unparker().call(|| 1);
            job.stop.store(true, Ordering::Relaxed);
            parking.drain();
            assert_drained(&job);
        }
        parking.close();
        worker.join().unwrap();
    });
}

#[test]
fn a_job_without_a_call_has_no_worker() {
    loom::model(|| {
        let parking = Arc::new(Parking::new());
        let worker = worker(&parking, 0);
        let job = job();
        parking.post(Arc::clone(&job));
        parking.drain();
        // Too late: it must not wake a worker to a job that is closed.
        parking.unparker().call(|| 1);
        assert_eq!(job.begun.load(Ordering::Relaxed), 0);
        assert_drained(&job);
        parking.close();
        worker.join().unwrap();
    });
}

#[test]
fn two_workers_are_both_awaited() {
    loom::model(|| {
        let parking = Arc::new(Parking::new());
        let workers = [worker(&parking, 0), worker(&parking, 1)];
        let job = job();
        job.stop.store(true, Ordering::Relaxed);
        parking.post(Arc::clone(&job));
        parking.unparker().call(|| 2);
        parking.drain();
        assert_drained(&job);
        parking.close();
        for worker in workers {
            worker.join().unwrap();
        }
    });
}

#[test]
fn a_worker_that_came_back_early_comes_again_when_it_is_called_again() {
    loom::model(|| {
        let parking = Arc::new(Parking::new());
        let worker = worker(&parking, 0);
        let job = job();
        job.stop.store(true, Ordering::Relaxed);
        parking.post(Arc::clone(&job));
        parking.unparker().call(|| 1);
        while job.done.load(Ordering::Relaxed) == 0 {
            loom::thread::yield_now();
        }
        parking.unparker().call(|| 1);
        while job.done.load(Ordering::Relaxed) == 1 {
            loom::thread::yield_now();
        }
        parking.drain();
        assert_eq!(job.done.load(Ordering::Relaxed), 2);
        assert_drained(&job);
        parking.close();
        worker.join().unwrap();
    });
}

/// One thread calls as many workers as are wanted while another comes to want one more: whichever is first, that
/// worker comes.
#[test]
fn a_worker_that_is_wanted_while_the_others_are_called_is_called_too() {
    loom::model(|| {
        let parking = Arc::new(Parking::new());
        let worker = worker(&parking, 0);
        let job = job();
        job.stop.store(true, Ordering::Relaxed);
        parking.post(Arc::clone(&job));
        let wanted = Arc::new(AtomicUsize::new(0));
        let caller = {
            let (unparker, wanted) = (Arc::clone(parking.unparker()), Arc::clone(&wanted));
            loom::thread::spawn(move || unparker.call(|| wanted.load(Ordering::Relaxed)))
        };
        wanted.store(1, Ordering::Relaxed);
        parking.unparker().call_again(|| wanted.load(Ordering::Relaxed));
        caller.join().unwrap();
        while job.done.load(Ordering::Relaxed) == 0 {
            loom::thread::yield_now();
        }
        parking.drain();
        assert_drained(&job);
        parking.close();
        worker.join().unwrap();
    });
}

#[test]
fn who_is_not_called_stays_away() {
    loom::model(|| {
        let parking = Arc::new(Parking::new());
        let worker = worker(&parking, 1);
        let job = job();
        job.stop.store(true, Ordering::Relaxed);
        parking.post(Arc::clone(&job));
        parking.unparker().call(|| 1);
        parking.drain();
        assert_eq!(job.begun.load(Ordering::Relaxed), 0);
        parking.close();
        worker.join().unwrap();
    });
}

#[test]
fn a_parking_that_closes_without_a_job_ends_its_workers() {
    loom::model(|| {
        let parking = Arc::new(Parking::<Job>::new());
        let worker = worker(&parking, 0);
        parking.drain();
        parking.close();
        worker.join().unwrap();
    });
}
