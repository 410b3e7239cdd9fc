//! Tic-tac-toe in all its sizes: the m,n,k-game. The player who first has k stones in a row (straight
//! or diagonal) on a board of m columns and n rows has won; a full board is a draw.
//!
//! Up to 64 squares, one bit each. What a size needs (rows, symmetries) is computed once and shared
//! by all positions.

mod board;
mod knowledge;
mod position;
mod text;

use plyglot_open::catalogue::{Entry, Listed, Listing, Setup, Visitor};
use plyglot_search::ParseError;

pub use board::Shape;
pub use knowledge::Rows;
pub use position::TicTacToe;

/// Tic-tac-toe in the catalogue.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToeEntry;

impl Entry for TicTacToeEntry {
    fn listing(&self) -> Listing {
        Listing {
            name: "tictactoe",
            aliases: &["ttt", "mnk"],
            title: "Tic-tac-toe (the m,n,k-game): k in a row on m columns and n rows",
            sizes: "columns,rows,stones in a row: tictactoe:4,4,3 (default 3,3,3; up to 64 squares)",
            notation: <TicTacToe as plyglot_search::Describe>::NOTATION,
        }
    }

    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        let shape = Shape::parse(size.unwrap_or("3,3,3"))?;
        let name = format!("tictactoe:{shape:?}");
        Ok(visitor.visit(Setup { name, start: TicTacToe::new(shape), knowledge: Rows }))
    }
}

/// The game as a trait object, for a [catalogue](plyglot_open::catalogue::Catalogue).
///
/// Neither generic nor inlined: the conversion to a box instantiates the game's searcher, whose code
/// is so generated here and once, and not in every crate that lists games.
#[inline(never)]
pub fn entry() -> Box<dyn Listed> {
    Box::new(TicTacToeEntry)
}
