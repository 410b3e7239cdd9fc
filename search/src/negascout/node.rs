//! The recursion itself.

use super::{NodeKind, Null, Pv, Searcher};
use crate::config::Acceptance;
use crate::game::Game;
use crate::knowledge::{Bounds, Knowledge, Meter, NodeKey, Pace};
use crate::limits::MAX_PLY;
use crate::observer::{Observer, Why};
use crate::ordering::Picker;
use crate::report::Bound;
use crate::score::Score;
use crate::table::{Entry, NO_MOVE};
use crate::window::Window;

/// The best of a node so far.
pub(super) struct Best<M> {
    pub(super) score: Score,
    pub(super) mv: Option<M>,
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// Searches the current position `depth` plies deep. The score is counted from the root.
    #[inline]
    pub(crate) fn node<N: NodeKind>(&mut self, key: NodeKey, window: Window, depth: i32) -> Score {
        self.enter(window, depth);
        let score = self.search::<N>(key, window, depth);
        self.leave(window, score)
    }

    fn search<N: NodeKind>(&mut self, key: NodeKey, window: Window, depth: i32) -> Score {
        self.count_node();
        if N::PV {
            self.line.clear(self.ply);
        }
        if self.aborted {
            return window.alpha;
        }
        let mut proven = Bounds::UNKNOWN;
        let mut inner = window;
        if !N::ROOT {
            if let Some(score) = self.ended() {
                return score;
            }
            proven = self.proven_bounds(window);
            inner = match window.narrow(proven.lower, proven.upper) {
                Ok(inner) => inner,
                Err(score) => return self.because(Why::Bounds, score),
            };
            if depth <= 0 && !self.mode.to_end {
                return match self.solve_leaf(inner, depth) {
                    Some(score) => score,
                    // An estimate cannot say what is proven wrong: every window gets one answer.
                    None => self.horizon(inner).max(proven.lower).min(proven.upper),
                };
            }
        }
        let entry = self.probe(key);
        if !N::ROOT {
            if let Some(score) = self.answer(entry, inner, depth) {
                return self.because(Why::Table, score);
            }
            if let Some(score) = self.solve_leaf(inner, depth) {
                self.store(key, None, Bound::of(score, inner), score, depth, true);
                return score;
            }
            if !N::PV
                && let Some(score) = self.forward_prune(key, inner, depth)
            {
                return self.because(Why::Pruned, score);
            }
            if self.aborted {
                return window.alpha;
            }
        }
        let first = entry.and_then(|entry| self.entry_move(&entry, key));
        let outer = std::mem::replace(&mut self.estimated, false);
        let frame = self.list.open();
        let shared = !N::ROOT && self.is_shared(depth);
        if shared {
            self.enter_shared::<N>(key, inner, depth);
        }
        let mut score = self.moves::<N>(key, inner, depth, first, proven);
        if shared {
            self.open.pop();
            score = self.settled_score().unwrap_or(score);
        }
        self.list.close(frame);
        self.estimated |= outer;
        score
    }

