//! What has to be done after a report, by those who can: the state is plain data and does nothing itself.

use crate::root::coordinator::state::{Assignment, RootState, Task};
use crate::rules::report::{Line, Verdict};
use crate::shared::account::State;

/// What has to be done after a report.
#[derive(Debug)]
pub(crate) struct Effects {
    /// Workers whose task has become pointless.
    pub(crate) cut: Vec<usize>,
    /// There is a line worth reporting.
    pub(crate) has_line: bool,
    /// That line, if lines are reported.
    pub(crate) line: Option<Line<u32>>,
    /// What has come of the task.
    pub(crate) outcome: State,
}

impl RootState {
    pub(super) fn describe(&self, task: &Task, verdict: Verdict, pv: Vec<u32>) -> Line<u32> {
        Line { rank: task.line + 1, depth: task.depth.max(0) as u32, verdict, pv }
    }

    pub(super) fn report_line(&self, line: &Line<u32>, effects: &mut Effects) {
        effects.has_line = true;
        effects.line = self.reports_progress.then(|| line.clone());
    }

    pub(super) fn cut_where(&self, effects: &mut Effects, pointless: impl Fn(&Assignment) -> bool) {
        for (worker, assigned) in self.assigned.iter().enumerate() {
            if assigned.as_ref().is_some_and(&pointless) {
                effects.cut.push(worker);
            }
        }
    }
}
