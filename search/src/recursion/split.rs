//! Nodes that are split: handing out the moves that are left, working at a split point, one's own
//! or another's, and putting the results together.
//!
//! The first move of a node is always searched by one worker alone; it gives the others their
//! window. Nothing is split below a null move, since the way from the root is replayed move by move.
//!
//! Cost: one flag for each move of a large node. A split allocates and locks, and is made only
//! where a worker is idle.

use std::mem;
use std::sync::Arc;

use super::interior::Interior;
use super::{NodeKind, Null, Pv, Searcher};
use crate::recursion::ordering::Picker;
use crate::rules::game::{Game, Side};
use crate::rules::knowledge::Knowledge;
use crate::rules::node::Expected;
use crate::rules::observer::Observer;
use crate::rules::score::Score;
use crate::rules::value::Basis;
use crate::shared::schedule::{Turns, rayon_pool};
use crate::shared::split::{Helpers, SplitNode, SplitPoint, SplitResult};

/// A null-window node that should fail high is not split before this number of its moves have failed
/// to; whatever is begun beside the one that does is in vain.
const DOUBTFUL_FROM: usize = 2;

/// [`Searcher::work_at`] for some kind of node. By this pointer the machinery of threads is compiled
/// once for all kinds.
type WorkAt<S, M> = fn(&mut S, &Arc<SplitPoint<M>>);

/// What the other workers mean to the rest of a node's moves.
pub(super) enum Help<M> {
    /// Nothing: this worker goes on by itself.
    Apart,
    /// The node has been answered or is no longer wanted.
    InVain,
    /// They have helped; this is the result of all the moves that were left.
    Helped(Rest<M>),
}

/// What came of the moves that were handed out.
pub(super) struct Rest<M> {
    pub(super) result: SplitResult<M>,
    /// Some of the moves were left out unsearched.
    pub(super) left_out: bool,
    /// What rests on it that others were illegal.
    pub(super) illegal: Basis,
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// Before another move of a node at which others may be too: is it still wanted, and does
    /// any worker help with `mv`, which was just picked, and those behind it? Apart from the loop over
    /// the moves, whose registers would otherwise be kept for it at every node; and told by value, since what
    /// it had a reference to would have to lie in memory there.
    #[inline(never)]
    pub(super) fn ask_others<N: NodeKind>(
        &mut self,
        mv: G::Move,
        picker: Picker,
        node: Interior,
        index: usize,
        best: Score,
    ) -> Help<G::Move> {
        if O::WATCHES {
            // Known at compile time: who is watched is alone, and no code is made for others.
            return Help::Apart;
        }
        if self.look_up() || self.leave_in_vain() {
            return Help::InVain;
        }
        if !self.may_split::<N>() {
            return Help::Apart;
        }
        match self.split::<N>(mv, picker, &node, index, best) {
            Some(rest) => Help::Helped(rest),
            None => Help::Apart,
        }
    }

    /// True if a worker is idle, and nodes of this kind are handed out.
    #[inline]
    fn may_split<N: NodeKind>(&self) -> bool {
        self.cooperation.helpers.as_ref().is_some_and(|helpers| helpers.is_idle(N::ROOT))
    }

    /// True if this worker is below a split point that is done.
    pub(super) fn is_in_vain(&self) -> bool {
        self.cooperation.point.as_ref().is_some_and(|point| point.is_cut())
    }

    /// Gives the task up if it is in vain.
    #[inline]
    fn leave_in_vain(&mut self) -> bool {
        let in_vain = self.is_in_vain();
        self.aborted |= in_vain;
        in_vain
    }

    /// What the split point right above this worker's first node is expected to be.
    pub(super) fn kind_above(&self) -> Option<(Expected, Side)> {
        self.cooperation.point.as_ref().map(|point| (point.node.kind, point.node.side))
    }

