//! The objects `move` and `review` of `docs/json.md`, for whoever shows a review.

use plyglot_open::{DoorError, Position};
use plyglot_wire::read::Source;
use plyglot_wire::{Line, Score, SourceFields, object};
use serde::Serialize;

use crate::review::{Judged, Review};

/// The fields of `move`: a judged move with its texts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Move {
    /// The game with its size.
    pub game: String,
    /// Where in a file the game stands.
    #[serde(flatten)]
    pub source: SourceFields,
    /// Which move of the game, from 1.
    pub ply: usize,
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who made it.
    pub side: String,
    /// Its value for that side.
    pub score: Score,
    /// The best move.
    pub best: Best,
    /// What it lost against the best, in the game's unit; `None` where that is not known.
    pub loss: Option<f64>,
    /// True if both values are exact and proven.
    pub exact: bool,
    /// The expected result for the side before the move, from 0 (lost) to 1 (won).
    pub expected_before: f64,
    /// Likewise after the move.
    pub expected_after: f64,
    /// How accurate it was, in percent.
    pub accuracy: f64,
    /// The only legal move.
    pub forced: bool,
    /// `inaccuracy`, `mistake`, `blunder`, or nothing.
    pub mark: &'static str,
}

/// The best move of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Best {
    /// The move; `None` where the search was stopped before it had one.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// How deep it was searched, in plies.
    pub depth: u32,
    /// Its score.
    pub score: Score,
    /// The line that shows it.
    pub pv: Vec<String>,
}

/// The fields of `review`: what is said of the whole game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The game with its size.
    pub game: String,
    /// Where in a file the game stands.
    #[serde(flatten)]
    pub source: SourceFields,
    /// Moves that are reviewed.
    pub moves: usize,
    /// False if it was stopped before the last move of the game was reviewed.
    pub complete: bool,
    /// Both sides, the one that moves first in the start position first.
    pub sides: [Side; 2],
    /// The plies of the turning points.
    pub turning: Vec<usize>,
    /// Positions visited by all searches.
    pub nodes: u64,
}

/// What is said of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Side {
    /// Who.
    pub side: String,
    /// Moves with a choice.
    pub moves: usize,
    /// The mean accuracy of these, in percent; `None` without any.
    pub accuracy: Option<f64>,
    /// Moves with that mark.
    pub inaccuracies: usize,
    /// Likewise.
    pub mistakes: usize,
    /// Likewise.
    pub blunders: usize,
    /// What was lost in all, in the game's unit.
    pub loss: f64,
}

impl Move {
    /// A move of the game that led to `end`, which stands there in a file if it is of one.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn new(end: &Position, judged: &Judged, source: Option<Source>) -> Result<Move, DoorError> {
        let at = end.after_plies(judged.ply - 1);
        let Line { depth, score, pv, best_move, .. } = Line::new(&at, &judged.best)?;
        Ok(Move {
            game: at.facts().name.clone(),
            source: source.into(),
            ply: judged.ply,
            mv: at.move_text(judged.mv)?,
            side: at.facts().side(judged.side).into(),
            score: Score::new(&at, judged.played)?,
            best: Best { mv: best_move, depth, score, pv },
            loss: judged.loss,
            exact: judged.exact,
            expected_before: judged.before.result,
            expected_after: judged.after.result,
            accuracy: judged.accuracy,
            forced: judged.forced,
            mark: judged.mark.word(),
        })
    }
}

impl Summary {
    /// Of the game that led to `end`, which stands there in a file if it is of one.
    pub fn new(end: &Position, review: &Review, source: Option<Source>) -> Summary {
        let facts = end.facts();
        let side = |index: usize| {
            let of = &review.sides[index];
            let [inaccuracies, mistakes, blunders] = of.marks;
            let (side, loss) = (facts.sides[index].clone(), of.loss);
            let (moves, accuracy) = (of.moves, of.accuracy);
            Side { side, moves, accuracy, inaccuracies, mistakes, blunders, loss }
        };
        Summary {
            game: facts.name.clone(),
            source: source.into(),
            moves: review.moves.len(),
            complete: review.complete,
            sides: [side(0), side(1)],
            turning: review.turning.clone(),
            nodes: review.nodes,
        }
    }
}

/// The lines about a review of the game that led to `end`: a `move` for each move, then the `review`.
///
/// # Errors
/// If the game's code panics.
pub fn lines(
    end: &Position,
    review: &Review,
    source: Option<Source>,
) -> Result<Vec<String>, DoorError> {
    let moves = review.moves.iter();
    let moves = moves.map(|judged| Ok(object("move", &Move::new(end, judged, source)?)));
    let summary = object("review", &Summary::new(end, review, source));
    moves.chain([Ok(summary)]).collect()
}
