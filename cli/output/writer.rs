//! Standard output: whole lines, flushed where a reader may be waiting; errors are returned.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::time::Duration;

use comfy_table::Table;

use crate::format;

/// Terminals with fewer columns than this are treated as if they had no limit.
const NARROW: usize = 60;

/// The program's standard output.
#[derive(Debug)]
pub(crate) struct Output {
    out: BufWriter<Stdout>,
    width: Option<usize>,
}

impl Output {
    /// Opens it.
    pub(crate) fn new() -> Output {
        let out = io::stdout();
        // The one dependency that knows the width of a terminal.
        let width = out.is_terminal().then(|| Table::new().width()).flatten().map(usize::from);
        // Some terminals say 0, and in a very narrow one lines are better wrapped than cut.
        let width = width.filter(|&width| width >= NARROW);
        Output { width, out: BufWriter::new(out) }
    }

    /// How many columns the terminal has; `None` if that sets no limit.
    pub(crate) fn width(&self) -> Option<usize> {
        self.width
    }

    /// Writes a line; it may stay in memory for a while.
    pub(crate) fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Writes sentences and labelled lines, folded where the terminal is too narrow for them.
    pub(crate) fn folded(&mut self, text: &str) -> io::Result<()> {
        let text = format::folded(text, self.width);
        self.line(text)
    }

    /// For code that writes by itself.
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// Writes a line that a reader waits for.
    pub(crate) fn live_line(&mut self, text: impl Display) -> io::Result<()> {
        self.line(text)?;
        self.out.flush()
    }

    /// Writes the result of a search that took so long. A long search is worth showing at once; thousands
    /// of short ones are not worth a system call each.
    pub(crate) fn result_line(&mut self, text: impl Display, took: Duration) -> io::Result<()> {
        if took.as_millis() > 0 { self.live_line(text) } else { self.line(text) }
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
