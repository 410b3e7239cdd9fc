//! The workers beside the first: how an engine makes them, calls them to a search and waits for their return.

use std::sync::Arc;

use crate::recursion::Parts;
use crate::root::job::Job;
use crate::root::split_helpers::SplitHelpers;
use crate::root::worker::Worker;
use crate::rules::game::Game;
use crate::rules::knowledge::Knowledge;
use crate::rules::observer::{Observer, Unwatched};
use crate::shared::config::{Config, Schedule};
use crate::shared::knowledge_pool::KnowledgePool;
use crate::shared::schedule::{Parking, Pool, RayonPool, stack};
use crate::shared::scheme::Sharing;
use crate::shared::search_error::SearchError;
use crate::shared::stop::{StopReason, StopWord};
use crate::sync;

/// The workers of an engine beside the first.
pub(crate) enum Workers<G: Game, K> {
    /// There are none.
    OnlyFirst,
    /// Each has a thread.
    Threads(Pool<Job<G>>),
    /// They take turns on the calling thread.
    Virtual(Vec<Worker<G, K>>),
    /// They help where nodes are split, on rayon's threads or in turns.
    SplitHelpers(Arc<SplitHelpers<G, K>>),
}

impl<G: Game, K: Knowledge<G>> Workers<G, K> {
    /// How many searchers want knowledge, the first worker's included. A worker that waits for others at a
    /// node that was split may help with a second searcher.
    pub(crate) fn searchers(config: &Config) -> usize {
        if config.scheme.splits() && config.threads > 1 {
            2 * config.threads
        } else {
            config.threads
        }
    }

    /// True if they have threads of their own that are parked between searches.
    pub(crate) fn are_parked(config: &Config) -> bool {
        config.threads > 1 && config.schedule == Schedule::Real && !config.scheme.splits()
    }

    /// The workers that an engine has beside the first.
    ///
    /// # Errors
    /// Which thread the system refused, from 0, and what it said.
    pub(crate) fn gather(
        config: &Config,
        parts: &Parts,
        knowledge_pool: &Arc<KnowledgePool<K>>,
        parking: Option<sync::Arc<Parking<Job<G>>>>,
    ) -> Result<Self, (usize, std::io::Error)> {
        let (parts, knowledge_pool) = (parts.clone(), Arc::clone(knowledge_pool));
        let real = config.schedule == Schedule::Real;
        if config.threads == 1 {
            return Ok(Workers::OnlyFirst);
        }
        let stack_bytes = stack::own(size_of::<G::Undo>());
        let placement = Arc::clone(&parts.placement);
        if config.scheme.splits() {
            let start = || RayonPool::start(config.threads, stack_bytes, &placement);
            let rayon_pool = real.then(start).transpose()?;
            let only_root = config.scheme.sharing == Sharing::SplitRoot;
            let helpers =
                SplitHelpers::new(parts, knowledge_pool, (config.threads, only_root), rayon_pool);
            return Ok(Workers::SplitHelpers(Arc::new(helpers)));
        }
        let worker = move |worker| {
            Worker::new(
                Arc::clone(&knowledge_pool),
                Parts { worker, ..parts.clone() },
                None,
                Unwatched,
            )
        };
        let Some(parking) = parking else {
            return Ok(Workers::Virtual((1..config.threads).map(worker).collect()));
        };
        let start = move |index: usize| {
            placement.bind(index + 1);
            let mut worker = worker(index + 1);
            move |job: &Job<G>| worker.serve(job, false)
        };
        Pool::start(parking, (config.threads - 1, stack_bytes), start).map(Workers::Threads)
    }

    /// Those who share nodes, under a scheme that splits them.
    pub(crate) fn helpers(&self) -> Option<&Arc<SplitHelpers<G, K>>> {
        match self {
            Workers::SplitHelpers(helpers) => Some(helpers),
            _ => None,
        }
    }

    /// Lets the first worker, and the others if the search is worth it, work on a job until it is
    /// done and all have returned.
    ///
    /// # Errors
    /// If virtual threads could not run, or one of them panicked where nothing catches it.
    pub(crate) fn work<O: Observer<G::Move> + Send>(
        &mut self,
        first: &mut Worker<G, K, O>,
        parts: &Parts,
        job: Job<G>,
    ) -> Result<(), SearchError> {
        let team = match &parts.team {
            // Known at compile time, so that no code is made for others who are never there.
            Some(team) if !O::WATCHES => Arc::clone(team),
            _ => {
                first.serve(&job, false);
                return Ok(());
            }
        };
        if let Some(accounts) = &team.accounts {
            accounts.clear();
        }
        if parts.turns.is_some() {
            // What a search that panicked left there would make this one another. Real threads,
            // which never repeat themselves, save the time until they are called.
            team.clear();
        }
        // Everything lies ready before the first worker begins; no other is called before it finds that
        // the search is worth it (`Searcher::look`).
        let job = sync::Arc::new(job);
        match self {
            Workers::Threads(pool) => pool.parking().post(sync::Arc::clone(&job)),
            Workers::SplitHelpers(helpers) => {
                helpers.begin(job.root.clone(), Arc::clone(&job.past))
            }
            Workers::Virtual(_) | Workers::OnlyFirst => {}
        }
        let stop = parts.control.stop();
        let mut lead = || {
            first.serve(&job, true);
            // The first returns because the search is over; the others now follow.
            stop.raise(StopReason::Over);
        };
        let Some(turns) = &parts.turns else {
            lead();
            self.wait_for_return();
            return Ok(());
        };
        let mut workers: Vec<Box<dyn FnOnce() + Send + '_>> = vec![contained(stop, lead)];
        match self {
            Workers::Virtual(others) => {
                let job = &job;
                let serve = |other| contained(stop, move || Worker::serve(other, job, false));
                workers.extend(others.iter_mut().map(serve));
            }
            Workers::SplitHelpers(helpers) => {
                let helpers = &*helpers;
                let help_until_stopped =
                    |worker| contained(stop, move || helpers.help_until_stopped(turns, worker));
                workers.extend((1..helpers.threads()).map(help_until_stopped));
            }
            Workers::OnlyFirst | Workers::Threads(_) => {}
        }
        let ran = turns.run(workers);
        self.wait_for_return();
        Ok(ran?)
    }

    /// Waits for those who are still at work, and closes the search.
    fn wait_for_return(&self) {
        match self {
            Workers::Threads(pool) => pool.parking().drain(),
            Workers::SplitHelpers(helpers) => helpers.end(),
            Workers::OnlyFirst | Workers::Virtual(_) => {}
        }
    }
}

/// A virtual thread's share of a search. Should it panic where nothing catches it, the others return.
fn contained<'a>(
    stop: &'a StopWord,
    share: impl FnOnce() + Send + 'a,
) -> Box<dyn FnOnce() + Send + 'a> {
    struct StopOnPanic<'a>(&'a StopWord);
    impl Drop for StopOnPanic<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                self.0.raise(StopReason::Error);
            }
        }
    }
    Box::new(move || {
        let _guard = StopOnPanic(stop);
        share();
    })
}
