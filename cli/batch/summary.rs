//! What a file came to: counts, and the total, mean and median of nodes and times.

use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};
use plyglot_search::{Bound, Ended, Report};
use plyglot_stats::median;

use crate::batch::check::Answer;
use crate::errors::Verdict;
use crate::format;

/// Counts results as they come.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    nodes: Vec<u64>,
    times: Vec<Duration>,
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
    /// Counts the result of a position.
    pub(crate) fn add<M>(&mut self, report: &Report<M>, answer: Answer) {
        self.nodes.push(report.nodes);
        self.times.push(report.elapsed);
        let exact = report.verdict.proven && report.verdict.bound == Bound::Exact;
        self.exact += usize::from(exact);
        self.stopped += usize::from(report.ended == Ended::Stopped);
        match answer {
            Answer::Unknown => {}
            Answer::Open => self.open += 1,
            Answer::Other => self.other += 1,
            Answer::Right => self.right += 1,
            Answer::Wrong => self.wrong += 1,
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

    /// How it went. A solved file is fine only if everything in it is solved.
    pub(crate) fn verdict(&self, solve: bool, interrupted: bool) -> Verdict {
        let unsolved = solve && self.exact < self.nodes.len();
        if interrupted {
            Verdict::Interrupted
        } else if self.wrong + self.bad_lines + self.failed > 0 || unsolved {
            Verdict::Blemished
        } else {
            Verdict::Fine
        }
    }

    /// One line of counts; those that are zero are left out, and so is the time that it all took
    /// unless it is given.
    pub(crate) fn counts(&self, positions: usize, solve: bool, wall: Option<Duration>) -> String {
        let searched = self.nodes.len();
        let mut parts = vec![format!(
            "{} of {}{}",
            format::grouped(searched as u64),
            format::count(positions, "position"),
            wall.map_or_else(String::new, |wall| format!(" in {}", format::time(wall)))
        )];
        let mut tell = |count: usize, what: &str| {
            if count > 0 {
                parts.push(format!("{} {what}", format::grouped(count as u64)));
            }
        };
        tell(self.exact, "exact");
        tell(if solve { searched - self.exact } else { 0 }, "not solved");
        tell(self.right, "right");
        tell(self.wrong, "wrong");
        tell(self.open, "left open (not proven)");
        tell(self.other, "with another move, its value unknown");
        tell(self.stopped, "stopped");
        tell(self.failed, "failed");
        tell(self.bad_lines, if self.bad_lines == 1 { "bad line" } else { "bad lines" });
        parts.join(", ")
    }

    /// Totals, means and medians, and the counts. Without a wall time, the times are virtual.
    pub(crate) fn text(&self, positions: usize, solve: bool, wall: Option<Duration>) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        let time = if wall.is_some() { "time" } else { "virtual" };
        table.set_header(["", "nodes", time, "nodes/s"]);
        let total_time: Duration = self.times.iter().sum();
        let total_nodes: u64 = self.nodes.iter().sum();
        let row = |name: &str, nodes: u64, time: Duration| {
            let rate = format::short(format::rate(nodes, time));
            [name.to_string(), format::grouped(nodes), format::time(time), rate]
        };
        let count = self.nodes.len().max(1);
        table.add_row(row("total", total_nodes, total_time));
        table.add_row(row("mean", total_nodes / count as u64, total_time / count as u32));
        let nodes: Vec<f64> = self.nodes.iter().map(|&nodes| nodes as f64).collect();
        let times: Vec<f64> = self.times.iter().map(Duration::as_secs_f64).collect();
        let middle = |values: &[f64]| median(values).unwrap_or_default();
        let time = Duration::try_from_secs_f64(middle(&times)).unwrap_or_default();
        let [_, nodes, time, _] = row("", middle(&nodes).round() as u64, time);
        table.add_row(["median".into(), nodes, time, String::new()]);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let mut lines: Vec<_> = table.lines().map(|line| line.trim_end().to_string()).collect();
        lines.push(self.counts(positions, solve, wall));
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_line_or_a_wrong_answer_is_a_blemish() {
        let mut tally = Tally::default();
        assert_eq!(tally.verdict(true, false), Verdict::Fine);
        tally.bad_line();
        assert_eq!(tally.verdict(false, false), Verdict::Blemished);
        assert_eq!(tally.verdict(false, true), Verdict::Interrupted);
        let tally = Tally { wrong: 1, ..Tally::default() };
        assert_eq!(tally.verdict(false, false), Verdict::Blemished);
    }
}
