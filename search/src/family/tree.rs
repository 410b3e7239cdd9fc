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
//! Cost: every node allocates its list of moves and its line. This is for reading, comparing and
//! checking, not for speed.

use crate::family::counts::Counts;
use crate::family::memory::{Memory, Remembered};
use crate::family::method::Aids;
use crate::family::order::Experience;
use crate::game::{Game, MoveList, Side};
use crate::knowledge::Knowledge;
use crate::limits::MAX_PLY;
use crate::observer::{Kind, Left, Observer, Visit, Why};
use crate::report::Bound;
use crate::score::Score;
use crate::stop::StopFlag;
use crate::window::Window;

/// The depth of a search to the end of the game.
pub(crate) const TO_END: i32 = i32::MAX;

/// What an algorithm walks.
pub(crate) struct Tree<'a, G: Game, K, O> {
    pub(super) game: &'a mut G,
    pub(super) knowledge: &'a mut K,
    pub(super) observer: &'a mut O,
    pub(super) aids: Aids,
    pub(super) counts: Counts,
    pub(super) experience: Experience<G::Move>,
    pub(super) memory: Option<Memory>,
    /// A line to be followed before others.
    guide: Guide<G::Move>,
    /// The moves from the root to the current position.
    walk: Vec<G::Move>,
    /// The line from each ply on.
    lines: Vec<Vec<G::Move>>,
    /// Keys of the positions on the way here, where positions can repeat.
    path: Vec<u64>,
    /// How the next visit is asked, and the move that leads to it.
    next: (Kind, Option<G::Move>),
    /// Place of the best move at each ply, and how many moves were tried there.
    places: Vec<(Option<usize>, usize)>,
    ply: usize,
    pub(super) halt: Halt<'a, G::Move>,
}

/// A line that some earlier visit left: where the search follows it, its next move is tried first.
#[derive(Clone, Debug)]
pub(super) struct Guide<M> {
    /// The ply at which the line begins.
    from: usize,
    line: Vec<M>,
}

/// What ends a search before its time.
pub(super) struct Halt<'a, M> {
    pub(super) stop: Option<&'a StopFlag>,
    /// No more visits than this.
    pub(super) visits: u64,
    /// Set as soon as the search has to end; every visit then returns at once.
    pub(super) halted: bool,
    /// The line to a position without an outcome and without a move: a mistake of the game.
    pub(super) stuck: Option<Vec<M>>,
}

impl<'a, G: Game, K: Knowledge<G>, O: Observer<G::Move>> Tree<'a, G, K, O> {
    pub(super) fn new(
        game: &'a mut G,
        knowledge: &'a mut K,
        observer: &'a mut O,
        aids: Aids,
        halt: Halt<'a, G::Move>,
    ) -> Self {
        let memory = (aids.table || aids.ordering.hash).then(|| Memory::new(aids.entries));
        Tree {
            game,
            knowledge,
            observer,
            aids,
            counts: Counts::default(),
            experience: Experience::default(),
            memory,
            guide: Guide { from: 0, line: Vec::new() },
            walk: Vec::new(),
            lines: vec![Vec::new()],
            path: Vec::new(),
            next: (Kind::Full, None),
            places: vec![(None, 0)],
            ply: 0,
            halt,
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
        self.begin(window, depth);
        if let Some((value, why)) = self.without_search(window, depth) {
            return self.end(value, Bound::Exact, why);
        }
        let remembered = self.remembered();
        if let Some((value, bound)) = self.answer(remembered.as_ref(), window, depth) {
            self.counts.table_cutoffs += 1;
            return self.end(value, bound, Why::Table);
        }
        let moves = self.moves(remembered.as_ref(), depth);
        if moves.is_empty() {
            self.halt.stuck = Some(self.walk.clone());
            self.halt.halted = true;
            return self.end(window.alpha, Bound::Exact, Why::GivenUp);
        }
        self.counts.interior += 1;
        if G::CAN_REPEAT {
            self.path.push(self.game.key());
        }
        let value = body(self, &moves);
        if G::CAN_REPEAT {
            self.path.pop();
        }
        if self.halt.halted {
            return self.end(value, Bound::Exact, Why::GivenUp);
        }
        let bound = Bound::of(value, window);
        self.keep(value, bound, depth);
        self.end(value, bound, if bound == Bound::Lower { Why::FailHigh } else { Why::AllMoves })
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
        let undo = self.game.play(mv);
        self.next = (kind, Some(mv));
        self.walk.push(mv);
        self.ply += 1;
        if self.lines.len() <= self.ply {
            self.lines.push(Vec::new());
            self.places.push((None, 0));
        }
        let value = search(self, below);
        self.ply -= 1;
        self.walk.pop();
        self.game.undo(mv, undo);
        value
    }

    /// Whether the first player moves here.
    pub(super) fn first_moves(&self) -> bool {
        self.game.to_move() == Side::First
    }

    /// The move tried at `index` is the best so far.
    pub(super) fn better(&mut self, mv: G::Move, index: usize) {
        self.places[self.ply].0 = Some(index);
        let (above, below) = self.lines.split_at_mut(self.ply + 1);
        let line = &mut above[self.ply];
        line.clear();
        line.push(mv);
        if let Some(below) = below.first() {
            line.extend_from_slice(below);
        }
    }

    /// A move has been searched. True if there is no use in trying another.
    pub(super) fn tried(&mut self, index: usize) -> bool {
        self.places[self.ply].1 = index + 1;
        self.halt.halted
    }

    /// True if the search has to end; nothing that it finds from now on means anything.
    pub(super) fn halted(&self) -> bool {
        self.halt.halted
    }

    /// One search from the root.
    pub(super) fn pass(&mut self, search: impl FnOnce(&mut Self) -> Score) -> Score {
        self.counts.passes += 1;
        search(self)
    }

    /// What is in the table is of an earlier iteration from now on.
    pub(super) fn next_iteration(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.age();
        }
    }

