//! What a worker writes down of its claims where the time of a search's threads is accounted for
//! ([`crate::shared::account`]); nothing where it is not.

use super::{NodeKind, Parts, Searcher};
use crate::rules::game::Game;
use crate::rules::knowledge::{Knowledge, NodeKey};
use crate::rules::node::Expected;
use crate::rules::observer::Observer;
use crate::rules::window::Window;
use crate::shared::account::{Accounts, ClaimId, Log, Opened, State};
use crate::shared::mode::Mode;
use crate::table::mix;

/// The same number for the same question about a position: never 0, which is that of a task.
fn tag(key: u64, window: Window, depth: i32, mode: &Mode) -> u64 {
    let (alpha, beta) = (window.alpha.raw() as u32, window.beta.raw() as u32);
    let asked = u64::from(alpha) << 32 | u64::from(beta);
    let kind =
        u64::from(mode.to_end) | u64::from(mode.proof) << 1 | u64::from(mode.passes_left) << 2;
    mix(key ^ mix(asked ^ mix(kind << 32 | u64::from(depth as u32)))) | 1
}

/// What is known of a claimed child.
#[derive(Clone, Copy)]
pub(super) struct Claimed {
    /// Another side is to move there than at its parent.
    pub(super) turns: bool,
    /// Others were at everything that was left.
    pub(super) last_resort: bool,
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// A place to write, where that is asked for.
    pub(super) fn log_for(parts: &Parts) -> Option<Box<Log>> {
        parts.team.as_ref()?.accounts.as_ref().map(|_| Box::new(Log::new()))
    }

    /// Writes something down, with the count of this worker's nodes.
    fn write(&mut self, what: impl FnOnce(&mut Log, &Accounts, u64)) {
        let accounts = self.parts.team.as_ref().and_then(|team| team.accounts.as_ref());
        if let (Some(log), Some(accounts)) = (&mut self.cooperation.log, accounts) {
            what(log, accounts, self.counters.nodes);
        }
    }

    /// True if anything is to be written down.
    #[inline(always)]
    fn is_accounted(&self) -> bool {
        !O::WATCHES && self.cooperation.log.is_some()
    }

    /// Begins to write, in another worker's claim if there is one.
    pub(super) fn begin_account(&mut self, above: ClaimId) {
        self.write(|log, _, nodes| log.begin(above, nodes));
    }

    /// Hands over what was written.
    pub(super) fn end_account(&mut self) {
        self.write(|log, accounts, nodes| log.end(accounts, nodes));
    }

    /// The thread goes to another searcher.
    pub(super) fn pause_account(&mut self) {
        self.write(|log, _, nodes| log.charge(nodes));
    }

    /// The thread comes from another searcher.
    pub(super) fn resume_account(&mut self) {
        self.write(|log, _, nodes| log.count_from(nodes));
    }

    /// The claim that this worker is in.
    pub(super) fn innermost_claim(&self) -> ClaimId {
        self.cooperation.log.as_ref().map_or_else(ClaimId::default, |log| log.innermost())
    }

    /// A task of the root begins.
    pub(crate) fn note_task(&mut self, depth: i32, solves: bool) {
        let worker = self.parts.worker;
        self.write(|log, accounts, nodes| {
            log.open(accounts, nodes, worker, Opened::task(depth));
            if solves {
                log.note_solves();
            }
        });
    }

    /// The task has come to this.
    pub(crate) fn note_task_end(&mut self, state: State) {
        self.write(|log, accounts, nodes| log.close(accounts, nodes, state));
    }

    /// A claim begins, perhaps of what others are at as well since nothing else is left.
    #[inline(always)]
    pub(super) fn note_claim(&mut self, last_resort: bool) {
        self.cooperation.last_resort = last_resort;
    }

    /// Whether the claim that has just begun is of that kind.
    #[inline(always)]
    pub(super) fn is_last_resort(&self) -> bool {
        self.cooperation.last_resort
    }

