//! The book of a board: what it knows of a position, and the moves that the engine plays from it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plyglot_open::{DoorError, Limits, Mv, Position, Report};
use plyglot_play::tree::TreeError;
use plyglot_play::tree::book::Book;
use plyglot_wire::object;

/// A book, and how often it was played from.
#[derive(Clone, Debug)]
pub struct Shelf {
    book: Book,
    moves: Arc<AtomicU64>,
}

impl Shelf {
    /// With this book.
    pub fn new(book: Book) -> Shelf {
        Shelf { book, moves: Arc::default() }
    }

    /// Of which game it is.
    pub fn game(&self) -> &str {
        self.book.game()
    }

    /// The position that it begins with.
    pub fn start(&self) -> &Position {
        self.book.start()
    }

    /// What it knows, also of a position.
    pub(crate) fn shown(&self, at: &Position) -> Result<object::Tree, TreeError> {
        self.book.shown(at)
    }

    /// The move that it plays, if it knows enough. A page tells of no games, so each move is chosen by itself.
    pub(crate) fn report(
        &self,
        at: &Position,
        limits: &Limits<Mv>,
    ) -> Result<Option<Report<Mv>>, DoorError> {
        if at.facts().name != self.game() {
            return Ok(None);
        }
        // It is a number and guards nothing.
        self.book.report(at, limits, self.moves.fetch_add(1, Ordering::Relaxed))
    }
}
