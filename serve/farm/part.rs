//! A part of a file that was prepared: which lines a task searches, so that it need not read and weigh all others.
//!
//! A part says what the results of its task must begin with, and which bytes the file had. A task whose own run is
//! another one (of another version, with other options or weights, of a file that has changed) says so before it
//! searches anything.
//!
//! Cost: one small file for each task; reading all lines of a file costs each task 3 to 30 microseconds a line.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use plyglot_wire::beside::write_beside;
use plyglot_wire::journal::differ::{first_difference, short};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;

use crate::farm::shard::Header;

/// The version of the file.
const FORMAT: u32 = 1;

/// The most bytes that are read of one: it names up to a million lines.
const MOST_BYTES: u64 = 64 << 20;

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    #[serde(rename = "plyglot_part")]
    format: u32,
    /// A digest of the bytes of the file.
    pub file: String,
    /// What the results begin with.
    pub header: Header,
}

/// Why a part cannot be searched.
#[derive(Debug, Error)]
pub enum PartError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// It is something else.
    #[error("{}: not a part of a file that the command `farm` has prepared: {message}", path.display())]
    Foreign {
        /// Which.
        path: PathBuf,
        /// Why not.
        message: String,
    },
    /// It belongs to another run.
    #[error("{}: a part of another run: its {field} is {there}, here it is {here}", path.display())]
    Differs {
        /// Which.
        path: PathBuf,
        /// What differs.
        field: String,
        /// What it is there.
        there: String,
        /// What it is here.
        here: String,
    },
}

impl Part {
    /// The part with this header, of a file with this digest.
    #[must_use]
    pub fn new(file: String, header: Header) -> Part {
        Part { format: FORMAT, file, header }
    }

    /// Writes it beside and renames it.
    ///
    /// # Errors
    /// The system's.
    pub fn write(&self, path: &Path) -> Result<(), PartError> {
        let text = format!("{}\n", json!(self));
        write_beside(path, text.as_bytes())
            .map_err(|error| PartError::File { path: path.into(), error })
    }

    /// Reads it.
    ///
    /// # Errors
    /// The system's, or what is wrong with it.
    pub fn read(path: &Path) -> Result<Part, PartError> {
        let failed = |error| PartError::File { path: path.into(), error };
        let foreign = |message: String| PartError::Foreign { path: path.into(), message };
        if fs::metadata(path).map_err(failed)?.len() > MOST_BYTES {
            return Err(foreign("it is too long".into()));
        }
        let bytes = fs::read(path).map_err(failed)?;
        let value: Value =
            serde_json::from_slice(&bytes).map_err(|error| foreign(error.to_string()))?;
        if value["plyglot_part"] != FORMAT {
            return Err(foreign(format!("format {FORMAT} is needed")));
        }
        let part: Part =
            serde_json::from_value(value).map_err(|error| foreign(error.to_string()))?;
        let Header { shard, shards, lines, records, .. } = &part.header;
        let is_sound = (1..=*shards).contains(shard)
            && lines.is_sorted_by(|one, next| one < next)
            && lines.len() <= *records;
        is_sound.then_some(part).ok_or_else(|| foreign("its lines make no sense".into()))
    }

    /// Refuses a part that the run of `here`, of a file with this digest, does not belong to.
    ///
    /// # Errors
    /// With the first field that differs.
    pub fn check(&self, path: &Path, file: &str, here: &Header) -> Result<(), PartError> {
        let of = |file: &str, header: &Header| json!({ "digest of the file": file, "run": header });
        let (mine, wanted) = (of(file, here), of(&self.file, &self.header));
        match first_difference(&wanted, &mine) {
            None => Ok(()),
            Some((field, there, here)) => Err(PartError::Differs {
                path: path.into(),
                field: field.trim_start_matches("run.").into(),
                there: short(there),
                here: short(here),
            }),
        }
    }
}
