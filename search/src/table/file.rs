//! A table as a file: what was found out in one run, for the next one.
//!
//! Only slots that hold something are written, with their keys, so a file can be read into a table of any
//! size; what does not fit goes by the rule of every store. The file names the game and carries the
//! fingerprint of what its entries mean (size, options, weights, version), and is refused where that is
//! another. A check behind every block tells damage; it is no protection against forgery.
//!
//! ```text
//! magic 16 | version u32 | name length u32 | name | fingerprint u64 | check u64
//! block:   count u32 (1 to 4096) | count times (key u64, data u64) | check u64
//! end:     count u32 = 0 | entries in all u64 | check u64
//! ```
//!
//! All numbers are little-endian; a check goes over all that stands before it. Cost: about a second for a
//! gigabyte each way, beside the disk.

use std::io::{self, Read, Write};

use thiserror::Error;

use super::entry::Data;
use super::table::{Table, mix};

const MAGIC: &[u8; 16] = b"plyglot table\r\n\0";
const VERSION: u32 = 1;
const BLOCK: usize = 4096;
/// No game's name is longer.
const LONGEST_NAME: u32 = 1024;

/// What the entries of a table mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLabel<'a> {
    /// The game with its size, for people: `othello`, `connect4:6x5`.
    pub game: &'a str,
    /// A number that is the same wherever an entry means the same.
    pub fingerprint: u64,
}

/// Why a file could not be read into a table.
#[derive(Debug, Error)]
pub enum TableFileError {
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("not a table of plyglot")]
    Foreign,
    /// It was written in another form.
    #[error("written in version {0} of the format; this is version {VERSION}")]
    Version(u32),
    /// It is of another game, or of another size of this one.
    #[error("a table of {found}, not of {wanted}")]
    Game {
        /// What it is of.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// It is of the same game with other options, other weights or by another version.
    #[error("a table of {0} with other options, other weights or by another version of plyglot")]
    Fingerprint(String),
    /// It ends too early, or its contents are not those that were written.
    #[error("damaged or cut off after {0} entries")]
    Damaged(u64),
}

/// The check over all that was written or read so far.
#[derive(Clone, Copy)]
struct Check(u64);

impl Check {
    fn add(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut whole = [0; 8];
            whole[..word.len()].copy_from_slice(word);
            let word = u64::from_le_bytes(whole) ^ (word.len() as u64) << 56;
            self.0 = mix(self.0.rotate_left(23) ^ word);
        }
    }
}

impl Table {
    /// Writes all entries to `out`. Searches should rest meanwhile: what they store may be left out. Gives
    /// the number of entries.
    ///
    /// # Errors
    /// If writing fails.
    pub fn save(&self, label: &TableLabel<'_>, out: &mut dyn Write) -> io::Result<u64> {
        let mut check = Check(0);
        let mut put = |bytes: &[u8]| -> io::Result<()> {
            check.add(bytes);
            out.write_all(bytes)?;
            out.write_all(&check.0.to_le_bytes())
        };
        let mut head = MAGIC.to_vec();
        head.extend(VERSION.to_le_bytes());
        head.extend((label.game.len() as u32).to_le_bytes());
        head.extend(label.game.as_bytes());
        head.extend(label.fingerprint.to_le_bytes());
        put(&head)?;
        let (mut total, mut block) = (0u64, Vec::with_capacity(4 + BLOCK * 16));
        let mut entries = self.entries().peekable();
        while entries.peek().is_some() {
            block.clear();
            block.extend([0; 4]);
            for (key, data) in entries.by_ref().take(BLOCK) {
                block.extend(key.to_le_bytes());
                block.extend(data.bits().to_le_bytes());
            }
            let count = (block.len() - 4) / 16;
            block[..4].copy_from_slice(&(count as u32).to_le_bytes());
            put(&block)?;
            total += count as u64;
        }
        let mut end = 0u32.to_le_bytes().to_vec();
        end.extend(total.to_le_bytes());
        put(&end)?;
        Ok(total)
    }

    /// True if `input` begins as a file of [`Table::save`] does, whatever its version or game.
    ///
    /// # Errors
    /// If reading fails.
    pub fn is_table(input: &mut dyn Read) -> io::Result<bool> {
        let mut head = Vec::new();
        input.take(MAGIC.len() as u64).read_to_end(&mut head)?;
        Ok(head == MAGIC)
    }

