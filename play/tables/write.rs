//! A solved class is written, and counted on the way.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use plyglot_open::Numbered;
use plyglot_search::{Meaning, Score};
use plyglot_tables::{About, BLOCK, Codes, Writer};
use plyglot_wire::beside::Beside;
use rayon::prelude::*;

use super::Made;
use super::error::MakeError;
use super::work::{CHUNKS, Goes, Phase, Values, Work};

/// How often each value occurs, by its bits.
fn counted(values: &dyn Values) -> Result<Vec<u64>, MakeError> {
    let count = |range: Range<u64>| {
        let mut counts = vec![0u64; 1 << 16];
        for from in range.clone().step_by(BLOCK) {
            let block = values.range(from..range.end.min(from + BLOCK as u64))?;
            block.iter().flatten().for_each(|value| counts[usize::from(value.pack())] += 1);
        }
        Ok(counts)
    };
    let size = values.len();
    let part = size.div_ceil(rayon::current_num_threads().max(1) as u64).max(BLOCK as u64);
    let parts: Vec<u64> = (0..size).step_by(part as usize).collect();
    let counts = parts.into_par_iter().map(|from| count(from..size.min(from + part)));
    let added = |mut one: Vec<u64>, other: Vec<u64>| {
        one.iter_mut().zip(other).for_each(|(one, other)| *one += other);
        Ok(one)
    };
    counts.try_reduce(|| vec![0; 1 << 16], added)
}

/// Writes the table of a class into the folder; `None` if `stop` was raised before it was whole.
pub(super) fn written(
    folder: &Path,
    about: About,
    work: &Work<'_>,
    values: &dyn Values,
    goes: &mut Goes<'_>,
) -> Result<Option<Made>, MakeError> {
    let (numbered, counts) = (work.numbered, counted(values)?);
    let mut scores: Vec<(u64, Score)> = (0..=u16::MAX)
        .zip(&counts)
        .filter(|&(_, &count)| count > 0)
        .map(|(bits, &count)| (count, Score::unpack(bits)))
        .collect();
    // The most frequent have the lowest codes.
    scores.sort_by_key(|&(count, score)| (std::cmp::Reverse(count), score));
    let total = |wanted: fn(Score) -> bool| -> u64 {
        scores.iter().filter(|(_, score)| wanted(*score)).map(|(count, _)| count).sum()
    };
    let made_of = [
        total(|score| score > Score::DRAW),
        total(|score| score == Score::DRAW),
        total(|score| score < Score::DRAW),
    ];
    let about = About {
        positions: made_of.iter().sum(),
        values: scores.iter().map(|&(_, score)| score).collect(),
        ..about
    };
    let longest = longest(numbered, values, &about.values)?;
    let path = folder.join(about.file_name());
    let refused = |error| MakeError::Output { path: path.display().to_string(), error };
    let mut out = Writer::new(Beside::new(&path).map_err(refused)?, &about).map_err(refused)?;
    let (codes, keys, size) = (Codes::new(about.values.clone()), numbered.keys(), values.len());
    let mut at = 0;
    while at < size {
        let end = size.min(at + BLOCK as u64 * CHUNKS);
        let blocks: Vec<u64> = (at..end).step_by(BLOCK).collect();
        let packed = blocks.into_par_iter().map(|from| {
            let to = size.min(from + BLOCK as u64);
            let keys = keys.get(from as usize..to as usize).unwrap_or_default();
            let values = values.range(from..to)?;
            Ok((keys.first().copied().unwrap_or(0), codes.packed(values.into_iter(), keys)))
        });
        for block in packed.collect::<Vec<Result<_, MakeError>>>() {
            let (first_key, packed) = block?;
            out.block(&packed, first_key).map_err(refused)?;
        }
        at = end;
        goes(Phase::Writes, at, size).map_err(MakeError::Show)?;
        if work.stop.is_raised() {
            return Ok(None);
        }
    }
    let (file, bytes) = out.finish().map_err(refused)?;
    file.finish().map_err(refused)?;
    Ok(Some(Made { about, counts: made_of, longest, bytes, time: Duration::ZERO }))
}

/// The longest win or loss, and the first position that takes so long.
fn longest(
    numbered: &dyn Numbered,
    values: &dyn Values,
    scores: &[Score],
) -> Result<Option<(u32, String)>, MakeError> {
    let plies = |score: &Score| match score.meaning() {
        Meaning::WinIn(plies) | Meaning::LossIn(plies) => Some(plies),
        _ => None,
    };
    let Some(most) = scores.iter().filter_map(plies).max() else { return Ok(None) };
    // A win, where there are both.
    let [win, loss] = [Score::win_in(most), Score::loss_in(most)];
    let wanted = if scores.contains(&win) { win } else { loss };
    let size = values.len();
    for from in (0..size).step_by(BLOCK) {
        let block = values.range(from..size.min(from + BLOCK as u64))?;
        if let Some(at) = block.iter().position(|value| *value == Some(wanted)) {
            let text = numbered.text(from + at as u64)?;
            return Ok(Some((most, text.unwrap_or_default())));
        }
    }
    Ok(None)
}
