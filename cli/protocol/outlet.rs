//! What a conversation writes, on its way out: a thread of its own writes it, so that commands are heard and searches
//! end while the other side does not read.
//!
//! What waits is bounded: reports of a search are left out where they are not read ([`REPORTS`]), and no more commands
//! are read while [`MOST`] bytes wait. A side that has not read anything for [`PATIENCE`] is given up where
//! only it is waited for: at the end of the conversation, and where nothing more may wait.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender, bounded};

use crate::errors::Failure;
use crate::threads;

/// From this number of waiting bytes on, reports are left out.
const REPORTS: usize = 64 << 10;

/// From this number of waiting bytes on, no more commands are read.
const MOST: usize = 16 << 20;

/// How long a side that reads nothing is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Written at a time: so little that a slow reader is not taken for one that does not read.
const PIECE: usize = 4096;

/// The way out of a conversation.
pub(crate) struct Outlet {
    queue: Arc<Queue>,
    /// Closed when nothing more is written.
    ended: Receiver<()>,
}

#[derive(Default)]
struct Queue {
    inner: Mutex<Inner>,
    changed: Condvar,
}

#[derive(Default)]
struct Inner {
    text: Vec<u8>,
    /// How many bytes are being written.
    writing: usize,
    /// Since when the other side has taken nothing; `None` while nothing waits for it.
    since: Option<Instant>,
    /// Nothing more will come.
    closed: bool,
    /// Why nothing more can be written.
    failed: Option<io::Error>,
}

impl Inner {
    fn waiting(&self) -> usize {
        self.text.len() + self.writing
    }

    fn check(&self) -> io::Result<()> {
        match &self.failed {
            None => Ok(()),
            Some(error) => Err(match error.raw_os_error() {
                Some(code) => io::Error::from_raw_os_error(code),
                None => error.kind().into(),
            }),
        }
    }
}

impl Outlet {
    /// Writes to `out` from now on.
    ///
    /// # Errors
    /// If the system refuses the thread.
    pub(crate) fn open(mut out: impl Write + Send + 'static) -> Result<Outlet, Failure> {
        let (queue, (ending, ended)) = (Arc::new(Queue::default()), bounded(0));
        let writing = Arc::clone(&queue);
        let write = move || {
            let _ending: Sender<()> = ending;
            writing.write_to(&mut out);
        };
        thread::Builder::new().name("output".into()).spawn(write).map_err(threads::refused)?;
        Ok(Outlet { queue, ended })
    }

    /// For answers, which are never left out.
    pub(crate) fn answers(&self) -> impl Write {
        Lines { queue: Arc::clone(&self.queue), limit: usize::MAX }
    }

    /// For what a running search reports, which is left out where it is not read.
    pub(crate) fn reports(&self) -> impl Write {
        Lines { queue: Arc::clone(&self.queue), limit: REPORTS }
    }

    /// Closed when nothing more can be written.
    pub(crate) fn ended(&self) -> &Receiver<()> {
        &self.ended
    }

    /// True if another command may be read.
    ///
    /// # Errors
    /// If none may, and the other side has not read anything for long.
    pub(crate) fn has_room(&self) -> Result<bool, Failure> {
        let inner = self.queue.inner();
        if inner.waiting() < MOST { Ok(true) } else { left(&inner).map(|_| false) }
    }

    /// Waits until all is written.
    ///
    /// # Errors
    /// If it cannot be, or if the other side does not read.
    pub(crate) fn close(&self) -> Result<(), Failure> {
        self.queue.inner().closed = true;
        self.queue.changed.notify_all();
        loop {
            let left = left(&self.queue.inner())?;
            if self.ended.recv_timeout(left).is_err_and(|error| error.is_disconnected()) {
                return Ok(self.queue.inner().check()?);
            }
        }
    }
}

/// How long the other side may still take to read something.
fn left(inner: &Inner) -> Result<Duration, Failure> {
    let idle = inner.since.map_or(Duration::ZERO, |since| since.elapsed());
    if idle < PATIENCE {
        return Ok(PATIENCE - idle);
    }
    let seconds = PATIENCE.as_secs();
    let message = format!("nothing of it was read for {seconds} s");
    Err(Failure::Output(io::Error::new(io::ErrorKind::TimedOut, message)))
}

impl Queue {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what comes until it is closed, or cannot be written.
    fn write_to(&self, out: &mut impl Write) {
        while let Some(text) = self.next() {
            for piece in text.chunks(PIECE) {
                let written = out.write_all(piece).and_then(|()| out.flush());
                let mut inner = self.inner();
                inner.writing -= piece.len();
                inner.since = (inner.waiting() > 0).then(Instant::now);
                if let Err(error) = written {
                    inner.failed = Some(error);
                    inner.text = Vec::new();
                    return;
                }
            }
        }
    }

    /// What is to be written next; `None` at the end.
    fn next(&self) -> Option<Vec<u8>> {
        let mut inner = self.inner();
        while inner.text.is_empty() {
            if inner.closed {
                return None;
            }
            inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
        inner.writing = inner.text.len();
        Some(std::mem::take(&mut inner.text))
    }
}

/// Takes whole lines, each in one piece.
struct Lines {
    queue: Arc<Queue>,
    /// From this number of waiting bytes on, they are left out.
    limit: usize,
}

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut inner = self.queue.inner();
        inner.check()?;
        if inner.waiting() < self.limit {
            inner.text.extend_from_slice(line);
            inner.since.get_or_insert_with(Instant::now);
            self.queue.changed.notify_all();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
