//! A file, or standard input, line by line and within bounds: an endless device does no harm.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::str;

use plyglot_open::Position;
use plyglot_search::random::mix;
use thiserror::Error;

use super::brackets::{Brackets, begins_game, games_in};
use super::bytes::{self, LineEnds};
use super::line::LineError;
use super::source::Source;

/// The longest line that is read, in bytes.
const MOST_LINE: usize = 64 << 10;
/// How many lines are read, comments included.
const MOST_LINES: usize = 1_000_000;
/// How many bytes are read.
const MOST_BYTES: usize = 256 << 20;

/// Why a file cannot be read on.
#[derive(Debug, Error)]
pub enum FileError {
    /// The system does not let us read it.
    #[error("{path}: {error}")]
    Unusable {
        /// The file.
        path: String,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// A line is longer than any that is read.
    #[error("{path}: line {line} is longer than 64 KiB")]
    LineTooLong {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
    },
    /// There are too many lines.
    #[error("{path}: more than 1,000,000 lines")]
    TooManyLines {
        /// The file.
        path: String,
    },
    /// There are too many bytes.
    #[error("{path}: more than 256 MiB")]
    TooManyBytes {
        /// The file.
        path: String,
    },
    /// It is not text, and in none of the game's own formats.
    #[error(
        "{path}: binary, in no format of this game; a file has text, a position or a game on each line"
    )]
    Binary {
        /// The file.
        path: String,
    },
    /// It looks like UTF-16, and is none.
    #[error("{path}: UTF-16 text that is broken at byte {at}")]
    NotUtf16 {
        /// The file.
        path: String,
        /// Where, from 1.
        at: usize,
    },
    /// There are too many bytes of what is held whole.
    #[error("{path}: more than 64 MiB of what is not text in UTF-8")]
    TooMuchAtOnce {
        /// The file.
        path: String,
    },
    /// It is in a binary format of the game, and wrong.
    #[error("{path}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// What is wrong with it.
        #[source]
        error: LineError,
    },
    /// There is nothing in it that is wanted.
    #[error("{path}: no {what} in it")]
    Empty {
        /// The file.
        path: String,
        /// What is wanted, in the plural.
        what: &'static str,
    },
    /// A line is wrong, where all are needed.
    #[error("{path}:{line}: {error}")]
    Line {
        /// The file.
        path: Box<str>,
        /// Where in it.
        line: Source,
        /// What is wrong with it.
        #[source]
        error: LineError,
    },
}

/// A line, or a game of one that has several, and what it was read as.
#[derive(Debug)]
pub struct Line<T> {
    /// Where in the file.
    pub source: Source,
    /// What was read, or what is wrong with the line.
    pub read: Result<T, LineError>,
}

impl Line<String> {
    /// Reads the text of the line.
    pub fn then<T>(self, read: impl FnOnce(&str) -> Result<T, LineError>) -> Line<T> {
        Line { source: self.source, read: self.read.and_then(|text| read(&text)) }
    }
}

impl<T> Line<T> {
    /// What was read, where a bad line is one too many.
    ///
    /// # Errors
    /// [`FileError::Line`] of this file.
    pub fn good(self, path: &str) -> Result<T, FileError> {
        let (path, line) = (path.into(), self.source);
        self.read.map_err(|error| FileError::Line { path, line, error })
    }
}

/// The lines of a file that are neither blank nor comments, without blanks around them. A byte order mark is skipped,
/// lines may end as on any system. A game that goes on below is one line with line breaks in it, of the number of its
/// first: one in brackets, `(;...)`, and what the game says of its own formats ([`Lines::of_games`]). Several in brackets
/// on one line are one after the other. After an error there are no more.
pub struct Lines {
    from: Box<dyn BufRead + Send>,
    ends: LineEnds,
    path: String,
    /// With those that begin with `#`.
    comments: bool,
    number: usize,
    bytes: usize,
    digest: u64,
    ended: bool,
    /// Whose games may take several lines.
    games: Option<Position>,
    /// A line that was read to see whether a game goes on in it.
    ahead: Option<Line<String>>,
    /// Further games of the line that was read last.
    further: VecDeque<Line<String>>,
}

impl Lines {
    /// Those of a file, or of standard input for `-`.
    ///
    /// # Errors
    /// [`FileError::Unusable`].
    pub fn open(path: &str) -> Result<Lines, FileError> {
        match path {
            "-" => Ok(Lines::new(path, BufReader::new(io::stdin()))),
            _ => Lines::of_file(Path::new(path)),
        }
    }

    /// Those of a file, whatever its name.
    ///
    /// # Errors
    /// [`FileError::Unusable`].
    pub fn of_file(path: &Path) -> Result<Lines, FileError> {
        let name = path.display().to_string();
        match File::open(path) {
            Ok(file) => Ok(Lines::new(&name, BufReader::with_capacity(MOST_LINE, file))),
            Err(error) => Err(FileError::Unusable { path: name, error }),
        }
    }

