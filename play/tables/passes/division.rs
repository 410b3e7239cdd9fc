//! How a class is cut into slices that memory holds: [`Division`].

/// How many numbers share an entry of the index of links.
pub(in crate::tables) const GROUP: u64 = 512;
/// What a number takes of a slice in memory: six bytes of state, and twice four for those that a level decides.
const NUMBER: u64 = 14;
/// What the links of a number take while they are sorted: four bytes and five for each.
const COUNT: u64 = 4;
pub(super) const LINK: u64 = 5;
/// The least and the most that is gathered for a bucket before it is written.
const LEAST: u64 = 4 << 10;
const MOST: u64 = 1 << 20;
/// What a thread has in hand.
const THREAD: u64 = 4 << 20;

/// Slices of a class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::tables) struct Division {
    /// How many numbers there are.
    pub(in crate::tables) size: u64,
    /// How many numbers a slice has, the last one fewer.
    pub(in crate::tables) slice: u64,
    /// How many bytes are gathered for a bucket.
    pub(in crate::tables) buffer: u64,
    /// How many links are sorted at once.
    pub(in crate::tables) links: u64,
}

impl Division {
    /// The fewest slices that `memory` allows, where each number has about `moves` within the class; `None` if it
    /// allows none.
    pub(in crate::tables) fn new(size: u64, moves: f64, memory: u64) -> Option<Division> {
        let memory = memory.checked_sub(THREAD * rayon::current_num_threads() as u64)?;
        let of_links = COUNT as f64 + LINK as f64 * moves;
        // A quarter is for the buckets.
        let slice = (memory as f64 * 0.75 / of_links.max(NUMBER as f64)) as u64;
        Division::by(size, slice, memory)
    }

    /// Slices of this many numbers; `None` if the memory does not hold one.
    pub(in crate::tables) fn of_slices(size: u64, slice: u64, memory: u64) -> Option<Division> {
        let memory = memory.checked_sub(THREAD * rayon::current_num_threads() as u64)?;
        Division::by(size, slice, memory)
    }

    fn by(size: u64, slice: u64, memory: u64) -> Option<Division> {
        // Numbers within a slice, and those of its links, are kept in 32 bits.
        let slice = slice.min(size.next_multiple_of(GROUP)).min(1 << 31) / GROUP * GROUP;
        if slice == 0 {
            return None;
        }
        let of_slice = memory / 4 * 3;
        let buffer = (memory / 4 / size.div_ceil(slice)).min(MOST);
        let links = of_slice.checked_sub(COUNT * slice)? / LINK;
        let fits = NUMBER * slice <= of_slice && links >= GROUP && buffer >= LEAST;
        fits.then_some(Division { size, slice, buffer, links: links.min(u64::from(u32::MAX)) })
    }

    /// What it takes of memory, about, where the class has this many moves within it.
    pub(in crate::tables) fn memory(&self, moves: u64) -> u64 {
        let slices = self.slices() as u64;
        let links = (moves / slices.max(1)).min(self.links);
        let of_slice = (NUMBER * self.slice).max(COUNT * self.slice + LINK * links);
        of_slice + self.buffer * slices + THREAD * rayon::current_num_threads() as u64
    }

    /// How many slices there are.
    pub(in crate::tables) fn slices(&self) -> usize {
        self.size.div_ceil(self.slice) as usize
    }

    /// The slice of a number, and its place there.
    pub(super) fn place(&self, index: u64) -> (usize, u32) {
        ((index / self.slice) as usize, (index % self.slice) as u32)
    }

    /// The numbers of a slice.
    pub(super) fn range(&self, slice: usize) -> std::ops::Range<u64> {
        let from = slice as u64 * self.slice;
        from..self.size.min(from + self.slice)
    }

    /// How many numbers a slice has.
    pub(super) fn count(&self, slice: usize) -> usize {
        let range = self.range(slice);
        (range.end - range.start) as usize
    }
}
