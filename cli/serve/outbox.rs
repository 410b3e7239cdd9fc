//! The answers of a connection on their way out, bounded in number and in bytes.
//!
//! An answer is owed from the moment in which its request is read until it is written. No more requests are
//! read while as many are owed as may be, or while what is kept for them has as many bytes as it may
//! ([`Outbox::wait_for_room`]), so that neither a reader that never reads nor a flood of requests makes memory grow.
//! Reports of searches are owed to no request: they are left out where answers are not taken.
//!
//! A socket that has closed shows only when something is written to it. So while nothing is read from one, a blank is
//! written now and then: white space before the next object.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// From this number of unwritten lines on, reports are left out.
const MOST_REPORTS: usize = 64;

/// How often one who waits looks whether the program is to end.
const LOOK: Duration = Duration::from_millis(20);

/// How often a blank is written where nothing else is.
const PROBE: Duration = Duration::from_millis(250);

/// What bounds an [`Outbox`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// How many answers may be owed.
    pub(super) answers: usize,
    /// How many bytes may be kept for them.
    pub(super) bytes: usize,
}

/// What the answers are written to, as far as it tells whether anyone is still there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Far {
    /// By what becomes of a blank.
    Socket,
    /// The system says whether a pipe has a reader.
    Output,
    /// By nothing but what becomes of an answer.
    Elsewhere,
}

/// The answers of a connection on their way out.
pub(super) struct Outbox {
    inner: Mutex<Inner>,
    changed: Condvar,
    most: Bounds,
    far: Far,
}

struct Inner {
    lines: VecDeque<String>,
    /// Lines that are being written.
    writing: usize,
    /// Searches that have not ended.
    searches: usize,
    /// Bytes of all of these.
    bytes: usize,
    /// A blank is to be written.
    probe: bool,
    /// When something was written last, or tried to.
    written: Instant,
    /// When the other side was last heard of: a request came, or an answer went.
    heard: Instant,
    /// How long the other side may let be nothing heard of it; without end without it.
    patience: Option<Duration>,
    /// Nothing more will come.
    closed: bool,
    /// Nothing more can be written.
    dead: bool,
}

impl Inner {
    fn owed(&self) -> usize {
        self.lines.len() + self.writing + self.searches
    }

    fn is_idle(&self, patience: Duration) -> bool {
        // A search is waited for by both.
        let waits_for_other_side = self.searches == 0 || self.lines.len() + self.writing > 0;
        waits_for_other_side && self.heard.elapsed() >= patience
    }
}

impl Outbox {
    pub(super) fn new(most: Bounds, far: Far, patience: Option<Duration>) -> Outbox {
        let inner = Inner {
            lines: VecDeque::new(),
            writing: 0,
            searches: 0,
            bytes: 0,
            probe: false,
            written: Instant::now(),
            heard: Instant::now(),
            patience,
            closed: false,
            dead: false,
        };
        Outbox { inner: Mutex::new(inner), changed: Condvar::new(), most, far }
    }

    /// A request has come.
    pub(super) fn hear(&self) {
        self.inner().heard = Instant::now();
    }

    /// How long the other side may let be nothing heard of it from now on.
    pub(super) fn be_patient(&self, patience: Option<Duration>) {
        self.inner().patience = patience;
    }

    /// True if what is written is not read any more.
    pub(super) fn is_unread(&self) -> bool {
        self.far == Far::Output && !output_is_read()
    }

    /// True if nothing was heard of the other side for too long, though nothing but it was waited for.
    pub(super) fn is_idle(&self) -> bool {
        let inner = self.inner();
        inner.patience.is_some_and(|patience| inner.is_idle(patience))
    }

    /// The same with another patience: how long nothing was heard of it.
    pub(super) fn idle_for(&self, patience: Duration) -> Option<Duration> {
        let inner = self.inner();
        inner.is_idle(patience).then(|| inner.heard.elapsed())
    }

    /// An answer to a request.
    pub(super) fn answer(&self, line: String) {
        self.put(line, |_, _| true);
    }

    /// A report, which may be left out.
    pub(super) fn report(&self, line: String) {
        self.put(line, |inner, most| inner.lines.len() < MOST_REPORTS && inner.bytes < most.bytes);
    }

    /// A search has begun to be owed, for which this many bytes are kept.
    pub(super) fn owe(&self, bytes: usize) {
        let mut inner = self.inner();
        inner.searches += 1;
        inner.bytes += bytes;
    }

    /// The answer to a search, for which this many bytes were kept.
    pub(super) fn pay(&self, line: String, bytes: usize) {
        self.put(line, |inner, _| {
            inner.searches -= 1;
            inner.bytes -= bytes;
            true
        });
    }

    fn put(&self, line: String, takes: impl FnOnce(&mut Inner, Bounds) -> bool) {
        let mut inner = self.inner();
        if takes(&mut inner, self.most) && !inner.dead {
            if inner.lines.is_empty() && inner.writing == 0 {
                // From now on the other side is waited for.
                inner.heard = Instant::now();
            }
            inner.bytes += line.len();
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
        let is_met = |inner: &Inner| {
            let fits = inner.owed() < self.most.answers && inner.bytes < self.most.bytes;
            fits || inner.owed() == 0 || (inner.owed() == inner.searches && stuck())
        };
        self.wait(is_met, stopped)
    }

    /// How many searches are unanswered, if that is as many, or as much is kept for them, as may be.
    pub(super) fn full_of_searches(&self) -> Option<usize> {
        let inner = self.inner();
        let (searches, bytes) = (inner.searches, inner.bytes);
        let is_full = searches >= self.most.answers
            || (searches > 0 && inner.owed() == searches && bytes >= self.most.bytes);
        is_full.then_some(searches)
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
            if inner.patience.is_some_and(|patience| inner.is_idle(patience)) {
                return false;
            }
            match self.far {
                Far::Socket if !inner.probe && inner.written.elapsed() >= PROBE => {
                    inner.probe = true;
                    self.changed.notify_all();
                }
                Far::Output if !output_is_read() => inner.dead = true,
                _ => {}
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
            while inner.lines.is_empty() && !inner.probe {
                if inner.closed {
                    return Ok(());
                }
                inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
            }
            let lines = std::mem::take(&mut inner.lines);
            inner.writing = lines.len();
            let probe = std::mem::take(&mut inner.probe);
            drop(inner);
            text.clear();
            for line in &lines {
                text.extend_from_slice(line.as_bytes());
                text.push(b'\n');
            }
            if probe && lines.is_empty() {
                text.push(b' ');
            }
            let written = out.write_all(&text).and_then(|()| out.flush());
            let mut inner = self.inner();
            inner.writing = 0;
            inner.bytes -= lines.iter().map(String::len).sum::<usize>();
            inner.written = Instant::now();
            if !lines.is_empty() {
                inner.heard = inner.written;
            }
            if written.is_err() {
                inner.dead = true;
                inner.bytes -= inner.lines.iter().map(String::len).sum::<usize>();
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

/// False if standard output is a pipe whose reading end is closed.
#[cfg(unix)]
fn output_is_read() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let output = io::stdout();
    let mut watched = [PollFd::new(&output, PollFlags::empty())];
    let closed = PollFlags::ERR | PollFlags::HUP;
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    !(poll(&mut watched, Some(&at_once)).is_ok() && watched[0].revents().intersects(closed))
}

#[cfg(not(unix))]
fn output_is_read() -> bool {
    true
}
