//! When to stop, and what to look at: depth, nodes, time, exact solve, lines, chosen root moves.

use std::time::Duration;

use thiserror::Error;

use crate::rules::pace::Pace;
use crate::rules::score::Score;
use crate::rules::window::Window;

/// The deepest line that is searched, in plies. Worker stacks are sized for it.
pub const MAX_PLY: usize = 250;

/// What one search may use and should look at. The default has no limit: it deepens until it is
/// stopped, or until the value is proven. Where the game knows how to solve after deepening
/// ([`crate::SolvePlan::rehearse`]), it does so once that is likely to cost little of what is left, or
/// without limits no more than was spent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits<M> {
    /// Deepen up to this many plies. A depth to the end of the game asks for the exact value: without other
    /// limits by the shortest way, as soon as the game would have it.
    pub depth: Option<u32>,
    /// Stop after this many positions, of all workers together. One worker stops at the limit to the
    /// node, but for what a leaf solver visits at once; of several, each may go some thousands beyond
    /// its part.
    pub nodes: Option<u64>,
    /// Stop after this much time.
    pub time: Option<Duration>,
    /// The soft limit: after this much time, end as soon as an iteration is finished with all lines that are
    /// asked for; zero ends with the first one. For a time manager: an iteration that is begun late is
    /// seldom finished in time.
    pub soft_time: Option<Duration>,
    /// By what the soft limit is multiplied after each iteration, from when its clock began; without one, by one.
    pub pace: Option<Pace>,
    /// Go for the exact value to the end of the game by the shortest way.
    pub solve: bool,
    /// How many best moves to give a value and a line (MultiPV).
    pub lines: usize,
    /// A move that has a line of its own in every iteration, behind the best ones if it is not among them: what it is
    /// worth beside these, by the same search to the same depth. See also [`crate::Report::before`].
    pub also: Option<M>,
    /// Show how a game ends, as is done unless this is turned off. Proven lines are played out: what it costs comes after
    /// the search and within these limits, and is not part of the time and the nodes that the report gives. And without a
    /// soft limit wins are looked for by proof-number search, too, where a game has that
    /// ([`crate::Knowledge::proof_numbers`]).
    pub whole_lines: bool,
    /// Look only at these root moves; empty looks at all.
    pub root_moves: Vec<M>,
    /// Ask only whether the value lies within this window, from the side to move: an answer on or
    /// beyond one of its ends is a bound, and as good as any other. An exact solve asks only this, too, and then goes
    /// straight to the end of the game. Not for several lines.
    pub window: Option<Window>,
    /// Go on with the last search, which asked the same of the same position and was given up: what the table has of it
    /// does not age, as it does from search to search, so that a solve in parts takes no more than one in one go.
    pub resumes: bool,
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            time: None,
            soft_time: None,
            pace: None,
            solve: false,
            lines: 1,
            also: None,
            whole_lines: true,
            root_moves: Vec::new(),
            window: None,
            resumes: false,
        }
    }
}

impl<M> Limits<M> {
    /// Deepen up to `plies`.
    pub fn depth(plies: u32) -> Self {
        Limits { depth: Some(plies), ..Self::default() }
    }

    /// Solve to the end of the game.
    pub fn solve() -> Self {
        Limits { solve: true, ..Self::default() }
    }

    /// Look for a win in at most `plies` plies: finding one ends the search, with a proven lower
    /// bound.
    pub fn mate(plies: u32) -> Self {
        let beta = Score::win_in(plies.min(Score::MAX_DISTANCE));
        Limits { window: Some(Window::new(beta.prev(), beta)), ..Self::depth(plies) }
    }

    /// Stop after `nodes` positions.
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Self::default() }
    }

    /// Stop after `time`.
    pub fn time(time: Duration) -> Self {
        Limits { time: Some(time), ..Self::default() }
    }

    /// The same for who wants the value and the move alone: proven lines are not played out.
    #[must_use]
    pub fn without_whole_lines(self) -> Self {
        Limits { whole_lines: false, ..self }
    }

    /// The same limits for these root moves and this move besides, which may be written in another way.
    pub fn with_moves<N>(&self, root_moves: Vec<N>, also: Option<N>) -> Limits<N> {
        let Limits { depth, nodes, time, soft_time, pace, .. } = *self;
        let Limits { solve, lines, whole_lines, window, resumes, .. } = *self;
        Limits {
            depth,
            nodes,
            time,
            soft_time,
            pace,
            solve,
            lines,
            also,
            whole_lines,
            root_moves,
            window,
            resumes,
        }
    }

    /// True if it is tried to prove wins beside the search where a game has that ([`crate::Knowledge::proof_numbers`]): in a
    /// solve, and to who is shown how a game ends; not for a move on a clock, which has no nodes to spare for it.
    pub(crate) fn proves_wins(&self) -> bool {
        self.solve || (self.whole_lines && self.soft_time.is_none())
    }

    /// True if a clock ends the search.
    pub(crate) fn is_timed(&self) -> bool {
        self.time.is_some() || self.soft_time.is_some()
    }

    /// Checks that the limits leave something to search.
    ///
    /// # Errors
    /// The limit that does not.
    pub fn check(&self) -> Result<(), LimitError> {
        if self.depth == Some(0) {
            Err(LimitError::Zero("depth"))
        } else if self.nodes == Some(0) {
            Err(LimitError::Zero("node"))
        } else if self.time == Some(Duration::ZERO) {
            Err(LimitError::Zero("time"))
        } else if self.time.zip(self.soft_time).is_some_and(|(time, soft)| soft > time) {
            Err(LimitError::SoftBeyondTime)
        } else if self.lines == 0 {
            Err(LimitError::Zero("line"))
        } else if self.window.is_some_and(|window| window.alpha >= window.beta) {
            Err(LimitError::EmptyWindow)
        } else if self.window.is_some() && (self.lines > 1 || self.also.is_some()) {
            Err(LimitError::WindowElsewhere)
        } else {
            Ok(())
        }
    }
}

/// A limit that makes no sense.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LimitError {
    /// A limit of zero leaves nothing to search.
    #[error("a {0} limit of zero leaves nothing to search")]
    Zero(&'static str),
    /// Virtual threads know no wall time.
    #[error("a time limit means nothing to virtual threads: limit depth or nodes")]
    TimeOnVirtualThreads,
    /// A soft limit that the time limit never lets a search reach.
    #[error("a soft time limit cannot be longer than the time limit")]
    SoftBeyondTime,
    /// A window that no value lies within or beyond.
    #[error("a window needs a lower end below its upper end")]
    EmptyWindow,
    /// A window where each line has its own.
    #[error("a window cannot be given with several lines")]
    WindowElsewhere,
    /// A chosen root move is not legal in the position.
    #[error("chosen root move {0} is not legal here")]
    IllegalRootMove(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_proven_beside_a_solve_and_an_analysis_and_not_on_a_clock() {
        let second = Duration::from_secs(1);
        let analysis = Limits::<u32>::time(second);
        assert!(analysis.proves_wins() && Limits::<u32>::solve().proves_wins());
        assert!(Limits::<u32>::solve().without_whole_lines().proves_wins());
        assert!(!analysis.clone().without_whole_lines().proves_wins());
        assert!(!Limits { soft_time: Some(second), ..analysis }.proves_wins());
    }
}
