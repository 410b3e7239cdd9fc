//! Tables: columns without lines, the first to the left and the others to the right; ratios.

use comfy_table::{CellAlignment, Table, presets};
use plyglot_stats::Estimate;

use crate::format;

/// An empty table with these heads.
pub(crate) fn plain(head: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(head.to_vec());
    table
}

/// Aligns the columns, with `gap` blanks between two of them.
pub(crate) fn align(table: &mut Table, gap: u16) {
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((gap * u16::from(index > 0), 0));
        if index > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// The lines of a table, without blanks at their ends.
pub(crate) fn lines(table: &Table) -> impl Iterator<Item = String> {
    table.lines().map(|line| line.trim_end().to_string())
}

/// A ratio in about three digits.
pub(crate) fn ratio(value: f64) -> String {
    match value {
        0.0..9.995 => format!("{value:.2}"),
        9.995..99.95 => format!("{value:.1}"),
        _ => format::short(value.round() as u64),
    }
}

/// A ratio with its interval.
pub(crate) fn interval(Estimate { value, low, high }: Estimate) -> String {
    format!("{} [{}, {}]", ratio(value), ratio(low), ratio(high))
}
