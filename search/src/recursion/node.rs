//! The recursion itself.

use super::interior::{Best, Interior};
use super::singular::Alone;
use super::split::Help;
use super::{NodeKind, Searcher};
use crate::recursion::ordering::Picker;
use crate::rules::game::{Game, Ranked};
use crate::rules::knowledge::{Bounds, Knowledge, NodeKey};
use crate::rules::observer::{Observer, Why};
use crate::rules::score::Score;
use crate::rules::value::Value;
use crate::rules::window::Window;
use crate::table::Entry;

/// The moves of a node in the order in which they are tried.
pub(super) struct Moves<M> {
    /// The hash move: tried before any other move is even generated.
    first: Option<M>,
    /// The next move, where it is known already.
    staged: Option<M>,
    /// The key of what the staged move leads to, where its entry has been called for.
    called: Option<NodeKey>,
    pub(super) picker: Picker,
    expanded: bool,
    /// How many were searched.
    pub(super) index: usize,
    /// The place of the move at hand in the order of moves: how many come before it, those that were deferred
    /// included. What a heuristic makes of a move hangs on it and not on what others are searching.
    pub(super) place: usize,
}

/// A move to try, with the key of what it leads to where that is known; `None` if there is no other.
type Next<M> = Option<(M, Option<NodeKey>)>;

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// Searches the current position `depth` plies deep. The score is counted from the root.
    #[inline(always)]
    pub(crate) fn node<N: NodeKind>(&mut self, key: NodeKey, window: Window, depth: i32) -> Value {
        let at_horizon = !N::ROOT && self.is_horizon(depth);
        self.node_at::<N>(at_horizon, key, window, depth)
    }

    /// True if nothing is searched below a node of this depth.
    #[inline]
    pub(super) fn is_horizon(&self, depth: i32) -> bool {
        depth <= 0 && !self.mode.to_end
    }

    /// [`Self::node`], for code that knows whether it lies at the horizon.
    #[inline(always)]
    pub(super) fn node_at<N: NodeKind>(
        &mut self,
        at_horizon: bool,
        key: NodeKey,
        window: Window,
        depth: i32,
    ) -> Value {
        if at_horizon {
            return self.leaf::<N>(key, window, depth);
        }
        self.enter(window, depth);
        let value = self.search::<N>(key, window, depth);
        self.leave(window, value.score);
        value
    }

    /// What every node does before anything else. Gives what the game knows of the value, and the
    /// window that this leaves; `Err` is the answer if nothing is left to search.
    #[inline(always)]
    pub(super) fn visit<N: NodeKind>(&mut self, window: Window) -> Result<(Bounds, Window), Value> {
        self.count_node();
        if N::PV {
            self.line.clear(self.ply);
        }
        if self.aborted {
            return Err(Value::nothing(window.alpha));
        }
        if N::ROOT {
            // The root is not over, so nothing is decided sooner than by its own moves.
            let known = Bounds { lower: Score::loss_in(1), upper: Score::win_in(1) };
            return Ok((known, window));
        }
        if let Some(value) = self.ended() {
            return Err(value);
        }
        let known = self.known_bounds(window);
        let Bounds { lower, upper } = self.with_mate_distance(known, window);
        match window.narrow(lower, upper) {
            Ok(inner) => Ok((known, inner)),
            Err(score) => {
                Err(Value::proven(self.because(Why::Bounds, score)).where_known(lower, upper))
            }
        }
    }

    /// A node above the horizon: what is known answers it, or its moves are searched.
    fn search<N: NodeKind>(&mut self, key: NodeKey, window: Window, depth: i32) -> Value {
        let (known, inner) = match self.visit::<N>(window) {
            Ok(open) => open,
            Err(value) => return value,
        };
        if !N::PV
            && depth == 1
            && let Some(value) = self.search_frontier(inner)
        {
            return value.within(known);
        }
        let entry =
            if N::ROOT || self.is_kept_above_horizon(depth) { self.probe(key) } else { None };
        if !N::ROOT
            && let Some(value) = self.without_search::<N>(key, entry, inner, depth)
        {
            return value;
        }
        if N::ROOT {
            self.note_context::<N>();
        }
        let first = if self.heuristics.hash_move {
            entry.and_then(|entry| self.entry_move(&entry, key))
        } else {
            None
        };
        let alone = self.singular::<N>(key, entry, first, inner, depth);
        if let Alone::Left(value) = alone {
            return value;
        }
        let depth = match first {
            Some(_) => depth,
            None => depth - self.without_hash_move::<N>(entry, inner, depth),
        };
        let shared = self.is_shared(depth) && self.has_company(depth);
        let node = Interior { key, window: inner, depth, known, shared, table: entry };
        let frame = self.list.open();
        if shared && !N::ROOT {
            self.enter_shared::<N>(key, inner, depth);
        }
        self.note_position();
        self.note_extended(alone, true);
        let mut value = self.moves::<N>(node, first);
        self.note_extended(alone, false);
        self.forget_position();
        if shared && !N::ROOT {
            self.cooperation.open.pop();
            value = self.settled_value().unwrap_or(value);
        }
        self.list.close(frame);
        value
    }

    /// The answer of a node for which no move has to be tried: the table has it, the game's own solver
    /// finds it, or it is good or bad enough to be left.
    #[inline(always)]
    fn without_search<N: NodeKind>(
        &mut self,
        key: NodeKey,
        entry: Option<Entry>,
        window: Window,
        depth: i32,
    ) -> Option<Value> {
        let answer = if self.mode.proof {
            self.proof(key, entry, window, depth)
        } else {
            self.answer(entry, window, depth)
        };
        if let Some(value) = answer {
            self.because(Why::Table, value.score);
            return Some(value);
        }
        if let Some(value) = self.solve_leaf(window, depth) {
            self.store(key, None, window, value, depth);
            return Some(value);
        }
        self.note_context::<N>();
        if !N::PV
            && !self.is_without_move()
            && let Some(value) = self.forward_prune(key, entry, window, depth)
        {
            self.because(Why::Pruned, value.score);
            return Some(value);
        }
        self.aborted.then(|| Value::nothing(window.alpha))
    }

    /// Tries the moves of a node, in the open frame of the list.
    #[inline(always)]
    fn moves<N: NodeKind>(&mut self, node: Interior, first: Option<G::Move>) -> Value {
        let Interior { window, depth, shared, .. } = node;
        let mut best = Best::of_none();
        let mut moves = Moves {
            first,
            staged: first.filter(|_| !N::ROOT),
            called: None,
            picker: Picker::EMPTY,
            expanded: false,
            index: 0,
            place: 0,
        };
        // Known when this is compiled, so that games which never look do not carry the code.
        let looks = !N::PV
            && K::ETC_DEPTH != i32::MAX
            && depth >= self.knowledge.constants().etc_depth
            && self.heuristics.child_cutoffs
            && !self.forbids();
        if looks && let Some(value) = self.look_below::<N>(&node, &mut moves) {
            return value;
        }
        let below = self.below(depth);
        loop {
            let (mv, called) = match self.next_move::<N>(&node, &mut moves) {
                Ok(Some(next)) => next,
                Ok(None) => break,
                Err(value) => return value,
            };
            if let Some(basis) = self.forbidden(mv) {
                best.leave_out_illegal(basis);
                if moves.expanded {
                    moves.picker.leave_out(&mut self.list);
                }
                continue;
            }
            if moves.place > 0 && self.prunes::<N>(&node, mv, moves.place, best.score) {
                best.leave_out(window.alpha);
                moves.picker.leave_out(&mut self.list);
                continue;
            }
            if shared && moves.index > 0 {
                match self.ask_others::<N>(mv, moves.picker, node, moves.index, best.score) {
                    Help::Apart => {}
                    Help::InVain => return best.value(),
                    Help::Helped(rest) => {
                        if rest.left_out {
                            best.leave_out(window.alpha);
                        }
                        best.leave_out_illegal(rest.illegal);
                        best.bring_in(rest.result);
                        if self.aborted {
                            return best.value();
                        }
                        break;
                    }
                }
            }
            if moves.index > 0 && below.is_kept && !looks {
                self.call_for_next(&mut moves, shared);
            }
            if N::ROOT {
                self.show_root_move(mv, moves.index);
            }
            let asked = Window { alpha: window.alpha.max(best.score), beta: window.beta };
            let value = if shared {
                let may_wait = !moves.picker.is_among_deferred();
                let claimed = (mv, called);
                match self.try_claimed::<N>(
                    claimed,
                    asked,
                    depth,
                    node.table,
                    moves.place,
                    may_wait,
                ) {
                    Some(value) => value,
                    None => {
                        // A hash move is generated with the others then, and comes again.
                        if moves.expanded {
                            let ahead = moves.staged.is_some();
                            moves.picker.defer(&mut self.list, moves.place, ahead);
                        }
                        continue;
                    }
                }
            } else {
                let (table, place) = (node.table, moves.place);
                self.try_move::<N, false>(mv, called, asked, depth, table, place, below, None)
                    .expect("a move that is not claimed does not wait")
            };
            if self.aborted {
                return best.value();
            }
            moves.index += 1;
            self.note_tried(mv, value.score > best.score);
            if N::ROOT {
                self.root.known_tried |= self.root.known == Some(G::pack(mv));
            }
            if best.learn(mv, value) {
                if value.score > asked.alpha {
                    self.new_best::<N>(mv);
                }
                if window.cuts_off(value.score) {
                    let tried = moves.picker.tried(usize::from(moves.staged.is_some()));
                    self.learn_cutoff(mv, tried, depth);
                    break;
                }
            }
        }
        if self.forbids() && best.is_without_moves() {
            best.lose(self.without_legal_moves(best.value().upper()));
        }
        self.finish::<N>(&node, best)
    }

    /// Enhanced transposition cut-offs, before any move is searched: all of them are generated, and the
    /// table is asked for a child that answers the node.
    #[inline(always)]
    fn look_below<N: NodeKind>(
        &mut self,
        node: &Interior,
        moves: &mut Moves<G::Move>,
    ) -> Option<Value> {
        (moves.staged, moves.expanded) = (None, true);
        moves.picker = match self.expand::<N>(moves.first, node, false) {
            Ok(picker) => picker,
            Err(value) => return Some(value),
        };
        let value = self.child_cutoff(node.window, node.depth)?;
        self.store(node.key, None, node.window, value, node.depth);
        self.because(Why::Table, value.score);
        Some(value)
    }

    /// The next move to try, with the key of what it leads to if that is known: the one that is staged, else
    /// the best that is left. `Err` is the answer of a position that has no moves.
    #[inline(always)]
    fn next_move<N: NodeKind>(
        &mut self,
        node: &Interior,
        moves: &mut Moves<G::Move>,
    ) -> Result<Next<G::Move>, Value> {
        moves.place = moves.index + moves.picker.deferred();
        if let Some(mv) = moves.staged.take() {
            return Ok(Some((mv, moves.called.take())));
        }
        if let Some(mv) = moves.picker.pick(&mut self.list) {
            return Ok(Some((mv, None)));
        }
        if moves.expanded {
            return Ok(if node.shared { self.pick_waiting(moves) } else { None });
        }
        moves.expanded = true;
        moves.picker = self.expand::<N>(moves.first, node, moves.index > 0)?;
        Ok(moves.picker.pick(&mut self.list).map(|mv| (mv, None)))
    }

    /// Of the moves that were deferred since others search them, the one that fewest are in; of several the first in the
    /// order of moves. So the more workers there are, the more moves they spread over.
    #[inline(never)]
    fn pick_waiting(&mut self, moves: &mut Moves<G::Move>) -> Next<G::Move> {
        let waiting = moves.picker.waiting().map(|at| {
            let Ranked { mv, rank } = self.list.as_slice()[at];
            let key = self.key_after(mv);
            ((self.workers_in(key), rank), at, key)
        });
        let (_, at, key) = waiting.min_by_key(|&(order, ..)| order)?;
        let Ranked { mv, rank } = moves.picker.take(&mut self.list, at);
        moves.place = rank as usize;
        Some((mv, Some(key)))
    }

    /// Stages the move after the one at hand and calls for the entry of its child. Most nodes whose
    /// first move did not fail high need all of them: the wait for that entry passes while the move at
    /// hand is searched.
    #[inline(always)]
    fn call_for_next(&mut self, moves: &mut Moves<G::Move>, shared: bool) {
        moves.staged = moves.picker.pick(&mut self.list);
        if let Some(next) = moves.staged {
            let key = self.key_after(next);
            self.call_for(key, shared);
            moves.called = Some(key);
        }
    }

    /// Turns the best of a node into its answer, and leaves it in the table.
    #[inline(always)]
    fn finish<N: NodeKind>(&mut self, node: &Interior, best: Best<G::Move>) -> Value {
        let value = best.value().to_window(node.window).within(node.known);
        self.learn_correction(node, best.mv, value);
        if !(N::ROOT && self.mode.restricted) {
            self.store(node.key, best.mv, node.window, value, node.depth);
        }
        value
    }
}
