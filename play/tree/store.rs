//! The file of a tree: an embedded database (redb: one file, copy-on-write B-trees, pure Rust).
//!
//! One table has what the file is, the other has a record for each position. A write is one transaction, which is on the
//! disk when it returns: what was there before stays whole if the process or the machine ends in between.
//!
//! Chosen by measure, 200,000 records of 90 bytes in transactions of 1,000 on this kind of machine: redb 4.6 1.5 s,
//! half a millisecond a small transaction, and 13 s of cold build; SQLite by rusqlite, with its journal ahead, 2.4 s, 0.3 ms
//! and 32 s, which needs a compiler of C. fjall keeps a folder, not a file.

use std::fs::{self, OpenOptions};
use std::io;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use redb::{
    Database, DatabaseError, ReadableDatabase, ReadableTable, StorageError, TableDefinition,
};
use serde::{Deserialize, Serialize};

use super::error::TreeError;
use super::record::Record;

/// Version of the format.
pub(super) const FORMAT: u32 = 1;

const FACTS: TableDefinition<'_, &str, &str> = TableDefinition::new("plyglot tree");
const POSITIONS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("positions");
/// The one entry of the first table.
const HEADER: &str = "header";
/// Pages that are kept in memory: all positions are, anyway.
const CACHE: usize = 64 << 20;

/// Which tree a file has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the format.
    pub format: u32,
    /// The game with its size.
    pub game: String,
    /// The position at the root.
    pub start: String,
    /// Its key: another one here means other rules.
    pub root: u64,
    /// The version of plyglot that has made the file.
    pub version: String,
}

/// What can be read of a header of any version.
#[derive(Deserialize)]
struct Version {
    format: u32,
}

impl Header {
    pub(super) fn new(game: &str, start: String, root: u64) -> Header {
        let version = env!("CARGO_PKG_VERSION").into();
        Header { format: FORMAT, game: game.into(), start, root, version }
    }
}

/// The file of a tree.
#[derive(Debug)]
pub(super) struct Store {
    path: PathBuf,
    database: Closing,
}

/// A database that closes without a panic, also where its file is damaged. Its pages are freed as it closes.
#[derive(Debug)]
struct Closing(Option<Database>);

impl Deref for Closing {
    type Target = Database;

    fn deref(&self) -> &Database {
        self.0.as_ref().expect("it is there until it is closed")
    }
}

impl Drop for Closing {
    fn drop(&mut self) {
        let database = self.0.take();
        // What was told of is on the disk already, and a damaged file is refused when it is read.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(database)));
    }
}

