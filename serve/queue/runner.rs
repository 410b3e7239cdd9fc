//! A runner's life: takes the first query that waits, searches it, delivers its end.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::time::Instant;

use plyglot_open::{Mv, Report};
use plyglot_search::panic_message;

use crate::queue::keeper;
use crate::queue::query::{End, QueryError};
use crate::queue::search::{Turn, Work};
use crate::queue::state::{Running, Shared, State};
use crate::queue::waiting::{Job, Order};

/// Works until the service ends.
pub(crate) fn run(shared: &Shared) {
    while let Some(mut job) = next(shared) {
        let begun = Instant::now();
        job.past.waited.get_or_insert_with(|| begun - job.arrived);
        let searched = catch_unwind(AssertUnwindSafe(|| Work::new(shared, &mut job, begun).run()));
        match searched {
            Ok(Turn::Ended(result)) => end(shared, &job, *result),
            Ok(Turn::GaveWay) => put_back(shared, job, begun),
            Err(panic) => end(shared, &job, Err(QueryError::Bug(panic_message(panic)))),
        }
    }
}

/// The next query; `None` at the end of the service.
fn next(shared: &Shared) -> Option<Job> {
    let mut state = shared.state();
    loop {
        if state.ended {
            return None;
        }
        state.charge(Instant::now());
        let State { waiting, turns, .. } = &mut *state;
        if let Some(job) = waiting.pop(turns) {
            let running = Running::new(&job, shared.settings.threads);
            let report = running.reports.as_ref().map(|reports| reports.next);
            state.running.insert(job.order, running);
            state.share_out(shared.settings.threads);
            if let Some(at) = report {
                shared.remind(&state, at);
            }
            if !state.waiting.is_empty() {
                shared.remind(&state, Instant::now() + keeper::SOON);
            }
            return Some(job);
        }
        state = shared.work.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Lets a query wait again whose search has given way to another.
fn put_back(shared: &Shared, mut job: Job, begun: Instant) {
    let now = Instant::now();
    let mut state = shared.state();
    state.charge(now);
    let running = state.running.remove(&job.order);
    job.past.spent += now - begun;
    job.past.gave_way += 1;
    job.past.greatest = running.as_ref().map_or(1, |running| running.greatest);
    // What has come since the search was stopped has missed it.
    let cancelled = running.is_none_or(|running| running.cancelled);
    if cancelled || state.ended {
        let end = state.give_up(&mut job, QueryError::Cancelled);
        state.share_out(shared.settings.threads);
        drop(state);
        return job.delivery.end(end);
    }
    job.order = Order::new(now - shared.begun, job.query.priority, job.order.ticket);
    if let Some(at) = job.late_at {
        shared.remind(&state, at);
    }
    state.waiting.push(job);
}

/// Counts the query out and delivers its end.
fn end(shared: &Shared, job: &Job, result: Result<Report<Mv>, QueryError>) {
    let threads = shared.settings.threads;
    let mut state = shared.state();
    state.charge(Instant::now());
    let greatest = state.running.remove(&job.order).map_or(1, |running| running.greatest);
    state.turns.leave(job.query.client);
    let result = result.map(|report| Report { threads: greatest, ..report });
    let end = End { result, waited: job.past.waited.unwrap_or_default() };
    state.count(&end);
    state.share_out(threads);
    if state.has_idle(threads) {
        let joins = state.running.values().filter_map(|running| running.joins_at).min();
        joins.into_iter().for_each(|at| shared.remind(&state, at));
    }
    drop(state);
    job.delivery.end(end);
}
