//! A reviewed game: a table, a graph and a summary for people, objects and rows for programs.

use std::error::Error;

use comfy_table::{CellAlignment, Table};
use plyglot_open::{DoorError, Position, Side};
use plyglot_play::review::object::{Move, Summary};
use plyglot_play::review::{Judged, Review};
use plyglot_report::review::{MoveWords, ReviewedGame};
use plyglot_wire::{Score, object};

use crate::format;
use crate::output::columns;
use crate::output::study::StudyView;

/// How wide the graph is where there is no terminal.
const WIDTH: usize = 100;
/// How wide the summary of the sides is with the words for marks, where their names are short.
const WORDS_NEED: usize = 80;

/// A reviewed game, to be shown. All that is asked of the game's code is asked when it is made.
pub(crate) struct ReviewView<'a> {
    start: &'a Position,
    review: &'a Review,
    source_line: Option<usize>,
    rows: Vec<Row<'a>>,
    summary: Summary,
}

/// A move with its texts.
struct Row<'a> {
    judged: &'a Judged,
    fields: Move,
    value: String,
    best_value: String,
}

impl<'a> ReviewView<'a> {
    /// The review of the game from `start` to `end`, which is on this line of a file if it is of one.
    ///
    /// # Errors
    /// If the game's code panics.
    pub(crate) fn new(
        (start, end): (&'a Position, &Position),
        review: &'a Review,
        source_line: Option<usize>,
    ) -> Result<Self, DoorError> {
        let row = |judged: &'a Judged| -> Result<Row<'a>, DoorError> {
            let fields = Move::new(end, judged, source_line)?;
            let (value, best_value) = (value(&fields.score), value(&fields.best.score));
            Ok(Row { judged, fields, value, best_value })
        };
        let rows = review.moves.iter().map(row).collect::<Result<_, _>>()?;
        let summary = Summary::new(end, review, source_line);
        Ok(ReviewView { start, review, source_line, rows, summary })
    }

    /// The page about it.
    ///
    /// # Errors
    /// If the game's code panics.
    pub(crate) fn page(
        &self,
        end: &Position,
        about: String,
    ) -> Result<ReviewedGame<'_>, DoorError> {
        let facts = self.start.facts();
        let words = |row: &Row<'_>| -> Result<MoveWords, DoorError> {
            let (fields, judged) = (&row.fields, row.judged);
            let loss = fields.loss.filter(|&loss| loss > 0.0);
            Ok(MoveWords {
                mv: fields.mv.clone(),
                value: row.value.clone(),
                best: fields.best.mv.clone().unwrap_or_default(),
                best_value: row.best_value.clone(),
                line: fields.best.pv.join(" "),
                loss: loss.map(|loss| lost(loss, judged.exact)).unwrap_or_default(),
                board: end.after_plies(judged.ply - 1).board()?,
            })
        };
        Ok(ReviewedGame {
            game: &facts.name,
            sides: [&facts.sides[0], &facts.sides[1]],
            unit: facts.unit_name(),
            about,
            review: self.review,
            moves: self.rows.iter().map(words).collect::<Result<_, _>>()?,
            last_board: end.board()?,
        })
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

    fn summary(&self, width: Option<usize>) -> String {
        let unit = &self.start.facts().unit;
        let lost = if unit.is_empty() { "lost".into() } else { format!("{unit} lost") };
        // The signs alone, where the words do not fit.
        let narrow = width.is_some_and(|width| width < WORDS_NEED);
        let marks = ["inaccuracies ?!", "mistakes ?", "blunders ??"];
        let [inaccuracies, mistakes, blunders] = if narrow { ["?!", "?", "??"] } else { marks };
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

/// A value in a few characters, marked if it is proven.
fn value(score: &Score) -> String {
    let star = if score.is_exact() { "*" } else { "" };
    format!("{}{star}", score.text)
}

fn lost(loss: f64, exact: bool) -> String {
    if exact { format!("{loss:.0}*") } else { format!("{loss:.1}") }
}

fn lines_of(table: &Table) -> String {
    columns::lines(table).collect::<Vec<_>>().join("\n")
}

impl StudyView for ReviewView<'_> {
    fn text(&self, width: Option<usize>) -> Vec<String> {
        let facts = self.start.facts();
        let line = self.source_line.map_or_else(String::new, |line| format!("line {line}, "));
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

    fn json(&self) -> Vec<String> {
        let moves = self.rows.iter().map(|row| object("move", &row.fields));
        moves.chain([object("review", &self.summary)]).collect()
    }

    fn csv(&self, out: &mut Vec<u8>) -> Result<(), Box<dyn Error>> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record([
            "source_line",
            "ply",
            "side",
            "move",
            "value",
            "best",
            "best_value",
            "loss",
            "exact",
            "expected_before",
            "expected_after",
            "accuracy",
            "forced",
            "mark",
        ])?;
        let number = |number: Option<f64>| number.map_or_else(String::new, |n| n.to_string());
        for Row { fields, value, best_value, .. } in &self.rows {
            writer.write_record([
                self.source_line.map_or_else(String::new, |line| line.to_string()),
                fields.ply.to_string(),
                fields.side.clone(),
                fields.mv.clone(),
                value.trim_end_matches('*').into(),
                fields.best.mv.clone().unwrap_or_default(),
                best_value.trim_end_matches('*').into(),
                number(fields.loss),
                fields.exact.to_string(),
                fields.expected_before.to_string(),
                fields.expected_after.to_string(),
                fields.accuracy.to_string(),
                fields.forced.to_string(),
                fields.mark.into(),
            ])?;
        }
        Ok(writer.flush()?)
    }
}
