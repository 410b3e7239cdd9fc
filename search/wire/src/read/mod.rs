//! What comes in: positions, moves and games, one at a time or in files, for every face alike: command line, service,
//! page, protocols and Python accept the same texts and refuse the others with the same words.
//!
//! | | |
//! | --- | --- |
//! | [`position`] | a position by its text, or an example of the game by its name |
//! | [`moves`], [`one_move`], [`root_moves`] | moves that are played, and moves that are looked at |
//! | [`record`] | a line of a file of positions: with the answer that is known, or the end of a game |
//! | [`game`] | a line of a file of games: moves in a row, or a game in a format of the game's own |
//! | [`either`] | what a person pastes: a game or a position |
//! | [`Link`] | a game as a link, the fragment of a page's address |
//! | [`Lines`] | a file, line by line, and where a line has several games ([`Source`]), game by game |
//!
//! What a text of a game looks like, the game says ([`plyglot_search::Describe`]). Here is what is the same for all: what
//! is tried in which order, and what a text is taken for that is wrong in every way.
//!
//! Cost: a position and the moves of a game are made once, some microseconds a line; a file is never held whole.

mod brackets;
mod bytes;
mod file;
mod foreign;
mod line;
mod link;
mod moves;
mod position;
mod result;
mod source;

pub use file::{FileError, Line, Lines};
pub use foreign::foreign_format;
pub use line::{Kind, LineError, NOTE, Record, either, file, game, record};
pub use link::{Link, LinkError};
pub use moves::{Texts, moves, moves_of_request, one_move, root_moves};
pub use position::{did_you_mean, position};
pub use source::Source;

#[cfg(test)]
mod tests;
