//! Reports as pages: a folder with one HTML page that needs nothing but itself, and the data behind
//! it.
//!
//! [`chart`] draws, [`page`] writes; neither knows what is measured. [`scaling`] decides what the page
//! about a study of scaling shows, [`family`] that about a comparison of algorithms. [`again`] makes the page of a
//! folder anew from its data. All of it together takes well under a second.

pub mod ablation;
mod again;
pub mod chart;
pub mod claims;
pub mod family;
pub mod matches;
pub mod page;
pub mod review;
pub mod scaling;
pub mod train;
pub mod tune;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use thiserror::Error;

pub use again::again;

use plyglot_wire::beside::Beside;

/// A report could not be written.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The folder could not be made.
    #[error("the folder {} could not be made: {source}", path.display())]
    Folder {
        /// Which one.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file could not be written.
    #[error("{} could not be written: {source}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Data could not be written as CSV.
    #[error("{} could not be written: {source}", path.display())]
    Csv {
        /// To which file.
        path: PathBuf,
        /// Why.
        source: csv::Error,
    },
    /// Data could not be written as JSON.
    #[error("{} could not be written: {source}", path.display())]
    Json {
        /// To which file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
    /// Data of a report could not be read.
    #[error("{} could not be read: {why}", path.display())]
    Read {
        /// Which file or folder.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// A chart could not be drawn.
    #[error(transparent)]
    Chart(#[from] chart::ChartError),
}

/// Makes the folder and writes files into it: all of them beside their places before the first is renamed.
fn write_all(dir: &Path, files: &[(&str, Vec<u8>)]) -> Result<(), ReportError> {
    fs::create_dir_all(dir).map_err(|source| ReportError::Folder { path: dir.into(), source })?;
    let failed = |name: &str| {
        let path = dir.join(name);
        |source| ReportError::File { path, source }
    };
    let mut written = Vec::with_capacity(files.len());
    for (name, bytes) in files {
        let begun = Beside::new(&dir.join(name)).and_then(|mut file| {
            file.write_all(bytes)?;
            Ok(file)
        });
        written.push((*name, begun.map_err(failed(name))?));
    }
    written.into_iter().try_for_each(|(name, file)| file.finish().map_err(failed(name)))
}

/// Writes a page of one file, beside the file first.
pub(crate) fn put(path: &Path, page: &str) -> Result<(), ReportError> {
    let failed = |source| ReportError::File { path: path.into(), source };
    let mut file = Beside::new(path).map_err(failed)?;
    file.write_all(page.as_bytes()).map_err(failed)?;
    file.finish().map_err(failed)
}
