//! The lines of a file: positions with their known answers, or what was wrong with the line.

use std::str;

use plyglot_search::{Describe, KnownAnswer};

/// A position and the answer that its line carries, if it carries one.
pub(crate) type Position<G> = (G, Option<KnownAnswer<<G as plyglot_search::Game>::Move>>);

/// A line that is neither blank nor a comment.
pub(crate) struct Record<G: Describe> {
    /// Which line of the file, from 1.
    pub(crate) number: usize,
    /// The position, or why the line has none.
    pub(crate) game: Result<Position<G>, String>,
}

/// Reads every line. `start` is a start position of the size that the file's positions have.
pub(crate) fn parse<G: Describe>(start: &G, bytes: &[u8]) -> Vec<Record<G>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut records = Vec::new();
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let number = index + 1;
        let game = match str::from_utf8(line) {
            Ok(line) if line.trim().is_empty() || line.trim_start().starts_with('#') => continue,
            Ok(line) => start.parse_record(line.trim()).map_err(|error| error.message),
            Err(error) => Err(format!("not UTF-8 text at byte {}", error.valid_up_to() + 1)),
        };
        records.push(Record { number, game });
    }
    records
}
