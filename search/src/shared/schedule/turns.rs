//! Virtual threads: workers that take turns of a fixed number of nodes, in a fixed order. Only the one whose
//! turn it is runs, so a search repeats itself node for node on any machine.
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
//! threads and cost more switches.
//!
//! Should all workers wait for one another, or the last one that has not ended, then all are woken,
//! to look again at what they wait for: whatever goes wrong above, no worker sleeps for ever.
//!
//! All workers live on the thread that runs the search, each as a [`Fiber`] with a stack of its own:
//! turns may then be as short as a few nodes, which matters, since within a round the workers that
//! come later see all that the earlier ones have done. A chain of results that rest on each other
//! thus runs through a round faster than on a real machine, by as much as a turn for each link.
//!
//! Cost: passing the turn on is two switches of stacks and a free lock, some tens of nanoseconds, and what
//! it costs the caches to go on with another worker; finding the next worker is a step or two unless
//! many sleep.

use std::fmt;
use std::mem;
use std::time::Duration;

use super::RunError;
use super::fibers::{Fiber, FiberState, Stack, pause, stack};
use super::stack::own;
use crate::shared::stop::Clock;
use crate::sync::{Mutex, MutexGuard};

/// Time that a node takes on a virtual thread, in nanoseconds.
pub const NANOS_PER_NODE: u64 = 1000;

/// In turns longer than this a worker comes by in between, so that a stop from outside is seen soon.
const LONGEST_STRETCH: u64 = 4096;

/// Whose turn it is, among the workers of one engine.
pub struct Turns {
    rounds: Mutex<Rounds>,
    turn: u64,
    stack_bytes: usize,
    /// The workers' stacks, between searches: to make them takes longer than a short search does.
    stacks: Mutex<Vec<Stack>>,
}

impl fmt::Debug for Turns {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Turns").field("turn", &self.turn).finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WorkerState {
    /// Takes no part.
    Away,
    /// Waits for others, until it is woken.
    Asleep,
    /// Runs when its turn comes.
    Ready,
}

#[derive(Clone, Debug)]
struct WorkerClock {
    state: WorkerState,
    /// What the clock shows beyond the worker's own node count.
    offset: u64,
    nodes: u64,
}

#[derive(Debug)]
struct Rounds {
    workers: Box<[WorkerClock]>,
    /// Whose turn it is.
    current: usize,
    /// When the round at hand ends, on the workers' clocks.
    round_end: u64,
}

impl WorkerClock {
    fn time(&self) -> u64 {
        self.offset + self.nodes
    }
}

impl Rounds {
    /// The next worker in order whose clock has not reached the end of the round; opens new rounds
    /// until there is one, and wakes all workers if none is ready. `None` if all are away.
    fn next(&mut self, turn: u64) -> Option<usize> {
        if let Some(place) = self.first_behind(self.current + 1) {
            return Some(place);
        }
        let earliest = self.earliest().or_else(|| {
            self.wake_all();
            self.earliest()
        })?;
        if self.round_end <= earliest {
            let passed = (earliest - self.round_end) / turn + 1;
            self.round_end = self.round_end.saturating_add(passed.saturating_mul(turn));
        }
        self.first_behind(0)
    }

    /// The first worker from a place on that is ready and has not reached the end of the round.
    fn first_behind(&self, from: usize) -> Option<usize> {
        let behind = |worker: &WorkerClock| {
            worker.state == WorkerState::Ready && worker.time() < self.round_end
        };
        self.workers[from..].iter().position(behind).map(|place| from + place)
    }

    fn earliest(&self) -> Option<u64> {
        let ready = self.workers.iter().filter(|worker| worker.state == WorkerState::Ready);
        ready.map(WorkerClock::time).min()
    }

    /// The clock of the worker whose turn it is.
    fn now(&self) -> u64 {
        self.workers[self.current].time()
    }

