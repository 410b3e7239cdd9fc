//! Records for other slices: gathered, appended to a file a slice, and read in one go: [`Buckets`], [`Parcel`], [`read`].

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::scratch::Scratch;
use super::{unread, unwritten};
use crate::tables::error::MakeError;

/// How much is read at once, about.
const READ: usize = 1 << 18;

/// What a pass writes, a bucket for each slice.
pub(super) struct Buckets<'a> {
    scratch: &'a Scratch,
    parity: u8,
    /// How much each gathers.
    buffer: usize,
    all: Vec<Mutex<Bucket>>,
}

struct Bucket {
    /// How many bytes the file has.
    written: u64,
    waiting: Vec<u8>,
}

impl<'a> Buckets<'a> {
    /// Buckets that go on, each behind the length that was noted of it.
    pub(super) fn new(scratch: &'a Scratch, parity: u8, bytes: &[u64], buffer: u64) -> Buckets<'a> {
        let bucket = |&written| Mutex::new(Bucket { written, waiting: Vec::new() });
        let all = bytes.iter().map(bucket).collect();
        Buckets { scratch, parity, buffer: buffer as usize, all }
    }

    /// Appends records.
    fn put(&self, slice: usize, records: &[u8]) -> Result<(), MakeError> {
        let mut bucket = self.all[slice].lock().unwrap_or_else(PoisonError::into_inner);
        if bucket.waiting.len() + records.len() > self.buffer {
            self.write(slice, &mut bucket)?;
        }
        let wanted = bucket.waiting.len() + records.len();
        if wanted > bucket.waiting.capacity() {
            // Twice as much, but not beyond what it may gather.
            let room = wanted.max((2 * bucket.waiting.capacity()).min(self.buffer));
            let more = room - bucket.waiting.len();
            bucket.waiting.reserve_exact(more);
        }
        bucket.waiting.extend_from_slice(records);
        Ok(())
    }

    fn write(&self, slice: usize, bucket: &mut Bucket) -> Result<(), MakeError> {
        if bucket.waiting.is_empty() {
            return Ok(());
        }
        let path = self.scratch.bucket(slice, self.parity);
        let write = || {
            let mut file =
                OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
            if bucket.written == 0 {
                // What an earlier pass left there takes room.
                file.set_len(0)?;
            }
            file.seek(SeekFrom::Start(bucket.written))?;
            file.write_all(&bucket.waiting)
        };
        write().map_err(unwritten(&path))?;
        bucket.written += bucket.waiting.len() as u64;
        bucket.waiting.clear();
        Ok(())
    }

    /// Writes all, and gives how many bytes each bucket has.
    pub(super) fn written(&self) -> Result<Vec<u64>, MakeError> {
        let written = |slice: usize| {
            let mut bucket = self.all[slice].lock().unwrap_or_else(PoisonError::into_inner);
            self.write(slice, &mut bucket)?;
            Ok(bucket.written)
        };
        (0..self.all.len()).map(written).collect()
    }
}

/// Records that one thread has for the buckets.
pub(super) struct Parcel(Vec<Vec<u8>>);

impl Parcel {
    /// Empty ones, one for each slice.
    pub(super) fn new(slices: usize) -> Parcel {
        Parcel(vec![Vec::new(); slices])
    }

    pub(super) fn add(&mut self, slice: usize, record: &[u8]) {
        self.0[slice].extend_from_slice(record);
    }

    /// Puts all into the buckets.
    pub(super) fn deliver(self, buckets: &Buckets<'_>) -> Result<(), MakeError> {
        let mut all = self.0.iter().enumerate().filter(|(_, records)| !records.is_empty());
        all.try_for_each(|(slice, records)| buckets.put(slice, records))
    }
}

/// Reads the first bytes of a bucket, some whole records of `N` bytes at a time.
pub(super) fn read<const N: usize>(
    (path, bytes): &(PathBuf, u64),
    each: &mut dyn FnMut(&[[u8; N]]),
) -> Result<(), MakeError> {
    if *bytes == 0 {
        return Ok(());
    }
    let mut file = File::open(path).map_err(unread(path))?;
    let (mut left, mut part) = (*bytes, vec![[0; N]; READ / N]);
    while left > 0 {
        let count = part.len().min((left / N as u64).max(1) as usize);
        file.read_exact(part[..count].as_flattened_mut()).map_err(unread(path))?;
        each(&part[..count]);
        left = left.saturating_sub((count * N) as u64);
    }
    Ok(())
}

/// Appends a number of 40 bits.
pub(super) fn put_long(number: u64, out: &mut [u8]) {
    out.copy_from_slice(&number.to_le_bytes()[..5]);
}

/// A number of 40 bits.
pub(super) fn long(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// A number of 32 bits.
pub(super) fn short(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

/// Where the file of a path is, for its errors.
pub(super) fn opened(path: &Path) -> Result<File, MakeError> {
    File::open(path).map_err(unread(path))
}
