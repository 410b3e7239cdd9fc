//! Which threads are inside a function of a game that is written in C: a call of the library there could wait for the
//! search that has called the function, or for the lock under which it runs.
//!
//! Cost: a nanosecond a call.

use std::cell::Cell;

use crate::failure::{Failure, Status};

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Inside a function of a game until this is dropped.
pub(crate) struct Inside(());

impl Inside {
    pub(crate) fn enter() -> Inside {
        DEPTH.set(DEPTH.get() + 1);
        Inside(())
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}

/// Refuses inside a function of a game.
pub(crate) fn refused() -> Result<(), Failure> {
    match DEPTH.get() {
        0 => Ok(()),
        _ => Err(Failure::new(
            Status::PLYGLOT_MISUSE,
            "a function of a game in C must not call the library",
        )),
    }
}
