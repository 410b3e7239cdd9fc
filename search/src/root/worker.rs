//! One worker's share of a search: asks the coordinator for a task, searches it, reports, until it
//! has no more. A panic in the game's code ends the search with an error, not the worker.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::recursion::{Aim, Finding, Parts, Searcher};
use crate::root::deepen::deepen;
use crate::root::job::Job;
use crate::root::split_helpers::SplitHelpers;
use crate::rules::game::{Game, Ranked};
use crate::rules::knowledge::Knowledge;
use crate::rules::observer::{Observer, Unwatched};
use crate::rules::score::{Meaning, Score};
use crate::rules::window::Window;
use crate::shared::budget::Budget;
use crate::shared::config::Acceptance;
use crate::shared::knowledge_pool::KnowledgePool;
use crate::shared::mode::Mode;
use crate::shared::past::Past;
use crate::shared::search_error::{SearchError, panic_message};
use crate::shared::split::Helpers;

const ONE_PLACE: &str = "an observer is with the searcher, or waits for one";

/// One worker, with all that is private to it.
pub(crate) struct Worker<G: Game, K, O = Unwatched> {
    searcher: Option<Box<Searcher<G, K, O>>>,
    /// The observer, as long as there is no searcher to watch.
    idle_observer: Option<O>,
    knowledge_pool: Arc<KnowledgePool<K>>,
    parts: Parts,
    /// Those with whom it shares nodes, under a scheme that splits them.
    helpers: Option<Arc<SplitHelpers<G, K>>>,
    /// Up to which clearing this worker has forgotten what it and its knowledge had learnt.
    cleared: u64,
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Worker<G, K, O> {
    pub(crate) fn new(
        knowledge_pool: Arc<KnowledgePool<K>>,
        parts: Parts,
        helpers: Option<Arc<SplitHelpers<G, K>>>,
        observer: O,
    ) -> Self {
        let idle_observer = Some(observer);
        Worker { searcher: None, idle_observer, knowledge_pool, parts, helpers, cleared: 0 }
    }

    /// Who watches.
    pub(crate) fn observer(&mut self) -> &mut O {
        let searching = self.searcher.as_mut().map(|searcher| searcher.observer());
        searching.or(self.idle_observer.as_mut()).expect(ONE_PLACE)
    }

    /// Takes part in a search until the coordinator has no more tasks. Who `leads` calls the others if
    /// the search turns out to be worth sharing.
    ///
    /// Never unwinds: a panic of the game, also one that its values bring about when they are dropped,
    /// ends the search with an error.
    pub(crate) fn serve(&mut self, job: &Job<G>, leads: bool) {
        let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.work(job, leads))) else { return };
        let (worker, message) = (self.parts.worker, panic_message(panic));
        job.coordinator.fail(SearchError::GamePanicked { worker, message });
        if let Err(again) = catch_unwind(AssertUnwindSafe(|| self.forget())) {
            // The search has its error already.
            let _ = panic_message(again);
        }
    }

    /// Forgets what was learnt, and what the game was in the middle of if it panicked: that is not
    /// to be trusted.
    fn forget(&mut self) {
        if let Some(searcher) = self.searcher.take() {
            searcher.leave_observer(&mut self.idle_observer);
        }
    }

    fn work(&mut self, job: &Job<G>, leads: bool) {
        if self.cleared != job.cleared {
            self.forget();
            self.cleared = job.cleared;
        }
        let Worker { searcher, idle_observer, knowledge_pool, parts, helpers, .. } = self;
        // An allocation that the system refuses would end the process.
        let bytes = Searcher::<G, K, O>::bytes();
        if searcher.is_none() && Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
            let worker = parts.worker;
            return job.coordinator.fail(SearchError::NoMemory { worker, bytes });
        }
        let searcher = searcher.get_or_insert_with(|| {
            // The game's code may panic, so the observer is taken last.
            let (knowledge, root) = (knowledge_pool.take(parts.worker), job.root.clone());
            let observer = idle_observer.take().expect(ONE_PLACE);
            Box::new(Searcher::new(root, knowledge, parts.clone(), observer))
        });
        searcher.begin(&job.root, &job.moves, &job.past);
        searcher.join(helpers.clone().map(|helpers| helpers as Arc<dyn Helpers<G::Move>>), leads);
        deepen(searcher, job);
        job.coordinator.account(&searcher.leave_search());
        if let Some(helpers) = helpers {
            let (counters, error) = helpers.account();
            job.coordinator.account(&counters);
            error.into_iter().for_each(|error| job.coordinator.fail(error));
        }
    }
}

/// A position of which a search has proven the value.
pub(crate) struct Proven<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) moves: &'a [Ranked<G::Move>],
    /// What counts of the game that led there.
    pub(crate) past: &'a Arc<Past>,
    /// Counted from there.
    pub(crate) value: Score,
    /// How deep it was searched.
    pub(crate) depth: i32,
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Worker<G, K, O> {
    /// True if the search has to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.parts.control.stop().is_raised()
    }

    /// Searches for a move that reaches a proven value, with at most `most` nodes and within the limits that the control now
    /// has. `None` if that was given up.
    pub(crate) fn reach(&mut self, at: &Proven<'_, G>, most: u64) -> Option<Finding> {
        if self.is_stopped() {
            return None;
        }
        let control = &self.parts.control;
        let nodes = control.nodes().saturating_add(most);
        control.set_budget(self.parts.worker, Budget { nodes, ..Budget::UNLIMITED });
        let searcher = self.searcher.as_mut()?;
        let end = searcher.knowledge().plies_left(at.game);
        let within = match at.value.meaning() {
            Meaning::WinIn(plies) | Meaning::LossIn(plies) => Some(plies as i32 + 1),
            _ => None,
        };
        if end.is_none() && within.is_none() && at.game.can_repeat() {
            // Drawn, since neither side can win: there is no end to go to.
            return None;
        }
        searcher.go_on_from(at.game, at.moves, at.past);
        let mode = Mode {
            to_end: end.is_some(),
            proof: end.is_none() && within.is_some(),
            acceptance: Acceptance::AtLeast,
            unpruned: true,
            passes_left: 0,
            restricted: false,
        };
        let window = Window::null(at.value.prev());
        let depth = end.or(within).unwrap_or(at.depth);
        let found = searcher.search_root(&Aim {
            mode,
            window,
            depth,
            banned: &[],
            only: None,
            known: None,
        });
        (!found.aborted).then_some(found)
    }
}
