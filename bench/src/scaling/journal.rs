//! What a study has measured so far, in a file: a long study that was stopped, or killed, goes on
//! from there.
//!
//! JSON, one object a line: the header, then whatever was measured, in the order in which it was.
//! A line is written at once and whole; of a line that was torn nothing is believed.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;

use super::case::{Case, Sample};
use super::study::{CeilingPoint, Design, Machine, Origin, ProbePoint, Study};

/// Version of the format.
const FORMAT: u32 = 1;

/// A line of a journal, behind the header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// What a search gave.
    Sample(Sample),
    /// The machine's ceiling, all points of it.
    Ceiling(Vec<CeilingPoint>),
    /// Random look-ups, all points of them.
    Probes(Vec<ProbePoint>),
}

#[derive(Debug, Serialize, Deserialize)]
struct Header {
    #[serde(rename = "plyglot_scaling_journal")]
    format: u32,
    design: Design,
    origin: Origin,
}

/// Why a journal cannot be written or gone on with.
#[derive(Debug, Error)]
pub enum JournalError {
    /// There is a journal already, which a new one would overwrite.
    #[error("{path} exists already: resume it, or name another")]
    Exists {
        /// Where.
        path: PathBuf,
    },
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// Where.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A line is none of a journal.
    #[error("{path}, line {line}: {message}")]
    Line {
        /// Where.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The journal is that of another study.
    #[error(
        "{path} is the journal of another study: its {field} is {journal}, here it is {wanted}"
    )]
    Differs {
        /// Where.
        path: PathBuf,
        /// What differs.
        field: String,
        /// What it is in the journal.
        journal: String,
        /// What it is in the study that was asked for.
        wanted: String,
    },
}

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// A new journal for a study, with what the study holds already.
    ///
    /// # Errors
    /// If the file exists, or cannot be written.
    pub fn create(path: &Path, study: &Study) -> Result<Self, JournalError> {
        match OpenOptions::new().read(true).write(true).create_new(true).open(path) {
            Ok(file) => Journal::begin(path, file, study),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(JournalError::Exists { path: path.into() })
            }
            Err(error) => Err(JournalError::File { path: path.into(), error }),
        }
    }

    /// Goes on with the journal of a study that has measured nothing yet, and gives the study with
    /// what the journal holds; a new journal if there is none. A search that failed is not kept, so
    /// that it is tried again. The study's origin is then that of the journal, which it goes on
    /// with.
    ///
    /// # Errors
    /// If the file cannot be read or written, is no journal, or that of another study: of another
    /// design, made by another version of the program or, in real time, on another machine.
    pub fn resume(path: &Path, study: Study) -> Result<(Self, Study), JournalError> {
        let failed = |error| JournalError::File { path: path.into(), error };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        if whole == 0 {
            let journal = Journal::begin(path, file, &study)?;
            return Ok((journal, study));
        }
        let study = read(path, &bytes[..whole], study)?;
        Ok((Journal { path: path.into(), file }, study))
    }

    fn begin(path: &Path, file: File, study: &Study) -> Result<Self, JournalError> {
        let mut journal = Journal { path: path.into(), file };
        let (design, origin) = (study.design.clone(), study.origin.clone());
        journal.line(&Header { format: FORMAT, design, origin })?;
        for sample in &study.samples {
            journal.note(&Entry::Sample(sample.clone()))?;
        }
        Ok(journal)
    }

    /// Writes down what was measured.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn note(&mut self, entry: &Entry) -> Result<(), JournalError> {
        self.line(entry)
    }

    fn line(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        let mut write = || -> io::Result<()> {
            let mut text = serde_json::to_vec(line)?;
            text.push(b'\n');
            self.file.write_all(&text)?;
            self.file.flush()
        };
        write().map_err(|error| JournalError::File { path: self.path.clone(), error })
    }
}

/// The study with what the lines hold.
fn read(path: &Path, bytes: &[u8], mut study: Study) -> Result<Study, JournalError> {
    let mut lines = bytes.strip_suffix(b"\n").unwrap_or(bytes).split(|&byte| byte == b'\n');
    let bad =
        |line: usize, message: String| JournalError::Line { path: path.into(), line, message };
    let header = lines.next().unwrap_or_default();
    let header: Header =
        serde_json::from_slice(header).map_err(|error| bad(1, error.to_string()))?;
    if header.format != FORMAT {
        return Err(bad(1, format!("format {}, not {FORMAT}", header.format)));
    }
    if let Some((field, journal, wanted)) = difference(&header, &study) {
        return Err(JournalError::Differs { path: path.into(), field, journal, wanted });
    }
    study.origin = header.origin;
    let mut kept: HashMap<Case, Sample> = HashMap::new();
    for (index, line) in lines.enumerate() {
        match serde_json::from_slice(line).map_err(|error| bad(index + 2, error.to_string()))? {
            Entry::Sample(sample) if sample.error.is_some() => {}
            Entry::Sample(sample) => {
                kept.insert(sample.case, sample);
            }
            Entry::Ceiling(points) => study.ceiling = points,
            Entry::Probes(points) => study.probes = points,
        }
    }
    study.samples = kept.into_values().collect();
    study.sort();
    Ok(study)
}

/// What of a journal is not as the study wants it, first of all, and both its values.
fn difference(header: &Header, study: &Study) -> Option<(String, String, String)> {
    // Virtual time is the same on every machine. How much memory there is differs a little from one
    // start of a machine to the next.
    let real = !study.design.clock.is_virtual();
    let machine =
        |origin: &Origin| real.then(|| Machine { memory_bytes: 0, ..origin.machine.clone() });
    let parts = |design: &Design, origin: &Origin| {
        json!({
            "design": design,
            "program": { "version": origin.version, "commit": origin.commit },
            "machine": machine(origin),
        })
    };
    let journal = parts(&header.design, &header.origin);
    let wanted = parts(&study.design, &study.origin);
    let (field, journal, wanted) = first_difference(&journal, &wanted)?;
    Some((field, short(journal), short(wanted)))
}

/// Where two values first differ (`design.positions.3.text`), and what stands there.
fn first_difference<'a>(
    left: &'a Value,
    right: &'a Value,
) -> Option<(String, &'a Value, &'a Value)> {
    let deeper = |name: &str, (field, left, right): (String, &'a Value, &'a Value)| {
        let field = if field.is_empty() { name.into() } else { format!("{name}.{field}") };
        (field, left, right)
    };
    match (left, right) {
        (left, right) if left == right => None,
        (Value::Object(fields), Value::Object(others)) if fields.keys().eq(others.keys()) => {
            let mut pairs = fields.iter().zip(others.values());
            pairs.find_map(|((name, left), right)| {
                first_difference(left, right).map(|found| deeper(name, found))
            })
        }
        (Value::Array(items), Value::Array(others)) if items.len() == others.len() => {
            let mut pairs = items.iter().zip(others).enumerate();
            pairs.find_map(|(place, (left, right))| {
                first_difference(left, right).map(|found| deeper(&place.to_string(), found))
            })
        }
        _ => Some((String::new(), left, right)),
    }
}

/// A value for people, in a few words.
fn short(value: &Value) -> String {
    match value {
        Value::Array(items) if items.len() > 12 => format!("a list of {}", items.len()),
        Value::Null => "not known".into(),
        value => value.to_string(),
    }
}
