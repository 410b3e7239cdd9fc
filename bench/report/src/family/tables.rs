//! The tables.

use super::series::View;
use crate::chart::short;
use crate::page::{Table, TableCell, Tone};
use plyglot_stats::Estimate;

const NONE: &str = "\u{2013}";

fn heads(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_string()).collect()
}

/// A ratio in about three digits.
fn ratio(value: f64) -> String {
    match value {
        0.0..9.995 => format!("{value:.2}"),
        9.995..99.95 => format!("{value:.1}"),
        _ => short(value.round()),
    }
}

fn times(estimate: Option<Estimate>) -> TableCell {
    TableCell::figure(estimate.map_or_else(|| NONE.into(), |estimate| ratio(estimate.value)))
}

fn interval(estimate: Option<Estimate>) -> TableCell {
    TableCell::figure(estimate.map_or_else(
        || NONE.into(),
        |Estimate { value, low, high }| {
            format!("{} ({} to {})", ratio(value), ratio(low), ratio(high))
        },
    ))
}

fn number(estimate: Option<Estimate>) -> TableCell {
    TableCell::figure(estimate.map_or_else(|| NONE.into(), |estimate| short(estimate.value)))
}

fn time(estimate: Option<Estimate>) -> TableCell {
    TableCell::figure(estimate.map_or_else(
        || NONE.into(),
        |Estimate { value, .. }| match value {
            ..1e-3 => format!("{:.0}\u{a0}\u{b5}s", value * 1e6),
            1e-3..1.0 => format!("{:.1}\u{a0}ms", value * 1e3),
            _ => format!("{value:.2}\u{a0}s"),
        },
    ))
}

impl View<'_> {
    /// Leaves against the base, a row a cell, a column a method; the fewest of a row stands out.
    pub(super) fn summary(&self) -> Table {
        let methods = self.compared();
        let mut head = heads(&["trees"]);
        head.extend(methods.iter().map(|&method| self.study.methods[method].to_string()));
        let row = |(cell, make): (usize, &plyglot_bench::family::Make)| {
            let leaves: Vec<_> = methods.iter().map(|&method| self.leaves(cell, method)).collect();
            let values = leaves.iter().flatten().map(|estimate| estimate.value);
            let least = values.min_by(f64::total_cmp);
            let entry = |estimate: Option<Estimate>| match (times(estimate), estimate, least) {
                (TableCell::Figure(text), Some(estimate), Some(least))
                    if estimate.value == least && least < 1.0 =>
                {
                    TableCell::Best(text)
                }
                (entry, ..) => entry,
            };
            let name = TableCell::words(make.words());
            std::iter::once(name).chain(leaves.into_iter().map(entry)).collect()
        };
        Table {
            caption: "Leaves, times those of alpha-beta with the same aids; the fewest stand out."
                .into(),
            head,
            rows: self.study.cells.iter().enumerate().map(row).collect(),
            ..Table::default()
        }
    }

    /// Everything about one cell.
    pub(super) fn cell(&self, cell: usize) -> Table {
        let head = heads(&[
            "method",
            "trees",
            "leaves",
            "times alpha-beta",
            "times critical",
            "interior",
            "times alpha-beta",
            "re-searches",
            "passes",
            "time",
            "times alpha-beta",
        ]);
        let row = |method: usize| {
            let row = self.row(cell, method)?;
            let ratios = row.ratios;
            Some(vec![
                TableCell::words(self.study.methods[method].to_string()),
                TableCell::figure(row.trees.to_string()),
                number(row.leaves),
                interval(ratios.map(|ratios| ratios.leaves)),
                times(row.critical),
                number(row.interior),
                times(ratios.and_then(|ratios| ratios.interior)),
                number(row.researches),
                number(row.passes),
                time(row.seconds),
                times(ratios.and_then(|ratios| ratios.seconds)),
            ])
        };
        let rows = (0..self.study.methods.len()).filter_map(row).collect();
        Table { head, rows, ..Table::default() }
    }

    /// Every search that found another value.
    pub(super) fn disagreements(&self) -> Table {
        let row = |odd: &plyglot_bench::family::Disagreement| {
            let make = &self.study.cells[odd.cell];
            let tone = if odd.exact { Tone::Bad } else { Tone::Plain };
            let why = if odd.exact { "should agree" } else { "a mistake on purpose" };
            vec![
                TableCell::words(self.study.methods[odd.method].to_string()),
                TableCell::Toned(tone, why.into()),
                TableCell::words(format!("{:?}", odd.found)),
                TableCell::words(format!("{:?}", odd.others)),
                TableCell::words(make.words()),
                TableCell::words(make.roots[odd.tree].name.as_str()),
            ]
        };
        Table {
            head: heads(&["method", "it", "found", "others found", "trees", "tree"]),
            rows: self.analysis.disagreements.iter().map(row).collect(),
            ..Table::default()
        }
    }
}
