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

/// A table that makes do with the room there is: nothing in it is broken in the middle.
pub(crate) struct Sheet {
    /// The heads of the columns; one of several lines has line breaks in it.
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
    /// The blanks between two columns.
    pub(crate) gap: u16,
}

impl Sheet {
    /// An empty table with these heads.
    pub(crate) fn new<S: Into<String>>(head: impl IntoIterator<Item = S>, gap: u16) -> Sheet {
        Sheet { head: head.into_iter().map(Into::into).collect(), rows: Vec::new(), gap }
    }

    /// The lines of the columns `shown`: those of the head, and a line for each row.
    fn lines(&self, shown: &[usize]) -> (Vec<String>, Vec<String>) {
        let pick = |row: &[String]| shown.iter().map(|&at| row[at].clone()).collect::<Vec<_>>();
        let head = pick(&self.head);
        let mut table = plain(&head.iter().map(String::as_str).collect::<Vec<_>>());
        for row in &self.rows {
            table.add_row(pick(row));
        }
        align(&mut table, self.gap);
        let tall = head.iter().map(|head| head.lines().count()).max().unwrap_or(1);
        let mut lines: Vec<String> = lines(&table).collect();
        let rows = lines.split_off(tall.min(lines.len()));
        (lines, rows)
    }

    fn fits(&self, shown: &[usize], width: Option<usize>) -> bool {
        let (head, rows) = self.lines(shown);
        let widest = head.iter().chain(&rows).map(|line| line.chars().count()).max();
        width.is_none_or(|width| widest.unwrap_or(0) <= width)
    }

    /// The lines of the head and of the rows without as many of the columns `least`, the first of them first, as
    /// `width` asks for; and the heads of those that are left out.
    pub(crate) fn narrowed(
        &self,
        width: Option<usize>,
        least: &[&str],
    ) -> (Vec<String>, Vec<String>, Vec<String>) {
        let mut shown: Vec<usize> = (0..self.head.len()).collect();
        let mut left_out = Vec::new();
        let mut least = least.iter();
        while !self.fits(&shown, width) {
            let Some(next) = least.next() else { break };
            if let Some(place) = shown.iter().rposition(|&at| self.head[at] == *next) {
                let column = shown.remove(place);
                left_out.push(self.head[column].replace("-\n", "-").replace('\n', " "));
            }
        }
        let (head, rows) = self.lines(&shown);
        (head, rows, left_out)
    }

    /// The lines of the table in as many parts below one another as `width` asks for, each with the first column.
    pub(crate) fn parted(&self, width: Option<usize>) -> Vec<Vec<String>> {
        let mut parts = Vec::new();
        let mut next = 1;
        while next < self.head.len() {
            let mut shown = vec![0, next];
            next += 1;
            while next < self.head.len() {
                shown.push(next);
                if !self.fits(&shown, width) {
                    shown.pop();
                    break;
                }
                next += 1;
            }
            let (mut lines, rows) = self.lines(&shown);
            lines.extend(rows);
            parts.push(lines);
        }
        parts
    }
}

/// Says which columns there was no room for, in lines of `width`; nothing if there was for all.
pub(crate) fn without(left_out: &[String], width: Option<usize>) -> Vec<String> {
    if left_out.is_empty() {
        return Vec::new();
    }
    let text = format!("Left out at this width (--json has all): {}.", left_out.join(", "));
    format::wrapped(&text, width.unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        let mut sheet = Sheet::new(["name", "first", "second", "re-\nsearches"], 2);
        sheet.rows.push(["a longer name", "1", "22", "333"].map(String::from).to_vec());
        sheet.rows.push(["b", "4", "-", "5"].map(String::from).to_vec());
        sheet
    }

    #[test]
    fn columns_give_way_in_their_order() {
        let (head, rows, left_out) = sheet().narrowed(Some(80), &["second"]);
        assert_eq!((head.len(), rows.len(), left_out.len()), (2, 2, 0));
        let (head, rows, left_out) = sheet().narrowed(Some(30), &["second", "first"]);
        assert_eq!(left_out, ["second"]);
        assert!(
            head.iter().chain(&rows).all(|line| line.chars().count() <= 30),
            "{head:?} {rows:?}"
        );
        let (_, rows, left_out) = sheet().narrowed(Some(14), &["re-\nsearches", "second", "first"]);
        assert_eq!((rows, left_out.len()), (vec!["a longer name".into(), "b".into()], 3));
    }

    #[test]
    fn a_wide_table_goes_on_below() {
        assert_eq!(sheet().parted(None).len(), 1);
        let parts = sheet().parted(Some(23));
        assert_eq!(parts.len(), 3);
        assert!(parts.iter().all(|part| part.iter().any(|line| line.starts_with("a longer name"))));
    }
}
