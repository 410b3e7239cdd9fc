//! The service: its threads, and what can be asked of it from outside.

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::Instant;

use crate::queue::delivery::Delivery;
use crate::queue::keeper;
use crate::queue::pool::Pool;
use crate::queue::query::{News, Query, QueryError, SubmitError, Ticket};
use crate::queue::runner;
use crate::queue::settings::{ServiceError, Settings};
use crate::queue::state::Shared;
use crate::queue::status::{Status, WasAt};
use crate::queue::waiting::{Job, Order, Past};

/// Many searches at once over one pool of threads and tables. Dropping it ends it ([`Service::stop`]), and waits
/// until every query that was taken has had its end.
pub struct Service {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Service {
    /// Makes the tables and starts the threads.
    ///
    /// # Errors
    /// If there cannot be such a service.
    pub fn start(settings: &Settings) -> Result<Service, ServiceError> {
        settings.check()?;
        let pool = Pool::new(settings)?;
        let shared = Arc::new(Shared::new(settings.clone(), pool));
        // Those that were started are ended by the drop if one is refused.
        let mut service = Service { shared, threads: Vec::new() };
        for runner in 0..settings.threads {
            service.spawn(format!("search {runner}"), runner::run)?;
        }
        service.spawn("keeper".into(), keeper::run)?;
        Ok(service)
    }

    fn spawn(&mut self, name: String, life: fn(&Shared)) -> Result<(), ServiceError> {
        let shared = Arc::clone(&self.shared);
        let thread = Builder::new().name(name).spawn(move || life(&shared));
        self.threads.push(thread.map_err(ServiceError::Thread)?);
        Ok(())
    }

    /// What the service is made of.
    pub fn settings(&self) -> &Settings {
        &self.shared.settings
    }

    /// Takes a query. `to` receives its events, on threads of the service, one at a time: a search or the reports
    /// of others wait for it, so it had better be short. It may come back before this does, and may submit and
    /// cancel queries itself.
    ///
    /// # Errors
    /// If the query is not taken; then there is no event.
    pub fn submit(
        &self,
        query: Query,
        to: impl Fn(News) + Send + Sync + 'static,
    ) -> Result<Ticket, SubmitError> {
        query.limits.check()?;
        let arrived = Instant::now();
        let mut state = self.shared.state();
        if state.ended {
            return Err(SubmitError::Ended);
        }
        let most = self.shared.settings.most_waiting;
        if state.waiting.len() >= most {
            return Err(SubmitError::Full { most });
        }
        state.tickets += 1;
        let ticket = Ticket(state.tickets);
        let late_at = query.deadline.and_then(|deadline| arrived.checked_add(deadline));
        let order = Order::new(arrived - self.shared.begun, query.priority, ticket);
        let delivery = Delivery::new(to);
        state.charge(arrived);
        state.turns.enter(query.client);
        state.waiting.push(Job { order, query, arrived, late_at, delivery, past: Past::default() });
        if let Some(at) = late_at {
            self.shared.remind(&state, at);
        }
        if state.running.len() >= self.shared.settings.threads {
            self.shared.remind(&state, arrived + keeper::SOON);
        }
        self.shared.work.notify_one();
        Ok(ticket)
    }

    /// Ends a query: one that waits has no result, one that is searched or was gives what it has found, within about
    /// a millisecond. Says where it was; its end may be delivered before this returns, or soon after.
    pub fn cancel(&self, ticket: Ticket) -> WasAt {
        let mut state = self.shared.state();
        if let Some(mut job) = state.waiting.take(ticket) {
            let end = state.give_up(&mut job, QueryError::Cancelled);
            drop(state);
            let was_at = if end.result.is_ok() { WasAt::Running } else { WasAt::Waiting };
            job.delivery.end(end);
            return was_at;
        }
        match state.running.values_mut().find(|running| running.ticket == ticket) {
            Some(running) => {
                running.cancel();
                WasAt::Running
            }
            None => WasAt::Gone,
        }
    }

    /// What the service is doing.
    pub fn status(&self) -> Status {
        let (tables, engines) = self.shared.pool.status();
        let settings = &self.shared.settings;
        let state = self.shared.state();
        Status {
            waiting: state.waiting.len(),
            running: state.running.len(),
            unlimited: state.running.values().filter(|running| running.is_unlimited).count(),
            threads: settings.threads,
            searching: state.running.values().map(|running| running.share).sum(),
            answered: state.answered,
            failed: state.failed,
            given_up: state.given_up,
            nodes: state.nodes,
            hash_bytes: settings.hash_bytes,
            fresh_bytes: settings.fresh_bytes(),
            tables,
            engines,
        }
    }

    /// Ends the service: takes no more queries, cancels those that are searched, gives up those that wait
    /// ([`QueryError::Stopped`]). Does not wait for their ends.
    pub fn stop(&self) {
        let mut state = self.shared.state();
        state.ended = true;
        let mut waiting = state.waiting.take_all();
        let ends: Vec<_> =
            waiting.iter_mut().map(|job| state.give_up(job, QueryError::Stopped)).collect();
        state.running.values_mut().for_each(|running| running.cancel());
        drop(state);
        self.shared.work.notify_all();
        self.shared.alarm.notify_all();
        waiting.iter().zip(ends).for_each(|(job, end)| job.delivery.end(end));
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.stop();
        for thread in self.threads.drain(..) {
            // What panics there is caught there.
            let _ = thread.join();
        }
    }
}
