//! The queries that wait, in the order in which they are searched.
//!
//! The order is by arrival, moved forward by a second for each step of priority. So the order of two queries
//! never changes, a query waits for later ones of higher priority by no more than that many seconds, and nothing
//! has to be computed anew as time passes.
//!
//! Cost: a logarithm of the number that waits for each query that comes or goes.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant};

use crate::queue::delivery::Delivery;
use crate::queue::query::{Query, Ticket};

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
}

/// The queries that wait.
#[derive(Default)]
pub(crate) struct Waiting {
    jobs: BTreeMap<Order, Job>,
    by_ticket: HashMap<Ticket, Order>,
    deadlines: BTreeSet<(Instant, Order)>,
}

impl Waiting {
    pub(crate) fn len(&self) -> usize {
        self.jobs.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    pub(crate) fn push(&mut self, job: Job) {
        self.by_ticket.insert(job.order.ticket, job.order);
        self.deadlines.extend(job.late_at.map(|at| (at, job.order)));
        self.jobs.insert(job.order, job);
    }

    /// The first.
    pub(crate) fn pop(&mut self) -> Option<Job> {
        let (&order, _) = self.jobs.first_key_value()?;
        self.remove(order)
    }

    /// Takes one out.
    pub(crate) fn take(&mut self, ticket: Ticket) -> Option<Job> {
        let &order = self.by_ticket.get(&ticket)?;
        self.remove(order)
    }

    /// Takes all out.
    pub(crate) fn take_all(&mut self) -> Vec<Job> {
        std::mem::take(self).jobs.into_values().collect()
    }

    /// The next deadline.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        self.deadlines.first().map(|&(at, _)| at)
    }

    /// Takes those out whose deadline has passed.
    pub(crate) fn take_late(&mut self, now: Instant) -> Vec<Job> {
        let mut late = Vec::new();
        while let Some(&(at, order)) = self.deadlines.first().filter(|(at, _)| *at <= now) {
            self.deadlines.remove(&(at, order));
            late.extend(self.remove(order));
        }
        late
    }

    fn remove(&mut self, order: Order) -> Option<Job> {
        let job = self.jobs.remove(&order)?;
        self.by_ticket.remove(&order.ticket);
        if let Some(at) = job.late_at {
            self.deadlines.remove(&(at, order));
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
