//! Where nothing is searched below a node: the game is over, a position came back, the line is as long as
//! lines may get, what is known leaves nothing to ask, the game's own solver answers, or the horizon
//! is reached.

use super::repetition::Met;
use super::{NodeKind, Searcher};
use crate::rules::game::Game;
use crate::rules::knowledge::{Bounds, Knowledge, NodeKey};
use crate::rules::limits::MAX_PLY;
use crate::rules::meter::{Meter, Pulse};
use crate::rules::observer::{Observer, Why};
use crate::rules::score::Score;
use crate::rules::value::Value;
use crate::rules::window::Window;
use crate::shared::schedule::Turns;
use crate::shared::stop::StopWord;

/// What a leaf solver's [`Meter`] asks of the search.
#[derive(Debug)]
struct LeafPulse<'a> {
    stop: &'a StopWord,
    turns: Option<&'a Turns>,
    worker: usize,
    /// What the worker had counted when the solver began.
    before: u64,
}

impl Pulse for LeafPulse<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    fn wait_for_turn(&self, nodes: u64) -> u64 {
        self.turns.map_or(u64::MAX, |turns| nodes + turns.spend(self.worker, self.before + nodes))
    }
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// A node at the horizon, or below it. Most nodes are: a function of their own spares them the
    /// registers and the stack that the recursion has to set up.
    #[inline(never)]
    pub(super) fn leaf<N: NodeKind>(&mut self, key: NodeKey, window: Window, depth: i32) -> Value {
        self.enter(window, depth);
        let value = match self.visit::<N>(window) {
            Ok((known, inner)) => match self.solve_leaf(inner, depth) {
                Some(value) => value,
                // An estimate cannot say what is proven wrong: every window gets one answer.
                None => self.horizon(key, inner).within(known),
            },
            Err(value) => value,
        };
        self.leave(window, value.score);
        value
    }

    /// The answer of a position where nothing is left to search: the game is over, a position came
    /// back, the line is as long as lines may get.
    #[inline(always)]
    pub(super) fn ended(&mut self) -> Option<Value> {
        if !self.game.ends_only_without_moves()
            && let Some(score) = self.outcome()
        {
            return Some(Value::proven(self.because(Why::Outcome, score)));
        }
        if G::CAN_REPEAT {
            let met = self.met();
            if met != Met::Never
                && let Some(value) = self.came_back(met)
            {
                return Some(value);
            }
        }
        if self.ply >= MAX_PLY {
            return Some(self.at_longest());
        }
        None
    }

    /// The answer at the end of the longest line.
    #[cold]
    #[inline(never)]
    fn at_longest(&mut self) -> Value {
        match self.outcome() {
            Some(score) => Value::proven(self.because(Why::Outcome, score)),
            None => self.stand_pat(),
        }
    }

    /// How the game ended here, if it did, counted from the root.
    #[inline]
    pub(super) fn outcome(&self) -> Option<Score> {
        self.game.outcome().map(|outcome| outcome.score().from_node(self.ply as u32))
    }

    /// The knowledge's estimate as the answer of a node, unless a noisy move is tried there.
    #[inline]
    pub(super) fn stand_pat(&mut self) -> Value {
        let score = Score::heuristic(self.judge());
        Value::estimate(self.because(Why::Horizon, score))
    }

    /// What the game knows of the value of the current position, counted from the root.
    #[inline(always)]
    pub(super) fn known_bounds(&mut self, window: Window) -> Bounds {
        let ply = self.ply as u32;
        let seen = Window { alpha: window.alpha.to_node(ply), beta: window.beta.to_node(ply) };
        let mut known = self.knowledge.bounds(&self.game, seen);
        if self.has_past() {
            known = self.memory.limit(known);
        }
        Bounds { lower: known.lower.from_node(ply), upper: known.upper.from_node(ply) }
    }

    /// The same, and that neither side wins or loses sooner than the very next ply (mate distance): left
    /// out where it narrows no window, so that a game that knows nothing has nothing left to do.
    #[inline]
    pub(super) fn with_mate_distance(&self, known: Bounds, window: Window) -> Bounds {
        let may_be_over = self.game.ends_only_without_moves() || self.forbids();
        let soonest = self.ply as u32 + u32::from(!may_be_over);
        let (loss, win) = (Score::loss_in(soonest), Score::win_in(soonest));
        if window.alpha >= loss && window.beta <= win {
            return known;
        }
        Bounds { lower: known.lower.max(loss), upper: known.upper.min(win) }
    }

    /// Asks the game's own solver, if it has one and takes this position. What it says when it was
    /// told to stop means nothing, and is ignored.
    #[inline]
    pub(super) fn solve_leaf(&mut self, window: Window, depth: i32) -> Option<Value> {
        if self.has_past() {
            return None;
        }
        let ply = self.ply as u32;
        let seen = Window { alpha: window.alpha.to_node(ply), beta: window.beta.to_node(ply) };
        let (before, turns) = (self.counters.nodes, self.parts.turns.as_deref());
        let turn_ends = turns.map_or(u64::MAX, |_| self.pacing.next_look.saturating_sub(before));
        let (stop, worker) = (self.parts.control.stop(), self.parts.worker);
        let pulse = LeafPulse { stop, turns, worker, before };
        let mut meter = Meter::watching(&pulse, turn_ends);
        // Without a horizon, depth says how much is left, not how much is to be searched.
        let asked = if self.mode.to_end { i32::MAX } else { depth };
        let score = self.knowledge.solve_leaf(&self.game, seen, asked, &mut meter);
        let (visited, gave_up) = (meter.nodes(), meter.gave_up());
        if gave_up {
            self.aborted = true;
        }
        if visited > 0 {
            self.note_solver(visited);
            self.count_nodes(visited);
        }
        if gave_up {
            return None;
        }
        let score = self.because(Why::LeafSolver, score?.from_node(ply));
        Some(Value::proven(score).to_window(window))
    }
}
