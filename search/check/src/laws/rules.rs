//! Laws of one position's rules: moves, packing, undo, outcome.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use plyglot_search::{Game, MoveList, Outcome, Score, random::SplitMix};

use super::differ;
use super::{Law, Place, Violation};

/// The legal moves of a position; empty if it is finished. Outcome and moves must agree, and each
/// move must be there once.
pub(super) fn moves<G: Game + Debug>(place: &Place<'_, G>) -> Result<Vec<G::Move>, Violation> {
    let outcome = place.game.outcome();
    if outcome.is_some() && !G::ENDS_ONLY_WITHOUT_MOVES {
        return Ok(Vec::new());
    }
    let mut list = MoveList::new();
    place.game.moves(&mut list);
    match outcome {
        None if list.is_empty() => {
            Err(place.broken(Law::MovesOrOutcome, "neither an outcome nor a move"))
        }
        Some(outcome) if !list.is_empty() => {
            let found = format!("outcome {outcome:?}, and {} moves", list.len());
            Err(place.broken(Law::EndsOnlyWithoutMoves, found))
        }
        _ => {
            let moves: Vec<G::Move> = list.iter().collect();
            distinct(place, &moves, Law::DistinctMoves)?;
            Ok(moves)
        }
    }
}

/// Each of these moves must be there once.
pub(super) fn distinct<G: Game + Debug>(
    place: &Place<'_, G>,
    moves: &[G::Move],
    law: Law,
) -> Result<(), Violation> {
    let mut seen = HashSet::new();
    match moves.iter().find(|&&mv| !seen.insert(mv)) {
        Some(mv) => Err(place.broken(law, format!("move {mv:?} twice"))),
        None => Ok(()),
    }
}

/// Each of these moves must be legal and be there once.
pub(super) fn legal<G: Game + Debug>(
    place: &Place<'_, G>,
    given: &[G::Move],
    moves: &[G::Move],
    law: Law,
) -> Result<(), Violation> {
    let moves: HashSet<G::Move> = moves.iter().copied().collect();
    match given.iter().find(|mv| !moves.contains(mv)) {
        Some(mv) => Err(place.broken(law, format!("move {mv:?}, which is not legal here"))),
        None => distinct(place, given, law),
    }
}

/// Margins must be in range and in step with those of other ends of the same game.
pub(super) fn margin<G: Game + Debug>(
    place: &Place<'_, G>,
    outcome: Outcome,
    first: &mut Option<i32>,
) -> Result<(), Violation> {
    let Outcome::Margin(margin) = outcome else { return Ok(()) };
    if margin.abs() > Score::MAX_MARGIN {
        return Err(place.broken(Law::Margins, format!("margin {margin}")));
    }
    let first = *first.get_or_insert(margin);
    if (margin - first) % G::MARGIN_STEP != 0 {
        let found = format!("margin {margin} here and {first} elsewhere, step {}", G::MARGIN_STEP);
        return Err(place.broken(Law::Margins, found));
    }
    Ok(())
}

/// Playing and undoing each move must restore the position, and what it says of itself.
pub(super) fn undo<G: Game + PartialEq + Debug>(
    place: &Place<'_, G>,
    moves: &[G::Move],
) -> Result<(), Violation> {
    let mut game = place.game.clone();
    for &mv in moves {
        let token = game.play(mv);
        game.undo(mv, token);
        if let Some(difference) = difference(place.game, &game) {
            let found = format!("after {mv:?} was played and undone, {difference}");
            return Err(place.broken(Law::UndoRestores, found));
        }
    }
    Ok(())
}

/// What tells two positions apart that should be the same; `None` if nothing does.
pub(super) fn difference<G: Game + PartialEq + Debug>(expected: &G, got: &G) -> Option<String> {
    if got != expected {
        let (was, is) = (format!("{expected:?}"), format!("{got:?}"));
        let (was_part, is_part) = differ::parts(&was, &is);
        Some(match was == is {
            true => "the position is not equal to itself before".into(),
            false => format!("`{is_part}` instead of `{was_part}`: the position is {is}"),
        })
    } else if got.key() != expected.key() {
        Some(format!("the key is {:#x} instead of {:#x}", got.key(), expected.key()))
    } else if got.to_move() != expected.to_move() {
        Some(format!("it is the turn of {:?}", got.to_move()))
    } else if got.outcome() != expected.outcome() {
        Some(format!("the outcome is {:?} instead of {:?}", got.outcome(), expected.outcome()))
    } else {
        None
    }
}

/// Packed moves must come back, and other bits must not. `pool` keeps packed moves of other
/// positions, the bits that a hash collision would bring.
pub(super) fn packing<G: Game + Debug>(
    place: &Place<'_, G>,
    moves: &[G::Move],
    pool: &mut Vec<u32>,
    rng: &mut SplitMix,
) -> Result<(), Violation> {
    let mut legal = HashMap::new();
    for &mv in moves {
        let bits = G::pack(mv);
        if bits == u32::MAX {
            return Err(place.broken(Law::PackReserved, format!("{mv:?} is packed as u32::MAX")));
        }
        if let Some(other) = legal.insert(bits, mv) {
            let found = format!("{mv:?} and {other:?} are both packed as {bits:#x}");
            return Err(place.broken(Law::PackRoundTrip, found));
        }
        let back = place.game.unpack(bits);
        if back != Some(mv) {
            let found = format!("{mv:?} is packed as {bits:#x}, which unpacks as {back:?}");
            return Err(place.broken(Law::PackRoundTrip, found));
        }
    }
    let own: Vec<u32> = legal.keys().copied().collect();
    for bits in strange_bits(&own, pool, rng) {
        if let (Some(mv), false) = (place.game.unpack(bits), legal.contains_key(&bits)) {
            let found = format!("{bits:#x} is not a packed legal move, but unpacks as {mv:?}");
            return Err(place.broken(Law::UnpackRefuses, found));
        }
    }
    pool.extend(own);
    Ok(())
}

/// Bits that a slot of the table could hold: moves of other positions, a legal move with one bit
/// wrong, small numbers, any numbers.
fn strange_bits(own: &[u32], pool: &[u32], rng: &mut SplitMix) -> Vec<u32> {
    let mut bits = vec![u32::MAX, 0];
    for _ in 0..32 {
        bits.extend(rng.pick(pool));
        bits.extend(rng.pick(own).map(|bits| bits ^ 1 << (rng.bits() % 32)));
        bits.push((rng.bits() % 4096) as u32);
        bits.push((rng.bits() % 128) as u32);
        bits.push(rng.bits() as u32);
    }
    bits
}
