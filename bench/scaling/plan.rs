//! Which searches a study makes, and in which order.
//!
//! The order is shuffled, so that what changes slowly (heat, other programs) falls on all ways to
//! search alike; a seed always gives the same order.

use plyglot_search::random::SplitMix;

use super::sample::PlannedSearch;
use super::study::Design;

/// All searches of a design, each once, in the order of its seed.
pub fn plan(design: &Design) -> Vec<PlannedSearch> {
    let positions = 0..design.positions.len();
    let cases = design.ways().flat_map(|(scheme, threads)| {
        let at = move |position| {
            (0..design.repeats).map(move |repeat| PlannedSearch {
                position,
                scheme,
                threads,
                repeat,
            })
        };
        positions.clone().flat_map(at)
    });
    SplitMix(design.seed).shuffled(cases)
}
