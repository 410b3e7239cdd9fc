//! Zeroed clusters, aligned to cache lines and, where the system can, on huge pages.
//!
//! A table of gigabytes on pages of 4 KiB misses the translation buffer at nearly every probe, so
//! that each costs two trips to memory; pages of 2 MiB save most of them.
//!
//! Memory is had in two steps, so that a table can be resized without room for two and still be
//! kept if the new one is refused, and so that one that grows has its place: [`Memory::reserve`] takes
//! address space, [`Memory::commit`] makes some or all of it memory. The rest becomes memory where it is
//! written to.

#[cfg(all(target_os = "linux", not(loom)))]
#[path = "linux.rs"]
mod backing;

#[cfg(not(all(target_os = "linux", not(loom))))]
#[path = "plain.rs"]
mod backing;
#[cfg(all(target_os = "linux", not(loom)))]
mod smaps;

use std::error::Error;
use std::sync::OnceLock;

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use self::backing::Backing;
use super::slot::{CLUSTER_BYTES, Cluster};

/// The pages that a table lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pages {
    /// Huge pages were asked for and granted in principle; the system uses them as far as it has
    /// any.
    Huge,
    /// Pages of the ordinary size.
    Ordinary,
}

/// The pages that are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PagePolicy {
    /// Huge ones, as far as there are any.
    #[default]
    Huge,
    /// Ordinary ones, even where the system would give huge ones unasked. For measurements.
    Ordinary,
}

/// Clusters, all zero once committed.
#[derive(Debug)]
pub(super) struct Memory(Backing);

impl Memory {
    /// Reserves room for `clusters` clusters; `None` if the system refuses.
    pub(super) fn reserve(clusters: usize, policy: PagePolicy) -> Option<Memory> {
        Backing::reserve(clusters, policy).map(Memory)
    }

    /// Makes the room of the first `clusters` real: afterwards they are there, and zero; so are the
    /// others, once something is written to them.
    pub(super) fn commit(&mut self, clusters: usize) {
        self.0.commit(clusters);
    }

    /// For how many clusters there is room.
    pub(super) fn room(&self) -> usize {
        self.0.room()
    }

    /// All clusters for which there is room; none before the memory is committed.
    #[inline]
    pub(super) fn clusters(&self) -> &[Cluster] {
        self.0.clusters()
    }

    /// The pages that they lie on.
    pub(super) fn pages(&self) -> Pages {
        self.0.pages()
    }

    /// How many bytes of them lie on huge pages now; `None` where the system does not tell.
    pub(super) fn huge_bytes(&self) -> Option<usize> {
        self.0.huge_bytes()
    }
}

/// From this size on a table is worked on in parallel; below, waking threads costs more.
const PARALLEL_BYTES: usize = 8 << 20;
/// How much of it one thread takes at a time.
const CHUNK_BYTES: usize = 2 << 20;

/// Does the same to all clusters, piece by piece and in parallel if there are many.
///
/// A thread of rayon's does it alone: while it waited for others it would begin with whatever else
/// its pool has to do, be it the search of another engine. So does any thread where the system refuses rayon its
/// threads.
pub(super) fn for_each_chunk(clusters: &[Cluster], work: impl Fn(&[Cluster]) + Send + Sync) {
    let small = clusters.len() < PARALLEL_BYTES / CLUSTER_BYTES;
    if small || rayon::current_thread_index().is_some() || !has_helpers() {
        work(clusters);
    } else {
        clusters.par_chunks(CHUNK_BYTES / CLUSTER_BYTES).for_each(work);
    }
}

/// Whether rayon has threads; the first question starts them. Without the question rayon would panic where the
/// system refuses them.
fn has_helpers() -> bool {
    static HAS_HELPERS: OnceLock<bool> = OnceLock::new();
    *HAS_HELPERS.get_or_init(|| match ThreadPoolBuilder::new().build_global() {
        Ok(()) => true,
        // Without an error of the system they run already.
        Err(error) => error.source().is_none(),
    })
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::collections::HashSet;
    use std::sync::Mutex;
    use std::thread::{self, ThreadId};
    use std::time::Duration;

    use super::*;

    /// Who worked on a large table. Each piece takes long enough for others to come and help.
    fn workers(clusters: &[Cluster]) -> HashSet<ThreadId> {
        let workers = Mutex::new(HashSet::new());
        let done = Mutex::new(0);
        for_each_chunk(clusters, |chunk| {
            thread::sleep(Duration::from_millis(2));
            workers.lock().expect("no thread panics").insert(thread::current().id());
            *done.lock().expect("no thread panics") += chunk.len();
        });
        assert_eq!(done.into_inner().expect("no thread panics"), clusters.len());
        workers.into_inner().expect("no thread panics")
    }

    #[test]
    fn a_thread_of_rayons_waits_for_no_other() {
        let mut memory = Memory::reserve(2 * PARALLEL_BYTES / CLUSTER_BYTES, PagePolicy::Ordinary)
            .expect("memory");
        memory.commit(2 * PARALLEL_BYTES / CLUSTER_BYTES);
        let clusters = memory.clusters();
        let pool = ThreadPoolBuilder::new().num_threads(4).build().expect("four threads");
        let (own, others) = pool.install(|| (thread::current().id(), workers(clusters)));
        assert_eq!(others, HashSet::from([own]));
        assert!(!workers(clusters).contains(&thread::current().id()), "rayon's do it for others");
    }
}