    /// Hands out `mv`, which was just picked, and the moves behind it, if a worker is free to help
    /// and it is worth it; then gives their result. `best` is the best score before them. The node is given up
    /// if [`Self::aborted`].
    #[cold]
    #[inline(never)]
    fn split<N: NodeKind>(
        &mut self,
        mv: G::Move,
        mut picker: Picker,
        at: &Interior,
        index: usize,
        mut best: Score,
    ) -> Option<Rest<G::Move>> {
        let Interior { window, depth, .. } = *at;
        let helpers = Arc::clone(self.cooperation.helpers.as_ref()?);
        let kind = if N::ROOT { Expected::Pv } else { self.cooperation.open.last()?.kind };
        let doubtful = kind == Expected::Cut && index < DOUBTFUL_FROM;
        let null_move = self.path[..self.ply].iter().any(|step| step.bits == u32::MAX);
        if picker.left() == 0
            || doubtful
            || null_move
            || !helpers.helps_below(self.cooperation.point.as_deref())
        {
            return None;
        }
        let (mut moves, mut left_out, mut illegal) = (vec![mv], false, Basis::Proven);
        while let Some(mv) = picker.pick(&mut self.list) {
            if let Some(basis) = self.forbidden(mv) {
                illegal = illegal.min(basis);
                picker.leave_out(&mut self.list);
                continue;
            }
            if self.prunes::<N>(at, mv, index + moves.len(), best) {
                (best, left_out) = (best.max(window.alpha), true);
                picker.leave_out(&mut self.list);
            } else {
                moves.push(mv);
            }
        }
        let is_known = |&mv: &G::Move| N::ROOT && self.root.known == Some(G::pack(mv));
        let node = SplitNode {
            parent: self.cooperation.point.clone(),
            worker: self.parts.worker,
            claim: self.innermost_claim(),
            path: self.path[..self.ply].into(),
            window,
            depth,
            mode: self.mode,
            on_pv: N::PV,
            side: self.game.to_move(),
            kind,
            known: moves.iter().copied().find(is_known),
            moves: moves.into(),
            first: index,
        };
        self.counters.splits += 1;
        let point = Arc::new(SplitPoint::new(node, best));
        self.share(&helpers, &point, Self::work_at::<N>);
        let result = point.result();
        self.bring_in::<N>(&result, picker, depth);
        Some(Rest { result, left_out, illegal })
    }

    /// Works at a point of its own until all helpers are gone.
    fn share(
        &mut self,
        helpers: &Arc<dyn Helpers<G::Move>>,
        point: &Arc<SplitPoint<G::Move>>,
        work_at: WorkAt<Self, G::Move>,
    ) {
        match (helpers.pool(), self.parts.turns.clone()) {
            (Some(pool), _) if pool.current_thread_index().is_some() => {
                self.share_in_scope(helpers, point, work_at);
            }
            (Some(pool), _) => {
                // The first split on the way down: from here on the search goes on in the pool.
                let own = self.parts.worker;
                self.hand_over(&**helpers);
                rayon_pool::install(pool, &mut || {
                    self.parts.worker = pool.current_thread_index().unwrap_or(own);
                    self.take_over(&**helpers);
                    self.share_in_scope(helpers, point, work_at);
                    self.hand_over(&**helpers);
                });
                self.parts.worker = own;
                self.take_over(&**helpers);
            }
            (None, Some(turns)) => self.share_in_turns(helpers, point, &turns, work_at),
            (None, None) => work_at(self, point),
        }
    }

    /// With real threads: others steal the offers to help, and who waits for them steals in turn.
    fn share_in_scope(
        &mut self,
        helpers: &Arc<dyn Helpers<G::Move>>,
        point: &Arc<SplitPoint<G::Move>>,
        work_at: WorkAt<Self, G::Move>,
    ) {
        let offer = || Arc::clone(helpers).accept_offer(point);
        rayon_pool::offer_and_work(helpers.count_offers(point), &offer, &mut || {
            work_at(self, point);
            self.hand_over(&**helpers);
            helpers.rests(true);
        });
        helpers.rests(false);
        self.take_over(&**helpers);
    }

    /// With virtual threads: those who sleep are woken, and who waits helps only below.
    fn share_in_turns(
        &mut self,
        helpers: &Arc<dyn Helpers<G::Move>>,
        point: &Arc<SplitPoint<G::Move>>,
        turns: &Turns,
        work_at: WorkAt<Self, G::Move>,
    ) {
        let worker = self.parts.worker;
        // Those who are woken begin when this worker calls them.
        turns.note(worker, self.counters.nodes);
        helpers.offer(point, turns);
        work_at(self, point);
        helpers.withdraw(point);
        if point.has_helpers() {
            self.hand_over(&**helpers);
            while point.has_helpers() {
                Arc::clone(helpers).help_or_sleep(turns, worker, Some(point));
            }
            self.take_over(&**helpers);
        }
    }

