//! The lines of a file, whole, torn or too long, in bounded memory.

use std::io::{self, BufRead, BufReader, Read};

/// A line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// With its line end, which is left out here.
    Whole(&'a [u8]),
    /// The end of the file came first.
    Torn(&'a [u8]),
    /// Whole, but longer than was allowed; it was passed over.
    Long,
}

/// Reads lines, and knows where the last whole one ended.
pub(super) struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    number: usize,
    end: u64,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(reader: BufReader<R>) -> Self {
        Lines { reader, line: Vec::new(), number: 0, end: 0 }
    }

    /// The number of the line that was read last, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Where the last whole line ends, in bytes.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// What comes next, up to `most` bytes of it; less at the end of the file. Before the first line.
    pub(super) fn peek(&mut self, most: usize) -> io::Result<&[u8]> {
        // A buffer is filled by one read, which of a regular file gives all that fits.
        let there = self.reader.fill_buf()?;
        Ok(&there[..most.min(there.len())])
    }

    /// The next line; `None` at the end of the file.
    pub(super) fn next(&mut self, most: u64) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let read = (&mut self.reader).take(most).read_until(b'\n', &mut self.line)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.line.last() == Some(&b'\n') {
            self.end += read as u64;
            self.line.pop();
            return Ok(Some(Line::Whole(&self.line)));
        }
        if (read as u64) < most {
            return Ok(Some(Line::Torn(&self.line)));
        }
        let (more, ended) = self.pass_over()?;
        if ended {
            self.end += read as u64 + more;
            return Ok(Some(Line::Long));
        }
        Ok(Some(Line::Torn(&self.line)))
    }

    /// Goes to the end of the line; how many bytes that was, and whether there was a line end.
    fn pass_over(&mut self) -> io::Result<(u64, bool)> {
        let mut passed = 0;
        loop {
            let there = self.reader.fill_buf()?;
            if there.is_empty() {
                return Ok((passed, false));
            }
            let place = there.iter().position(|&byte| byte == b'\n');
            let count = place.map_or(there.len(), |place| place + 1);
            self.reader.consume(count);
            passed += count as u64;
            if place.is_some() {
                return Ok((passed, true));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, most: u64) -> (Vec<String>, u64) {
        // A buffer that is shorter than the lines.
        let mut lines = Lines::new(BufReader::with_capacity(3, text.as_bytes()));
        let mut text = Vec::new();
        while let Some(line) = lines.next(most).expect("memory can be read") {
            text.push(match line {
                Line::Whole(line) => String::from_utf8_lossy(line).into_owned(),
                Line::Torn(line) => format!("torn {}", String::from_utf8_lossy(line)),
                Line::Long => "long".into(),
            });
        }
        (text, lines.end())
    }

    #[test]
    fn lines_are_whole_torn_or_long() {
        assert_eq!(all("", 9), (vec![], 0));
        assert_eq!(all("one\n\ntwo\n", 9), (vec!["one".into(), "".into(), "two".into()], 9));
        assert_eq!(all("one\ntw", 9), (vec!["one".into(), "torn tw".into()], 4));
        assert_eq!(all("much more\nb\n", 5), (vec!["long".into(), "b".into()], 12));
        assert_eq!(all("a\nmuch more", 5), (vec!["a".into(), "torn much ".into()], 2));
        assert_eq!(all("four\nfive5\n", 5), (vec!["four".into(), "long".into()], 11));
    }
}
