//! Connect Four on the usual board of 7x6 and on all others that fit 64 bits.
//!
//! Values are those of P. Pons ("Solving Connect 4", 2015): the winner's margin is the number of
//! stones that it has left when it completes its row, plus one. On 7x6 a win with the winner's k-th
//! stone is worth 22 - k, a win with the very last stone 1, a full board 0. A sooner win is thus a
//! larger margin, and all values lie within -18 ..= 18.
//!
//! | file | one thing |
//! | --- | --- |
//! | `position` | the rules |
//! | `board` | the board as bits, in all sizes |
//! | `lines` | four in a row, by shifts |
//! | `survey` | what is proven of a position without branching |
//! | `zugzwang` | what following up in the same column proves |
//! | `liveness` | the key that positions of the same live stones share, and their mirror images |
//! | `evaluation` | what a position is worth, by possible rows and threats |
//! | `ordering` | the order of moves |
//! | `endgame` | the solver of the last empty cells |
//! | `hardware` | that solver compiled for newer processors |
//! | `memory` | what that solver remembers |
//! | `knowledge` | what ties these to the engine |
//! | `text` | positions, moves and records as text |

mod board;
mod endgame;
mod evaluation;
mod hardware;
mod knowledge;
mod lines;
mod liveness;
mod memory;
mod ordering;
mod position;
mod survey;
mod text;
mod zugzwang;

use plyglot_open::catalogue::{Entry, Listed, Listing, Setup, Visitor};
use plyglot_search::{Describe, ParseError};

pub use board::{AnySize, Geometry, Standard};
pub use knowledge::ConnectFourKnowledge;
pub use position::{Cell, ConnectFour};

const NAME: &str = "connect4";

/// Connect Four in the catalogue: all sizes that fit 64 bits, 7x6 by default.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFourEntry;

impl Entry for ConnectFourEntry {
    fn listing(&self) -> Listing {
        Listing {
            name: NAME,
            aliases: &["connect-four", "c4", "four-in-a-row"],
            title: "Connect Four: drop stones into columns; four in a row win",
            sizes: "columns x rows: connect4:6x5 (default 7x6; 4x4 and up, columns * (rows + 1) <= 64)",
            notation: ConnectFour::<Standard>::NOTATION,
        }
    }

    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        let (width, height) = size.map_or(Ok((7, 6)), text::size)?;
        let knowledge = ConnectFourKnowledge::default();
        if (width, height) == (7, 6) {
            let name = size.map_or_else(|| NAME.into(), |_| format!("{NAME}:7x6"));
            return Ok(visitor.visit(Setup { name, start: ConnectFour::new(Standard), knowledge }));
        }
        let start = ConnectFour::new(AnySize::new(width, height)?);
        Ok(visitor.visit(Setup { name: format!("{NAME}:{width}x{height}"), start, knowledge }))
    }
}

/// The game as a trait object, for a [catalogue](plyglot_open::catalogue::Catalogue).
///
/// Neither generic nor inlined: the conversion to a box instantiates the game's searcher, whose code
/// is so generated here and once, and not in every crate that lists games.
#[inline(never)]
pub fn entry() -> Box<dyn Listed> {
    Box::new(ConnectFourEntry)
}
