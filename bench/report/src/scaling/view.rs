//! A study as its page shows it: scheme by scheme, with one thread as the start of each.

use plyglot_bench::scaling::{Analysis, Cell, Comparison, Goal, Measure, SchemeName, Study};
use plyglot_stats::Estimate;

/// A study with what follows from it.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) study: &'a Study,
    pub(super) analysis: &'a Analysis,
}

impl<'a> View<'a> {
    /// True if each search takes the same time, so that nodes per second are compared.
    pub(super) fn by_rate(&self) -> bool {
        matches!(self.study.design.goal, Goal::Budget(_))
    }

    /// What the page is about: speed-up to the goal, or nodes per second where the goal is a time.
    pub(super) fn main(&self, cell: &Cell) -> Option<Estimate> {
        finite(if self.by_rate() { cell.rate } else { cell.speedup })
    }

    /// What [`View::main`] is called.
    pub(super) fn main_name(&self) -> &'static str {
        if self.by_rate() { "nodes per second" } else { "speed-up" }
    }

    /// The clock: `virtual time`, `real time`.
    pub(super) fn time(&self) -> &'static str {
        if self.study.design.clock.is_virtual() { "virtual time" } else { "real time" }
    }

    /// What was measured, in a line.
    pub(super) fn heading(&self) -> String {
        let design = &self.study.design;
        let positions = count(design.positions.len(), "position");
        format!("{}, {positions}, {}, in {}", design.subject(), design.goal, self.time())
    }

    /// Name of a position.
    pub(super) fn position(&self, index: usize) -> String {
        let position = self.study.design.positions.get(index);
        position.map_or_else(|| format!("#{}", index + 1), |position| position.name.clone())
    }

    /// Names of positions, each once, the first few of many.
    pub(super) fn positions_named(&self, mut indices: Vec<usize>) -> String {
        const SHOWN: usize = 5;
        indices.sort_unstable();
        indices.dedup();
        let shown = indices.iter().take(SHOWN);
        let mut names: Vec<String> = shown.map(|&index| self.position(index)).collect();
        if indices.len() > SHOWN {
            names.push(format!("{} more", indices.len() - SHOWN));
        }
        list(&names)
    }

    /// The schemes that have cells, in the design's order.
    pub(super) fn schemes(&self) -> Vec<SchemeName> {
        let mut schemes = Vec::new();
        for scheme in self.analysis.cells.iter().filter_map(|cell| cell.scheme) {
            if !schemes.contains(&scheme) {
                schemes.push(scheme);
            }
        }
        schemes
    }

    /// The cells of a scheme by rising thread count, one thread first.
    pub(super) fn cells(&self, scheme: SchemeName) -> Vec<&'a Cell> {
        let mine = |cell: &&Cell| cell.scheme.is_none_or(|other| other == scheme);
        let mut cells: Vec<&Cell> = self.analysis.cells.iter().filter(mine).collect();
        cells.sort_by_key(|cell| cell.threads);
        cells
    }

    /// All thread counts, rising.
    pub(super) fn threads(&self) -> Vec<usize> {
        let mut threads: Vec<usize> = self.analysis.cells.iter().map(|cell| cell.threads).collect();
        threads.sort_unstable();
        threads.dedup();
        threads
    }

    /// Thread counts of more than one thread, rising.
    pub(super) fn many(&self) -> Vec<usize> {
        self.threads().into_iter().filter(|&threads| threads > 1).collect()
    }

    /// The cell that is ahead of all others with as many threads.
    pub(super) fn best(&self, threads: usize) -> Option<&'a Cell> {
        let cells = self.analysis.cells.iter().filter(|cell| cell.threads == threads);
        let known = cells.filter_map(|cell| Some((cell, self.main(cell)?.value)));
        known.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(cell, _)| cell)
    }

    /// How a scheme compares to one thread, or to another scheme.
    pub(super) fn comparison(
        &self,
        scheme: SchemeName,
        threads: usize,
        against: Option<SchemeName>,
    ) -> Option<&'a Comparison> {
        let measure = if self.by_rate() { Measure::Rate } else { Measure::Time };
        self.analysis.comparisons.iter().find(|comparison| {
            let Comparison { scheme: of, threads: with, against: to, .. } = comparison;
            comparison.measure == measure && (*of, *with, *to) == (scheme, threads, against)
        })
    }

    /// Throughput of as many independent searches as threads; only where time is real, since a
    /// machine limits no virtual thread.
    pub(super) fn ceiling(&self, threads: usize) -> Option<f64> {
        let points = self.study.ceiling.iter().filter(|_| !self.study.design.clock.is_virtual());
        let mut at = points.filter(|point| point.threads == threads);
        at.next().map(|point| point.throughput).filter(|value| value.is_finite() && *value > 0.0)
    }
}

/// An estimate that can be shown.
pub(super) fn finite(estimate: Option<Estimate>) -> Option<Estimate> {
    estimate.filter(|estimate| estimate.value.is_finite())
}

/// An estimate with its interval, or a dash.
pub(super) fn estimate_text(estimate: Option<Estimate>) -> String {
    match finite(estimate) {
        None => "\u{2013}".into(),
        Some(estimate) if interval(&estimate).is_none() => format!("{:.2}", estimate.value),
        Some(estimate) => estimate.to_string(),
    }
}

/// An estimate over some positions: without its interval where they are too few for a verdict, since the
/// interval is then too narrow.
pub(super) fn estimate_over(positions: usize, estimate: Option<Estimate>) -> String {
    let known = finite(estimate).filter(|_| positions < Comparison::FEWEST);
    known.map_or_else(|| estimate_text(estimate), |known| format!("{:.2}", known.value))
}

/// Why there is no verdict over some positions.
pub(super) fn too_few(positions: usize) -> String {
    let verb = if positions == 1 { "is" } else { "are" };
    format!("No verdict: it needs {} positions, and there {verb} {positions}.", Comparison::FEWEST)
}

/// The ends of an interval, if there is one.
pub(super) fn interval(estimate: &Estimate) -> Option<(f64, f64)> {
    let Estimate { low, high, .. } = *estimate;
    (low.is_finite() && high.is_finite() && low < high).then_some((low, high))
}

/// `1 position`, `2 positions`.
pub(super) fn count(many: usize, one: &str) -> String {
    format!("{many} {one}{}", if many == 1 { "" } else { "s" })
}

/// Names in a row, with the words of a sentence between them.
pub(super) fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}
