//! What the hooks of selective search are told of a node beside its depth and window: its estimate,
//! whether that is improving, what it is expected to be.
//!
//! Cost: where no hook looks at it ([`Knowledge::CONTEXT`]) there is none. Else an estimate and three
//! words a node above the horizon that is not answered without a search.

use super::{NodeKind, Searcher};
use crate::rules::game::{Game, Side};
use crate::rules::knowledge::Knowledge;
use crate::rules::limits::MAX_PLY;
use crate::rules::node::{Candidate, Expected, Known, Node};
use crate::rules::observer::Observer;
use crate::rules::window::Window;
use crate::table::{Entry, NO_MOVE};

/// A node of the line.
#[derive(Clone, Copy)]
pub(super) struct NodeContext {
    /// Its estimate as the first player sees it, if it was estimated.
    estimate: Option<i32>,
    expected: Expected,
    side: Side,
}

const UNKNOWN: NodeContext =
    NodeContext { estimate: None, expected: Expected::Cut, side: Side::First };

/// The nodes from the root to the current one, as far as they were noted.
pub(super) struct Context(Box<[NodeContext]>);

impl Context {
    pub(super) fn new(is_kept: bool) -> Self {
        let steps = if is_kept { MAX_PLY + 2 } else { 0 };
        Context(vec![UNKNOWN; steps].into_boxed_slice())
    }

    /// Another worker's line begins at `ply`, in a node that is known: nothing is known of those above.
    fn begin_at(&mut self, ply: usize, step: NodeContext) {
        self.0[..ply].fill(UNKNOWN);
        self.0[ply] = step;
    }
}

/// Points of the side to move as the first player sees them, and back.
fn seen_by_first(points: i32, side: Side) -> i32 {
    if side == Side::First { points } else { -points }
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// True if hooks look at what is noted here.
    #[inline(always)]
    fn has_context(&self) -> bool {
        K::CONTEXT && self.knowledge.constants().context
    }

    /// Notes what the current node is expected to be, and estimates it.
    #[inline(always)]
    pub(super) fn note_context<N: NodeKind>(&mut self) {
        if !self.has_context() {
            return;
        }
        let side = self.game.to_move();
        // The root of a null-window task, and what only its root knows of, is taken to fail high.
        let expected = if N::PV {
            Expected::Pv
        } else if self.ply == 0 {
            Expected::Cut
        } else {
            let above = self.context.0[self.ply - 1];
            above.expected.of_child(above.side != side)
        };
        self.context.0[self.ply] = NodeContext { estimate: self.estimate(), expected, side };
    }

    /// The estimate of the current node from the side to move, after [`Self::note_context`].
    #[inline]
    pub(super) fn estimate_here(&self) -> Option<i32> {
        let step = self.context.0.get(self.ply)?;
        step.estimate.map(|points| seen_by_first(points, step.side))
    }

    /// What is noted of the current node, to be restored after another search of its position.
    #[inline]
    pub(super) fn context_here(&self) -> Option<NodeContext> {
        self.context.0.get(self.ply).copied()
    }

    #[inline]
    pub(super) fn restore_context(&mut self, step: Option<NodeContext>) {
        if let (Some(place), Some(step)) = (self.context.0.get_mut(self.ply), step) {
            *place = step;
        }
    }

    /// Notes that this worker begins at the current node, which another one has split.
    pub(super) fn begin_context(&mut self, expected: Expected) {
        if self.has_context() {
            let step =
                NodeContext { estimate: self.estimate(), expected, side: self.game.to_move() };
            self.context.begin_at(self.ply, step);
        }
    }

    /// The estimate of the current position as the first player sees it.
    fn estimate(&mut self) -> Option<i32> {
        let side = self.game.to_move();
        (!self.mode.unpruned).then(|| seen_by_first(self.judge(), side))
    }

    /// What a hook is told of the current node, after [`Self::note_context`].
    #[inline(always)]
    pub(super) fn described<N: NodeKind>(
        &self,
        entry: Option<Entry>,
        window: Window,
        depth: i32,
    ) -> Node {
        let table = entry.map(|entry| Known {
            score: entry.score,
            bound: entry.bound(),
            depth: i32::from(entry.depth),
            has_move: entry.mv != NO_MOVE,
        });
        let mut node = Node::new(depth, self.ply as u32, window, N::PV, table);
        if K::SELECTIVE_SOLVES {
            node.passes_left = self.mode.passes_left;
        }
        if self.has_context() {
            let step = self.context.0[self.ply];
            node.expected = Some(step.expected);
            node.estimate = step.estimate.map(|points| seen_by_first(points, step.side));
            if self.ply >= 2
                && let Some(before) = self.context.0[self.ply - 2].estimate
            {
                let before = seen_by_first(before, step.side);
                node.improving = node.estimate.is_some_and(|points| points > before);
            }
        }
        node
    }

    /// A move of the current node that is about to be searched.
    #[inline(always)]
    pub(super) fn candidate(&self, mv: G::Move, index: usize) -> Candidate<G::Move> {
        let mut history = 0;
        if self.orders() {
            history = self.tables.history::<G>(self.game.to_move(), mv);
            if self.tables.follows() {
                let kind = self.knowledge.kind(&self.game, mv);
                history += self.tables.history_of_following(self.kinds_before(), kind);
            }
        }
        Candidate { mv, index, history }
    }
}
