//! The numbers of a slice while it is in memory: [`Slice`].

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicI16, AtomicU16, Ordering::Relaxed};

use plyglot_search::Score;

use super::buckets::opened;
use super::{unread, unwritten};
use crate::tables::error::MakeError;
use crate::tables::work::{Begin, UNDECIDED, meant, settled};

/// How many numbers are turned into bytes at once.
const PART: usize = 1 << 15;

/// What is known of each number. Threads that decide in the same pass need not see what the others do, since it counts
/// in the order of levels only, so all is read and written without order.
pub(super) struct Slice {
    values: Vec<AtomicU16>,
    /// How many moves within the class are not known to lose.
    left: Vec<AtomicU16>,
    /// The best that is known of the moves.
    best: Vec<AtomicI16>,
}

/// How many bytes a slice takes on disk.
pub(super) fn bytes(count: usize) -> u64 {
    6 * count as u64
}

impl Slice {
    /// Of this many numbers, of which nothing is known.
    pub(super) fn new(count: usize) -> Slice {
        Slice {
            values: (0..count).map(|_| AtomicU16::new(UNDECIDED)).collect(),
            left: (0..count).map(|_| AtomicU16::new(0)).collect(),
            best: (0..count).map(|_| AtomicI16::new(0)).collect(),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.values.len()
    }

    pub(super) fn begin(&self, at: u32, Begin { bits, left, best }: &Begin) {
        self.values[at as usize].store(*bits, Relaxed);
        self.left[at as usize].store(*left, Relaxed);
        self.best[at as usize].store(best.pack() as i16, Relaxed);
    }

    /// The value of a number that is decided.
    pub(super) fn value(&self, at: u32) -> Score {
        Score::unpack(self.values[at as usize].load(Relaxed))
    }

    /// Takes in that a move of a number is worth `score`. Gives what the number is worth if that follows and is not
    /// given yet.
    pub(super) fn take(&self, at: u32, score: Score) -> Option<Score> {
        let at = at as usize;
        if self.values.get(at)?.load(Relaxed) != UNDECIDED {
            return None;
        }
        let score = score.pack() as i16;
        let best = self.best[at].fetch_max(score, Relaxed).max(score);
        let before = if score > 0 { u16::MAX } else { self.left[at].fetch_sub(1, Relaxed) };
        settled(before.wrapping_sub(1), Score::unpack(best as u16))
    }

    /// What a number is worth that has no value yet; `None` if that is open.
    pub(super) fn worth(&self, at: u32) -> Option<Score> {
        let at = at as usize;
        if self.values[at].load(Relaxed) != UNDECIDED {
            return None;
        }
        let best = Score::unpack(self.best[at].load(Relaxed) as u16);
        settled(self.left[at].load(Relaxed), best)
    }

    /// Gives a number its value; false if it has one.
    pub(super) fn decide(&self, at: u32, score: Score) -> bool {
        let value = &self.values[at as usize];
        value.compare_exchange(UNDECIDED, score.pack(), Relaxed, Relaxed).is_ok()
    }

    /// Reads a slice of this many numbers.
    pub(super) fn load(path: &Path, count: usize) -> Result<Slice, MakeError> {
        let mut slice = Slice::new(count);
        let mut file = opened(path)?;
        let mut part = vec![0; 2 * PART];
        let mut next = |count: usize| -> Result<Vec<u8>, MakeError> {
            part.resize(2 * count, 0);
            file.read_exact(&mut part).map_err(unread(path))?;
            Ok(std::mem::take(&mut part))
        };
        for of in [&mut slice.values, &mut slice.left] {
            for some in of.chunks_mut(PART) {
                let part = next(some.len())?;
                for (number, bytes) in some.iter_mut().zip(part.as_chunks().0) {
                    *number.get_mut() = u16::from_le_bytes(*bytes);
                }
            }
        }
        for some in slice.best.chunks_mut(PART) {
            let part = next(some.len())?;
            for (number, bytes) in some.iter_mut().zip(part.as_chunks().0) {
                *number.get_mut() = i16::from_le_bytes(*bytes);
            }
        }
        Ok(slice)
    }

    /// Writes it.
    pub(super) fn store(&mut self, path: &Path) -> Result<(), MakeError> {
        let write = |slice: &mut Slice| {
            let mut file =
                OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
            let mut part = vec![[0; 2]; PART];
            for of in [&mut slice.values, &mut slice.left] {
                for some in of.chunks_mut(PART) {
                    for (bytes, number) in part.iter_mut().zip(some.iter_mut()) {
                        *bytes = number.get_mut().to_le_bytes();
                    }
                    file.write_all(part[..some.len()].as_flattened())?;
                }
            }
            for some in slice.best.chunks_mut(PART) {
                for (bytes, number) in part.iter_mut().zip(some.iter_mut()) {
                    *bytes = number.get_mut().to_le_bytes();
                }
                file.write_all(part[..some.len()].as_flattened())?;
            }
            Ok(())
        };
        write(self).map_err(unwritten(path))
    }
}

/// What some numbers of a slice on disk are worth once all that can be decided is.
pub(super) fn values(path: &Path, from: u32, count: u64) -> Result<Vec<Option<Score>>, MakeError> {
    let mut file = opened(path)?;
    let mut bytes = vec![[0; 2]; count as usize];
    file.seek(SeekFrom::Start(2 * u64::from(from))).map_err(unread(path))?;
    file.read_exact(bytes.as_flattened_mut()).map_err(unread(path))?;
    Ok(bytes.into_iter().map(|bits| meant(u16::from_le_bytes(bits))).collect())
}

/// The bits of all values of a slice on disk.
pub(super) fn all_bits(path: &Path, count: usize) -> Result<Vec<u16>, MakeError> {
    let mut file: File = opened(path)?;
    let (mut all, mut part) = (Vec::with_capacity(count), vec![[0; 2]; PART.min(count)]);
    while all.len() < count {
        let some = part.len().min(count - all.len());
        file.read_exact(part[..some].as_flattened_mut()).map_err(unread(path))?;
        all.extend(part[..some].iter().map(|bits| u16::from_le_bytes(*bits)));
    }
    Ok(all)
}
