//! The root's state: plain data that says who searches what, what was found, and what is next.
//! No lock, no clock, no search in it; [`super::Coordinator`] puts it behind its lock.
//!
//! Here is what is handed out: which depth, inside which window. What comes back is taken in by
//! [`super::merge`].

use super::plan::Plan;
use super::reach::History;
use super::solve::SolveDriver;
use super::stagger::stagger;
use super::trend::Trend;
use crate::root::aspiration::Aspiration;
use crate::rules::knowledge::Bounds;
use crate::rules::report::{Bound, Ended, Line};
use crate::rules::score::Score;
use crate::rules::window::Window;
use crate::shared::budget::Budget;

/// One search of the root, to be done by one worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Task {
    pub(crate) depth: i32,
    pub(crate) to_end: bool,
    /// Of a selective pass before an exact solve, the number of passes after it, the exact one included; else 0.
    pub(crate) passes_left: u8,
    /// Only what is proven counts; see [`crate::recursion::Mode`].
    pub(crate) proof: bool,
    /// There is nothing to search: it is tried to prove that neither side can win.
    pub(crate) draw: bool,
    pub(crate) window: Window,
    /// Which of several lines it is for, from 0.
    pub(crate) line: usize,
    /// The first moves of the better lines, which this one leaves out.
    pub(crate) banned: Vec<u32>,
    /// The only move that is looked at.
    pub(crate) only: Option<u32>,
    /// The best move that is known of before the task begins.
    pub(crate) known: Option<u32>,
    /// Up to which point of the search the task is worth going on with.
    pub(crate) budget: Budget,
}

/// What a worker is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Assignment {
    pub(super) depth: i32,
    pub(super) line: usize,
    pub(super) window: Window,
    pub(super) solving: bool,
}

/// How the line at hand is searched.
#[derive(Debug)]
pub(super) enum Phase {
    /// Iterative deepening.
    Deepen,
    /// The exact value, by null windows or one full window.
    Solve(SolveDriver),
    /// Every depth is finished, and nothing is proven: the first worker tries to prove a draw, as the last thing to do.
    Draw,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct RootState {
    pub(super) plan: Plan,
    pub(super) phase: Phase,
    /// While the solve at hand is in a selective pass, of which nothing is proven, the number of passes after it, the
    /// exact one included; else 0.
    pub(super) passes_left: u8,
    /// What depths and solves have cost.
    pub(super) history: History,
    /// How settled the choice of a move is.
    pub(super) trend: Trend,
    /// Which part of the nodes the best move took, by the last search of the first line.
    pub(super) share: Option<f32>,
    /// What the solve at hand may use.
    pub(super) budget: Budget,
    /// The shallowest depth that is not finished.
    pub(super) next_depth: i32,
    /// The line that is being searched, from 0.
    pub(super) line: usize,
    /// The aspiration of each depth that a worker searches.
    pub(super) aspirations: Vec<(i32, Aspiration)>,
    pub(super) assigned: Vec<Option<Assignment>>,
    /// The best lines of the last depth that was finished.
    pub(super) lines: Vec<Line<u32>>,
    /// Those of the depth before it, where a move has a line of its own.
    pub(super) before: Vec<Line<u32>>,
    /// The lines of the depth at hand that are finished.
    pub(super) pending: Vec<Line<u32>>,
    /// The best of a depth that was not finished.
    pub(super) partial: Option<Line<u32>>,
    pub(crate) ended: Option<Ended>,
    /// Lines are reported while the search runs.
    pub(super) reports_progress: bool,
}

impl RootState {
    pub(crate) fn new(plan: Plan) -> Self {
        let mut state = RootState {
            phase: Phase::Deepen,
            passes_left: 0,
            history: History::default(),
            trend: Trend::default(),
            share: None,
            budget: Budget::UNLIMITED,
            next_depth: plan.depth_from(1),
            line: 0,
            aspirations: Vec::new(),
            assigned: vec![None; plan.workers],
            lines: Vec::new(),
            before: Vec::new(),
            pending: Vec::with_capacity(plan.lines),
            partial: None,
            ended: None,
            reports_progress: true,
            plan,
        };
        if state.plan.solve_after == Some(0) {
            state.begin_solve(Score::DRAW);
        }
        state
    }

    /// Sets out for the exact value of the line at hand, beginning around `guess`. No later line is
    /// worth more than the one before it.
    pub(super) fn begin_solve(&mut self, guess: Score) {
        let mut bounds = self.plan.bounds;
        if let Some(better) = self.pending.last() {
            bounds = Bounds { lower: Bounds::UNKNOWN.lower, upper: better.verdict.score };
        }
        let (windows, step) = (self.plan.solve.windows, self.plan.margin_step);
        self.phase = Phase::Solve(SolveDriver::new(bounds, windows, step, guess));
    }

    /// Sets out for the shortest way to the win or loss that is proven of the first line.
    pub(super) fn begin_shortening(&mut self, line: Line<u32>) {
        let driver = SolveDriver::by_distance(line.verdict.score);
        if driver.window().is_none() {
            // Nothing is shorter than the shortest.
            self.lines[0].verdict.bound = Bound::Exact;
            self.ended = Some(Ended::Proven);
            return;
        }
        self.phase = Phase::Solve(driver);
        self.partial = Some(line);
    }

