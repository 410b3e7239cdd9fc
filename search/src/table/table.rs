//! The table itself: where an entry lies, and what becomes of it.

use std::fmt;

use super::TableError;
use super::entry::{Age, Data, Entry};
use super::growth::{Growth, HashGrowth};
use super::layout::{Layout, Shape};
use super::memory::{Memory, PagePolicy, Pages, for_each_chunk};
use super::replace::{merge, worth};
use super::slot::{CLUSTER_BYTES, Cluster, SLOTS, Slot};
use super::system;
use super::wanted::Wanted;
use crate::sync::{AtomicU32, Ordering};

/// How many clusters the fill gauge looks at.
const SAMPLE: usize = 256;

/// A table of search results by position, shared by all threads through `&Table`.
///
/// ```
/// use plyglot_search::Score;
/// use plyglot_search::table::{Basis, Entry, Table};
///
/// let table = Table::new(1 << 20)?;
/// let (lower, upper) = (Basis::Proven, Basis::Unknown); // "at least 2"
/// let entry = Entry { mv: 7, score: Score::margin(2), depth: 9, lower, upper };
/// table.store(0x1234, entry);
/// assert_eq!(table.probe(0x1234), Some(entry));
/// assert_eq!(table.probe(0x4321), None);
/// # Ok::<(), plyglot_search::table::TableError>(())
/// ```
pub struct Table {
    memory: Memory,
    layout: Layout,
    /// A store in a cluster whose number has all these bits clear is counted. All are set where the
    /// table does not grow.
    uncounted: usize,
    /// `None` where it stays as large as it is.
    growth: Option<Growth>,
    policy: PagePolicy,
    /// The number of the search. Relaxed everywhere: it only weighs entries against each other, and
    /// the caller of a search tells the workers by other means, which order this too.
    search: AtomicU32,
}

impl Table {
    /// An empty table of `bytes` bytes, rounded down to whole clusters of 64. Its memory is
    /// written to at once, in parallel, so this takes about as long as filling it with zeros.
    ///
    /// # Errors
    /// [`TableError`] if that is less than a cluster, more than the system and the control group
    /// grant or than half of all addresses (then nothing was allocated), or refused.
    pub fn new(bytes: usize) -> Result<Table, TableError> {
        Table::with_pages(bytes, PagePolicy::Huge)
    }

    /// [`Table::new`] on pages of one's choice, which resizing keeps to.
    ///
    /// # Errors
    /// As [`Table::new`]. Pages that the system does not have are no error: see [`Table::pages`]
    /// and [`Table::huge_bytes`].
    pub fn with_pages(bytes: usize, policy: PagePolicy) -> Result<Table, TableError> {
        Table::made(&Wanted { bytes, policy, ..Wanted::FIXED }, 0)
    }

    /// An empty table of `bytes` bytes that grows, or does not. It begins smaller where `bytes` is more
    /// than it may grow to.
    ///
    /// # Errors
    /// As [`Table::new`]. Address space that is missing to grow is no error; the table then grows less.
    pub fn with_growth(bytes: usize, growth: HashGrowth) -> Result<Table, TableError> {
        Table::made(&Wanted { bytes, growth, ..Wanted::FIXED }, 0)
    }

    /// A table in memory that is granted with `held` bytes given back for it.
    fn made(wanted: &Wanted, held: usize) -> Result<Table, TableError> {
        let (mut memory, first) = wanted.reserve(held)?;
        let is_fixed = wanted.growth == HashGrowth::Fixed;
        let room = memory.room();
        memory.commit(if is_fixed { room } else { first });
        let granted = (!is_fixed).then_some(wanted.granted);
        let growth = (room > first).then(|| Growth::new(first, room, granted));
        Ok(Table {
            memory,
            layout: Layout::new(first),
            uncounted: growth.as_ref().map_or(usize::MAX, Growth::mask),
            growth,
            policy: wanted.policy,
            search: AtomicU32::new(0),
        })
    }

