//! An answer line by line, wherever it goes: over a connection, or to a page that has the engine within itself.

use std::io;

/// Takes the lines of an answer.
pub(crate) trait Lines {
    /// Sends a line.
    ///
    /// # Errors
    /// If the page takes no more.
    fn line(&mut self, text: &str) -> io::Result<()>;

    /// Sends a sign that the program is alive.
    ///
    /// # Errors
    /// If the page takes no more.
    fn beat(&mut self) -> io::Result<()>;

    /// True if the page has gone or asks for nothing more.
    fn is_closed(&self) -> bool;
}
