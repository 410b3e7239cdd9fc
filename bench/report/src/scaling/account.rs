//! Where the time of the threads went: a picture of bars, the shares, and nodes by depth and kind.

use super::view::View;
use crate::chart::{ChartError, Stack, StackRow};
use crate::page::{Page, Table, TableCell};
use plyglot_bench::scaling::{Cell, CellAccount, PARTS};
use plyglot_search::Cause;

const NONE: &str = "\u{2013}";

/// What each part is, in the order of [`PARTS`].
const ABOUT: [&str; PARTS.len()] = [
    "useful, as many nodes as one thread needs",
    "useful nodes beyond those: the tree of several threads is larger",
    "the same position, depth and window as another thread at that time",
    "the same in a piece that cannot be divided: leaf solvers, shallow searches, what is smaller than a claim",
    "searched before, and its entry is gone from the table",
    "searched before, and the entry did not answer (of a reduced search, mostly)",
    "below a node that was cut off, or that another thread answered meanwhile",
    "in a window of the root that failed",
    "at a depth of the root that no thread finished",
    "took part and had nothing to do",
    "was not called yet",
];

impl View<'_> {
    fn accounts(&self) -> Vec<(&Cell, &CellAccount)> {
        let cells = self.analysis.cells.iter();
        cells.filter_map(|cell| Some((cell, cell.account.as_ref()?))).collect()
    }

    /// The section; nothing where the time was not accounted for.
    pub(super) fn account(&self, page: &mut Page) -> Result<(), ChartError> {
        let accounts = self.accounts();
        if accounts.is_empty() {
            return Ok(());
        }
        page.section("Where the time of the threads went");
        page.paragraph(
            "Each node that a thread visited has one cause, and so has the time in which it visited none; together \
             they are threads times time.",
        );
        let caption =
            "Shares of threads times time, over all positions; longer searches count more.";
        page.figure("The parts of the time", &self.stack().art()?, caption);
        page.table(&self.shares_table());
        page.folded("What the parts are", |page| {
            let row = |((_, name), about): ((&str, &str), &str)| {
                vec![TableCell::words(name), TableCell::words(about)]
            };
            let rows = PARTS.into_iter().zip(ABOUT).map(row).collect();
            page.table(&Table {
                head: vec!["part".into(), "what".into()],
                rows,
                ..Table::default()
            });
            Ok::<_, ChartError>(())
        })?;
        for (cell, account) in accounts {
            page.folded(&format!("Nodes by depth and kind: {}", label(cell)), |page| {
                page.table(&depths(account));
                Ok::<_, ChartError>(())
            })?;
        }
        Ok(())
    }

    /// A bar for each scheme and thread count.
    fn stack(&self) -> Stack {
        let row = |(cell, account): (&Cell, &CellAccount)| StackRow {
            label: label(cell),
            shares: PARTS.into_iter().map(|(name, _)| account.share(name)).collect(),
        };
        Stack {
            name: format!("where the time of the threads went, in {}", self.time()),
            parts: PARTS.into_iter().map(|(_, name)| name.to_string()).collect(),
            rows: self.accounts().into_iter().map(row).collect(),
        }
    }

    fn shares_table(&self) -> Table {
        let mut head = vec!["scheme".to_string(), "threads".to_string()];
        head.extend(PARTS.into_iter().map(|(_, name)| name.to_string()));
        head.push("work / span".into());
        let row = |(cell, account): (&Cell, &CellAccount)| {
            let mut row = vec![
                TableCell::Words(cell.scheme.map_or(NONE.into(), |scheme| scheme.to_string())),
                TableCell::figure(cell.threads.to_string()),
            ];
            let share = |name: &str| format!("{:.1}\u{a0}%", account.share(name) * 100.0);
            row.extend(PARTS.into_iter().map(|(name, _)| TableCell::Figure(share(name))));
            let parallelism = account.parallelism;
            row.push(TableCell::Figure(
                parallelism.map_or(NONE.into(), |parallelism| format!("{parallelism:.1}")),
            ));
            row
        };
        let caption = "Work over span: the useful nodes over the longest chain of nodes that wait for each other, an \
                       estimate of how many threads could share the search at most.";
        let rows = self.accounts().into_iter().map(row).collect();
        Table { caption: caption.into(), head, rows, ..Table::default() }
    }
}

fn label(cell: &Cell) -> String {
    match cell.scheme {
        Some(scheme) => format!("{scheme}, {} threads", cell.threads),
        None => "1 thread".into(),
    }
}

/// Nodes by depth and kind, with a column for each cause that there is.
fn depths(account: &CellAccount) -> Table {
    let all = Cause::ALL.into_iter();
    let causes = all.filter(|&cause| account.rows.iter().any(|row| row.nodes.of(cause) > 0));
    let causes: Vec<Cause> = causes.collect();
    let mut head = vec!["depth".to_string(), "kind".to_string()];
    head.extend(causes.iter().map(|&cause| Cause::NAMES[cause as usize].replace('_', " ")));
    let rows = account.rows.iter().map(|row| {
        let mut cells =
            vec![TableCell::figure(row.depth.to_string()), TableCell::words(row.kind.as_str())];
        let figure = |&cause: &Cause| TableCell::figure(row.nodes.of(cause).to_string());
        cells.extend(causes.iter().map(figure));
        cells
    });
    let caption = "Nodes, by the depth to which the claim that they belong to was to be searched, and what its node was \
                   expected to be.";
    Table { caption: caption.into(), head, rows: rows.collect(), ..Table::default() }
}
