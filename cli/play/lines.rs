//! What the user types, a line at a time: with editing, history and completion on a terminal (crate `rustyline`),
//! as it comes from a pipe.

use std::io::{self, BufRead, IsTerminal, Read};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use crate::errors::{Failure, plain};
use crate::format;
use crate::output::Output;

/// The longest line that is read, in bytes.
const LONGEST: u64 = 64 << 10;

/// Reads lines.
pub(super) struct Lines(Option<Editor<Words, MemHistory>>);

impl Lines {
    /// From standard input. Lines are edited where both ends are a terminal that can do it.
    pub(super) fn new() -> Lines {
        let edited = io::stdin().is_terminal() && io::stdout().is_terminal();
        let editor = || Editor::with_history(Config::default(), MemHistory::new()).ok();
        Lines(if edited { editor() } else { None })
    }

    /// The next line, which `words` may complete; `None` at the end of the input, or after Ctrl-C.
    pub(super) fn next(
        &mut self,
        prompt: &str,
        words: Vec<String>,
        output: &mut Output,
    ) -> Result<Option<String>, Failure> {
        match &mut self.0 {
            Some(editor) => {
                output.flush()?;
                editor.set_helper(Some(Words(words)));
                match editor.readline(prompt) {
                    Ok(line) => {
                        // What cannot be remembered can be typed again.
                        let _ = editor.add_history_entry(line.as_str());
                        Ok(Some(line))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(ReadlineError::Io(error)) => Err(unread(&error)),
                    Err(error) => Err(unread(&io::Error::other(error))),
                }
            }
            None => plain_line(prompt, output),
        }
    }
}

/// The key that makes the engine move while it thinks.
pub(super) fn move_now() -> &'static str {
    if cfg!(unix) && io::stdin().is_terminal() { "Enter" } else { "Ctrl-C" }
}

/// True if the user has typed Enter alone on a terminal while nothing was asked, which is taken. A line with something in
/// it stays there for the next question. Only Unix can tell.
#[cfg(unix)]
pub(super) fn has_typed_enter() -> bool {
    use rustix::io::{ioctl_fionread, read};

    let input = io::stdin();
    // A terminal hands over whole lines while none is edited: a single byte is the end of an empty one. Not read by way
    // of the standard library, which would read on and keep what the editor has to get.
    input.is_terminal()
        && ioctl_fionread(&input) == Ok(1)
        && read(&input, &mut [0; 1]).is_ok_and(|read| read == 1)
}

#[cfg(not(unix))]
pub(super) fn has_typed_enter() -> bool {
    false
}

/// What is wrong with standard input.
pub(super) fn bad_input(message: String) -> Failure {
    Failure::File { path: "standard input".into(), message }
}

fn unread(error: &io::Error) -> Failure {
    Failure::System { what: "to read the input", error: plain(error) }
}

fn plain_line(prompt: &str, output: &mut Output) -> Result<Option<String>, Failure> {
    output.prompt(prompt)?;
    let mut line = Vec::new();
    // Bytes, since what is typed need not be UTF-8; a limited number, since the input may be endless.
    let input = io::stdin().lock();
    let read = input.take(LONGEST).read_until(b'\n', &mut line).map_err(|error| unread(&error))?;
    if read == 0 {
        output.line("")?;
        return Ok(None);
    }
    if read as u64 == LONGEST && line.last() != Some(&b'\n') {
        output.line("")?;
        return Err(bad_input(format!(
            "a line is longer than {}",
            format::bytes(LONGEST as usize)
        )));
    }
    let line = String::from_utf8_lossy(&line).into_owned();
    if !io::stdin().is_terminal() {
        // A terminal has echoed it already; elsewhere the prompt would swallow its line.
        output.line(line.trim())?;
    }
    Ok(Some(line))
}

/// The words that complete a line.
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line[..at].to_ascii_lowercase();
        let fits = |word: &&String| word.to_ascii_lowercase().starts_with(&typed);
        Ok((0, self.0.iter().filter(fits).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
