//! A level of values: what is decided at it, and who is told: [`Run::level`].
//!
//! The news of the pass before is applied to each slice that has any; then all numbers that are settled at the level of
//! this pass get their values, and those whose moves lead there are told: of the same slice at once, of others by their
//! buckets. The next level is the lowest at which something may be settled, by what waits in the slices and what was
//! told. Margins stay at their level from move to move: within a slice they are followed to the end, across slices by
//! another pass at the same level.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering::Relaxed};

use plyglot_search::Score;
use rayon::prelude::*;

use super::buckets::{Buckets, Parcel, read, short};
use super::links::Links;
use super::slice::Slice;
use super::{Next, Run, Stage};
use crate::tables::error::MakeError;
use crate::tables::work::{Goes, Phase, before, level};

/// What another slice is told: the place of a number there, and what one of its moves is worth.
const NEWS: usize = 4 + 2;
/// How many numbers a thread scans, and how many it follows backwards, at once.
const SCAN: usize = 1 << 16;
const FOLLOW: usize = 1 << 11;

/// What is found out in a slice beside its values.
struct Found {
    /// The lowest level at which something in the slice may be settled, and something elsewhere.
    here: AtomicI32,
    told: AtomicI32,
    decided: AtomicU64,
}

impl Run<'_> {
    /// Gives the values of one level; after the last one goes on to the next stage.
    pub(super) fn level(&mut self, goes: &mut Goes<'_>) -> Result<Next, MakeError> {
        let now = self.state.now;
        if now == i32::MAX {
            return self.ended(Stage::Send);
        }
        for nth in self.rest() {
            if self.state.incoming[nth] == 0 && self.state.levels[nth] > now {
                continue;
            }
            let outgoing = self.outgoing();
            let path = self.scratch.values(nth, self.state.versions[nth]);
            let mut slice = Slice::load(&path, self.job.division.count(nth))?;
            let found = Found {
                here: AtomicI32::new(i32::MAX),
                told: AtomicI32::new(i32::MAX),
                decided: AtomicU64::new(0),
            };
            self.apply(nth, &slice)?;
            let mut settled = scan(&slice, now, &found);
            while !settled.is_empty() {
                settled = self.follow(nth, &slice, &settled, &found, &outgoing)?;
                if self.is_stopped() {
                    return Ok(Next::Stopped);
                }
            }
            self.trouble.check(self.job.work)?;
            // What has gone out must be noted together with the values.
            let written = outgoing.written()?;
            let version = self.state.versions[nth] ^ 1;
            slice.store(&self.scratch.values(nth, version))?;
            self.state.versions[nth] = version;
            self.state.levels[nth] = found.here.into_inner();
            self.state.told = self.state.told.min(found.told.into_inner());
            self.state.decided += found.decided.into_inner();
            self.finished(nth, Some(written))?;
            self.tell(goes, Phase::Solves, self.state.decided)?;
            if self.is_stopped() {
                return Ok(Next::Stopped);
            }
        }
        let least = self.state.levels.iter().copied().min().unwrap_or(i32::MAX);
        self.state.now = least.min(self.state.told);
        self.state.told = i32::MAX;
        self.ended(Stage::Solve)
    }

    /// Takes in what the slice was told.
    fn apply(&self, nth: usize, slice: &Slice) -> Result<(), MakeError> {
        read::<NEWS>(&self.incoming(nth), &mut |news| {
            news.par_chunks(FOLLOW).for_each(|some| {
                for record in some {
                    let score = Score::unpack(u16::from_le_bytes([record[4], record[5]]));
                    slice.take(short(&record[..4]), score);
                }
            });
        })
    }

    /// Follows the moves back that lead to numbers that have got their values. Gives those of the slice that get theirs
    /// by it at the same level.
    fn follow(
        &self,
        nth: usize,
        slice: &Slice,
        settled: &[u32],
        found: &Found,
        outgoing: &Buckets<'_>,
    ) -> Result<Vec<u32>, MakeError> {
        let division = self.job.division;
        let links = Links::open(self.scratch.links(nth), division.count(nth))?;
        let follow = |some: &[u32]| {
            let (mut parcel, mut next) = (Parcel::new(division.slices()), Vec::new());
            let (mut here, mut told) = (i32::MAX, i32::MAX);
            let mut reader = links.reader()?;
            for &at in some {
                let value = slice.value(at);
                for (index, turns) in reader.of(at)? {
                    let Some(score) = before(value, turns) else {
                        self.trouble.goes_too_far();
                        continue;
                    };
                    let (there, at) = division.place(index);
                    if there >= division.slices() {
                        // The disk has changed it, which shows when all links are compared with the moves.
                        continue;
                    }
                    if there != nth {
                        let [a, b] = score.pack().to_le_bytes();
                        let [w, x, y, z] = at.to_le_bytes();
                        parcel.add(there, &[w, x, y, z, a, b]);
                        told = told.min(level(score));
                    } else if let Some(worth) = slice.take(at, score) {
                        if level(worth) > self.state.now {
                            here = here.min(level(worth));
                        } else if slice.decide(at, worth) {
                            next.push(at);
                        }
                    }
                }
            }
            found.here.fetch_min(here, Relaxed);
            found.told.fetch_min(told, Relaxed);
            found.decided.fetch_add(some.len() as u64, Relaxed);
            parcel.deliver(outgoing)?;
            Ok(next)
        };
        let parts = settled.par_chunks(FOLLOW).map(follow);
        let mut next: Vec<u32> = parts.collect::<Result<Vec<_>, MakeError>>()?.concat();
        next.par_sort_unstable();
        Ok(next)
    }
}

/// Gives all numbers their values that are settled at a level by now, and gives them.
fn scan(slice: &Slice, now: i32, found: &Found) -> Vec<u32> {
    let count = slice.count() as u32;
    let parts: Vec<u32> = (0..count).step_by(SCAN).collect();
    let scanned = parts.into_par_iter().map(|from| {
        let (mut settled, mut later) = (Vec::new(), i32::MAX);
        for at in from..count.min(from + SCAN as u32) {
            let Some(worth) = slice.worth(at) else { continue };
            if level(worth) > now {
                later = later.min(level(worth));
            } else if slice.decide(at, worth) {
                settled.push(at);
            }
        }
        found.here.fetch_min(later, Relaxed);
        settled
    });
    scanned.collect::<Vec<_>>().concat()
}
