//! Positions for games that bring none: openings of random moves.

use plyglot_search::{Game, MoveList};

use crate::random::SplitMix;

/// How often an opening is drawn before no new one is expected.
const DRAWS: usize = 1000;

/// Up to `most` different positions, each `plies` random moves from the start and not over; fewer
/// where the game has no more. Equal seeds give equal positions.
pub fn openings<G: Game>(start: &G, most: usize, plies: usize, seed: u64) -> Vec<G> {
    let mut random = SplitMix(seed);
    let mut keys = Vec::new();
    let mut found = Vec::new();
    let mut draws = 0;
    while found.len() < most && draws < most.saturating_mul(10).saturating_add(DRAWS) {
        draws += 1;
        if let Some(game) = opening(start, plies, &mut random)
            && !keys.contains(&game.key())
        {
            keys.push(game.key());
            found.push(game);
        }
    }
    found
}

/// The position after so many random moves; `None` if the game is over by then.
pub(super) fn opening<G: Game>(start: &G, plies: usize, random: &mut SplitMix) -> Option<G> {
    let mut game = start.clone();
    for _ in 0..plies {
        if game.outcome().is_some() {
            return None;
        }
        let mut moves = MoveList::new();
        game.moves(&mut moves);
        let place = random.below(moves.len())?;
        game.play(moves.as_slice()[place].mv);
    }
    game.outcome().is_none().then_some(game)
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::{Catalogue, Setup, Visitor, builtin};
    use plyglot_search::{Describe, Knowledge};

    use super::*;

    struct Draw;

    impl Visitor for Draw {
        type Output = (Vec<String>, Vec<String>, usize);

        fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output {
            let texts = |seed| openings(&setup.start, 30, 5, seed).iter().map(G::text).collect();
            (texts(1), texts(2), openings(&setup.start, 30, 400, 1).len())
        }
    }

    #[test]
    fn openings_repeat_themselves_and_are_as_many_as_there_are() {
        let (first, second, after_the_end) = builtin().with("kalah", Draw).expect("kalah");
        assert_eq!((first.len(), second.len(), after_the_end), (30, 30, 0));
        assert_ne!(first, second);
        assert_eq!(builtin().with("kalah", Draw).expect("kalah").0, first);
    }
}
