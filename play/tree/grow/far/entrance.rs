//! Where workers come in, and what comes from them.

use std::io::BufReader;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crossbeam::channel::{Receiver, Sender, unbounded};

use super::message::Answer;
use crate::tree::error::TreeError;

/// What comes to the process that owns the tree.
pub(super) enum Event {
    Joined(Arrival),
    Said(u64, Answer),
    /// The connection of a worker has ended, and why.
    Lost(u64, String),
    /// Something that people should know.
    Note(String),
    /// No worker will come any more.
    Over(TreeError),
}

/// A worker that has come.
pub(super) struct Arrival {
    pub(super) name: String,
    pub(super) engines: usize,
    pub(super) stream: BufReader<TcpStream>,
}

/// Where workers come in. Clones lead to the same tree.
#[derive(Clone, Debug)]
pub struct Entrance {
    pub(super) events: Sender<Event>,
    figures: Arc<Figures>,
}

#[derive(Debug, Default)]
struct Figures {
    answers: AtomicU64,
}

impl Entrance {
    /// Lets a worker in that was looked at: by what people know it, and how many engines it has.
    pub fn join(&self, name: String, engines: usize, stream: BufReader<TcpStream>) {
        // After the run's end there is nothing to do for it: its connection closes.
        let _ = self.events.send(Event::Joined(Arrival { name, engines, stream }));
    }

    /// Tells people something.
    pub fn note(&self, text: String) {
        let _ = self.events.send(Event::Note(text));
    }

    /// Ends the run: no worker will come any more.
    pub fn give_up(&self, error: TreeError) {
        let _ = self.events.send(Event::Over(error));
    }

    /// One more position was answered.
    pub(super) fn count(&self) {
        self.figures.answers.fetch_add(1, Ordering::Relaxed);
    }

    /// How many positions were answered so far.
    #[must_use]
    pub fn answers(&self) -> u64 {
        // Relaxed: a figure that stands for itself.
        self.figures.answers.load(Ordering::Relaxed)
    }
}

/// Those who work on a tree elsewhere.
pub struct Workers {
    pub(super) events: Receiver<Event>,
    pub(super) entrance: Entrance,
    pub(super) note: Box<dyn Fn(&str)>,
}

impl Workers {
    /// None yet; `note` tells people of those who come and go.
    pub fn new(note: impl Fn(&str) + 'static) -> Workers {
        let (sender, events) = unbounded();
        let entrance = Entrance { events: sender, figures: Arc::default() };
        Workers { events, entrance, note: Box::new(note) }
    }

    /// Where they come in.
    #[must_use]
    pub fn entrance(&self) -> Entrance {
        self.entrance.clone()
    }
}
