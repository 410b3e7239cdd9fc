//! The folder in which HyperQueue's files, the token and what workers say are kept.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use crate::farm::run::FarmError;

/// A folder that this process alone uses.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Locked until it is dropped.
    _lock: File,
}

impl Folder {
    /// Makes one, or takes that of an earlier run.
    ///
    /// # Errors
    /// If it holds something else, is in use, or the system refuses.
    pub fn open(path: &Path) -> Result<Folder, FarmError> {
        let failed = |path: &Path| {
            let path = path.to_path_buf();
            move |error| FarmError::File { path, error }
        };
        fs::create_dir_all(path).map_err(failed(path))?;
        // Workers may run in another folder.
        let path = fs::canonicalize(path).map_err(failed(path))?;
        let logs = path.join("logs");
        let is_empty = fs::read_dir(&path).map_err(failed(&path))?.next().is_none();
        if path.join("farm.json").exists() || !is_empty && !logs.is_dir() {
            let message = "a folder that is not empty, and not that of a tree's workers".into();
            return Err(FarmError::Foreign { path, message });
        }
        fs::create_dir_all(&logs).map_err(failed(&logs))?;
        let lock = path.join("lock");
        let mut options = OpenOptions::new();
        let file =
            options.write(true).create(true).truncate(false).open(&lock).map_err(failed(&lock))?;
        match file.try_lock() {
            Ok(()) => Ok(Folder { path, _lock: file }),
            Err(TryLockError::WouldBlock) => Err(FarmError::InUse { path }),
            Err(TryLockError::Error(error)) => Err(failed(&lock)(error)),
        }
    }

    /// Where it is, wherever the program runs.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}
