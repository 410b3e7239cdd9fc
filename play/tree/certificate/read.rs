//! Reading a certificate.

use std::fs;
use std::path::{Path, PathBuf};

use plyglot_search::hash::Fnv;
use serde::Deserialize;

use super::file;
use super::record::{FORMAT, Footer, Header, Record};
use crate::tree::error::TreeError;

/// A certificate as it is in its file; nothing of it is checked yet.
#[derive(Clone, Debug)]
pub struct Certificate {
    pub(super) path: PathBuf,
    /// What it says.
    pub header: Header,
    /// How much it is.
    pub footer: Footer,
    /// How many bytes the file has.
    pub bytes: u64,
    /// A checksum of them.
    pub(super) sum: u64,
    pub(super) records: Vec<Record>,
}

/// What can be read of a header of any version.
#[derive(Deserialize)]
struct Version {
    plyglot_certificate: u32,
}

impl Certificate {
    /// Reads a file.
    ///
    /// # Errors
    /// [`TreeError::File`]; [`TreeError::Certificate`] of what is foreign, of a later version, cut or damaged, with the
    /// line.
    pub fn read(path: &Path) -> Result<Certificate, TreeError> {
        let bytes = fs::read(path).map_err(TreeError::file(path))?;
        let wrong = |message: String| TreeError::Certificate { path: path.into(), message };
        let mut lines = Vec::new();
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let at = bytes.len() - rest.len();
            let Some((text, after)) = file::block(rest) else {
                return Err(wrong(match at {
                    0 => "it is not a certificate of plyglot, or its beginning is damaged".into(),
                    _ => format!("it is cut or damaged behind byte {at}, line {}", lines.len()),
                }));
            };
            lines.extend(text.lines().map(String::from));
            rest = after;
        }
        let foreign = || wrong("it is not a certificate of plyglot".into());
        let first = lines.first().ok_or_else(foreign)?;
        let Version { plyglot_certificate: format } =
            serde_json::from_str(first).map_err(|_| foreign())?;
        if format != FORMAT {
            return Err(wrong(format!(
                "it is a certificate of format {format}; this version reads {FORMAT}"
            )));
        }
        let header = serde_json::from_str(first)
            .map_err(|error| wrong(format!("line 1 is damaged: {error}")))?;
        let cut = || wrong(format!("it is cut behind line {}: its end is missing", lines.len()));
        let footer: Footer =
            lines.last().and_then(|last| serde_json::from_str(last).ok()).ok_or_else(cut)?;
        let mut records = Vec::with_capacity(lines.len());
        for (number, line) in (2..).zip(&lines[1..lines.len() - 1]) {
            let record = serde_json::from_str(line);
            records.push(record.map_err(|_| wrong(format!("line {number} is not a record")))?);
        }
        if footer.records != records.len() as u64 {
            let (there, told) = (records.len(), footer.records);
            return Err(wrong(format!("it has {there} records, but should have {told}")));
        }
        let mut sum = Fnv::default();
        sum.bytes(&bytes);
        let (bytes, sum) = (bytes.len() as u64, sum.0);
        Ok(Certificate { path: path.into(), header, footer, bytes, sum, records })
    }
}
