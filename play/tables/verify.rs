//! Every position is held against its moves: its value is that of its best one.
//!
//! Cost: each position is looked at once, and each of its moves looked up.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use plyglot_open::{DoorError, Numbered, Seen, Stop, To};
use plyglot_search::Score;
use plyglot_search::endings::Place;
use rayon::prelude::*;

use super::error::MakeError;
use super::work::{CHUNK, CHUNKS, before};

/// The first position of a class whose value is not that of its best move, as text; `None` if there is none, or if
/// `stop` was raised.
pub(super) fn first_wrong(
    numbered: &dyn Numbered,
    class: usize,
    value_of: &(dyn Fn(Place) -> Option<Score> + Sync),
    stop: &Stop,
    goes: &mut dyn FnMut(u64, u64) -> io::Result<()>,
) -> Result<Option<String>, MakeError> {
    let (size, wrong) = (numbered.size(), AtomicU64::new(u64::MAX));
    let mut at = 0;
    while at < size {
        let end = size.min(at + CHUNK * CHUNKS);
        let chunks = (at..end).step_by(CHUNK as usize).collect::<Vec<_>>();
        let looked = chunks.into_par_iter().map(|from| {
            numbered.each(from..end.min(from + CHUNK), &mut |index, seen| {
                let value = value_of(Place { class, index });
                if seen != Seen::Nothing && (value.is_none() || value != by_moves(seen, value_of)) {
                    wrong.fetch_min(index, Relaxed);
                }
            })
        });
        looked.collect::<Result<Vec<()>, DoorError>>()?;
        let first = wrong.load(Relaxed);
        if first < u64::MAX {
            return Ok(Some(numbered.text(first)?.unwrap_or_default()));
        }
        at = end;
        goes(at, size).map_err(MakeError::Show)?;
        if stop.is_raised() {
            return Ok(None);
        }
    }
    Ok(None)
}

/// The value that the moves of a position give it.
fn by_moves(seen: Seen<'_>, value_of: &dyn Fn(Place) -> Option<Score>) -> Option<Score> {
    match seen {
        Seen::Nothing => None,
        Seen::Over(score) => Some(score),
        Seen::Moves(steps) => {
            let score = |to| match to {
                To::At(place) => value_of(place),
                To::Over(score) => Some(score),
            };
            let values = steps.iter().map(|step| before(score(step.to)?, step.turns));
            values.collect::<Option<Vec<_>>>()?.into_iter().max()
        }
    }
}
