//! The trees on which claims are tested.

use plyglot_open::catalogue::Catalogue;
use plyglot_open::{DoorError, Position};
use plyglot_search::random::SplitMix;
use plyglot_small::synthetic::Spec;

use crate::family::openings::opening;
use crate::family::trees::{Cell, positions, synthetic};

/// Trees of one kind, before they are made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ground {
    /// Synthetic trees by their spec.
    Synthetic(&'static str),
    /// Othello positions `plies` from the start, searched to a depth.
    Othello { plies: usize, depth: u32 },
    /// Connect Four positions likewise.
    ConnectFour { plies: usize, depth: u32 },
    /// Kalah positions likewise; a move in two may move again there.
    Kalah { plies: usize, depth: u32 },
    /// Othello endgames with this number of empty squares, searched to the end of the game: all values are
    /// even.
    Endgame { empties: u32 },
}

impl Ground {
    /// The cell of this number of trees. The same number gives the same trees.
    pub(super) fn cell(self, games: &Catalogue, trees: usize) -> Result<Cell, DoorError> {
        match self {
            Ground::Synthetic(spec) => Ok(synthetic(Spec::parse(spec)?, trees)?),
            Ground::Othello { plies, depth } => game(games, "othello", trees, plies, depth),
            Ground::ConnectFour { plies, depth } => game(games, "connect4", trees, plies, depth),
            Ground::Kalah { plies, depth } => game(games, "kalah", trees, plies, depth),
            Ground::Endgame { empties } => {
                let othello = games.open("othello")?;
                let plies = 60 - empties as usize;
                // After a pass on the way there are more of them.
                let fits = |drawn: Drawn| match drawn {
                    Ok((_, position)) if squares_left(&position)? != empties => Ok(None),
                    drawn => drawn.map(Some),
                };
                let start = othello.start()?;
                let games = drawn(&start, plies).filter_map(|drawn| fits(drawn).transpose());
                let games = games.take(trees).collect::<Result<_, _>>()?;
                // A pass is a ply: twice the empty squares is beyond the end of any game.
                let mut cell = positions("othello", games, othello.knowledge(), 2 * empties)?;
                cell.make.name = format!("othello, {empties} empty, to the end");
                Ok(cell)
            }
        }
    }
}

fn game(
    games: &Catalogue,
    name: &str,
    trees: usize,
    plies: usize,
    depth: u32,
) -> Result<Cell, DoorError> {
    let game = games.open(name)?;
    let games = drawn(&game.start()?, plies).take(trees).collect::<Result<_, _>>()?;
    positions(name, games, game.knowledge(), depth)
}

/// A position with its name.
type Drawn = Result<(String, Position), DoorError>;

/// Positions after this number of random plies, without end; games that are over by then are left out.
fn drawn(start: &Position, plies: usize) -> impl Iterator<Item = Drawn> {
    (1..).filter_map(move |seed| {
        let drawn = opening(start, plies, &mut SplitMix(seed)).transpose()?;
        Some(drawn.map(|position| (format!("{plies} random plies, seed {seed}"), position)))
    })
}

/// The empty squares of an Othello position, whose text has a sign for each square.
fn squares_left(position: &Position) -> Result<u32, DoorError> {
    Ok(position.text()?.matches('-').count() as u32)
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;
    use plyglot_games::othello::Othello;
    use plyglot_search::Describe;

    use super::*;

    #[test]
    fn endgames_have_as_many_empty_squares_as_they_say() {
        let cell = Ground::Endgame { empties: 9 }.cell(&builtin(), 400).expect("positions");
        assert_eq!(cell.make.roots.len(), 400);
        for root in &cell.make.roots {
            let position: Othello<8> =
                Othello::default().parse(&root.position).expect("its own text");
            assert_eq!(position.empties(), 9, "{}", root.position);
        }
    }
}
