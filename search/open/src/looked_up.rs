//! What tables of endgames hold of a position, and of its moves.
//!
//! A search gets the same from the bounds of the game's knowledge; here it is asked without one, for those who show it or
//! end a game by it. A position that has come back so often that the game is over is drawn, whatever a table holds of it.
//!
//! Cost: where no tables are used, a test; else a look-up for each move.

use plyglot_search::{Bounds, Knowledge, Score, Window};

use crate::error::DoorError;
use crate::facts::Mv;
use crate::position::Position;

impl Position {
    /// What tables of endgames hold of the position, from the side to move: its value, or two ends where a rule that they
    /// do not know may draw the game. `None` where no tables are used, they do not hold it, or the game is over.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn tabled(&self) -> Result<Option<Bounds>, DoorError> {
        if !self.facts().tables || self.outcome().is_some() {
            return Ok(None);
        }
        self.ask(|player, game| {
            // What is counted was found.
            let before = player.tbhits();
            player.begin(game);
            let bounds = player.bounds(game, Window::FULL);
            (player.tbhits() > before).then_some(bounds)
        })
    }

    /// The same of each legal move, for the side to move, in the order of [`Position::moves`]; of a move that ends the
    /// game its result. Empty where no tables are used, or they hold none of the moves.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn tabled_moves(&self) -> Result<Vec<(Mv, Option<Bounds>)>, DoorError> {
        if !self.facts().tables {
            return Ok(Vec::new());
        }
        let (mut moves, mut is_held) = (Vec::new(), false);
        for mv in self.moves()? {
            let next = self.after(mv)?;
            let ended = next.outcome().or_else(|| next.repeated());
            let known = match ended {
                Some(outcome) => Some(Bounds::exactly(outcome.score())),
                None => next.tabled()?.inspect(|_| is_held = true),
            };
            let turns = next.to_move() != self.to_move();
            moves.push((mv, known.map(|known| before(known, turns))));
        }
        Ok(if is_held { moves } else { Vec::new() })
    }

    /// The same position, with the game that led to it, as one of the opened game of another one, which has the same name:
    /// what is looked up for it goes by the options there.
    ///
    /// # Errors
    /// If the game's code panics, or does not read its own text.
    pub fn opened_as(&self, other: &Position) -> Result<Position, DoorError> {
        let mut at = other.parse(&self.after_plies(0).text()?)?;
        self.played().into_iter().try_for_each(|mv| at.play(mv))?;
        Ok(at)
    }
}

/// What a position says of the move that leads there, for who makes it.
fn before(Bounds { lower, upper }: Bounds, turns: bool) -> Bounds {
    let (lower, upper) = if turns { (-upper, -lower) } else { (lower, upper) };
    // A win or a loss is one ply further away; nothing else changes.
    let further = |score: Score| score.from_node(1);
    Bounds { lower: further(lower), upper: further(upper) }
}
