//! Telling an [`Observer`] of the recursion: when a node is visited, and why it was left.
//!
//! A node is wrapped in [`Searcher::enter`] and [`Searcher::leave`]; what happens in between is
//! noted where it happens. The visits that have not ended are a stack, so a note belongs to the
//! innermost of them.
//!
//! Cost: nothing where no observer watches. All that is done here is behind [`Observer::WATCHES`], which
//! is known at compile time.

use super::Searcher;
use crate::rules::game::Game;
use crate::rules::knowledge::Knowledge;
use crate::rules::observer::{Kind, Left, Observer, Visit, Why};
use crate::rules::report::Bound;
use crate::rules::score::Score;
use crate::rules::window::Window;

/// The observer of a searcher, and what it is told at the end of each visit.
pub(crate) struct Watch<M, O> {
    pub(crate) observer: O,
    visits: Vec<Note<M>>,
}

/// What is to be told of a visit that has not ended.
struct Note<M> {
    /// Why it ends, where nothing is searched.
    why: Option<Why>,
    /// The move that is searched now, and whether it is searched again.
    trying: Option<M>,
    again: bool,
    best: Option<(M, usize)>,
    tried: usize,
}

impl<M, O> Watch<M, O> {
    pub(super) fn new(observer: O) -> Self {
        Watch { observer, visits: Vec::new() }
    }

    /// Forgets the visits of a search that panicked.
    pub(super) fn reset(&mut self) {
        self.visits.clear();
    }
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// Tells that the current position is visited.
    #[inline]
    pub(super) fn enter(&mut self, window: Window, depth: i32) {
        if O::WATCHES {
            let again = self.watch.visits.last_mut().is_some_and(|above| above.again);
            let kind = match (again, window.is_null()) {
                (true, _) => Kind::Research,
                (false, true) => Kind::Null,
                (false, false) => Kind::Full,
            };
            let depth = if self.mode.to_end { i32::MAX } else { depth.max(0) };
            self.tell_enter(window, depth, kind);
        }
    }

    /// Tells that the current position is visited beyond the horizon.
    #[inline]
    pub(crate) fn enter_quiescence(&mut self, window: Window) {
        if O::WATCHES {
            self.tell_enter(window, 0, Kind::Quiescence);
        }
    }

    fn tell_enter(&mut self, window: Window, depth: i32, kind: Kind) {
        let mv = self.watch.visits.last().and_then(|above| above.trying);
        let ply = self.ply as u32;
        self.watch.observer.enter(Visit { mv, ply, depth, window, kind });
        let note = Note { why: None, trying: None, again: false, best: None, tried: 0 };
        self.watch.visits.push(note);
    }

    /// Tells that the visit of the current position has ended with a score, and gives the score.
    #[inline]
    pub(crate) fn leave(&mut self, window: Window, score: Score) -> Score {
        if O::WATCHES {
            self.tell_leave(window, score);
        }
        score
    }

    fn tell_leave(&mut self, window: Window, value: Score) {
        let Some(Note { why, best, tried, .. }) = self.watch.visits.pop() else { return };
        let why = match why {
            _ if self.aborted => Why::GivenUp,
            Some(why) => why,
            None if window.cuts_off(value) => Why::FailHigh,
            None => Why::AllMoves,
        };
        let bound = match why {
            Why::Outcome | Why::Repetition => Bound::Exact,
            Why::Horizon if !self.has_noise() => Bound::Exact,
            _ => Bound::of(value, window),
        };
        self.watch.observer.leave(Left { value, bound, why, best, tried });
    }

    /// Notes why the current node is answered with a score without a search of its moves, and gives
    /// the score.
    #[inline]
    pub(crate) fn because(&mut self, why: Why, score: Score) -> Score {
        if O::WATCHES
            && let Some(visit) = self.watch.visits.last_mut()
        {
            visit.why = Some(why);
        }
        score
    }

    /// Notes which move of the current node is searched from now on.
    #[inline]
    pub(crate) fn note_move(&mut self, mv: G::Move) {
        if O::WATCHES
            && let Some(visit) = self.watch.visits.last_mut()
        {
            (visit.trying, visit.again) = (Some(mv), false);
        }
    }

    /// Notes that the current node's child, at which the game stands, is about to be searched again
    /// with an open window.
    #[inline]
    pub(super) fn note_research(&mut self) {
        if O::WATCHES
            && let Some(visit) = self.watch.visits.last_mut()
        {
            visit.again = true;
        }
    }

    /// Notes that a move of the current node has been searched, and whether it is the best so far.
    #[inline]
    pub(crate) fn note_tried(&mut self, mv: G::Move, better: bool) {
        if O::WATCHES
            && let Some(visit) = self.watch.visits.last_mut()
        {
            if better {
                visit.best = Some((mv, visit.tried));
            }
            visit.tried += 1;
            // What the estimate of a node with noisy moves was noted for, a move now decides.
            visit.why = None;
        }
    }
}