    /// A sleeper is ready again, no earlier than the worker whose turn it is.
    fn wake(&mut self, worker: usize) {
        let now = self.now();
        let sleeper = &mut self.workers[worker];
        if sleeper.state == WorkerState::Asleep {
            sleeper.state = WorkerState::Ready;
            sleeper.offset = now.saturating_sub(sleeper.nodes).max(sleeper.offset);
        }
    }

    fn wake_all(&mut self) {
        (0..self.workers.len()).for_each(|worker| self.wake(worker));
    }
}

impl Turns {
    /// Turns of `turn` nodes, one at the least, for `workers` workers.
    pub fn new(workers: usize, turn: u64) -> Self {
        let worker = WorkerClock { state: WorkerState::Away, offset: 0, nodes: 0 };
        let rounds = Rounds { workers: vec![worker; workers].into(), current: 0, round_end: 0 };
        Turns {
            rounds: Mutex::new(rounds),
            turn: turn.max(1),
            stack_bytes: own(0),
            stacks: Mutex::new(Vec::new()),
        }
    }

    /// The same, where there may be none: without the feature `virtual`.
    pub(crate) fn available(workers: usize, turn: u64, stack_bytes: usize) -> Option<Self> {
        Some(Turns { stack_bytes, ..Turns::new(workers, turn) })
    }

    /// Begins at time 0: it is the first worker's turn, the others are away.
    pub fn begin(&self) {
        let mut rounds = self.rounds.lock();
        for worker in &mut rounds.workers {
            *worker = WorkerClock { state: WorkerState::Away, offset: 0, nodes: 0 };
        }
        rounds.workers[0].state = WorkerState::Ready;
        rounds.current = 0;
        rounds.round_end = self.turn;
    }

    /// All have ended, and the first goes on alone; its clock is what it was.
    pub fn go_on(&self) {
        let mut rounds = self.rounds.lock();
        for worker in &mut rounds.workers {
            worker.state = WorkerState::Away;
        }
        rounds.workers[0].state = WorkerState::Ready;
        rounds.current = 0;
        rounds.round_end = rounds.now().saturating_add(self.turn);
    }

    /// From now on all workers take part. Called by the worker whose turn it is; the others may come later,
    /// their turns wait for them.
    pub fn call_all(&self) {
        let mut rounds = self.rounds.lock();
        let now = rounds.now();
        for worker in rounds.workers.iter_mut().filter(|worker| worker.state == WorkerState::Away) {
            *worker = WorkerClock { state: WorkerState::Ready, offset: now, nodes: 0 };
        }
    }

