//! What takes its time in a conversation and is not a search: it says lines, and ends by itself or is ended.

use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam::channel::{Receiver, Sender, unbounded};
use plyglot_search::Stop;

use crate::errors::Failure;
use crate::threads;

/// How long the end of the conversation waits for it: whoever asked for it may be gone.
const GRACE: Duration = Duration::from_secs(10);

/// Work on a thread of its own. One that is dropped is stopped and waited for.
pub(crate) struct Work {
    stop: Stop,
    lines: Receiver<String>,
    thread: Option<JoinHandle<()>>,
}

impl Work {
    /// Begins; `work` says its lines by the sender and looks at the stop.
    ///
    /// # Errors
    /// If the system refuses the thread.
    pub(crate) fn begin(
        work: impl FnOnce(&Stop, &Sender<String>) + Send + 'static,
    ) -> Result<Work, Failure> {
        let (stop, (sender, lines)) = (Stop::default(), unbounded());
        let seen = stop.clone();
        let thread = threads::searcher("work").spawn(move || work(&seen, &sender));
        Ok(Work { stop, lines, thread: Some(thread.map_err(threads::refused)?) })
    }

    /// Where its lines come; closed at its end.
    pub(crate) fn lines(&self) -> &Receiver<String> {
        &self.lines
    }

    /// Ends it, with what it says last; with `grace` it has some time to end by itself.
    pub(crate) fn end(self, grace: bool) -> Vec<String> {
        let mut said = Vec::new();
        if grace {
            let deadline = std::time::Instant::now() + GRACE;
            while let Ok(line) = self.lines.recv_deadline(deadline) {
                said.push(line);
            }
        }
        self.stop.raise();
        said.extend(self.lines.iter());
        said
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.stop.raise();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
