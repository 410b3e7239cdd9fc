//! What a running worker looks at now and then: the stop flag, its own cut flag, the deadline and
//! the node limit; and where it leaves its node count for others to read.
//!
//! Looking costs a clock reading, so it happens once in a batch of nodes; the batch is sized by
//! each worker so that it looks about twice a millisecond, however slow its game is.

use std::sync::Arc;
use std::time::Duration;

use crossbeam::utils::CachePadded;

use crate::report::Ended;
use crate::schedule::Baton;
use crate::stop::{Clock, StopFlag, WallClock};
use crate::sync;
use crate::sync::{AtomicBool, AtomicU64, AtomicUsize, Ordering, fence};

/// What one worker shares of itself. On a cache line of its own, since its owner writes it often.
#[derive(Debug, Default)]
struct Lane {
    nodes: AtomicU64,
    cut: AtomicBool,
}

/// The part of an engine that workers look at while they search. One for all searches of an
/// engine; [`Control::begin`] sets it up for the next.
///
/// All atomics here are relaxed: each is a number or a flag of its own that guards no other data,
/// and results travel through the coordinator's lock. The one exception is which limit was hit:
/// fences see to it that whoever finds the stop flag raised by a limit finds the limit, too.
#[derive(Debug)]
pub(crate) struct Control {
    stop: Arc<StopFlag>,
    clock: Arc<dyn Clock>,
    baton: Option<sync::Arc<Baton>>,
    lanes: Box<[CachePadded<Lane>]>,
    started: AtomicU64,
    deadline: AtomicU64,
    node_limit: AtomicU64,
    limit_hit: AtomicUsize,
}

const NO_LIMIT: u64 = u64::MAX;
const HIT_NODES: usize = 1;
const HIT_TIME: usize = 2;

impl Control {
    pub(crate) fn new(lanes: usize, stop: Arc<StopFlag>, clock: Arc<dyn Clock>) -> Self {
        Control {
            baton: None,
            stop,
            clock,
            lanes: (0..lanes).map(|_| CachePadded::default()).collect(),
            started: AtomicU64::new(0),
            deadline: AtomicU64::new(NO_LIMIT),
            node_limit: AtomicU64::new(NO_LIMIT),
            limit_hit: AtomicUsize::new(0),
        }
    }

    /// The same for virtual threads, whose time is what the baton says.
    pub(crate) fn virtually(lanes: usize, stop: Arc<StopFlag>, baton: sync::Arc<Baton>) -> Self {
        let clock = Arc::new(WallClock::default());
        Control { baton: Some(baton), ..Control::new(lanes, stop, clock) }
    }

    /// Sets the limits of the next search and starts its clock.
    pub(crate) fn begin(&self, time: Option<Duration>, nodes: Option<u64>) {
        if let Some(baton) = &self.baton {
            baton.begin();
        }
        let now = self.now();
        let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(NO_LIMIT);
        self.started.store(nanos(now), Ordering::Relaxed);
        let deadline = time.map_or(NO_LIMIT, |time| nanos(now.saturating_add(time)));
        self.deadline.store(deadline, Ordering::Relaxed);
        self.node_limit.store(nodes.unwrap_or(NO_LIMIT), Ordering::Relaxed);
        self.limit_hit.store(0, Ordering::Relaxed);
        for lane in &self.lanes {
            lane.nodes.store(0, Ordering::Relaxed);
            lane.cut.store(false, Ordering::Relaxed);
        }
    }

    fn now(&self) -> Duration {
        self.baton.as_ref().map_or_else(|| self.clock.now(), |baton| baton.now())
    }

