//! Chess and Chess960, by the rules of FIDE.
//!
//! The rules are those of the crate `cozy-chess`. A game is drawn after fifty moves of each side without a capture or a
//! move of a pawn, and where no moves whatever could lead to mate (as far as the pieces tell); that a position comes
//! back is the engine's business.
//!
//! | file | one thing |
//! | --- | --- |
//! | `position` | the rules |
//! | `text` | what people see: the board, names of moves, examples |
//! | `fen`, `epd`, `san`, `pgn` | the notations: positions, lines of files, moves, games |
//! | `knowledge` | what a player knows, hook by hook |
//! | `keys` | the key of the position after a move |
//! | `exchange` | what a series of captures on a square gains |
//! | `endings` | endings with few men as numbers, for tables |
//! | `syzygy` | tables that others have made, up to seven men; `no_folders` in a page |
//! | `evaluation` | the features of a position and their weights, for the estimate and for training |

mod endings;
mod epd;
mod evaluation;
mod exchange;
mod fen;
mod keys;
mod knowledge;
mod pgn;
mod position;
mod san;
#[cfg(not(target_family = "wasm"))]
mod syzygy;
#[cfg(target_family = "wasm")]
#[path = "no_folders.rs"]
mod syzygy;
mod text;

use std::sync::Arc;

use plyglot_open::catalogue::{Entry, Listed, Listing, Setup, Visitor};
use plyglot_search::{Describe, ParseError};

pub use knowledge::Player;
pub use position::Chess;

/// How many start positions Chess960 has.
const STARTS: u32 = 960;
/// The one that is that of chess.
const USUAL: u32 = 518;

/// Chess in the catalogue.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessEntry;

impl Entry for ChessEntry {
    fn listing(&self) -> Listing {
        Listing {
            name: "chess",
            aliases: &[],
            title: "Chess and Chess960: mate the king",
            sizes: "chess:960: castling as in Chess960; chess:960,N: from its start position N, 0 to 959 (chess \
                    begins from 518)",
            notation: Chess::NOTATION,
        }
    }

    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        let (name, start) = of_size(size)?;
        let setup = Setup { name, start, knowledge: Player::default() };
        Ok(visitor.visit_with_features(setup, Arc::new(evaluation::Traits)))
    }
}

/// The name and the start position of a size.
fn of_size(size: Option<&str>) -> Result<(String, Chess), ParseError> {
    let Some(size) = size else { return Ok(("chess".into(), Chess::start())) };
    let wrong = || {
        let right = format!("write 960, or 960,N with N from 0 to {}", STARTS - 1);
        ParseError::new(format!("{size:?} is not a size: {right}"))
    };
    let (variant, number) = match size.split_once(',') {
        Some((variant, number)) => {
            (variant, number.parse().ok().filter(|number| *number < STARTS).ok_or_else(wrong)?)
        }
        None => (size, USUAL),
    };
    if variant != "960" {
        return Err(wrong());
    }
    let name = if number == USUAL { "chess:960".into() } else { format!("chess:960,{number}") };
    Ok((name, Chess::start_960(number)))
}

/// The game as a trait object, for a [catalogue](plyglot_open::catalogue::Catalogue).
///
/// Neither generic nor inlined: the conversion to a box instantiates the game's searcher, whose code
/// is so generated here and once, and not in every crate that lists games.
#[inline(never)]
pub fn entry() -> Box<dyn Listed> {
    Box::new(ChessEntry)
}
