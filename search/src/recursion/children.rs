//! What a node does with its moves beside searching them: generating and ranking, looking them up
//! in the table, claiming them from other workers, learning from a cut-off.

use std::ops::Range;

use super::interior::Interior;
use super::{NodeKind, OpenNode, Searcher};
use crate::recursion::ordering::Picker;
use crate::rules::game::Game;
use crate::rules::knowledge::{FrontierValue, Knowledge, NodeKey};
use crate::rules::node::Expected;
use crate::rules::observer::{Observer, Why};
use crate::rules::score::Score;
use crate::rules::value::{Basis, Value};
use crate::rules::window::Window;
use crate::shared::busy::Busy;
use crate::shared::scheme::Scheme;

/// How many children's entries are called for before the first is read.
const CALLED_FOR_AT_ONCE: usize = 16;

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// Generates and ranks the moves of the current position into the open frame. `first` is the
    /// hash move; `tried` says that it was searched already. `Err` is the score of a position
    /// that has no moves because the game is over.
    #[inline(always)]
    pub(super) fn expand<N: NodeKind>(
        &mut self,
        first: Option<G::Move>,
        node: &Interior,
        tried: bool,
    ) -> Result<Picker, Value> {
        let window = node.window;
        if N::ROOT {
            self.expand_root();
        } else {
            let node = self.described::<N>(node.table, window, node.depth);
            self.knowledge.expand(&self.game, &node, &mut self.list);
            if self.has_past() || self.forbids() {
                self.complete_moves();
            }
        }
        if let Some(excluded) = self.excluded() {
            self.list.leave_out(|mv| G::pack(mv) == excluded);
            if self.list.is_empty() && !tried {
                // Nothing but that move: no other one is as good.
                return Err(Value::estimate(window.alpha));
            }
        }
        if self.list.is_empty() && !tried {
            return Err(self.without_moves());
        }
        self.rank_by_tables::<N>(node.depth);
        if tried {
            return Ok(Picker::over(&mut self.list, first));
        }
        if let Some(first) = first
            && let Some(ranked) =
                self.list.as_mut_slice().iter_mut().find(|ranked| ranked.mv == first)
        {
            ranked.rank = i32::MAX;
        }
        Ok(Picker::over(&mut self.list, None))
    }

    /// True if the engine's own tables have a say in the order of moves.
    #[inline(always)]
    pub(super) fn orders(&self) -> bool {
        K::ENGINE_ORDERING && self.knowledge.constants().engine_ordering
    }

    #[inline]
    fn rank_by_tables<N: NodeKind>(&mut self, depth: i32) {
        if self.orders() && !N::ROOT {
            let (ply, side, previous) = (self.ply, self.game.to_move(), self.previous_move());
            let moves = self.list.as_mut_slice();
            self.tables.rank::<G>(ply, side, (previous, depth), moves);
            if self.tables.follows() {
                self.rank_by_following();
            }
        }
    }

    // Out of line: most games do not ask for what follows, and are to keep their registers.

    #[inline(never)]
    pub(super) fn note_kind(&mut self, mv: G::Move) {
        self.path[self.ply].kind = self.knowledge.kind(&self.game, mv);
    }

    #[inline(never)]
    fn rank_by_following(&mut self) {
        let kind = |mv| self.knowledge.kind(&self.game, mv);
        self.tables.rank_following(self.kinds_before(), self.list.as_mut_slice(), kind);
    }

    #[inline(never)]
    fn learn_following(&mut self, mv: G::Move, tried: Range<usize>, depth: i32) {
        let (before, kind) = (self.kinds_before(), |mv| self.knowledge.kind(&self.game, mv));
        let tried = self.list.as_slice()[tried].iter().map(|ranked| ranked.mv);
        let quiet = tried.filter(|&mv| self.knowledge.is_quiet(&self.game, mv));
        self.tables.learn_following(before, depth, kind(mv), quiet.map(kind));
    }

    /// The score of a position without moves: its outcome. Without one, the game has a mistake in
    /// its rules, which ends the search.
    #[cold]
    fn without_moves(&mut self) -> Value {
        if let Some(score) = self.outcome() {
            return Value::proven(self.because(Why::Outcome, score));
        }
        self.moveless_line = Some(self.line_so_far());
        self.aborted = true;
        Value::nothing(Score::DRAW)
    }

    /// The answer of a node one ply above the horizon by the game's own code, if it has any.
    #[inline(always)]
    pub(super) fn search_frontier(&mut self, window: Window) -> Option<Value> {
        let repeats = G::CAN_REPEAT && self.game.can_repeat();
        if repeats
            || self.has_noise()
            || self.is_kept(1)
            || window.alpha.is_decided()
            || window.beta.is_decided()
        {
            return None;
        }
        let FrontierValue { points, children } =
            self.knowledge.search_frontier(&self.game, window)?;
        self.count_nodes(u64::from(children));
        Some(Value::estimate(self.because(Why::LeafSolver, Score::heuristic(points))))
    }

    /// Enhanced transposition cut-off: if the table knows a child that refutes this node, nothing
    /// has to be searched (A. Plaat et al., "Exploiting graph properties of game trees", 1996).
    ///
    /// All keys are made and their entries called for before the first of them is read, so that
    /// the waits for memory overlap.
    #[inline]
    pub(super) fn child_cutoff(&mut self, window: Window, depth: i32) -> Option<Value> {
        let mover = self.game.to_move();
        let moves = self.list.len();
        let mut children = [(0, false); CALLED_FOR_AT_ONCE];
        for start in (0..moves).step_by(CALLED_FOR_AT_ONCE) {
            let end = moves.min(start + CALLED_FOR_AT_ONCE);
            for (place, child) in (start..end).zip(&mut children) {
                let mv = self.list.as_slice()[place].mv;
                let undo = self.game.play(mv);
                let hash = self.key().hash;
                *child = (hash, self.game.to_move() != mover);
                self.game.undo(mv, undo);
                self.parts.table.prefetch(hash);
            }
            for &(hash, turns) in &children[..end - start] {
                let Some(entry) = self.probe(NodeKey { hash, symmetry: 0 }) else { continue };
                let score = entry.score.from_node(self.ply as u32 + 1);
                let (score, side) =
                    if turns { (-score, entry.upper) } else { (score, entry.lower) };
                if window.cuts_off(score) && self.counts(&entry, side, depth - 1) {
                    if self.is_shared(depth) {
                        self.note_answered_below(hash);
                    }
                    return Some(Value::new(score, side, Basis::Unknown));
                }
            }
        }
        None
    }

    /// True if other workers may be at a node of this depth too, and it is large enough to matter.
    /// Who is watched works alone, which leaves all that is done at shared nodes out of its code.
    #[inline]
    pub(super) fn is_shared(&self, depth: i32) -> bool {
        !O::WATCHES && depth >= self.grain.shared_depth
    }

    /// Notes that this worker begins with a large node.
    pub(super) fn enter_shared<N: NodeKind>(&mut self, key: NodeKey, window: Window, depth: i32) {
        let side = self.game.to_move();
        // A helper's first node lies right below the point where it helps.
        let above = self.cooperation.open.last().map(|parent| (parent.kind, parent.side));
        let above = above.or_else(|| self.kind_above());
        let kind = match above {
            _ if N::PV => Expected::Pv,
            Some((kind, mover)) => kind.of_child(mover != side),
            None => Expected::Cut,
        };
        let (hash, ply) = (key.hash, self.ply);
        self.note_entered(kind);
        self.cooperation.open.push(OpenNode { key: hash, window, depth, ply, side, kind });
    }

    /// How many workers have to be in a move of the current node before it is deferred, by its place in the order of
    /// moves.
    #[inline]
    pub(super) fn crowd<N: NodeKind>(&self, place: usize) -> Option<usize> {
        let team = self.parts.team.as_ref()?;
        let kind = self.cooperation.open.last().map_or(Expected::Pv, |node| node.kind);
        let to_end = self.mode.to_end || self.mode.proof;
        team.scheme.crowd(place, if N::PV { Expected::Pv } else { kind }, to_end)
    }

    /// How many workers are in a position, as far as the scheme asks.
    pub(super) fn workers_in(&self, key: NodeKey) -> usize {
        let team = self.parts.team.as_ref().filter(|team| team.scheme.spread);
        team.and_then(|team| team.busy.as_ref()).map_or(0, |busy| busy.workers_in(key.hash))
    }

    #[inline]
    fn busy(&self) -> Option<&Busy> {
        self.parts.team.as_ref()?.busy.as_ref()
    }

    /// True if `crowd` of the others or more are in a child, so that it waits.
    #[inline]
    pub(super) fn is_crowded(&mut self, key: NodeKey, crowd: Option<usize>) -> bool {
        let Some(crowd) = crowd else { return false };
        let crowded = self.busy().is_some_and(|busy| busy.workers_in(key.hash) >= crowd);
        self.counters.deferred += u64::from(crowded);
        crowded
    }

    /// True if another worker may come to a node of this depth while this one is in it. False below a large node in
    /// which no other is at present, where the scheme notes that.
    #[inline]
    pub(super) fn has_company(&self, depth: i32) -> bool {
        let Some(large) = self.cooperation.large_claim else { return true };
        self.is_large(depth) || self.busy().is_none_or(|busy| busy.workers_in(large) != 1)
    }

    /// True of a depth at which nodes are large; only where there are shared ones.
    #[inline]
    fn is_large(&self, depth: i32) -> bool {
        depth - Scheme::LARGE >= self.grain.shared_depth
    }

    /// Claims a child of this depth for this worker.
    #[inline]
    pub(super) fn claim(&mut self, key: NodeKey, depth: i32) {
        if let Some(busy) = self.busy() {
            busy.enter(key.hash);
            if self.is_large(depth) {
                self.cooperation.large_claim = Some(key.hash);
            }
        }
    }

    /// Gives up the claim on a child.
    #[inline]
    pub(super) fn release(&mut self, key: NodeKey) {
        if let Some(busy) = self.busy() {
            if self.aborted {
                busy.leave(key.hash);
            } else {
                busy.finish(key.hash);
            }
        }
    }

    /// Calls for what is to be known of a child soon: its entry, and whether others are in it.
    #[inline(always)]
    pub(super) fn call_for(&self, key: NodeKey, shared: bool) {
        self.parts.table.prefetch(key.hash);
        if shared && let Some(busy) = self.busy() {
            busy.prefetch(key.hash);
        }
    }

    /// The key of the position after a move.
    #[inline(always)]
    pub(super) fn key_after(&mut self, mv: G::Move) -> NodeKey {
        if let Some(key) = self.key_after_unplayed(mv) {
            return key;
        }
        let undo = self.game.play(mv);
        let key = self.key();
        self.game.undo(mv, undo);
        key
    }

    /// The same, if it can be told without playing the move.
    #[inline(always)]
    pub(super) fn key_after_unplayed(&self, mv: G::Move) -> Option<NodeKey> {
        self.knowledge.key_after(&self.game, mv).map(|key| self.place(key))
    }

    /// A move on the principal variation is better than all before it.
    #[inline]
    pub(super) fn new_best<N: NodeKind>(&mut self, mv: G::Move) {
        if N::PV {
            self.line.set(self.ply, mv);
        }
        if N::ROOT {
            self.prefer_root_move(mv);
        }
    }

    /// Lets killers, countermoves and history learn from a cut-off by a move, after those that were `tried`
    /// had failed to. Only quiet moves are learnt from.
    #[inline]
    pub(super) fn learn_cutoff(&mut self, mv: G::Move, tried: Range<usize>, depth: i32) {
        if !self.orders() || !self.knowledge.is_quiet(&self.game, mv) {
            return;
        }
        let (ply, side, previous) = (self.ply, self.game.to_move(), self.previous_move());
        let places = tried.clone();
        let tried = self.list.as_slice()[tried].iter().map(|ranked| ranked.mv);
        let quiet = tried.filter(|&mv| self.knowledge.is_quiet(&self.game, mv));
        self.tables.learn::<G>(ply, side, previous, depth, G::pack(mv), quiet);
        if self.tables.follows() {
            self.learn_following(mv, places, depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::recursion::ordering::tests::Numbers;
    use crate::recursion::{Grain, Parts};
    use crate::rules::knowledge::RulesOnly;
    use crate::rules::observer::Unwatched;
    use crate::shared::control::Control;
    use crate::shared::groups::Placement;
    use crate::shared::stop::WallClock;
    use crate::shared::team::Team;
    use crate::table::Table;

    #[test]
    fn a_worker_has_company_below_a_large_node_while_another_is_there() {
        let team = Arc::new(Team::new(Scheme::ABDADA, 2, false, 0));
        let parts = Parts {
            table: Arc::new(Table::new(1 << 12).expect("a small table")),
            control: Arc::new(Control::new(2, Arc::new(WallClock::default()))),
            team: Some(Arc::clone(&team)),
            turns: None,
            learnt: Arc::default(),
            placement: Arc::new(Placement::together(2)),
            worker: 0,
        };
        let mut searcher = Searcher::new(Numbers, RulesOnly::default(), parts, Unwatched);
        searcher.grain = Grain { table_depth: 1, shared_depth: 6 - Scheme::LARGE };
        let key = |hash| NodeKey { hash, symmetry: 0 };
        let (large, small) = (key(0x1234_5678_9abc_def0), key(0xfedc_ba98_7654_3210));
        let busy = team.busy.as_ref().expect("the scheme defers");

        searcher.claim(small, 5);
        assert!(searcher.has_company(5), "of the way to a small node nothing is known");
        searcher.claim(large, 6);
        assert_eq!(searcher.cooperation.large_claim, Some(large.hash));
        searcher.claim(small, 5);
        assert!(!searcher.has_company(5) && searcher.has_company(6));

        busy.enter(large.hash);
        assert!(searcher.has_company(5));
        busy.leave(large.hash);
        assert!(!searcher.has_company(5));
        // The other has searched it to the end, or another position has its place: who is there is not known.
        busy.finish(large.hash);
        assert!(searcher.has_company(5));
        busy.enter(large.hash ^ 1 << 63);
        assert!(searcher.has_company(5));

        searcher.begin_task(searcher.mode, 9);
        assert_eq!(searcher.cooperation.large_claim, None);
    }
}
