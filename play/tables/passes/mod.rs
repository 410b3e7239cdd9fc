//! A class that memory does not hold is solved by passes over files: [`solved`].
//!
//! The numbers of the class are cut into slices, of which one is in memory at a time. What would be a jump to a number of
//! another slice is a record that is appended to the bucket of that slice, a file that is read in one go once the slice
//! is in memory: no pass reads or writes at random. (The idea is that of external memory graph search, e.g. K. Munagala
//! and A. Ranade, "I/O-Complexity of Graph Algorithms", 1999; for endgames R. Lake, J. Schaeffer and P. Lu, "Solving
//! Large Retrograde Analysis Problems Using a Network of Workstations", 1994.) The stages, each a pass over all slices:
//!
//! | stage | reads | writes |
//! | --- | --- | --- |
//! | [`Stage::Survey`] | the game's moves | what each number begins with; each move, to the bucket of where it leads |
//! | [`Stage::Sort`] | a bucket of moves | the same as links, by where they lead (`links`) |
//! | [`Stage::Solve`], once a level | values, news, links of what is decided | values; news, to the bucket of who has the move |
//! | [`Stage::Send`] | values, links | what each move is worth, to the bucket of who has it |
//! | [`Stage::Compare`] | values, that bucket, the game's moves | nothing: each value is that of the best move |
//! | [`Stage::Write`] | values | the table, by `write` |
//!
//! Solving follows `solve`: values are given in the order of how much they decide. A number keeps the best that is known
//! of its moves and how many are not known to lose; from both follows what it is worth and at which level
//! ([`settled`](super::work::settled)), so news may be applied in any order, and nothing is kept of who is waiting.
//!
//! The sum of a hash of each link is compared with that of the moves, which are made once more at the end: what was read
//! back from the disk is what the rules say.
//!
//! A pass may be repeated from its last noted slice on: it reads what it leaves alone, or appends behind lengths that are
//! noted; values have two files for each slice in turns. What is finished is noted by renaming a small file into place
//! (`scratch`). A program that was stopped or killed, or had no room left, goes on there.
//!
//! Cost: memory of a slice ([`Division`]); on disk about 11 bytes a move and 16 a number while it lasts. Each position is
//! looked at twice, each move is written and read some four times, and each level reads and writes the slices that it
//! touches, six bytes a number.

mod buckets;
mod compare;
mod division;
mod levels;
mod links;
mod scratch;
mod slice;
mod survey;

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plyglot_search::Score;

use super::error::MakeError;
use super::work::{Goes, Phase, Solved, Trouble, Values, Work};
use buckets::Buckets;
use scratch::{Scratch, Stage, State};

pub(super) use division::Division;
pub(super) use scratch::{Identity, discard, divided, kept};

/// How many numbers a class may have: with a bit beside each, they are written in 40.
pub(super) const MOST: u64 = 1 << 39;
/// How many numbers a thread takes at once.
const CHUNK: u64 = 1 << 11;

/// What is solved, and where.
pub(super) struct Passes<'a> {
    pub(super) work: &'a Work<'a>,
    /// What the scratch is of.
    pub(super) of: Identity,
    /// The folder of the scratch.
    pub(super) folder: PathBuf,
    pub(super) division: Division,
    /// How long at most goes by until what is finished is noted.
    pub(super) every: Duration,
}

/// A solved class on disk, with its scratch.
pub(super) struct OnDisk {
    scratch: Scratch,
    state: State,
    division: Division,
}

impl Values for OnDisk {
    fn len(&self) -> u64 {
        self.division.size
    }

    fn range(&self, range: Range<u64>) -> Result<Vec<Option<Score>>, MakeError> {
        let mut values = Vec::with_capacity((range.end - range.start) as usize);
        let mut at = range.start;
        while at < range.end {
            let (slice, from) = self.division.place(at);
            let to = (range.end - at).min(self.division.count(slice) as u64 - u64::from(from));
            let path = self.scratch.values(slice, self.state.versions[slice]);
            values.extend(slice::values(&path, from, to)?);
            at += to;
        }
        Ok(values)
    }
}

impl OnDisk {
    /// The table is written: nothing of this is needed any more.
    pub(super) fn remove(self) -> Result<(), MakeError> {
        self.scratch.remove()
    }
}

