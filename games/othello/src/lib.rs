//! Othello on 8x8, 6x6 and 4x4 boards.
//!
//! The searcher of 8x8 is compiled in this crate, by [`open_large`], those of the smaller boards in
//! `plyglot-othello-smaller`, side by side with it, which has the entry for a catalogue of all of them.
//!
//! A position is the discs of the side to move, the discs of the other side, and whose turn it is.
//! A pass is a move and costs one ply; the game ends when neither side can move, so that a position
//! need not remember that a pass led to it. The outcome is the difference of
//! discs, empty squares going to the winner; on boards with an even number of squares it is always
//! even.
//!
//! | file | one thing |
//! | --- | --- |
//! | `position` | the rules |
//! | `board` | the board as bits: squares and masks, moves and flips by portable arithmetic |
//! | `hardware` | the same by vector instructions, where the processor has them |
//! | `stability` | discs that can never turn, and what they prove |
//! | `symmetry` | positions that are mirror images of one another |
//! | `evaluation` | what a position is worth, by hand-made features |
//! | `trained` | the same by patterns with trained weights |
//! | `size` | what was fitted to each size of the board |
//! | `branch` | a move with what it is ranked by, for all who order moves |
//! | `endgame` | the solver of the last empty squares |
//! | `look` | what a move is worth by a search of its own, a few plies deep |
//! | `ordering` | the order of moves in the midgame |
//! | `frontier` | a frontier node, one ply above the horizon, searched in one piece |
//! | `knowledge` | what ties these to the engine: the order of moves, bounds, plans |
//! | `text` | positions, moves and records as text |
//! | [`ggf`] | whole games as Othello programs record them |
//! | `wthor`, `signed`, `diagram` | archives of them, lines of moves with colours, boards as they are pasted |

mod board;
mod branch;
mod diagram;
mod endgame;
mod evaluation;
mod frontier;
pub mod ggf;
mod hardware;
mod knowledge;
mod look;
mod ordering;
mod position;
mod probcut;
mod signed;
mod size;
mod stability;
mod symmetry;
mod text;
mod trained;
mod wthor;

use std::sync::Arc;

use plyglot_open::Open;
use plyglot_open::catalogue::{Entry, Listing, Opener, Setup, Visitor};
use plyglot_search::{Describe, ParseError};

pub use knowledge::OthelloKnowledge;
pub use position::{Othello, OthelloMove, OthelloUndo};

/// Othello's concrete types: `othello`, `othello:6`, `othello:4`.
#[derive(Clone, Copy, Debug, Default)]
pub struct OthelloEntry;

impl Entry for OthelloEntry {
    fn listing(&self) -> Listing {
        Listing {
            name: "othello",
            aliases: &["reversi"],
            title: "Othello: bracket the opponent's discs to turn them; most discs win",
            sizes: "squares a side: othello:6 or othello:6x6 (default 8; 8, 6 or 4)",
            notation: Othello::<8>::NOTATION,
        }
    }

    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        match size.filter(|size| !is_large(size)) {
            None => Ok(visit_large(visitor)),
            Some(size) => visit_smaller(size, visitor),
        }
    }
}

/// True of the size of the usual board, 8x8.
pub fn is_large(size: &str) -> bool {
    matches!(size, "8" | "8x8")
}

fn visit_large<V: Visitor>(visitor: V) -> V::Output {
    visitor.visit_with_features(setup::<8>("othello"), Arc::new(trained::LARGE_FEATURES))
}

/// Hands the game on a smaller board, 6x6 or 4x4, to a visitor.
///
/// # Errors
/// If it is none of the two.
pub fn visit_smaller<V: Visitor>(size: &str, visitor: V) -> Result<V::Output, ParseError> {
    match size {
        "6" | "6x6" => {
            let features = Arc::new(trained::SMALL_FEATURES);
            Ok(visitor.visit_with_features(setup::<6>("othello:6"), features))
        }
        "4" | "4x4" => Ok(visitor.visit(setup::<4>("othello:4"))),
        other => Err(ParseError::new(format!("{other:?} is not a size: write 8, 6 or 4"))),
    }
}

/// The game on the usual board, 8x8, opened.
///
/// Neither generic nor inlined: the conversion to a box instantiates the game's searcher, whose code
/// is so generated here and once, and not in every crate that opens games.
#[inline(never)]
pub fn open_large() -> Box<dyn Open> {
    visit_large(Opener)
}

fn setup<const N: usize>(name: &str) -> Setup<Othello<N>, OthelloKnowledge<N>> {
    Setup { name: name.into(), start: Othello::default(), knowledge: OthelloKnowledge::default() }
}
