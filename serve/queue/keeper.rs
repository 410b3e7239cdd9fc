//! The keeper's life: it reports what running searches have found, gives up queries that are too late, has searches
//! that run alone begin anew when threads are idle, and takes threads back for queries that come before what runs. It
//! sleeps until the next of these is due.

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use crate::queue::query::QueryError;
use crate::queue::state::{Running, Shared, State};
use crate::queue::waiting::{Job, Order};

/// How long a turn lasts at least: less, and most of the work would be that of beginning anew.
const TURN: Duration = Duration::from_secs(1);

/// The same where a query of higher priority waits, and how often to look for what is to give way.
pub(crate) const SOON: Duration = Duration::from_millis(100);

/// How often to look while one gives way.
const STOPPING: Duration = Duration::from_millis(10);

/// Works until the service ends.
pub(crate) fn run(shared: &Shared) {
    let threads = shared.settings.threads;
    let mut state = shared.state();
    while !state.ended {
        let now = Instant::now();
        let mut late = state.waiting.take_late(now);
        let ends: Vec<_> =
            late.iter_mut().map(|job| state.give_up(job, QueryError::Late)).collect();
        let reports: Vec<_> =
            state.running.values_mut().filter_map(|running| running.report(now)).collect();
        join(&mut state, threads, now);
        let looks = take_back(shared, &mut state, now);
        if !late.is_empty() || !reports.is_empty() {
            drop(state);
            for (delivery, progress) in reports {
                delivery.progress(progress);
            }
            for (job, end) in late.iter().zip(ends) {
                job.delivery.end(end);
            }
            // Others may have come meanwhile.
            state = shared.state();
            continue;
        }
        let next = next(&state, threads).into_iter().chain(looks).min();
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

/// Takes a thread back, if one is to be: from the search that is least entitled to it. Gives when to look again.
fn take_back(shared: &Shared, state: &mut State, now: Instant) -> Option<Instant> {
    let threads = shared.settings.threads;
    if state.waiting.is_empty() || state.running.len() < threads {
        return None;
    }
    if state.running.values().any(|running| running.gives_way) {
        return Some(now + STOPPING);
    }
    state.charge(now);
    let State { waiting, turns, running, .. } = state;
    let job = waiting.first(turns)?;
    let rank = |running: &Running| turns.rank(running.client, running.priority);
    let comes_before = |running: &Running| {
        let (coming, held) = (turns.rank(job.query.client, job.query.priority), rank(running));
        if running.client.host != job.query.client.host {
            return coming.0 < held.0;
        }
        if running.client != job.query.client {
            return coming.1 < held.1;
        }
        // A search that ends by itself does not give way to its equals.
        let put_back = Order::new(now - shared.begun, running.priority, running.ticket);
        job.query.priority > running.priority || (running.is_unlimited && job.order < put_back)
    };
    let gives_way = |running: &&mut Running| {
        running.search.is_some()
            && !running.cancelled
            && now.saturating_duration_since(running.since) >= least_turn(running, job)
            && comes_before(running)
    };
    let least = running.values_mut().filter(gives_way).max_by_key(|running| rank(running));
    if let Some(running) = least {
        running.gives_way = true;
        if let Some(search) = &running.search {
            search.stop.stop();
        }
        return Some(now + STOPPING);
    }
    Some(now + SOON)
}

/// How long a search may run at least before it gives way to this query.
fn least_turn(running: &Running, job: &Job) -> Duration {
    let turn = if job.query.priority > running.priority { SOON } else { TURN };
    turn * running.patience
}
