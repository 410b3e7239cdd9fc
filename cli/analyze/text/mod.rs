//! Searches as people read them: a head, rows as they come, the result; for a file a row for each
//! position and a summary.

mod file;
mod search;

use std::collections::HashMap;
use std::time::Duration;

use indicatif::ProgressBar;
use plyglot_open::{Facts, Limits, Mv, News, Position, Progress, Report};
use plyglot_search::{Bounds, Line};
use plyglot_serve::farm::shard::Header;
use plyglot_wire::{self as wire, Info, ProvenBetween};

use crate::analyze::tally::Tally;
use crate::analyze::text::search::LiveTable;
use crate::analyze::view::{FileError, FileResult, SearchView};
use crate::args::Search;
use crate::errors::{Failure, complain, note};
use crate::output::{self, Output, board, progress};

/// How many lines there are above the rows and below them, about, beside the board.
const RESULT: usize = 12;

/// Shows searches to people.
pub(crate) struct TextView<'a> {
    search: &'a Search,
    facts: &'a Facts,
    output: Output,
    live: LiveRows,
    /// From which position the last move was made.
    before: Option<Position>,
}

impl<'a> TextView<'a> {
    /// On standard output.
    pub(crate) fn new(search: &'a Search, facts: &'a Facts) -> Self {
        let output = Output::new();
        let table = LiveTable::new(search.lines > 1, search.turn().is_some(), output.width());
        TextView { search, facts, output, live: LiveRows::new(table), before: None }
    }
}

impl SearchView for TextView<'_> {
    fn search_begins(
        &mut self,
        position: &Position,
        before: Option<&Position>,
        limits: &Limits<Mv>,
    ) -> Result<(), Failure> {
        let head = search::head((position, before), &self.search.config, limits)?;
        self.output.line(head)?;
        self.before = before.cloned();
        Ok(self.output.flush()?)
    }

    fn news(&mut self, position: &Position, news: &News) -> Result<(), Failure> {
        match news {
            News::Progress(progress) => self.live.row(position, progress, &mut self.output),
            News::Tick(figures) => {
                let message = output::figures(position, figures)?;
                progress::tick(&self.live.spinner, &message);
                Ok(())
            }
            News::Ended => Ok(()),
        }
    }

    fn search_ended(
        &mut self,
        position: &Position,
        report: &Report<Mv>,
        proven: Bounds,
    ) -> Result<(), Failure> {
        self.live.spinner.finish_and_clear();
        if !self.live.last.is_empty() {
            self.output.line("")?;
        }
        // Rows of several lines push the board off the screen.
        let board = board::text(position, self.before.as_ref())?;
        let below = self.live.rows + report.lines.len() + RESULT;
        if self.output.scrolls(board.lines().count() + below) {
            self.output.line(format_args!("{board}\n"))?;
        }
        let mut info = Info::of_report(position, report, true)?.in_turns(self.search.turn());
        if self.search.solve && !report.verdict.is_exact() {
            info.proven_between = Some(ProvenBetween::new(position, proven)?);
        }
        Ok(self.output.line(search::result(position, &info))?)
    }

    fn file_begins(&mut self, _: Option<&Header>) -> Result<(), Failure> {
        self.output.line(file::head(self.facts))?;
        Ok(self.output.live_line(file::columns(
            self.search.turn().is_some(),
            file::is_narrow(self.output.width()),
        ))?)
    }

    fn file_result(&mut self, result: &FileResult<'_>) -> Result<(), Failure> {
        let row = file::rows(result, file::is_narrow(self.output.width()))?;
        self.output.line(row)?;
        Ok(self.output.after(result.report.elapsed)?)
    }

    fn file_error(&mut self, error: &FileError<'_>) -> Result<(), Failure> {
        let FileError { path, source, message } = error;
        complain(&format!("{path}:{source}: {message}"));
        Ok(())
    }

    fn file_ended(&mut self, tally: &Tally, wall: Duration) -> Result<(), Failure> {
        // What virtual threads print is the same every time; how long it took goes to standard error.
        let wall_on_output = Some(wall).filter(|_| self.search.turn().is_none());
        self.output.line(format_args!("\n{}", file::summary(tally, wall_on_output)))?;
        self.output.flush()?;
        if wall_on_output.is_none() {
            note(&tally.counts(Some(wall)));
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.output.flush()?)
    }
}

/// The rows of a running search, and what a terminal shows between them.
struct LiveRows {
    table: LiveTable,
    /// How many were printed.
    rows: usize,
    /// The last row of each rank: the solve driver may confirm the same thing several times.
    last: HashMap<usize, Line<Mv>>,
    spinner: ProgressBar,
}

impl LiveRows {
    fn new(table: LiveTable) -> LiveRows {
        LiveRows { table, rows: 0, last: HashMap::new(), spinner: progress::spinner() }
    }

    fn row(
        &mut self,
        position: &Position,
        progress: &Progress<Mv>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let line = &progress.line;
        if self.last.get(&line.rank) == Some(line) {
            return Ok(());
        }
        self.spinner.suspend(|| {
            if self.last.is_empty() {
                output.line(self.table.header())?;
            }
            self.last.insert(line.rank, line.clone());
            self.rows += 1;
            let shown = wire::Line::new(position, line)?;
            Ok(output.live_line(self.table.row(&shown, &progress.into()))?)
        })
    }
}

impl Drop for LiveRows {
    /// Leaves nothing on the terminal, also after a search that failed.
    fn drop(&mut self) {
        self.spinner.finish_and_clear();
    }
}