    /// Reads a file that [`Table::save`] has written, in addition to what the table holds. Gives the number
    /// of entries that were read.
    ///
    /// # Errors
    /// See [`TableFileError`]. A file that turns out to be damaged leaves the table empty.
    pub fn load(
        &self,
        label: &TableLabel<'_>,
        input: &mut dyn Read,
    ) -> Result<u64, TableFileError> {
        let mut reader = Reader { input, check: Check(0), entries: 0 };
        reader.head(label)?;
        let mut block = Vec::new();
        loop {
            let filled = reader.block(&mut block);
            if filled.is_err() {
                self.clear();
            }
            if !filled? {
                return Ok(reader.entries);
            }
            for &(key, data) in &block {
                self.put(key, data);
            }
        }
    }
}

/// What is being read.
struct Reader<'a> {
    input: &'a mut dyn Read,
    check: Check,
    entries: u64,
}

impl Reader<'_> {
    fn bytes(&mut self, count: usize) -> Result<Vec<u8>, TableFileError> {
        let mut bytes = vec![0; count];
        self.input.read_exact(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => TableFileError::Damaged(self.entries),
            _ => TableFileError::Io(error),
        })?;
        Ok(bytes)
    }

    fn number<const N: usize>(&mut self) -> Result<[u8; N], TableFileError> {
        let bytes = self.bytes(N)?;
        Ok(bytes.try_into().expect("as many bytes as were read"))
    }

    /// Compares the check that follows `bytes`.
    fn verify(&mut self, bytes: &[u8]) -> Result<(), TableFileError> {
        self.check.add(bytes);
        let right = u64::from_le_bytes(self.number()?) == self.check.0;
        if right { Ok(()) } else { Err(TableFileError::Damaged(self.entries)) }
    }

    fn head(&mut self, label: &TableLabel<'_>) -> Result<(), TableFileError> {
        let foreign = |error| match error {
            TableFileError::Damaged(_) => TableFileError::Foreign,
            other => other,
        };
        let mut head = self.bytes(MAGIC.len()).map_err(foreign)?;
        if head != MAGIC {
            return Err(TableFileError::Foreign);
        }
        let version: [u8; 4] = self.number()?;
        if u32::from_le_bytes(version) != VERSION {
            return Err(TableFileError::Version(u32::from_le_bytes(version)));
        }
        let length: [u8; 4] = self.number()?;
        let longest = u32::from_le_bytes(length);
        if longest > LONGEST_NAME {
            return Err(TableFileError::Damaged(0));
        }
        let name = self.bytes(longest as usize)?;
        let fingerprint: [u8; 8] = self.number()?;
        head.extend(version.into_iter().chain(length));
        head.extend(&name);
        head.extend(fingerprint);
        self.verify(&head)?;
        let found = String::from_utf8_lossy(&name).into_owned();
        if found != label.game {
            return Err(TableFileError::Game { found, wanted: label.game.into() });
        }
        if u64::from_le_bytes(fingerprint) != label.fingerprint {
            return Err(TableFileError::Fingerprint(found));
        }
        Ok(())
    }

    /// Reads the next block; false at the end.
    fn block(&mut self, block: &mut Vec<(u64, Data)>) -> Result<bool, TableFileError> {
        block.clear();
        let count: [u8; 4] = self.number()?;
        let entries = u32::from_le_bytes(count) as usize;
        if entries > BLOCK {
            return Err(TableFileError::Damaged(self.entries));
        }
        let mut bytes = count.to_vec();
        if entries == 0 {
            let total: [u8; 8] = self.number()?;
            bytes.extend(total);
            self.verify(&bytes)?;
            let whole = u64::from_le_bytes(total) == self.entries;
            return if whole { Ok(false) } else { Err(TableFileError::Damaged(self.entries)) };
        }
        bytes.extend(self.bytes(entries * 16)?);
        self.verify(&bytes)?;
        for pair in bytes[4..].chunks_exact(16) {
            let word = |place: usize| {
                u64::from_le_bytes(pair[place..place + 8].try_into().expect("eight bytes"))
            };
            let data = Data::from_bits(word(8));
            if !data.is_entry() {
                return Err(TableFileError::Damaged(self.entries));
            }
            block.push((word(0), data));
        }
        self.entries += entries as u64;
        Ok(true)
    }
}
