//! The folder of a class that is solved by passes: its files, and what of them is finished: [`Scratch`], [`State`].
//!
//! Everything that counts is in one small file that is renamed into place; the others are good as far as it says. A
//! killed program leaves what it had noted. After a power cut files may be shorter than noted, and then the class is
//! begun anew; what is wrong in them otherwise is found when each value is held against its moves.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::division::Division;
use super::{slice, unread, unwritten};
use crate::tables::error::MakeError;

/// Changes whenever files of an earlier program mean something else.
const VERSION: u32 = 1;
const STATE: &str = "state.json";
const LOCK: &str = "lock";

/// What a scratch is of: it is continued where all of it is the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::tables) struct Identity {
    version: u32,
    game: String,
    class: String,
    rules: u64,
    size: u64,
}

impl Identity {
    pub(in crate::tables) fn new(game: &str, class: &str, rules: u64, size: u64) -> Identity {
        Identity { version: VERSION, game: game.into(), class: class.into(), rules, size }
    }

    pub(super) fn class(&self) -> &str {
        &self.class
    }
}

/// A kind of pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(in crate::tables) enum Stage {
    /// What each number begins with, and its moves.
    Survey,
    /// Moves by where they lead.
    Sort,
    /// A level of values.
    Solve,
    /// What each move is worth.
    Send,
    /// Each value against its moves.
    Compare,
    /// The table is written.
    Write,
}

/// What is finished.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::tables) struct State {
    of: Identity,
    slice: u64,
    pub(super) stage: Stage,
    /// The slice that the pass goes on with.
    pub(super) next: usize,
    /// Which of two buckets of each slice is written; the other one is read.
    pub(super) parity: u8,
    /// How many bytes of the bucket of each slice count.
    pub(super) incoming: Vec<u64>,
    pub(super) outgoing: Vec<u64>,
    /// Which of two files has the values of each slice.
    pub(super) versions: Vec<u8>,
    /// The level at which a slice may decide something next.
    pub(super) levels: Vec<i32>,
    /// The level of this pass, and the lowest of what it has told other slices.
    pub(super) now: i32,
    pub(super) told: i32,
    /// How many numbers are decided.
    pub(super) decided: u64,
    /// The sum of a hash of each link, and of each move that was made once more.
    pub(super) links: u64,
    pub(super) moves: u64,
}

impl State {
    fn new(of: &Identity, division: &Division) -> State {
        let slices = division.slices();
        State {
            of: of.clone(),
            slice: division.slice,
            stage: Stage::Survey,
            next: 0,
            parity: 0,
            incoming: vec![0; slices],
            outgoing: vec![0; slices],
            versions: vec![0; slices],
            levels: vec![i32::MAX; slices],
            now: i32::MIN,
            told: i32::MAX,
            decided: 0,
            links: 0,
            moves: 0,
        }
    }

    /// What is noted in a folder of this class.
    fn read(folder: &Path, of: &Identity) -> Option<State> {
        let bytes = fs::read(folder.join(STATE)).ok()?;
        serde_json::from_slice(&bytes).ok().filter(|state: &State| state.of == *of)
    }
}

/// How many numbers the slices have of what was begun in a folder; `None` if nothing of this class was.
pub(in crate::tables) fn divided(folder: &Path, of: &Identity) -> Option<u64> {
    State::read(folder, of).map(|state| state.slice)
}

/// How many bytes the files take of what was begun in a folder.
pub(in crate::tables) fn kept(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| Some(file.metadata().ok()?.len())).sum()
}

/// Removes what is left of a class whose table is written.
pub(in crate::tables) fn discard(folder: &Path) -> Result<(), MakeError> {
    if !folder.join(LOCK).is_file() {
        return Ok(());
    }
    let _lock = locked(folder)?;
    fs::remove_dir_all(folder).map_err(unwritten(folder))
}

/// A lock on a folder, for as long as it is not dropped.
fn locked(folder: &Path) -> Result<File, MakeError> {
    let path = folder.join(LOCK);
    let lock = File::create(&path).map_err(unwritten(&path))?;
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => Err(MakeError::InUse(folder.display().to_string())),
        // Where there are no locks it goes without.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(lock),
    }
}

/// The folder, which no other process uses.
pub(super) struct Scratch {
    folder: PathBuf,
    _lock: File,
    every: Duration,
    noted: Instant,
    /// Files that are removed once it is noted that they are not needed.
    unneeded: Vec<PathBuf>,
}

