//! What threads are worth in play: a picture for each number of nodes, and the table.

use super::view::View;
use crate::chart::{Axis, Chart, ChartError, Line, Look, Point, Spread};
use crate::page::{Page, Table, TableCell};
use plyglot_bench::scaling::{EloShare, PlayRow, Strength};

const NONE: &str = "\u{2013}";

impl View<'_> {
    /// The section; nothing where no game was played.
    pub(super) fn play(&self, page: &mut Page) -> Result<(), ChartError> {
        let rows = &self.analysis.play;
        if rows.is_empty() {
            return Ok(());
        }
        page.section("In play");
        page.paragraph(
            "Threads with N nodes each for a move against one thread with N, at equal virtual time; \
             and against the same opponent one thread with as many nodes as all of them together, \
             which is what threads that lose nothing would gain. Games come in pairs from one opening \
             with the sides exchanged. \u{201c}Of it\u{201d} is the share of the possible gain that \
             the threads reach, with a 95\u{a0}% bootstrap interval over the openings.",
        );
        let mut nodes: Vec<u64> = rows.iter().map(|row| row.nodes).collect();
        nodes.dedup();
        for nodes in nodes {
            let heading = format!("Elo by threads, {nodes} nodes for each");
            let caption = "Bars are 95 % intervals. The line of more nodes is one thread.";
            page.figure(&heading, &self.elo(nodes).art()?, caption);
        }
        page.table(&self.play_table());
        Ok(())
    }

    /// Elo against threads, for one number of nodes.
    fn elo(&self, nodes: u64) -> Chart {
        let rows: Vec<&PlayRow> =
            self.analysis.play.iter().filter(|row| row.nodes == nodes).collect();
        let mut possible: Vec<Point> =
            rows.iter().filter_map(|row| point(row.threads, &row.by_nodes)).collect();
        possible.dedup_by_key(|point| point.x.to_bits());
        let name = "as many more nodes".to_string();
        let possible =
            Line { name, look: Look::Reference(0), points: possible, spread: Spread::Bars };
        let line = |(index, scheme)| {
            let mine = rows.iter().filter(|row| row.scheme == scheme);
            let points = mine.filter_map(|row| point(row.threads, &row.by_threads)).collect();
            Line {
                name: scheme.to_string(),
                look: Look::Series(index),
                points,
                spread: Spread::Bars,
            }
        };
        let schemes = self.schemes().into_iter().enumerate().map(line);
        let ticks = self.many().into_iter().map(|threads| threads as f64).collect();
        Chart {
            name: format!("Elo against threads, {nodes} nodes for each, in virtual time"),
            heading: None,
            x: Axis { ticks: Some(ticks), ..Axis::doubling("threads") },
            y: Axis { reach: vec![0.0], ..Axis::linear("Elo over one thread") },
            lines: std::iter::once(possible).chain(schemes).collect(),
        }
    }

    fn play_table(&self) -> Table {
        let head =
            ["nodes", "threads", "scheme", "Elo by threads", "Elo by nodes", "of it", "games"];
        let row = |row: &PlayRow| {
            let games = |strength: &Strength| 2 * strength.pairs.count();
            vec![
                TableCell::figure(row.nodes.to_string()),
                TableCell::figure(row.threads.to_string()),
                TableCell::words(row.scheme.to_string()),
                TableCell::figure(elo_text(&row.by_threads)),
                TableCell::figure(elo_text(&row.by_nodes)),
                TableCell::figure(row.ratio.map_or(NONE.into(), ratio_text)),
                TableCell::figure(format!("{} + {}", games(&row.by_threads), games(&row.by_nodes))),
            ]
        };
        let rows = self.analysis.play.iter().map(row).collect();
        Table { head: head.map(String::from).to_vec(), rows, ..Table::default() }
    }
}

fn point(threads: usize, strength: &Strength) -> Option<Point> {
    let interval = strength.low.zip(strength.high);
    Some(Point { x: threads as f64, y: strength.elo?, interval })
}

fn elo_text(strength: &Strength) -> String {
    let signed = |elo: f64| format!("{elo:+.0}").replace('-', "\u{2212}");
    match (strength.elo, strength.low, strength.high) {
        _ if strength.pairs.count() == 0 => NONE.into(),
        (Some(elo), Some(low), Some(high)) => {
            format!("{} ({} to {})", signed(elo), signed(low), signed(high))
        }
        (Some(elo), ..) => signed(elo),
        (None, ..) => "infinite".into(),
    }
}

fn ratio_text(EloShare { value, low, high }: EloShare) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!("{value:.2} ({low:.2} to {high:.2})"),
        _ => format!("{value:.2}"),
    }
}
