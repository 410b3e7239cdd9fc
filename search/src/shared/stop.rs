//! How a search is stopped, and the one seam through which the engine reads a clock.

use std::fmt;
use std::time::{Duration, Instant};

use crate::rules::report::Ended;
use crate::sync::{AtomicU64, Ordering};

/// Why a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(crate) enum StopReason {
    /// A user asked for it.
    Person = 1,
    /// The node limit was reached.
    Nodes = 2,
    /// The time limit was reached.
    Time = 3,
    /// The coordinator has all that was asked for, or the first worker has returned.
    Over = 4,
    /// A worker cannot go on.
    Error = 5,
}

impl StopReason {
    /// How a search ends that was stopped for this reason before it had all that was asked for.
    pub(crate) fn ended(self) -> Ended {
        match self {
            StopReason::Nodes => Ended::Nodes,
            StopReason::Time => Ended::Time,
            StopReason::Person | StopReason::Over | StopReason::Error => Ended::Stopped,
        }
    }
}

/// Tells every worker of an engine to return, and why: one word for all its searches, below [`crate::Stop`].
///
/// The reason is part of the word that workers look at, so a worker that sees the stop knows it. The first
/// reason stays, but for a person's, which nothing may hide: a stop that comes when a search has
/// just been solved must still be heard by what is done after it.
///
/// The word also counts searches, so that a stop can be meant for one of them: one that comes when
/// that search has ended changes nothing.
///
/// All accesses are relaxed: beside the word itself the stop carries no data. What a stopped worker
/// has to hand over travels through the coordinator's lock, and a worker that sees the stop a little
/// late only searches a little longer.
#[derive(Debug, Default)]
pub(crate) struct StopWord(AtomicU64);

impl StopWord {
    const REASON: u64 = 7;
    const SEARCH: u64 = Self::REASON + 1;

    /// True if the search has to end.
    #[inline]
    pub(crate) fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed) & Self::REASON != 0
    }

    /// Why, if it has to.
    pub(crate) fn reason(&self) -> Option<StopReason> {
        Some(match self.0.load(Ordering::Relaxed) & Self::REASON {
            0 => return None,
            1 => StopReason::Person,
            2 => StopReason::Nodes,
            3 => StopReason::Time,
            4 => StopReason::Over,
            _ => StopReason::Error,
        })
    }

    /// The search that runs, or the next one if none does.
    pub(crate) fn search(&self) -> u64 {
        self.0.load(Ordering::Relaxed) / Self::SEARCH
    }

    /// Ends the search that runs, or the next one if none does.
    pub(crate) fn raise(&self, reason: StopReason) {
        self.change(|word| {
            let unheard = word & Self::REASON == 0 || reason == StopReason::Person;
            unheard.then_some(word & !Self::REASON | reason as u64)
        });
    }

    /// A person ends that search, if it has not ended.
    pub(crate) fn raise_in(&self, search: u64) {
        self.change(|word| {
            (word / Self::SEARCH == search)
                .then_some(word & !Self::REASON | StopReason::Person as u64)
        });
    }

    /// Lets the same search go on, with something else, unless a person has stopped it. True if it may.
    pub(crate) fn go_on(&self) -> bool {
        self.change(|word| {
            let person = word & Self::REASON == StopReason::Person as u64;
            (!person).then_some(word & !Self::REASON)
        })
    }

    /// The search has ended: stops are for the next one from now on.
    pub(crate) fn end(&self) {
        self.change(|word| Some((word / Self::SEARCH + 1) * Self::SEARCH));
    }

    /// True if the word was changed.
    fn change(&self, new: impl FnMut(u64) -> Option<u64>) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, new).is_ok()
    }
}

/// Where the time comes from. Real searches use [`WallClock`]; tests bring a clock of their own.
///
/// A clock may be wrong. Where it goes back, time goes on from what was read before; where it leaps forward, that
/// much time has passed, and a search whose limit was within ends with what it has found; while it stands still, no time limit
/// is reached, and a search ends by its other limits, a proof or a stop.
pub trait Clock: Send + Sync + fmt::Debug {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}

/// The system's monotonic clock.
#[derive(Debug)]
pub struct WallClock(Instant);

impl Default for WallClock {
    fn default() -> Self {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_stays_but_for_a_persons() {
        let stop = StopWord::default();
        assert_eq!((stop.is_raised(), stop.reason()), (false, None));
        stop.raise(StopReason::Time);
        stop.raise(StopReason::Nodes);
        assert_eq!(stop.reason(), Some(StopReason::Time));
        stop.raise(StopReason::Person);
        stop.raise(StopReason::Over);
        assert_eq!(stop.reason(), Some(StopReason::Person));
        assert!(!stop.go_on() && stop.is_raised());
    }

    #[test]
    fn what_was_solved_may_go_on() {
        let stop = StopWord::default();
        stop.raise(StopReason::Over);
        assert!(stop.go_on() && !stop.is_raised());
    }

    #[test]
    fn a_stop_for_one_search_leaves_the_next_alone() {
        let stop = StopWord::default();
        let first = stop.search();
        stop.raise_in(first);
        assert_eq!(stop.reason(), Some(StopReason::Person));
        stop.end();
        assert!(!stop.is_raised());
        stop.raise_in(first);
        assert!(!stop.is_raised());
        stop.raise_in(stop.search());
        assert!(stop.is_raised());
    }

    #[test]
    fn every_reason_is_read_as_it_was_written() {
        for reason in [
            StopReason::Person,
            StopReason::Nodes,
            StopReason::Time,
            StopReason::Over,
            StopReason::Error,
        ] {
            let stop = StopWord::default();
            stop.end();
            stop.raise(reason);
            assert_eq!((stop.reason(), stop.search()), (Some(reason), 1));
        }
    }
}
