//! What the runners, the keeper and those who submit share: who waits, who runs, and the counts.
//!
//! One lock for all of it, held for moments: nothing is searched, made or delivered under it.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plyglot_open::{Handle, Mv, Progress};

use crate::queue::delivery::Delivery;
use crate::queue::pool::Pool;
use crate::queue::query::{Client, End, QueryError, QueryProgress, Ticket};
use crate::queue::settings::Settings;
use crate::queue::shares::shares;
use crate::queue::turns::Turns;
use crate::queue::waiting::{Job, Order, Waiting};

/// The longest time between two reports: as good as never, and nothing that a clock overflows at.
const LONGEST: Duration = Duration::from_secs(366 * 24 * 3600);

/// How soon the first report comes, whatever the time between two: who asked looks at it.
const FIRST: Duration = Duration::from_millis(4);

/// How often the time of a fresh search is doubled that has to begin anew: up to a minute.
const MOST_DOUBLED: u32 = 6;

/// What all threads of a service share.
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    pub(crate) pool: Pool,
    pub(crate) begun: Instant,
    state: Mutex<State>,
    /// A query waits, or the service ends.
    pub(crate) work: Condvar,
    /// The keeper has something to do earlier than it knew.
    pub(crate) alarm: Condvar,
}

/// Who waits, who runs, and the counts.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) waiting: Waiting,
    pub(crate) turns: Turns,
    pub(crate) running: BTreeMap<Order, Running>,
    pub(crate) ended: bool,
    pub(crate) tickets: u64,
    pub(crate) answered: u64,
    pub(crate) failed: u64,
    pub(crate) given_up: u64,
    pub(crate) nodes: u64,
    /// When the keeper looks next by itself; `None` if it waits to be called.
    pub(crate) keeper_looks: Option<Instant>,
}

/// A query that a runner has taken.
pub(crate) struct Running {
    pub(crate) ticket: Ticket,
    pub(crate) delivery: Delivery,
    pub(crate) cancelled: bool,
    /// Only a cancel ends it, or a proof.
    pub(crate) is_unlimited: bool,
    pub(crate) client: Client,
    pub(crate) priority: i32,
    /// When its turn began.
    pub(crate) since: Instant,
    /// How many times as long as usual its turn lasts at least.
    pub(crate) patience: u32,
    /// Up to when its time is in the account of its client.
    charged: Instant,
    /// It is to give way to another query.
    pub(crate) gives_way: bool,
    pub(crate) reports: Option<Reports>,
    /// How many threads it may have at most, as far as the query says.
    pub(crate) most: usize,
    /// How many it has.
    pub(crate) share: usize,
    /// How many it ever had.
    pub(crate) greatest: usize,
    /// The search; none between two, and before the first.
    pub(crate) search: Option<Search>,
    /// When it may begin anew as a team, where it searches alone.
    pub(crate) joins_at: Option<Instant>,
    /// It is to begin anew as a team.
    pub(crate) joining: bool,
}

/// A search that runs.
pub(crate) struct Search {
    /// Stops this one alone.
    pub(crate) stop: Handle,
    /// How many workers its engine has.
    pub(crate) threads: usize,
}

/// Reports of a running search.
pub(crate) struct Reports {
    pub(crate) every: Duration,
    pub(crate) next: Instant,
    /// There was one.
    begun: bool,
    pub(crate) latest: Arc<Latest>,
}

/// What a search has found last, by line.
#[derive(Default)]
pub(crate) struct Latest(Mutex<Vec<(Progress<Mv>, bool)>>);

impl Latest {
    /// Takes note of what was found.
    pub(crate) fn note(&self, progress: Progress<Mv>) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rank = progress.line.rank;
        match lines.iter_mut().find(|(known, _)| known.line.rank == rank) {
            Some(known) => *known = (progress, true),
            None => lines.push((progress, true)),
        }
    }

    /// What is new since this was asked last, by rank.
    pub(crate) fn take_new(&self) -> Vec<Progress<Mv>> {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new = lines.iter_mut().filter(|(_, new)| *new);
        let mut new: Vec<_> = new
            .map(|(progress, new)| {
                *new = false;
                progress.clone()
            })
            .collect();
        new.sort_by_key(|progress| progress.line.rank);
        new
    }
}

