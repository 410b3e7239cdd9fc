//! Iterative deepening, as each worker does it: it asks the coordinator for a depth, searches it inside
//! that depth's aspiration window, again where the answer lay outside, and has its line merged.
//!
//! No worker waits for another here. Which depth comes next is staggered over the workers
//! (`coordinator::stagger`), the window of a depth belongs to all who search it (`aspiration`): what
//! one of them finds widens it for the others. An exact solve deepens no more; its depths are the
//! questions of `coordinator::solve`, which are asked in the same loop.

use crate::coordinator::{Finding, Task};
use crate::follow::follow_table;
use crate::game::Game;
use crate::knowledge::Knowledge;
use crate::negascout::{Mode, Root, Searcher};
use crate::observer::Observer;
use crate::report::{Bound, Verdict};
use crate::search_error::{SearchError, readable_line};
use crate::worker::Job;

/// Deepens until the coordinator has nothing more to search.
pub(crate) fn deepen<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send>(
    searcher: &mut Searcher<G, K, O>,
    job: &Job<G>,
) {
    let (coordinator, worker) = (&job.coordinator, searcher.parts.lane);
    while let Some(iteration) = coordinator.next(worker) {
        let mut window = Some(iteration);
        while let Some(task) = window {
            let finding = search_root(searcher, &task, job);
            if let Some(line) = searcher.stuck.take() {
                let line = readable_line(&job.root, &line);
                return coordinator.fail(SearchError::NoMoves { line });
            }
            // So that progress tells a node count that includes this search.
            searcher.parts.control.publish(worker, searcher.counters.nodes);
            let predict = |estimate| searcher.knowledge.predict(&job.root, estimate);
            window = coordinator.merge(worker, &task, finding, predict);
        }
    }
}

/// Searches the root to one depth inside one window.
fn search_root<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send>(
    searcher: &mut Searcher<G, K, O>,
    task: &Task<G::Move>,
    job: &Job<G>,
) -> Finding<G::Move> {
    let restricted = !task.banned.is_empty() || job.coordinator.restricted;
    searcher.begin_task(Mode {
        to_end: task.to_end,
        proof: task.proof,
        acceptance: job.acceptance,
        unpruned: task.to_end || task.proof || job.solve,
        restricted,
    });
    searcher.banned.clone_from(&task.banned);
    searcher.known = task.known;
    let key = searcher.key();
    let value = searcher.node::<Root>(key, task.window, task.depth);
    let bound = Bound::of(value.score, task.window);
    let mut pv = searcher.line.get(0).to_vec();
    if job.coordinator.is_watched() && !pv.is_empty() && !searcher.aborted {
        let proven = value.weakest(task.window).is_proven();
        let verdict = Verdict { score: value.score, bound, proven };
        let aim = (task.depth.max(0) as usize, &verdict);
        let Searcher { knowledge, parts, .. } = searcher;
        follow_table(&job.root, knowledge, &parts.table, aim, &mut pv);
    }
    let compared = task.known.is_none() || searcher.known_tried;
    Finding { value, bound, pv, aborted: searcher.aborted, compared }
}
