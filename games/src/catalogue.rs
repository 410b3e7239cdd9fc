//! The catalogue of the built-in games, with what is needed to add to it.
//!
//! ```
//! let games = plyglot_games::catalogue::builtin();
//! assert_eq!(games.listings()[0].name, "othello");
//! let _game = games.open("othello:6")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use plyglot_open::catalogue::*;

use crate::{
    breakthrough, chess, connect4, domineering, dots_and_boxes, draughts, hex, kalah, othello,
    synthetic, tictactoe,
};

/// All built-in games. Each comes as a trait object from its own crate, where its searcher is compiled.
pub fn builtin() -> Catalogue {
    Catalogue::empty()
        .and_boxed(plyglot_othello_smaller::entry())
        .and_boxed(connect4::entry())
        .and_boxed(chess::entry())
        .and_boxed(tictactoe::entry())
        .and_boxed(kalah::entry())
        .and_boxed(breakthrough::entry())
        .and_boxed(domineering::entry())
        .and_boxed(dots_and_boxes::entry())
        .and_boxed(draughts::entry())
        .and_boxed(hex::entry())
        .and_boxed(synthetic::entry())
}

plyglot_open::visit_entries! {
    /// Passes the concrete types of a built-in game to a visitor, which is compiled for each of them
    /// here.
    pub fn visit:
        othello::OthelloEntry,
        connect4::ConnectFourEntry,
        chess::ChessEntry,
        tictactoe::TicTacToeEntry,
        kalah::KalahEntry,
        breakthrough::BreakthroughEntry,
        domineering::DomineeringEntry,
        dots_and_boxes::DotsAndBoxesEntry,
        draughts::listed(),
        hex::HexEntry,
        synthetic::SyntheticEntry;
}
