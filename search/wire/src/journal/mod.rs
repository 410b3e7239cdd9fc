//! Journals: what a long run has measured so far, in a file that a later run continues.
//!
//! The only code for it. A run gives its [`Header`] and its records; the file, its lock,
//! its torn and bad lines are handled here.
//!
//! JSON, one object a line. The first line is the header: version of the format, the command, and
//! everything that must be the same for a record to be good. Nothing is written or cut off before the
//! header was read and found to be that of this run; any other file is refused and left as it was.
//!
//! - **One process.** An advisory exclusive lock is held as long as the journal is open; a second process
//!   is refused. Systems that have no such locks refuse the journal.
//! - **Whole lines.** A record is written by one call, its line end included. Where that fails (a full
//!   disk), the file is cut back to the last whole line. What follows the last line end is cut off
//!   when the run is continued. A line within that is not a record of the run is reported and not used, and
//!   what it stood for is measured again.
//! - **On the disk.** The header at once, its folder's entry with it. A record is synced (`sync_data`) if
//!   the last sync is a second ago or more, and all are at the end, also when the journal is dropped. So
//!   a program that is killed loses nothing that was recorded; a machine that fails loses what followed the
//!   last sync within a second, and the system writes that back by itself, on Linux within about 30 s.
//!
//! Cost: a write of some hundred bytes for each record and at most one sync a second, some milliseconds on
//! a slow disk. Continuing reads the file once, line by line.

pub mod differ;
mod lines;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use self::differ::{first_difference, short};
use self::lines::{Line, Lines};

/// Version of the format. 0.1 and 0.2.0 wrote version 1, under another name.
const FORMAT: u32 = 2;
/// What every journal begins with.
const MAGIC: &[u8] = b"{\"plyglot_wire\":";
/// What the journals of version 1 begin with.
const EARLIER: &[u8] = b"{\"plyglot_scaling_journal\":";
/// The longest header: it holds the positions of a run.
const MOST_HEADER: u64 = 256 << 20;
/// The longest record.
const MOST_RECORD: u64 = 1 << 20;
/// The least time between two syncs.
const SYNC: Duration = Duration::from_secs(1);

/// How long a lock is waited for: a program that this process starts holds all that is open here until it has become that
/// program, some milliseconds on a busy machine.
const PATIENCE: Duration = Duration::from_millis(500);

/// What a run is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The command: `bench scaling`.
    pub command: String,
    /// All that must be the same for a record to be good, by names that people understand.
    pub run: Value,
    /// What is stored with it and may differ.
    pub origin: Value,
}

#[derive(Serialize)]
struct Written<'a> {
    // The first field: what a file is shows in its first bytes.
    plyglot_wire: u32,
    #[serde(flatten)]
    header: &'a Header,
}

/// Why a journal cannot be written or continued.
#[derive(Debug, Error)]
pub enum JournalError {
    /// There is a file already, which a new journal would overwrite.
    #[error("{} exists already", path.display())]
    Exists {
        /// Where.
        path: PathBuf,
    },
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Where.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file is not a journal, or not one that this version can continue.
    #[error("{}: {message}; it is left as it is", path.display())]
    Foreign {
        /// Where.
        path: PathBuf,
        /// What it is.
        message: String,
    },
    /// Another process holds the lock of the journal.
    #[error("{}: another process is writing this journal", path.display())]
    InUse {
        /// Where.
        path: PathBuf,
    },
    /// The journal is that of another run.
    #[error(
        "{} is the journal of another run: its {field} is {journal}, here it is {wanted}",
        path.display()
    )]
    Differs {
        /// Where.
        path: PathBuf,
        /// What differs.
        field: String,
        /// What it is in the journal.
        journal: String,
        /// What it is in the run that was asked for.
        wanted: String,
    },
}

/// A line that was not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Which line of the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

/// A journal that was opened.
#[derive(Debug)]
pub struct Opened {
    /// Where further records go.
    pub journal: Journal,
    /// [`Header::origin`] of the journal, if it was there before.
    pub origin: Option<Value>,
    /// What of it was not used.
    pub skipped: Vec<Skipped>,
}

/// A journal that is being written. The file is locked until it is dropped.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Where the last whole line ends.
    end: u64,
    /// When the file was last synced, and whether something was written since.
    synced: Instant,
    ahead: bool,
}

