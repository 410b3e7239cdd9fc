//! The law of frontier nodes searched by the game's own code: it finds what the engine would.

use std::fmt::Debug;

use plyglot_search::{FrontierValue, Game, Knowledge, Score, Window, estimate};

use super::advice::expanded;
use super::{Law, Place, Summary, Violation};

/// What a frontier node is said to be worth must hold of the best that the children are worth at the
/// horizon.
pub(super) fn frontier<G: Game + Debug, K: Knowledge<G>>(
    place: &Place<'_, G>,
    knowledge: &mut K,
    summary: &mut Summary,
) -> Result<(), Violation> {
    let moves = expanded(place.game, knowledge, 1);
    let worth = |&mv: &G::Move| at_the_horizon(place.game, mv, knowledge);
    let Some(value) = moves.iter().map(worth).max() else { return Ok(()) };
    // Some other window near by; not a random one, so that a hook which a game leaves alone does not
    // change what positions are met.
    let near = Score::heuristic(value.raw() + value.raw().rem_euclid(9) - 4);
    let here = Score::heuristic(value.raw());
    for window in [Window::null(here.prev()), Window::null(here), Window::null(near)] {
        let proven = knowledge.bounds(place.game, window);
        if window.narrow(proven.lower, proven.upper).is_err() {
            continue;
        }
        let Some(FrontierValue { points, .. }) = knowledge.search_frontier(place.game, window)
        else {
            continue;
        };
        summary.last_plies += 1;
        let answer = Score::heuristic(points);
        let holds = if window.cuts_off(answer) { value >= answer } else { value <= answer };
        if !holds {
            let found = format!("{value:?} at the horizon, but {answer:?} within {window:?}");
            return Err(place.broken(Law::FrontierRight, found));
        }
    }
    Ok(())
}

/// What a move is worth to who makes it, as a search that goes no deeper sees it.
fn at_the_horizon<G: Game, K: Knowledge<G>>(game: &G, mv: G::Move, knowledge: &mut K) -> Score {
    let mut child = game.clone();
    child.play(mv);
    let score = match child.outcome() {
        Some(outcome) => outcome.score().from_node(1),
        None => {
            let proven = knowledge.bounds(&child, Window::FULL);
            let estimate = Score::heuristic(estimate(knowledge, &child));
            estimate.max(proven.lower.from_node(1)).min(proven.upper.from_node(1))
        }
    };
    if child.to_move() == game.to_move() { score } else { -score }
}
