//! The trees on which claims are tested.

use plyglot_games::connect4::{ConnectFour, ConnectFourKnowledge, Standard};
use plyglot_games::kalah::{Capture, Kalah, Stores};
use plyglot_games::othello::{Othello, OthelloKnowledge};
use plyglot_games::synthetic::Spec;
use plyglot_search::{Describe, Game, Knowledge, ParseError};

use crate::family::openings::opening;
use crate::family::trees::{Cell, positions, synthetic};
use crate::random::SplitMix;

/// Trees of one kind, before they are made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ground {
    /// Synthetic trees by their spec.
    Synthetic(&'static str),
    /// Othello positions so many plies from the start, searched to a depth.
    Othello { plies: usize, depth: u32 },
    /// Connect Four positions likewise.
    ConnectFour { plies: usize, depth: u32 },
    /// Kalah positions likewise; a move in two may move again there.
    Kalah { plies: usize, depth: u32 },
    /// Othello endgames with so many empty squares, searched to the end of the game: all values are
    /// even.
    Endgame { empties: u32 },
}

impl Ground {
    /// The cell of so many trees. The same number gives the same trees.
    pub(super) fn cell(self, trees: usize) -> Result<Cell, ParseError> {
        match self {
            Ground::Synthetic(spec) => synthetic(Spec::parse(spec)?, trees),
            Ground::Othello { plies, depth } => {
                Ok(game("othello", &board(), OthelloKnowledge::default(), trees, plies, depth))
            }
            Ground::ConnectFour { plies, depth } => {
                let start = ConnectFour::new(Standard);
                let knowledge = ConnectFourKnowledge::default();
                Ok(game("connect4", &start, knowledge, trees, plies, depth))
            }
            Ground::Kalah { plies, depth } => {
                let start = Kalah::new(6, 4, Capture::Full)?;
                Ok(game("kalah", &start, Stores, trees, plies, depth))
            }
            Ground::Endgame { empties } => {
                let plies = 60 - empties as usize;
                // A pass is a ply: twice the empty squares is beyond the end of any game.
                let (start, depth) = (board(), 2 * empties);
                // After a pass on the way there are more of them.
                let fits = |(_, game): &(String, Othello<8>)| game.empties() == empties;
                let games = drawn(&start, plies).filter(fits).take(trees).collect();
                let mut cell = positions("othello", games, OthelloKnowledge::default(), depth);
                cell.make.name = format!("othello, {empties} empty, to the end");
                Ok(cell)
            }
        }
    }
}

fn board() -> Othello<8> {
    Othello::default()
}

fn game<G: Describe, K: Knowledge<G>>(
    name: &str,
    start: &G,
    knowledge: K,
    trees: usize,
    plies: usize,
    depth: u32,
) -> Cell {
    positions(name, drawn(start, plies).take(trees).collect(), knowledge, depth)
}

/// Positions after so many random plies, without end; games that are over by then are left out.
fn drawn<G: Game>(start: &G, plies: usize) -> impl Iterator<Item = (String, G)> {
    (1..).filter_map(move |seed| {
        let game = opening(start, plies, &mut SplitMix(seed))?;
        Some((format!("{plies} random plies, seed {seed}"), game))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endgames_have_as_many_empty_squares_as_they_say() {
        let cell = Ground::Endgame { empties: 9 }.cell(400).expect("positions");
        assert_eq!(cell.make.roots.len(), 400);
        for root in &cell.make.roots {
            let position = board().parse(&root.position).expect("its own text");
            assert_eq!(position.empties(), 9, "{}", root.position);
        }
    }
}
