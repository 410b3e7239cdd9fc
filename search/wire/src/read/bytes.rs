//! What the bytes of a file are: text in UTF-8, which most is; in UTF-16, as some editors of Windows save it; or games in a
//! binary format of the game's own ([`plyglot_search::Describe::unpack_file`]). Behind this all is UTF-8.
//!
//! Cost: a look at the first bytes; what is not UTF-8 is held whole, of at most [`MOST_WHOLE`] bytes.

use std::fs::{self, File};
use std::io::{self, BufRead, Cursor, Read};
use std::path::Path;

use plyglot_open::Position;

use super::file::FileError;

/// The longest file that is held whole, in bytes.
pub(super) const MOST_WHOLE: usize = 64 << 20;

/// The longest file beside another that is read, in bytes.
const MOST_BESIDE: u64 = 16 << 20;

/// How many of the first bytes are looked at.
const HEAD: usize = 64;

type Source = Box<dyn BufRead + Send>;

/// The same file as UTF-8, with a text for each game of a binary one that the game of `start` reads.
pub(super) fn as_text(
    mut from: Source,
    path: &str,
    start: Option<&Position>,
) -> Result<Source, FileError> {
    // What cannot be read fails where the first line is read.
    let Ok(head) = from.fill_buf() else { return Ok(from) };
    let head = &head[..head.len().min(HEAD)];
    if let Some(utf16) = Utf16::of(head) {
        let bytes = whole(from, path)?;
        return Ok(Box::new(Cursor::new(utf16.decoded(&bytes, path)?)));
    }
    if !head.contains(&0) {
        return Ok(from);
    }
    if let Some(start) = start {
        let bytes = whole(from, path)?;
        match start.unpack_file(&bytes, &|name| beside(path, name)) {
            Ok(Some(games)) => return Ok(Box::new(Cursor::new(games.join("\n")))),
            Ok(None) => {}
            Err(error) => {
                return Err(FileError::Unreadable { path: path.into(), error: error.into() });
            }
        }
    }
    Err(FileError::Binary { path: path.into() })
}

fn whole(from: Source, path: &str) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = from.take(MOST_WHOLE as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| FileError::Unusable { path: path.into(), error })?;
    if bytes.len() > MOST_WHOLE {
        return Err(FileError::TooMuchAtOnce { path: path.into() });
    }
    Ok(bytes)
}

/// The bytes of the file of this name in the folder of `path`, whatever its capital letters.
fn beside(path: &str, name: &str) -> Option<Vec<u8>> {
    let folder = Path::new(path).parent()?;
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let named = |entry: &fs::DirEntry| entry.file_name().eq_ignore_ascii_case(name);
    let mut bytes = Vec::new();
    let file = File::open(entries.into_iter().find(named)?.path()).ok()?;
    file.take(MOST_BESIDE).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The order of the bytes of a text in UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Utf16 {
    LowFirst,
    HighFirst,
}

impl Utf16 {
    /// By its byte order mark, or by the zeros between letters.
    fn of(head: &[u8]) -> Option<Utf16> {
        match head {
            [0xff, 0xfe, ..] => return Some(Utf16::LowFirst),
            [0xfe, 0xff, ..] => return Some(Utf16::HighFirst),
            _ => {}
        }
        let pairs = head.chunks_exact(2);
        let all = |zero: usize| {
            let latin = |pair: &[u8]| pair[zero] == 0 && pair[1 - zero] != 0;
            head.len() >= 8 && pairs.clone().all(latin)
        };
        match () {
            () if all(1) => Some(Utf16::LowFirst),
            () if all(0) => Some(Utf16::HighFirst),
            () => None,
        }
    }

    fn decoded(self, bytes: &[u8], path: &str) -> Result<String, FileError> {
        let wrong = |at: usize| FileError::NotUtf16 { path: path.into(), at: at + 1 };
        let unit = |pair: &[u8]| match self {
            Utf16::LowFirst => u16::from_le_bytes([pair[0], pair[1]]),
            Utf16::HighFirst => u16::from_be_bytes([pair[0], pair[1]]),
        };
        let mut text = String::with_capacity(bytes.len() / 2);
        let mut at = 0;
        for letter in char::decode_utf16(bytes.chunks_exact(2).map(unit)) {
            let letter = letter.map_err(|_| wrong(at))?;
            at += 2 * letter.len_utf16();
            text.push(letter);
        }
        if bytes.len() % 2 == 1 { Err(wrong(bytes.len() - 1)) } else { Ok(text) }
    }
}

/// Reads lines that end as on any system: by LF, CR LF, or CR.
#[derive(Debug, Default)]
pub(super) struct LineEnds {
    /// True behind a CR: an LF belongs to it.
    after_cr: bool,
}

/// What was read of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    /// Bytes, with the end of the line.
    pub(super) bytes: usize,
    /// True if the line has ended; false at the end of the file, and of a line that is longer than was asked for.
    pub(super) ended: bool,
}

