//! The lines of a file: positions with their known answers, or what is wrong with the line.

use std::str;

use plyglot_open::{KnownAnswer, Mv, Position};

/// A line that is neither blank nor a comment.
pub(crate) struct Record {
    /// The line of the file, from 1.
    pub(crate) number: usize,
    /// The position and the answer that its line carries, if it carries one; or why the line has no
    /// position.
    pub(crate) game: Result<(Position, Option<KnownAnswer<Mv>>), String>,
}

/// Reads every line. `start` is a position of the size that the file's positions have.
pub(crate) fn parse(start: &Position, bytes: &[u8]) -> Vec<Record> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut records = Vec::new();
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let number = index + 1;
        let game = match str::from_utf8(line) {
            Ok(line) if line.trim().is_empty() || line.trim_start().starts_with('#') => continue,
            Ok(line) => start.parse_record(line.trim()).map_err(|error| error.to_string()),
            Err(error) => Err(format!("not UTF-8 text at byte {}", error.valid_up_to() + 1)),
        };
        records.push(Record { number, game });
    }
    records
}