/// Solves the class, and holds each position against its moves.
pub(super) fn solved(job: &Passes<'_>, goes: &mut Goes<'_>) -> Result<Solved<OnDisk>, MakeError> {
    let (scratch, state) = Scratch::open(&job.folder, &job.of, &job.division, job.every)?;
    let trouble = Trouble::default();
    let mut run = Run { job, scratch, state, trouble };
    let done = run.stages(goes);
    match done {
        Ok(Next::Goes) => {
            let Run { scratch, state, .. } = run;
            Ok(Solved::Values(OnDisk { scratch, state, division: job.division }))
        }
        Ok(Next::Stopped) => Ok(Solved::Stopped),
        Ok(Next::Needs(missing)) => {
            run.scratch.remove()?;
            Ok(Solved::Needs(missing))
        }
        Err(error) => {
            // What cannot be helped by going on is not kept.
            if !matches!(
                error,
                MakeError::Output { .. } | MakeError::Show(_) | MakeError::Scratch { .. }
            ) {
                run.scratch.remove()?;
            }
            Err(error)
        }
    }
}

/// How a pass ended.
enum Next {
    Goes,
    Stopped,
    Needs(usize),
}

/// The passes of a class.
struct Run<'a> {
    job: &'a Passes<'a>,
    scratch: Scratch,
    state: State,
    trouble: Trouble,
}

impl Run<'_> {
    fn stages(&mut self, goes: &mut Goes<'_>) -> Result<Next, MakeError> {
        loop {
            let next = match self.state.stage {
                Stage::Survey => self.survey(goes)?,
                Stage::Sort => self.sort(goes)?,
                Stage::Solve => self.level(goes)?,
                Stage::Send => self.send(goes)?,
                Stage::Compare => self.compare(goes)?,
                Stage::Write => return Ok(Next::Goes),
            };
            if !matches!(next, Next::Goes) {
                return Ok(next);
            }
        }
    }

    /// The slices that the pass has not finished.
    fn rest(&self) -> Range<usize> {
        self.state.next..self.job.division.slices()
    }

    /// Empty buckets, or what the state says of those that were begun.
    fn outgoing(&self) -> Buckets<'_> {
        Buckets::new(
            &self.scratch,
            self.state.parity,
            &self.state.outgoing,
            self.job.division.buffer,
        )
    }

    /// A slice is finished: notes it, if that was long ago.
    fn finished(&mut self, slice: usize, outgoing: Option<Vec<u64>>) -> Result<(), MakeError> {
        self.state.next = slice + 1;
        if let Some(outgoing) = outgoing {
            self.state.outgoing = outgoing;
        }
        self.scratch.note(&self.state)
    }

    /// A pass is finished: what went out comes in at the next one.
    fn ended(&mut self, stage: Stage) -> Result<Next, MakeError> {
        let none = vec![0; self.job.division.slices()];
        self.state.incoming = std::mem::replace(&mut self.state.outgoing, none);
        self.state.parity ^= 1;
        self.state.stage = stage;
        self.state.next = 0;
        self.scratch.note_now(&self.state)?;
        Ok(Next::Goes)
    }

    fn incoming(&self, slice: usize) -> (PathBuf, u64) {
        (self.scratch.bucket(slice, self.state.parity ^ 1), self.state.incoming[slice])
    }

    /// Tells how many numbers of a phase are done.
    fn tell(&self, goes: &mut Goes<'_>, phase: Phase, done: u64) -> Result<(), MakeError> {
        goes(phase, done, self.job.division.size).map_err(MakeError::Show)
    }

    fn is_stopped(&self) -> bool {
        self.job.work.stop.is_raised()
    }
}

/// A file of the scratch cannot be read.
fn unread(path: &Path) -> impl Fn(io::Error) -> MakeError {
    let path = path.display().to_string();
    move |error| MakeError::Scratch { path: path.clone(), error }
}

/// A file of the scratch cannot be written.
fn unwritten(path: &Path) -> impl Fn(io::Error) -> MakeError {
    let path = path.display().to_string();
    move |error| MakeError::Output { path: path.clone(), error }
}
