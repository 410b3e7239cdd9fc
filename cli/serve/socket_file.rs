//! The file of a Unix socket: that no two programs listen on one, and that each removes its own alone.
//!
//! A file beside it, `PATH.lock`, is locked for as long as the program listens. The lock goes with the process, however
//! that ends, so a socket whose lock is free was left behind, and is replaced. At the end the socket is removed if it is
//! still the one that was made.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

/// The file of a socket that this program listens on; removed at the end.
pub(super) struct SocketFile {
    path: PathBuf,
    /// The device and the number of the file.
    made: (u64, u64),
    lock: Option<Lock>,
}

/// The file that says that the socket is in use.
struct Lock {
    path: PathBuf,
    _file: File,
}

impl SocketFile {
    /// Listens on the socket of this path.
    ///
    /// # Errors
    /// If another program does, something else is there, or the system refuses.
    pub(super) fn bind(path: &Path) -> io::Result<(UnixListener, SocketFile)> {
        let lock = Lock::take(path)?;
        let is_socket = fs::symlink_metadata(path).is_ok_and(|data| data.file_type().is_socket());
        // A program without a lock may listen.
        let refused = |error: io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
        if is_socket && UnixStream::connect(path).is_err_and(refused) {
            fs::remove_file(path)?;
        }
        let listener = UnixListener::bind(path)?;
        let made = identity(path)?;
        Ok((listener, SocketFile { path: path.into(), made, lock: Some(lock) }))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// Which file it is, whatever its name.
fn identity(path: &Path) -> io::Result<(u64, u64)> {
    fs::symlink_metadata(path).map(|data| (data.dev(), data.ino()))
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        if identity(&self.path).is_ok_and(|found| found == self.made) {
            let _ = fs::remove_file(&self.path);
        }
        // Only now may another take it.
        drop(self.lock.take());
    }
}

impl Lock {
    fn take(socket: &Path) -> io::Result<Lock> {
        let mut name = socket.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        loop {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
            file.try_lock().map_err(|error| match error {
                TryLockError::WouldBlock => {
                    io::Error::new(io::ErrorKind::AddrInUse, "another plyglot listens on it")
                }
                TryLockError::Error(error) => error,
            })?;
            // The one who had it may have removed the file after it was opened.
            let held = file.metadata().map(|data| (data.dev(), data.ino()))?;
            if identity(&path).is_ok_and(|found| found == held) {
                return Ok(Lock { path, _file: file });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while it is locked: who opens it meanwhile looks again.
        let _ = fs::remove_file(&self.path);
    }
}
