//! Positions for games without a built-in set: openings of random moves.

use plyglot_open::{DoorError, Position};
use plyglot_search::random::SplitMix;

/// How often an opening is drawn before no new one is expected.
const DRAWS: usize = 1000;

/// Up to `most` different positions, each `plies` random moves from the start and not over; fewer
/// where the game has no more. They come without the moves that led to them. Equal seeds give equal
/// positions.
///
/// # Errors
/// If the game's code panics.
pub fn openings(
    start: &Position,
    most: usize,
    plies: usize,
    seed: u64,
) -> Result<Vec<Position>, DoorError> {
    let mut random = SplitMix(seed);
    let mut found: Vec<Position> = Vec::new();
    let mut draws = 0;
    while found.len() < most && draws < most.saturating_mul(10).saturating_add(DRAWS) {
        draws += 1;
        if let Some(opening) = opening(start, plies, &mut random)?
            && found.iter().all(|other| other.key() != opening.key())
        {
            found.push(opening);
        }
    }
    Ok(found)
}

/// The position after `plies` random moves; `None` if the game is over by then.
pub(super) fn opening(
    start: &Position,
    plies: usize,
    random: &mut SplitMix,
) -> Result<Option<Position>, DoorError> {
    let mut position = start.without_past();
    for _ in 0..plies {
        let moves = position.moves()?;
        let Some(place) = random.below(moves.len()) else { return Ok(None) };
        position.play(moves[place])?;
    }
    Ok(position.outcome().is_none().then(|| position.without_past()))
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;

    use super::*;

    #[test]
    fn openings_repeat_themselves_and_are_as_many_as_there_are() {
        let start = builtin().open("kalah").and_then(|kalah| kalah.start()).expect("kalah");
        let drawn = |plies, seed| openings(&start, 30, plies, seed).expect("positions");
        let texts = |seed| -> Vec<String> {
            drawn(5, seed).iter().map(|opening| opening.text().expect("a text")).collect()
        };
        assert_eq!((texts(1).len(), texts(2).len(), drawn(400, 1).len()), (30, 30, 0));
        assert_ne!(texts(1), texts(2));
        assert_eq!(texts(1), texts(1));
        assert!(drawn(5, 1).iter().all(|opening| opening.plies() == 0));
    }
}
