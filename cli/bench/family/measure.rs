//! Searching, with a progress bar, until it is done or stopped.

use plyglot_bench::family::{Cell, Options, Study};
use plyglot_family::Method;

use crate::bench::family::FamilyArgs;
use crate::errors::Failure;
use crate::output::progress;
use crate::signals;

/// Runs the methods on all trees.
pub(super) fn run(
    args: &FamilyArgs,
    cells: Vec<Cell>,
    methods: &[Method],
) -> Result<Study, Failure> {
    let stop = signals::listen();
    let jobs = args.jobs.unwrap_or_else(num_cpus::get);
    let bar = progress::bar("trees", "about {eta} left");
    let options = Options { budget: args.budget(), jobs, stop: &stop };
    let study = plyglot_bench::family::measure(cells, methods, options, |progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
    });
    bar.finish_and_clear();
    study.map_err(|error| Failure::System { what: "a thread", error: error.to_string() })
}
