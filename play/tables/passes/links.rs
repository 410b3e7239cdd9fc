//! From where moves lead to the numbers of a slice, on disk by groups of numbers: [`sort`], [`Links`].
//!
//! A file begins with where each group is, and where the last one ends; a group has for each of its numbers how many
//! links there are, and then these. So a level reads the groups of what it decides, and no others.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::buckets::{long, opened, read, short};
use super::division::{GROUP, LINK};
use super::survey::MOVE;
use super::{unread, unwritten};
use crate::tables::error::MakeError;

const OF_GROUP: usize = GROUP as usize;
const OF_LINK: usize = LINK as usize;
/// How many records a thread takes at once.
const SOME: usize = 1 << 12;

/// Sorts moves by where they lead, at most `most` at a time, for which they are read again.
pub(super) fn sort(
    moves: &(PathBuf, u64),
    path: &Path,
    count: usize,
    most: u64,
) -> Result<(), MakeError> {
    let counts: Vec<AtomicU32> = (0..count).map(|_| AtomicU32::new(0)).collect();
    read::<MOVE>(moves, &mut |records| {
        records.par_chunks(SOME).for_each(|some| {
            for record in some {
                if let Some(count) = counts.get(short(&record[..4]) as usize) {
                    count.fetch_add(1, Relaxed);
                }
            }
        });
    })?;
    let links: Vec<u64> = counts
        .par_chunks(OF_GROUP)
        .map(|group| sum(group) * LINK + 4 * group.len() as u64)
        .collect();
    let refused = unwritten(path);
    let mut out = BufWriter::with_capacity(1 << 18, File::create(path).map_err(&refused)?);
    let mut at = 8 * (links.len() as u64 + 1);
    for bytes in [0].iter().chain(&links) {
        at += bytes;
        out.write_all(&at.to_le_bytes()).map_err(&refused)?;
    }
    let mut begin = 0;
    while begin < links.len() {
        // As many groups as memory holds, and one at least.
        let (mut end, mut all) = (begin, 0);
        while end < links.len() && (end == begin || all + links[end] <= most * LINK) {
            all += links[end];
            end += 1;
        }
        let range = begin * OF_GROUP..count.min(end * OF_GROUP);
        write_groups(moves, &counts, range, &mut |bytes| out.write_all(bytes).map_err(&refused))?;
        begin = end;
    }
    out.flush().map_err(&refused)
}

fn sum(counts: &[AtomicU32]) -> u64 {
    counts.iter().map(|count| u64::from(count.load(Relaxed))).sum()
}

/// Writes the groups of some numbers.
fn write_groups(
    moves: &(PathBuf, u64),
    counts: &[AtomicU32],
    range: Range<usize>,
    put: &mut dyn FnMut(&[u8]) -> Result<(), MakeError>,
) -> Result<(), MakeError> {
    // From counts to where the links of each number end; once they are noted, to where they begin.
    let places = &counts[range.clone()];
    let mut end = 0;
    for place in places {
        end += place.load(Relaxed);
        place.store(end, Relaxed);
    }
    let low: Vec<AtomicU32> = (0..end).map(|_| AtomicU32::new(0)).collect();
    let high: Vec<AtomicU8> = (0..end).map(|_| AtomicU8::new(0)).collect();
    read::<MOVE>(moves, &mut |records| {
        records.par_chunks(SOME).for_each(|some| {
            for record in some {
                let to = short(&record[..4]) as usize;
                if range.contains(&to) {
                    let place = counts[to].fetch_sub(1, Relaxed) as usize - 1;
                    low[place].store(short(&record[4..8]), Relaxed);
                    high[place].store(record[8], Relaxed);
                }
            }
        });
    })?;
    let begin = |at: usize| places.get(at).map_or(end, |place| place.load(Relaxed)) as usize;
    for first in (0..places.len()).step_by(OF_GROUP) {
        let numbers = first..places.len().min(first + OF_GROUP);
        let links = begin(numbers.start)..begin(numbers.end);
        let mut bytes = Vec::with_capacity(4 * OF_GROUP + OF_LINK * links.len());
        for at in numbers {
            bytes.extend(((begin(at + 1) - begin(at)) as u32).to_le_bytes());
        }
        for place in links {
            bytes.extend(low[place].load(Relaxed).to_le_bytes());
            bytes.push(high[place].load(Relaxed));
        }
        put(&bytes)?;
    }
    Ok(())
}

/// The links of a slice.
pub(super) struct Links {
    path: PathBuf,
    /// Where each group begins, and the last one ends.
    begins: Vec<u64>,
    count: usize,
}

/// One thread's look at them.
pub(super) struct Reader<'a> {
    links: &'a Links,
    file: File,
    group: usize,
    bytes: Vec<u8>,
    /// Where in `bytes` the links of each number of the group begin, and the last ones end.
    places: Vec<usize>,
}

impl Links {
    /// Those of a slice with this many numbers.
    pub(super) fn open(path: PathBuf, count: usize) -> Result<Links, MakeError> {
        let mut begins = vec![[0; 8]; count.div_ceil(OF_GROUP) + 1];
        let mut file = opened(&path)?;
        file.read_exact(begins.as_flattened_mut()).map_err(unread(&path))?;
        let begins: Vec<u64> = begins.into_iter().map(u64::from_le_bytes).collect();
        let end = file.metadata().map_err(unread(&path))?.len();
        if !begins.is_sorted() || begins.last() != Some(&end) {
            return Err(MakeError::Damaged(path.display().to_string()));
        }
        Ok(Links { path, begins, count })
    }

    pub(super) fn reader(&self) -> Result<Reader<'_>, MakeError> {
        let file = opened(&self.path)?;
        Ok(Reader { links: self, file, group: usize::MAX, bytes: Vec::new(), places: Vec::new() })
    }
}

impl Reader<'_> {
    /// From where moves lead to a number, and whether the other side is to move there.
    pub(super) fn of(&mut self, at: u32) -> Result<impl Iterator<Item = (u64, bool)>, MakeError> {
        let (group, at) = (at as usize / OF_GROUP, at as usize % OF_GROUP);
        if self.group != group {
            self.turn_to(group)?;
        }
        let bytes = &self.bytes[self.places[at]..self.places[at + 1]];
        Ok(bytes.chunks_exact(OF_LINK).map(long).map(|from| (from >> 1, from & 1 == 1)))
    }

    fn turn_to(&mut self, group: usize) -> Result<(), MakeError> {
        let path = &self.links.path;
        let [begin, end] = [group, group + 1].map(|group| self.links.begins[group]);
        self.bytes.resize(end.saturating_sub(begin) as usize, 0);
        self.file.seek(SeekFrom::Start(begin)).map_err(unread(path))?;
        self.file.read_exact(&mut self.bytes).map_err(unread(path))?;
        let numbers = OF_GROUP.min(self.links.count - group * OF_GROUP);
        let mut at = 4 * numbers;
        self.places.clear();
        self.places.push(at);
        for count in self.bytes[..at].chunks_exact(4) {
            at += OF_LINK * short(count) as usize;
            self.places.push(at.min(self.bytes.len()));
        }
        self.group = group;
        Ok(())
    }
}
