//! The catalogue: which games there are, as a value given to the program.
//!
//! A catalogue is a list known at compile time. Asked for a game by name, it hands the concrete
//! game to a generic [`Visitor`], so that whatever the visitor does (analyse, measure, trace) is
//! compiled for that game alone, a stranger's too. That hand-over is the one place where the kind
//! of game is decided at run time.
//!
//! ```
//! use plyglot_games::catalogue::{Catalogue, Setup, Visitor, builtin};
//! use plyglot_search::{Describe, Knowledge};
//!
//! struct Board;
//! impl Visitor for Board {
//!     type Output = String;
//!     fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> String {
//!         setup.start.board()
//!     }
//! }
//! # use plyglot_games::catalogue::CatalogueError;
//! let board: Result<String, CatalogueError> = builtin().with("othello", Board);
//! # let _ = board;
//! ```

mod single;

use plyglot_search::{Describe, Knowledge, ParseError};
use thiserror::Error;

pub use single::Single;

/// What a list of games says of one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The name by which it is asked for.
    pub name: &'static str,
    /// Other names that serve as well.
    pub aliases: &'static [&'static str],
    /// One line: what game it is.
    pub title: &'static str,
    /// Which sizes there are and how to ask for them (`connect4:6x5`); empty if there is only one.
    pub sizes: &'static str,
    /// How positions and moves are written, in one line.
    pub notation: &'static str,
}

/// A concrete game, ready to be searched.
#[derive(Clone, Debug)]
pub struct Setup<G, K> {
    /// The name by which it was asked for, with its size: `othello`, `connect4:6x5`.
    pub name: String,
    /// The start position.
    pub start: G,
    /// What a player of it knows.
    pub knowledge: K,
}

/// Something to be done with a game that is only known by name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing that can be done with a game: it does not implement `Visitor`",
    note = "a closure cannot be generic over the game; write a struct with what is needed and \
            `impl Visitor for {Self}`, whose `visit` gets the concrete game"
)]
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with the concrete game.
    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output;
}

/// One game of a catalogue, in all its sizes. A game of one size needs no entry of its own: see
/// [`Single`].
///
/// A position is none yet:
///
/// ```compile_fail,E0277
/// # use plyglot_games::catalogue::{Catalogue, builtin};
/// # use plyglot_games::kalah::{Capture, Kalah};
/// builtin().and(Kalah::new(3, 3, Capture::Full).unwrap());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no entry of a catalogue: it does not implement the trait `Entry`",
    label = "this needs a name",
    note = "a start position goes in as `Single::new(\"name\", start)`, with what a player knows by \
            `.knowledge(...)`; a game of several sizes implements `Entry`"
)]
pub trait Entry {
    /// What the list of games says of it.
    fn listing(&self) -> Listing;

    /// Hands the game of that size (the default size if `None`) to the visitor.
    ///
    /// # Errors
    /// If there is no such size.
    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError>;
}

/// No game of that name or size.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CatalogueError {
    /// No game answers to the name.
    #[error("there is no game {name:?}; there are {known}")]
    UnknownGame {
        /// The name that was asked for.
        name: String,
        /// The names that exist, separated by commas.
        known: String,
    },
    /// The game does not come in that size.
    #[error("{game}: {error}")]
    UnknownSize {
        /// The game.
        game: &'static str,
        /// What was wrong with the size.
        error: ParseError,
    },
}

/// A list of games. Made of [`Empty`] and [`With`]; see [`builtin`].
///
/// ```compile_fail,E0277
/// # use plyglot_games::catalogue::{Catalogue, Single};
/// # use plyglot_games::kalah::{Capture, Kalah};
/// fn run(_: impl Catalogue) {}
/// run(Single::new("kalah", Kalah::new(3, 3, Capture::Full).unwrap()));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no catalogue: it does not implement the trait `Catalogue`",
    label = "a list of games is needed here",
    note = "begin with `builtin()`, or with `Empty` for a program without the built-in games, and \
            add games to it by `.and(...)`"
)]
pub trait Catalogue: Sized + Sync {
    /// All games, in the order in which they were added.
    fn listings(&self) -> Vec<Listing>;

    /// The catalogue with one game more. A game that was added later stands in for an earlier one of
    /// the same name, a stranger's Othello for the built-in one.
    fn and<E: Entry + Sync>(self, entry: E) -> With<Self, E> {
        With { rest: self, entry }
    }

    /// Hands the game `name` to the visitor if it is in the list, the visitor back otherwise.
    ///
    /// # Errors
    /// The inner error is a size that does not exist.
    #[doc(hidden)]
    fn find<V: Visitor>(
        &self,
        name: &str,
        size: Option<&str>,
        visitor: V,
    ) -> Result<Result<V::Output, CatalogueError>, V>;

    /// Hands a game to the visitor. `spec` is a name or alias (in any case), with a size behind a
    /// colon where the game has several: `kalah:6,4`.
    ///
    /// # Errors
    /// If no game of that name or size is in the list.
    fn with<V: Visitor>(&self, spec: &str, visitor: V) -> Result<V::Output, CatalogueError> {
        let (name, size) = match spec.split_once(':') {
            Some((name, size)) => (name, Some(size)),
            None => (spec, None),
        };
        self.find(name, size, visitor).unwrap_or_else(|_| {
            let names: Vec<_> = self.listings().iter().map(|listing| listing.name).collect();
            Err(CatalogueError::UnknownGame { name: name.into(), known: names.join(", ") })
        })
    }
}

/// The catalogue without games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Empty;

/// A catalogue with one game more.
#[derive(Clone, Copy, Debug)]
pub struct With<C, E> {
    rest: C,
    entry: E,
}

impl Catalogue for Empty {
    fn listings(&self) -> Vec<Listing> {
        Vec::new()
    }

    fn find<V: Visitor>(
        &self,
        _name: &str,
        _size: Option<&str>,
        visitor: V,
    ) -> Result<Result<V::Output, CatalogueError>, V> {
        Err(visitor)
    }
}

impl<C: Catalogue, E: Entry + Sync> Catalogue for With<C, E> {
    fn listings(&self) -> Vec<Listing> {
        let mut listings = self.rest.listings();
        let listing = self.entry.listing();
        listings.retain(|earlier| !earlier.name.eq_ignore_ascii_case(listing.name));
        listings.push(listing);
        listings
    }

    fn find<V: Visitor>(
        &self,
        name: &str,
        size: Option<&str>,
        visitor: V,
    ) -> Result<Result<V::Output, CatalogueError>, V> {
        let listing = self.entry.listing();
        let answers = |candidate: &str| candidate.eq_ignore_ascii_case(name);
        if !answers(listing.name) && !listing.aliases.iter().any(|alias| answers(alias)) {
            return self.rest.find(name, size, visitor);
        }
        let unknown = |error| CatalogueError::UnknownSize { game: listing.name, error };
        Ok(self.entry.visit(size, visitor).map_err(unknown))
    }
}

/// The games that come with plyglot. One line a game.
pub fn builtin() -> impl Catalogue {
    Empty
        .and(crate::othello::OthelloEntry)
        .and(crate::connect4::ConnectFourEntry)
        .and(crate::tictactoe::TicTacToeEntry)
        .and(crate::kalah::KalahEntry)
        .and(crate::breakthrough::BreakthroughEntry)
        .and(crate::domineering::DomineeringEntry)
        .and(crate::dots_and_boxes::DotsAndBoxesEntry)
        .and(crate::draughts::entry())
        .and(crate::hex::HexEntry)
        .and(crate::synthetic::SyntheticEntry)
}
