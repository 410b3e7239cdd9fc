//! What one searcher writes down of its claims.

use crate::rules::limits::MAX_PLY;
use crate::rules::node::Expected;
use crate::shared::account::Accounts;

/// A claim in the order of all events: when it began, and its place among the claims of one visit of its parent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClaimId {
    /// The number of its first event; 0 for none.
    pub(crate) begin: u32,
    /// Which of the shared nodes within it is open: ProbCut's shallow search comes before the node's own.
    pub(crate) visit: u16,
}

/// How a claim, or a task of the root, has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// It was searched, or answered at once.
    Completed,
    /// It was left for the answer that another worker had left in the table.
    Settled,
    /// It was given up since a node above it was answered or cut off.
    Cut,
    /// It was given up with its task; or it is a task whose result came too late.
    Ended,
    /// Of a task alone: it finished a depth, or answered a question of the solve.
    Finished,
    /// Of a task alone: its window failed.
    Failed,
}

/// A claim that begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opened {
    /// The position.
    pub(crate) key: u64,
    /// The position with window, depth and kind of question; 0 for a task.
    pub(crate) tag: u64,
    pub(crate) depth: i32,
    pub(crate) kind: Expected,
    /// Others were at everything that was left.
    pub(crate) last_resort: bool,
    /// It is no claim but a search within a node, such as ProbCut's, which cannot be shared as a whole.
    pub(crate) within: bool,
    /// The table has an entry of the position.
    pub(crate) known: bool,
}

impl Opened {
    /// A task of the root.
    pub(crate) fn task(depth: i32) -> Opened {
        let (last_resort, within, known) = (false, false, false);
        Opened { key: 0, tag: 0, depth, kind: Expected::Pv, last_resort, within, known }
    }
}

/// A claim, or a task of the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub(crate) opened: Opened,
    /// The claim or task in which it was made; 0 for none.
    pub(crate) parent: ClaimId,
    pub(crate) begin: u32,
    pub(crate) end: u32,
    /// Nodes in it but in no claim within, but for those of leaf solvers.
    pub(crate) own: u64,
    pub(crate) solver: u64,
    /// The position on whose entry it rests, where that is known; 0 where it is not.
    pub(crate) rests_on: u64,
    pub(crate) worker: u16,
    /// How many shared nodes were entered in it so far.
    visits: u16,
    pub(crate) state: State,
    /// Of a task: it goes to the end of the game, or asks for proof.
    pub(crate) solves: bool,
}

impl Record {
    pub(crate) fn is_task(&self) -> bool {
        self.opened.tag == 0
    }

    /// True if others could share it: it was large enough, and not answered at once.
    pub(crate) fn is_shared(&self) -> bool {
        self.visits > 0
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.own + self.solver
    }
}

/// What one searcher writes down: the claims that it is in, and those that have ended.
#[derive(Debug)]
pub(crate) struct Log {
    open: Vec<Record>,
    /// Claims that were begun when there was no room for more.
    beyond: usize,
    done: Vec<Record>,
    /// The claim of another worker in which this one helps.
    above: ClaimId,
    /// The node count up to which all nodes are written down.
    counted: u64,
    /// A search runs; otherwise nothing is written down.
    runs: bool,
}

impl Log {
    pub(crate) fn new() -> Self {
        let open = Vec::with_capacity(MAX_PLY + 2);
        Log {
            open,
            beyond: 0,
            done: Vec::new(),
            above: ClaimId::default(),
            counted: 0,
            runs: false,
        }
    }

    /// Begins to write, in a claim of another worker if there is one.
    pub(crate) fn begin(&mut self, above: ClaimId, nodes: u64) {
        self.open.clear();
        self.done.clear();
        (self.above, self.beyond, self.counted, self.runs) = (above, 0, nodes, true);
    }

    /// Ends, with all that is open, and hands everything over.
    pub(crate) fn end(&mut self, accounts: &Accounts, nodes: u64) {
        while !self.open.is_empty() {
            self.close(accounts, nodes, State::Ended);
        }
        self.runs = false;
        accounts.add(&mut self.done);
    }

    /// From here on another searcher counts on this thread, or has until now.
    pub(crate) fn count_from(&mut self, nodes: u64) {
        self.counted = nodes;
    }

    /// Puts the nodes that were visited since the last event where they belong.
    pub(crate) fn charge(&mut self, nodes: u64) {
        if let Some(open) = self.open.last_mut() {
            open.own += nodes - self.counted;
        }
        self.counted = nodes;
    }

    /// A leaf solver has visited these nodes beyond those that were counted.
    pub(crate) fn charge_solver(&mut self, before: u64, visited: u64) {
        self.charge(before);
        if let Some(open) = self.open.last_mut() {
            open.solver += visited;
            self.counted += visited;
        }
    }

    /// A claim or a task begins.
    pub(crate) fn open(&mut self, accounts: &Accounts, nodes: u64, worker: usize, opened: Opened) {
        if !self.runs {
            return;
        }
        self.charge(nodes);
        let Some(begin) = accounts.event().filter(|_| self.beyond == 0) else {
            self.beyond += 1;
            return;
        };
        let parent = self.innermost();
        self.open.push(Record {
            opened,
            parent,
            begin,
            end: 0,
            own: 0,
            solver: 0,
            rests_on: 0,
            worker: worker as u16,
            visits: 0,
            state: State::Ended,
            solves: false,
        });
    }

    /// The innermost claim ends.
    pub(crate) fn close(&mut self, accounts: &Accounts, nodes: u64, state: State) {
        if !self.runs {
            return;
        }
        self.charge(nodes);
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        let Some(mut record) = self.open.pop() else { return };
        if !(record.state == State::Settled && state == State::Completed) {
            record.state = state;
        }
        // The last events there is room for are the ends of what is open.
        record.end = accounts.end_event();
        self.done.push(record);
    }

    /// The task that is open solves.
    pub(crate) fn note_solves(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.solves = true;
        }
    }

    /// A shared node is entered in the innermost claim, of this kind.
    pub(crate) fn enter(&mut self, kind: Expected) {
        if let Some(open) = self.open.last_mut().filter(|_| self.beyond == 0) {
            open.visits = open.visits.saturating_add(1);
            if !open.is_task() {
                open.opened.kind = kind;
            }
        }
    }

    /// The innermost claim is answered by the entry of this position.
    pub(crate) fn rest_on(&mut self, key: u64) {
        if let Some(open) = self.open.last_mut().filter(|_| self.beyond == 0) {
            open.rests_on = key;
        }
    }

    /// The innermost claim is left for what another worker has answered at this position.
    pub(crate) fn settle(&mut self, key: u64) {
        self.rest_on(key);
        if let Some(open) = self.open.last_mut().filter(|_| self.beyond == 0) {
            open.state = State::Settled;
        }
    }

    /// What the node of the innermost claim is expected to be.
    pub(crate) fn kind(&self) -> Expected {
        self.open.last().map_or(Expected::Cut, |open| open.opened.kind)
    }

    /// The innermost claim, for those who help in it.
    pub(crate) fn innermost(&self) -> ClaimId {
        let inner = |open: &Record| ClaimId { begin: open.begin, visit: open.visits };
        self.open.last().map_or(self.above, inner)
    }
}
