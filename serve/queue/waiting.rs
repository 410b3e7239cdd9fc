//! The queries that wait, in the order in which they are searched.
//!
//! Clients take turns ([`Turns`]). Among the queries of a client the order is by arrival, moved forward by a second
//! for each step of priority. So the order of two queries never changes, a query waits for later ones of higher
//! priority by no more than that many seconds, and nothing has to be computed anew as time passes. A query that has
//! given way to another one counts from that moment as if it had arrived then.
//!
//! Cost: a logarithm of the number that waits for each query that comes or goes.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant};

use plyglot_open::{Mv, Report};
use plyglot_search::Ended;

use crate::queue::delivery::Delivery;
use crate::queue::query::{Client, End, Query, QueryError, Ticket};
use crate::queue::turns::Turns;

/// How much earlier a step of priority counts as.
const STEP: Duration = Duration::from_secs(1);

/// The place of a query in the order of searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Order {
    nanos: i128,
    pub(crate) ticket: Ticket,
}

impl Order {
    /// Of a query that arrived this long after the service began.
    pub(crate) fn new(arrived: Duration, priority: i32, ticket: Ticket) -> Order {
        let priorities = Query::PRIORITIES;
        let priority = priority.clamp(*priorities.start(), *priorities.end());
        let ahead = STEP.as_nanos() as i128 * i128::from(priority);
        Order { nanos: arrived.as_nanos() as i128 - ahead, ticket }
    }
}

/// A query that was taken.
pub(crate) struct Job {
    pub(crate) order: Order,
    pub(crate) query: Query,
    pub(crate) arrived: Instant,
    /// When it has to be answered.
    pub(crate) late_at: Option<Instant>,
    pub(crate) delivery: Delivery,
    pub(crate) past: Past,
}

/// What a query has had of its search before it gave way to another.
#[derive(Default)]
pub(crate) struct Past {
    /// How long it waited before its search began.
    pub(crate) waited: Option<Duration>,
    pub(crate) found: Option<Report<Mv>>,
    /// For how long it was searched.
    pub(crate) spent: Duration,
    /// The most threads that it had at the same time.
    pub(crate) greatest: usize,
    /// How often it gave way.
    pub(crate) gave_way: u32,
}

impl Job {
    /// What one that is not searched on has: what it has found in earlier turns, or why there is nothing.
    pub(crate) fn found_or(&mut self, why: QueryError) -> Result<Report<Mv>, QueryError> {
        let ended = if matches!(why, QueryError::Late) { Ended::Time } else { Ended::Stopped };
        let found = self.past.found.take().ok_or(why)?;
        Ok(Report { ended, threads: self.past.greatest, ..found })
    }

    /// The end of one that waits.
    pub(crate) fn given_up(&mut self, why: QueryError) -> End {
        let waited = self.past.waited.unwrap_or_else(|| self.arrived.elapsed());
        End { result: self.found_or(why), waited }
    }
}

/// The queries that wait.
#[derive(Default)]
pub(crate) struct Waiting {
    /// Of each client that has some.
    clients: HashMap<Client, BTreeMap<Order, Job>>,
    by_ticket: HashMap<Ticket, (Client, Order)>,
    deadlines: BTreeSet<(Instant, Ticket)>,
}

impl Waiting {
    pub(crate) fn len(&self) -> usize {
        self.by_ticket.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_ticket.is_empty()
    }

    pub(crate) fn push(&mut self, job: Job) {
        let (client, order) = (job.query.client, job.order);
        self.by_ticket.insert(order.ticket, (client, order));
        self.deadlines.extend(job.late_at.map(|at| (at, order.ticket)));
        self.clients.entry(client).or_default().insert(order, job);
    }

    /// The one that comes next.
    pub(crate) fn first(&self, turns: &Turns) -> Option<&Job> {
        let heads = || self.clients.values().filter_map(|jobs| Some(jobs.first_key_value()?.1));
        let rank = |job: &Job| turns.rank(job.query.client, job.query.priority);
        let host = heads().min_by_key(|job| (rank(job).0, job.order))?.query.client.host;
        let of_host = heads().filter(|job| job.query.client.host == host);
        of_host.min_by_key(|job| (rank(job).1, job.order))
    }

    /// Takes the one out that comes next.
    pub(crate) fn pop(&mut self, turns: &Turns) -> Option<Job> {
        let ticket = self.first(turns)?.order.ticket;
        self.take(ticket)
    }

    /// Takes all out.
    pub(crate) fn take_all(&mut self) -> Vec<Job> {
        let all = std::mem::take(self).clients;
        all.into_values().flat_map(BTreeMap::into_values).collect()
    }

    /// The next deadline.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        self.deadlines.first().map(|&(at, _)| at)
    }

    /// Takes those out whose deadline has passed.
    pub(crate) fn take_late(&mut self, now: Instant) -> Vec<Job> {
        let mut late = Vec::new();
        while let Some(&(at, ticket)) = self.deadlines.first().filter(|(at, _)| *at <= now) {
            self.deadlines.remove(&(at, ticket));
            late.extend(self.take(ticket));
        }
        late
    }

    /// Takes one out.
    pub(crate) fn take(&mut self, ticket: Ticket) -> Option<Job> {
        let (client, order) = self.by_ticket.remove(&ticket)?;
        let jobs = self.clients.get_mut(&client)?;
        let job = jobs.remove(&order)?;
        if jobs.is_empty() {
            self.clients.remove(&client);
        }
        if let Some(at) = job.late_at {
            self.deadlines.remove(&(at, ticket));
        }
        Some(job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(second: u64, priority: i32, ticket: u64) -> Order {
        Order::new(Duration::from_secs(second), priority, Ticket(ticket))
    }

    #[test]
    fn arrival_decides_among_equal_priorities_and_a_step_is_a_second() {
        assert!(order(1, 0, 2) < order(2, 0, 1));
        assert!(order(5, 0, 1) < order(5, 0, 2));
        assert!(order(9, 5, 2) < order(5, 0, 1));
        // Who has waited for ten seconds is before one of a priority higher by less than ten.
        assert!(order(0, 0, 1) < order(10, 9, 2));
        assert!(order(0, 0, 1) > order(10, 11, 2));
    }

    #[test]
    fn no_priority_is_beyond_the_ends() {
        assert_eq!(order(0, i32::MAX, 1), order(0, 100, 1));
        assert_eq!(order(0, i32::MIN, 1), order(0, -100, 1));
    }
}
