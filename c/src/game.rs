//! Opened games: those of the catalogue by name, those written in C by the table of their functions.

use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use plyglot_games::catalogue::{Catalogue, builtin};
use plyglot_open::rules::{self, Rules};
use plyglot_open::{Open, Position as Behind};
use plyglot_wire::object::{self, Games, object};
use plyglot_wire::read::{self, Texts};

use crate::failure::Failure;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(builtin);

/// A lock that outlives a panic: what it guards is put right before anything may panic.
pub(crate) fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An opened game. May be used by any number of threads at once.
#[derive(Clone)]
pub struct Game {
    pub(crate) open: Arc<dyn Open>,
    /// The name that people read: the door's name of a game in C carries a number.
    pub(crate) name: String,
    /// How many threads an engine of it has where nothing is said.
    pub(crate) usual_threads: Option<usize>,
}

/// All games, as the object `games`.
pub(crate) fn listed() -> String {
    object("games", &Games::of(&CATALOGUE))
}

impl Game {
    /// The game of that name and size, with options `NAME=VALUE`.
    pub(crate) fn named(name: &str, options: &[(&str, &str)]) -> Result<Game, Failure> {
        let open = CATALOGUE.open(name)?;
        let open: Arc<dyn Open> =
            if options.is_empty() { open } else { open.with(options)? }.into();
        Ok(Game { name: open.facts().name.clone(), open, usual_threads: None })
    }

    /// A game by its rules, of which one call may run at a time or many.
    pub(crate) fn of_rules<R: Rules>(rules: Arc<R>, one_at_a_time: bool) -> Result<Game, Failure> {
        let name = rules.about().name.clone();
        let open = rules::open(rules, rules::number())?.into();
        Ok(Game { open, name, usual_threads: one_at_a_time.then_some(1) })
    }

    /// The object `game`.
    pub(crate) fn json(&self) -> Result<String, Failure> {
        let game = object::Game::of(&*self.open)?;
        Ok(object("game", &object::Game { game: self.name.clone(), ..game }))
    }
}

/// A position with the game that led to it. May be used by any number of threads, one after the other.
pub struct Position {
    at: Mutex<Behind>,
}

impl Position {
    /// The position of a text, or the start position, after some moves.
    pub(crate) fn new(game: &Game, text: Option<&str>, moves: &str) -> Result<Position, Failure> {
        let mut at = game.open.start()?;
        if let Some(text) = text {
            at = read::position(&at, text)?;
        }
        play(&mut at, moves)?;
        Ok(Position { at: Mutex::new(at) })
    }

    /// The position as it is now.
    pub(crate) fn now(&self) -> Behind {
        locked(&self.at).clone()
    }

    /// Plays moves; if one is not legal, none.
    pub(crate) fn play(&self, moves: &str) -> Result<(), Failure> {
        play(&mut locked(&self.at), moves)
    }
}

fn play(at: &mut Behind, moves: &str) -> Result<(), Failure> {
    read::moves(at, &Texts::One(moves.into()))?;
    Ok(())
}
