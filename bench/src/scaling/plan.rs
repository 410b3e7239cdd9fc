//! Which searches a study makes, and in which order.
//!
//! The order is shuffled, so that what changes slowly (heat, other programs) falls on all ways to
//! search alike; a seed always gives the same order.

use super::case::Case;
use super::study::Design;
use crate::random::SplitMix;

/// All searches of a design, each once, in the order of its seed.
pub fn plan(design: &Design) -> Vec<Case> {
    let positions = 0..design.positions.len();
    let mut cases: Vec<Case> = design
        .ways()
        .flat_map(|(scheme, threads)| {
            let at = move |position| {
                let case = move |repeat| Case { position, scheme, threads, repeat };
                (0..design.repeats).map(case)
            };
            positions.clone().flat_map(at)
        })
        .collect();
    shuffle(&mut cases, design.seed);
    cases
}

/// Fisher and Yates' shuffle.
fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut random = SplitMix(seed);
    for last in (1..items.len()).rev() {
        if let Some(place) = random.below(last + 1) {
            items.swap(place, last);
        }
    }
}
