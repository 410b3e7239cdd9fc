//! Threads that search: their stack, and the error if the system refuses one.

use std::io;
use std::thread::Builder;

use crate::errors::Failure;

/// The stack of a thread that searches: the engine may go as deep as its longest line.
const STACK: usize = 16 << 20;

/// A thread of this name with room for a search.
pub(crate) fn searcher(name: impl Into<String>) -> Builder {
    Builder::new().name(name.into()).stack_size(STACK)
}

/// The system has refused a thread.
pub(crate) fn refused(error: io::Error) -> Failure {
    Failure::System { what: "a thread", error: error.to_string() }
}