impl Store {
    pub(super) fn create(path: &Path, header: &Header) -> Result<Store, TreeError> {
        // The database makes its pages in an empty file; one that was there before is not touched.
        let made = OpenOptions::new().write(true).create_new(true).open(path);
        made.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => TreeError::Exists { path: path.into() },
            _ => TreeError::File { path: path.into(), error },
        })?;
        let made = Store::filled(path, header);
        if made.is_err() {
            // A file without a header would be refused later.
            let _ = fs::remove_file(path);
        }
        made
    }

    fn filled(path: &Path, header: &Header) -> Result<Store, TreeError> {
        let database = Database::builder().set_cache_size(CACHE).create(path);
        let database = database.map_err(|error| refused(path, error))?;
        let store = Store { path: path.into(), database: Closing(Some(database)) };
        let text = serde_json::to_string(header).map_err(io::Error::from);
        let text = text.map_err(TreeError::file(path))?;
        store.guarded(|| {
            let writing = store.database.begin_write()?;
            writing.open_table(FACTS)?.insert(HEADER, text.as_str())?;
            writing.open_table(POSITIONS)?;
            Ok(writing.commit()?)
        })?;
        Ok(store)
    }

    pub(super) fn open(path: &Path) -> Result<(Store, Header), TreeError> {
        let length = match fs::metadata(path) {
            Ok(there) if there.is_file() => there.len(),
            Ok(_) => return Err(TreeError::Foreign { path: path.into() }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(TreeError::Missing { path: path.into() });
            }
            Err(error) => return Err(TreeError::File { path: path.into(), error }),
        };
        // The database would take an empty file for a new one.
        if length == 0 {
            return Err(TreeError::Foreign { path: path.into() });
        }
        let opened = catch_unwind(|| Database::builder().set_cache_size(CACHE).open(path));
        let database = match opened {
            Ok(opened) => opened.map_err(|error| refused(path, error))?,
            Err(_) => return Err(damaged(path, "its pages cannot be read")),
        };
        let store = Store { path: path.into(), database: Closing(Some(database)) };
        let header = store.header()?;
        Ok((store, header))
    }

    fn header(&self) -> Result<Header, TreeError> {
        let foreign = || TreeError::Foreign { path: self.path.clone() };
        let text = self.guarded(|| {
            let reading = self.database.begin_read()?;
            let table = match reading.open_table(FACTS) {
                Ok(table) => table,
                Err(redb::TableError::Storage(error)) => return Err(error.into()),
                Err(_) => return Ok(None),
            };
            Ok(table.get(HEADER)?.map(|text| text.value().to_string()))
        })?;
        let text = text.ok_or_else(foreign)?;
        let Version { format } = serde_json::from_str(&text).map_err(|_| foreign())?;
        if format != FORMAT {
            return Err(TreeError::Newer { path: self.path.clone(), format });
        }
        serde_json::from_str(&text).map_err(|_| damaged(&self.path, "its header"))
    }

    /// All records.
    pub(super) fn load(&self) -> Result<Vec<(u64, Record)>, TreeError> {
        let mut bad = None;
        let records = self.guarded(|| {
            let reading = self.database.begin_read()?;
            let table = reading.open_table(POSITIONS)?;
            let mut records = Vec::new();
            for entry in table.iter()? {
                let (key, bytes) = entry?;
                match Record::read(key.value(), bytes.value()) {
                    Some(record) => records.push((key.value(), record)),
                    None => bad = Some(key.value()),
                }
            }
            Ok(records)
        })?;
        match bad {
            Some(key) => Err(self.damaged(key)),
            None => Ok(records),
        }
    }

    /// Writes records over those of the same keys. When it returns they are on the disk.
    pub(super) fn write(
        &self,
        records: impl Iterator<Item = (u64, Record)>,
    ) -> Result<(), TreeError> {
        self.guarded(|| {
            let writing = self.database.begin_write()?;
            {
                let mut table = writing.open_table(POSITIONS)?;
                for (key, record) in records {
                    table.insert(key, record.written(key).as_slice())?;
                }
            }
            Ok(writing.commit()?)
        })
    }

    /// A position whose record is missing or damaged.
    pub(super) fn damaged(&self, key: u64) -> TreeError {
        damaged(&self.path, &format!("the position of key {key:016x}"))
    }

    /// Runs what the database does; a file that is damaged may make it panic.
    fn guarded<T>(&self, work: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, TreeError> {
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(done) => done.map_err(|error| failed(&self.path, error)),
            Err(_) => Err(damaged(&self.path, "its pages cannot be read")),
        }
    }
}

fn damaged(path: &Path, message: &str) -> TreeError {
    TreeError::Damaged { path: path.into(), message: message.into() }
}

/// Why a file was not opened.
fn refused(path: &Path, error: DatabaseError) -> TreeError {
    match error {
        DatabaseError::DatabaseAlreadyOpen | DatabaseError::LockProtocolMismatch => {
            TreeError::InUse { path: path.into() }
        }
        DatabaseError::UpgradeRequired(_) => TreeError::Foreign { path: path.into() },
        DatabaseError::Storage(StorageError::Io(error))
            if error.kind() == io::ErrorKind::InvalidData =>
        {
            TreeError::Foreign { path: path.into() }
        }
        other => failed(path, other.into()),
    }
}

/// Why it could not be read or written.
fn failed(path: &Path, error: redb::Error) -> TreeError {
    match error {
        redb::Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            damaged(path, "it is cut short")
        }
        redb::Error::Io(error) => TreeError::File { path: path.into(), error },
        other => damaged(path, &other.to_string()),
    }
}
