//! The recursion itself.

use super::split::Others;
use super::{NodeKind, Searcher};
use crate::game::Game;
use crate::knowledge::{Bounds, Knowledge, Meter, NodeKey, Pace};
use crate::limits::MAX_PLY;
use crate::observer::{Observer, Why};
use crate::ordering::Picker;
use crate::report::Bound;
use crate::score::Score;
use crate::window::Window;

/// The best of a node so far.
pub(super) struct Best<M> {
    pub(super) score: Score,
    pub(super) mv: Option<M>,
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// Searches the current position `depth` plies deep. The score is counted from the root.
    #[inline(always)]
    pub(crate) fn node<N: NodeKind>(&mut self, key: NodeKey, window: Window, depth: i32) -> Score {
        let at_horizon = !N::ROOT && self.is_horizon(depth);
        self.node_at::<N>(at_horizon, key, window, depth)
    }

    /// True if nothing is searched below a node of this depth.
    #[inline]
    pub(super) fn is_horizon(&self, depth: i32) -> bool {
        depth <= 0 && !self.mode.to_end
    }

    /// [`Self::node`], for who knows whether it lies at the horizon.
    #[inline(always)]
    pub(super) fn node_at<N: NodeKind>(
        &mut self,
        at_horizon: bool,
        key: NodeKey,
        window: Window,
        depth: i32,
    ) -> Score {
        if at_horizon {
            return self.leaf::<N>(window, depth);
        }
        self.enter(window, depth);
        let score = self.search::<N>(key, window, depth);
        self.leave(window, score)
    }

    /// What every node does before anything else. Gives what the game knows of the value, and the
    /// window that this leaves; `Err` is the score if nothing is left to search.
    #[inline(always)]
    fn visit<N: NodeKind>(&mut self, window: Window) -> Result<(Bounds, Window), Score> {
        self.count_node();
        if N::PV {
            self.line.clear(self.ply);
        }
        if self.aborted {
            return Err(window.alpha);
        }
        if N::ROOT {
            return Ok((Bounds::UNKNOWN, window));
        }
        if let Some(score) = self.ended() {
            return Err(score);
        }
        let known = self.known_bounds(window);
        let Bounds { lower, upper } = self.with_mate_distance(known, window);
        match window.narrow(lower, upper) {
            Ok(inner) => Ok((known, inner)),
            Err(score) => Err(self.because(Why::Bounds, score)),
        }
    }

    /// A node at the horizon, or below it. Most nodes are: a function of their own spares them the
    /// registers and the stack that the recursion has to set up.
    #[inline(never)]
    fn leaf<N: NodeKind>(&mut self, window: Window, depth: i32) -> Score {
        self.enter(window, depth);
        let score = match self.visit::<N>(window) {
            Ok((known, inner)) => match self.solve_leaf(inner, depth) {
                Some(score) => score,
                // An estimate cannot say what is proven wrong: every window gets one answer.
                None => self.horizon(inner).max(known.lower).min(known.upper),
            },
            Err(score) => score,
        };
        self.leave(window, score)
    }

