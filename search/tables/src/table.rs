//! One table, read from its file: [`Table`].

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use plyglot_search::Score;

use crate::block::{BLOCK, Block};
use crate::cache::{Cache, Slot};
use plyglot_search::hash::Fnv;

use crate::file::{About, Content, END, MAGIC, MOST_HEADER, TableError, VERSION};

/// How much is read at once to compare the check.
const CHUNK: usize = 1 << 16;
/// The check and the end.
const TAIL: u64 = 8 + END.len() as u64;

/// Where a block stands in the file.
#[derive(Clone, Copy, Debug)]
struct Extent {
    offset: u64,
    length: usize,
    /// 0 where there are no keys.
    first_key: u64,
}

/// A table whose file is whole and undamaged.
#[derive(Debug)]
pub struct Table {
    about: About,
    /// The check of the file, by which it can be told from another.
    check: u64,
    file: Mutex<File>,
    extents: Vec<Extent>,
    slots: Vec<Arc<Slot>>,
    cache: Arc<Cache>,
}

fn unreadable(error: std::io::Error) -> TableError {
    TableError::Unreadable(error.to_string().to_ascii_lowercase())
}

impl Table {
    /// That it is a table of this game under these rules.
    ///
    /// # Errors
    /// What differs.
    pub fn is_of(&self, game: &str, rules: u64) -> Result<(), TableError> {
        let About { game: of, rules: found, .. } = self.about();
        if of != game {
            return Err(TableError::Game { found: of.clone(), wanted: game.into() });
        }
        if *found != rules {
            let (game, found) = (game.into(), *found);
            return Err(TableError::Rules { game, found, wanted: rules });
        }
        Ok(())
    }

    /// Opens the file at `path`, which must be a regular file, and reads all of it once to compare its check.
    ///
    /// # Errors
    /// If it cannot be read, is something else, of another version, cut off or damaged.
    pub fn open(path: &Path, cache: Arc<Cache>) -> Result<Table, TableError> {
        let mut file = File::open(path).map_err(unreadable)?;
        let meta = file.metadata().map_err(unreadable)?;
        if !meta.is_file() {
            return Err(TableError::Unreadable("it is not a regular file".into()));
        }
        let length = meta.len();
        let (about, begin) = head(&mut file, length)?;
        let check = compared(&mut file, length)?;
        let extents = index(&mut file, &about, begin, length)?;
        let slots = extents.iter().map(|_| Arc::default()).collect();
        Ok(Table { about, check, file: Mutex::new(file), extents, slots, cache })
    }

    /// What the file says of it.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// A number that is another for another table.
    pub fn check(&self) -> u64 {
        self.check
    }

    /// The value with a number: of a number that stands for no position any. `None` if there is no such number, or if
    /// the file can no longer be read.
    #[inline]
    pub fn value(&self, index: u64) -> Option<Score> {
        if index >= self.about.entries {
            return None;
        }
        let (block, place) = (index as usize / BLOCK, index as usize % BLOCK);
        self.with(block, |block| block.code(place)).map(|code| self.meaning(code))
    }

    /// The value of the position with a key; `None` if it is not in the table.
    pub fn value_of_key(&self, key: u64) -> Option<Score> {
        let after = self.extents.partition_point(|extent| extent.first_key <= key);
        let block = after.checked_sub(1)?;
        let code = self.with(block, |block| block.find(key).map(|place| block.code(place)))?;
        code.map(|code| self.meaning(code))
    }

    /// The key of an entry, of a table of keys.
    pub fn key(&self, index: u64) -> Option<u64> {
        let (block, place) = (index as usize / BLOCK, index as usize % BLOCK);
        if index < self.about.entries { self.with(block, |block| block.key(place))? } else { None }
    }

    fn meaning(&self, code: usize) -> Score {
        // What a damaged block says is not beyond the values: the check has held.
        self.about.values.get(code).copied().unwrap_or(Score::DRAW)
    }

    /// Asks a block, which is read if it is not in memory.
    #[inline]
    fn with<T>(&self, nth: usize, ask: impl Fn(&Block) -> T) -> Option<T> {
        if let Some(block) = &*self.slots[nth].read() {
            return Some(ask(block));
        }
        let block = self.read(nth).ok()?;
        let answer = ask(&block);
        self.cache.put(&self.slots[nth], block);
        Some(answer)
    }