    /// Runs the workers, by their numbers from 0, until all that were called have ended; those
    /// that are not called are never begun.
    ///
    /// A worker must hold no lock that others want when it comes to [`Turns::spend`] or
    /// [`Turns::sleep`]: there the others get their turns, on this very thread.
    ///
    /// # Errors
    /// If the system has no room for the workers' stacks; then none of them has begun. If a worker
    /// unwound; then the others have run to their ends.
    ///
    /// # Panics
    /// If there are not as many workers as these turns are for.
    pub fn run<'a>(&'a self, workers: Vec<Box<dyn FnOnce() + Send + 'a>>) -> Result<(), RunError> {
        assert_eq!(workers.len(), self.rounds.lock().workers.len(), "turns for other workers");
        // Those that are there go back to the system if there is no room for all.
        let mut stacks = mem::take(&mut *self.stacks.lock());
        while stacks.len() < workers.len() {
            let worker = stacks.len();
            stacks.push(
                stack(self.stack_bytes).map_err(|error| RunError::NoStack { worker, error })?,
            );
        }
        let threads = stacks.into_iter().zip(workers);
        let mut threads: Vec<_> =
            threads.map(|(stack, work)| VirtualThread::NotBegun(stack, work)).collect();
        let mut result = Ok(());
        while let Some(worker) = self.runner() {
            if let FiberState::Done(message) = threads[worker].go_on() {
                if let Some(message) = message {
                    result = result.and(Err(RunError::Unwound { worker, message }));
                }
                self.leave(worker);
            }
        }
        self.stacks.lock().extend(threads.into_iter().filter_map(VirtualThread::into_stack));
        result
    }

    /// Whose turn it is, if it is any worker's.
    fn runner(&self) -> Option<usize> {
        let rounds = self.rounds.lock();
        (rounds.workers[rounds.current].state == WorkerState::Ready).then_some(rounds.current)
    }

    /// Notes how many nodes the worker whose turn it is has counted so far.
    pub fn note(&self, worker: usize, nodes: u64) {
        self.rounds.lock().workers[worker].nodes = nodes;
    }

    /// Notes how many nodes the worker whose turn it is has counted so far; if its turn is over, lets the
    /// others run until its next. Says after how many nodes to come again, at the end of the turn that it
    /// then has unless that is very far; at least 1.
    pub fn spend(&self, worker: usize, nodes: u64) -> u64 {
        let mut rounds = self.rounds.lock();
        rounds.workers[worker].nodes = nodes;
        if rounds.workers[worker].time() >= rounds.round_end {
            self.pass_on(&mut rounds);
            drop(rounds);
            rounds = self.wait_for_turn(worker);
        }
        (rounds.round_end - rounds.workers[worker].time()).min(LONGEST_STRETCH)
    }

    /// The worker whose turn it is waits until another wakes it, or until no other is awake: so it should
    /// look whether what it waits for has happened.
    pub fn sleep(&self, worker: usize, nodes: u64) {
        let mut rounds = self.rounds.lock();
        rounds.workers[worker].nodes = nodes;
        rounds.workers[worker].state = WorkerState::Asleep;
        self.pass_on(&mut rounds);
        drop(rounds);
        drop(self.wait_for_turn(worker));
    }

    /// The worker whose turn it is wakes one that sleeps, whose clock is then its own, as last noted, unless
    /// it was ahead. Nothing happens to one that does not sleep.
    pub fn wake(&self, worker: usize) {
        self.rounds.lock().wake(worker);
    }

    /// The worker whose turn it is ends.
    fn leave(&self, worker: usize) {
        let mut rounds = self.rounds.lock();
        rounds.workers[worker].state = WorkerState::Away;
        self.pass_on(&mut rounds);
    }

    fn pass_on(&self, rounds: &mut Rounds) {
        if let Some(next) = rounds.next(self.turn) {
            rounds.current = next;
        }
    }

    /// Lets the others run until it is this worker's turn.
    fn wait_for_turn(&self, worker: usize) -> MutexGuard<'_, Rounds> {
        loop {
            let rounds = self.rounds.lock();
            if rounds.current == worker && rounds.workers[worker].state == WorkerState::Ready {
                return rounds;
            }
            drop(rounds);
            pause();
        }
    }
}

/// A worker before its first turn, in the middle of its work, or after it.
enum VirtualThread<'a> {
    NotBegun(Stack, Box<dyn FnOnce() + Send + 'a>),
    Begun(Fiber<'a>),
    /// Only while one becomes the other.
    Between,
}

impl VirtualThread<'_> {
    /// Lets the worker run until its turn is over or it ends.
    fn go_on(&mut self) -> FiberState {
        if let VirtualThread::NotBegun(..) = self
            && let VirtualThread::NotBegun(stack, work) = mem::replace(self, VirtualThread::Between)
        {
            // SAFETY: the threads are a local of `Turns::run`, which forgets none, and the lifetime of the
            // work is one that this call was given, so it outlasts that.
            *self = VirtualThread::Begun(unsafe { Fiber::new(stack, work) });
        }
        match self {
            VirtualThread::Begun(fiber) => fiber.resume(),
            _ => FiberState::Done(None),
        }
    }

    fn into_stack(self) -> Option<Stack> {
        match self {
            VirtualThread::NotBegun(stack, _) => Some(stack),
            VirtualThread::Begun(fiber) => fiber.into_stack(),
            VirtualThread::Between => None,
        }
    }
}

impl Clock for Turns {
    /// The clock of the worker whose turn it is, at [`NANOS_PER_NODE`].
    fn now(&self) -> Duration {
        Duration::from_nanos(self.rounds.lock().now().saturating_mul(NANOS_PER_NODE))
    }
}
