//! `--journal` of `analyze`, `solve` and `review`: the result of each search is recorded as soon as it has
//! ended, and the same command takes up what is recorded and searches the rest.
//!
//! The file itself (its lock, torn lines, what is of another run) is [`plyglot_wire::journal`]'s, and what makes
//! two runs the same is [`Run`]'s.

pub(crate) mod origin;
pub(crate) mod run;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use plyglot_open::{Mv, Position, Report};
use plyglot_wire::journal::{Journal, Opened, Skipped};
use plyglot_wire::read::Source;
use plyglot_wire::report::StoredReport;
use serde::{Deserialize, Serialize};

use crate::errors::{Failure, note};
use crate::format;
use crate::journal::run::Run;

/// Which search of a run: the line of the file (0 without a file) or a game of it, and the number of moves that led to the
/// position where several positions of a game are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Key {
    pub(crate) line: Source,
    pub(crate) ply: Option<usize>,
}

#[derive(Serialize, Deserialize)]
struct Record {
    #[serde(flatten)]
    key: Key,
    #[serde(flatten)]
    report: StoredReport,
}

/// The results of earlier runs, and where further ones go; neither where no journal was asked for.
#[derive(Default)]
pub(crate) struct Searches {
    path: PathBuf,
    journal: Option<Journal>,
    stored: HashMap<Key, Report<Mv>>,
}

impl Searches {
    /// Opens or begins the journal at `path`. `at` gives the position of a search; `None` if
    /// the run has no such search.
    pub(crate) fn open(
        path: &Path,
        run: &Run<'_>,
        at: impl Fn(Key) -> Option<Position>,
    ) -> Result<Searches, Failure> {
        let mut stored = HashMap::new();
        let opened = Journal::open(
            path,
            &run.header(),
            |_| None,
            |record: Record| {
                let position = at(record.key).ok_or("a search that is not of this run")?;
                stored.insert(record.key, record.report.read(&position)?);
                Ok(())
            },
        );
        let Opened { journal, skipped, .. } = opened?;
        note_skipped(path, &skipped);
        if !stored.is_empty() {
            let count = format::count(stored.len(), "result");
            note(&format!("{count} taken from {}", path.display()));
        }
        Ok(Searches { path: path.into(), journal: Some(journal), stored })
    }

    /// The recorded result of a search.
    pub(crate) fn take(&mut self, key: Key) -> Option<Report<Mv>> {
        self.stored.remove(&key)
    }

    /// Records a result.
    pub(crate) fn note(&mut self, key: Key, report: &Report<Mv>) -> Result<(), Failure> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        Ok(journal.note(&Record { key, report: StoredReport::of(report) })?)
    }

    /// Says how an interrupted run is continued.
    pub(crate) fn say_how_to_continue(&self) {
        if self.journal.is_some() {
            say_how_to_continue(&self.path);
        }
    }
}

/// Says that the same command continues by the journal at `path`.
pub(crate) fn say_how_to_continue(path: &Path) {
    let path = path.to_string_lossy();
    let path = shlex::try_quote(&path).map(String::from).unwrap_or_default();
    note(&format!("interrupted: the same command with --journal {path} continues"));
}

/// Notes which lines of a journal were not used.
pub(crate) fn note_skipped(path: &Path, skipped: &[Skipped]) {
    const SHOWN: usize = 10;
    let path = path.display();
    for Skipped { line, message } in skipped.iter().take(SHOWN) {
        note(&format!("{path}:{line}: not used: {message}"));
    }
    if skipped.len() > SHOWN {
        note(&format!("{path}: {} more lines are not used", skipped.len() - SHOWN));
    }
}