    /// Those of a text, which messages call `name`.
    pub fn new(name: &str, from: impl BufRead + Send + 'static) -> Lines {
        let (from, path) = (Box::new(from), name.into());
        Lines {
            from,
            ends: LineEnds::default(),
            path,
            comments: false,
            number: 0,
            bytes: 0,
            digest: 0,
            ended: false,
            games: None,
            ahead: None,
            further: VecDeque::new(),
        }
    }

    /// With the lines of one game joined where the game of `start` has a format that takes several
    /// ([`plyglot_search::Describe::continues`]): for every file of positions or games.
    #[must_use]
    pub fn of_games(self, start: &Position) -> Lines {
        Lines { games: Some(start.clone()), ..self }
    }

    /// With the comments.
    #[must_use]
    pub fn with_comments(self) -> Lines {
        Lines { comments: true, ..self }
    }

    /// The name of the file.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// A digest of everything that was read so far, comments included: all of the file once there are no more lines.
    pub fn digest(&self) -> String {
        format!("{:016x}", self.digest)
    }

    /// The bytes of the next line; `None` at the end.
    fn bytes(&mut self) -> Result<Option<Vec<u8>>, FileError> {
        let path = || self.path.clone();
        if self.number == 0 {
            let from = std::mem::replace(&mut self.from, Box::new(io::empty()));
            self.from = bytes::as_text(from, &self.path, self.games.as_ref())?;
        }
        let mut line = Vec::new();
        let taken = self.ends.read(&mut *self.from, &mut line, MOST_LINE + 1);
        let taken = taken.map_err(|error| FileError::Unusable { path: path(), error })?;
        if taken.bytes == 0 {
            return Ok(None);
        }
        self.bytes += taken.bytes;
        if self.number == MOST_LINES {
            return Err(FileError::TooManyLines { path: path() });
        }
        self.number += 1;
        if !taken.ended && line.len() > MOST_LINE {
            return Err(FileError::LineTooLong { path: path(), line: self.number });
        }
        if self.bytes > MOST_BYTES {
            return Err(FileError::TooManyBytes { path: path() });
        }
        self.digest = digested(self.digest, &line);
        Ok(Some(line))
    }

    /// A line with those on which a game that begins in it goes on.
    fn record(&mut self) -> Result<Option<Line<String>>, FileError> {
        let first = match self.ahead.take() {
            Some(line) => Some(line),
            None => self.line()?,
        };
        let Some(mut record) = first else { return Ok(None) };
        let Ok(text) = &mut record.read else { return Ok(Some(record)) };
        let mut brackets = Brackets::default();
        if begins_game(text) {
            brackets.read(text);
        }
        while brackets.depth > 0 || self.games.is_some() {
            let Some(next) = self.line()? else { break };
            match &next.read {
                Ok(more) if self.goes_on(&brackets, text, more) => {
                    if brackets.depth > 0 {
                        brackets.read(more);
                    }
                    text.push('\n');
                    text.push_str(more);
                }
                _ => {
                    self.ahead = Some(next);
                    break;
                }
            }
            if text.len() > MOST_LINE {
                return Err(FileError::LineTooLong {
                    path: self.path.clone(),
                    line: record.source.line,
                });
            }
        }
        Ok(Some(record))
    }

    /// The first game of a line; those behind it are kept.
    fn first_of(&mut self, line: Line<String>) -> Line<String> {
        let Line { source, read: Ok(text) } = &line else { return line };
        let games = games_in(text);
        if games.len() == 1 {
            return line;
        }
        let of = |(index, game): (usize, &str)| {
            let source = Source { line: source.line, game: Some(index + 1) };
            Line { source, read: Ok(game.to_string()) }
        };
        self.further = games.into_iter().enumerate().map(of).collect();
        self.further.pop_front().unwrap_or(line)
    }

    /// True if a line goes on with the game of the text before: up to the end of its brackets, or to another game.
    fn goes_on(&self, brackets: &Brackets, before: &str, line: &str) -> bool {
        match brackets.depth {
            0 => self.games.as_ref().is_some_and(|at| at.continues(before, line).unwrap_or(false)),
            _ => !begins_game(line),
        }
    }

    fn line(&mut self) -> Result<Option<Line<String>>, FileError> {
        while let Some(bytes) = self.bytes()? {
            let source = Source::line(self.number);
            let bytes = match source.line {
                1 => bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes),
                _ => &bytes[..],
            };
            let text = match str::from_utf8(bytes) {
                Ok(text) => text.trim(),
                Err(error) => {
                    let at = error.valid_up_to() + 1;
                    return Ok(Some(Line { source, read: Err(LineError::NotText { at }) }));
                }
            };
            if !text.is_empty() && (self.comments || !text.starts_with('#')) {
                return Ok(Some(Line { source, read: Ok(text.into()) }));
            }
        }
        Ok(None)
    }
}

impl Iterator for Lines {
    type Item = Result<Line<String>, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        if let Some(further) = self.further.pop_front() {
            return Some(Ok(further));
        }
        let line = self.record().map(|line| line.map(|line| self.first_of(line))).transpose();
        self.ended = !matches!(line, Some(Ok(_)));
        line
    }
}

