//! Virtual threads: workers that take turns of a fixed number of nodes, in a fixed order, by handing
//! on a baton. Only the holder runs, so a search repeats itself node for node on any machine.
//!
//! Every worker has a clock of its own, which counts its nodes. Rounds are a turn long; in each
//! round every worker comes once, in the order of their numbers, and runs until its clock has
//! reached the end of the round. What a worker spends beyond its turn (a leaf solver's nodes come in
//! one piece) it pays back by passing turns. A worker that waits for others passes its turns like
//! any other's: when it is woken, its clock is that of the worker that woke it. So the clocks never stray
//! from each other by more than a turn and one piece, and they are what time would be on a machine
//! with a processor for each worker, all equally fast.
//!
//! What this models is the algorithm: who searches what, what it finds in the table, what it does
//! in vain. What it does not model is the machine: caches, memory bandwidth, the clock rate. A turn
//! also bounds how soon a worker sees what the others write: shorter turns are nearer to real
//! threads and cost more hand-overs.
//!
//! Should all workers wait for one another, or the last one that has not ended, then all are woken,
//! to look again at what they wait for: whatever goes wrong above, no worker sleeps for ever.
//!
//! All workers live on the thread that runs the search, each as a [`Fiber`] with a stack of its own:
//! turns may then be as short as a few nodes, which matters, since within a round the workers that
//! come later see all that the earlier ones have done. A chain of results that rest on each other
//! thus runs through a round faster than on a real machine, by as much as a turn for each link.
//!
//! Cost: a hand-over is two switches of stacks and a free lock, some tens of nanoseconds, and what
//! it costs the caches to go on with another worker; finding the next worker is a step or two unless
//! many sleep.

use std::fmt;
use std::mem;
use std::time::Duration;

use super::RunError;
use super::fibers::{Fiber, Stack, Standing, pause, stack};
use super::stack::own;
use crate::shared::stop::Clock;
use crate::sync::{Mutex, MutexGuard};

/// Time that a node takes on a virtual thread, in nanoseconds.
pub const NANOS_PER_NODE: u64 = 1000;

/// In turns longer than this a worker comes by in between, so that a stop from outside is seen soon.
const LONGEST_STRETCH: u64 = 4096;

/// Hands the processor from worker to worker.
pub struct Baton {
    ring: Mutex<Ring>,
    turn: u64,
    stack_bytes: usize,
    /// The workers' stacks, between searches: to make them takes longer than a short search does.
    stacks: Mutex<Vec<Stack>>,
}

impl fmt::Debug for Baton {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Baton").field("turn", &self.turn).finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnState {
    /// Takes no part.
    Away,
    /// Waits for others, until it is woken.
    Asleep,
    /// Runs when its turn comes.
    Ready,
}

#[derive(Clone, Debug)]
struct WorkerSlot {
    state: TurnState,
    /// What its clock shows beyond its own node count.
    offset: u64,
    nodes: u64,
}

#[derive(Debug)]
struct Ring {
    workers: Box<[WorkerSlot]>,
    holder: usize,
    /// The end of the round at hand, on the workers' clocks.
    horizon: u64,
}

impl WorkerSlot {
    fn clock(&self) -> u64 {
        self.offset + self.nodes
    }
}

impl Ring {
    /// The next worker in order whose clock has not reached the end of the round; opens new rounds
    /// until there is one, and wakes all workers if none is ready. `None` if all are away.
    fn next(&mut self, turn: u64) -> Option<usize> {
        if let Some(place) = self.first_behind(self.holder + 1) {
            return Some(place);
        }
        let earliest = self.earliest().or_else(|| {
            self.wake_all();
            self.earliest()
        })?;
        if self.horizon <= earliest {
            let rounds = (earliest - self.horizon) / turn + 1;
            self.horizon = self.horizon.saturating_add(rounds.saturating_mul(turn));
        }
        self.first_behind(0)
    }

