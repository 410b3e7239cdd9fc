//! The lines of a file, in bounded memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest line: the header of a shard names its lines, of which a file has a million at most.
const MOST_LINE: u64 = 64 << 20;

/// A line.
pub(super) enum Line {
    /// With its line end, which is left out here.
    Whole(String),
    /// The end of the file came first: what was being written when a program ended.
    Torn(String),
    /// Longer than a line can be, or not UTF-8.
    Bad(&'static str),
}

/// A file that is read line by line.
pub(super) struct Lines {
    from: BufReader<Box<dyn Read>>,
}

impl Lines {
    /// Of a file, or of standard input for `-`.
    pub(super) fn open(path: &Path) -> io::Result<Lines> {
        let from: Box<dyn Read> = match path.as_os_str().to_str() {
            Some("-") => Box::new(io::stdin()),
            _ => Box::new(File::open(path)?),
        };
        Ok(Lines { from: BufReader::with_capacity(1 << 16, from) })
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let read = (&mut self.from).take(MOST_LINE).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        let whole = bytes.last() == Some(&b'\n');
        if !whole && read as u64 == MOST_LINE {
            return Ok(Some(Line::Bad("longer than 64 MiB")));
        }
        let Ok(mut text) = String::from_utf8(bytes) else {
            return Ok(Some(Line::Bad("not UTF-8 text")));
        };
        text.truncate(text.trim_end().len());
        Ok(Some(if whole { Line::Whole(text) } else { Line::Torn(text) }))
    }
}