/// A digest that goes on with the bytes of a line.
fn digested(digest: u64, line: &[u8]) -> u64 {
    let word = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    let words = [line.len() as u64].into_iter().chain(line.chunks(8).map(word));
    words.fold(digest, |digest, word| mix(digest.rotate_left(23) ^ word))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn read(from: impl Read + Send + 'static) -> Result<Vec<Line<String>>, String> {
        let lines = Lines::new("file", BufReader::new(from));
        lines.collect::<Result<_, _>>().map_err(|error| error.to_string())
    }

    fn texts(bytes: &'static [u8]) -> Vec<(usize, Option<String>)> {
        let lines = read(bytes).expect("memory can be read");
        lines.into_iter().map(|line| (line.source.line, line.read.ok())).collect()
    }

    #[test]
    fn what_is_read_are_lines_with_text_as_any_system_writes_them() {
        let text = |number, text: &str| (number, Some(text.to_string()));
        assert_eq!(texts(b""), []);
        assert_eq!(texts(b"\xef\xbb\xbfa b\r\n\n # no\n\tc "), [text(1, "a b"), text(4, "c")]);
        assert_eq!(texts(b"a\n\xef\xbb\xbfb"), [text(1, "a"), text(2, "\u{feff}b")]);
        assert_eq!(texts(b"x\xff\ny"), [(1, None), text(2, "y")]);
        assert_eq!(texts(b"a\rb\r\r\n# no\rc"), [text(1, "a"), text(2, "b"), text(5, "c")]);
        assert_eq!(texts(b"\xff\xfea\0\r\0\n\0b\0"), [text(1, "a"), text(2, "b")]);
        let all = Lines::new("file", &b"# one\n\ntwo"[..]).with_comments();
        let all: Vec<_> = all.map(|line| line.expect("a line").source.line).collect();
        assert_eq!(all, [1, 3]);
    }

    #[test]
    fn a_game_in_brackets_may_go_on_below() {
        let text = |number, text: &str| (number, Some(text.to_string()));
        let file =
            b"1 (;GM[x]\r\nC[a) \\] b]\n\n;B[c1])\nf5\n2\n(;open\n(;C[(]\n)\n(;a)(;b)\n(;end\n# no";
        let expected = [
            text(1, "1 (;GM[x]\nC[a) \\] b]\n;B[c1])"),
            text(5, "f5"),
            text(6, "2"),
            text(7, "(;open"),
            text(8, "(;C[(]\n)"),
            text(10, "(;a)"),
            text(10, "(;b)"),
            text(11, "(;end"),
        ];
        assert_eq!(texts(file), expected);
        let long = io::Cursor::new(["(;C[", &"x\n".repeat(MOST_LINE)].concat());
        assert_eq!(read(long).expect_err("no end"), "file: line 1 is longer than 64 KiB");
    }

    #[test]
    fn a_file_within_the_bounds_is_read() {
        let count = |from| read(from).map(|lines| lines.len());
        assert_eq!(count(io::repeat(b'\n').take(MOST_LINES as u64)), Ok(0));
        assert_eq!(count(io::repeat(b'x').take(MOST_LINE as u64)), Ok(1));
        let full = io::repeat(b'x').take(MOST_LINE as u64).chain(&b"\ny"[..]);
        assert_eq!(read(full).map(|lines| lines.len()), Ok(2));
    }

    #[test]
    fn an_endless_file_is_refused() {
        let error = |from: Box<dyn Read + Send>| read(from).expect_err("it has no end");
        assert_eq!(error(Box::new(io::repeat(b'a'))), "file: line 1 is longer than 64 KiB");
        assert!(error(Box::new(io::repeat(0))).starts_with("file: binary, in no format"));
        assert_eq!(error(Box::new(io::repeat(b'\n'))), "file: more than 1,000,000 lines");
        let second = b"a\n".chain(io::repeat(b'b'));
        assert_eq!(error(Box::new(second)), "file: line 2 is longer than 64 KiB");
        let long = [vec![b'#'; 9_999], vec![b'\n']].concat();
        let endless = std::iter::repeat_n(long, 40_000).flatten().collect::<Vec<u8>>();
        assert_eq!(error(Box::new(io::Cursor::new(endless))), "file: more than 256 MiB");
    }

    #[test]
    fn the_digest_is_that_of_every_line() {
        let digest = |text: &'static [u8]| {
            let mut lines = Lines::new("file", text);
            lines.by_ref().for_each(drop);
            lines.digest()
        };
        assert_eq!(digest(b"a\nb\n"), digest(b"a\nb"));
        let others: [&[u8]; 5] = [b"a\nb", b"b\na", b"ab", b"a\n\nb", b"a\nb #"];
        for (place, other) in others.iter().enumerate() {
            assert!(others[..place].iter().all(|one| digest(one) != digest(other)));
        }
    }
}
