//! Memory from the allocator, for every system without a file of its own, and for loom.

use super::{PagePolicy, Pages};
use crate::table::slot::Cluster;

/// A vector that grows once, into room that was reserved for it.
#[derive(Debug)]
pub(super) struct Backing {
    clusters: Vec<Cluster>,
    wanted: usize,
}

impl Backing {
    pub(super) fn reserve(wanted: usize, _policy: PagePolicy) -> Option<Self> {
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(wanted).ok()?;
        Some(Backing { clusters, wanted })
    }

    /// All at once: there is no memory that comes when it is written to.
    pub(super) fn commit(&mut self, _first: usize) {
        self.clusters.resize_with(self.wanted, Cluster::default);
    }

    pub(super) fn room(&self) -> usize {
        self.wanted
    }

    #[inline]
    pub(super) fn clusters(&self) -> &[Cluster] {
        &self.clusters
    }

    pub(super) fn pages(&self) -> Pages {
        Pages::Ordinary
    }

    pub(super) fn huge_bytes(&self) -> Option<usize> {
        None
    }
}