    pub(crate) fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        let started = Duration::from_nanos(self.started.load(Ordering::Relaxed));
        self.now().saturating_sub(started)
    }

    /// Publishes a worker's node count, and says whether it should come home from its task.
    pub(crate) fn look(&self, lane: usize, nodes: u64) -> bool {
        self.publish(lane, nodes);
        if self.stop.is_raised() || self.lanes[lane].cut.load(Ordering::Relaxed) {
            return true;
        }
        let hit = if self.nodes_left(lane, nodes) == 0 {
            HIT_NODES
        } else if self.past_deadline() {
            HIT_TIME
        } else {
            return false;
        };
        let _ = self.limit_hit.compare_exchange(0, hit, Ordering::Relaxed, Ordering::Relaxed);
        // Pairs with the fence in `stopped_by`.
        fence(Ordering::Release);
        self.stop.raise();
        true
    }

    fn past_deadline(&self) -> bool {
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline != NO_LIMIT && self.now() >= Duration::from_nanos(deadline)
    }

    pub(crate) fn publish(&self, lane: usize, nodes: u64) {
        self.lanes[lane].nodes.store(nodes, Ordering::Relaxed);
        if let Some(baton) = &self.baton {
            baton.note(lane, nodes);
        }
    }

    /// How many nodes this worker may still visit if no other visits any; a single worker thus
    /// stops at its limit to the node, wherever it looks.
    pub(crate) fn nodes_left(&self, lane: usize, nodes: u64) -> u64 {
        let limit = self.node_limit.load(Ordering::Relaxed);
        if limit == NO_LIMIT {
            return NO_LIMIT;
        }
        let others = self.lanes.iter().enumerate().filter(|(other, _)| *other != lane);
        let others: u64 = others.map(|(_, lane)| lane.nodes.load(Ordering::Relaxed)).sum();
        limit.saturating_sub(nodes + others)
    }

    /// Positions visited so far by all workers, as far as they have said.
    pub(crate) fn nodes(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Tells one worker to give up its task, or takes that back before it gets a new one.
    pub(crate) fn cut(&self, lane: usize, cut: bool) {
        self.lanes[lane].cut.store(cut, Ordering::Relaxed);
    }

    /// Which limit raised the stop flag that the caller has seen; a stop from outside if none did.
    pub(crate) fn stopped_by(&self) -> Ended {
        // Pairs with the fence in `look`: the caller has seen the flag that was raised after it.
        fence(Ordering::Acquire);
        match self.limit_hit.load(Ordering::Relaxed) {
            HIT_NODES => Ended::Nodes,
            HIT_TIME => Ended::Time,
            _ => Ended::Stopped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sync::AtomicU64;

    #[derive(Debug, Default)]
    struct HandClock(AtomicU64);

    impl Clock for HandClock {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.load(Ordering::Relaxed))
        }
    }

    fn control(lanes: usize) -> (Control, Arc<HandClock>) {
        let clock = Arc::new(HandClock::default());
        (Control::new(lanes, Arc::default(), Arc::clone(&clock) as Arc<dyn Clock>), clock)
    }

    #[test]
    fn a_deadline_stops_the_search_when_its_time_has_come() {
        let (control, clock) = control(1);
        clock.0.store(1000, Ordering::Relaxed);
        control.begin(Some(Duration::from_millis(50)), None);
        clock.0.store(1049, Ordering::Relaxed);
        assert!(!control.look(0, 1));
        assert_eq!(control.elapsed(), Duration::from_millis(49));
        clock.0.store(1050, Ordering::Relaxed);
        assert!(control.look(0, 2) && control.stop().is_raised());
        assert_eq!(control.stopped_by(), Ended::Time);
    }

    #[test]
    fn a_node_limit_counts_the_nodes_of_all_workers() {
        let (control, _) = control(2);
        control.begin(None, Some(100));
        assert!(!control.look(0, 60));
        assert_eq!(control.nodes_left(1, 30), 10);
        assert!(control.look(1, 40));
        assert_eq!(control.stopped_by(), Ended::Nodes);
        assert_eq!(control.nodes(), 100);
    }

    #[test]
    fn a_cut_sends_only_its_own_worker_home() {
        let (control, _) = control(2);
        control.begin(None, None);
        control.cut(1, true);
        assert!(!control.look(0, 1) && control.look(1, 1));
        control.cut(1, false);
        assert!(!control.look(1, 1) && !control.stop().is_raised());
    }
}
