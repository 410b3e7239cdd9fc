//! English draughts (checkers): 8 by 8, men move and capture forward, kings one step both ways.
//!
//! Black moves first. Captures are compulsory, but the player may choose among them; a chain of
//! captures is one move and goes on until nothing more can be captured. A man that reaches the far
//! row is crowned, which ends its move. A player who cannot move has lost. Positions repeat, so draws
//! are by repetition; the rule that ends a game after a number of moves without progress is left out.
//! A solve finds the wins of endings with kings, usually without calling them exact: a draw by
//! repetition depends on the line that led to it, so what rests on one is not proven.

mod board;
mod endings;
mod knowledge;
mod moves;
mod position;
mod text;

use plyglot_open::catalogue::{Listed, Single};

pub use knowledge::Judgement;
pub use position::{Draughts, Move};

/// English draughts in the catalogue.
pub fn listed() -> Single<Draughts, Judgement> {
    Single::new("draughts", Draughts::start())
        .aliases(&["checkers"])
        .title("English draughts (checkers): capture or block all pieces of the opponent")
        .knowledge(Judgement)
}

/// The game as a trait object, for a [catalogue](plyglot_open::catalogue::Catalogue).
///
/// Neither generic nor inlined: the conversion to a box instantiates the game's searcher, whose code
/// is so generated here and once, and not in every crate that lists games.
#[inline(never)]
pub fn entry() -> Box<dyn Listed> {
    Box::new(listed())
}
