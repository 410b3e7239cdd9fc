//! In which process something was made.

use std::process;

use pyo3::prelude::*;

use crate::exceptions::exception;

/// Where something was made whose threads are in that process alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Home(u32);

impl Home {
    /// In this process.
    pub(crate) fn here() -> Home {
        Home(process::id())
    }

    /// True in the process that has made it.
    pub(crate) fn is_here(self) -> bool {
        self.0 == process::id()
    }

    /// Refuses in any other.
    pub(crate) fn check(self, py: Python<'_>) -> PyResult<()> {
        if self.is_here() {
            return Ok(());
        }
        let message =
            "the engine was made before this process was forked: make engines where they search";
        Err(exception(py, "EngineError", message))
    }
}
