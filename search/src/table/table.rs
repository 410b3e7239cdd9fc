//! The table itself: where an entry lies, and what becomes of it.

use std::fmt;

use super::TableError;
use super::entry::{Age, Data, Entry};
use super::memory::{Memory, PagePolicy, Pages, for_each_chunk};
use super::replace::{merge, worth};
use super::slot::{CLUSTER_BYTES, Cluster, SLOTS, Slot};
use super::system;
use crate::sync::{AtomicU32, Ordering};

/// Below this size the system is not asked whether there is memory: asking would cost more than filling.
const UNASKED_BYTES: usize = 1 << 20;
/// No slice may be larger. With 32 bits a system may well have more, and map it.
const MOST_BYTES: u64 = isize::MAX as u64;
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
        let mut memory = reserve(bytes, 0, policy)?;
        memory.commit();
        Ok(Table { memory, policy, search: AtomicU32::new(0) })
    }

    /// What is known of the position with this key. The odds of an answer that was stored for
    /// another position are those of two 64-bit keys being equal.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let key = mix(key);
        for slot in &self.cluster(key).0 {
            let (found, data) = slot.read();
            if found == key {
                // The check is for the one key that an empty slot seems to hold. No later slot can
                // hold it: a store would have found this one first.
                return if data.is_empty() { None } else { Some(data.entry()) };
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
    }

    /// Forgets everything. A search that runs meanwhile loses entries, and nothing else.
    pub fn clear(&self) {
        for_each_chunk(self.memory.clusters(), |chunk| {
            for slot in chunk.iter().flat_map(|cluster| &cluster.0) {
                slot.write(0, Data::EMPTY);
            }
        });
        self.search.store(0, Ordering::Relaxed); // relaxed: see the field
    }

    /// Gives the table another size; it is empty afterwards. There need not be room for both the
    /// old and the new one.
    ///
    /// # Errors
    /// As [`Table::new`]; the table is then as it was before. Only [`TableError::Refused`] may leave
    /// it empty: where address space is what is scarce, the old table has to go before the system can
    /// say whether there is room for the new one. It then has its old size again, or a single cluster
    /// should the system have given that room to another process meanwhile.
    pub fn resize(&mut self, bytes: usize) -> Result<(), TableError> {
        let memory = match reserve(bytes, self.bytes(), self.policy) {
            Err(refused @ TableError::Refused { .. }) => self.make_room(bytes).ok_or(refused)?,
            other => other?,
        };
        self.replace(memory);
        Ok(())
    }

    /// Room for `bytes` bytes once the old table's is given back; `None` if that is too little, and
    /// the table is then empty.
    fn make_room(&mut self, bytes: usize) -> Option<Memory> {
        let old = self.clusters();
        let least = Memory::reserve(1, self.policy)?;
        self.replace(least);
        let memory = Memory::reserve(bytes / CLUSTER_BYTES, self.policy);
        if memory.is_none()
            && let Some(old) = Memory::reserve(old, self.policy)
        {
            self.replace(old);
        }
        memory
    }

    /// Goes on empty, on other memory.
    fn replace(&mut self, memory: Memory) {
        self.memory = memory;
        self.memory.commit();
        self.search = AtomicU32::new(0);
    }

    /// How many thousandths of the slots hold an entry of the current search, by a sample.
    pub fn fill_permill(&self) -> u32 {
        let clusters = self.memory.clusters();
        let now = self.age();
        let sample = clusters.iter().step_by(clusters.len().div_ceil(SAMPLE));
        let (mut seen, mut held) = (0, 0);
        for slot in sample.flat_map(|cluster| &cluster.0) {
            let (_, data) = slot.read();
            seen += 1;
            held += u32::from(!data.is_empty() && data.since(now) == 0);
        }
        held * 1000 / seen
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
        let slots = self.memory.clusters().iter().flat_map(|cluster| &cluster.0);
        slots.map(Slot::read).fold(self.clusters() as u64, |digest, (key, data)| {
            fold(fold(digest, key), data.bits())
        })
    }

    /// All that the table holds, with the mixed keys.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u64, Data)> {
        let slots = self.memory.clusters().iter().flat_map(|cluster| &cluster.0);
        slots.map(Slot::read).filter(|(_, data)| data.is_entry())
    }

    /// Stores an entry of another table, by its mixed key, as one of the current search.
    pub(super) fn put(&self, key: u64, data: Data) {
        let now = self.age();
        self.place(key, Data::pack(data.entry(), now), now);
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.clusters() * CLUSTER_BYTES
    }

    /// How many clusters of 64 bytes there are.
    pub fn clusters(&self) -> usize {
        self.memory.clusters().len()
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
        let slots = &self.cluster(key).0;
        // Worth and number in one integer: its minimum is found without a branch that could be
        // predicted wrongly, which would make a store wait for its cache line.
        let mut least = i32::MAX;
        for (number, slot) in (0..).zip(slots) {
            let (found, old) = slot.read();
            if found == key {
                slot.write(key, merge(old, new, now));
                return;
            }
            least = least.min(worth(old, now) * SLOTS as i32 + number);
        }
        slots[least as usize % SLOTS].write(key, new);
    }

    /// The cluster of a mixed key: multiply and shift (D. Lemire 2019), for any number of clusters.
    #[inline]
    fn cluster(&self, mixed: u64) -> &Cluster {
        let clusters = self.memory.clusters();
        &clusters[((u128::from(mixed) * clusters.len() as u128) >> 64) as usize]
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

/// Reserves room, if it is granted with `held` bytes given back for it.
fn reserve(bytes: usize, held: usize, policy: PagePolicy) -> Result<Memory, TableError> {
    let clusters = bytes / CLUSTER_BYTES;
    if clusters == 0 {
        return Err(TableError::TooSmall { asked: bytes, least: CLUSTER_BYTES });
    }
    if bytes >= UNASKED_BYTES {
        let granted = system::granted().map_or(MOST_BYTES, |left| left.saturating_add(held as u64));
        let granted = granted.min(MOST_BYTES);
        if bytes as u64 > granted {
            return Err(TableError::TooLarge { asked: bytes, granted });
        }
    }
    Memory::reserve(clusters, policy).ok_or(TableError::Refused { asked: bytes })
}

/// Asks the processor to load a cache line.
#[inline]
fn prefetch(cluster: &Cluster) {
    #[cfg(all(target_arch = "x86_64", not(miri), not(loom)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: SSE is part of x86_64, and a prefetch changes nothing but the caches.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(cluster).cast()) };
    }
    #[cfg(all(target_arch = "aarch64", not(miri), not(loom)))]
    // SAFETY: a prefetch changes nothing but the caches.
    unsafe {
        std::arch::asm!(
            "prfm pldl1keep, [{line}]",
            line = in(reg) std::ptr::from_ref(cluster),
            options(nostack, preserves_flags, readonly),
        );
    }
    #[cfg(any(miri, loom, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
    let _ = cluster;
}