    /// Tries the moves of the current position, in the open frame of the list.
    #[inline(always)]
    fn moves<N: NodeKind>(
        &mut self,
        key: NodeKey,
        window: Window,
        depth: i32,
        first: Option<G::Move>,
        proven: Bounds,
    ) -> Score {
        let mut best = Best { score: -Score::INFINITY, mv: None };
        let mut rests_on_estimate = false;
        let mut picker = None;
        let mut staged = first.filter(|_| !N::ROOT);
        // Known when this is compiled, so that games which never look do not carry the code.
        let looks = K::ETC_DEPTH != i32::MAX;
        if !N::PV && looks && depth >= K::ETC_DEPTH {
            staged = None;
            picker = match self.expand::<N>(first, depth, false) {
                Ok(picker) => Some(picker),
                Err(score) => return score,
            };
            if let Some(score) = self.child_cutoff(window, depth) {
                self.store(key, None, Bound::Lower, score, depth, !self.estimated);
                return self.because(Why::Table, score);
            }
        }
        let mut index = 0;
        loop {
            // The hash move is tried before any other move is even generated.
            let (mv, put_off) = match (&mut picker, staged.take()) {
                (None, Some(mv)) => (mv, true),
                (None, None) => match self.expand::<N>(first, depth, index > 0) {
                    Ok(fresh) => {
                        picker = Some(fresh);
                        continue;
                    }
                    Err(score) => return score,
                },
                (Some(picker), _) => match picker.pick(&mut self.list) {
                    Some(picked) => picked,
                    None => break,
                },
            };
            if index > 0 && self.is_shared(depth) {
                if self.look_up() || self.leave_in_vain() {
                    return best.score;
                }
                let harvest = match &mut picker {
                    Some(picker) if self.may_split::<N>() => {
                        self.split::<N>(mv, picker, window, depth, index, best.score)
                    }
                    _ => None,
                };
                if let Some(harvest) = harvest {
                    rests_on_estimate = harvest.rests_on_estimate(rests_on_estimate);
                    if harvest.mv.is_some() {
                        best = Best { score: harvest.score, mv: harvest.mv };
                    }
                    if self.aborted {
                        return best.score;
                    }
                    break;
                }
            }
            let asked = Window { alpha: window.alpha.max(best.score), beta: window.beta };
            let may_put_off = !put_off && index > 0;
            let Some(score) = self.try_move::<N>(mv, asked, depth, index, may_put_off) else {
                picker.as_mut().expect("only picked moves are put off").put_off(&mut self.list);
                continue;
            };
            if self.aborted {
                return best.score;
            }
            index += 1;
            self.note_tried(mv, score > best.score);
            if N::ROOT {
                self.known_tried |= self.known == Some(mv);
            }
            let estimated = std::mem::replace(&mut self.estimated, false);
            rests_on_estimate |= estimated;
            if score > best.score {
                best = Best { score, mv: Some(mv) };
                if score > asked.alpha {
                    self.new_best::<N>(mv);
                }
                if window.cuts_off(score) {
                    // A fail high rests on the one move that caused it.
                    rests_on_estimate = estimated;
                    let tried = picker.as_ref().map_or(0, Picker::tried);
                    self.learn_cutoff(mv, tried, depth);
                    break;
                }
            }
        }
        self.finish::<N>(key, window, depth, best, proven, rests_on_estimate)
    }

    /// Turns the best of a node into its answer, and leaves it in the table.
    #[inline]
    fn finish<N: NodeKind>(
        &mut self,
        key: NodeKey,
        window: Window,
        depth: i32,
        best: Best<G::Move>,
        proven: Bounds,
        rests_on_estimate: bool,
    ) -> Score {
        self.estimated = rests_on_estimate;
        let score = best.score.max(proven.lower).min(proven.upper);
        if !(N::ROOT && self.mode.restricted) {
            let bound = Bound::of(score, window);
            self.store(key, best.mv, bound, score, depth, !rests_on_estimate);
        }
        score
    }

    /// The score of a position where nothing is left to search: the game is over, a position came
    /// back, the line is as long as lines may get.
    #[inline(always)]
    fn ended(&mut self) -> Option<Score> {
        if !G::ENDS_ONLY_WITHOUT_MOVES
            && let Some(score) = self.outcome()
        {
            return Some(self.because(Why::Outcome, score));
        }
        if G::CAN_REPEAT && self.repeats() {
            self.estimated = true;
            return Some(self.because(Why::Repetition, Score::DRAW));
        }
        if self.ply >= MAX_PLY {
            return Some(match self.outcome() {
                Some(score) => self.because(Why::Outcome, score),
                None => self.stand_pat(),
            });
        }
        None
    }

    /// How the game ended here, if it did, counted from the root.
    #[inline]
    pub(crate) fn outcome(&self) -> Option<Score> {
        self.game.outcome().map(|outcome| outcome.score().from_node(self.ply as u32))
    }