impl Journal {
    /// A new journal.
    ///
    /// # Errors
    /// If the file exists, or cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Journal, JournalError> {
        match OpenOptions::new().read(true).write(true).create_new(true).open(path) {
            Ok(file) => Journal::locked(path, file)?.begun(header),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Err(JournalError::Exists { path: path.into() })
            }
            Err(error) => Err(failed(path)(error)),
        }
    }

    /// Continues a journal, or begins a new one where there is none or the file is empty. `take` gets
    /// every record in the order in which they were written and reports what is wrong with one that cannot be
    /// of this run. `unknown` gets [`Header::run`] of another run's journal and reports what in it this
    /// version does not know, if anything.
    ///
    /// # Errors
    /// If the file cannot be read or written, is not a journal, is that of another run, or another process
    /// has it open. Then it is unchanged.
    pub fn open<T: DeserializeOwned>(
        path: &Path,
        header: &Header,
        unknown: impl FnOnce(&Value) -> Option<String>,
        take: impl FnMut(T) -> Result<(), String>,
    ) -> Result<Opened, JournalError> {
        must_be_file(path)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let journal = Journal::locked(path, options.open(path).map_err(failed(path))?)?;
        let length = journal.file.metadata().map_err(failed(path))?.len();
        let mut lines = Lines::new(BufReader::new(&journal.file));
        let Some(origin) = stored_origin(path, length, &mut lines, header, unknown)? else {
            // Empty, or a header of ours that was torn: there is nothing in it.
            drop(lines);
            let journal = journal.begun(header)?;
            return Ok(Opened { journal, origin: None, skipped: Vec::new() });
        };
        let skipped = records(path, &mut lines, take)?;
        let end = lines.end();
        drop(lines);
        let journal = journal.continued(end, length)?;
        Ok(Opened { journal, origin: Some(origin), skipped })
    }

    /// Reads a journal that goes on elsewhere or has ended, and does not change it. `wanted` gets its header and reports
    /// why it is not one whose records are asked for; `take` gets every whole record, as of [`Journal::open`].
    ///
    /// # Errors
    /// If the file cannot be read, is not a journal, or not one that is wanted.
    pub fn read<T: DeserializeOwned>(
        path: &Path,
        wanted: impl FnOnce(&Header) -> Result<(), String>,
        take: impl FnMut(T) -> Result<(), String>,
    ) -> Result<Vec<Skipped>, JournalError> {
        must_be_file(path)?;
        let file = File::open(path).map_err(failed(path))?;
        let length = file.metadata().map_err(failed(path))?.len();
        let mut lines = Lines::new(BufReader::new(&file));
        let foreign = |message| JournalError::Foreign { path: path.into(), message };
        let header = stored_header(path, length, &mut lines)?;
        let header = header.ok_or_else(|| foreign("a journal that holds nothing yet".into()))?;
        wanted(&header).map_err(foreign)?;
        records(path, &mut lines, take)
    }

    /// Writes a record down.
    ///
    /// # Errors
    /// If it cannot be written; the file then ends with the record before.
    pub fn note(&mut self, record: &impl Serialize) -> Result<(), JournalError> {
        self.line(record)?;
        if self.synced.elapsed() >= SYNC { self.sync() } else { Ok(()) }
    }

    /// Sees to it that everything is on the disk.
    ///
    /// # Errors
    /// If the system cannot.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        if self.ahead {
            self.file.sync_data().map_err(failed(&self.path))?;
            self.ahead = false;
        }
        self.synced = Instant::now();
        Ok(())
    }

    fn locked(path: &Path, file: File) -> Result<Journal, JournalError> {
        let begun = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => {
                    let synced = Instant::now();
                    return Ok(Journal { path: path.into(), file, end: 0, synced, ahead: false });
                }
                Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                    thread::sleep(PATIENCE / 50);
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(JournalError::InUse { path: path.into() });
                }
                Err(TryLockError::Error(error)) => return Err(failed(path)(error)),
            }
        }
    }

    /// Begins from nothing.
    fn begun(mut self, header: &Header) -> Result<Journal, JournalError> {
        self.cut().map_err(failed(&self.path))?;
        self.line(&Written { plyglot_wire: FORMAT, header })?;
        self.sync()?;
        sync_folder(&self.path).map_err(failed(&self.path))?;
        Ok(self)
    }

    /// Continues after the last whole line.
    fn continued(mut self, end: u64, length: u64) -> Result<Journal, JournalError> {
        self.end = end;
        let placed = match end < length {
            true => self.cut(),
            false => self.file.seek(SeekFrom::Start(end)).map(|_| ()),
        };
        placed.map_err(failed(&self.path))?;
        Ok(self)
    }

    fn line(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        let mut text =
            serde_json::to_vec(line).map_err(|error| failed(&self.path)(error.into()))?;
        text.push(b'\n');
        if let Err(error) = self.file.write_all(&text) {
            // Continuing the journal would cut it as well; if this fails there is nothing more to do.
            let _ = self.cut();
            return Err(failed(&self.path)(error));
        }
        self.end += text.len() as u64;
        self.ahead = true;
        Ok(())
    }

    /// Removes what follows the last whole line.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end)).map(|_| ())
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // For a run that ends by an error, which is the one to report.
        let _ = self.sync();
    }
}

