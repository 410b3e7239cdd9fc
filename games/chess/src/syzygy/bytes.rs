//! The bytes of one file, read where they are asked for: [`Bytes`].
//!
//! A file of seven men may be larger than the memory, and one look-up needs some hundred bytes of it, at three or four
//! places. So pages are read as they are needed and kept as long as [`Room`] lasts; without room each read goes to the
//! system, which has a cache of its own. A map of the file in memory would be shorter, but it takes `unsafe` code whose
//! proof would have to hold for files that others change.
//!
//! Cost: of a page that is there an atomic load and a copy, no lock; else one positioned read.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use super::Fault;

/// How many bytes are read at once.
const PAGE: usize = 1 << 14;
/// Files beyond this are not kept in pages: the list of these would itself be large.
const MOST_PAGED: u64 = 1 << 32;

/// How much memory the pages of all files together may still take.
#[derive(Clone, Debug)]
pub(super) struct Room(Arc<AtomicUsize>);

impl Room {
    pub(super) fn of(bytes: usize) -> Room {
        Room(Arc::new(AtomicUsize::new(bytes)))
    }

    /// Takes this many bytes, if they are there.
    fn take(&self, bytes: usize) -> bool {
        // A count that nothing else hangs on.
        let taken = |left: usize| left.checked_sub(bytes);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).is_ok()
    }

    fn give_back(&self, bytes: usize) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// A file of which any part can be read by any thread.
#[derive(Debug)]
pub(super) struct Bytes {
    file: File,
    len: u64,
    pages: Box<[OnceLock<Box<[u8]>>]>,
    room: Room,
}

impl Bytes {
    pub(super) fn open(path: &Path, room: &Room) -> Result<Bytes, Fault> {
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        let count = if len > MOST_PAGED { 0 } else { len.div_ceil(PAGE as u64) as usize };
        let pages = (0..count).map(|_| OnceLock::new()).collect();
        Ok(Bytes { file, len, pages, room: room.clone() })
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Copies what stands from `at` on.
    pub(super) fn copy(&self, mut at: u64, mut out: &mut [u8]) -> Result<(), Fault> {
        if at.checked_add(out.len() as u64).is_none_or(|end| end > self.len) {
            return Err(Fault::Damaged("it refers to what is behind its end"));
        }
        while !out.is_empty() {
            let Some(page) = self.page(at)? else {
                return Ok(read_exact_at(&self.file, out, at)?);
            };
            let from = (at % PAGE as u64) as usize;
            let part = page.get(from..).unwrap_or_default();
            let count = part.len().min(out.len());
            if count == 0 {
                return Err(Fault::Damaged("it became shorter"));
            }
            let (now, later) = out.split_at_mut(count);
            now.copy_from_slice(&part[..count]);
            (out, at) = (later, at + count as u64);
        }
        Ok(())
    }

    /// The page of a place; `None` if there is no room for it.
    fn page(&self, at: u64) -> Result<Option<&[u8]>, Fault> {
        let number = (at / PAGE as u64) as usize;
        let Some(slot) = self.pages.get(number) else { return Ok(None) };
        if let Some(page) = slot.get() {
            return Ok(Some(page));
        }
        let start = number as u64 * PAGE as u64;
        let size = (self.len - start).min(PAGE as u64) as usize;
        if !self.room.take(size) {
            return Ok(None);
        }
        let mut read = vec![0; size].into_boxed_slice();
        if let Err(error) = read_exact_at(&self.file, &mut read, start) {
            self.room.give_back(size);
            return Err(error.into());
        }
        if slot.set(read).is_err() {
            // Another thread was quicker.
            self.room.give_back(size);
        }
        Ok(slot.get().map(|page| &page[..]))
    }

    pub(super) fn byte(&self, at: u64) -> Result<u8, Fault> {
        let mut out = [0; 1];
        self.copy(at, &mut out)?;
        Ok(out[0])
    }

    /// Two bytes, the lower one first.
    pub(super) fn u16(&self, at: u64) -> Result<u16, Fault> {
        let mut out = [0; 2];
        self.copy(at, &mut out)?;
        Ok(u16::from_le_bytes(out))
    }

    /// Four bytes, the lowest one first.
    pub(super) fn u32(&self, at: u64) -> Result<u32, Fault> {
        let mut out = [0; 4];
        self.copy(at, &mut out)?;
        Ok(u32::from_le_bytes(out))
    }

    /// As many bytes as asked for.
    pub(super) fn several(&self, at: u64, count: usize) -> Result<Vec<u8>, Fault> {
        if count as u64 > self.len {
            return Err(Fault::Damaged("it refers to what is behind its end"));
        }
        let mut out = vec![0; count];
        self.copy(at, &mut out)?;
        Ok(out)
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, out: &mut [u8], at: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, out, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut out: &mut [u8], mut at: u64) -> std::io::Result<()> {
    while !out.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, out, at)?;
        if count == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        (out, at) = (&mut out[count..], at + count as u64);
    }
    Ok(())
}

#[cfg(not(any(unix, windows)))]
fn read_exact_at(_file: &File, _out: &mut [u8], _at: u64) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
