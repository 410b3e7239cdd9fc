//! Where the time of a search's threads went: the claims of all workers as they happen, and what each was for when
//! the search is over. For measurements; off unless [`crate::Config::account`] says so.
//!
//! Workers meet at claims: the children of a node that is large enough to be shared. So a search is told as a tree
//! of claims, with the tasks of the root on top. Each worker writes down its own ([`log`]): the position, depth and
//! window, when it began and ended in the order of all workers' events, and how many nodes were visited in it but in
//! no claim within. When the search is over, what its answer rests on is marked from the top down, and the others get
//! the reason why they were in vain ([`attribute`](attribute::account)).
//!
//! Cost: where it is off, a test for each claim and for each leaf solver that visited anything. Where it is on, two
//! additions to a shared counter and a look at the table for each search of a claimed child, whose answer changes
//! nothing, and about 150 bytes until the search is over: for [`MOST_EVENTS`] some 1.2 GiB.

mod attribute;
mod log;
#[cfg(test)]
mod tests;

pub(crate) use attribute::{Facts, account};
pub(crate) use log::{ClaimId, Log, Opened, Record, State};

use std::time::Duration;

use crate::sync::{AtomicU32, AtomicU64, Mutex, Ordering};

/// The most events of a search: claims that begin after them are part of the claim around them.
const MOST_EVENTS: u32 = 1 << 24;

/// Never.
const NEVER: u64 = u64::MAX;

/// What all workers of a search have written down.
#[derive(Debug)]
pub(crate) struct Accounts {
    /// The number of the next event. Relaxed: all additions to one number have one order, which is all that is
    /// asked of it; in virtual time it is the order in which things happened.
    next: AtomicU32,
    /// When the others were called, in nanoseconds since the search began. Relaxed, as a number of its own.
    called: AtomicU64,
    records: Mutex<Vec<Record>>,
}

impl Accounts {
    pub(crate) fn new() -> Self {
        let (next, called) = (AtomicU32::new(1), AtomicU64::new(NEVER));
        Accounts { next, called, records: Mutex::new(Vec::new()) }
    }

    /// Forgets everything; for the start of a search.
    pub(crate) fn clear(&self) {
        self.next.store(1, Ordering::Relaxed);
        self.called.store(NEVER, Ordering::Relaxed);
        self.records.lock().clear();
    }

    /// The number of an event that happens now; `None` if there were too many.
    fn event(&self) -> Option<u32> {
        let has_room = self.next.load(Ordering::Relaxed) < MOST_EVENTS;
        has_room.then(|| self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// The number of the end of something that has begun: there is always one.
    fn end_event(&self) -> u32 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// The others are called now.
    pub(crate) fn note_called(&self, at: Duration) {
        let nanos = u64::try_from(at.as_nanos()).unwrap_or(NEVER - 1);
        self.called.store(nanos, Ordering::Relaxed);
    }

    /// When the others were called, since the search began.
    pub(crate) fn called(&self) -> Option<Duration> {
        let nanos = Some(self.called.load(Ordering::Relaxed)).filter(|&at| at != NEVER);
        nanos.map(Duration::from_nanos)
    }

    /// Takes what a worker has written down.
    pub(crate) fn add(&self, records: &mut Vec<Record>) {
        self.records.lock().append(records);
    }

    /// What all have written down, and whether it is all that happened; nothing is left of it.
    pub(crate) fn take(&self) -> (Vec<Record>, bool) {
        let complete = self.next.load(Ordering::Relaxed) < MOST_EVENTS;
        (std::mem::take(&mut *self.records.lock()), complete)
    }
}
