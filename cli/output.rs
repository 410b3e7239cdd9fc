//! Standard output: whole lines, flushed when somebody may be watching, errors handed up.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use comfy_table::Table;

/// Terminals with fewer columns than this are treated as if they had no end.
const NARROW: usize = 72;

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
        let width = out.is_terminal().then(|| Table::new().width()).flatten().map(usize::from);
        // Some terminals say 0, and in a very narrow one lines are better wrapped than cut.
        let width = width.filter(|&width| width >= NARROW);
        Output { width, out: BufWriter::new(out) }
    }

    /// How many columns the terminal has; `None` if that sets no limit.
    pub(crate) fn width(&self) -> Option<usize> {
        self.width
    }

    /// Writes a line, for now or for later.
    pub(crate) fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// For what writes by itself.
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        &mut self.out
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
