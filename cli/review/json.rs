//! A reviewed game for other programs: an object for each move, and one for the game.

use plyglot_play::review::Review;
use serde::Serialize;

use crate::output::json::{JsonScore, object};
use crate::review::view::ReviewView;

/// The fields of `move`.
#[derive(Serialize)]
pub(super) struct MoveFields<'a> {
    pub(super) game: &'a str,
    pub(super) source_line: Option<usize>,
    pub(super) ply: usize,
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) side: &'a str,
    pub(super) score: JsonScore,
    pub(super) best: BestFields,
    pub(super) loss: Option<f64>,
    pub(super) exact: bool,
    pub(super) expected_before: f64,
    pub(super) expected_after: f64,
    pub(super) accuracy: f64,
    pub(super) forced: bool,
    pub(super) mark: &'static str,
}

#[derive(Serialize)]
pub(super) struct BestFields {
    #[serde(rename = "move")]
    pub(super) mv: Option<String>,
    pub(super) depth: u32,
    pub(super) score: JsonScore,
    pub(super) pv: Vec<String>,
}

/// The fields of `review`.
#[derive(Serialize)]
struct ReviewFields<'a> {
    game: &'a str,
    source_line: Option<usize>,
    moves: usize,
    complete: bool,
    sides: Vec<SideFields<'a>>,
    turning: &'a [usize],
    nodes: u64,
}

#[derive(Serialize)]
struct SideFields<'a> {
    side: &'a str,
    moves: usize,
    accuracy: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    loss: f64,
}

impl ReviewView<'_> {
    /// The objects, one a line.
    pub(super) fn objects(&self) -> Vec<String> {
        let mut lines: Vec<String> =
            self.rows.iter().map(|row| object("move", &row.fields)).collect();
        let sides = self.sides().map(|(side, of)| SideFields {
            side,
            moves: of.moves,
            accuracy: of.accuracy,
            inaccuracies: of.marks[0],
            mistakes: of.marks[1],
            blunders: of.marks[2],
            loss: of.loss,
        });
        let Review { moves, turning, nodes, complete, .. } = self.review;
        let fields = ReviewFields {
            game: &self.start.facts().name,
            source_line: self.source_line,
            moves: moves.len(),
            complete: *complete,
            sides: sides.collect(),
            turning,
            nodes: *nodes,
        };
        lines.push(object("review", &fields));
        lines
    }
}
