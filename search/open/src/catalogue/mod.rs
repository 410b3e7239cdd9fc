//! The catalogue: which games there are, as a value given to the program.
//!
//! A catalogue is a list of boxes. Asked for a game by name, it opens it in a size and gives an
//! [`Open`] game, behind which nothing is generic any more.
//!
//! A game gets into the list as an [`Entry`], which names its concrete types. The code of its searcher
//! is generated where the entry becomes a box: in the game's own crate, if a function that is not
//! generic gives the box there (`pub fn entry() -> Box<dyn Listed>`), or where [`Catalogue::and`] is
//! called.
//!
//! Beside this stands the static seam, for tests, benchmarks and code that wants the concrete types in
//! process: [`Entry::visit`] hands them to a generic [`Visitor`].
//!
//! ```
//! use plyglot_open::catalogue::{Catalogue, Single};
//! # mod game {
//! #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../check/src/guide/hexapawn/rules.rs"));
//! #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../check/src/guide/hexapawn/text.rs"));
//! # }
//! # use game::Hexapawn;
//!
//! let games = Catalogue::empty().and(Single::new("hexapawn", Hexapawn::new(3, 3)));
//! let game = games.open("hexapawn")?;
//! println!("{}", game.start()?.board()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod program;
mod single;

use std::fmt;
use std::sync::Arc;

use plyglot_eval::Features;
use plyglot_search::{Describe, Knowledge, ParseError};

pub use crate::error::CatalogueError;
use crate::error::{DoorError, guarded};
use crate::open::Open;
use crate::opened::opened;
pub use crate::setup::Setup;

pub use program::Program;
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

impl Listing {
    /// True if the game answers to this name or alias, in any case.
    pub fn answers_to(&self, name: &str) -> bool {
        let names = || self.aliases.iter().chain([&self.name]);
        names().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// Something to be done with the concrete types of a game, compiled for each game that it visits.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be done with a game: it does not implement `Visitor`",
    note = "a closure cannot be generic over the game; write a struct with what is needed and \
            `impl Visitor for {Self}`, whose `visit` gets the concrete game"
)]
pub trait Visitor {
    /// What it gives.
    type Output;

    /// Does it with the concrete game.
    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output;

    /// Does it with a game that declares features, from which an evaluation can be trained. By default they
    /// are left out.
    fn visit_with_features<G: Describe, K: Knowledge<G>>(
        self,
        setup: Setup<G, K>,
        _features: Arc<dyn Features<G>>,
    ) -> Self::Output
    where
        Self: Sized,
    {
        self.visit(setup)
    }
}

/// Opens the game that it visits, and so generates the game's searcher where it does.
///
/// For a game whose sizes are compiled in several crates; others leave it to [`Entry::open`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Opener;

impl Visitor for Opener {
    type Output = Box<dyn Open>;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Box<dyn Open> {
        opened(setup, None)
    }

    fn visit_with_features<G: Describe, K: Knowledge<G>>(
        self,
        setup: Setup<G, K>,
        features: Arc<dyn Features<G>>,
    ) -> Box<dyn Open> {
        opened(setup, Some(features))
    }
}

/// One game of a catalogue, in all its sizes. A game of one size needs no entry of its own: see
/// [`Single`].
///
/// A position is not yet an entry:
///
/// ```compile_fail,E0277
/// # use plyglot_open::catalogue::Catalogue;
/// # mod game {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../check/src/guide/hexapawn/rules.rs"));
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../check/src/guide/hexapawn/text.rs"));
/// # }
/// # use game::Hexapawn;
/// Catalogue::empty().and(Hexapawn::new(3, 3));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an entry of a catalogue: it does not implement the trait `Entry`",
    label = "this needs a name",
    note = "a start position goes in as `Single::new(\"name\", start)`, with what a player knows by \
            `.knowledge(...)`; a game of several sizes implements `Entry`"
)]
pub trait Entry {
    /// What the list of games says of it.
    fn listing(&self) -> Listing;

    /// Hands the concrete game of that size (the default size if `None`) to the visitor.
    ///
    /// # Errors
    /// If there is no such size.
    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError>;

    /// Opens the game of that size (the default size if `None`). Generates the game's searcher where
    /// this is called.
    ///
    /// # Errors
    /// If there is no such size.
    fn open(&self, size: Option<&str>) -> Result<Box<dyn Open>, ParseError> {
        self.visit(size, Opener)
    }
}

/// An [`Entry`] without its types: what a [`Catalogue`] is a list of. Every entry that threads can
/// share is one.
pub trait Listed: Send + Sync {
    /// What the list of games says of it.
    fn listing(&self) -> Listing;

    /// Opens the game of that size (the default size if `None`).
    ///
    /// # Errors
    /// If there is no such size.
    fn open(&self, size: Option<&str>) -> Result<Box<dyn Open>, ParseError>;
}

impl<E: Entry + Send + Sync> Listed for E {
    fn listing(&self) -> Listing {
        Entry::listing(self)
    }

    fn open(&self, size: Option<&str>) -> Result<Box<dyn Open>, ParseError> {
        Entry::open(self, size)
    }
}

/// A list of games, and the program that offers them.
#[derive(Default)]
pub struct Catalogue {
    program: Program,
    /// In the order in which they were added; no two have the same name.
    entries: Vec<Box<dyn Listed>>,
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.entries.iter().map(|entry| entry.listing().name);
        out.debug_list().entries(names).finish()
    }
}

