//! Merging while the exact value is asked for: when deepening gives way to the solve, what its answers come to, and
//! when it is given up.

use super::effects::Effects;
use crate::recursion::Finding;
use crate::root::coordinator::reach::Question;
use crate::root::coordinator::state::{Phase, RootState, Task};
use crate::rules::report::{Bound, Ended, Verdict};
use crate::rules::score::Score;
use crate::shared::account::State;
use crate::shared::budget::{Budget, Spent};

impl RootState {
    /// True if deepening gives way to the exact solve now that a depth is finished.
    pub(super) fn is_time_to_solve(&mut self, depth: i32, spent: Spent) -> bool {
        let (Some(after), Some(end)) = (self.plan.solve_after, self.plan.end) else { return false };
        if depth < after {
            return false;
        }
        let budget = if self.plan.tries && depth + 1 < end {
            let (limits, cost) = (self.plan.limits, self.plan.solve.cost);
            let lines = self.plan.lines + usize::from(self.plan.also.is_some());
            self.history.in_reach(&Question { spent, limits, plies: end - depth, cost, lines })
        } else {
            // There is nothing else to do.
            Some(Budget::UNLIMITED)
        };
        if let Some(budget) = budget {
            self.budget = budget;
            self.history.begin_solve(spent);
        }
        budget.is_some()
    }

    /// The solve has cost more than was predicted: on with the depth at which it was tried. What it
    /// has proven stays in the table.
    pub(super) fn resume_deepening(&mut self, spent: Spent, effects: &mut Effects) {
        self.history.give_up_solve(spent);
        self.phase = Phase::Deepen;
        self.passes_left = 0;
        self.partial = None;
        self.pending.clear();
        self.line = 0;
        self.cut_where(effects, |_| true);
    }

    /// Learns what a selective pass found. Nothing of it is proven: when it has its value, the next pass begins around
    /// that, with this one's best moves in the table.
    /// For a single line it is an iteration like any other.
    fn learn_pass(&mut self, task: &Task, finding: Finding, spent: Spent, effects: &mut Effects) {
        let Phase::Solve(driver) = &mut self.phase else { return };
        let changed = driver.learn(finding.value.score, finding.bound);
        if let Some(score) = driver.value() {
            if !finding.pv.is_empty() {
                let verdict = Verdict { score, bound: Bound::Exact, proven: false };
                let line = self.describe(task, verdict, finding.pv);
                self.report_line(&line, effects);
                self.partial = Some(line);
            }
            effects.outcome = State::Finished;
            if self.plan.is_single() && self.is_enough(spent, 1.0) {
                self.ended = Some(Ended::Time);
                return;
            }
            self.begin_solve(score);
            self.passes_left -= 1;
        }
        if changed {
            effects.outcome = State::Finished;
            self.cut_where(effects, |_| true);
        }
    }

    pub(super) fn learn_solve(
        &mut self,
        task: &Task,
        finding: Finding,
        spent: Spent,
        effects: &mut Effects,
    ) {
        if task.passes_left != self.passes_left {
            // A late answer of the pass before.
            return;
        }
        if task.passes_left > 0 {
            return self.learn_pass(task, finding, spent, effects);
        }
        let Phase::Solve(driver) = &mut self.phase else { return };
        if !finding.is_proven() {
            return self.give_up_solving(task, effects);
        }
        let changed = driver.learn(finding.value.score, finding.bound);
        let done = driver.window().is_none();
        let value = driver.value();
        let so_far = driver.so_far();
        // A late answer to an earlier question may come with a move that is worse than a known one.
        let reaches = finding.bound != Bound::Upper && driver.is_reached_by(finding.value.score);
        let pv = if reaches { finding.pv } else { self.partial_pv() };
        let verdict = match (done, value, so_far) {
            (true, Some(score), _) => Verdict { score, bound: Bound::Exact, proven: true },
            (_, _, Some((score, bound))) => Verdict { score, bound, proven: true },
            _ => return,
        };
        let line = self.describe(task, verdict, pv);
        self.report_line(&line, effects);
        if done {
            effects.outcome = State::Finished;
            self.partial = None;
            self.pending.push(line);
            if self.wants_another() {
                let guess = value.unwrap_or(Score::DRAW);
                self.line += 1;
                self.begin_solve(guess);
            } else {
                self.take_pending();
                self.ended = Some(Ended::Proven);
            }
        } else {
            self.partial = Some(line);
        }
        if changed {
            effects.outcome = State::Finished;
            self.cut_where(effects, |_| true);
        }
    }

    /// A solve met what it cannot see through, a line longer than lines may get or a position that
    /// came back, so its windows prove nothing. The end is then a depth like any other; and a win whose
    /// distance was to be proven is left as what it is, a win in at most that number of plies.
    fn give_up_solving(&mut self, task: &Task, effects: &mut Effects) {
        if task.proof {
            self.ended = Some(Ended::Proven);
            return;
        }
        self.phase = Phase::Deepen;
        self.partial = None;
        self.plan.solve_after = None;
        self.next_depth = self.plan.deepest;
        self.cut_where(effects, |_| true);
    }

    fn partial_pv(&self) -> Vec<u32> {
        self.partial.as_ref().map(|line| line.pv.clone()).unwrap_or_default()
    }
}
