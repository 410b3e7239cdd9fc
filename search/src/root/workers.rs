//! The workers beside the first: how an engine has them, calls them to a search and sees them home.

use std::sync::Arc;

use crate::recursion::Parts;
use crate::root::crew::Crew;
use crate::root::worker::{Job, Worker};
use crate::rules::game::Game;
use crate::rules::knowledge::Knowledge;
use crate::rules::observer::{Observer, Unwatched};
use crate::shared::config::{Config, Schedule};
use crate::shared::knowledge_pool::Wardrobe;
use crate::shared::schedule::{Gate, Pool, Stealers, stack};
use crate::shared::scheme::Sharing;
use crate::shared::search_error::SearchError;
use crate::shared::stop::{Reason, Stop};
use crate::sync;

/// The workers of an engine beside the first.
pub(crate) enum Others<G: Game, K> {
    /// There are none.
    Nobody,
    /// Each has a thread.
    Threads(Pool<Job<G>>),
    /// They take turns on the calling thread.
    Turns(Vec<Worker<G, K>>),
    /// They help where nodes are split, on rayon's threads or in turns.
    Crew(Arc<Crew<G, K>>),
}

impl<G: Game, K: Knowledge<G>> Others<G, K> {
    /// How many searchers want knowledge, the first worker's included. Whoever waits for others at a
    /// node that was split may help with a second searcher.
    pub(crate) fn searchers(config: &Config) -> usize {
        if config.scheme.splits() && config.threads > 1 {
            2 * config.threads
        } else {
            config.threads
        }
    }

    /// The workers that an engine has beside the first.
    ///
    /// # Errors
    /// Which thread the system refused, from 0, and what it said.
    pub(crate) fn gather(
        config: &Config,
        parts: &Parts,
        wardrobe: &Arc<Wardrobe<K>>,
        gate: Option<sync::Arc<Gate<Job<G>>>>,
    ) -> Result<Self, (usize, std::io::Error)> {
        let (parts, wardrobe) = (parts.clone(), Arc::clone(wardrobe));
        let real = config.schedule == Schedule::Real;
        if config.threads == 1 {
            return Ok(Others::Nobody);
        }
        let stack_bytes = stack::own(size_of::<G::Undo>());
        if config.scheme.splits() {
            let start = || Stealers::start(config.threads, stack_bytes);
            let stealers = real.then(start).transpose()?;
            let only_root = config.scheme.sharing == Sharing::SplitRoot;
            let crew = Crew::new(parts, wardrobe, (config.threads, only_root), stealers);
            return Ok(Others::Crew(Arc::new(crew)));
        }
        let worker = move |lane| {
            Worker::new(Arc::clone(&wardrobe), Parts { lane, ..parts.clone() }, None, Unwatched)
        };
        let Some(gate) = gate else {
            return Ok(Others::Turns((1..config.threads).map(worker).collect()));
        };
        let start = move |seat: usize| {
            let mut worker = worker(seat + 1);
            move |job: &Job<G>| worker.serve(job, false)
        };
        Pool::start(gate, (config.threads - 1, stack_bytes), start).map(Others::Threads)
    }

    /// Those who share nodes, under a scheme that splits them.
    pub(crate) fn crew(&self) -> Option<&Arc<Crew<G, K>>> {
        match self {
            Others::Crew(crew) => Some(crew),
            _ => None,
        }
    }

    /// Lets the first worker, and the others if the search is worth it, work on a job until it is
    /// done and everybody is home.
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
        if parts.baton.is_some() {
            // What a search that panicked left there would make this one another. Real threads,
            // which never repeat themselves, save the time until they are called.
            team.clear();
        }
        // Everything lies ready before the first worker begins; nobody is called before it finds that
        // the search is worth it (`Searcher::look`).
        let job = sync::Arc::new(job);
        match self {
            Others::Threads(pool) => pool.gate().post(sync::Arc::clone(&job)),
            Others::Crew(crew) => crew.begin(job.root.clone(), job.history.clone()),
            Others::Turns(_) | Others::Nobody => {}
        }
        let stop = parts.control.stop();
        let mut lead = || {
            first.serve(&job, true);
            // The first comes home because the search is over; the others now follow.
            stop.raise(Reason::Over);
        };
        let Some(baton) = &parts.baton else {
            lead();
            self.come_home();
            return Ok(());
        };
        let mut workers: Vec<Box<dyn FnOnce() + Send + '_>> = vec![contained(stop, lead)];
        match self {
            Others::Turns(others) => {
                let job = &job;
                let serve = |other| contained(stop, move || Worker::serve(other, job, false));
                workers.extend(others.iter_mut().map(serve));
            }
            Others::Crew(crew) => {
                let crew = &*crew;
                let attend = |lane| contained(stop, move || crew.attend(baton, lane));
                workers.extend((1..crew.threads()).map(attend));
            }
            Others::Nobody | Others::Threads(_) => {}
        }
        let ran = baton.run(workers);
        self.come_home();
        Ok(ran?)
    }

    /// Waits for those who are still at work, and closes the search.
    fn come_home(&self) {
        match self {
            Others::Threads(pool) => pool.gate().drain(),
            Others::Crew(crew) => crew.end(),
            Others::Nobody | Others::Turns(_) => {}
        }
    }
}

/// A virtual thread's share of a search. Should it panic where nothing catches it, the others are sent
/// home.
fn contained<'a>(
    stop: &'a Stop,
    share: impl FnOnce() + Send + 'a,
) -> Box<dyn FnOnce() + Send + 'a> {
    struct Alarm<'a>(&'a Stop);
    impl Drop for Alarm<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                self.0.raise(Reason::Error);
            }
        }
    }
    Box::new(move || {
        let _alarm = Alarm(stop);
        share();
    })
}