    /// Searches moves of a split point, at which the game stands, until none is left.
    fn work_at<N: NodeKind>(&mut self, point: &Arc<SplitPoint<G::Move>>) {
        let outer = self.cooperation.point.replace(Arc::clone(point));
        let guard = Guard(point);
        while let Some(taken) = point.take() {
            let depth = point.node.depth;
            let value = self.try_claimed::<N>(
                (taken.mv, None),
                taken.window,
                depth,
                None,
                taken.index,
                false,
            );
            if self.aborted {
                point.abandon();
                break;
            }
            let value = value.expect("no scheme that splits nodes puts moves off");
            let line = if N::PV { self.line.get(self.ply + 1) } else { &[] };
            point.give(taken.mv, value, line);
        }
        mem::forget(guard);
        self.cooperation.point = outer;
    }

    /// Makes the result of a split point the node's own.
    fn bring_in<N: NodeKind>(&mut self, result: &SplitResult<G::Move>, picker: Picker, depth: i32) {
        if N::ROOT {
            self.root.known_tried |= result.known_tried;
            result.raised.iter().for_each(|&mv| self.prefer_root_move(mv));
        }
        if let Some(&mv) = result.raised.last() {
            self.line.put(self.ply, mv, &result.line);
        }
        if !result.decided {
            self.aborted |= result.abandoned;
            return;
        }
        if let Some(mv) = result.mv {
            let place = self.list.as_slice().iter().position(|ranked| ranked.mv == mv);
            self.learn_cutoff(mv, picker.tried_before(place.unwrap_or(0)), depth);
        }
        // The cut-off has made this worker return as well, and here it is. Should there be another
        // reason to return further, the next look will find it; but for those that are its own.
        if self.cooperation.settled.is_none() && self.moveless_line.is_none() {
            self.aborted = false;
        }
    }

    /// Helps at another worker's split point. Gives the line to a position without moves, if the
    /// game has that mistake.
    pub(crate) fn help(
        &mut self,
        helpers: Arc<dyn Helpers<G::Move>>,
        root: &G,
        point: &Arc<SplitPoint<G::Move>>,
        worker: usize,
    ) -> Option<Vec<u32>> {
        let depth = point.node.depth + point.node.path.len() as i32;
        self.begin_task(point.node.mode, depth);
        self.game = root.clone();
        for &step in &point.node.path {
            let mv = self.game.unpack(step.bits).expect("a packed move is a move again");
            self.game.play(mv);
            self.path[self.ply] = step;
            if G::CAN_REPEAT {
                self.memory.enter(step.key);
            }
            self.ply += 1;
        }
        self.note_position();
        self.knowledge.begin(&self.game);
        self.begin_context(point.node.kind);
        self.parts.worker = worker;
        self.take_over(&*helpers);
        self.begin_account(point.node.claim);
        self.cooperation.helpers = Some(Arc::clone(&helpers));
        if point.node.on_pv {
            self.work_at::<Pv>(point);
        } else {
            self.work_at::<Null>(point);
        }
        // The helpers keep this searcher, so it must not keep the helpers.
        self.cooperation.helpers = None;
        self.end_account();
        self.hand_over(&*helpers);
        self.moveless_line.take()
    }

    /// Leaves the thread to another searcher, with what was counted on it.
    fn hand_over(&mut self, helpers: &dyn Helpers<G::Move>) {
        self.pause_account();
        self.publish();
        helpers.put_counters(self.parts.worker, self.counters);
    }

    /// Has the thread to itself from now on, and goes on counting.
    fn take_over(&mut self, helpers: &dyn Helpers<G::Move>) {
        self.counters = helpers.counters(self.parts.worker);
        self.resume_account();
        if self.parts.turns.is_some() {
            // It learns how much of its turn is left when it looks.
            self.pacing.every = 1;
        }
        self.set_next_look();
    }
}

/// Makes the others return if the game panics while a point is worked at.
struct Guard<'a, M: Copy + PartialEq>(&'a SplitPoint<M>);

impl<M: Copy + PartialEq> Drop for Guard<'_, M> {
    fn drop(&mut self) {
        self.0.abandon();
    }
}