/// Opening a pipe waits for its other end.
fn must_be_file(path: &Path) -> Result<(), JournalError> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        let message = "a journal is a regular file, and this is not one".into();
        return Err(JournalError::Foreign { path: path.into(), message });
    }
    Ok(())
}

/// Hands the records of a journal to `take`. Gives the lines that were not used.
fn records<T: DeserializeOwned>(
    path: &Path,
    lines: &mut Lines<impl Read>,
    mut take: impl FnMut(T) -> Result<(), String>,
) -> Result<Vec<Skipped>, JournalError> {
    let mut skipped = Vec::new();
    while let Some(line) = lines.next(MOST_RECORD).map_err(failed(path))? {
        let taken = match line {
            Line::Whole(bytes) => {
                serde_json::from_slice(bytes).map_err(|error| error.to_string()).and_then(&mut take)
            }
            Line::Long => Err("longer than a record can be".into()),
            Line::Torn(_) => break,
        };
        if let Err(message) = taken {
            skipped.push(Skipped { line: lines.number(), message });
        }
    }
    Ok(skipped)
}

/// Reads the header. `None` if the file holds nothing yet.
fn stored_header(
    path: &Path,
    length: u64,
    lines: &mut Lines<impl Read>,
) -> Result<Option<Header>, JournalError> {
    let foreign = |message: String| JournalError::Foreign { path: path.into(), message };
    if length == 0 {
        return Ok(None);
    }
    let begin = lines.peek(MAGIC.len().max(EARLIER.len())).map_err(failed(path))?;
    if begin.starts_with(EARLIER) {
        return Err(foreign(format!(
            "a journal of format 1, not {FORMAT}: from an earlier version"
        )));
    }
    if !begin.starts_with(MAGIC) {
        return Err(foreign("not a journal".into()));
    }
    let line = match lines.next(MOST_HEADER).map_err(failed(path))? {
        Some(Line::Whole(line)) => line,
        // Records follow a whole header only, so a torn one has none to lose.
        Some(Line::Torn(_)) => return Ok(None),
        Some(Line::Long) | None => return Err(foreign("line 1 is not a header: too long".into())),
    };
    let no_header = |error: serde_json::Error| foreign(format!("line 1 is not a header: {error}"));
    let value: Value = serde_json::from_slice(line).map_err(no_header)?;
    let format = &value["plyglot_wire"];
    if *format != FORMAT {
        return Err(foreign(format!("a journal of format {format}, not {FORMAT}")));
    }
    serde_json::from_value(value).map(Some).map_err(no_header)
}

/// Reads the header and compares it; gives its origin. `None` if the file holds nothing yet.
fn stored_origin(
    path: &Path,
    length: u64,
    lines: &mut Lines<impl Read>,
    header: &Header,
    unknown: impl FnOnce(&Value) -> Option<String>,
) -> Result<Option<Value>, JournalError> {
    let foreign = |message: String| JournalError::Foreign { path: path.into(), message };
    let Some(stored) = stored_header(path, length, lines)? else { return Ok(None) };
    let named = |header: &Header| serde_json::json!({"command": header.command});
    let (left, right) = (named(&stored), named(header));
    let difference = first_difference(&left, &right)
        .or_else(|| first_difference(&stored.run, &header.run))
        .map(|(field, journal, wanted)| (field, short(journal), short(wanted)));
    let Some((field, journal, wanted)) = difference else { return Ok(Some(stored.origin)) };
    // What no longer exists cannot be asked for, so that explains more than where the two differ.
    if left == right
        && let Some(message) = unknown(&stored.run)
    {
        return Err(foreign(format!("the journal of another run: {message}")));
    }
    Err(JournalError::Differs { path: path.into(), field, journal, wanted })
}

fn failed(path: &Path) -> impl Fn(io::Error) -> JournalError {
    move |error| JournalError::File { path: path.into(), error }
}

/// The name of a new file lies in its folder, which is synced by itself. Only Unix can.
fn sync_folder(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all()) {
        // A folder that may be written but not read, and file systems without such a sync.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::PermissionDenied | ErrorKind::InvalidInput | ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        done => done,
    }
}
