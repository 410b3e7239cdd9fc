//! How the program was started: by which words, and what starts it again. That is what the process says of itself, unless
//! the process is something else that has the program within it (the Python package's command).

use std::env;
use std::ffi::OsString;
use std::path::{self, PathBuf};
use std::sync::OnceLock;

use crate::errors::Failure;

/// The words of a program within another process; the first is the path of what starts it.
static HOSTED: OnceLock<Vec<OsString>> = OnceLock::new();

/// Says by which words the program is started in a process that is something else.
pub(crate) fn within(words: &[OsString]) {
    HOSTED.get_or_init(|| words.to_vec());
}

/// The words, the program first. What is not Unicode is shown as far as it is.
pub(crate) fn words() -> Vec<String> {
    let words = HOSTED.get().cloned().unwrap_or_else(|| env::args_os().collect());
    words.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// The path of what starts this program again.
pub(crate) fn path() -> Result<PathBuf, Failure> {
    let path = match HOSTED.get().and_then(|words| words.first()) {
        Some(path) => path::absolute(path),
        None => env::current_exe(),
    };
    let failed = |error: std::io::Error| Failure::System {
        what: "the path of this program",
        error: error.to_string(),
    };
    path.map_err(failed)
}
