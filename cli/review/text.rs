//! A reviewed game for people: a table of its moves, a graph and a summary.

use comfy_table::{CellAlignment, Table};
use plyglot_open::Side;
use plyglot_play::review::Judged;

use crate::format;
use crate::output::columns;
use crate::review::view::{ReviewView, Row, lost};

/// How wide the graph is where there is no terminal.
const WIDTH: usize = 100;

impl ReviewView<'_> {
    /// The parts from top to bottom, no wider than `width` columns if there is a limit.
    pub(super) fn parts(&self, width: Option<usize>) -> Vec<String> {
        let facts = self.start.facts();
        let line = self.source.map_or_else(String::new, |line| format!("line {line}, "));
        let mut parts = vec![
            format!(
                "{line}{}: values in {} for the side that moves; * is exact\n",
                facts.name,
                facts.unit_name()
            ),
            self.table(),
            format!("\n{}\n", self.graph(width)),
            self.summary(width),
        ];
        let width = width.unwrap_or(usize::MAX);
        parts.extend(
            self.turning().map(|text| format!("\n{}", format::wrapped(&text, width).join("\n"))),
        );
        parts
    }

    fn table(&self) -> String {
        let mut table = columns::plain(&["ply", "side", "move", "value", "best", "value", "loss"]);
        for Row { judged, fields, value, best_value } in &self.rows {
            let loss = fields.loss.filter(|&loss| loss > 0.0);
            // Another move that is no better needs no mention.
            let better = loss.is_some() || fields.loss.is_none();
            let best = fields.best.mv.as_deref().filter(|_| better).unwrap_or_default();
            table.add_row([
                judged.ply.to_string().as_str(),
                fields.side.as_str(),
                format!("{}{}", fields.mv, judged.mark.sign()).as_str(),
                value.as_str(),
                best,
                if better { best_value.as_str() } else { "" },
                loss.map(|loss| lost(loss, judged.exact)).unwrap_or_default().as_str(),
            ]);
        }
        for column in [0, 3, 5, 6] {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        lines_of(&table)
    }

    /// The expected result of the first side after each move, as a row of bars.
    fn graph(&self, width: Option<usize>) -> String {
        const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        let bar = |judged: &Judged| {
            let first = match judged.side {
                Side::First => judged.after.result,
                Side::Second => judged.after.flipped().result,
            };
            BARS[((first * 8.0) as usize).min(7)]
        };
        let bars: Vec<char> = self.review.moves.iter().map(bar).collect();
        let rows = bars.chunks(width.unwrap_or(WIDTH));
        let rows: Vec<String> = rows.map(|row| row.iter().collect()).collect();
        let side = &self.start.facts().sides[0];
        format!("expected result of {side} after each move\n{}", rows.join("\n"))
    }

    /// What each side lost, with the signs of marks alone where their words do not fit.
    fn summary(&self, width: Option<usize>) -> String {
        let long = self.sides(["inaccuracies ?!", "mistakes ?", "blunders ??"]);
        let fits =
            width.is_none_or(|width| long.lines().all(|line| format::columns(line) <= width));
        if fits { long } else { self.sides(["?!", "?", "??"]) }
    }

    fn sides(&self, [inaccuracies, mistakes, blunders]: [&str; 3]) -> String {
        let unit = &self.start.facts().unit;
        let lost = if unit.is_empty() { "lost".into() } else { format!("{unit} lost") };
        let head = ["", "moves", "accuracy", inaccuracies, mistakes, blunders, &lost];
        let mut table = columns::plain(&head);
        for of in &self.summary.sides {
            let [inaccuracies, mistakes, blunders] =
                [of.inaccuracies, of.mistakes, of.blunders].map(|count| count.to_string());
            let accuracy = of.accuracy.map_or_else(|| "-".into(), |share| format!("{share:.0}%"));
            let (moves, loss) = (of.moves.to_string(), format!("{:.1}", of.loss));
            table.add_row([
                &of.side,
                &moves,
                &accuracy,
                &inaccuracies,
                &mistakes,
                &blunders,
                &loss,
            ]);
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        lines_of(&table)
    }

    fn turning(&self) -> Option<String> {
        let turned = |row: &&Row<'_>| self.review.turning.contains(&row.judged.ply);
        let parts: Vec<String> = self
            .rows
            .iter()
            .filter(turned)
            .map(|row| {
                let (fields, sign) = (&row.fields, row.judged.mark.sign());
                let best = fields.best.mv.as_deref().unwrap_or("-");
                format!("{}. {}{sign} ({best} was better)", fields.ply, fields.mv)
            })
            .collect();
        (!parts.is_empty()).then(|| format!("turning points: {}", parts.join(", ")))
    }
}

fn lines_of(table: &Table) -> String {
    columns::lines(table).collect::<Vec<_>>().join("\n")
}
