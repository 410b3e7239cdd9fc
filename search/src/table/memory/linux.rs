//! Memory mapped from Linux, with huge pages asked for or refused. All the unsafe code of the
//! table but for the prefetch is here.

use std::ptr::{self, NonNull};

use super::{PagePolicy, Pages, for_each_chunk, smaps};
use crate::table::entry::Data;
use crate::table::slot::{CLUSTER_BYTES, Cluster};

/// The size of a huge page, and thus the alignment that lets the first one be huge.
const HUGE_BYTES: usize = 2 << 20;
/// No page is smaller than this, so touching one word in each stretch of this size touches every page.
const PAGE_BYTES: usize = 4096;

/// A private anonymous mapping, and the clusters within it.
#[derive(Debug)]
pub(super) struct Backing {
    mapping: NonNull<libc::c_void>,
    mapped_bytes: usize,
    clusters: NonNull<Cluster>,
    len: usize,
    pages: Pages,
}

// SAFETY: the mapping belongs to this value alone, no thread has a claim to it, and it is reached
// only through `&[Cluster]`, which may be shared and sent since clusters consist of atomics.
unsafe impl Send for Backing {}
// SAFETY: as above; `&Backing` gives `&[Cluster]` and nothing else.
unsafe impl Sync for Backing {}

impl Backing {
    /// Maps room for `len` clusters, at least one. Fresh anonymous pages read as zero and take up
    /// no memory until they are written to.
    pub(super) fn reserve(len: usize, policy: PagePolicy) -> Option<Self> {
        let bytes = len.checked_mul(CLUSTER_BYTES)?;
        let align = if bytes >= HUGE_BYTES { HUGE_BYTES } else { PAGE_BYTES };
        // A mapping begins at some page; so much more contains an aligned place for sure.
        let mapped_bytes = bytes.checked_add(align - PAGE_BYTES)?;
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // Not set aside: whether there is memory was asked before, and will be before a table grows.
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: no address is asked for, so nothing that is already mapped can be hit.
        let address =
            unsafe { libc::mmap(ptr::null_mut(), mapped_bytes, protection, flags, -1, 0) };
        if address == libc::MAP_FAILED {
            return None;
        }
        let mapping = NonNull::new(address)?;
        let skip = mapping.as_ptr().align_offset(align);
        // SAFETY: at most `align - PAGE_BYTES` bytes are skipped, by which the mapping is larger
        // than the clusters, so that they lie within it from here to the end.
        let clusters = unsafe { mapping.byte_add(skip) }.cast::<Cluster>();
        let pages = match policy {
            PagePolicy::Huge if bytes >= HUGE_BYTES => ask_for_huge(clusters, bytes),
            PagePolicy::Huge => Pages::Ordinary,
            PagePolicy::Ordinary => forbid_huge(mapping, mapped_bytes),
        };
        Some(Backing { mapping, mapped_bytes, clusters, len, pages })
    }

    /// Writes to every page, in parallel, so that a search does not have to wait for the system to
    /// find it, and so that huge pages are found while there are some.
    pub(super) fn commit(&mut self, clusters: usize) {
        for_each_chunk(&self.clusters()[..clusters], |chunk| {
            for cluster in chunk.iter().step_by(PAGE_BYTES / CLUSTER_BYTES) {
                cluster.0[0].write(0, Data::EMPTY);
            }
        });
    }

    pub(super) fn room(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn clusters(&self) -> &[Cluster] {
        // SAFETY: the pointer is aligned to a page; the mapping holds `len` clusters from there
        // (see `reserve`), readable and writable until `drop`; zeroed memory is a valid cluster,
        // since it consists of integers; and all writes go through their atomics.
        unsafe { std::slice::from_raw_parts(self.clusters.as_ptr(), self.len) }
    }

    pub(super) fn pages(&self) -> Pages {
        self.pages
    }

    pub(super) fn huge_bytes(&self) -> Option<usize> {
        let start = self.clusters.addr().get();
        smaps::huge_bytes(start..start + self.len * CLUSTER_BYTES)
    }
}

impl Drop for Backing {
    fn drop(&mut self) {
        // SAFETY: this is the whole mapping that `reserve` made; it is unmapped once, and no
        // reference into it can outlive `self`. That it cannot fail follows from the same.
        unsafe { libc::munmap(self.mapping.as_ptr(), self.mapped_bytes) };
    }
}

/// Asks for huge pages, and says whether the system gives any.
fn ask_for_huge(start: NonNull<Cluster>, bytes: usize) -> Pages {
    // SAFETY: the range lies within a mapping of our own, and the advice changes no contents.
    let advised = unsafe { libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE) } == 0;
    let switch = std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled");
    let given = switch.is_ok_and(|text| !text.contains("[never]"));
    if advised && given { Pages::Huge } else { Pages::Ordinary }
}

/// Asks for ordinary pages where the system would give huge ones unasked. A system that does not
/// know the advice has no huge pages to give, so the answer does not matter.
fn forbid_huge(mapping: NonNull<libc::c_void>, bytes: usize) -> Pages {
    // SAFETY: the range is a mapping of our own, and the advice changes no contents.
    unsafe { libc::madvise(mapping.as_ptr(), bytes, libc::MADV_NOHUGEPAGE) };
    Pages::Ordinary
}
