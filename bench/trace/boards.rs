//! The board at each visit, as the lines that differ from the board of the visit that it was made within:
//! of a hundred thousand boards few lines are different, and a move changes few of them.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use plyglot_search::Describe;
use serde::Serialize;

use super::visits::Trace;

/// The boards of all visits.
#[derive(Default, Serialize)]
pub(super) struct Boards {
    /// Each different line once.
    lines: Vec<String>,
    /// For each visit the lines that differ from those of its parent, or of the root's board where it has
    /// none: pairs of a row and an index into `lines`; a row of -1 with how many rows there are. `None` where
    /// the position is not known.
    changes: Vec<Option<Vec<i64>>>,
}

impl Boards {
    /// The boards of a trace; none if the game's code panics.
    pub(super) fn of(trace: &Trace) -> Boards {
        catch_unwind(AssertUnwindSafe(|| Boards::replayed(trace))).unwrap_or_default()
    }

    fn replayed(trace: &Trace) -> Boards {
        let mut known = HashMap::new();
        let mut boards = Boards::default();
        let mut line = |lines: &mut Vec<String>, text: &str| -> i64 {
            *known.entry(text.to_owned()).or_insert_with(|| {
                lines.push(text.to_owned());
                lines.len() as i64 - 1
            })
        };
        let root: Vec<i64> = trace
            .subject
            .board
            .trim_end()
            .lines()
            .map(|text| line(&mut boards.lines, text))
            .collect();
        // The boards from the root to the visit before, with the last visit that each of them holds for.
        let mut path: Vec<(usize, Option<Vec<i64>>)> = Vec::new();
        let mut index = 0;
        trace.positions(|visit, position| {
            while path.pop_if(|(end, _)| *end < index).is_some() {}
            let above = path.last().map_or(Some(&root), |(_, board)| board.as_ref());
            let board: Option<Vec<i64>> = position.map(|game| {
                let text = game.board();
                text.trim_end().lines().map(|text| line(&mut boards.lines, text)).collect()
            });
            boards
                .changes
                .push(above.zip(board.as_ref()).map(|(above, board)| changes(above, board)));
            path.push((index + visit.stored_within, board));
            index += 1;
        });
        boards
    }
}

fn changes(from: &[i64], to: &[i64]) -> Vec<i64> {
    let length = (from.len() != to.len()).then_some([-1, to.len() as i64]);
    let changed = to.iter().enumerate().filter(|&(row, line)| from.get(row) != Some(line));
    let changed = changed.flat_map(|(row, &line)| [row as i64, line]);
    length.into_iter().flatten().chain(changed).collect()
}