impl LineEnds {
    /// Reads the next line, without its end, of which no more than `most` bytes are taken.
    pub(super) fn read(
        &mut self,
        from: &mut dyn BufRead,
        line: &mut Vec<u8>,
        most: usize,
    ) -> io::Result<Taken> {
        let mut taken = Taken { bytes: 0, ended: false };
        while !taken.ended && line.len() < most {
            let buffer = match from.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let Some(&first) = buffer.first() else { break };
            if std::mem::take(&mut self.after_cr) && first == b'\n' {
                from.consume(1);
                taken.bytes += 1;
                continue;
            }
            let room = buffer.len().min(most - line.len());
            let end = buffer[..room].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            line.extend_from_slice(&buffer[..end.unwrap_or(room)]);
            taken.ended = end.is_some();
            self.after_cr = end.is_some_and(|end| buffer[end] == b'\r');
            let used = end.map_or(room, |end| end + 1);
            from.consume(used);
            taken.bytes += used;
        }
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: Vec<u8>) -> Result<String, String> {
        let from = as_text(Box::new(Cursor::new(bytes)), "file", None);
        let mut text = String::new();
        from.map_err(|error| error.to_string())?.read_to_string(&mut text).expect("UTF-8");
        Ok(text)
    }

    #[test]
    fn utf_16_is_read_in_either_order_with_and_without_its_mark() {
        let line = "f5d6c3 d3c4\n\u{e9}\u{1f600}\n";
        for order in [Utf16::LowFirst, Utf16::HighFirst] {
            let bytes = |text: &str| -> Vec<u8> {
                let unit = |unit: u16| match order {
                    Utf16::LowFirst => unit.to_le_bytes(),
                    Utf16::HighFirst => unit.to_be_bytes(),
                };
                text.encode_utf16().flat_map(unit).collect()
            };
            assert_eq!(text(bytes(&format!("\u{feff}{line}"))), Ok(format!("\u{feff}{line}")));
            let long = format!("{}{line}", "f5d6".repeat(HEAD));
            assert_eq!(text(bytes(&long)), Ok(long));
            let mut odd = bytes("\u{feff}f5");
            odd.push(7);
            assert_eq!(text(odd), Err("file: UTF-16 text that is broken at byte 7".into()));
        }
        let alone = vec![0xff, 0xfe, b'f', 0, 0, 0xd8, b'x', 0];
        assert_eq!(text(alone), Err("file: UTF-16 text that is broken at byte 5".into()));
        assert!(text(b"a\0b".to_vec()).is_err_and(|error| error.starts_with("file: binary, ")));
    }

    #[test]
    fn lines_end_as_on_any_system() {
        let lines = |bytes: &[u8], buffer: usize| {
            let mut from = io::BufReader::with_capacity(buffer, Cursor::new(bytes.to_vec()));
            let (mut ends, mut lines, mut all) = (LineEnds::default(), Vec::new(), 0);
            loop {
                let mut line = Vec::new();
                let taken = ends.read(&mut from, &mut line, 100).expect("memory");
                all += taken.bytes;
                if taken.bytes == 0 {
                    assert_eq!(all, bytes.len());
                    return lines;
                }
                lines.push(String::from_utf8(line).expect("letters"));
            }
        };
        for buffer in 1..5 {
            assert_eq!(lines(b"a\nb\r\nc\rd", buffer), ["a", "b", "c", "d"]);
            assert_eq!(lines(b"\n\n\r\r\n\r\n", buffer)[..5], [""; 5]);
            assert_eq!(lines(b"", buffer), [""; 0]);
        }
        let (mut line, mut from) = (Vec::new(), &b"abcdef\n"[..]);
        let taken = LineEnds::default().read(&mut from, &mut line, 4).expect("memory");
        assert_eq!((taken, &line[..]), (Taken { bytes: 4, ended: false }, &b"abcd"[..]));
    }
}
