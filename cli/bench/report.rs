//! The folder of `--report`.

use std::fs;
use std::path::{Path, PathBuf};

use plyglot_report::ReportError;

use crate::errors::{Failure, note};

/// Makes the folder, if one was asked for: one that cannot be made is reported before hours of measuring,
/// not after.
pub(super) fn prepare(dir: Option<&PathBuf>) -> Result<(), Failure> {
    let Some(dir) = dir else { return Ok(()) };
    let failed = |source| ReportError::Folder { path: dir.clone(), source };
    Ok(fs::create_dir_all(dir).map_err(failed)?)
}

/// Notes where the page is.
pub(super) fn written(dir: &Path) {
    note(&format!("report written to {}", dir.join("index.html").display()));
}