    /// A search of a claimed child begins, of which there may be several: reduced, in full, in an open window. True if
    /// it was written down, and its end is to be, too. Nothing of this is left where nothing is claimed.
    #[inline(always)]
    pub(super) fn note_search<N: NodeKind, Of: NodeKind, const CLAIMED: bool>(
        &mut self,
        claimed: Claimed,
        key: NodeKey,
        window: Window,
        depth: i32,
    ) -> bool {
        let is_noted = CLAIMED && self.is_accounted();
        if is_noted {
            let kind = if Of::PV { Expected::Pv } else { self.kind_of_child::<N>(claimed.turns) };
            self.write_search(key, window, depth, (kind, claimed.last_resort, false));
        }
        is_noted
    }

    /// What a child of the current node is expected to be that is searched with a null window.
    #[cold]
    fn kind_of_child<N: NodeKind>(&self, turns: bool) -> Expected {
        let above = match self.cooperation.open.last() {
            _ if N::ROOT => Expected::Pv,
            Some(parent) => parent.kind,
            None => self.kind_above().map_or(Expected::Pv, |(kind, _)| kind),
        };
        above.of_child(turns)
    }

    /// A search within a node of `above` plies begins, at the position of `key`: a shallow one that says whether to
    /// prune. True if it was written down, and its end is to be, too.
    #[inline(always)]
    pub(super) fn note_within(
        &mut self,
        above: i32,
        key: NodeKey,
        window: Window,
        depth: i32,
    ) -> bool {
        let is_noted = self.is_accounted() && self.is_shared(above);
        if is_noted {
            let kind = self.cooperation.log.as_ref().map_or(Expected::Cut, |log| log.kind());
            self.write_search(key, window, depth, (kind, false, true));
        }
        is_noted
    }

    /// What is expected of the node, whether it is a last resort, and whether it is within another node.
    #[cold]
    #[inline(never)]
    fn write_search(
        &mut self,
        key: NodeKey,
        window: Window,
        depth: i32,
        (kind, last_resort, within): (Expected, bool, bool),
    ) {
        // Near the horizon a search has no key of its own, and no entry either.
        let hash = if key.hash == 0 { self.key().hash } else { key.hash };
        let tag = tag(hash, window, depth, &self.mode);
        let known = self.parts.table.probe(hash).is_some();
        let opened = Opened { key: hash, tag, depth, kind, last_resort, within, known };
        let worker = self.parts.worker;
        self.write(|log, accounts, nodes| log.open(accounts, nodes, worker, opened));
    }

    /// It ends, if it was written down.
    #[inline(always)]
    pub(super) fn note_end(&mut self, is_noted: bool) {
        if is_noted {
            self.write_release();
        }
    }

    /// The innermost search ends.
    #[cold]
    #[inline(never)]
    fn write_release(&mut self) {
        let state = if !self.aborted {
            State::Completed
        } else if self.cooperation.settled.is_some() || self.is_in_vain() {
            State::Cut
        } else {
            State::Ended
        };
        self.write(|log, accounts, nodes| log.close(accounts, nodes, state));
    }

    /// A shared node of this kind is entered.
    #[inline(always)]
    pub(super) fn note_entered(&mut self, kind: Expected) {
        if self.is_accounted() {
            self.write(|log, _, _| log.enter(kind));
        }
    }

    /// The innermost claim is left for what another worker has answered at this position.
    #[cold]
    pub(super) fn note_settled(&mut self, key: u64) {
        self.write(|log, _, _| log.settle(key));
    }

    /// The current node is answered by the entry of a child.
    #[inline(always)]
    pub(super) fn note_answered_below(&mut self, child: u64) {
        if self.is_accounted() {
            self.write(|log, _, _| log.rest_on(child));
        }
    }

    /// A leaf solver has visited these nodes, which are not counted yet.
    #[inline(always)]
    pub(super) fn note_solver(&mut self, visited: u64) {
        if self.is_accounted() {
            self.write(|log, _, nodes| log.charge_solver(nodes, visited));
        }
    }
}
