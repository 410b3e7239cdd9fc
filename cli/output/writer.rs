//! Standard output: whole lines, flushed where a reader may be waiting; errors are returned.
//!
//! What people read is folded at its blanks where a terminal is too narrow for it, so that no word or number is
//! broken at its rim; what programs read (`object`) is written as it is.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
#[cfg(unix)]
use std::os::fd::AsFd as Handle;
#[cfg(windows)]
use std::os::windows::io::AsHandle as Handle;
use std::time::Duration;

use terminal_size::terminal_size_of;

use crate::format;

/// Terminals with fewer columns than this are treated as if they had no limit.
const NARROW: usize = 60;

/// The program's standard output.
#[derive(Debug)]
pub(crate) struct Output {
    out: BufWriter<Stdout>,
    width: Option<usize>,
    height: Option<usize>,
}

impl Output {
    /// Opens it.
    pub(crate) fn new() -> Output {
        let out = io::stdout();
        let height = size(&out).map(|(_, rows)| rows);
        Output { width: width(&out), height, out: BufWriter::new(out) }
    }

    /// How many columns the terminal has; `None` if that sets no limit.
    pub(crate) fn width(&self) -> Option<usize> {
        self.width
    }

    /// True if this number of lines does not fit on the terminal.
    pub(crate) fn scrolls(&self, lines: usize) -> bool {
        self.height.is_some_and(|rows| lines > rows)
    }

    /// Writes a text for people, folded; it may stay in memory for a while.
    pub(crate) fn line(&mut self, text: impl Display) -> io::Result<()> {
        match self.width {
            None => writeln!(self.out, "{text}"),
            width => writeln!(self.out, "{}", format::folded(&text.to_string(), width)),
        }
    }

    /// Writes a line for programs.
    pub(crate) fn object(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// For code that writes by itself.
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// Writes a text that a reader waits for.
    pub(crate) fn live_line(&mut self, text: impl Display) -> io::Result<()> {
        self.line(text)?;
        self.out.flush()
    }

    /// Writes a line that a program waits for.
    pub(crate) fn live_object(&mut self, text: impl Display) -> io::Result<()> {
        self.object(text)?;
        self.out.flush()
    }

    /// Shows the result of a search that took so long. A long search is worth showing at once; thousands
    /// of short ones are not worth a system call each.
    pub(crate) fn after(&mut self, took: Duration) -> io::Result<()> {
        if took.as_millis() > 0 { self.out.flush() } else { Ok(()) }
    }

    /// Writes the start of a line that the user ends.
    pub(crate) fn prompt(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Writes what is still in memory.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// How many columns there are; `None` where that sets no limit: elsewhere than on a terminal, on one that does not
/// know, and on a very narrow one, whose lines are better wrapped than cut.
pub(crate) fn width(of: &(impl IsTerminal + Handle)) -> Option<usize> {
    size(of).map(|(columns, _)| columns).filter(|&columns| columns >= NARROW)
}

fn size(of: &(impl IsTerminal + Handle)) -> Option<(usize, usize)> {
    let (columns, rows) = of.is_terminal().then(|| terminal_size_of(of)).flatten()?;
    Some((columns.0.into(), rows.0.into()))
}
