//! Standard output: whole lines, flushed when somebody may be watching, errors handed up.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use comfy_table::Table;

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
        // The one crate in the house that can tell the width of a terminal.
        let width = || Table::new().width().map_or(80, usize::from);
        Output { width: out.is_terminal().then(width), out: BufWriter::new(out) }
    }

    /// How many columns the terminal has; `None` if the output is no terminal.
    pub(crate) fn width(&self) -> Option<usize> {
        self.width
    }

    /// Writes a line, for now or for later.
    pub(crate) fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Writes a line that somebody waits for.
    pub(crate) fn live_line(&mut self, text: impl Display) -> io::Result<()> {
        self.line(text)?;
        self.out.flush()
    }

    /// Writes the start of a line that somebody else ends.
    pub(crate) fn prompt(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Writes what is still held back.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
