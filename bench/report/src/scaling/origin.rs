//! Where the figures come from: machine, commit, command, positions.

use super::view::{View, count};
use crate::chart::ChartError;
use crate::page::{Page, Table, TableCell};
use plyglot_bench::scaling::Clock;

impl View<'_> {
    /// How it was measured, so that someone else can do it again.
    pub(super) fn origin(&self, page: &mut Page) -> Result<(), ChartError> {
        let (design, origin) = (&self.study.design, &self.study.origin);
        page.section("How it was measured");
        page.code(&origin.command);
        let machine = &origin.machine;
        let mut parts = Vec::new();
        if !machine.processor.is_empty() {
            parts.push(machine.processor.clone());
        }
        let processors = count(machine.processors, "logical processor");
        parts.push(format!("{processors}, of which {} usable", machine.usable));
        if machine.memory_bytes > 0 {
            parts.push(format!(
                "{:.1} GiB of memory",
                machine.memory_bytes as f64 / f64::from(1 << 30)
            ));
        }
        let clock = match design.clock {
            Clock::Real => "real".into(),
            Clock::Virtual { turn } => {
                format!("virtual, turns of {}", count(as_size(turn), "node"))
            }
        };
        page.facts([
            ("Date", origin.date.clone()),
            ("Commit", origin.commit.clone().unwrap_or_else(|| "not known".into())),
            ("Version", origin.version.clone()),
            ("Machine", parts.join("; ")),
            ("Goal", design.goal.to_string()),
            ("Clock", clock),
            ("Repeats", format!("{} of each search; medians are compared", design.repeats)),
            ("Order", format!("shuffled, seed {}", design.seed)),
            ("Table", format!("{} MiB for each engine", design.hash_bytes >> 20)),
            ("Samples", self.study.samples.len().to_string()),
        ]);
        page.note(
            "Everything is paired by position: a ratio compares a position with itself. Repeats \
             are reduced to their median, ratios are taken, then their geometric mean over \
             positions; intervals are over positions.",
        );
        page.folded(&count(design.positions.len(), "position"), |page| {
            let rows = design.positions.iter().map(|position| {
                vec![
                    TableCell::words(position.name.as_str()),
                    TableCell::words(position.text.as_str()),
                ]
            });
            let head = vec!["name".into(), "position".into()];
            page.table(&Table { head, rows: rows.collect(), ..Table::default() });
            Ok(())
        })
    }
}

/// A count, as far as this machine can count.
fn as_size(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
