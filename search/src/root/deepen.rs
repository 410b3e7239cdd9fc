//! Iterative deepening, as each worker does it: it asks the coordinator for a depth, searches it inside
//! that depth's aspiration window, again where the answer lay outside, and has its line merged.
//!
//! No worker waits for another here. Which depth comes next is staggered over the workers
//! (`coordinator::stagger`), the window of a depth belongs to all who search it (`aspiration`): what
//! one of them finds widens it for the others. An exact solve deepens no more; its depths are the
//! questions of `coordinator::solve`, which are asked in the same loop.

use crate::recursion::{Aim, Finding, Searcher, Tried};
use crate::root::coordinator::Task;
use crate::root::follow::follow_table;
use crate::root::job::Job;
use crate::rules::game::Game;
use crate::rules::knowledge::Knowledge;
use crate::rules::observer::Observer;
use crate::rules::report::Verdict;
use crate::shared::mode::Mode;
use crate::shared::search_error::{SearchError, readable_line};

/// Deepens until the coordinator has nothing more to search.
pub(crate) fn deepen<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send>(
    searcher: &mut Searcher<G, K, O>,
    job: &Job<G>,
) {
    let (coordinator, worker) = (&job.coordinator, searcher.worker());
    // How many nodes the search had had when it was last tried to prove that neither side can win.
    let mut tried = 0;
    let mut wins = Tried::default();
    while let Some(iteration) = coordinator.next(worker) {
        if iteration.draw {
            return prove_draw_at_last(searcher, &iteration, job);
        }
        let mut window = Some(iteration);
        while let Some(task) = window {
            searcher.note_task(task.depth, task.to_end || task.proof);
            let finding = search_root(searcher, &task, job);
            let is_open = !finding.aborted && !finding.value.score.is_decided();
            if let Some(line) = searcher.take_moveless_line() {
                let line = readable_line(&job.root, &line);
                return coordinator.fail(SearchError::NoMoves { line });
            }
            let score = finding.value.score;
            let predict = |estimate| searcher.knowledge().predict(&job.root, estimate);
            let (again, outcome) = coordinator.merge(worker, &task, finding, &predict);
            searcher.note_task_end(outcome);
            window = again;
            if is_open && window.is_none() && worker == 0 {
                if job.proves_draws {
                    prove_draw(searcher, &task, job, &mut tried);
                }
                if let Some(aim) = job.proof_aim.filter(|_| !task.to_end && !task.proof)
                    && let Some((mv, score)) = searcher.proven_win(score, aim, &mut wins)
                {
                    coordinator.learn_win(&task, mv, score);
                }
            }
        }
    }
}

/// Tries to prove that neither side can win, if it is time for that. `tried` is how many nodes the search had had when
/// that was tried last.
fn prove_draw<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send>(
    searcher: &mut Searcher<G, K, O>,
    task: &Task,
    job: &Job<G>,
    tried: &mut u64,
) {
    let Some((nodes, spent)) = searcher.worth_of_draw(*tried) else { return };
    *tried = spent;
    if let Some(mv) = searcher.proven_draw(nodes) {
        job.coordinator.learn_draw(task, mv);
    }
}

/// Tries it once more when every depth is finished, with as many nodes as the whole search has had.
fn prove_draw_at_last<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send>(
    searcher: &mut Searcher<G, K, O>,
    task: &Task,
    job: &Job<G>,
) {
    let nodes = searcher.worth_of_draw_at_last();
    match searcher.proven_draw(nodes) {
        Some(mv) => job.coordinator.learn_draw(task, mv),
        None => job.coordinator.give_up_draw(),
    }
}

/// Searches the root to one depth inside one window.
fn search_root<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send>(
    searcher: &mut Searcher<G, K, O>,
    task: &Task,
    job: &Job<G>,
) -> Finding {
    let chosen = !task.banned.is_empty() || task.only.is_some();
    let restricted = chosen || job.coordinator.restricted;
    let mode = Mode {
        to_end: task.to_end,
        proof: task.proof,
        acceptance: job.acceptance,
        unpruned: task.to_end || task.proof || job.unpruned,
        passes_left: task.passes_left,
        restricted,
    };
    let Task { window, depth, known, only, ref banned, .. } = *task;
    let mut finding = searcher.search_root(&Aim { mode, window, depth, banned, only, known });
    if job.coordinator.is_watched() && !finding.pv.is_empty() && !finding.aborted {
        let (score, bound) = (finding.value.score, finding.bound);
        let verdict = Verdict { score, bound, proven: finding.is_proven() };
        let aim = (depth.max(0) as usize, &verdict);
        searcher.with_table(|knowledge, table| {
            follow_table(&job.root, knowledge, (table, &job.past), aim, &mut finding.pv);
        });
    }
    finding
}
