//! Othello on 8x8, 6x6 and 4x4 boards.
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
//! | `endgame` | the solver of the last empty squares |
//! | `ordering` | the order of moves in the midgame |
//! | `frontier` | a frontier node, one ply above the horizon, searched in one piece |
//! | `knowledge` | what ties these to the engine: the order of moves, bounds, plans |
//! | `text` | positions, moves and records as text |

mod board;
mod endgame;
mod evaluation;
mod frontier;
mod hardware;
mod knowledge;
mod look;
mod ordering;
mod position;
mod probcut;
mod size;
mod stability;
mod symmetry;
mod text;
mod trained;

use std::sync::Arc;

use plyglot_open::catalogue::{Entry, Listed, Listing, Setup, Visitor};
use plyglot_search::{Describe, ParseError};

pub use knowledge::OthelloKnowledge;
pub use position::{Othello, OthelloMove, OthelloUndo};

/// Othello in the catalogue: `othello`, `othello:6`, `othello:4`.
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
        match size {
            None | Some("8" | "8x8") => {
                let features = Arc::new(trained::LARGE_FEATURES);
                Ok(visitor.visit_with_features(setup::<8>("othello"), features))
            }
            Some("6" | "6x6") => {
                let features = Arc::new(trained::SMALL_FEATURES);
                Ok(visitor.visit_with_features(setup::<6>("othello:6"), features))
            }
            Some("4" | "4x4") => Ok(visitor.visit(setup::<4>("othello:4"))),
            Some(other) => {
                Err(ParseError::new(format!("{other:?} is not a size: write 8, 6 or 4")))
            }
        }
    }
}

/// The game as a trait object, for a [catalogue](plyglot_open::catalogue::Catalogue).
///
/// Neither generic nor inlined: the conversion to a box instantiates the game's searcher, whose code
/// is so generated here and once, and not in every crate that lists games.
#[inline(never)]
pub fn entry() -> Box<dyn Listed> {
    Box::new(OthelloEntry)
}

fn setup<const N: usize>(name: &str) -> Setup<Othello<N>, OthelloKnowledge<N>> {
    Setup { name: name.into(), start: Othello::default(), knowledge: OthelloKnowledge::default() }
}
