//! What the two faces of the service have in common that speak line by line with one host: what is said goes out whole, and
//! every call that is on its way can be ended.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use plyglot_open::Stop;
use serde_json::Value;

/// Who hears the answers of all.
pub(crate) struct Host<W>(Mutex<W>);

impl<W: Write> Host<W> {
    pub(crate) fn new(output: W) -> Host<W> {
        Host(Mutex::new(output))
    }

    /// Says an object on a line, unless the host is gone: then the input ends, too.
    pub(crate) fn say(&self, object: &Value) {
        let mut to = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = to.write_all(format!("{object}\n").as_bytes()).and_then(|()| to.flush());
    }
}

/// The calls on their way, no more than may be.
pub(crate) struct Calls<K> {
    most: usize,
    open: Mutex<HashMap<K, Stop>>,
}

impl<K: Eq + Hash> Calls<K> {
    pub(crate) fn new(most: usize) -> Calls<K> {
        Calls { most, open: Mutex::default() }
    }

    /// A further one, with what ends it; none if there are as many as may be, or one of this name.
    pub(crate) fn begin(&self, name: K) -> Option<Stop> {
        let mut open = self.open();
        if open.len() >= self.most || open.contains_key(&name) {
            return None;
        }
        let stop = Stop::default();
        open.insert(name, stop.clone());
        Some(stop)
    }

    /// Takes one off the list, and gives what ends it; none if it is not there any more.
    pub(crate) fn take(&self, name: &K) -> Option<Stop> {
        self.open().remove(name)
    }

    /// Ends all.
    pub(crate) fn end(&self) {
        self.open().values().for_each(Stop::raise);
    }

    fn open(&self) -> MutexGuard<'_, HashMap<K, Stop>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