    /// A move failed high: killers and history learn from it, where they are used.
    pub(super) fn learn(&mut self, mv: G::Move, depth: i32) {
        if !self.aids.ordering.killers && !self.aids.ordering.history {
            return;
        }
        let depth = if depth == TO_END { 1 } else { depth };
        self.experience.learn(self.ply, self.game.to_move(), mv, G::pack(mv), depth);
    }

    /// The line from the current position on, as far as the last search of it found.
    pub(super) fn line(&self) -> &[G::Move] {
        &self.lines[self.ply]
    }

    /// The line behind the current position's move that was searched last.
    pub(super) fn line_below(&self) -> &[G::Move] {
        self.lines.get(self.ply + 1).map_or(&[], Vec::as_slice)
    }

    /// From now on follows `line` from the current position on, and gives what was followed so far,
    /// for [`Tree::follow_again`].
    pub(super) fn follow(&mut self, line: Vec<G::Move>) -> Guide<G::Move> {
        std::mem::replace(&mut self.guide, Guide { from: self.ply, line })
    }

    /// Goes back to what was followed before.
    pub(super) fn follow_again(&mut self, guide: Guide<G::Move>) {
        self.guide = guide;
    }

    /// The guide's next move, if the search has come along its line.
    fn guided(&self) -> Option<G::Move> {
        let Guide { from, line } = &self.guide;
        let followed = self.walk.get(*from..)?;
        line.strip_prefix(followed)?.first().copied()
    }

    fn begin(&mut self, window: Window, depth: i32) {
        self.lines[self.ply].clear();
        self.places[self.ply] = (None, 0);
        let (kind, mv) = std::mem::replace(&mut self.next, (Kind::Full, None));
        self.counts.researches += u64::from(kind == Kind::Research);
        if O::WATCHES {
            self.observer.enter(Visit { mv, ply: self.ply as u32, depth, window, kind });
        }
        let stop = self.halt.stop.is_some_and(StopFlag::is_raised);
        self.halt.halted |= stop || self.counts.visits() >= self.halt.visits;
    }

    fn end(&mut self, value: Score, bound: Bound, why: Why) -> Score {
        let (place, tried) = self.places[self.ply];
        if let (Some(place), Why::FailHigh | Why::AllMoves) = (place, why) {
            self.counts.settled += 1;
            self.counts.first_best += u64::from(place == 0);
        }
        if O::WATCHES {
            let best = self.lines[self.ply].first().copied().zip(place);
            self.observer.leave(Left { value, bound, why, best, tried });
        }
        value
    }

