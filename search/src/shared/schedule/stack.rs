//! How much stack a search needs, and a way to have it on whatever thread calls the engine.
//!
//! A search is as deep as its lines are long, at most [`MAX_PLY`], and each ply holds what takes its move
//! back. Threads of our own are made with as much room as that takes; a caller's thread may have less,
//! and then the search goes on on a stack that is made for it. Where there is room nothing is done but
//! to look how much: some nanoseconds.

use std::io;
use std::panic::{self, AssertUnwindSafe};

use super::RunError;
use crate::rules::limits::MAX_PLY;

/// What a ply needs beside the game's undo: the recursion's frames, and the game's own. Without optimisation the
/// recursion alone takes 6.2 KiB with several threads (on x86-64), with it 0.7.
const FRAME_BYTES: usize = if cfg!(debug_assertions) { 8 << 10 } else { 4 << 10 };
/// A frame holds an undo in several places: where it is made, where it is stored, where it is handed back. Without
/// optimisation these are eight with several threads, otherwise two.
const UNDO_COPIES: usize = if cfg!(debug_assertions) { 10 } else { 6 };
/// For leaf solvers, evaluations and whatever else lies at the end of a line.
const LEAF_BYTES: usize = 256 << 10;
/// Threads of our own have no less: only what is used is backed by memory.
const OWN_BYTES: usize = 8 << 20;

/// How many bytes the longest line takes in a game whose undo has this size.
const fn needed(undo_bytes: usize) -> usize {
    LEAF_BYTES + (MAX_PLY + 2) * (FRAME_BYTES + UNDO_COPIES * undo_bytes)
}

/// How much room a thread of our own has for such a game.
pub(crate) const fn own(undo_bytes: usize) -> usize {
    let needed = needed(undo_bytes);
    if needed > OWN_BYTES { needed } else { OWN_BYTES }
}

/// Runs `search`, which lets no panic out, where it has enough room for such a game.
///
/// # Errors
/// If the caller's stack is too small, and the system has no room for a larger one.
pub(crate) fn with_room<T>(undo_bytes: usize, search: impl FnOnce() -> T) -> Result<T, RunError> {
    if cfg!(miri) {
        // Miri has a stack of its own, and knows nothing of ours.
        return Ok(search());
    }
    let (needed, own) = (needed(undo_bytes), own(undo_bytes));
    // The only way in which `stacker` says that the system has refused a stack is a panic.
    let grown = || stacker::maybe_grow(needed, own, search);
    panic::catch_unwind(AssertUnwindSafe(grown)).map_err(|_| {
        let message =
            format!("the caller's has less than {needed} bytes, and no larger one was granted");
        RunError::NoStack { worker: 0, error: io::Error::new(io::ErrorKind::OutOfMemory, message) }
    })
}
