//! The first two passes: what each number begins with, and its moves sorted by where they lead.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use super::buckets::{Parcel, put_long};
use super::slice::Slice;
use super::{CHUNK, Next, Run, Stage, links};
use crate::tables::error::MakeError;
use crate::tables::work::{Goes, Phase, UNDECIDED, level, settled};

/// A move: its place in the slice to which it leads, and from where ([`from`]).
pub(super) const MOVE: usize = 4 + 5;

/// From where a move leads, and whether the other side is to move then, in 40 bits.
pub(super) fn from(index: u64, turns: bool) -> u64 {
    index << 1 | u64::from(turns)
}

impl Run<'_> {
    /// Looks at each number, and writes its moves to the buckets of where they lead.
    pub(super) fn survey(&mut self, goes: &mut Goes<'_>) -> Result<Next, MakeError> {
        let (work, division) = (self.job.work, self.job.division);
        for nth in self.rest() {
            let outgoing = self.outgoing();
            let mut slice = Slice::new(division.count(nth));
            let least = AtomicI32::new(i32::MAX);
            let chunk = |range| {
                let mut parcel = Parcel::new(division.slices());
                work.numbered.each(range, &mut |index, seen| {
                    let begin = work.begin(&self.trouble, index, seen);
                    slice.begin(division.place(index).1, &begin);
                    if begin.bits == UNDECIDED
                        && let Some(score) = settled(begin.left, begin.best)
                    {
                        least.fetch_min(level(score), Relaxed);
                    }
                    for (to, turns) in work.inside(seen) {
                        let (there, at) = division.place(to);
                        let mut record = [0; MOVE];
                        record[..4].copy_from_slice(&at.to_le_bytes());
                        put_long(from(index, turns), &mut record[4..]);
                        parcel.add(there, &record);
                    }
                })?;
                parcel.deliver(&outgoing)
            };
            let mut tell = |at| goes(Phase::Counts, at, division.size);
            if !work.over(division.range(nth), CHUNK, &mut tell, chunk, drop::<()>)? {
                return Ok(Next::Stopped);
            }
            if let Some(missing) = self.trouble.missing() {
                return Ok(Next::Needs(missing));
            }
            self.trouble.check(work)?;
            let written = outgoing.written()?;
            slice.store(&self.scratch.values(nth, 0))?;
            self.state.levels[nth] = least.into_inner();
            self.finished(nth, Some(written))?;
        }
        self.ended(Stage::Sort)
    }

    /// Sorts the moves that lead to each slice.
    pub(super) fn sort(&mut self, goes: &mut Goes<'_>) -> Result<Next, MakeError> {
        let division = self.job.division;
        for nth in self.rest() {
            let moves = self.incoming(nth);
            links::sort(&moves, &self.scratch.links(nth), division.count(nth), division.links)?;
            self.scratch.not_needed(moves.0);
            self.finished(nth, None)?;
            self.tell(goes, Phase::Links, division.range(nth).end)?;
            if self.is_stopped() {
                return Ok(Next::Stopped);
            }
        }
        self.state.now = self.state.levels.iter().copied().min().unwrap_or(i32::MAX);
        self.ended(Stage::Solve)
    }
}
