//! Othello's smaller boards, 6x6 and 4x4: their searchers are compiled here, side by side with that of 8x8.
//!
//! All of the game is written in `plyglot-othello`.

use plyglot_open::Open;
use plyglot_open::catalogue::{Entry, Listed, Listing, Opener};
use plyglot_othello::{OthelloEntry, is_large, open_large, visit_smaller};
use plyglot_search::ParseError;

/// Othello on all boards.
struct AllBoards;

impl Listed for AllBoards {
    fn listing(&self) -> Listing {
        Entry::listing(&OthelloEntry)
    }

    fn open(&self, size: Option<&str>) -> Result<Box<dyn Open>, ParseError> {
        match size.filter(|size| !is_large(size)) {
            None => Ok(open_large()),
            Some(size) => visit_smaller(size, Opener),
        }
    }
}

/// Othello as a trait object, for a [catalogue](plyglot_open::catalogue::Catalogue).
///
/// Neither generic nor inlined, so that the searchers of the smaller boards are generated here.
#[inline(never)]
pub fn entry() -> Box<dyn Listed> {
    Box::new(AllBoards)
}