    /// The first worker from a place on that is ready and has not reached the end of the round.
    fn first_behind(&self, from: usize) -> Option<usize> {
        let behind =
            |worker: &WorkerSlot| worker.state == TurnState::Ready && worker.clock() < self.horizon;
        self.workers[from..].iter().position(behind).map(|place| from + place)
    }

    fn earliest(&self) -> Option<u64> {
        let ready = self.workers.iter().filter(|worker| worker.state == TurnState::Ready);
        ready.map(WorkerSlot::clock).min()
    }

    /// The holder's clock.
    fn now(&self) -> u64 {
        self.workers[self.holder].clock()
    }

    /// A sleeper is ready again, no earlier than the holder is.
    fn wake(&mut self, worker: usize) {
        let now = self.now();
        let sleeper = &mut self.workers[worker];
        if sleeper.state == TurnState::Asleep {
            sleeper.state = TurnState::Ready;
            sleeper.offset = now.saturating_sub(sleeper.nodes).max(sleeper.offset);
        }
    }

    fn wake_all(&mut self) {
        (0..self.workers.len()).for_each(|worker| self.wake(worker));
    }
}

impl Baton {
    /// A baton for `workers` workers with turns of `turn` nodes, one at the least.
    pub fn new(workers: usize, turn: u64) -> Self {
        let worker = WorkerSlot { state: TurnState::Away, offset: 0, nodes: 0 };
        let ring = Ring { workers: vec![worker; workers].into(), holder: 0, horizon: 0 };
        Baton {
            ring: Mutex::new(ring),
            turn: turn.max(1),
            stack_bytes: own(0),
            stacks: Mutex::new(Vec::new()),
        }
    }

    /// The same, where there may be none: without the feature `virtual`.
    pub(crate) fn available(workers: usize, turn: u64, stack_bytes: usize) -> Option<Self> {
        Some(Baton { stack_bytes, ..Baton::new(workers, turn) })
    }

    /// Begins at time 0: the first worker has the baton, the others are away.
    pub fn begin(&self) {
        let mut ring = self.ring.lock();
        for worker in &mut ring.workers {
            *worker = WorkerSlot { state: TurnState::Away, offset: 0, nodes: 0 };
        }
        ring.workers[0].state = TurnState::Ready;
        ring.holder = 0;
        ring.horizon = self.turn;
    }

    /// From now on all workers take part. Called by the holder; the others may come later, their
    /// turns wait for them.
    pub fn call_all(&self) {
        let mut ring = self.ring.lock();
        let now = ring.now();
        for worker in ring.workers.iter_mut().filter(|worker| worker.state == TurnState::Away) {
            *worker = WorkerSlot { state: TurnState::Ready, offset: now, nodes: 0 };
        }
    }

