//! Links to HexWorld: `https://hexworld.org/board/#11c1,a1:sf6`: size, how the board is turned and coloured, and the moves up
//! to the one that is shown; those behind the next comma come later. What the format is was taken from the links that people
//! post and from the notes on it in the repository Phlogistique/hex-relative.

use plyglot_games_common::properties::PropertyError;
use plyglot_search::CommentSlots;

use super::super::bits::Cells;
use super::super::position::HexOf;
use super::{Line, Read, cell, check_size, not_a_cell};

/// What people call the format.
pub(super) const NAME: &str = "HexWorld links";

/// What stands behind the `#` of a link to HexWorld, with its place in the text.
pub(super) fn fragment(text: &str) -> Option<(usize, &str)> {
    let is_link = text.split('#').next().is_some_and(|address| address.contains("hexworld.org/"));
    let begin = text.find('#').filter(|_| is_link)? + 1;
    Some((begin, text[begin..].trim_end()))
}

/// The game of a [`fragment`].
pub(super) fn read<C: Cells>(start: &HexOf<C>, (begin, fragment): (usize, &str)) -> Read<C> {
    // An address is of bytes; a place is told in characters all the same.
    let wrong = |at: usize, message: String| PropertyError::new(begin + at + 1, message);
    let mut parts = fragment.split(',');
    let head = parts.next().unwrap_or_default();
    let digits = head.len() - head.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let oblong = head[digits..].strip_prefix('x').map(|rows| {
        &rows[..rows.len() - rows.trim_start_matches(|c: char| c.is_ascii_digit()).len()]
    });
    let size: usize = head[..digits].parse().map_err(|_| {
        wrong(0, "a link to HexWorld needs the size of the board, such as #11".into())
    })?;
    if let Some(rows) = oblong.filter(|rows| **rows != head[..digits]) {
        return Err(wrong(
            0,
            format!("a board of {size} by {rows}: both sides have the same length"),
        ));
    }
    check_size(begin + 1, size, start.size())?;
    let (shown, later) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let (mut line, mut tags) = (Line::new(*start), Vec::new());
    let mut rest = shown;
    while let Some(first) = rest.chars().next() {
        let offset = head.len() + 1 + shown.len() - rest.len();
        let at = begin + offset + 1;
        let length = match first {
            ':' if rest.starts_with(":s") => {
                line.swap(at, false)?;
                2
            }
            // Sides exchanged on the page alone: who plays what stays.
            ':' if rest.starts_with(":S") => 2,
            ':' if [":rb", ":rw", ":fb", ":fw"].iter().any(|end| rest.starts_with(end)) => {
                let word = if rest.starts_with(":r") { "resign" } else { "forfeit" };
                tags.push(("Ended".into(), word.into()));
                3
            }
            ':' if rest.starts_with(":p") => {
                return Err(wrong(offset, "a pass (:p): here nothing is passed".into()));
            }
            _ => {
                let digits =
                    rest[first.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
                let length = first.len_utf8() + digits;
                let cell = cell(&rest[..length]).filter(|_| digits > 0);
                line.cell(at, cell.ok_or_else(|| not_a_cell(at, rest))?)?;
                length
            }
        };
        rest = &rest[length..];
    }
    if !later.is_empty() {
        tags.push(("Later".into(), later.into()));
    }
    line.file(NAME, tags, CommentSlots::default())
}
