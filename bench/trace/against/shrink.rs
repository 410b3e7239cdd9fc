//! The shortest way to a mistake that was found.
//!
//! The search that went wrong is begun anew at the node itself, asked what that node was asked; if
//! that shows nothing (a table was filled on the way there, a killer was learnt), one move above it,
//! and so on up to where it was found.

use plyglot_open::{Mv, Position};
use plyglot_search::{Visit, Window};

use super::fault::{Case, Disagreement};
use super::{Comparison, WrongVisit, plies};

impl Comparison<'_> {
    /// The smallest search that shows what a search of `depth` plies showed.
    pub(super) fn shrink(
        &mut self,
        position: &Position,
        depth: u32,
        found: WrongVisit,
    ) -> Disagreement {
        let names = [self.first.name(), self.second.name()];
        let line = found.line.clone();
        let smaller =
            (1..=line.len()).rev().find_map(|played| self.begun(position, &found, played));
        let case = smaller.unwrap_or_else(|| Case {
            start: position.clone(),
            played: Vec::new(),
            depth,
            window: Window::FULL,
            line: found.line,
            fault: found.fault,
        });
        Disagreement { names, depth, line, case }
    }

    /// The search that begins after `played` moves of the line, if it goes wrong as well. One that
    /// could not be completed shows nothing.
    fn begun(&mut self, position: &Position, found: &WrongVisit, played: usize) -> Option<Case> {
        let mut start = position.clone();
        let played = found.line[..played].to_vec();
        for &mv in &played {
            start.play(mv).ok()?;
        }
        let ply = played.len() as u32;
        let visit = found.way.iter().rev().find(|visit| visit.ply == ply)?;
        let window = self.window_at(visit);
        let depth = plies(visit);
        let WrongVisit { fault, line, .. } = self.find(&start, depth, window).ok()??;
        Some(Case { start, played, depth, window, line, fault })
    }

    /// What a visit was asked, counted from its own position; everything, if the first side cannot
    /// be asked for less.
    fn window_at(&self, visit: &Visit<Mv>) -> Window {
        let Window { alpha, beta } = visit.window;
        let (alpha, beta) = (alpha.to_node(visit.ply), beta.to_node(visit.ply));
        if self.first.has_window() && alpha < beta {
            Window::new(alpha, beta)
        } else {
            Window::FULL
        }
    }
}
