//! The shared lock-free transposition table: what one worker has found out, all others know.
//!
//! Workers of a Lazy SMP search talk to one another through this table alone, tens of millions of
//! times a second, so nothing in it waits: an entry is two atomic words (R. Hyatt and T. Mann, "A
//! lock-less transposition-table implementation for parallel search", 2002), the first being the
//! key xor the second. A reader that meets half of one write and half of another finds a key that
//! is not its own and goes on.
//!
//! ```text
//! key --mix, multiply-shift--> cluster (64 bytes, one cache line) of 4 slots
//! slot    = key xor data : 64 | data : 64
//! data    = move 32 | score 16 | lower 2 | upper 2 | depth 8 | age 4
//! ```
//!
//! A probe costs one cache line, a store that line again; both are a few nanoseconds once the line
//! is there, and [`Table::prefetch`] brings it while the caller does something else.
//!
//! | file | one thing |
//! | --- | --- |
//! | `size` | sizes as people write and read them |
//! | `entry` | meaning <-> bits |
//! | `slot` | the atomics, and why their orderings suffice |
//! | `layout` | where a key lies, also in a table that has grown or is growing |
//! | `growth` | when a table grows, and how far |
//! | `replace` | which entry stays: a pure function |
//! | `system` | how much memory the system has, and it and the control group grant |
//! | `memory` | zeroed, aligned clusters on huge pages; all the unsafe code |
//! | `wanted` | what a table is to be, and the memory reserved for it |
//! | `table` | probe, store, age, clear, resize, fill |
//! | `file` | a table as a file: save and load |

mod entry;
mod file;
mod growth;
mod layout;
mod memory;
mod replace;
mod size;
mod slot;
mod system;
#[expect(clippy::module_inception, reason = "the table is what the folder is about")]
mod table;
mod wanted;

use thiserror::Error;

pub use entry::{Basis, Entry, NO_MOVE};
pub use file::{TableFileError, TableLabel};
pub use growth::HashGrowth;
pub use memory::{PagePolicy, Pages};
pub use size::{HashSize, SizeError};
pub use system::{free_memory, system_memory};
pub use table::Table;
pub(crate) use table::{mix, prefetch};

use size::readable;

/// Why there is no table.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TableError {
    /// Less than one cluster.
    #[error(
        "a table of {} is too small: the smallest is {}",
        readable(*asked as u64),
        readable(*least as u64)
    )]
    TooSmall {
        /// The size that was asked for, in bytes.
        asked: usize,
        /// The smallest size, in bytes.
        least: usize,
    },
    /// More than the system and the control group grant, or than half of all addresses. Nothing was allocated.
    #[error(
        "a table of {} is too large: only {} of memory is available",
        readable(*asked as u64),
        readable(*granted)
    )]
    TooLarge {
        /// The size that was asked for, in bytes.
        asked: usize,
        /// How much is granted, in bytes.
        granted: u64,
    },
    /// The system refused the allocation.
    #[error("the system refused a table of {}", readable(*asked as u64))]
    Refused {
        /// The size that was asked for, in bytes.
        asked: usize,
    },
}
