//! What a table is to be, and the memory that is reserved for it: asked of the system once, before anything is written.

use super::TableError;
use super::growth::{Granted, Growth, HashGrowth};
use super::memory::{Memory, PagePolicy};
use super::slot::CLUSTER_BYTES;
use super::system;

/// No slice may be larger. With 32 bits a system may well have more, and map it.
const MOST_BYTES: u64 = isize::MAX as u64;

/// What a table is to be.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) bytes: usize,
    pub(super) growth: HashGrowth,
    pub(super) policy: PagePolicy,
    pub(super) granted: Granted,
}

impl Wanted {
    /// A table of some size, that is yet to be said.
    pub(super) const FIXED: Wanted = Wanted {
        bytes: 0,
        growth: HashGrowth::Fixed,
        policy: PagePolicy::Huge,
        granted: system::granted,
    };

    /// Reserves room, if it is granted with `held` bytes given back for it; and with how many clusters to
    /// begin. The room is for more where the table is to grow, or is large.
    pub(super) fn reserve(&self, held: usize) -> Result<(Memory, usize), TableError> {
        let asked = self.bytes;
        let clusters = asked / CLUSTER_BYTES;
        if clusters == 0 {
            return Err(TableError::TooSmall { asked, least: CLUSTER_BYTES });
        }
        if !system::is_little(asked as u64) {
            let granted =
                (self.granted)().map_or(MOST_BYTES, |left| left.saturating_add(held as u64));
            let granted = granted.min(MOST_BYTES);
            if asked as u64 > granted {
                return Err(TableError::TooLarge { asked, granted });
            }
        }
        let (first, mut most) = match self.growth {
            HashGrowth::Fixed => (Growth::first_part(clusters), clusters),
            HashGrowth::UpTo(bytes) => {
                let most = (bytes.min(MOST_BYTES as usize) / CLUSTER_BYTES).max(1);
                (Growth::rounded(clusters.min(most)), most)
            }
        };
        loop {
            match Memory::reserve(most, self.policy) {
                Some(memory) => return Ok((memory, first)),
                None if self.growth != HashGrowth::Fixed && most > first => {
                    most = first.max(most / 2);
                }
                None => return Err(TableError::Refused { asked }),
            }
        }
    }
}
