//! The course of a visit: its two halves, what is counted, the line, and what the listener is told.
//!
//! All algorithms do this alike, so it stands outside of them: compiled once for each game, not two
//! dozen times.

use std::ops::ControlFlow;

use crate::tree::Tree;
use plyglot_search::{
    Bound, Game, Kind, Knowledge, Left, Repetition, Score, Stop, Visit, Why, Window,
};

impl<G: Game, K: Knowledge<G>> Tree<'_, G, K> {
    /// The first half of a visit: its answer where nothing is to be searched, else the moves in
    /// order.
    #[inline(never)]
    pub(super) fn arrive(
        &mut self,
        window: Window,
        depth: i32,
    ) -> ControlFlow<Score, Vec<G::Move>> {
        self.begin(window, depth);
        if let Some((value, why)) = self.without_search(window, depth) {
            return ControlFlow::Break(self.end(value, Bound::Exact, why));
        }
        let remembered = self.remembered();
        if let Some((value, bound)) = self.answer(remembered.as_ref(), window, depth) {
            self.counts.table_cutoffs += 1;
            return ControlFlow::Break(self.end(value, bound, Why::Table));
        }
        let mut moves = self.moves(remembered.as_ref(), depth);
        if G::CAN_REPEAT && self.game.repetition() == Repetition::Forbidden && !moves.is_empty() {
            self.path.push(self.game.key());
            moves.retain(|&mv| !self.brings_back(mv));
            self.path.pop();
            if moves.is_empty() {
                let lost = Score::loss_in(0).from_node(self.ply as u32);
                return ControlFlow::Break(self.end(lost, Bound::Exact, Why::Repetition));
            }
        }
        if moves.is_empty() {
            self.ending.moveless = Some(self.walk.clone());
            self.ending.ended = true;
            return ControlFlow::Break(self.end(window.alpha, Bound::Exact, Why::GivenUp));
        }
        self.counts.interior += 1;
        if G::CAN_REPEAT {
            self.path.push(self.game.key());
        }
        ControlFlow::Continue(moves)
    }

    /// True if a move leads to a position of the line.
    fn brings_back(&mut self, mv: G::Move) -> bool {
        let undo = self.game.play(mv);
        let is_back = self.comes_back();
        self.game.undo(mv, undo);
        is_back
    }

    /// The second half: the moves came to a value.
    #[inline(never)]
    pub(super) fn depart(&mut self, value: Score, window: Window, depth: i32) -> Score {
        if G::CAN_REPEAT {
            self.path.pop();
        }
        if self.ending.ended {
            return self.end(value, Bound::Exact, Why::GivenUp);
        }
        let bound = Bound::of(value, window);
        self.keep(value, bound, depth);
        self.end(value, bound, if bound == Bound::Lower { Why::FailHigh } else { Why::AllMoves })
    }

    /// A visit begins. One with a null window is told as such, even where its parent's was one, too.
    fn begin(&mut self, window: Window, depth: i32) {
        self.lines[self.ply].clear();
        self.places[self.ply] = (None, 0);
        let (kind, mv) = std::mem::replace(&mut self.next, (Kind::Full, None));
        let kind = if kind == Kind::Full && window.is_null() { Kind::Null } else { kind };
        self.counts.passes += u64::from(self.ply == 0);
        self.counts.researches += u64::from(kind == Kind::Research);
        if let Some(listener) = &mut self.listener {
            listener.enter(Visit { mv, ply: self.ply as u32, depth, window, kind });
        }
        let stop = self.ending.stop.is_some_and(Stop::is_raised);
        self.ending.ended |= stop || self.counts.visits() >= self.ending.visits;
    }

    /// The move tried at `index`, from 0, is the best so far.
    pub(crate) fn better(&mut self, mv: G::Move, index: usize) {
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
    pub(crate) fn tried(&mut self, index: usize) -> bool {
        self.places[self.ply].1 = index + 1;
        self.ending.ended
    }

    /// A visit ends with an answer, which is given back.
    fn end(&mut self, value: Score, bound: Bound, why: Why) -> Score {
        let (place, tried) = self.places[self.ply];
        if let (Some(place), Why::FailHigh | Why::AllMoves) = (place, why)
            && bound != Bound::Upper
        {
            self.counts.settled += 1;
            self.counts.first_best += u64::from(place == 0);
        }
        if self.ply == 0 && bound != Bound::Upper {
            self.proven.clone_from(&self.lines[0]);
        }
        if let Some(listener) = &mut self.listener {
            let best = self.lines[self.ply].first().copied().zip(place);
            listener.leave(Left { value, bound, why, best, tried });
        }
        value
    }
}
