//! The course of a visit: what is counted, the line, and what the observer is told.

use crate::family::tree::Tree;
use crate::game::Game;
use crate::knowledge::Knowledge;
use crate::observer::{Kind, Left, Observer, Visit, Why};
use crate::report::Bound;
use crate::score::Score;
use crate::stop::StopFlag;
use crate::window::Window;

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move>> Tree<'_, G, K, O> {
    /// A visit begins. One with a null window is told as such, even where its parent's was one, too.
    pub(super) fn begin(&mut self, window: Window, depth: i32) {
        self.lines[self.ply].clear();
        self.places[self.ply] = (None, 0);
        let (kind, mv) = std::mem::replace(&mut self.next, (Kind::Full, None));
        let kind = if kind == Kind::Full && window.is_null() { Kind::Null } else { kind };
        self.counts.passes += u64::from(self.ply == 0);
        self.counts.researches += u64::from(kind == Kind::Research);
        if O::WATCHES {
            self.observer.enter(Visit { mv, ply: self.ply as u32, depth, window, kind });
        }
        let stop = self.halt.stop.is_some_and(StopFlag::is_raised);
        self.halt.halted |= stop || self.counts.visits() >= self.halt.visits;
    }

    /// The move tried at `index`, from 0, is the best so far.
    pub(in crate::family) fn better(&mut self, mv: G::Move, index: usize) {
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
    pub(in crate::family) fn tried(&mut self, index: usize) -> bool {
        self.places[self.ply].1 = index + 1;
        self.halt.halted
    }

    /// A visit ends with an answer, which is given back.
    pub(super) fn end(&mut self, value: Score, bound: Bound, why: Why) -> Score {
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
        if O::WATCHES {
            let best = self.lines[self.ply].first().copied().zip(place);
            self.observer.leave(Left { value, bound, why, best, tried });
        }
        value
    }
}