impl Scratch {
    /// Opens a folder, which is made if it is not there, and goes on with what it has of this class.
    pub(super) fn open(
        folder: &Path,
        of: &Identity,
        division: &Division,
        every: Duration,
    ) -> Result<(Scratch, State), MakeError> {
        fs::create_dir_all(folder).map_err(unwritten(folder))?;
        let (_lock, folder, noted) = (locked(folder)?, folder.to_path_buf(), Instant::now());
        let mut scratch = Scratch { folder, _lock, every, noted, unneeded: Vec::new() };
        let state = State::read(&scratch.folder, of).filter(|state| state.slice == division.slice);
        if let Some(state) = state.filter(|state| scratch.holds(state, division)) {
            return Ok((scratch, state));
        }
        scratch.clear()?;
        let state = State::new(of, division);
        scratch.note_now(&state)?;
        Ok((scratch, state))
    }

    /// Removes all files but the lock.
    fn clear(&self) -> Result<(), MakeError> {
        let unread = unread(&self.folder);
        for entry in fs::read_dir(&self.folder).map_err(&unread)? {
            let entry = entry.map_err(&unread)?;
            if entry.file_name() != LOCK {
                let path = entry.path();
                fs::remove_file(&path).map_err(unwritten(&path))?;
            }
        }
        Ok(())
    }

    /// That the files have what a state says.
    fn holds(&self, state: &State, division: &Division) -> bool {
        let slices = division.slices();
        let of_each = [&state.incoming, &state.outgoing];
        if of_each.iter().any(|of| of.len() != slices)
            || state.versions.len() != slices
            || state.levels.len() != slices
        {
            return false;
        }
        let has = |path: PathBuf, bytes: u64| {
            bytes == 0 || fs::metadata(path).is_ok_and(|file| file.len() >= bytes)
        };
        let is_read = state.stage != Stage::Survey;
        let linked = match state.stage {
            Stage::Survey | Stage::Compare | Stage::Write => 0..0,
            Stage::Sort => 0..state.next,
            Stage::Solve => 0..slices,
            Stage::Send => state.next..slices,
        };
        let is_first = |slice: usize| matches!(state.stage, Stage::Survey) && slice >= state.next;
        (0..slices).all(|slice| {
            // Those that were sorted are no longer there.
            let comes = is_read && !(state.stage == Stage::Sort && slice < state.next);
            let incoming = if comes { state.incoming[slice] } else { 0 };
            let values = slice::bytes(division.count(slice));
            has(self.bucket(slice, state.parity ^ 1), incoming)
                && has(self.bucket(slice, state.parity), state.outgoing[slice])
                && (is_first(slice) || has(self.values(slice, state.versions[slice]), values))
                && (!linked.contains(&slice) || self.links(slice).is_file())
        })
    }

    /// The bucket of a slice.
    pub(super) fn bucket(&self, slice: usize, parity: u8) -> PathBuf {
        self.folder.join(format!("{slice}.bucket{parity}"))
    }

    /// The values of a slice.
    pub(super) fn values(&self, slice: usize, version: u8) -> PathBuf {
        self.folder.join(format!("{slice}.values{version}"))
    }

    /// The links of a slice.
    pub(super) fn links(&self, slice: usize) -> PathBuf {
        self.folder.join(format!("{slice}.links"))
    }

    /// Notes what is finished, if that was long ago.
    pub(super) fn note(&mut self, state: &State) -> Result<(), MakeError> {
        if self.noted.elapsed() >= self.every { self.note_now(state) } else { Ok(()) }
    }

    /// Notes what is finished.
    pub(super) fn note_now(&mut self, state: &State) -> Result<(), MakeError> {
        let (path, new) = (self.folder.join(STATE), self.folder.join("state.new"));
        let bytes = serde_json::to_vec(state).map_err(|error| unwritten(&path)(error.into()))?;
        fs::write(&new, bytes).map_err(unwritten(&path))?;
        fs::rename(&new, &path).map_err(unwritten(&path))?;
        for path in self.unneeded.drain(..) {
            // One that is left behind goes with the folder.
            let _ = fs::remove_file(path);
        }
        self.noted = Instant::now();
        Ok(())
    }

    /// Removes a file once this is noted.
    pub(super) fn not_needed(&mut self, path: PathBuf) {
        self.unneeded.push(path);
    }

    /// Removes all of it.
    pub(super) fn remove(self) -> Result<(), MakeError> {
        fs::remove_dir_all(&self.folder).map_err(unwritten(&self.folder))
    }
}