    fn search<N: NodeKind>(&mut self, key: NodeKey, window: Window, depth: i32) -> Score {
        let (known, inner) = match self.visit::<N>(window) {
            Ok(open) => open,
            Err(score) => return score,
        };
        if !N::PV
            && depth == 1
            && let Some(score) = self.last_ply(inner)
        {
            return score.max(known.lower).min(known.upper);
        }
        let entry = if N::ROOT || self.is_kept(depth) { self.probe(key) } else { None };
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
        let shared = self.is_shared(depth);
        if shared && !N::ROOT {
            self.enter_shared::<N>(key, inner, depth);
        }
        let mut score = self.moves::<N>(key, inner, depth, first, known, shared);
        if shared && !N::ROOT {
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
        known: Bounds,
        shared: bool,
    ) -> Score {
        let mut best = Best { score: -Score::INFINITY, mv: None };
        let mut rests_on_estimate = false;
        let mut picker = Picker::EMPTY;
        let mut expanded = false;
        // The hash move is tried before any other move is even generated.
        let mut staged = first.filter(|_| !N::ROOT);
        // Known when this is compiled, so that games which never look do not carry the code.
        let looks = !N::PV && K::ETC_DEPTH != i32::MAX && depth >= K::ETC_DEPTH;
        if looks {
            (staged, expanded) = (None, true);
            picker = match self.expand::<N>(first, depth, false, shared) {
                Ok(picker) => picker,
                Err(score) => return score,
            };
            if let Some(score) = self.child_cutoff(window, depth) {
                self.store(key, None, Bound::Lower, score, depth, !self.estimated);
                return self.because(Why::Table, score);
            }
        }
        let below = self.below(depth);
        let mut index = 0;
        loop {
            let mv = if let Some(mv) = staged.take() {
                mv
            } else if let Some(mv) = picker.pick(&mut self.list) {
                mv
            } else if expanded {
                break;
            } else {
                expanded = true;
                picker = match self.expand::<N>(first, depth, index > 0, shared) {
                    Ok(picker) => picker,
                    Err(score) => return score,
                };
                continue;
            };
            if shared && index > 0 {
                match self.ask_others::<N>(mv, picker, window, depth, index, best.score) {
                    Others::Apart => {}
                    Others::InVain => return best.score,
                    Others::Helped(harvest) => {
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
            }
            if index > 0 && below.is_kept && !looks && !shared {
                // Most nodes whose first move did not fail high need all of them: the wait for the
                // entry of the next child passes while this one is searched.
                staged = picker.pick(&mut self.list);
                if let Some(next) = staged {
                    let undo = self.game.play(next);
                    self.parts.table.prefetch(self.key().hash);
                    self.game.undo(next, undo);
                }
            }
            let asked = Window { alpha: window.alpha.max(best.score), beta: window.beta };
            let score = if shared {
                let may_put_off = index > 0 && !picker.is_among_put_off();
                match self.try_claimed::<N>(mv, asked, depth, index, may_put_off) {
                    Some(score) => score,
                    None => {
                        picker.put_off(&mut self.list);
                        continue;
                    }
                }
            } else {
                self.try_move::<N>(mv, asked, depth, index, below)
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
                    self.learn_cutoff(mv, picker.tried(usize::from(staged.is_some())), depth);
                    break;
                }
            }
        }
        self.finish::<N>(key, window, depth, best, known, rests_on_estimate)
    }

    /// Turns the best of a node into its answer, and leaves it in the table.
    #[inline(always)]
    fn finish<N: NodeKind>(
        &mut self,
        key: NodeKey,
        window: Window,
        depth: i32,
        best: Best<G::Move>,
        known: Bounds,
        rests_on_estimate: bool,
    ) -> Score {
        self.estimated = rests_on_estimate;
        let score = best.score.max(known.lower).min(known.upper);
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
            return Some(self.at_longest());
        }
        None
    }

    /// The score at the end of the longest line.
    #[cold]
    #[inline(never)]
    fn at_longest(&mut self) -> Score {
        match self.outcome() {
            Some(score) => self.because(Why::Outcome, score),
            None => self.stand_pat(),
        }
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

    /// What the game knows of the value of the current position, counted from the root.
    #[inline]
    fn known_bounds(&mut self, window: Window) -> Bounds {
        let ply = self.ply as u32;
        let seen = Window { alpha: window.alpha.to_node(ply), beta: window.beta.to_node(ply) };
        let known = self.knowledge.bounds(&self.game, seen);
        Bounds { lower: known.lower.from_node(ply), upper: known.upper.from_node(ply) }
    }

    /// The same, and that nobody wins or loses sooner than the very next ply (mate distance): left
    /// out where it narrows no window, so that a game that knows nothing has nothing left to do.
    #[inline]
    fn with_mate_distance(&self, known: Bounds, window: Window) -> Bounds {
        let soonest = self.ply as u32 + u32::from(!G::ENDS_ONLY_WITHOUT_MOVES);
        let (loss, win) = (Score::loss_in(soonest), Score::win_in(soonest));
        if window.alpha >= loss && window.beta <= win {
            return known;
        }
        Bounds { lower: known.lower.max(loss), upper: known.upper.min(win) }
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
}