    /// Runs the workers, by their numbers from 0, until all that were called have ended; those
    /// that are not called are never begun.
    ///
    /// A worker must hold no lock that others want when it comes to [`Baton::spend`] or
    /// [`Baton::sleep`]: there the others get their turns, on this very thread.
    ///
    /// # Errors
    /// If the system has no room for the workers' stacks; then none of them has begun. If a worker
    /// unwound; then the others have run to their ends.
    ///
    /// # Panics
    /// If there are not as many workers as the baton is for.
    pub fn run<'a>(&'a self, workers: Vec<Box<dyn FnOnce() + Send + 'a>>) -> Result<(), RunError> {
        assert_eq!(workers.len(), self.ring.lock().workers.len(), "a baton for other workers");
        // Those that are there go back to the system if there is no room for all.
        let mut stacks = mem::take(&mut *self.stacks.lock());
        while stacks.len() < workers.len() {
            let worker = stacks.len();
            stacks.push(
                stack(self.stack_bytes).map_err(|error| RunError::NoStack { worker, error })?,
            );
        }
        let shares = stacks.into_iter().zip(workers);
        let mut shares: Vec<_> = shares.map(|(stack, work)| Share::Waiting(stack, work)).collect();
        let mut result = Ok(());
        while let Some(worker) = self.runner() {
            if let Standing::Done(message) = shares[worker].go_on() {
                if let Some(message) = message {
                    result = result.and(Err(RunError::Unwound { worker, message }));
                }
                self.leave(worker);
            }
        }
        self.stacks.lock().extend(shares.into_iter().filter_map(Share::into_stack));
        result
    }

    /// Whose turn it is, if it is any worker's.
    fn runner(&self) -> Option<usize> {
        let ring = self.ring.lock();
        (ring.workers[ring.holder].state == TurnState::Ready).then_some(ring.holder)
    }

    /// Notes how many nodes the holder has counted so far.
    pub fn note(&self, worker: usize, nodes: u64) {
        self.ring.lock().workers[worker].nodes = nodes;
    }

    /// Notes how many nodes the holder has counted so far; if its turn is over, hands the baton on
    /// and waits for the next. Says after how many nodes to come again, at the end of the turn that
    /// it then has unless that is very far; at least 1.
    pub fn spend(&self, worker: usize, nodes: u64) -> u64 {
        let mut ring = self.ring.lock();
        ring.workers[worker].nodes = nodes;
        if ring.workers[worker].clock() >= ring.horizon {
            self.hand_on(&mut ring);
            drop(ring);
            ring = self.wait_for_turn(worker);
        }
        (ring.horizon - ring.workers[worker].clock()).min(LONGEST_STRETCH)
    }

    /// The holder waits until another worker wakes it, or until no other is awake: so it should
    /// look whether what it waits for has happened.
    pub fn sleep(&self, worker: usize, nodes: u64) {
        let mut ring = self.ring.lock();
        ring.workers[worker].nodes = nodes;
        ring.workers[worker].state = TurnState::Asleep;
        self.hand_on(&mut ring);
        drop(ring);
        drop(self.wait_for_turn(worker));
    }

    /// The holder wakes a worker that sleeps; its clock is then the holder's, as last noted, unless
    /// it was ahead. Nothing happens to one that does not sleep.
    pub fn wake(&self, worker: usize) {
        self.ring.lock().wake(worker);
    }

    /// The holder ends.
    fn leave(&self, worker: usize) {
        let mut ring = self.ring.lock();
        ring.workers[worker].state = TurnState::Away;
        self.hand_on(&mut ring);
    }

    fn hand_on(&self, ring: &mut Ring) {
        if let Some(next) = ring.next(self.turn) {
            ring.holder = next;
        }
    }

    /// Lets the others run until it is this worker's turn.
    fn wait_for_turn(&self, worker: usize) -> MutexGuard<'_, Ring> {
        loop {
            let ring = self.ring.lock();
            if ring.holder == worker && ring.workers[worker].state == TurnState::Ready {
                return ring;
            }
            drop(ring);
            pause();
        }
    }
}

/// A worker before its first turn, in the middle of its work, or after it.
enum Share<'a> {
    Waiting(Stack, Box<dyn FnOnce() + Send + 'a>),
    Working(Fiber<'a>),
    Empty,
}

impl Share<'_> {
    /// Lets the worker run until it hands the baton on or ends.
    fn go_on(&mut self) -> Standing {
        if let Share::Waiting(..) = self
            && let Share::Waiting(stack, work) = mem::replace(self, Share::Empty)
        {
            // SAFETY: shares are a local of `Baton::run`, which forgets none, and the lifetime of the
            // work is one that this call was given, so it outlasts that.
            *self = Share::Working(unsafe { Fiber::new(stack, work) });
        }
        match self {
            Share::Working(fiber) => fiber.resume(),
            _ => Standing::Done(None),
        }
    }

    fn into_stack(self) -> Option<Stack> {
        match self {
            Share::Waiting(stack, _) => Some(stack),
            Share::Working(fiber) => fiber.into_stack(),
            Share::Empty => None,
        }
    }
}

impl Clock for Baton {
    /// The holder's clock, at [`NANOS_PER_NODE`].
    fn now(&self) -> Duration {
        Duration::from_nanos(self.ring.lock().now().saturating_mul(NANOS_PER_NODE))
    }
}
