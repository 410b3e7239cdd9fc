//! What a hook of selective search is told: where the node stands ([`Node`]), and the move at hand
//! ([`Candidate`]).
//!
//! Cost: both are put together where a hook is asked, from what the search holds anyway. A game that
//! leaves the hooks alone, or looks at no more than the depth, pays for nothing else. What does cost
//! something (an estimate at every node) is behind [`crate::Knowledge::CONTEXT`].

use crate::rules::report::Bound;
use crate::rules::score::Score;
use crate::rules::window::Window;

/// What a node will probably turn out to be (D. Knuth and R. Moore, "An analysis of alpha-beta
/// pruning", 1975: types 1, 2 and 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// On the principal variation.
    Pv,
    /// Its first move fails high.
    Cut,
    /// No move fails high, so all are needed.
    All,
}

impl Expected {
    /// What a child is expected to be, if another side is to move there (`turns`) or not, and it is not
    /// searched as one of the principal variation.
    #[inline]
    pub(crate) fn of_child(self, turns: bool) -> Expected {
        match (self, turns) {
            (Expected::Pv | Expected::All, true) | (Expected::Cut, false) => Expected::Cut,
            (Expected::Cut, true) | (Expected::Pv | Expected::All, false) => Expected::All,
        }
    }
}

/// What the table knows of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The score, wins and losses counted from the node.
    pub score: Score,
    /// How the score relates to the value.
    pub bound: Bound,
    /// How many plies were searched below it.
    pub depth: i32,
    /// It has a move to try first.
    pub has_move: bool,
}

/// Where a node stands in the search. Fields may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// How many plies are to be searched below it. At the horizon 0; among the noisy moves below the
    /// horizon negative, one less with each of them. Where a search goes to the end of the game, how many
    /// plies are left.
    pub depth: i32,
    /// Plies from the root.
    pub ply: u32,
    /// On the principal variation: its window was open to begin with.
    pub pv: bool,
    /// What it will probably turn out to be. `None` without [`crate::Knowledge::CONTEXT`], and among the
    /// noisy moves.
    pub expected: Option<Expected>,
    /// What [`crate::Knowledge::evaluate`] says of the position, corrected where
    /// [`crate::Knowledge::CORRECTED`] says so. `None` in exact solves and without
    /// [`crate::Knowledge::CONTEXT`]; among the noisy moves always there, but where the side to move is
    /// forced.
    pub estimate: Option<i32>,
    /// The estimate is better for the side to move than that of two plies before. False where either is
    /// not known.
    pub improving: bool,
    /// In a selective pass before an exact solve ([`crate::SolvePlan::selective_passes`]), the number of passes after it,
    /// the exact one included; 0 elsewhere.
    pub passes_left: u8,
    /// What the table knows of it; `None` among the noisy moves and where it has no entry.
    pub table: Option<Known>,
    /// What is asked, wins and losses counted from the root.
    asked: Window,
}

impl Node {
    /// A node of which nothing is known but its depth, with an open window: for those who ask a hook outside
    /// of a search.
    pub fn at_depth(depth: i32) -> Node {
        Node::new(depth, 0, Window::FULL, true, None)
    }

    #[inline(always)]
    pub(crate) fn new(depth: i32, ply: u32, asked: Window, pv: bool, table: Option<Known>) -> Node {
        let (expected, estimate, improving) = (None, None, false);
        Node { depth, ply, pv, expected, estimate, improving, passes_left: 0, table, asked }
    }

    /// What is asked by now, above the best move so far, seen from this position: the side to move's scores, wins and losses counted from here.
    #[inline]
    pub fn window(&self) -> Window {
        Window {
            alpha: self.asked.alpha.to_node(self.ply),
            beta: self.asked.beta.to_node(self.ply),
        }
    }
}

/// A move that is about to be searched. Fields may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// How many moves were searched before it.
    pub index: usize,
    /// What history says of it, -16384 to 16384: how often it cut off lately, or failed to; with what followed on the
    /// last two moves ([`crate::OrderingWeights::continuation`]) the sum of all three. 0 without
    /// [`crate::Knowledge::ENGINE_ORDERING`].
    pub history: i32,
}

impl<M> Candidate<M> {
    /// A move of which nothing else is known: for those who ask a hook outside of a search.
    pub fn new(mv: M, index: usize) -> Candidate<M> {
        Candidate { mv, index, history: 0 }
    }
}

/// A null move that was played: what [`crate::Knowledge::null_move`] answers with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NullMove<U> {
    /// Takes it back.
    pub undo: U,
    /// By how many plies to reduce, on top of the ply that is given up: the position after it is searched
    /// `depth - 1 - reduction` plies deep. A negative one is taken for 0.
    pub reduction: i32,
    /// With a depth, a fail high is only believed if a search of the position itself, this many plies deep
    /// and without null moves, fails high too: against zugzwang. Less than the depth of the node; anything
    /// else is taken for one ply less.
    pub verify: Option<i32>,
}

impl<U> NullMove<U> {
    /// A null move whose fail high is believed.
    pub fn new(undo: U, reduction: i32) -> NullMove<U> {
        NullMove { undo, reduction, verify: None }
    }

    /// The same, verified by a search of the position itself, `depth` plies deep.
    pub fn verified_at(self, depth: i32) -> NullMove<U> {
        NullMove { verify: Some(depth), ..self }
    }
}

/// A shallow search that predicts a deep one (ProbCut; M. Buro 1995).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbCut {
    /// Depth of the shallow search, in plies. Less than that of the node, which it predicts; anything else is
    /// taken for one ply less.
    pub depth: i32,
    /// By how many points the shallow score must be above beta; `None` does not try this side.
    pub above: Option<i32>,
    /// By how many points it must be below alpha; `None` does not try this side.
    pub below: Option<i32>,
}

impl ProbCut {
    /// Both sides with the same margin.
    pub fn both(depth: i32, margin: i32) -> ProbCut {
        ProbCut { depth, above: Some(margin), below: Some(margin) }
    }
}

/// A search of a node's other moves, to find out whether the hash move stands alone (singular extensions; T. Anantharaman,
/// M. Campbell, F. Hsu 1990; in its present form, by the table's score, programs of chess since about 2007).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Singular {
    /// Depth of that search, in plies. Less than that of the node; anything else is taken for one ply less.
    pub depth: i32,
    /// By how many points the others must be worse than the table's score of the node.
    pub margin: i32,
}

/// Late-move reductions: by how many plies the search of a move may be reduced that is tried late, where
/// the order of moves is good: the product of the logarithms of depth and place, as most chess programs
/// have it (T. Romstad, "An introduction to late move reductions", 2006, for the idea). Nothing with less
/// than three plies to go, and for the first three moves.
///
/// ```
/// # use plyglot_search::late_move_reduction;
/// assert_eq!([(2, 9), (6, 2), (6, 3), (12, 16)].map(|(depth, index)| late_move_reduction(depth, index)), [0, 0, 1, 4]);
/// ```
#[inline]
pub fn late_move_reduction(depth: i32, index: usize) -> i32 {
    if depth < 3 || index < 3 {
        return 0;
    }
    // In halves of a binary digit.
    let half_digits =
        |number: u32| 2 * number.ilog2() + (number >> (number.ilog2().max(1) - 1) & 1);
    let product = half_digits(depth as u32) * half_digits(index as u32);
    (product / 14) as i32
}
