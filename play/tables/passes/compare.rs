//! The last two passes over the moves: each value is held against them.
//!
//! By the links each number is told what its moves within the class are worth; then its moves are made once more, for
//! those that leave the class and for the sum of hashes that shows that the links were the moves.

use std::sync::atomic::{AtomicI16, AtomicU64, Ordering::Relaxed};

use plyglot_open::{Seen, To};
use plyglot_search::Score;
use plyglot_search::random::mix;
use rayon::prelude::*;

use super::buckets::{Parcel, read, short};
use super::division::GROUP;
use super::links::Links;
use super::survey::from;
use super::{CHUNK, Next, Run, Stage, Work, slice};
use crate::tables::error::MakeError;
use crate::tables::work::{Goes, Phase, before, meant};

/// What a number is told of one of its moves: its place in the slice, and what the move is worth.
const WORTH: usize = 4 + 2;

/// A hash of a move.
fn hash(index: u64, turns: bool, to: u64) -> u64 {
    mix(from(index, turns) ^ mix(to))
}

impl Run<'_> {
    /// Tells each number what its moves are worth.
    pub(super) fn send(&mut self, goes: &mut Goes<'_>) -> Result<Next, MakeError> {
        let division = self.job.division;
        for nth in self.rest() {
            let outgoing = self.outgoing();
            let count = division.count(nth);
            let path = self.scratch.values(nth, self.state.versions[nth]);
            let (bits, begin) = (slice::all_bits(&path, count)?, division.range(nth).start);
            let links = Links::open(self.scratch.links(nth), count)?;
            let parts: Vec<usize> = (0..count).step_by(4 * GROUP as usize).collect();
            let sent = parts.into_par_iter().map(|from| {
                let (mut parcel, mut sum) = (Parcel::new(division.slices()), 0u64);
                let mut reader = links.reader()?;
                let some = &bits[from..count.min(from + 4 * GROUP as usize)];
                for (at, &bits) in (from..).zip(some) {
                    let Some(value) = meant(bits) else { continue };
                    for (index, turns) in reader.of(at as u32)? {
                        sum = sum.wrapping_add(hash(index, turns, begin + at as u64));
                        let (there, at) = division.place(index);
                        if there >= division.slices() {
                            continue;
                        }
                        let Some(score) = before(value, turns) else {
                            self.trouble.goes_too_far();
                            continue;
                        };
                        let [a, b] = score.pack().to_le_bytes();
                        let [w, x, y, z] = at.to_le_bytes();
                        parcel.add(there, &[w, x, y, z, a, b]);
                    }
                }
                parcel.deliver(&outgoing)?;
                Ok(sum)
            });
            let sums = sent.collect::<Result<Vec<u64>, MakeError>>()?;
            self.trouble.check(self.job.work)?;
            let written = outgoing.written()?;
            self.state.links = sums.into_iter().fold(self.state.links, u64::wrapping_add);
            self.scratch.not_needed(self.scratch.links(nth));
            self.finished(nth, Some(written))?;
            self.tell(goes, Phase::Checks, division.range(nth).end / 2)?;
            if self.is_stopped() {
                return Ok(Next::Stopped);
            }
        }
        self.ended(Stage::Compare)
    }

    /// Holds each value against what the moves are worth.
    pub(super) fn compare(&mut self, goes: &mut Goes<'_>) -> Result<Next, MakeError> {
        let (work, division) = (self.job.work, self.job.division);
        for nth in self.rest() {
            let (count, range) = (division.count(nth), division.range(nth));
            let path = self.scratch.values(nth, self.state.versions[nth]);
            let bits = slice::all_bits(&path, count)?;
            let none = Score::MINUS_INFINITY.pack() as i16;
            let best: Vec<AtomicI16> = (0..count).map(|_| AtomicI16::new(none)).collect();
            read::<WORTH>(&self.incoming(nth), &mut |records| {
                records.par_chunks(1 << 12).for_each(|some| {
                    for record in some {
                        let score = i16::from_le_bytes([record[4], record[5]]);
                        if let Some(best) = best.get(short(&record[..4]) as usize) {
                            best.fetch_max(score, Relaxed);
                        }
                    }
                });
            })?;
            let (wrong, mut sum) = (AtomicU64::new(u64::MAX), 0u64);
            let chunk = |part| {
                let mut sum = 0u64;
                work.numbered.each(part, &mut |index, seen| {
                    let at = (index - range.start) as usize;
                    for (to, turns) in work.inside(seen) {
                        sum = sum.wrapping_add(hash(index, turns, to));
                    }
                    let inside = Score::unpack(best[at].load(Relaxed) as u16);
                    if by_moves(work, seen, inside) != meant(bits[at]) {
                        wrong.fetch_min(index, Relaxed);
                    }
                })?;
                Ok(sum)
            };
            let mut tell = |at| goes(Phase::Checks, (division.size + at) / 2, division.size);
            let join = |part| sum = sum.wrapping_add(part);
            if !work.over(range.clone(), CHUNK, &mut tell, chunk, join)? {
                return Ok(Next::Stopped);
            }
            let first = wrong.into_inner();
            if first < u64::MAX {
                let position = work.numbered.text(first)?.unwrap_or_default();
                return Err(MakeError::Inconsistent {
                    class: self.job.of.class().into(),
                    position,
                });
            }
            self.state.moves = self.state.moves.wrapping_add(sum);
            self.finished(nth, None)?;
        }
        if self.state.moves != self.state.links {
            return Err(MakeError::Damaged(self.job.folder.display().to_string()));
        }
        self.ended(Stage::Write)
    }
}

/// The value that the moves of a position give it, of which those within the class are worth `inside` at best.
fn by_moves(work: &Work<'_>, seen: Seen<'_>, inside: Score) -> Option<Score> {
    let steps = match seen {
        Seen::Nothing => return None,
        Seen::Over(score) => return Some(score),
        Seen::Moves(steps) => steps,
    };
    let outside = steps.iter().filter_map(|step| match step.to {
        To::At(place) if place.class == work.class => None,
        To::At(place) => Some((work.outside)(place).and_then(|score| before(score, step.turns))),
        To::Over(score) => Some(before(score, step.turns)),
    });
    outside.into_iter().try_fold(inside, |best, score| Some(best.max(score?)))
}
