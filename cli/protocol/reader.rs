//! The lines of the input, read by a thread of its own so that they arrive during a search, too.

use std::io::{self, BufRead, Read};
use std::thread;

use crossbeam::channel::{Receiver, bounded};

use crate::errors::Failure;
use crate::threads;

/// The longest line that is read, in bytes: a game of many thousand moves fits.
const LONGEST: u64 = 1 << 20;

/// How many lines may wait for their turn; a sender of more waits, too.
const WAITING: usize = 64;

/// What comes in. The end of the input closes the channel.
#[derive(Debug)]
pub(crate) enum Input {
    /// A line, without its end. What is not UTF-8 in it was replaced.
    Line(String),
    /// A line that is too long to be meant, and was skipped.
    TooLong,
    /// The input cannot be read any further.
    Failed(io::Error),
}

/// Reads `source` line by line until it ends. The thread outlives a receiver that goes away by one
/// line: nothing can interrupt its reading.
///
/// # Errors
/// If the system refuses the thread.
pub(crate) fn read(source: impl Read + Send + 'static) -> Result<Receiver<Input>, Failure> {
    read_ahead(source, WAITING)
}

/// [`read`] with another number of lines that may wait.
///
/// # Errors
/// If the system refuses the thread.
pub(crate) fn read_ahead(
    source: impl Read + Send + 'static,
    waiting: usize,
) -> Result<Receiver<Input>, Failure> {
    let (sender, receiver) = bounded(waiting);
    let lines = move || {
        let mut source = io::BufReader::new(source);
        while let Some(input) = next(&mut source).unwrap_or_else(|error| Some(Input::Failed(error)))
        {
            let last = matches!(input, Input::Failed(_));
            if sender.send(input).is_err() || last {
                break;
            }
        }
    };
    let spawned = thread::Builder::new().name("input".into()).spawn(lines);
    spawned.map_err(threads::refused)?;
    Ok(receiver)
}

/// The next line; `None` at the end of the input. A last line needs no line break.
fn next(source: &mut impl BufRead) -> io::Result<Option<Input>> {
    let mut line = Vec::new();
    if source.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
        skip_line(source)?;
        return Ok(Some(Input::TooLong));
    }
    Ok(Some(Input::Line(String::from_utf8_lossy(&line).trim().to_owned())))
}

/// Skips what is left of a line.
fn skip_line(source: &mut impl BufRead) -> io::Result<()> {
    let mut rest = Vec::new();
    while source.by_ref().take(LONGEST).read_until(b'\n', &mut rest)? > 0 {
        if rest.last() == Some(&b'\n') {
            break;
        }
        rest.clear();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<String> {
        let mut source = io::BufReader::new(bytes);
        let mut read = Vec::new();
        while let Some(input) = next(&mut source).expect("memory can be read") {
            read.push(match input {
                Input::Line(line) => line,
                other => format!("{other:?}"),
            });
        }
        read
    }

    #[test]
    fn lines_end_with_either_line_break_or_the_end_of_the_input() {
        assert_eq!(all(b"ugi\r\n\n go \nsto"), ["ugi", "", "go", "sto"]);
        assert!(all(b"").is_empty());
    }

    #[test]
    fn what_is_not_utf8_is_replaced() {
        assert_eq!(all(b"go \xff\xfe\nstop\n"), ["go \u{fffd}\u{fffd}", "stop"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_and_nothing_else() {
        let mut bytes = vec![b'x'; 3 * LONGEST as usize + 5];
        bytes.extend(b"\nstop\n");
        assert_eq!(all(&bytes), ["TooLong", "stop"]);
        assert_eq!(all(&[b'x'; LONGEST as usize]), ["TooLong"]);
        let mut fits = vec![b'x'; LONGEST as usize - 1];
        fits.push(b'\n');
        assert_eq!(all(&fits)[0].len() as u64, LONGEST - 1);
    }
}