    /// Hands a task to a worker; `None` when the search is over.
    pub(crate) fn next(&mut self, worker: usize) -> Option<Task> {
        if self.ended.is_some() {
            return None;
        }
        if matches!(self.phase, Phase::Draw) && worker > 0 {
            return None;
        }
        let (depth, window, to_end, proof) = match &self.phase {
            Phase::Draw => (self.plan.deepest, Window::FULL, false, false),
            Phase::Solve(driver) => {
                let window = driver.window().expect("a finished solve moves on at once");
                match driver.within() {
                    Some(distance) => (distance, window, false, true),
                    None => (
                        self.plan.end.expect("only games with an end are solved"),
                        window,
                        true,
                        false,
                    ),
                }
            }
            Phase::Deepen => {
                let depth = self.next_depth();
                let to_end = self.plan.end.is_some_and(|end| depth >= end);
                (depth, self.window_at(depth), to_end, false)
            }
        };
        let solving = matches!(self.phase, Phase::Solve(_));
        self.assigned[worker] = Some(Assignment { depth, line: self.line, window, solving });
        let banned = self.pending.iter().filter_map(|line| line.pv.first().copied()).collect();
        let known = self.last_line().and_then(|line| line.pv.first().copied());
        let only = self.plan.also.filter(|_| self.line >= self.plan.lines);
        let budget = if solving { self.budget } else { Budget::UNLIMITED };
        let passes_left = if solving { self.passes_left } else { 0 };
        Some(Task {
            depth,
            to_end,
            passes_left,
            proof,
            draw: matches!(self.phase, Phase::Draw),
            window,
            line: self.line,
            banned,
            only,
            known,
            budget,
        })
    }

    /// What the last depth found for the line at hand.
    fn last_line(&self) -> Option<&Line<u32>> {
        match self.plan.also {
            Some(also) if self.line >= self.plan.lines => {
                self.lines.iter().find(|line| line.pv.first() == Some(&also))
            }
            _ => self.lines.get(self.line),
        }
    }

    /// True if the depth at hand has another line to search.
    pub(super) fn wants_another(&self) -> bool {
        let has = |also| self.pending.iter().any(|line| line.pv.first() == Some(&also));
        let found = self.pending.len();
        found < self.plan.lines || self.plan.also.is_some_and(|also| !has(also))
    }

    /// All lines of a depth are finished.
    pub(super) fn take_pending(&mut self) {
        let last = std::mem::replace(&mut self.lines, std::mem::take(&mut self.pending));
        if self.plan.also.is_some() {
            self.before = last;
        }
    }

    /// What is proven of the value of the line at hand.
    pub(super) fn proven(&self) -> Bounds {
        match &self.phase {
            Phase::Solve(driver) if self.passes_left == 0 => driver.proven(),
            _ => Bounds::UNKNOWN,
        }
    }

    fn next_depth(&self) -> i32 {
        if !self.plan.is_single() {
            // The next depth's lines depend on which moves this one's better lines begin with.
            return self.next_depth.min(self.plan.deepest);
        }
        let solve_after = self.plan.solve_after.filter(|_| !self.plan.tries);
        let deepest = solve_after.unwrap_or(self.plan.deepest).max(self.next_depth);
        let deepest = deepest.min(self.plan.deepest);
        if !self.plan.scheme.stagger {
            return self.next_depth.min(deepest);
        }
        let least = self.plan.scheme.least_at_a_depth();
        stagger(self.next_depth, deepest, self.plan.workers, least, |depth| {
            self.assigned.iter().flatten().filter(|other| other.depth == depth).count()
        })
    }

    /// The next window for what a worker has just searched, if there is still something to know of it
    /// and nothing better to do: its answer lay outside the window, or left the next question of a
    /// solve. Handed out as [`RootState::next`] would.
    pub(crate) fn again(&mut self, worker: usize, task: &Task) -> Option<Task> {
        let same = match &self.phase {
            Phase::Draw => false,
            Phase::Solve(_) => task.to_end || task.proof,
            Phase::Deepen => self.next_depth() == task.depth,
        };
        let same = same && task.line == self.line;
        if same { self.next(worker) } else { None }
    }

    /// The window of a depth: the aspiration's, as far as it asks what is wanted to know.
    pub(super) fn window_at(&mut self, depth: i32) -> Window {
        let (wanted, asked) = (self.plan.window, self.aspiration(depth).window());
        let (alpha, beta) = (wanted.alpha.max(asked.alpha), wanted.beta.min(asked.beta));
        if alpha < beta { Window { alpha, beta } } else { wanted }
    }

    /// The aspiration of a depth, around the last depth's score where that is worth anything.
    pub(super) fn aspiration(&mut self, depth: i32) -> &mut Aspiration {
        if let Some(place) = self.aspirations.iter().position(|(other, _)| *other == depth) {
            return &mut self.aspirations[place].1;
        }
        let fresh = match self.last_line() {
            Some(last) if last.depth >= 2 => {
                Aspiration::around(last.verdict.score, self.plan.aspiration)
            }
            _ => Aspiration::open(),
        };
        self.aspirations.push((depth, fresh));
        &mut self.aspirations.last_mut().expect("just pushed").1
    }
}

#[cfg(test)]
mod handed_out;
#[cfg(test)]
mod solving;
#[cfg(test)]
mod taken_back;
#[cfg(test)]
mod tests;
