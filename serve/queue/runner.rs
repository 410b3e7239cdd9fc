//! A runner's life: takes the first query that waits, searches it, delivers its end.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::time::Instant;

use plyglot_open::{Mv, Report};
use plyglot_search::panic_message;

use crate::queue::query::{End, QueryError};
use crate::queue::search::Work;
use crate::queue::state::{Running, Shared};
use crate::queue::waiting::Job;

/// Works until the service ends.
pub(crate) fn run(shared: &Shared) {
    while let Some(job) = next(shared) {
        let begun = Instant::now();
        let searched = catch_unwind(AssertUnwindSafe(|| Work::new(shared, &job, begun).run()));
        let result = searched.unwrap_or_else(|panic| Err(QueryError::Bug(panic_message(panic))));
        end(shared, &job, begun, result);
    }
}

/// The next query; `None` at the end of the service.
fn next(shared: &Shared) -> Option<Job> {
    let mut state = shared.state();
    loop {
        if state.ended {
            return None;
        }
        if let Some(job) = state.waiting.pop() {
            let running = Running::new(&job, shared.settings.threads);
            let report = running.reports.as_ref().map(|reports| reports.next);
            state.running.insert(job.order, running);
            state.share_out(shared.settings.threads);
            if let Some(at) = report {
                shared.remind(&state, at);
            }
            return Some(job);
        }
        state = shared.work.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Counts the query out and delivers its end.
fn end(shared: &Shared, job: &Job, begun: Instant, result: Result<Report<Mv>, QueryError>) {
    let threads = shared.settings.threads;
    let mut state = shared.state();
    let greatest = state.running.remove(&job.order).map_or(1, |running| running.greatest);
    match &result {
        Ok(report) => {
            state.answered += 1;
            state.nodes += report.nodes;
        }
        Err(QueryError::Door(_) | QueryError::Bug(_)) => state.failed += 1,
        Err(QueryError::Cancelled | QueryError::Late | QueryError::Stopped) => state.given_up += 1,
    }
    state.share_out(threads);
    if state.has_idle(threads) {
        let joins = state.running.values().filter_map(|running| running.joins_at).min();
        joins.into_iter().for_each(|at| shared.remind(&state, at));
    }
    drop(state);
    let result = result.map(|report| Report { threads: greatest, ..report });
    job.delivery.end(End { result, waited: begun - job.arrived });
}
