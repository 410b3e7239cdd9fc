//! Files that are written beside their place and renamed into it: a reader finds the old file or the
//! whole new one, and a full disk or a killed program leaves the old one.
//!
//! The new file lies in the same folder until then, hidden and under a random name. It gets the
//! permissions of the file that it replaces, and its owner where the system allows it; a new file has those
//! that the process gives. A link is followed. What is not a regular file (`/dev/null`, a pipe, whatever
//! is behind `/dev/stdout`) is written directly, since renaming would replace it.
//!
//! Cost beside the writing: a sync and a rename, some milliseconds on a slow disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, TempPath};

/// Makes sure that a file could be written there, and leaves everything as it is: for what should show
/// before hours of work, not after.
///
/// # Errors
/// The system's error.
pub fn check(path: &Path) -> io::Result<()> {
    match target(path)? {
        Target::Direct => Ok(()),
        Target::Replaced(path) => temporary(&path).map(drop),
    }
}

/// Writes bytes beside `path` and renames them into it.
///
/// # Errors
/// The system's error; the old file is then unchanged.
pub fn write_beside(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Beside::new(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// A file that takes its place when it is finished, and vanishes if it is dropped before.
#[derive(Debug)]
pub struct Beside(Out);

#[derive(Debug)]
enum Out {
    Direct(BufWriter<File>),
    Beside(BufWriter<File>, TempPath, PathBuf),
}

impl Beside {
    /// Begins a file that will stand at `path`.
    ///
    /// # Errors
    /// The system's error.
    pub fn new(path: &Path) -> io::Result<Beside> {
        Ok(Beside(match target(path)? {
            Target::Direct => Out::Direct(BufWriter::new(File::create(path)?)),
            Target::Replaced(path) => {
                let (file, name) = temporary(&path)?.into_parts();
                Out::Beside(BufWriter::new(file), name, path)
            }
        }))
    }

    /// Puts the file into its place.
    ///
    /// # Errors
    /// The system's error; the old file is then unchanged.
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            Out::Direct(mut out) => out.flush(),
            Out::Beside(out, name, path) => {
                let file = out.into_inner().map_err(|error| error.into_error())?;
                // What a full disk refuses late must show before the old file is gone.
                file.sync_all()?;
                name.persist(path).map_err(|failed| failed.error)
            }
        }
    }
}

impl Write for Beside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Out::Direct(out) => out.write(bytes),
            Out::Beside(out, ..) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Out::Direct(out) => out.flush(),
            Out::Beside(out, ..) => out.flush(),
        }
    }
}

/// How a path is written.
enum Target {
    Direct,
    /// With the path that no link leads away from.
    Replaced(PathBuf),
}

fn target(path: &Path) -> io::Result<Target> {
    // Behind /dev/stdout there may be a file, which others have open to append to.
    if ["/dev", "/proc"].iter().any(|system| path.starts_with(system)) {
        return Ok(Target::Direct);
    }
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => Ok(Target::Direct),
        Ok(_) => {
            // Renaming does not check whether the old file may be written.
            OpenOptions::new().write(true).open(path)?;
            fs::canonicalize(path).map(Target::Replaced)
        }
        // A link to a file that is not there yet stays; its file is made.
        Err(_) if fs::symlink_metadata(path).is_ok() => Ok(Target::Direct),
        Err(_) => Ok(Target::Replaced(path.into())),
    }
}

fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Opened here and not by the crate, for the permissions that any file gets and an error without the
    // temporary name, which means nothing to a reader.
    let open = |name: &Path| OpenOptions::new().write(true).create_new(true).open(name);
    let mut builder = Builder::new();
    let builder = builder.prefix(".plyglot-").suffix(".part");
    let file = builder.make_in(folder.unwrap_or(Path::new(".")), open)?;
    if let Ok(old) = fs::metadata(path) {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            // Only root may change the owner of a file; otherwise it is ours, as a new one would be.
            let _ = fchown(file.as_file(), Some(old.uid()), Some(old.gid()));
        }
        file.as_file().set_permissions(old.permissions())?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let name = |entry: io::Result<fs::DirEntry>| entry.map(|entry| entry.file_name());
        let names = entries.map(|entry| name(entry).expect("an entry"));
        names.map(|name| name.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        check(&path).expect("it could be written");
        assert_eq!(names(folder.path()), [""; 0]);
        write_beside(&path, b"one").expect("written");
        let mut file = Beside::new(&path).expect("begun");
        file.write_all(&[b'2'; 99_999]).expect("written");
        assert_eq!(fs::read(&path).expect("the old one"), b"one");
        file.finish().expect("in its place");
        assert_eq!(fs::read(&path).expect("the new one"), [b'2'; 99_999]);
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn what_is_not_finished_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        write_beside(&path, b"one").expect("written");
        let mut file = Beside::new(&path).expect("begun");
        file.write_all(&[b'2'; 99_999]).expect("written");
        drop(file);
        assert_eq!(fs::read(&path).expect("the old one"), b"one");
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn where_no_file_can_be_the_system_says_so() {
        let folder = tempfile::tempdir().expect("a folder");
        let nowhere = folder.path().join("no/such/folder");
        let kind = |path: &Path| check(path).expect_err("no file can be there").kind();
        assert_eq!(kind(&nowhere), io::ErrorKind::NotFound);
        assert_eq!(kind(folder.path()), io::ErrorKind::IsADirectory);
        let text = write_beside(&nowhere, b"").expect_err("no folder").to_string();
        assert!(!text.contains(".part"), "{text}");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay_and_devices_are_written() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        // A new file has the permissions that any other gets.
        write_beside(&path, b"one").expect("written");
        let usual = folder.path().join("usual");
        fs::write(&usual, "").expect("written");
        assert_eq!(mode(&path), mode(&usual));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("set");
        symlink("file", &link).expect("a link");
        write_beside(&link, b"two").expect("written");
        assert_eq!((fs::read(&path).expect("the file"), mode(&path)), (b"two".to_vec(), 0o640));
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        let dangling = folder.path().join("dangling");
        symlink("later", &dangling).expect("a link");
        write_beside(&dangling, b"three").expect("written");
        assert_eq!(fs::read(folder.path().join("later")).expect("its file"), b"three");
        let null = Path::new("/dev/null");
        write_beside(null, b"gone").expect("written");
        assert!(!fs::metadata(null).expect("a device").is_file());
    }
}
