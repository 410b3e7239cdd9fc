//! The horizon: an estimate, after the noisy moves have been played out where a game has any. Whether a position comes
//! back to the line is not looked at there; one that ends the game for what was before the root does so.

use super::Searcher;
use crate::recursion::ordering::Picker;
use crate::rules::game::Game;
use crate::rules::knowledge::{Knowledge, NodeKey};
use crate::rules::limits::MAX_PLY;
use crate::rules::node::Node;
use crate::rules::observer::{Observer, Why};
use crate::rules::score::Score;
use crate::rules::value::{Basis, Value};
use crate::rules::window::Window;

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// What a position at the horizon is worth, within the window, counted from the root.
    #[inline]
    pub(crate) fn horizon(&mut self, key: NodeKey, window: Window) -> Value {
        if self.game.ends_only_without_moves()
            && let Some(score) = self.outcome_at_horizon()
        {
            return Value::proven(self.because(Why::Outcome, score));
        }
        if self.has_noise() { self.quiesce(key, window, 0) } else { self.stand_pat() }
    }

    /// True if the game has moves to search at the horizon.
    #[inline(always)]
    pub(super) fn has_noise(&self) -> bool {
        K::QUIESCENCE && self.knowledge.constants().quiescence
    }

    /// How the game ended at or below the horizon, if it did, counted from the root.
    #[inline]
    fn outcome_at_horizon(&mut self) -> Option<Score> {
        let outcome = self.knowledge.outcome_at_horizon(&self.game)?;
        Some(outcome.score().from_node(self.ply as u32))
    }

    /// Quiescence: the side to move may stand pat on the estimate, unless it is forced, or play a
    /// noisy move (L. Harris, "The heuristic search and the game of chess", 1975). `below` is how many noisy
    /// moves led here from the horizon. Where these positions are kept ([`Knowledge::TABLE_DEPTH`] of 0), one that was
    /// met before is answered by the table; an entry of a search above the horizon is never replaced.
    fn quiesce(&mut self, key: NodeKey, window: Window, below: i32) -> Value {
        let kept = self.keeps_horizon();
        let entry = if kept { self.probe(key) } else { None };
        if let Some(value) = self.answer(entry, window, 0) {
            self.because(Why::Table, value.score);
            return value;
        }
        let forced = self.ply < MAX_PLY && self.knowledge.forced(&self.game);
        // Until a move is tried nothing is known to be reached, and nothing is known against it.
        let mut best = Value::new(-Score::INFINITY, Basis::Unknown, Basis::Proven);
        if !forced {
            best = self.stand_pat();
            if window.cuts_off(best.score) || self.ply >= MAX_PLY {
                return best;
            }
        }
        let mut node = Node::new(-below, self.ply as u32, window, !window.is_null(), None);
        node.estimate = (!forced).then(|| best.score.raw());
        let frame = self.list.open();
        self.knowledge.noisy(&self.game, &node, &mut self.list);
        if forced && self.list.is_empty() {
            best = self.stand_pat();
        }
        if let Some(known) = entry.and_then(|entry| self.entry_move(&entry, key)) {
            let moves = self.list.as_mut_slice();
            if let Some(ranked) = moves.iter_mut().find(|ranked| ranked.mv == known) {
                ranked.rank = i32::MAX;
            }
        }
        let mut picker = Picker::over(&mut self.list, None);
        let mut best_move = None;
        while let Some(mv) = picker.pick(&mut self.list) {
            if self.has_past() && self.was_forbidden(mv) {
                continue;
            }
            let value = self.quiesce_move(mv, window.raise(best.score), below);
            let better = value.score > best.score;
            self.note_tried(mv, better);
            if better {
                best_move = Some(mv);
            }
            let upper = best.upper().min(value.upper());
            best = if better { value } else { best }.with_upper(upper);
            if self.aborted || window.cuts_off(best.score) {
                break;
            }
        }
        self.list.close(frame);
        if self.has_past() && best.score == -Score::INFINITY && !self.aborted {
            // All that there was is forbidden.
            best = self.stand_pat();
        }
        let best = best.to_window(window);
        if kept && !self.aborted && entry.is_none_or(|entry| entry.depth == 0) {
            self.store(key, best_move, window, best, 0);
        }
        best
    }

    fn quiesce_move(&mut self, mv: G::Move, window: Window, below: i32) -> Value {
        let mover = self.game.to_move();
        self.note_move(mv);
        let undo = self.game.play(mv);
        self.knowledge.played(&self.game, mv, &undo);
        let key = self.key_of_child(self.below(0), None);
        let turns = self.game.to_move() != mover;
        self.ply += 1;
        self.count_node();
        let window = window.for_child(turns);
        self.enter_quiescence(window);
        let outcome = if self.game.ends_only_without_moves() {
            self.outcome_at_horizon()
        } else {
            self.outcome()
        };
        let value = match outcome {
            Some(score) => Value::proven(self.because(Why::Outcome, score)),
            None => match self.was_before() {
                Some(value) => value,
                None => self.quiet_leaf(key, window, below + 1),
            },
        };
        self.leave(window, value.score);
        self.ply -= 1;
        self.game.undo(mv, undo);
        self.knowledge.undone(&self.game, mv);
        value.seen_above(turns)
    }

    /// A position below the horizon: the game's own solver may know it, else the noise goes on.
    fn quiet_leaf(&mut self, key: NodeKey, window: Window, below: i32) -> Value {
        match self.solve_leaf(window, 0) {
            Some(value) => value,
            None => self.quiesce(key, window, below),
        }
    }
}
