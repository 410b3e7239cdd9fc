//! How searches are shown: one trait, [`SearchView`], for two readers, people (`text`) and other
//! programs (`objects`).
//!
//! A command reports what happened (a search begins, has found something, has ended; a line of a file
//! is bad) and knows nothing of rows, objects or terminals. The reader is chosen once, by `views`: a
//! further format is one more implementation, and something further to show is one more method. It costs
//! a dynamic call for each line of output, and nothing within a search.

use std::time::Duration;

use plyglot_open::{KnownAnswer, Limits, Mv, News, Position, Report};
use plyglot_search::Bounds;
use plyglot_serve::farm::shard::Header;
use plyglot_wire::Agreement;
use plyglot_wire::read::Source;

use crate::analyze::tally::Tally;
use crate::errors::Failure;

/// Shows what searches find: one search as it runs, or the results of a file in the file's order.
///
/// # Errors
/// If the output cannot be written, or a game's code panics while it writes a move or a position; the
/// command then stops its searches.
pub(crate) trait SearchView {
    /// The search of one position begins; `before` is the one from which its last move was made.
    fn search_begins(
        &mut self,
        position: &Position,
        before: Option<&Position>,
        limits: &Limits<Mv>,
    ) -> Result<(), Failure>;

    /// The search of this position has found something new, or nothing for a while.
    fn news(&mut self, position: &Position, news: &News) -> Result<(), Failure>;

    /// The search of this position has ended; `proven` is what the search has proven of its value.
    fn search_ended(
        &mut self,
        position: &Position,
        report: &Report<Mv>,
        proven: Bounds,
    ) -> Result<(), Failure>;

    /// The searches of a file, or of a part of it, begin.
    fn file_begins(&mut self, part: Option<&Header>) -> Result<(), Failure>;

    /// The result of a line of the file.
    fn file_result(&mut self, result: &FileResult<'_>) -> Result<(), Failure>;

    /// A line of the file that has no result.
    fn file_error(&mut self, error: &FileError<'_>) -> Result<(), Failure>;

    /// All lines have been reported; it took `wall`.
    fn file_ended(&mut self, tally: &Tally, wall: Duration) -> Result<(), Failure>;

    /// Writes what is still in memory.
    fn flush(&mut self) -> Result<(), Failure>;
}

/// A position of a file, and what its search found.
pub(crate) struct FileResult<'a> {
    /// Where in the file it stands.
    pub(crate) source: Source,
    /// The position.
    pub(crate) position: &'a Position,
    /// The answer that the file gives.
    pub(crate) known: Option<&'a KnownAnswer<Mv>>,
    /// The search's result.
    pub(crate) report: &'a Report<Mv>,
    /// Whether the two agree.
    pub(crate) agreement: Agreement,
}

/// A line of a file that holds no position, or whose search failed.
pub(crate) struct FileError<'a> {
    /// The file.
    pub(crate) path: &'a str,
    /// Where in it.
    pub(crate) source: Source,
    /// What was wrong.
    pub(crate) message: &'a str,
}
