//! GGF, the generic game format, in which Othello programs record games.
//!
//! `(;GM[Othello]PB[Ann]PW[Bob]TI[15:00]BO[8 ---...--- *]B[F5/0.5/2.1]W[F6];)`: properties, each a
//! name with a value in brackets, in which a backslash escapes the character after
//! it. After Michael Buro, "Generic Game File Format", as written for the server GGS, and as NBoard
//! reads and writes it. Whatever it is given, the reader ends with a game or with the place that it
//! cannot read; it looks at each character once.
//!
//! [`crate::Othello`] reads games so ([`plyglot_search::Describe::read_game`]). Public is what the protocol NBoard, which
//! writes games, moves and clocks as GGF does, needs besides.

mod game;
mod timer;
mod values;

#[cfg(test)]
mod tests;

use std::time::Duration;

use plyglot_games_common::properties::{Property, PropertyValue, Scanner, quoted};
use plyglot_search::{GameFile, ParseError};

use crate::position::{Othello, OthelloMove};

pub use plyglot_games_common::properties::PropertyError as GgfError;
pub use timer::Timer;
pub use values::{Spot, read_move};

/// What people call the format.
pub(super) const NAME: &str = "GGF";

/// The width of the board.
pub const SIZE: usize = 8;

/// The clocks of black and of white, where there are any.
pub type Timers = [Option<Timer>; 2];

/// What a record says, as far as it matters to an engine. Whether the moves are legal is left to the
/// rules.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The squares row by row from a1, then the side to move: `X` is black, `O` white, `-` empty.
    pub board: String,
    /// The moves in the order in which they were made.
    pub plies: Vec<Ply>,
    /// The clocks as they stood before the first move.
    pub timers: Timers,
    /// All other properties, in their order: players, places, results, comments.
    pub tags: Vec<(String, String)>,
}

impl GameRecord {
    /// The clocks after the moves of the record, which must be legal: each side made those that it is said to have.
    pub fn clocks(&self) -> Timers {
        let mut timers = self.timers;
        for ply in &self.plies {
            if let Some(timer) = &mut timers[usize::from(!ply.black)] {
                timer.spend(ply.time);
            }
        }
        timers
    }
}

/// A move as it was recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// The place of its first character in the text, from 1.
    pub at: usize,
    /// The byte of the text behind it.
    pub end: usize,
    /// Whether black made it, or white.
    pub black: bool,
    /// The square, or a pass.
    pub spot: Spot,
    /// How long it took.
    pub time: Duration,
}

/// True of a text that is to be a game in GGF, right or wrong.
pub(super) fn is_ggf(text: &str) -> bool {
    let text = text.trim_start();
    let game = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().strip_prefix('(');
    game.is_some_and(|game| game.trim_start().starts_with(';'))
}

/// The game of a text in GGF, with its moves played.
pub(super) fn read<const N: usize>(
    text: &str,
) -> Result<GameFile<Othello<N>, OthelloMove>, ParseError> {
    let game = parse(text).and_then(game::of);
    game.map_err(|error| ParseError::new(error.to_string()))
}

/// Reads a game: one line of play from one position. Whether its moves are legal is not looked at.
///
/// # Errors
/// The first place that cannot be read, or that names another game or size.
pub fn parse(text: &str) -> Result<GameRecord, GgfError> {
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
        Some('(') => Err(scanner.error("a second game begins: only a file may have several")),
        Some(_) => Err(scanner.error("something comes after the end of the game")),
        None => draft.finish(end),
    }
}

/// What was read so far.
#[derive(Debug, Default)]
struct Draft {
    board: Option<String>,
    plies: Vec<Ply>,
    timers: Timers,
    tags: Vec<(String, String)>,
}

impl Draft {
    /// Takes what a property says.
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
            name => {
                let tag = |value: &PropertyValue| (name.to_string(), value.text.clone());
                self.tags.extend(property.values.iter().map(tag));
                Ok(())
            }
        }
    }

    fn ply(&mut self, property: &Property, black: bool) -> Result<(), GgfError> {
        let PropertyValue { at, text, .. } = property.value()?;
        let (spot, time) = values::read_move(text)
            .map_err(|error| GgfError::new(*at, format!("{}: {error}", property.name)))?;
        self.plies.push(Ply { at: property.at, end: property.end, black, spot, time });
        Ok(())
    }

    fn clocks(&mut self, property: &Property, sides: &[usize]) -> Result<(), GgfError> {
        let PropertyValue { at, text, .. } = property.value()?;
        let timer = Timer::parse(text)
            .map_err(|error| GgfError::new(*at, format!("{}: {error}", property.name)))?;
        sides.iter().for_each(|&side| self.timers[side] = timer);
        Ok(())
    }

    fn finish(self, no_board: GgfError) -> Result<GameRecord, GgfError> {
        let Draft { board, plies, timers, tags } = self;
        Ok(GameRecord { board: board.ok_or(no_board)?, plies, timers, tags })
    }
}
