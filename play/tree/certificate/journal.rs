//! The journal of a check ([`plyglot_wire::journal`]): which check it is, and what it has found to hold.

use std::path::Path;

use plyglot_wire::journal::{Header, Journal, JournalError, Opened, Skipped};
use serde_json::{Value, json};

use super::{Certificate, Part};

/// A check's journal, and what it holds already.
pub struct Continued {
    /// Where further parts go.
    pub journal: Journal,
    /// What was found to hold.
    pub done: Vec<Part>,
    /// What of it was not used.
    pub skipped: Vec<Skipped>,
}

impl Certificate {
    /// Opens the journal of a check of these records, or begins one. It is bound to the bytes of the certificate, to the
    /// sample, and to the version of the program, whose rules are what is checked by. `origin` is stored with it.
    ///
    /// # Errors
    /// See [`Journal::open`].
    pub fn continued(
        &self,
        path: &Path,
        sample: Option<(usize, u64)>,
        origin: &Value,
    ) -> Result<Continued, JournalError> {
        let header = Header {
            command: "tree check".into(),
            run: json!({
                "certificate": format!("{:016x}", self.sum),
                "records": self.records.len(),
                "sample": sample.map(|(count, _)| count),
                "seed": sample.map(|(_, seed)| seed),
                "program": { "version": origin["version"], "commit": origin["commit"] },
            }),
            origin: origin.clone(),
        };
        let mut done = Vec::new();
        let take = |part: Part| {
            done.push(part);
            Ok(())
        };
        let Opened { journal, skipped, .. } = Journal::open(path, &header, |_| None, take)?;
        Ok(Continued { journal, done, skipped })
    }
}
