//! A reviewed game with its texts: what tables, objects, rows and the page are made of.

use std::error::Error;

use plyglot_open::{DoorError, Mv, Position};
use plyglot_play::review::object::{Move, Summary};
use plyglot_play::review::{Judged, Mark, Review};
use plyglot_report::review::{Board, MoveWords, ReviewedGame};
use plyglot_serve::board::still;
use plyglot_wire::read::Source;
use plyglot_wire::{Score, object};

use crate::output::study::StudyView;
use crate::review::pages::Frame;

/// A reviewed game, to be shown. All that is asked of the game's code is asked when it is made.
pub(crate) struct ReviewView<'a> {
    pub(super) start: &'a Position,
    pub(super) review: &'a Review,
    pub(super) source: Option<Source>,
    pub(super) rows: Vec<Row<'a>>,
    pub(super) summary: Summary,
}

/// A move with its texts.
pub(super) struct Row<'a> {
    pub(super) judged: &'a Judged,
    pub(super) fields: Move,
    pub(super) value: String,
    pub(super) best_value: String,
}

impl<'a> ReviewView<'a> {
    /// The review of the game from `start` to `end`, which stands there in a file if it is of one.
    ///
    /// # Errors
    /// If the game's code panics.
    pub(crate) fn new(
        (start, end): (&'a Position, &Position),
        review: &'a Review,
        source: Option<Source>,
    ) -> Result<Self, DoorError> {
        let row = |judged: &'a Judged| -> Result<Row<'a>, DoorError> {
            let fields = Move::new(end, judged, source)?;
            let (value, best_value) = (value(&fields.score), value(&fields.best.score));
            Ok(Row { judged, fields, value, best_value })
        };
        let rows = review.moves.iter().map(row).collect::<Result<_, _>>()?;
        let summary = Summary::new(end, review, source);
        Ok(ReviewView { start, review, source, rows, summary })
    }

    /// The page about it.
    ///
    /// # Errors
    /// If the game's code panics.
    pub(crate) fn page<'b>(
        &'b self,
        end: &Position,
        about: String,
        frame: &'b Frame,
    ) -> Result<ReviewedGame<'b>, DoorError> {
        let facts = self.start.facts();
        let board = |at: &Position, played: Option<(Mv, &str)>, better: Option<Mv>| {
            let shown = match &frame.drawing {
                Some(_) => still::position(at, played, better)?,
                None => String::new(),
            };
            Ok::<_, DoorError>(Board { text: at.board()?, shown })
        };
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
                board: if judged.mark > Mark::Fine {
                    let (at, better) = (end.after_plies(judged.ply - 1), judged.best.pv.first());
                    board(&at, Some((judged.mv, judged.mark.sign())), better.copied())?
                } else {
                    Board::default()
                },
            })
        };
        Ok(ReviewedGame {
            game: &frame.title,
            sides: [&facts.sides[0], &facts.sides[1]],
            unit: facts.unit_name(),
            about,
            review: self.review,
            moves: self.rows.iter().map(words).collect::<Result<_, _>>()?,
            last_board: board(end, None, None)?,
            drawing: frame.drawing.clone(),
            index: frame.index.clone(),
        })
    }
}

/// A value in a few characters, marked if it is exact. Of a win of which is proven that it takes no longer, that is its
/// value here: the sign of the bound says nothing about the move.
fn value(score: &Score) -> String {
    let star = if score.is_exact() { "*" } else { "" };
    let text = score.text.trim_start_matches(">= ").trim_start_matches("<= ");
    format!("{text}{star}")
}

pub(super) fn lost(loss: f64, exact: bool) -> String {
    if exact { format!("{loss:.0}*") } else { format!("{loss:.1}") }
}

impl StudyView for ReviewView<'_> {
    fn text(&self, width: Option<usize>) -> Vec<String> {
        self.parts(width)
    }

    fn json(&self) -> Vec<String> {
        let moves = self.rows.iter().map(|row| object("move", &row.fields));
        moves.chain([object("review", &self.summary)]).collect()
    }

    fn csv(&self, out: &mut Vec<u8>) -> Result<(), Box<dyn Error>> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record([
            "source_line",
            "source_game",
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
        let count = |count: Option<usize>| count.map_or_else(String::new, |n| n.to_string());
        let number = |number: Option<f64>| number.map_or_else(String::new, |n| n.to_string());
        for Row { fields, value, best_value, .. } in &self.rows {
            writer.write_record([
                count(self.source.map(|source| source.line)),
                count(self.source.and_then(|source| source.game)),
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