    /// The knowledge's estimate of the current position, on which all that follows from it rests.
    #[inline]
    fn estimate(&mut self) -> Score {
        self.estimated = true;
        Score::heuristic(self.knowledge.evaluate(&self.game))
    }

    /// The estimate as the answer of a node, unless a noisy move is tried there.
    #[inline]
    pub(crate) fn stand_pat(&mut self) -> Score {
        let score = self.estimate();
        self.because(Why::Horizon, score)
    }

    /// What is proven of the current position, counted from the root: what the game knows, and
    /// that nobody wins or loses sooner than the very next ply (mate distance).
    #[inline]
    fn proven_bounds(&mut self, window: Window) -> Bounds {
        let ply = self.ply as u32;
        let seen = Window { alpha: window.alpha.to_node(ply), beta: window.beta.to_node(ply) };
        let known = self.knowledge.bounds(&self.game, seen);
        let soonest = if G::ENDS_ONLY_WITHOUT_MOVES { ply } else { ply + 1 };
        Bounds {
            lower: known.lower.from_node(ply).max(Score::loss_in(soonest)),
            upper: known.upper.from_node(ply).min(Score::win_in(soonest)),
        }
    }

    #[inline]
    fn probe(&mut self, key: NodeKey) -> Option<Entry> {
        self.counters.probes += 1;
        let entry = self.parts.table.probe(key.hash);
        self.counters.hits += u64::from(entry.is_some());
        entry
    }

    /// The score that a table entry answers the window with, if it does.
    #[inline]
    pub(super) fn answer(
        &mut self,
        entry: Option<Entry>,
        window: Window,
        depth: i32,
    ) -> Option<Score> {
        let (score, complete) = self.answer_at(entry, window, depth, self.ply)?;
        self.estimated |= !complete;
        Some(score)
    }

