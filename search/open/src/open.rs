//! An opened game: one game of one size, with what a player of it knows.

use std::sync::Arc;

use plyglot_eval::{Active, Layout};
use plyglot_search::endings::Class;
use plyglot_search::{Config, Inputs, OptionSpec, Stop, Table};

use crate::engine::Engine;
use crate::erased::DynKnowledge;
use crate::error::DoorError;
use crate::facts::{Facts, Mv};
use crate::numbered::Numbered;
use crate::position::Position;
#[cfg(feature = "watch")]
use crate::{engine::Ask, watch::Visits};

/// An opened game: one game of one size, with what a player of it knows. A catalogue opens it, and so
/// does [`crate::catalogue::Entry::open`].
pub trait Open: Send + Sync {
    /// What is known of the game before anything is searched.
    fn facts(&self) -> &Facts;

    /// A number that is the same wherever a search means the same: made from the game, its size, its
    /// options, its weights and the version of this crate. What is stored of searches (a table, a
    /// journal) is only good where it is equal.
    fn fingerprint(&self) -> u64;

    /// What the game's knowledge can be set to, and the engine's numbers for it
    /// ([`plyglot_search::Tuned`]): those are options of every game.
    fn options(&self) -> &[OptionSpec];

    /// The same game with options set, names before values.
    ///
    /// # Errors
    /// [`DoorError::Option`], for the first that cannot be set.
    fn with(&self, set: &[(&str, &str)]) -> Result<Box<dyn Open>, DoorError>;

    /// The start position.
    ///
    /// # Errors
    /// If the game's code panics.
    fn start(&self) -> Result<Position, DoorError>;

    /// A position from its text.
    ///
    /// # Errors
    /// [`DoorError::Text`] says what was wrong with the text.
    fn parse(&self, text: &str) -> Result<Position, DoorError> {
        self.start()?.parse(text)
    }

    /// An engine for the game, on a table of its own or on one that it shares with other engines of
    /// the same game.
    ///
    /// # Errors
    /// [`DoorError::Engine`] if there cannot be such an engine.
    fn engine(
        &self,
        config: &Config,
        table: Option<Arc<Table>>,
    ) -> Result<Box<dyn Engine>, DoorError>;

    /// Searches once on one thread with an empty table, and tells `to` of every visit. `plain` searches
    /// without what looks further than the horizon ([`plyglot_search::Plain`]). `config` gives the size
    /// of the table and which of its entries answer; progress is not told.
    ///
    /// # Errors
    /// See [`Engine::run`].
    #[cfg(feature = "watch")]
    fn watch(
        &self,
        config: &Config,
        ask: &Ask<'_>,
        plain: bool,
        to: &mut dyn Visits,
    ) -> Result<plyglot_search::Report<Mv>, DoorError>;

    /// How many lines of exactly `depth` plies begin with each move, in the game's order of moves; on
    /// all cores ([`plyglot_check::perft::divide`]). Once `stop` is raised it comes back at once, and
    /// the counts mean nothing.
    ///
    /// # Errors
    /// [`DoorError::Foreign`] for another game's position.
    fn perft(&self, at: &Position, depth: u32, stop: &Stop) -> Result<Vec<(Mv, u64)>, DoorError>;

    /// How many lines of exactly `depth` plies end the game, likewise
    /// ([`plyglot_check::perft::finished`]).
    ///
    /// # Errors
    /// [`DoorError::Foreign`] for another game's position.
    fn finished(&self, at: &Position, depth: u32, stop: &Stop) -> Result<u64, DoorError>;

    /// The weights that an evaluation of the game has, if it declares features; `None` if it does not.
    fn features(&self) -> Option<&Layout> {
        None
    }

    /// Adds the active features of a position and gives its phase, an index of [`Layout::phases`]; `None`
    /// where the game declares none or is over there.
    ///
    /// # Errors
    /// [`DoorError::Foreign`] for another game's position, or if the game's code panics.
    fn active(&self, _at: &Position, _out: &mut Active) -> Result<Option<usize>, DoorError> {
        Ok(None)
    }

    /// What a net sees of the game ([`plyglot_search::Describe::inputs`]); without cells, if it shows no board.
    ///
    /// # Errors
    /// If the game's code panics.
    fn inputs(&self) -> Result<Inputs, DoorError>;

    /// Sets the bits of what a net sees of a position ([`plyglot_search::Describe::see`]); `planes` is all 0 before.
    /// True if a search would judge the position as it is: the game is not over, and the side to move may stand pat.
    ///
    /// # Errors
    /// [`DoorError::Foreign`] for another game's position, or if the game's code panics.
    fn see(&self, at: &Position, planes: &mut [u64]) -> Result<bool, DoorError>;

    /// The classes of endings that the game declares ([`plyglot_search::Describe::endings`]); by default none.
    fn classes(&self) -> &[Class];

    /// The positions of a class, by its index in [`Open::classes`]; `None` if there is none.
    fn class(&self, class: usize) -> Option<Box<dyn Numbered>>;

    /// All positions that moves lead to from one, itself among them, without its past. `None` if `stop` was raised, or
    /// if there are more than `most`. Tells `told` now and then how many there are so far.
    ///
    /// # Errors
    /// [`DoorError::Foreign`] for another game's position, or if the game's code panics.
    fn reached(
        &self,
        from: &Position,
        most: u64,
        stop: &Stop,
        told: &mut dyn FnMut(u64),
    ) -> Result<Option<Box<dyn Numbered>>, DoorError>;

    /// What a player of the game knows, for what runs on [`crate::DynGame`]
    /// ([`Position::game`]).
    fn knowledge(&self) -> DynKnowledge;
}
