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
    let record = |line: &str| start.parse_record(line).map_err(|error| error.to_string());
    let lines = lines(bytes);
    lines.map(|(number, line)| Record { number, game: line.and_then(record) }).collect()
}

/// The lines of a file that are neither blank nor comments, with their numbers from 1 and without blanks
/// around them; or what is wrong with the text of one.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Result<&str, String>)> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = bytes.split(|&byte| byte == b'\n').map(|line| {
        let text = str::from_utf8(line).map(str::trim);
        text.map_err(|error| format!("not UTF-8 text at byte {}", error.valid_up_to() + 1))
    });
    let skipped = |text: &str| text.is_empty() || text.starts_with('#');
    (1..).zip(lines).filter(move |(_, line)| !line.as_ref().is_ok_and(|text| skipped(text)))
}
