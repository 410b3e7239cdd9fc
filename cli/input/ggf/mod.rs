//! GGF, the generic game format, in which Othello programs record games.
//!
//! `(;GM[Othello]PB[Ann]PW[Bob]TI[15:00]BO[8 ---...--- *]B[F5/0.5/2.1]W[F6];)`: properties, each a
//! name with a value in brackets, in which a backslash escapes the character after
//! it. After Michael Buro, "Generic Game File Format", as written for the server GGS, and as NBoard
//! reads and writes it. Whatever it is given, the reader ends with a game or with the place that it
//! cannot read; it looks at each character once.

mod game;
mod scan;
mod timer;
mod values;

#[cfg(test)]
mod tests;

use std::time::Duration;

use thiserror::Error;

use scan::{Property, PropertyValue, Scanner};

pub(crate) use game::{Timers, of, play};
pub(crate) use timer::Timer;
pub(crate) use values::{Spot, read_move};

/// The width of the board.
pub(crate) const SIZE: usize = 8;

/// What a record says, as far as it matters to an engine. Whether the moves are legal is left to the
/// rules.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GameRecord {
    /// The squares row by row from a1, then the side to move: `X` is black, `O` white, `-` empty.
    pub(crate) board: String,
    /// The moves in the order in which they were made.
    pub(crate) plies: Vec<Ply>,
    /// The clocks of black and of white as they stood before the first move, if there were any.
    pub(crate) timers: [Option<Timer>; 2],
}

/// A move as it was recorded.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ply {
    /// The place of its first character in the text, from 1.
    pub(crate) at: usize,
    /// Whether black made it, or white.
    pub(crate) black: bool,
    /// The square, or a pass.
    pub(crate) spot: Spot,
    /// How long it took.
    pub(crate) time: Duration,
}

/// Why a text is not a game, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("character {at}: {message}")]
pub(crate) struct GgfError {
    /// The place of the character, from 1.
    pub(crate) at: usize,
    /// What is wrong there, in words for people.
    pub(crate) message: String,
}

impl GgfError {
    pub(crate) fn new(at: usize, message: impl Into<String>) -> Self {
        GgfError { at, message: message.into() }
    }
}

/// Reads a game: one line of play from one position.
///
/// # Errors
/// The first place that cannot be read, or that names another game or size.
pub(crate) fn parse(text: &str) -> Result<GameRecord, GgfError> {
    let mut scanner = Scanner::new(text);
    scanner.skip_count();
    scanner.expect('(')?;
    scanner.expect(';')?;
    let mut draft = Draft::default();
    loop {
        match scanner.peek() {
            Some(')') => break,
            Some(';') => scanner.expect(';')?,
            Some('(') => {
                return Err(scanner.error("a variation begins: only one line of play is supported"));
            }
            Some(_) => draft.take(&scanner.property()?)?,
            None => return Err(scanner.error("the game does not end: \")\" is missing")),
        }
    }
    let end = scanner.error("the game has no board: BO is missing");
    scanner.expect(')')?;
    match scanner.peek() {
        Some(_) => Err(scanner.error("something comes after the end of the game")),
        None => draft.finish(end),
    }
}

/// What was read so far.
#[derive(Debug, Default)]
struct Draft {
    board: Option<String>,
    plies: Vec<Ply>,
    timers: [Option<Timer>; 2],
}

impl Draft {
    /// Takes what a property says. Those that say nothing about the game on the board (players,
    /// places, results, comments) are ignored.
    fn take(&mut self, property: &Property) -> Result<(), GgfError> {
        match property.name.as_str() {
            "GM" => values::check_game(property.value()?),
            "TY" => values::check_type(property.value()?),
            "BO" if self.board.is_some() => {
                Err(GgfError::new(property.at, "BO: the game has two boards"))
            }
            "BO" => values::board(property.value()?).map(|board| self.board = Some(board)),
            "B" => self.ply(property, true),
            "W" => self.ply(property, false),
            "TI" => self.clocks(property, &[0, 1]),
            "TB" => self.clocks(property, &[0]),
            "TW" => self.clocks(property, &[1]),
            _ => Ok(()),
        }
    }

    fn ply(&mut self, property: &Property, black: bool) -> Result<(), GgfError> {
        let PropertyValue { at, text } = property.value()?;
        let (spot, time) = values::read_move(text)
            .map_err(|error| GgfError::new(*at, format!("{}: {error}", property.name)))?;
        self.plies.push(Ply { at: property.at, black, spot, time });
        Ok(())
    }

    fn clocks(&mut self, property: &Property, sides: &[usize]) -> Result<(), GgfError> {
        let PropertyValue { at, text } = property.value()?;
        let timer = Timer::parse(text)
            .map_err(|error| GgfError::new(*at, format!("{}: {error}", property.name)))?;
        sides.iter().for_each(|&side| self.timers[side] = timer);
        Ok(())
    }

    fn finish(self, no_board: GgfError) -> Result<GameRecord, GgfError> {
        let Draft { board, plies, timers } = self;
        Ok(GameRecord { board: board.ok_or(no_board)?, plies, timers })
    }
}
