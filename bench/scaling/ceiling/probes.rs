//! How many random places of one shared table N threads look up in a second.
//!
//! The table is half full, so that nearly every look-up finds its entry. Which place comes next
//! depends on the entry, as in a search, which continues when it has the answer of the table: so without
//! prefetch each look-up waits for the memory, and the figure is what latency leaves. With prefetch
//! each place is asked for some look-ups before its turn.

use std::hint::black_box;
use std::time::Duration;

use plyglot_search::random::{SplitMix, mix};
use plyglot_search::table::{Basis, Entry, PagePolicy, Pages};
use plyglot_search::{Score, Table, TableError};

use super::together::{Slot, per_second, together};
use super::{CeilingError, CeilingPlan, Steps};
use crate::scaling::ProbePoint;
use plyglot_open::Stop;
use plyglot_stats::median;

/// How many look-ups lie between asking for a place and its turn: enough to cover the latency of
/// memory, few enough for the processor to have all of them under way.
const AHEAD: u64 = 8;
/// How many look-ups lie between looks at the clock.
const BATCH: u64 = 4096;
/// How many bytes of a table one entry takes up.
const ENTRY_BYTES: usize = 16;

impl CeilingPlan {
    /// Measures look-ups: for each size of table, on huge and on ordinary pages, at each thread
    /// count, with and without prefetch, the median of all rounds. One table exists at a time.
    ///
    /// A size that the system does not grant is left out, and so are huge pages where the system
    /// gives none, and whatever was not measured when it was stopped. `progress` is called after each
    /// slot how many are done, and how many there will be; those that are left out are skipped.
    ///
    /// # Errors
    /// If a table is too small to be one, or threads are not available.
    pub fn probes(
        &self,
        stop: &Stop,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Vec<ProbePoint>, CeilingError> {
        let policies = [PagePolicy::Huge, PagePolicy::Ordinary];
        let tables =
            self.probe_bytes.iter().flat_map(|&bytes| policies.map(|policy| (bytes, policy)));
        let ways: Vec<_> =
            self.counts().into_iter().flat_map(|count| [(count, false), (count, true)]).collect();
        let each = ways.len() * self.rounds;
        let mut random = SplitMix(self.seed);
        let total = self.probe_bytes.len() * policies.len() * each;
        let mut steps = Steps { stop, progress: &mut progress, done: 0, total };
        let mut points = Vec::new();
        for (index, (bytes, policy)) in tables.enumerate() {
            if steps.stopped() {
                break;
            }
            let Some(places) = Places::of(bytes, policy)? else { continue };
            steps.done = index * each;
            let order = (0..self.rounds).flat_map(|_| random.shuffled(ways.iter().copied()));
            points.extend(places.points(&ways, order.collect(), self.slot, &mut steps)?);
        }
        points.sort_by_key(|point: &ProbePoint| {
            (point.threads, point.bytes, point.huge_pages, point.prefetch)
        });
        Ok(points)
    }
}

/// A way to look up: how many threads, and whether they prefetch.
type Way = (usize, bool);

/// A table and the places in it that are looked up.
struct Places {
    table: Table,
    /// It lies on huge pages, for the most part at least.
    huge: bool,
    /// The places are those of the keys from 0 to here.
    keys: u64,
}

impl Places {
    /// A table that is half full; `None` if none of that size or on such pages is available.
    fn of(bytes: usize, policy: PagePolicy) -> Result<Option<Self>, CeilingError> {
        let table = match Table::with_pages(bytes, policy) {
            Err(TableError::TooLarge { .. } | TableError::Refused { .. }) => return Ok(None),
            table => table?,
        };
        let huge = match table.huge_bytes() {
            Some(huge) => huge > table.bytes() / 2,
            None => table.pages() == Pages::Huge,
        };
        if huge != (policy == PagePolicy::Huge) {
            return Ok(None);
        }
        let keys = (table.bytes() / ENTRY_BYTES / 2) as u64;
        let places = Places { table, huge, keys };
        let threads = num_cpus::get();
        together(threads, |thread| places.fill(thread, threads))?;
        Ok(Some(places))
    }

    /// Stores the keys that are this thread's share.
    fn fill(&self, thread: usize, threads: usize) {
        // The move encodes that the next number is the next one.
        let entry = Entry {
            mv: 1,
            score: Score::margin(0),
            depth: 1,
            lower: Basis::Proven,
            upper: Basis::Proven,
        };
        for number in (thread as u64..self.keys).step_by(threads) {
            self.table.prefetch(key(number + AHEAD * threads as u64));
            self.table.store(key(number), entry);
        }
    }

    /// Measures the ways to look up in this order, one slot each, until it is stopped.
    fn points(
        &self,
        ways: &[Way],
        order: Vec<Way>,
        slot: Duration,
        steps: &mut Steps<'_>,
    ) -> Result<Vec<ProbePoint>, CeilingError> {
        let mut rates = Vec::new();
        for (threads, prefetch) in order {
            let rate = self.rate(threads, prefetch, slot, steps.stop)?;
            if steps.stopped() {
                break;
            }
            rates.push(((threads, prefetch), rate));
            steps.next();
        }
        let (huge_pages, bytes) = (self.huge, self.table.bytes());
        let point = |&way: &Way| {
            let own = rates.iter().filter(|(measured, _)| *measured == way);
            let per_second = median(&own.map(|(_, rate)| *rate).collect::<Vec<_>>())?;
            let (threads, prefetch) = way;
            Some(ProbePoint { threads, huge_pages, prefetch, per_second, bytes })
        };
        Ok(ways.iter().filter_map(point).collect())
    }

    /// Look-ups per second of this number of threads together in one slot, each beginning at another entry.
    fn rate(
        &self,
        threads: usize,
        prefetch: bool,
        length: Duration,
        stop: &Stop,
    ) -> Result<f64, CeilingError> {
        let slot = Slot::new(threads, length);
        let done = together(threads, |thread| {
            let mut number = self.keys / threads as u64 * thread as u64;
            let mut count = 0;
            slot.begin();
            while slot.left().is_some() && !stop.is_raised() {
                number = match prefetch {
                    true => self.walk::<true>(number),
                    false => self.walk::<false>(number),
                };
                count += BATCH;
            }
            (count, slot.elapsed())
        })?;
        Ok(per_second(&done))
    }

    /// Looks up this number of entries from this one on, and returns the next one.
    fn walk<const PREFETCH: bool>(&self, mut number: u64) -> u64 {
        for _ in 0..BATCH {
            if PREFETCH {
                self.table.prefetch(key(self.wrap(number + AHEAD)));
            }
            let found = self.table.probe(key(number));
            // Always one, which only the entry shows.
            let step = found.map_or(1, |entry| u64::from(entry.mv));
            number = self.wrap(number + step);
        }
        black_box(number)
    }

    /// Begins again after the last key.
    fn wrap(&self, number: u64) -> u64 {
        if number < self.keys { number } else { 0 }
    }
}

/// The key of a number: neighbours lie anywhere in the table.
fn key(number: u64) -> u64 {
    mix(number)
}
