//! Standard output: whole lines, flushed when somebody may be watching, errors handed up.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use comfy_table::Table;

use crate::errors::{Failure, Verdict};
use crate::json::{self, Object};

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

/// Says in JSON, where that was asked for, why a command on a game could not go on, and passes on how
/// it went: programs that read the output want to know as well; people read the line on stderr.
pub(crate) fn with_failure_as_json(
    outcome: Result<Verdict, Failure>,
    json: bool,
    game: &str,
) -> Result<Verdict, Failure> {
    match &outcome {
        Err(failure) if json && !matches!(failure, Failure::Output(_)) => {
            let message = &failure.to_string();
            let mut output = Output::new();
            output.line(json::text(&Object::Error { game, source_line: None, message }))?;
            output.finish()?;
        }
        _ => {}
    }
    outcome
}