    /// What is known of the position with this key. The odds of an answer that was stored for
    /// another position are those of two 64-bit keys being equal.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.find(key).map(Data::entry)
    }

    /// [`Table::probe`] for a game whose positions can come back: what rests on a return to the line holds for the lines
    /// of the search that found it, all of which begin at its root. Of an entry of another search such sides are not
    /// known. Ages go round, so one of sixteen searches ago may be taken for its own: what it says is no proof in
    /// any case.
    #[inline]
    pub fn probe_for_line(&self, key: u64) -> Option<Entry> {
        let data = self.find(key)?;
        let entry = data.entry();
        if entry.rests_on_line() && data.since(self.age()) != 0 {
            return Some(entry.without_line());
        }
        Some(entry)
    }

    #[inline(always)]
    fn find(&self, key: u64) -> Option<Data> {
        let key = mix(key);
        for slot in &self.cluster(key).0 {
            let (found, data) = slot.read();
            if found == key {
                // The check is for the one key that an empty slot seems to hold. No later slot can
                // hold it: a store would have found this one first.
                return if data.is_empty() { None } else { Some(data) };
            }
        }
        None
    }

    /// Keeps what was found out about the position with this key, at the cost of what is worth
    /// least among its neighbours. If an entry of the same position is there already, the two are
    /// merged: the new one stays unless it says nothing new or much less than the old one, and a
    /// missing move is taken from the other.
    #[inline(always)]
    pub fn store(&self, key: u64, entry: Entry) {
        let now = self.age();
        self.place(mix(key), Data::pack(entry, now), now);
    }

    /// Brings the key's cluster into the cache while the caller does something else. Worth it
    /// where some twenty nanoseconds of other work lie between this and the probe.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(mix(key)));
    }

    /// Begins a search: what earlier searches stored stays valid, and gives way more easily.
    pub fn new_search(&self) {
        self.search.fetch_add(1, Ordering::Relaxed); // relaxed: see the field
        self.growth.iter().for_each(Growth::begin_search);
    }

    /// Forgets everything. A search that runs meanwhile loses entries, and nothing else. A table that has
    /// grown keeps its size.
    pub fn clear(&self) {
        for_each_chunk(self.used(), |chunk| {
            for slot in chunk.iter().flat_map(|cluster| &cluster.0) {
                slot.write(0, Data::EMPTY);
            }
        });
        self.search.store(0, Ordering::Relaxed); // relaxed: see the field
        self.growth.iter().for_each(Growth::empty);
    }

    /// Gives the table another size, in which it stays; it is empty afterwards. There need not be room for
    /// both the old and the new one.
    ///
    /// # Errors
    /// As [`Table::new`]; the table is then as it was before. Only [`TableError::Refused`] may leave
    /// it empty: where address space is what is scarce, the old table has to go before the system can
    /// say whether there is room for the new one. It then has its old size again, or a single cluster
    /// should the system have given that room to another process meanwhile.
    pub fn resize(&mut self, bytes: usize) -> Result<(), TableError> {
        self.resize_with_growth(bytes, HashGrowth::Fixed)
    }

    /// [`Table::resize`] to a table that grows, or does not, as [`Table::with_growth`] makes it.
    ///
    /// # Errors
    /// As [`Table::resize`].
    pub fn resize_with_growth(
        &mut self,
        bytes: usize,
        growth: HashGrowth,
    ) -> Result<(), TableError> {
        let wanted = Wanted { bytes, growth, policy: self.policy, granted: system::granted };
        *self = match Table::made(&wanted, self.bytes()) {
            Err(refused @ TableError::Refused { .. }) => self.make_room(&wanted).ok_or(refused)?,
            other => other?,
        };
        Ok(())
    }

    /// The wanted table once the old one's room is given back; `None` if that is too little, and the table
    /// is then empty.
    fn make_room(&mut self, wanted: &Wanted) -> Option<Table> {
        let old = self.wanted();
        let least = Wanted { bytes: CLUSTER_BYTES, growth: HashGrowth::Fixed, ..old };
        *self = Table::made(&least, 0).ok()?;
        let made = Table::made(wanted, 0).ok();
        if made.is_none()
            && let Ok(old) = Table::made(&old, 0)
        {
            *self = old;
        }
        made
    }

    /// What makes a table like this one.
    fn wanted(&self) -> Wanted {
        let growing = self.growth.as_ref().filter(|growth| !growth.is_of_fixed_size());
        let (clusters, growth) = growing.map_or((self.clusters(), HashGrowth::Fixed), |growth| {
            (self.layout.first(), HashGrowth::UpTo(growth.most() * CLUSTER_BYTES))
        });
        let bytes = clusters * CLUSTER_BYTES;
        Wanted { bytes, growth, policy: self.policy, granted: system::granted }
    }

    /// How many thousandths of the slots hold an entry of the current search, by a sample.
    pub fn fill_permill(&self) -> u32 {
        let clusters = self.used();
        let now = self.age();
        let sample = clusters.iter().step_by(clusters.len().div_ceil(SAMPLE));
        let (mut seen, mut held) = (0, 0);
        for slot in sample.flat_map(|cluster| &cluster.0) {
            let (_, data) = slot.read();
            seen += 1;
            held += u64::from(!data.is_empty() && data.since(now) == 0);
        }
        // The rest of a large table is empty as yet.
        (held * 1000 * clusters.len() as u64 / (seen * self.clusters() as u64)) as u32
    }

    /// [`Table::fill_permill`] after a search of `positions` positions, each of which was stored at most
    /// once. A search too small to fill a thousandth is told without looking: the sample lies
    /// all over the memory and would take longer than the search.
    pub fn fill_permill_after(&self, positions: u64) -> u32 {
        let slots = (self.clusters() * SLOTS) as u64;
        if positions.saturating_mul(1000) < slots { 0 } else { self.fill_permill() }
    }

    /// One number for all that the table holds, in its order: tables of the same size with the same
    /// entries in the same places, of the same age, have the same digest, and a single slot that
    /// differs always changes it. For tests that compare whole tables, not against forgery. Reads
    /// the whole table on one thread, at roughly a second for some gigabytes.
    pub fn digest(&self) -> u64 {
        // Each step is one to one in what was there before as well as in the word, so that one
        // difference can never be lost again.
        let fold = |digest: u64, word: u64| mix(digest.rotate_left(23) ^ word);
        let slots = self.used().iter().flat_map(|cluster| &cluster.0);
        slots.map(Slot::read).fold(self.clusters() as u64, |digest, (key, data)| {
            fold(fold(digest, key), data.bits())
        })
    }

    /// All that the table holds, with the mixed keys.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u64, Data)> {
        let slots = self.used().iter().flat_map(|cluster| &cluster.0);
        slots.map(Slot::read).filter(|(_, data)| data.is_entry())
    }

    /// Stores an entry of another table, by its mixed key, as one of the current search.
    pub(super) fn put(&self, key: u64, data: Data) {
        let now = self.age();
        self.place(key, Data::pack(data.entry(), now), now);
    }

    /// The size in bytes, as it is now.
    pub fn bytes(&self) -> usize {
        self.clusters() * CLUSTER_BYTES
    }

    /// The greatest size in bytes; [`Table::bytes`] of a table that does not grow.
    pub fn most_bytes(&self) -> usize {
        self.growth.as_ref().map_or(self.clusters(), Growth::most) * CLUSTER_BYTES
    }

    /// How many clusters of 64 bytes there are now.
    pub fn clusters(&self) -> usize {
        let fixed = self.growth.as_ref().filter(|growth| growth.is_of_fixed_size());
        fixed.map_or(self.layout.used(), Growth::most)
    }

    /// The clusters that are in use; all others are empty.
    fn used(&self) -> &[Cluster] {
        &self.memory.clusters()[..self.layout.used()]
    }

    /// The pages that the table lies on.
    pub fn pages(&self) -> Pages {
        self.memory.pages()
    }

    /// How many bytes of the table the system has really put on huge pages; an upper limit if it
    /// counts the memory next to the table with it. `None` where it does not tell. Takes about a
    /// millisecond.
    pub fn huge_bytes(&self) -> Option<usize> {
        self.memory.huge_bytes()
    }

    #[inline]
    fn age(&self) -> Age {
        Age::of(self.search.load(Ordering::Relaxed)) // relaxed: see the field
    }

    /// [`Table::store`], of what fits into registers, so that no entry goes through memory.
    #[inline(never)]
    fn place(&self, key: u64, new: Data, now: Age) {
        let place = self.layout.place(key);
        let slots = &self.memory.clusters()[place].0;
        // Worth and number in one integer: its minimum is found without a branch that could be
        // predicted wrongly, which would make a store wait for its cache line.
        let mut least = i32::MAX;
        for (number, slot) in (0..).zip(slots) {
            let (found, old) = slot.read();
            if found == key {
                slot.write(key, merge(old, new, now));
                if place & self.uncounted == 0 {
                    self.note(old, now);
                }
                return;
            }
            least = least.min(worth(old, now) * SLOTS as i32 + number);
        }
        let slot = &slots[least as usize % SLOTS];
        if place & self.uncounted != 0 {
            slot.write(key, new);
            return;
        }
        let (_, old) = slot.read();
        slot.write(key, new);
        self.note(old, now);
    }

    /// A store in a cluster that is counted, in the place of `old`: the table may have to grow.
    #[cold]
    #[inline(never)]
    fn note(&self, old: Data, now: Age) {
        // One that does not grow has every cluster but the first uncounted.
        let Some(growth) = &self.growth else { return };
        if old.is_empty() || old.since(now) != 0 {
            growth.count(old.is_empty());
        }
        growth.go_on(&self.layout, |clusters| self.split(clusters));
    }

    /// Splits the next clusters between themselves and their twins, which are new. Only one at a time may.
    ///
    /// Others read and store meanwhile. An entry is copied to its new place before that is looked into, and
    /// only then taken from its old one. What is stored in the old place in between is brought after. A
    /// thread that was held up between finding a place and using it may miss an entry, or lose the one that
    /// it stores, as may one that stores in the very moment in which its slot is emptied; nothing worse.
    fn split(&self, clusters: usize) {
        let (elder, shape) = self.layout.next(clusters);
        let all = self.memory.clusters();
        let (elders, twins) = (&all[elder..elder + clusters], shape.used - clusters);
        let of_twins = |shape: Shape, twin: usize, key: u64, data: Data| {
            // A torn pair has a key of anywhere and stays where it is.
            !data.is_empty() && self.layout.place_in(shape, key) == twin
        };
        for (elder, twin) in elders.iter().zip(twins..) {
            for (from, to) in elder.0.iter().zip(&all[twin].0) {
                let (key, data) = from.read();
                if of_twins(shape, twin, key, data) {
                    to.write(key, data);
                }
            }
        }
        self.layout.take(shape);
        for (elder, twin) in elders.iter().zip(twins..) {
            for (from, to) in elder.0.iter().zip(&all[twin].0) {
                let (key, data) = from.read();
                if of_twins(shape, twin, key, data) {
                    from.write(0, Data::EMPTY);
                    if to.read() != (key, data)
                        && all[twin].0.iter().all(|slot| slot.read().0 != key)
                    {
                        self.bring(&all[twin], key, data);
                    }
                }
            }
        }
    }

    /// Stores an entry that came late for the copy.
    fn bring(&self, twin: &Cluster, key: u64, data: Data) {
        let now = self.age();
        let least = twin.0.iter().min_by_key(|slot| worth(slot.read().1, now));
        least.expect("a cluster has slots").write(key, data);
    }

    /// The cluster of a mixed key.
    #[inline]
    fn cluster(&self, mixed: u64) -> &Cluster {
        &self.memory.clusters()[self.layout.place(mixed)]
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Table")
            .field("clusters", &self.clusters())
            .field("pages", &self.pages())
            .finish_non_exhaustive()
    }
}

/// Spreads a key over all bits, one to one (D. Knuth's multiplicative hashing). Well-mixed keys do
/// not need it; it costs one multiplication and saves a game whose keys are mere position codes
/// from having them all in one corner of the table.
#[inline]
pub(crate) const fn mix(key: u64) -> u64 {
    key.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Asks the processor to load the cache line in which something begins.
#[inline]
pub(crate) fn prefetch<T>(line: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri), not(loom)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: SSE is part of x86_64, and a prefetch changes nothing but the caches.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line).cast()) };
    }
    #[cfg(all(target_arch = "aarch64", not(miri), not(loom)))]
    // SAFETY: a prefetch changes nothing but the caches.
    unsafe {
        std::arch::asm!(
            "prfm pldl1keep, [{line}]",
            line = in(reg) std::ptr::from_ref(line),
            options(nostack, preserves_flags, readonly),
        );
    }
    #[cfg(any(miri, loom, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
    let _ = line;
}

#[cfg(all(test, not(loom)))]
mod tests;
