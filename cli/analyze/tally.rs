//! The results of a file, counted.

use std::time::Duration;

use plyglot_search::{Ended, Report};
use plyglot_wire::Agreement;

use crate::errors::ExitStatus;
use crate::format;

/// Counts results as they come.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// How many positions the file has.
    positions: usize,
    /// Whether each was to be solved.
    solve: bool,
    /// The nodes of each search.
    pub(super) nodes: Vec<u64>,
    /// The time of each search.
    pub(super) times: Vec<Duration>,
    exact: usize,
    right: usize,
    wrong: usize,
    open: usize,
    other: usize,
    bad_lines: usize,
    failed: usize,
    stopped: usize,
}

impl Tally {
    /// For a file of this many positions, each of which is to be solved or not.
    pub(crate) fn new(positions: usize, solve: bool) -> Tally {
        Tally { positions, solve, ..Tally::default() }
    }

    /// Counts the result of a position.
    pub(crate) fn add<M>(&mut self, report: &Report<M>, agreement: Agreement) {
        self.nodes.push(report.nodes);
        self.times.push(report.elapsed);
        let exact = report.verdict.is_exact();
        self.exact += usize::from(exact);
        self.stopped += usize::from(report.ended == Ended::Stopped);
        match agreement {
            Agreement::NoAnswer => {}
            Agreement::Open => self.open += 1,
            Agreement::OtherMove => self.other += 1,
            Agreement::Right => self.right += 1,
            Agreement::Wrong => self.wrong += 1,
        }
    }

    /// Counts a line that has no position.
    pub(crate) fn bad_line(&mut self) {
        self.bad_lines += 1;
    }

    /// Counts a position whose search failed.
    pub(crate) fn failed(&mut self) {
        self.failed += 1;
    }

    /// How the command ends. `solve` succeeds only if everything in the file is solved.
    pub(crate) fn status(&self, interrupted: bool) -> ExitStatus {
        let unsolved = self.solve && self.exact < self.nodes.len();
        if interrupted {
            ExitStatus::Interrupted
        } else if self.wrong + self.bad_lines + self.failed > 0 || unsolved {
            ExitStatus::Problems
        } else {
            ExitStatus::Success
        }
    }

    /// One line of counts; those that are zero are left out, and so is the wall time unless it is given.
    pub(crate) fn counts(&self, wall: Option<Duration>) -> String {
        let searched = self.nodes.len();
        let mut parts = vec![format!(
            "{} of {}{}",
            format::grouped(searched as u64),
            format::count(self.positions, "position"),
            wall.map_or_else(String::new, |wall| format!(" in {}", format::time(wall)))
        )];
        let mut add = |count: usize, what: &str| {
            if count > 0 {
                parts.push(format!("{} {what}", format::grouped(count as u64)));
            }
        };
        add(self.exact, "exact");
        add(if self.solve { searched - self.exact } else { 0 }, "not solved");
        add(self.right, "right");
        add(self.wrong, "wrong");
        add(self.open, "open (not proven)");
        add(self.other, "with another move (its value is not known)");
        add(self.stopped, "stopped");
        add(self.failed, "failed");
        add(self.bad_lines, if self.bad_lines == 1 { "bad line" } else { "bad lines" });
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_line_or_a_wrong_answer_sets_the_exit_status() {
        let mut tally = Tally::new(2, true);
        assert_eq!(tally.status(false), ExitStatus::Success);
        tally.bad_line();
        assert_eq!(tally.status(false), ExitStatus::Problems);
        assert_eq!(tally.status(true), ExitStatus::Interrupted);
        let tally = Tally { wrong: 1, ..Tally::default() };
        assert_eq!(tally.status(false), ExitStatus::Problems);
    }
}
