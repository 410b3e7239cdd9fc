//! The true value of a position, where the rest of the game is small enough to be played out in
//! full: what bounds, `expand` and the leaf solver are held against.

use plyglot_search::{Game, Knowledge, MoveList, Score, estimate};

/// Deeper than any line that the engine searches.
const DEEPEST: usize = 400;

/// The values of all moves of an unfinished position, from its side to move and counted from it;
/// `None` if more than `budget` positions would have to be visited, if a position comes back (its
/// value then depends on the line), or if the rules break down below.
pub(super) fn move_values<G: Game>(game: &mut G, mut budget: u64) -> Option<Vec<(G::Move, Score)>> {
    let mut path = vec![game.key()];
    children(game, &mut budget, &mut path)
}

/// The best of the values that [`move_values`] gives.
pub(super) fn best<M>(values: &[(M, Score)]) -> Option<Score> {
    values.iter().map(|&(_, value)| value).max()
}

fn children<G: Game>(
    game: &mut G,
    budget: &mut u64,
    path: &mut Vec<u64>,
) -> Option<Vec<(G::Move, Score)>> {
    let mut moves = MoveList::new();
    game.moves(&mut moves);
    let mover = game.to_move();
    let mut values = Vec::with_capacity(moves.len());
    for mv in moves.iter() {
        let undo = game.play(mv);
        let value = value(game, budget, path);
        let turned = game.to_move() != mover;
        game.undo(mv, undo);
        let value = value?;
        values.push((mv, if turned { -value } else { value }));
    }
    Some(values)
}

/// The value of the position on top of the line, counted from the one at its root.
fn value<G: Game>(game: &mut G, budget: &mut u64, path: &mut Vec<u64>) -> Option<Score> {
    *budget = budget.checked_sub(1)?;
    if let Some(outcome) = game.outcome() {
        return Some(outcome.score().from_node(path.len() as u32));
    }
    if path.len() > DEEPEST || G::CAN_REPEAT && path.contains(&game.key()) {
        return None;
    }
    path.push(game.key());
    let best = children(game, budget, path).and_then(|values| best(&values));
    path.pop();
    best
}

/// The value of a position searched a few plies deep, as the evaluation sees it there; `None` if
/// that takes more than `budget` positions.
pub(super) fn shallow<G: Game, K: Knowledge<G>>(
    game: &mut G,
    knowledge: &mut K,
    depth: i32,
    ply: u32,
    budget: &mut u64,
) -> Option<Score> {
    *budget = budget.checked_sub(1)?;
    if let Some(outcome) = game.outcome() {
        return Some(outcome.score().from_node(ply));
    }
    if depth == 0 {
        return Some(Score::heuristic(estimate(knowledge, game)));
    }
    let mut moves = MoveList::new();
    game.moves(&mut moves);
    let mover = game.to_move();
    let mut best = -Score::INFINITY;
    for mv in moves.iter() {
        let undo = game.play(mv);
        let value = shallow(game, knowledge, depth - 1, ply + 1, budget);
        let turned = game.to_move() != mover;
        game.undo(mv, undo);
        let value = value?;
        best = best.max(if turned { -value } else { value });
    }
    Some(best)
}