    #[cold]
    fn read(&self, nth: usize) -> Result<Block, TableError> {
        let Extent { offset, length, first_key } = self.extents[nth];
        let mut packed = vec![0; length];
        {
            let mut file = self.file.lock();
            file.seek(SeekFrom::Start(offset)).map_err(unreadable)?;
            file.read_exact(&mut packed).map_err(unreadable)?;
        }
        let first_key = matches!(self.about.content, Content::From { .. }).then_some(first_key);
        let left = self.about.entries as usize - nth * BLOCK;
        Block::unpacked(&packed, left.min(BLOCK), self.about.values.len() > 256, first_key)
    }
}

/// What stands before the blocks, and where they begin.
fn head(file: &mut File, length: u64) -> Result<(About, u64), TableError> {
    let cut = || TableError::Cut(length);
    let mut start = Vec::new();
    let before = MAGIC.len() + 8;
    file.by_ref().take(before as u64).read_to_end(&mut start).map_err(unreadable)?;
    let known = start.len().min(MAGIC.len());
    if start.is_empty() || start[..known] != MAGIC[..known] {
        return Err(TableError::Foreign);
    }
    if start.len() < before {
        return Err(cut());
    }
    let number =
        |at: usize| u32::from_le_bytes([start[at], start[at + 1], start[at + 2], start[at + 3]]);
    let (version, header) = (number(MAGIC.len()), number(MAGIC.len() + 4) as usize);
    if version != VERSION {
        return Err(TableError::Version(version));
    }
    if header > MOST_HEADER {
        return Err(TableError::Damaged("its header is too long"));
    }
    let mut text = Vec::new();
    file.by_ref().take(header as u64).read_to_end(&mut text).map_err(unreadable)?;
    if text.len() < header {
        return Err(cut());
    }
    let text = String::from_utf8(text);
    let text = text.map_err(|_| TableError::Damaged("its header is not text"))?;
    Ok((About::read(&text)?, (before + header) as u64))
}

/// The check at the end, if it is that of what stands before.
fn compared(file: &mut File, length: u64) -> Result<u64, TableError> {
    file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
    let mut left = length.checked_sub(TAIL).ok_or(TableError::Cut(length))?;
    let (mut check, mut chunk) = (Fnv::default(), vec![0; CHUNK]);
    while left > 0 {
        let part = &mut chunk[..left.min(CHUNK as u64) as usize];
        file.read_exact(part).map_err(unreadable)?;
        check.bytes(part);
        left -= part.len() as u64;
    }
    let (mut wanted, mut end) = ([0; 8], [0; END.len()]);
    file.read_exact(&mut wanted).map_err(unreadable)?;
    file.read_exact(&mut end).map_err(unreadable)?;
    if end != *END {
        return Err(TableError::Cut(length));
    }
    let is_whole = wanted == check.0.to_le_bytes();
    if is_whole { Ok(check.0) } else { Err(TableError::Damaged("its check is another")) }
}

/// Where the blocks are, which begin at `begin`.
fn index(
    file: &mut File,
    about: &About,
    begin: u64,
    length: u64,
) -> Result<Vec<Extent>, TableError> {
    const WRONG: TableError = TableError::Damaged("its blocks are not where they should be");
    if about.values.is_empty() || about.values.len() > 1 << 16 || about.entries == 0 {
        return Err(TableError::Damaged("it has no values"));
    }
    let has_keys = matches!(about.content, Content::From { .. });
    let each = if has_keys { 12 } else { 4 };
    let blocks = about.entries.div_ceil(BLOCK as u64);
    let size = blocks.checked_mul(each).filter(|&size| size < length).ok_or(WRONG)?;
    let start = (length - TAIL).checked_sub(size).filter(|&start| start >= begin).ok_or(WRONG)?;
    file.seek(SeekFrom::Start(start)).map_err(unreadable)?;
    let mut bytes = vec![0; size as usize];
    file.read_exact(&mut bytes).map_err(unreadable)?;
    let mut offset = begin;
    let extents: Vec<Extent> = bytes
        .chunks_exact(each as usize)
        .map(|entry| {
            let (length, key) = entry.split_at(4);
            let length = length.try_into().map_or(0, u32::from_le_bytes) as usize;
            let first_key = key.try_into().map_or(0, u64::from_le_bytes);
            let extent = Extent { offset, length, first_key };
            offset += length as u64;
            extent
        })
        .collect();
    if offset == start { Ok(extents) } else { Err(WRONG) }
}