impl Running {
    pub(crate) fn new(job: &Job, threads: usize) -> Running {
        let every = job.query.report_every.map(|every| every.min(LONGEST));
        let now = Instant::now();
        let reports = every.map(|every| Reports {
            every,
            next: now + every.min(FIRST),
            begun: false,
            latest: Arc::default(),
        });
        Running {
            ticket: job.order.ticket,
            delivery: job.delivery.clone(),
            cancelled: false,
            is_unlimited: job.query.is_unlimited(),
            client: job.query.client,
            priority: job.query.priority,
            since: now,
            // A fresh search that gives way has lost what it did: it gets twice the time when it begins anew.
            patience: if job.query.fresh { 1 << job.past.gave_way.min(MOST_DOUBLED) } else { 1 },
            charged: now,
            gives_way: false,
            reports,
            most: job.query.threads.unwrap_or(threads).clamp(1, threads),
            share: 1,
            greatest: job.past.greatest.max(1),
            search: None,
            joins_at: None,
            joining: false,
        }
    }

    /// Ends its search, if one runs; then it is not begun anew.
    pub(crate) fn cancel(&mut self) {
        self.cancelled = true;
        if let Some(search) = &self.search {
            search.stop.stop();
        }
    }

    /// What is to be reported now.
    pub(crate) fn report(&mut self, now: Instant) -> Option<(Delivery, QueryProgress)> {
        let reports = self.reports.as_mut().filter(|reports| reports.next <= now)?;
        let lines = reports.latest.take_new();
        reports.begun |= !lines.is_empty();
        // A report that is late moves those behind it.
        reports.next = now + if reports.begun { reports.every } else { reports.every.min(FIRST) };
        let found = QueryProgress { lines, threads: self.share };
        (!found.lines.is_empty()).then(|| (self.delivery.clone(), found))
    }
}

impl Shared {
    pub(crate) fn new(settings: Settings, pool: Pool) -> Shared {
        let state = Mutex::default();
        let (work, alarm) = (Condvar::new(), Condvar::new());
        Shared { settings, pool, begun: Instant::now(), state, work, alarm }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls the keeper if it would look too late for what is due at `at`.
    pub(crate) fn remind(&self, state: &State, at: Instant) {
        if state.keeper_looks.is_none_or(|looks| at < looks) {
            self.alarm.notify_one();
        }
    }
}

impl State {
    /// Counts a query that has ended.
    pub(crate) fn count(&mut self, end: &End) {
        match &end.result {
            Ok(report) => {
                self.answered += 1;
                self.nodes += report.nodes;
            }
            Err(QueryError::Door(_) | QueryError::Bug(_)) => self.failed += 1,
            Err(QueryError::Cancelled | QueryError::Late | QueryError::Stopped) => {
                self.given_up += 1;
            }
        }
    }

    /// Takes a query that waits out of the account of its client, and counts its end.
    pub(crate) fn give_up(&mut self, job: &mut Job, why: QueryError) -> End {
        let end = job.given_up(why);
        self.count(&end);
        self.turns.leave(job.query.client);
        end
    }

    /// True if threads are idle that no query waits for.
    pub(crate) fn has_idle(&self, threads: usize) -> bool {
        self.waiting.is_empty() && self.running.len() < threads
    }

    /// Puts what threads have done since it was last called into the accounts of their clients.
    pub(crate) fn charge(&mut self, now: Instant) {
        for running in self.running.values_mut() {
            let time = now.saturating_duration_since(running.charged);
            let threads = u32::try_from(running.share.max(1)).unwrap_or(u32::MAX);
            self.turns.charge(running.client, time.saturating_mul(threads));
            running.charged = now;
        }
    }

    /// Divides the threads anew among those who run.
    pub(crate) fn share_out(&mut self, threads: usize) {
        self.charge(Instant::now());
        let most = |running: &Running| match &running.search {
            Some(search) => running.most.min(search.threads),
            None => 1,
        };
        let most: Vec<_> = self.running.values().map(most).collect();
        for (running, share) in self.running.values_mut().zip(shares(threads, &most)) {
            running.greatest = running.greatest.max(share);
            if let Some(search) = running.search.as_ref().filter(|_| running.share != share) {
                // An engine of one thread has none to lend, and keeps it.
                let _ = search.stop.set_workers(share);
            }
            running.share = share;
        }
    }
}
