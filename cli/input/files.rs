//! Files and standard input, read whole and within bounds.

use std::fs::File;
use std::io::{self, Read};

use crate::errors::Failure;
use crate::format;

/// The longest line that is read, in bytes.
const MOST_LINE: usize = 64 << 10;
/// How many lines are read, comments included.
const MOST_LINES: usize = 1_000_000;
/// How many bytes are read.
const MOST_BYTES: usize = 256 << 20;
/// How many bytes are read at a time.
const PART: usize = 64 << 10;

/// All bytes of a file, or of standard input for `-`. A line that is too long, too many
/// lines or too many bytes are refused as soon as they are read, so that an endless device does no harm.
pub(crate) fn read(path: &str) -> Result<Vec<u8>, Failure> {
    let failed = |message| Failure::File { path: path.into(), message };
    let refused = |error| Failure::Unusable { path: path.into(), error };
    match path {
        "-" => bounded(io::stdin().lock()).map_err(refused)?,
        path => File::open(path).and_then(bounded).map_err(refused)?,
    }
    .map_err(failed)
}

/// All bytes, or why there are too many.
fn bounded(mut from: impl Read) -> io::Result<Result<Vec<u8>, String>> {
    let (mut bytes, mut ended, mut length) = (Vec::new(), 0, 0);
    loop {
        let before = bytes.len();
        if from.by_ref().take(PART as u64).read_to_end(&mut bytes)? == 0 {
            return Ok(Ok(bytes));
        }
        for &byte in &bytes[before..] {
            if ended == MOST_LINES {
                return Ok(Err(format!("more than {} lines", format::grouped(MOST_LINES as u64))));
            }
            (ended, length) = if byte == b'\n' { (ended + 1, 0) } else { (ended, length + 1) };
            if length > MOST_LINE {
                let line = ended + 1;
                return Ok(Err(format!("line {line} is longer than {}", format::bytes(MOST_LINE))));
            }
        }
        if bytes.len() > MOST_BYTES {
            return Ok(Err(format!("more than {}", format::bytes(MOST_BYTES))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(from: impl Read) -> Result<usize, String> {
        bounded(from).expect("memory can be read").map(|bytes| bytes.len())
    }

    #[test]
    fn a_file_within_the_bounds_is_read_whole() {
        assert_eq!(length(&b""[..]), Ok(0));
        let text = "line\n".repeat(50_000) + "end";
        assert_eq!(bounded(text.as_bytes()).expect("memory").as_deref(), Ok(text.as_bytes()));
        assert_eq!(length(io::repeat(b'\n').take(MOST_LINES as u64)), Ok(MOST_LINES));
        assert_eq!(length(io::repeat(b'x').take(MOST_LINE as u64)), Ok(MOST_LINE));
    }

    #[test]
    fn an_endless_file_is_refused() {
        assert_eq!(length(io::repeat(0)), Err("line 1 is longer than 64 KiB".into()));
        assert_eq!(length(io::repeat(b'\n')), Err("more than 1,000,000 lines".into()));
        let second = b"a\n".chain(io::repeat(b'b'));
        assert_eq!(length(second), Err("line 2 is longer than 64 KiB".into()));
        let long = [vec![b'x'; 9_999], vec![b'\n']].concat();
        let endless = std::iter::repeat_n(long, 40_000).flatten().collect::<Vec<u8>>();
        assert_eq!(length(&endless[..]), Err("more than 256 MiB".into()));
    }
}
