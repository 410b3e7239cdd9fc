//! Laws of symmetry: the symmetry of the knowledge's key, and the exchange of colours.

use std::fmt::Debug;

use plyglot_search::{Game, Knowledge, Outcome, estimate};

use super::ledger::Met;
use super::likely::because;
use super::rules;
use super::truth;
use super::{Law, Place, Violation};

/// Plies to which the values of two positions under one key are compared.
const DEPTHS: [i32; 3] = [0, 1, 2];

/// Each move, taken to the canonical position and packed, must come back as the move.
pub(super) fn round_trip<G: Game + Debug, K: Knowledge<G>>(
    place: &Place<'_, G>,
    moves: &[G::Move],
    knowledge: &K,
) -> Result<(), Violation> {
    let symmetry = knowledge.key(place.game).symmetry;
    for &mv in moves {
        let canonical = knowledge.to_canonical(place.game, mv, symmetry);
        let bits = knowledge.bits_from_canonical(place.game, G::pack(canonical), symmetry);
        if bits != G::pack(mv) {
            let found = format!(
                "{mv:?} is {canonical:?} in symmetry {symmetry}, whose bits come back as {bits:#x}"
            );
            return Err(place.broken(Law::SymmetryRoundTrip, found));
        }
    }
    Ok(())
}

/// Two positions under one key of the knowledge must have the same canonical moves and be worth
/// the same.
pub(super) fn same<G: Game + Debug, K: Knowledge<G>>(
    place: &Place<'_, G>,
    other: &Met<G>,
    knowledge: &mut K,
    budget: u64,
) -> Result<(), Violation> {
    let there = Place { game: &other.game, line: &other.line };
    let broken = |found: String| {
        let found = format!("{found} in {:?}, reached by {:?}", other.game, other.line);
        Err(place.broken(Law::SymmetricValues, found))
    };
    let (here_moves, there_moves) = (canonical(place, knowledge)?, canonical(&there, knowledge)?);
    if here_moves != there_moves {
        return broken(format!(
            "canonical moves {here_moves:x?} here, but {there_moves:x?} under the same key"
        ));
    }
    for depth in DEPTHS {
        let mut value =
            |game: &G| truth::shallow(&mut game.clone(), knowledge, depth, 0, &mut budget.clone());
        match (value(place.game), value(&other.game)) {
            (Some(here), Some(there)) if here != there => {
                return broken(format!(
                    "value {here:?} at {depth} plies here, but {there:?} under the same key"
                ));
            }
            (None, _) | (_, None) => break,
            _ => {}
        }
    }
    Ok(())
}

/// The packed moves of a position in the canonical position, sorted.
fn canonical<G: Game + Debug, K: Knowledge<G>>(
    place: &Place<'_, G>,
    knowledge: &K,
) -> Result<Vec<u32>, Violation> {
    let symmetry = knowledge.key(place.game).symmetry;
    let bits = |mv| G::pack(knowledge.to_canonical(place.game, mv, symmetry));
    let mut moves: Vec<u32> = rules::moves(place)?.into_iter().map(bits).collect();
    moves.sort_unstable();
    Ok(moves)
}

/// A position with colours and turn exchanged must look the same to its side to move.
pub(super) fn exchanged<G: Game + PartialEq + Debug, K: Knowledge<G>>(
    place: &Place<'_, G>,
    exchange: &dyn Fn(&G) -> G,
    moves: &[G::Move],
    knowledge: &mut K,
) -> Result<(), Violation> {
    let other = exchange(place.game);
    let broken = |law, found: String| place.broken(law, format!("{found} in {other:?}"));
    let unlike = |found, likely| Err(broken(Law::ColoursExchange, found).because(likely));
    if other.to_move() == place.game.to_move() {
        return unlike("the same side is to move".into(), because::TURN_NOT_EXCHANGED);
    }
    if exchange(&other) != *place.game {
        let found = "exchanging twice does not lead back".into();
        return unlike(found, because::EXCHANGE_ONE_WAY);
    }
    let (here, there) = (place.game.outcome(), other.outcome());
    if here != there {
        let found = format!("outcome {} here, but {}", told(here), told(there));
        return unlike(found, because::OUTCOME_OF_ONE_SIDE);
    }
    let there = rules::moves(&Place { game: &other, line: place.line })?.len();
    if there != moves.len() {
        let found = format!("{} moves here, but {there}", moves.len());
        return unlike(found, because::MOVES_OF_ONE_SIDE);
    }
    if knowledge.constants().antisymmetric && here.is_none() {
        let (here, there) = (estimate(knowledge, place.game), estimate(knowledge, &other));
        if here != there {
            let found = format!("evaluation {here} here, but {there}");
            return Err(broken(Law::EvaluationAntisymmetric, found));
        }
    }
    Ok(())
}

fn told(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "none".into(), |outcome| format!("{outcome:?}"))
}
