//! The trees on which claims are tested.

use plyglot_games::connect4::{ConnectFour, ConnectFourKnowledge, Standard};
use plyglot_games::kalah::{Capture, Kalah, Stores};
use plyglot_games::othello::{Othello, OthelloKnowledge};
use plyglot_games::synthetic::Spec;
use plyglot_search::{Describe, Game, Knowledge, MoveList, ParseError};

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
                let (knowledge, depth) = (OthelloKnowledge::default(), 2 * empties);
                let mut cell = game("othello", &board(), knowledge, trees, plies, depth);
                cell.make.name = format!("othello, {empties} empty, to the end");
                Ok(cell)
            }
        }
    }
}

fn board() -> Othello<8> {
    Othello::default()
}

/// Positions after so many random plies; games that are over by then are left out.
fn game<G: Describe, K: Knowledge<G>>(
    name: &str,
    start: &G,
    knowledge: K,
    trees: usize,
    plies: usize,
    depth: u32,
) -> Cell {
    let games = (1..).filter_map(|seed| {
        let game = played(start, plies, seed)?;
        Some((format!("{plies} random plies, seed {seed}"), game))
    });
    positions(name, games.take(trees).collect(), knowledge, depth)
}

fn played<G: Game>(start: &G, plies: usize, seed: u64) -> Option<G> {
    let mut random = SplitMix(seed);
    let mut game = start.clone();
    for _ in 0..plies {
        if game.outcome().is_some() {
            return None;
        }
        let mut moves = MoveList::new();
        game.moves(&mut moves);
        let mv = moves.iter().nth(random.below(moves.len())?)?;
        game.play(mv);
    }
    game.outcome().is_none().then_some(game)
}
