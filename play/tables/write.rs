//! A solved class is written, and counted on the way.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use plyglot_open::{Numbered, Stop};
use plyglot_search::{Meaning, Score};
use plyglot_tables::{About, BLOCK, Codes, Writer};
use plyglot_wire::beside::Beside;
use rayon::prelude::*;

use super::Made;
use super::error::MakeError;
use super::solve::{CHUNKS, Goes, Phase, Values};

/// How often each value occurs, by its bits.
fn counted(values: &Values) -> Vec<u64> {
    let count = |range: Range<usize>| {
        let mut counts = vec![0u64; 1 << 16];
        values.range(range).flatten().for_each(|value| counts[usize::from(value.pack())] += 1);
        counts
    };
    let size = values.len();
    let part = size.div_ceil(rayon::current_num_threads().max(1)).max(BLOCK);
    let parts: Vec<usize> = (0..size).step_by(part).collect();
    let counts = parts.into_par_iter().map(|from| count(from..size.min(from + part)));
    let added = |mut one: Vec<u64>, other: Vec<u64>| {
        one.iter_mut().zip(other).for_each(|(one, other)| *one += other);
        one
    };
    counts.reduce(|| vec![0; 1 << 16], added)
}

/// Writes the table of a class into the folder; `None` if `stop` was raised before it was whole.
pub(super) fn written(
    folder: &Path,
    about: About,
    numbered: &dyn Numbered,
    values: &Values,
    stop: &Stop,
    goes: &mut Goes<'_>,
) -> Result<Option<Made>, MakeError> {
    let counts = counted(values);
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
        let end = size.min(at + BLOCK * CHUNKS as usize);
        let blocks: Vec<usize> = (at..end).step_by(BLOCK).collect();
        let packed = blocks.into_par_iter().map(|from| {
            let range = from..size.min(from + BLOCK);
            let keys = keys.get(range.clone()).unwrap_or_default();
            (keys.first().copied().unwrap_or(0), codes.packed(values.range(range), keys))
        });
        for (first_key, packed) in packed.collect::<Vec<_>>() {
            out.block(&packed, first_key).map_err(refused)?;
        }
        at = end;
        goes(Phase::Writes, at as u64, size as u64).map_err(MakeError::Show)?;
        if stop.is_raised() {
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
    values: &Values,
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
    let first = (0..values.len() as u64).find(|&index| values.value(index) == Some(wanted));
    let text = match first {
        Some(index) => numbered.text(index)?,
        None => None,
    };
    Ok(Some((most, text.unwrap_or_default())))
}
