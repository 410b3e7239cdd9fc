//! Laws of one position's knowledge: evaluation, bounds, expansion, leaf solver, noisy and null
//! moves.

use std::fmt::Debug;

use plyglot_search::{
    Game, Knowledge, Meter, MoveList, Node, NullMove, Score, Window, estimate, random::SplitMix,
};

use super::rules;
use super::truth;
use super::{Law, Place, Summary, Violation};

/// Plies to go at which hooks that depend on them are asked.
const DEPTHS: [i32; 5] = [0, 1, 4, 12, 60];

/// The evaluation must be in range, and the same however often and by whomever it is asked.
pub(super) fn evaluation<G: Game + Debug, K: Knowledge<G>>(
    place: &Place<'_, G>,
    fresh: &K,
    knowledge: &mut K,
) -> Result<(), Violation> {
    let points = estimate(knowledge, place.game);
    if points.abs() > Score::MAX_HEURISTIC {
        return Err(place.broken(Law::EvaluationRange, format!("evaluation {points}")));
    }
    for again in [knowledge.evaluate(place.game), estimate(&mut fresh.clone(), place.game)] {
        if again != points {
            let found = format!("evaluation {points} at first, then {again}");
            return Err(place.broken(Law::EvaluationRepeats, found));
        }
    }
    Ok(())
}

/// The key of a position to come must be the one that it has.
pub(super) fn keys_after<G: Game + Debug, K: Knowledge<G>>(
    place: &Place<'_, G>,
    moves: &[G::Move],
    knowledge: &K,
) -> Result<(), Violation> {
    for &mv in moves {
        let Some(told) = knowledge.key_after(place.game, mv) else { continue };
        let mut child = place.game.clone();
        child.play(mv);
        let key = knowledge.key(&child);
        if told != key {
            let found = format!("{told:?} for {mv:?}, but {key:?} when it is played");
            return Err(place.broken(Law::KeyAfter, found));
        }
    }
    Ok(())
}

/// What `expand` and `noisy` append must be legal; `expand` must append something, unless bounds
/// have settled the position.
pub(super) fn appended<G: Game + Debug, K: Knowledge<G>>(
    place: &Place<'_, G>,
    moves: &[G::Move],
    knowledge: &mut K,
    summary: &mut Summary,
) -> Result<(), Violation> {
    let mut list = MoveList::new();
    knowledge.noisy(place.game, &Node::at_depth(0), &mut list);
    summary.noisy += usize::from(!list.is_empty());
    rules::legal(place, &list.iter().collect::<Vec<_>>(), moves, Law::NoisyLegal)?;
    if knowledge.constants().quiescence && knowledge.forced(place.game) && list.len() < moves.len()
    {
        let found = format!("{} of {} legal moves", list.len(), moves.len());
        return Err(place.broken(Law::ForcedNoisy, found));
    }
    if settled(place.game, knowledge) {
        return Ok(());
    }
    for depth in DEPTHS {
        let given = expanded(place.game, knowledge, depth);
        if given.is_empty() {
            let found = format!("no move with {depth} plies to go");
            return Err(place.broken(Law::ExpandLegal, found));
        }
        rules::legal(place, &given, moves, Law::ExpandLegal)?;
    }
    Ok(())
}

fn settled<G: Game, K: Knowledge<G>>(game: &G, knowledge: &mut K) -> bool {
    let bounds = knowledge.bounds(game, Window::FULL);
    bounds.lower == bounds.upper
}

pub(super) fn expanded<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &mut K,
    depth: i32,
) -> Vec<G::Move> {
    let mut list = MoveList::new();
    knowledge.expand(game, &Node::at_depth(depth), &mut list);
    list.iter().collect()
}

/// The null move must give the turn to the other side, and be undone without a trace.
pub(super) fn null_move<G: Game + PartialEq + Debug, K: Knowledge<G>>(
    place: &Place<'_, G>,
    knowledge: &mut K,
    summary: &mut Summary,
) -> Result<(), Violation> {
    for depth in DEPTHS {
        let mut game = place.game.clone();
        let node = Node::at_depth(depth);
        let Some(NullMove { undo, .. }) = knowledge.null_move(&mut game, &node) else { continue };
        summary.null_moves += 1;
        if game.to_move() == place.game.to_move() {
            let found = format!("{:?} is still to move after it", game.to_move());
            return Err(place.broken(Law::NullMovePasses, found));
        }
        knowledge.undo_null(&mut game, undo);
        if let Some(difference) = rules::difference(place.game, &game) {
            return Err(place.broken(Law::NullMoveUndone, format!("after it, {difference}")));
        }
    }
    Ok(())
}

/// Bounds, `expand` and the leaf solver must agree with the true values of a position's moves.
pub(super) fn against_truth<G: Game + Debug, K: Knowledge<G>>(
    place: &Place<'_, G>,
    values: &[(G::Move, Score)],
    knowledge: &mut K,
    rng: &mut SplitMix,
    summary: &mut Summary,
) -> Result<(), Violation> {
    let Some(value) = truth::best(values) else { return Ok(()) };
    summary.solved += 1;
    summary.decided += usize::from(value.is_decided());
    let any = Score::from_raw((rng.bits() % 40_000) as i32 - 20_000);
    let near = Score::from_raw(value.raw() + (rng.bits() % 9) as i32 - 4);
    let windows = [Window::FULL, Window::null(value.prev()), Window::null(value)];
    for window in windows.into_iter().chain([Window::null(near), Window::null(any)]) {
        bounds(place, value, window, knowledge, summary)?;
        leaf(place, value, window, knowledge, summary)?;
    }
    if settled(place.game, knowledge) {
        return Ok(());
    }
    for depth in DEPTHS {
        let given = expanded(place.game, knowledge, depth);
        let kept = values.iter().filter(|(mv, _)| given.contains(mv)).map(|&(_, kept)| kept).max();
        if kept != Some(value) {
            let found = format!("value {value:?}, but {kept:?} by what is left: {given:?}");
            return Err(place.broken(Law::ExpandKeepsValue, found));
        }
    }
    Ok(())
}

fn bounds<G: Game + Debug, K: Knowledge<G>>(
    place: &Place<'_, G>,
    value: Score,
    window: Window,
    knowledge: &mut K,
    summary: &mut Summary,
) -> Result<(), Violation> {
    let bounds = knowledge.bounds(place.game, window);
    summary.bounds += usize::from(bounds != plyglot_search::Bounds::UNKNOWN);
    if bounds.lower <= value && value <= bounds.upper {
        return Ok(());
    }
    let found = format!("true value {value:?}, but {bounds:?} (asked with {window:?})");
    Err(place.broken(Law::BoundsHold, found))
}

fn leaf<G: Game + Debug, K: Knowledge<G>>(
    place: &Place<'_, G>,
    value: Score,
    window: Window,
    knowledge: &mut K,
    summary: &mut Summary,
) -> Result<(), Violation> {
    // A search to the end of the game has no depth.
    for depth in DEPTHS.into_iter().chain([i32::MAX]) {
        let answer = knowledge.solve_leaf(place.game, window, depth, &mut Meter::new());
        let Some(answer) = answer else { continue };
        summary.leaves += 1;
        let holds = if answer <= window.alpha {
            value <= answer
        } else if answer >= window.beta {
            value >= answer
        } else {
            value == answer
        };
        if !holds {
            let found = format!("true value {value:?}, but answer {answer:?} within {window:?}");
            return Err(place.broken(Law::LeafSolverRight, found));
        }
    }
    Ok(())
}