impl Catalogue {
    /// A catalogue without games.
    pub fn empty() -> Self {
        Self::default()
    }

    /// The catalogue with one game more. A game that was added later stands in for an earlier one of
    /// the same name, a stranger's Othello for the built-in one.
    pub fn and<E: Entry + Send + Sync + 'static>(self, entry: E) -> Self {
        self.and_boxed(Box::new(entry))
    }

    /// [`Catalogue::and`] for an entry that its own crate has put into a box, so that the game's
    /// searcher was compiled there.
    pub fn and_boxed(mut self, entry: Box<dyn Listed>) -> Self {
        let name = entry.listing().name;
        self.entries.retain(|earlier| !earlier.listing().name.eq_ignore_ascii_case(name));
        self.entries.push(entry);
        self
    }

    /// The catalogue of this program, which is called by its own name then: in help, hints and protocols, and on
    /// the page. See [`program!`](crate::program).
    pub fn of_program(self, program: Program) -> Self {
        Catalogue { program, ..self }
    }

    /// The program that offers the games; plyglot itself, where nothing else is said.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// All games, in the order in which they were added.
    pub fn listings(&self) -> Vec<Listing> {
        self.entries.iter().map(|entry| entry.listing()).collect()
    }

    /// Opens a game. `spec` is a name or alias (in any case), with a size behind a colon where the
    /// game has several: `kalah:6,4`.
    ///
    /// # Errors
    /// [`DoorError::Catalogue`] if no game of that name or size is in the list.
    pub fn open(&self, spec: &str) -> Result<Box<dyn Open>, DoorError> {
        let (name, size) = split(spec);
        // The latest one first: it stands in for an earlier one that has its name as an alias.
        let entry = self.entries.iter().rev().find(|entry| entry.listing().answers_to(name));
        let entry = entry.ok_or_else(|| unknown(name, &self.listings()))?;
        let game = entry.listing().name;
        let opened = guarded(|| entry.open(size))?;
        Ok(opened.map_err(|error| CatalogueError::UnknownSize { game, error })?)
    }
}

/// The name of a game and its size, if one is asked for.
fn split(spec: &str) -> (&str, Option<&str>) {
    match spec.split_once(':') {
        Some((name, size)) => (name, Some(size)),
        None => (spec, None),
    }
}

fn unknown(name: &str, listings: &[Listing]) -> CatalogueError {
    let names: Vec<_> = listings.iter().map(|listing| listing.name).collect();
    CatalogueError::UnknownGame { name: name.into(), known: names.join(", ") }
}

/// Hands one of several entries, whose types are known, to a visitor: the static seam by name. Used by
/// [`crate::visit_entries`].
///
/// # Errors
/// If the entry has no such size; the visitor, if it does not answer to the name.
#[doc(hidden)]
pub fn visit_entry<E: Entry, V: Visitor>(
    entry: &E,
    spec: &str,
    visitor: V,
) -> Result<Result<V::Output, CatalogueError>, V> {
    let (name, size) = split(spec);
    let listing = Entry::listing(entry);
    if !listing.answers_to(name) {
        return Err(visitor);
    }
    let unknown = |error| CatalogueError::UnknownSize { game: listing.name, error };
    Ok(entry.visit(size, visitor).map_err(unknown))
}

/// The error of [`crate::visit_entries`] where no entry answers.
#[doc(hidden)]
pub fn unknown_of(spec: &str, listings: &[Listing]) -> CatalogueError {
    unknown(split(spec).0, listings)
}

/// Writes a function `visit(spec, visitor)` over a fixed list of entries, whose types it keeps: the
/// static seam for several games at once. Everything that the visitor does is compiled for each of
/// them.
///
/// ```
/// use plyglot_open::catalogue::{Setup, Single, Visitor};
/// use plyglot_search::{Describe, Knowledge};
/// # mod game {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../check/src/guide/hexapawn/rules.rs"));
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../check/src/guide/hexapawn/text.rs"));
/// # }
/// # use game::Hexapawn;
///
/// plyglot_open::visit_entries! {
///     /// Hands a game to a visitor.
///     fn visit: Single::new("hexapawn", Hexapawn::new(3, 3));
/// }
///
/// struct Board;
/// impl Visitor for Board {
///     type Output = String;
///     fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> String {
///         setup.start.board()
///     }
/// }
/// println!("{}", visit("hexapawn", Board)?);
/// # Ok::<(), plyglot_open::catalogue::CatalogueError>(())
/// ```
#[macro_export]
macro_rules! visit_entries {
    ($(#[$about:meta])* $access:vis fn $name:ident: $($entry:expr),+ $(,)?;) => {
        $(#[$about])*
        ///
        /// # Errors
        /// If no game of that name or size is in the list.
        $access fn $name<V: $crate::catalogue::Visitor>(
            spec: &str,
            visitor: V,
        ) -> Result<V::Output, $crate::catalogue::CatalogueError> {
            let mut listings = ::std::vec::Vec::new();
            $(
                let entry = $entry;
                let visitor = match $crate::catalogue::visit_entry(&entry, spec, visitor) {
                    Ok(visited) => return visited,
                    Err(visitor) => visitor,
                };
                listings.push($crate::catalogue::Entry::listing(&entry));
            )+
            let _ = visitor;
            Err($crate::catalogue::unknown_of(spec, &listings))
        }
    };
}
