//! The moves of the root that a search looks at.

use crate::rules::game::{Game, MoveList, Ranked};
use crate::rules::knowledge::Knowledge;
use crate::rules::limits::LimitError;
use crate::rules::node::Node;
use crate::shared::past::Past;
use crate::shared::search_error::SearchError;

/// Room for the moves of most positions, made at once.
const USUAL_MOVES: usize = 32;

/// The moves to look at, in the order of the game's ranks; none if the past forbids all of them.
pub(super) fn root_moves<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &mut K,
    chosen: &[u32],
    past: &Past,
) -> Result<Vec<Ranked<G::Move>>, SearchError> {
    let mut legal = MoveList::with_capacity(USUAL_MOVES);
    game.moves(&mut legal);
    if legal.is_empty() {
        return Err(SearchError::NoMoves { line: String::new() });
    }
    let is_forbidden: Vec<bool> = legal.iter().map(|mv| past.forbids(game, mv)).collect();
    let allowed = || legal.iter().zip(&is_forbidden).filter(|(_, is)| !**is).map(|(mv, _)| mv);
    let is_illegal = |&&bits: &&u32| allowed().all(|other| G::pack(other) != bits);
    if let Some(illegal) = chosen.iter().find(is_illegal) {
        return Err(LimitError::IllegalRootMove(format!("{illegal:#x}")).into());
    }
    let mut ranked = MoveList::with_capacity(legal.len());
    knowledge.begin(game);
    knowledge.expand(game, &Node::at_depth(0), &mut ranked);
    let mut moves: Vec<Ranked<G::Move>> = Vec::with_capacity(legal.len());
    for mv in allowed() {
        if chosen.is_empty() || chosen.contains(&G::pack(mv)) {
            // Moves that the game knows to be no better than others come last, but at the root they count.
            let known = ranked.as_slice().iter().find(|known| known.mv == mv);
            moves.push(Ranked { mv, rank: known.map_or(i32::MIN, |known| known.rank) });
            sink(&mut moves);
        }
    }
    Ok(moves)
}

/// Moves the last one to its place among the others, which are sorted by rank, the highest first; behind those of
/// equal rank. There are few, and the sorts of the standard library would be compiled for each game.
fn sink<M>(moves: &mut [Ranked<M>]) {
    let mut place = moves.len() - 1;
    while place > 0 && moves[place - 1].rank < moves[place].rank {
        moves.swap(place - 1, place);
        place -= 1;
    }
}
