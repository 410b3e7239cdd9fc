//! One line, of a file or as it is pasted. What it is, it says itself: a game in a format of the game's own, a position,
//! or moves in a row.

use plyglot_open::{DoorError, KnownAnswer, Mv, Position};
use plyglot_search::{CommentSlots, GameFile, recorded};
use thiserror::Error;

use super::foreign;
use super::position::{behind, unnamed};
use super::result;

/// The name of the tag that says what does not fit in a game.
pub const NOTE: &str = "Note";

/// What a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A position.
    Position,
    /// The moves of a game in a row.
    Moves,
    /// A game in this format of the game's own.
    File(String),
}

/// What a line stands for.
#[derive(Clone, Debug)]
pub struct Record {
    /// What the line is.
    pub kind: Kind,
    /// The position, or the last one of the game, with the moves that led there.
    pub at: Position,
    /// The answer that the line gives for the position.
    pub known: Option<KnownAnswer<Mv>>,
    /// What a game in a format of its own says besides: players, result, comments; and what of it does not fit ([`NOTE`]).
    pub tags: Vec<(String, String)>,
    /// Where its text takes comments on the moves; of [`Kind::File`] alone.
    pub slots: CommentSlots,
}

impl Record {
    /// What does not fit in the game.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.tags.iter().filter(|tag| tag.0 == NOTE).map(|tag| tag.1.as_str())
    }

    /// What says nothing but this.
    fn of(kind: Kind, at: Position) -> Record {
        Record { kind, at, known: None, tags: Vec::new(), slots: CommentSlots::default() }
    }
}

/// What is wrong with a line.
#[derive(Debug, Error)]
pub enum LineError {
    /// It is not text.
    #[error("not UTF-8 text at byte {at}")]
    NotText {
        /// The first byte of the line that is not, from 1.
        at: usize,
    },
    /// It is a game of another game.
    #[error("a game in GGF is one of {of}, not of {game}")]
    OtherGame {
        /// The game of the line.
        of: String,
        /// The game that is asked for.
        game: String,
    },
    /// There is nothing in it.
    #[error("a position or the moves of a game are needed")]
    Nothing,
    /// It is a position where a game is needed.
    #[error("a position; the moves of a game are needed")]
    NotAGame,
    /// It is a game in which no move was made.
    #[error("the game has no moves")]
    NoMoves,
    /// It is not what it looks like, or the game's code panicked.
    #[error(transparent)]
    Door(#[from] DoorError),
}

impl LineError {
    /// True if nothing in the line is a move that could be played.
    fn at_first_move(&self) -> bool {
        matches!(self, LineError::Door(DoorError::Text(error)) if error.number == Some(1))
    }
}

/// A line of a file of positions: a position with its known answer or the name of an example, or a game, of which the
/// last position counts. `start` is the start position of the size that is meant, as in all that follow.
///
/// # Errors
/// What is wrong with it: as a game if its first move is one, as a position otherwise.
pub fn record(start: &Position, line: &str) -> Result<Record, LineError> {
    named(start, line, as_record(start, line))
}

fn as_record(start: &Position, line: &str) -> Result<Record, LineError> {
    if let Some(record) = file(start, line)? {
        return Ok(record);
    }
    let as_position = match of_position(start, line) {
        Err(error @ DoorError::Text(_)) => error,
        read => return Ok(read?),
    };
    match of_moves(start, line) {
        Ok(record) => Ok(record),
        Err(error @ LineError::Door(_))
            if !error.at_first_move() && !begins_with_position(start, line) =>
        {
            Err(error)
        }
        Err(_) => Err(as_position.into()),
    }
}

/// A line of a file of games: moves from `start`, or a game in a format of the game's own, which has a start of its own.
///
/// # Errors
/// What is wrong with it; a game in which no move was made, too.
pub fn game(start: &Position, line: &str) -> Result<Record, LineError> {
    named(start, line, as_game(start, line))
}

fn as_game(start: &Position, line: &str) -> Result<Record, LineError> {
    match file(start, line)? {
        Some(record) if record.at.plies() == 0 => Err(LineError::NoMoves),
        Some(record) => Ok(record),
        None => of_moves(start, line).map_err(|error| match of_position(start, line) {
            Ok(_) => LineError::NotAGame,
            Err(_) => error,
        }),
    }
}

/// A game, or a position. What is both, such as the columns of Connect Four, is a game. The text may be a whole file: a
/// byte order mark and lines that begin with `#` are left out, line breaks count as blanks.
///
/// # Errors
/// What is wrong with it: as a game if its first move is one, as a position otherwise.
pub fn either(start: &Position, text: &str) -> Result<Record, LineError> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.starts_with('#'));
    let text = lines.collect::<Vec<_>>().join("\n");
    let text = text.trim();
    if text.is_empty() {
        return Err(LineError::Nothing);
    }
    let by_moves = match as_game(start, text) {
        Err(error) => error,
        read => return read,
    };
    let read = match of_position(start, text) {
        Ok(record) => Ok(record),
        Err(error) if by_moves.at_first_move() && !recorded::is_recorded(text) => {
            Err(unnamed(start.facts(), text, error).into())
        }
        Err(_) => Err(by_moves),
    };
    named(start, text, read)
}

/// What was read; of a text in a format of others, which that is.
fn named<T>(start: &Position, text: &str, read: Result<T, LineError>) -> Result<T, LineError> {
    read.map_err(|error| match error {
        LineError::Door(error) => foreign::named(start, text, error).into(),
        other => other,
    })
}

/// A game in a format of the game's own, moves or none; `None` if the text is in none of them.
///
/// # Errors
/// What is wrong with a text that is, or that it is one of another game.
pub fn file(start: &Position, text: &str) -> Result<Option<Record>, LineError> {
    let read = start.read_game(text).map_err(|error| foreign::named(start, text, error))?;
    let Some(GameFile { format, start: mut at, moves, tags, slots }) = read else {
        let game = &start.facts().name;
        let of = ggf_of(text).filter(|of| of != game);
        let other = of.map(|of| LineError::OtherGame { of, game: game.clone() });
        return other.map_or(Ok(None), Err);
    };
    for mv in moves {
        at.play(mv)?;
    }
    let mut tags = tags;
    tags.extend(result::misfit(&at, &tags)?.map(|note| (NOTE.into(), note)));
    Ok(Some(Record { kind: Kind::File(format), at, known: None, tags, slots }))
}

/// The game that a text in GGF says it is of, in small letters. (In SGF, which begins alike, it is a number.)
pub(super) fn ggf_of(text: &str) -> Option<String> {
    let text = text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let text = text.trim_start().strip_prefix("(;")?;
    let (name, _) = text.split_once("GM[")?.1.split_once(']')?;
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic());
    is_name.then(|| name.to_ascii_lowercase())
}

/// A position, with its known answer.
fn of_position(start: &Position, line: &str) -> Result<Record, DoorError> {
    let (at, known) = start.parse_record(behind(start.facts(), line))?;
    Ok(Record { known, ..Record::of(Kind::Position, at) })
}

fn of_moves(start: &Position, line: &str) -> Result<Record, LineError> {
    let mut at = start.clone();
    match at.play_text(line)? {
        0 => Err(LineError::NoMoves),
        _ => Ok(Record::of(Kind::Moves, at)),
    }
}

/// True of a line that begins with a whole position, whose answer is wrong then.
fn begins_with_position(start: &Position, line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| start.parse(word).is_ok())
}
