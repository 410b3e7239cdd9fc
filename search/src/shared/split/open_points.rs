//! Where virtual threads find split points: in the order in which they were offered, and looked at
//! only by the worker whose turn it is, so that each finds the same every time.

use std::sync::Arc;

use super::point::SplitPoint;

/// The split points that are open, and who waits for one.
pub(crate) struct OpenPoints<M> {
    points: Vec<Arc<SplitPoint<M>>>,
    /// By worker: those who sleep, with the point below which they would help, if not anywhere.
    sleepers: Vec<(usize, Option<Arc<SplitPoint<M>>>)>,
}

impl<M: Copy + PartialEq> OpenPoints<M> {
    pub(crate) fn new() -> Self {
        OpenPoints { points: Vec::new(), sleepers: Vec::new() }
    }

    pub(crate) fn clear(&mut self) {
        self.points.clear();
        self.sleepers.clear();
    }

    /// True if a sleeping worker would help below a point, or at the root of all.
    pub(crate) fn would_help(&self, below: Option<&SplitPoint<M>>) -> bool {
        self.sleepers.iter().any(|(_, wanted)| suits(below, wanted.as_deref()))
    }

    /// Puts up a point, and gives the workers that shall be woken for it, no longer as sleepers.
    pub(crate) fn offer(&mut self, point: &Arc<SplitPoint<M>>) -> Vec<usize> {
        let parent = point.node.parent.as_deref();
        let mut room = point.node.moves.len() - 1;
        let called = self.sleepers.extract_if(.., |(_, wanted)| {
            let comes = room > 0 && suits(parent, wanted.as_deref());
            room -= usize::from(comes);
            comes
        });
        let called = called.map(|(worker, _)| worker).collect();
        self.points.push(Arc::clone(point));
        called
    }

    /// Takes a point down.
    pub(crate) fn withdraw(&mut self, point: &Arc<SplitPoint<M>>) {
        self.points.retain(|other| !Arc::ptr_eq(other, point));
    }

    /// The largest point with moves left, the earliest of several; below a given one, or anywhere.
    pub(crate) fn largest(&self, below: Option<&SplitPoint<M>>) -> Option<Arc<SplitPoint<M>>> {
        let mut found: Option<&Arc<SplitPoint<M>>> = None;
        for point in self.points.iter().filter(|point| suits(Some(point), below)) {
            let larger = found.is_none_or(|found| found.node.depth < point.node.depth);
            if larger && point.has_moves() {
                found = Some(point);
            }
        }
        found.cloned()
    }

    /// Notes that a worker is about to sleep.
    pub(crate) fn sleeps(&mut self, worker: usize, below: Option<&Arc<SplitPoint<M>>>) {
        self.sleepers.push((worker, below.cloned()));
    }

    /// Notes that a worker is awake.
    pub(crate) fn is_up(&mut self, worker: usize) {
        self.sleepers.retain(|(other, _)| *other != worker);
    }

    /// How many sleep and were not called.
    pub(crate) fn sleepers(&self) -> usize {
        self.sleepers.len()
    }
}

/// True if what lies at a place is help to someone who `wanted` to help below a point, if anywhere
/// special.
fn suits<M: Copy + PartialEq>(
    place: Option<&SplitPoint<M>>,
    wanted: Option<&SplitPoint<M>>,
) -> bool {
    wanted.is_none_or(|wanted| place.is_some_and(|place| place.is_at_or_below(wanted)))
}
