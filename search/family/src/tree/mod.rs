//! The tree that the algorithms of the family walk: positions, values, and the aids that can be
//! switched on one at a time.
//!
//! An algorithm is a function of a tree, a window and a depth that calls [`Tree::visit`] for its
//! own node and [`Tree::child`] for each move. What every algorithm does alike is here: counting,
//! leaves, the table, the order of moves, the line, telling the observer. What makes it this
//! algorithm is in its own file: which window it asks for, and what it makes of the answer.
//!
//! Values are from the side to move and count distances from the root. A child's value changes its
//! sign only where the mover changes, which [`Tree::child`] sees to.
//!
//! Around it: what is answered without search (`answers`), the order of moves (`moves`), the
//! beginning and end of a visit (`visits`), and who sees it (`listener`).
//!
//! Cost: every node allocates its list of moves and its line. This is for reading, comparing and
//! checking, not for speed.

mod answers;
mod listener;
mod moves;
mod visits;

use std::ops::ControlFlow;

use crate::counts::Counts;
use crate::memory::Memory;
use crate::method::Aids;
use crate::order::Experience;
use crate::tree::moves::Guide;
use plyglot_search::{Bound, Game, Kind, Knowledge, Score, Side, Stop, Window};

pub(super) use listener::Listener;

/// The depth of a search to the end of the game.
pub(super) const TO_END: i32 = i32::MAX;

/// What an algorithm walks.
pub(super) struct Tree<'a, G: Game, K> {
    game: G,
    knowledge: &'a mut K,
    listener: Option<&'a mut (dyn Listener<G::Move> + 'a)>,
    aids: Aids,
    counts: Counts,
    experience: Experience<G::Move>,
    memory: Option<Memory>,
    /// A line to be followed before others.
    guide: Guide<G::Move>,
    /// The moves from the root to the current position.
    walk: Vec<G::Move>,
    /// The line from each ply on.
    lines: Vec<Vec<G::Move>>,
    /// The line of the last search from the root that did not fail low.
    proven: Vec<G::Move>,
    /// Keys of the positions on the way here, where positions can repeat.
    path: Vec<u64>,
    /// How the next visit is asked, and the move that leads to it.
    next: (Kind, Option<G::Move>),
    /// Place of the best move at each ply, and how many moves were tried there.
    places: Vec<(Option<usize>, usize)>,
    ply: usize,
    ending: Ending<'a, G::Move>,
}

/// What ends a search before its time.
struct Ending<'a, M> {
    stop: Option<&'a Stop>,
    /// No more visits than this.
    visits: u64,
    /// Set as soon as the search has to end; every visit then returns at once.
    ended: bool,
    /// The line to a position without an outcome and without a move: a mistake of the game.
    moveless: Option<Vec<M>>,
}

impl<'a, G: Game, K: Knowledge<G>> Tree<'a, G, K> {
    /// The tree below a position. Its search ends as soon as `stop` is raised or this number of visits
    /// were made.
    pub(super) fn new(
        game: G,
        knowledge: &'a mut K,
        listener: Option<&'a mut (dyn Listener<G::Move> + 'a)>,
        aids: Aids,
        stop: Option<&'a Stop>,
        visits: u64,
    ) -> Self {
        let memory = (aids.table || aids.ordering.hash).then(|| Memory::new(aids.entries));
        Tree {
            game,
            knowledge,
            listener,
            aids,
            counts: Counts::default(),
            experience: Experience::default(),
            memory,
            guide: Guide::default(),
            walk: Vec::new(),
            lines: vec![Vec::new()],
            proven: Vec::new(),
            path: Vec::new(),
            next: (Kind::Full, None),
            places: vec![(None, 0)],
            ply: 0,
            ending: Ending { stop, visits, ended: false, moveless: None },
        }
    }

    /// Visits the current position: answers where nothing is to be searched, else orders the moves
    /// and lets `body` search them. `body` gives the value, fail soft or hard within `window`.
    pub(super) fn visit(
        &mut self,
        window: Window,
        depth: i32,
        body: impl FnOnce(&mut Self, &[G::Move]) -> Score,
    ) -> Score {
        match self.arrive(window, depth) {
            ControlFlow::Break(value) => value,
            ControlFlow::Continue(moves) => {
                let value = body(self, &moves);
                self.depart(value, window, depth)
            }
        }
    }

    /// [`Tree::visit`] for those who count from the first player's point of view: the window, the
    /// value of `body` and the answer.
    pub(super) fn visit_for_first(
        &mut self,
        window: Window,
        depth: i32,
        body: impl FnOnce(&mut Self, &[G::Move]) -> Score,
    ) -> Score {
        let turns = self.game.to_move() == Side::Second;
        let seen = |value: Score| if turns { -value } else { value };
        seen(self.visit(window.for_child(turns), depth, |tree, moves| seen(body(tree, moves))))
    }

    /// The value of what a move leads to, by `search`, seen from here: `window` is this node's.
    pub(super) fn child(
        &mut self,
        kind: Kind,
        mv: G::Move,
        window: Window,
        depth: i32,
        search: impl FnOnce(&mut Self, Window, i32) -> Score,
    ) -> Score {
        let mover = self.game.to_move();
        self.child_for_first(kind, mv, depth, |tree, depth| {
            let turns = tree.game.to_move() != mover;
            let value = search(tree, window.for_child(turns), depth);
            if turns { -value } else { value }
        })
    }

    /// What `search` says of the position that a move leads to, unchanged.
    pub(super) fn child_for_first(
        &mut self,
        kind: Kind,
        mv: G::Move,
        depth: i32,
        search: impl FnOnce(&mut Self, i32) -> Score,
    ) -> Score {
        let below = if depth == TO_END { TO_END } else { depth - 1 };
        let undo = self.descend(kind, mv);
        let value = search(self, below);
        self.ascend(mv, undo);
        value
    }

    #[inline(never)]
    fn descend(&mut self, kind: Kind, mv: G::Move) -> G::Undo {
        let undo = self.game.play(mv);
        self.next = (kind, Some(mv));
        self.walk.push(mv);
        self.ply += 1;
        if self.lines.len() <= self.ply {
            self.lines.push(Vec::new());
            self.places.push((None, 0));
        }
        undo
    }

    #[inline(never)]
    fn ascend(&mut self, mv: G::Move, undo: G::Undo) {
        self.ply -= 1;
        self.walk.pop();
        self.game.undo(mv, undo);
    }

    /// True if the search has to end; nothing that it finds from now on means anything.
    pub(super) fn has_ended(&self) -> bool {
        self.ending.ended
    }

    /// The line to a position without an outcome and without a move, if that is why it had to end.
    pub(super) fn moveless(&mut self) -> Option<Vec<G::Move>> {
        self.ending.moveless.take()
    }

    /// What was done so far.
    pub(super) fn counts(&self) -> Counts {
        self.counts
    }

    /// What is in the table is of an earlier iteration from now on.
    pub(super) fn next_iteration(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.age();
        }
    }

    /// Who moves here.
    pub(super) fn mover(&self) -> Side {
        self.game.to_move()
    }

    /// The line from the root on that an answer rests on. Of several passes that closed in on a value
    /// only one that did not fail low knows a move that reaches it.
    pub(super) fn line(&self, bound: Bound) -> &[G::Move] {
        if bound == Bound::Upper { &self.lines[0] } else { &self.proven }
    }
}
