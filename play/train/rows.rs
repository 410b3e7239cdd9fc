//! Labelled positions as the rows of a sparse matrix, one for each phase.

use plyglot_open::{Active, DoorError, Open, Position};
use plyglot_search::random::mix;
use rayon::prelude::*;

use crate::train::play::GameRecord;

/// Of this many games one is held out.
const HELD_OUT: u64 = 16;

/// Rows of one phase: the active features of positions, and their labels in points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    /// Where each row ends.
    ends: Vec<usize>,
    index: Vec<u32>,
    count: Vec<i16>,
    /// One for each row.
    pub(crate) labels: Vec<f32>,
}

impl Rows {
    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }

    pub(crate) fn push(&mut self, active: &Active, label: i32) {
        for &(index, count) in active.items() {
            self.index.push(index);
            self.count.push(count);
        }
        self.ends.push(self.index.len());
        self.labels.push(label as f32);
    }

    fn append(&mut self, other: Rows) {
        let begin = self.index.len();
        self.ends.extend(other.ends.iter().map(|end| begin + end));
        self.index.extend(other.index);
        self.count.extend(other.count);
        self.labels.extend(other.labels);
    }

    /// The features of a row.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let begin = if row == 0 { 0 } else { self.ends[row - 1] };
        let items = begin..self.ends[row];
        let index = self.index[items.clone()].iter();
        index.zip(&self.count[items]).map(|(&index, &count)| (index as usize, f32::from(count)))
    }

    /// The sum over a row's features, weighted.
    #[inline]
    pub(crate) fn dot(&self, row: usize, weights: &[f32]) -> f32 {
        self.row(row).map(|(index, count)| weights[index] * count).sum()
    }
}

/// What is trained on and what is held out, for each phase.
#[derive(Clone, Debug, Default)]
pub(crate) struct Data {
    pub(crate) train: Vec<Rows>,
    pub(crate) held_out: Vec<Rows>,
}

/// True if a game is not trained on.
pub(crate) fn is_held_out(record: &GameRecord) -> bool {
    mix(u64::from(record.round) << 32 | u64::from(record.game)).is_multiple_of(HELD_OUT)
}

/// The position after each number of moves of a game, and its label.
pub(crate) fn replayed(
    start: &Position,
    record: &GameRecord,
    mut each: impl FnMut(&Position, i32) -> Result<(), DoorError>,
) -> Result<(), DoorError> {
    let mut at = start.clone();
    for (&mv, &label) in record.moves.iter().zip(&record.labels) {
        if let Some(label) = label {
            each(&at, label)?;
        }
        at = at.after(mv)?.without_past();
    }
    Ok(())
}

/// The rows of games, in the order of the games.
pub(crate) fn gather(game: &dyn Open, records: &[&GameRecord]) -> Result<Data, DoorError> {
    let phases = game.features().map_or(0, |layout| layout.phases().len());
    let part = |records: &[&GameRecord]| -> Result<Data, DoorError> {
        let rows = || vec![Rows::default(); phases];
        let mut data = Data { train: rows(), held_out: rows() };
        let (start, mut active) = (game.start()?, Active::new());
        for record in records {
            let own = if is_held_out(record) { &mut data.held_out } else { &mut data.train };
            replayed(&start, record, |at, label| {
                active.clear();
                if let Some(rows) =
                    game.active(at, &mut active)?.and_then(|phase| own.get_mut(phase))
                {
                    rows.push(&active, label);
                }
                Ok(())
            })?;
        }
        Ok(data)
    };
    let parts: Vec<Data> = records.par_chunks(500).map(part).collect::<Result<_, _>>()?;
    let mut parts = parts.into_iter();
    let mut all = parts.next().unwrap_or_default();
    for part in parts {
        let pairs = all.train.iter_mut().zip(part.train);
        for (rows, more) in pairs.chain(all.held_out.iter_mut().zip(part.held_out)) {
            rows.append(more);
        }
    }
    Ok(all)
}
