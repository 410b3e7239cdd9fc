//! The answers of a connection on their way out, bounded.
//!
//! An answer is owed from the moment in which its request is read until it is written. No more requests are
//! read while as many are owed as may be ([`Outbox::wait_for_room`]), so that neither a reader that never
//! reads nor a flood of requests makes memory grow. Reports of searches are owed to no request: they are left
//! out where answers are not taken.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// From this number of unwritten lines on, reports are left out.
const MOST_REPORTS: usize = 64;

/// How often one who waits looks whether the program is to end.
const LOOK: Duration = Duration::from_millis(20);

/// The answers of a connection on their way out.
pub(super) struct Outbox {
    inner: Mutex<Inner>,
    changed: Condvar,
    /// How many answers may be owed.
    most: usize,
}

#[derive(Default)]
struct Inner {
    lines: VecDeque<String>,
    /// Lines that are being written.
    writing: usize,
    /// Searches that have not ended.
    searches: usize,
    /// Nothing more will come.
    closed: bool,
    /// Nothing more can be written.
    dead: bool,
}

impl Inner {
    fn owed(&self) -> usize {
        self.lines.len() + self.writing + self.searches
    }
}

impl Outbox {
    pub(super) fn new(most: usize) -> Outbox {
        Outbox { inner: Mutex::default(), changed: Condvar::new(), most }
    }

    /// An answer to a request.
    pub(super) fn answer(&self, line: String) {
        self.put(line, |_| true);
    }

    /// A report, which may be left out.
    pub(super) fn report(&self, line: String) {
        self.put(line, |inner| inner.lines.len() < MOST_REPORTS);
    }

    /// A search has begun to be owed.
    pub(super) fn owe(&self) {
        self.inner().searches += 1;
    }

    /// The answer to a search.
    pub(super) fn pay(&self, line: String) {
        self.put(line, |inner| {
            inner.searches -= 1;
            true
        });
    }

    fn put(&self, line: String, takes: impl FnOnce(&mut Inner) -> bool) {
        let mut inner = self.inner();
        if takes(&mut inner) && !inner.dead {
            inner.lines.push_back(line);
        }
        self.changed.notify_all();
    }

    /// How many answers are owed.
    pub(super) fn owed(&self) -> usize {
        self.inner().owed()
    }

    /// Waits until another request may be read; false if `stopped` or nothing can be written any more. Where
    /// no answer may ever be owed less (`stuck`) and all that can be written is, one may be read all the same.
    pub(super) fn wait_for_room(
        &self,
        stopped: impl Fn() -> bool,
        stuck: impl Fn() -> bool,
    ) -> bool {
        let is_met =
            |inner: &Inner| inner.owed() < self.most || (inner.owed() == inner.searches && stuck());
        self.wait(is_met, stopped)
    }

    /// True if no more may be owed.
    pub(super) fn is_full(&self) -> bool {
        self.owed() >= self.most
    }

    /// Waits until every search has its answer, at least among the lines; false likewise.
    pub(super) fn wait_for_searches(&self, stopped: impl Fn() -> bool) -> bool {
        self.wait(|inner| inner.searches == 0, stopped)
    }

    fn wait(&self, is_met: impl Fn(&Inner) -> bool, stopped: impl Fn() -> bool) -> bool {
        let mut inner = self.inner();
        loop {
            if inner.dead || stopped() {
                return false;
            }
            if is_met(&inner) {
                return true;
            }
            let waited = self.changed.wait_timeout(inner, LOOK);
            inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Nothing more will come: what is there is written, and the writer ends.
    pub(super) fn close(&self) {
        self.inner().closed = true;
        self.changed.notify_all();
    }

    /// Writes what comes until it is closed. Lines that are there together are written together.
    ///
    /// # Errors
    /// If they cannot be written; then no more are.
    pub(super) fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        let mut text = Vec::new();
        loop {
            let mut inner = self.inner();
            while inner.lines.is_empty() {
                if inner.closed {
                    return Ok(());
                }
                inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
            }
            let lines = std::mem::take(&mut inner.lines);
            inner.writing = lines.len();
            drop(inner);
            text.clear();
            for line in lines {
                text.extend_from_slice(line.as_bytes());
                text.push(b'\n');
            }
            let written = out.write_all(&text).and_then(|()| out.flush());
            let mut inner = self.inner();
            inner.writing = 0;
            if written.is_err() {
                inner.dead = true;
                inner.lines.clear();
            }
            drop(inner);
            self.changed.notify_all();
            written?;
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