    /// The same for a node `ply` plies from the root, with whether the answer holds to the end of
    /// the game.
    #[inline]
    pub(super) fn answer_at(
        &self,
        entry: Option<Entry>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<(Score, bool)> {
        let entry = entry?;
        let score = entry.score.from_node(ply as u32);
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        if !answers || !self.accepts(&entry, depth) {
            return None;
        }
        Some((score, entry.complete))
    }

    #[inline]
    pub(super) fn accepts(&self, entry: &Entry, depth: i32) -> bool {
        if self.mode.to_end {
            return entry.complete;
        }
        match self.mode.acceptance {
            Acceptance::AtLeast => entry.complete || i32::from(entry.depth) >= depth,
            Acceptance::Equal => !entry.complete && i32::from(entry.depth) == depth,
        }
    }

    /// The entry's move, if it is legal here; one that is not belongs to another position.
    #[inline]
    fn entry_move(&mut self, entry: &Entry, key: NodeKey) -> Option<G::Move> {
        if entry.mv == NO_MOVE {
            return None;
        }
        let bits = self.knowledge.bits_from_frame(&self.game, entry.mv, key.frame);
        let mv = self.game.unpack(bits);
        self.counters.collisions += u64::from(mv.is_none());
        mv
    }

    #[inline]
    fn store(
        &mut self,
        key: NodeKey,
        mv: Option<G::Move>,
        bound: Bound,
        score: Score,
        depth: i32,
        complete: bool,
    ) {
        let in_frame = |mv| G::pack(self.knowledge.to_frame(&self.game, mv, key.frame));
        let entry = Entry {
            mv: mv.map_or(NO_MOVE, in_frame),
            score: score.to_node(self.ply as u32),
            depth: depth.clamp(0, 255) as u8,
            bound,
            complete: complete && (self.mode.to_end || self.mode.acceptance == Acceptance::AtLeast),
        };
        self.parts.table.store(key.hash, entry);
    }

    /// Asks the game's own solver, if it has one and takes this position. What it says when it was
    /// told to stop means nothing, and is not heard.
    #[inline]
    pub(crate) fn solve_leaf(&mut self, window: Window, depth: i32) -> Option<Score> {
        let ply = self.ply as u32;
        let seen = Window { alpha: window.alpha.to_node(ply), beta: window.beta.to_node(ply) };
        let (lane, before) = (self.parts.lane, self.counters.nodes);
        let pace = self.parts.baton.as_deref().map(|baton| Pace { baton, lane, before });
        let left = self.next_look.saturating_sub(before);
        let mut meter = Meter::new(self.parts.control.stop()).paced(pace, left);
        // Without a horizon, depth says how much is left, not how much is to be searched.
        let asked = if self.mode.to_end { i32::MAX } else { depth };
        let score = self.knowledge.solve_leaf(&self.game, seen, asked, &mut meter);
        let (visited, gave_up) = (meter.nodes(), meter.gave_up());
        if gave_up {
            self.aborted = true;
        }
        if visited > 0 {
            self.count_nodes(visited);
        }
        if gave_up { None } else { Some(self.because(Why::LeafSolver, score?.from_node(ply))) }
    }

    /// Plays a move, searches what it leads to, and takes it back. `None` if another worker is
    /// searching it already and it may wait.
    #[inline(always)]
    pub(super) fn try_move<N: NodeKind>(
        &mut self,
        mv: G::Move,
        window: Window,
        depth: i32,
        index: usize,
        may_put_off: bool,
    ) -> Option<Score> {
        let mover = self.game.to_move();
        if G::CAN_REPEAT {
            self.path[self.ply].key = self.game.key();
        }
        let reduction = if index == 0 || self.mode.unpruned {
            0
        } else {
            self.knowledge.reduction(&self.game, mv, depth, index)
        };
        self.note_move(mv);
        let undo = self.game.play(mv);
        let key = self.key_of_child(depth);
        let mut claim = None;
        if self.is_shared(depth) {
            claim = self.claim(key, window, depth, may_put_off && !self.helps_at(index));
            if claim.is_none() {
                self.game.undo(mv, undo);
                return None;
            }
        }
        let turns = self.game.to_move() != mover;
        self.path[self.ply].bits = G::pack(mv);
        self.ply += 1;
        let score = self.scout::<N>(key, window, depth - 1, turns, index == 0, reduction);
        self.ply -= 1;
        if let Some(claim) = claim {
            self.release(claim);
        }
        self.game.undo(mv, undo);
        Some(score)
    }

    /// The key of a child of a node that is searched `depth` plies deep, its entry called for. What
    /// lies at the horizon is never looked up, so there is none, and no line of memory is touched:
    /// most nodes are of that kind.
    #[inline]
    fn key_of_child(&self, depth: i32) -> NodeKey {
        if depth <= 1 && !self.mode.to_end {
            return NodeKey { hash: 0, frame: 0 };
        }
        let key = self.key();
        self.parts.table.prefetch(key.hash);
        key
    }

    /// Searches a child by the rule of NegaScout: the first with the whole window, the others with
    /// a null window, and again if they turn out better.
    #[inline]
    fn scout<N: NodeKind>(
        &mut self,
        key: NodeKey,
        window: Window,
        depth: i32,
        turns: bool,
        first: bool,
        reduction: i32,
    ) -> Score {
        let seen = |score: Score| if turns { -score } else { score };
        if N::PV && first {
            return seen(self.node::<Pv>(key, window.for_child(turns), depth));
        }
        if N::PV {
            // Null-window nodes keep no line; what an earlier sibling left is not this move's.
            self.line.clear(self.ply);
        }
        let null = Window::null(window.alpha).for_child(turns);
        let mut score = seen(self.node::<Null>(key, null, depth - reduction));
        if reduction > 0 && score > window.alpha && !self.aborted {
            score = seen(self.node::<Null>(key, null, depth));
        }
        if N::PV && window.contains(score) && !self.aborted {
            self.counters.researches += 1;
            // What the null window rested on is searched anew.
            self.estimated = false;
            self.note_research();
            score = seen(self.node::<Pv>(key, window.for_child(turns), depth));
        }
        score
    }
}
