//! The keeper's life: it reports what running searches have found, gives up queries that are too late, and has
//! searches that run alone begin anew when threads are idle. It sleeps until the next of these is due.

use std::sync::PoisonError;
use std::time::Instant;

use crate::queue::query::{End, QueryError};
use crate::queue::state::{Shared, State};

/// Works until the service ends.
pub(crate) fn run(shared: &Shared) {
    let threads = shared.settings.threads;
    let mut state = shared.state();
    while !state.ended {
        let now = Instant::now();
        let late = state.waiting.take_late(now);
        state.given_up += late.len() as u64;
        let reports: Vec<_> =
            state.running.values_mut().filter_map(|running| running.report(now)).collect();
        join(&mut state, threads, now);
        if !late.is_empty() || !reports.is_empty() {
            drop(state);
            for (delivery, progress) in reports {
                delivery.progress(progress);
            }
            for job in late {
                let waited = now - job.arrived;
                job.delivery.end(End { result: Err(QueryError::Late), waited });
            }
            // Others may have come meanwhile.
            state = shared.state();
            continue;
        }
        let next = next(&state, threads);
        state.keeper_looks = next;
        state = match next {
            Some(at) => {
                let left = at.saturating_duration_since(Instant::now());
                let waited = shared.alarm.wait_timeout(state, left);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            None => shared.alarm.wait(state).unwrap_or_else(PoisonError::into_inner),
        };
        state.keeper_looks = Some(now);
    }
}

/// When something is due next.
fn next(state: &State, threads: usize) -> Option<Instant> {
    let running = || state.running.values();
    let report = running().filter_map(|running| Some(running.reports.as_ref()?.next)).min();
    let join = running().filter_map(|running| running.joins_at).min();
    let join = join.filter(|_| state.has_idle(threads));
    [report, join, state.waiting.next_deadline()].into_iter().flatten().min()
}

/// Has the first search that has run alone for long enough begin anew, if a thread is idle.
fn join(state: &mut State, threads: usize, now: Instant) {
    if !state.has_idle(threads) {
        return;
    }
    let ripe =
        state.running.values_mut().find(|running| running.joins_at.is_some_and(|at| at <= now));
    let Some(running) = ripe else { return };
    running.joins_at = None;
    if let Some(search) = &running.search {
        running.joining = true;
        search.stop.stop();
    }
}
