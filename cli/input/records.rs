//! The lines of a file: positions with their known answers, or games, of which the last position counts; or what
//! is wrong with the line. What a line is, it says itself: a position is tried first, `(;` begins a game in
//! GGF, and anything else is the moves of a game.

use std::str;

use plyglot_open::{DoorError, KnownAnswer, Mv, Position};

use crate::input::ggf;

/// A line that is neither blank nor a comment.
pub(crate) struct Record {
    /// The line of the file, from 1.
    pub(crate) number: usize,
    /// What the line is.
    pub(crate) kind: Kind,
    /// The position, if the line has one.
    pub(crate) game: Read,
}

/// A position with the answer that its line carries, if it carries one; or why the line has no position.
type Read = Result<(Position, Option<KnownAnswer<Mv>>), String>;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A position.
    Position,
    /// The moves of a game.
    Moves,
    /// A game in GGF.
    Ggf,
}

impl Record {
    /// What tells its position from others; empty for a bad line.
    pub(crate) fn key(&self) -> Vec<u64> {
        self.game.iter().map(|(position, _)| position.key()).collect()
    }
}

/// Reads every line. `start` is a position of the size that the file's positions have.
pub(crate) fn parse(start: &Position, bytes: &[u8]) -> Vec<Record> {
    parsed(start, lines(bytes))
}

/// Reads the lines of these numbers, which rise.
pub(crate) fn parse_some(start: &Position, bytes: &[u8], numbers: &[usize]) -> Vec<Record> {
    let mut numbers = numbers.iter().peekable();
    parsed(start, lines(bytes).filter(|(number, _)| numbers.next_if_eq(&number).is_some()))
}

fn parsed<'a>(
    start: &Position,
    lines: impl Iterator<Item = (usize, Result<&'a str, String>)>,
) -> Vec<Record> {
    let record = |(number, line): (usize, Result<&str, String>)| match line {
        Ok(line) => {
            let (kind, game) = read(start, line);
            Record { number, kind, game }
        }
        Err(error) => Record { number, kind: Kind::Position, game: Err(error) },
    };
    lines.map(record).collect()
}

fn read(start: &Position, line: &str) -> (Kind, Read) {
    if is_ggf(line) {
        return (Kind::Ggf, of_ggf(start, line).map(|end| (end, None)));
    }
    let as_position = match start.parse_record(line) {
        Ok(read) => return (Kind::Position, Ok(read)),
        Err(error) => error,
    };
    let mut end = start.clone();
    match end.play_text(line) {
        Ok(played) if played > 0 => (Kind::Moves, Ok((end, None))),
        // If its first move is one, the line is a game; but not if it begins with a whole position, whose
        // answer is wrong then.
        Err(DoorError::Text(error))
            if !error.message.starts_with("move 1:") && !begins_with_position(start, line) =>
        {
            (Kind::Moves, Err(error.message))
        }
        _ => (Kind::Position, Err(as_position.to_string())),
    }
}

fn begins_with_position(start: &Position, line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| start.parse(word).is_ok())
}

/// A game from a line: its moves from `start`, or GGF, which has a start of its own.
pub(crate) fn game(start: &Position, line: &str) -> (Kind, Result<Position, String>) {
    if is_ggf(line) {
        let moved = |end: Position| match end.plies() {
            0 => Err("the game has no moves".into()),
            _ => Ok(end),
        };
        return (Kind::Ggf, of_ggf(start, line).and_then(moved));
    }
    let mut end = start.clone();
    let played = end.play_text(line).map(|_| end);
    let is_position = || start.parse_record(line).is_ok();
    let played = played.map_err(|error| match is_position() {
        true => "a position; the moves of a game are needed".into(),
        false => error.to_string(),
    });
    (Kind::Moves, played)
}

fn is_ggf(line: &str) -> bool {
    line.strip_prefix('1').unwrap_or(line).trim_start().starts_with("(;")
}

fn of_ggf(start: &Position, line: &str) -> Result<Position, String> {
    let game = &start.facts().name;
    if game != "othello" {
        return Err(format!("a game in GGF is one of othello, not of {game}"));
    }
    let record = ggf::parse(line).and_then(|record| ggf::of(&record, start));
    record.map(|(end, _)| end).map_err(|error| error.to_string())
}

/// How many of these are games, in brackets for a sentence about their positions; nothing if none is.
pub(crate) fn games_in(kinds: impl Iterator<Item = Kind>) -> String {
    let (mut moves, mut ggf) = (0, 0);
    for kind in kinds {
        moves += usize::from(kind == Kind::Moves);
        ggf += usize::from(kind == Kind::Ggf);
    }
    let games = |count: usize, what: &str| (count > 0).then(|| format!("{count} {what}"));
    let parts = [games(moves, "at the end of games"), games(ggf, "at the end of games in GGF")];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

/// The lines of a file that are neither blank nor comments, with their numbers from 1 and without blanks
/// around them; or what is wrong with the text of one.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Result<&str, String>)> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = bytes.split(|&byte| byte == b'\n').map(|line| {
        let text = str::from_utf8(line).map(str::trim);
        text.map_err(|error| format!("not UTF-8 text at byte {}", error.valid_up_to() + 1))
    });
    let skipped = |text: &str| text.is_empty() || text.starts_with('#');
    (1..).zip(lines).filter(move |(_, line)| !line.as_ref().is_ok_and(|text| skipped(text)))
}