    fn without_search(&mut self, window: Window, depth: i32) -> Option<(Score, Why)> {
        if self.halt.halted {
            return Some((window.alpha, Why::GivenUp));
        }
        let outcome = self.game.outcome().map(|outcome| outcome.score());
        let (value, why) = if let Some(outcome) = outcome {
            (outcome, Why::Outcome)
        } else if G::CAN_REPEAT && self.ply > 0 && self.comes_back() {
            return Some((Score::DRAW, Why::Repetition));
        } else if depth <= 0 || self.ply >= MAX_PLY {
            (Score::heuristic(self.knowledge.evaluate(self.game)), Why::Horizon)
        } else {
            return None;
        };
        self.counts.leaves += 1;
        Some((value.from_node(self.ply as u32), why))
    }

    fn comes_back(&self) -> bool {
        let key = self.game.key();
        self.path.iter().rev().take(self.game.reversible_plies()).any(|&earlier| earlier == key)
    }

    fn remembered(&mut self) -> Option<Remembered> {
        self.memory.as_mut()?.recall(self.game.key())
    }

    /// What the table says of the window, where it may be asked. Only entries of equal depth
    /// answer, so that the value is that of a search without a table.
    fn answer(
        &mut self,
        remembered: Option<&Remembered>,
        window: Window,
        depth: i32,
    ) -> Option<(Score, Bound)> {
        if !self.aids.table {
            return None;
        }
        self.counts.probes += 1;
        let entry = remembered.filter(|entry| entry.depth == depth)?;
        let ply = self.ply as u32;
        let (lower, upper) = (entry.lower.from_node(ply), entry.upper.from_node(ply));
        if lower == upper {
            Some((lower, Bound::Exact))
        } else if lower >= window.beta {
            Some((lower, Bound::Lower))
        } else if upper <= window.alpha {
            Some((upper, Bound::Upper))
        } else {
            None
        }
    }

    fn keep(&mut self, value: Score, bound: Bound, depth: i32) {
        let best = self.lines[self.ply].first().map(|&mv| G::pack(mv));
        let value = value.to_node(self.ply as u32);
        if let Some(memory) = &mut self.memory {
            memory.keep(self.game.key(), depth, value, bound, best);
        }
    }

    /// The legal moves in the order in which they are to be tried.
    fn moves(&mut self, remembered: Option<&Remembered>, depth: i32) -> Vec<G::Move> {
        let mut list = MoveList::new();
        self.game.moves(&mut list);
        let mut moves: Vec<G::Move> = list.iter().collect();
        let ordering = self.aids.ordering;
        if ordering.evaluation && depth > 1 {
            let mut ranked: Vec<_> =
                moves.iter().map(|&mv| (std::cmp::Reverse(self.glance(mv)), mv)).collect();
            ranked.sort_by_key(|&(rank, _)| rank);
            moves = ranked.into_iter().map(|(_, mv)| mv).collect();
        }
        let side = self.game.to_move();
        self.experience.order(&ordering, self.ply, side, &mut moves, G::pack);
        if ordering.hash
            && let Some(bits) = remembered.and_then(|entry| entry.best)
        {
            to_front(&mut moves, |mv| G::pack(mv) == bits);
        }
        if let Some(guide) = self.guided() {
            to_front(&mut moves, |mv| mv == guide);
        }
        moves
    }

    /// What a move leads to at a glance: its outcome or its estimate, seen from here.
    fn glance(&mut self, mv: G::Move) -> Score {
        let mover = self.game.to_move();
        let undo = self.game.play(mv);
        self.counts.glances += 1;
        let value = match self.game.outcome() {
            Some(outcome) => outcome.score(),
            None => Score::heuristic(self.knowledge.evaluate(self.game)),
        };
        let turns = self.game.to_move() != mover;
        self.game.undo(mv, undo);
        if turns { -value } else { value }
    }
}

/// Moves the first that fits to the front, the others keep their order.
fn to_front<M: Copy>(moves: &mut [M], fits: impl Fn(M) -> bool) {
    if let Some(place) = moves.iter().position(|&mv| fits(mv)) {
        moves[..=place].rotate_right(1);
    }
}
