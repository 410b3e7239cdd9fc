//! The command `plyglot`: the program, over the searchers that the package has within it.

use std::ffi::OsString;
use std::process;

use plyglot_games::catalogue::builtin;
use pyo3::prelude::*;

/// Runs the program on these arguments, the first of them the path by which it is started again, and ends the process
/// with its exit code: the program's threads may be at work still, and end with the process.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, arguments: Vec<OsString>) {
    py.detach(|| process::exit(plyglot::run_within(builtin(), arguments).into()))
}
