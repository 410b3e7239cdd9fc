//! Where workers get their knowledge from.

use crate::rules::game::Game;
use crate::rules::knowledge::Knowledge;
use crate::sync::Mutex;

/// Where workers get their knowledge from: made for all of them at once, since they may share some
/// of it, and for the first time when the first of them asks.
pub(crate) struct KnowledgePool<K> {
    inside: Mutex<Inside<K>>,
    workers: usize,
}

struct Inside<K> {
    /// Knowledge as it was when the engine was made.
    pristine: K,
    ready: Vec<Option<K>>,
}

impl<K> KnowledgePool<K> {
    pub(crate) fn new(pristine: K, workers: usize) -> Self {
        KnowledgePool { inside: Mutex::new(Inside { pristine, ready: Vec::new() }), workers }
    }

    /// Has all knowledge made anew, before a search needs it: making it takes longer than a short
    /// search does.
    pub(crate) fn renew<G: Game>(&self)
    where
        K: Knowledge<G>,
    {
        let mut inside = self.inside.lock();
        inside.ready.clear();
        inside.make(self.workers);
    }

    /// One worker's knowledge. Who comes when all have theirs gets a copy that shares nothing.
    pub(crate) fn take<G: Game>(&self, worker: usize) -> K
    where
        K: Knowledge<G>,
    {
        let mut inside = self.inside.lock();
        if worker >= self.workers {
            return inside.pristine.clone();
        }
        if inside.ready.get(worker).is_none_or(Option::is_none) {
            inside.make(self.workers);
        }
        inside.ready[worker].take().unwrap_or_else(|| inside.pristine.clone())
    }
}

impl<K> Inside<K> {
    fn make<G: Game>(&mut self, workers: usize)
    where
        K: Knowledge<G>,
    {
        self.ready.clear();
        for knowledge in self.pristine.for_workers(workers) {
            self.ready.push(Some(knowledge));
        }
        // A game that gives too few leaves the rest to plain copies.
        self.ready.resize_with(workers, || None);
    }
}

impl<K: Clone> KnowledgePool<K> {
    /// Knowledge as it was when the engine was made.
    pub(crate) fn pristine(&self) -> K {
        self.inside.lock().pristine.clone()
    }
}
