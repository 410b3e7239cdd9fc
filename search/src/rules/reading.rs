//! What reading a text of a game gives: an answer that is known, a played game, or why the text cannot be read.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use thiserror::Error;

use crate::rules::score::Score;

/// Why a text is not a position or a move of the game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct ParseError {
    /// What was wrong and where, in one line, for people.
    pub message: String,
    /// Which move of a line of moves is wrong, from 1; `None` of a text that is not such a line.
    pub number: Option<usize>,
}

/// The longest text that a message quotes, in bytes.
const QUOTED: usize = 100;

/// The longest message, in bytes: one that lists what would be right has less.
const LONGEST: usize = 1_000;

/// A text as a message quotes it: of a long one the beginning and the end.
pub fn quoted(text: &str) -> Cow<'_, str> {
    shortened(text, QUOTED)
}

/// The beginning and the end of a text of more than `most` bytes.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    const GAP: &str = " ... ";
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let half = most.saturating_sub(GAP.len()) / 2;
    let begin = text.floor_char_boundary(half);
    let end = text.ceil_char_boundary(text.len() - half);
    Cow::Owned([&text[..begin], GAP, &text[end..]].concat())
}

impl ParseError {
    /// An error that says `message`. What is very long, since it quotes something that is, is shortened.
    pub fn new(message: impl Into<String>) -> Self {
        let mut message = message.into();
        if let Cow::Owned(short) = shortened(&message, LONGEST) {
            message = short;
        }
        ParseError { message, number: None }
    }

    /// The move of this number, from 1, in a line of moves cannot be read or played.
    pub fn of_move(number: usize, wrong: impl fmt::Display) -> Self {
        ParseError { number: Some(number), ..ParseError::new(format!("move {number}: {wrong}")) }
    }

    /// The move of this number, from 1, in a line of moves comes when the game is over.
    pub fn after_end(number: usize, mv: &str) -> Self {
        let message = format!("move {number} ({}) comes after the end of the game", quoted(mv));
        ParseError { message, number: Some(number) }
    }
}

/// A played game from a file in a format of the game's own ([`crate::Describe::read_game`]).
#[derive(Clone, Debug, PartialEq)]
pub struct GameFile<G, M> {
    /// What people call the format, one of [`crate::Describe::formats`].
    pub format: String,
    /// Where the game began.
    pub start: G,
    /// Its moves, each legal where it comes, with the passes that the file leaves out.
    pub moves: Vec<M>,
    /// What the file says besides, in its order: players, result, date, comments. The name of each is that of the
    /// format.
    pub tags: Vec<(String, String)>,
    /// Where comments on its moves can be written into the text; [`CommentSlots::default`] of a format that takes none.
    pub slots: CommentSlots,
}

/// Where the text of a played game takes comments on its moves: what is written there leaves everything else in the text as
/// it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommentSlots {
    /// How a comment is written.
    pub form: CommentForm,
    /// The place for each move of the game, in their order; `None` of one that the text leaves out, such as a pass. Shorter
    /// than the game, the moves behind take no comment.
    pub after: Vec<Option<CommentSlot>>,
}

/// A place for a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommentSlot {
    /// The byte of the text before which it is written.
    pub at: usize,
    /// True if it is the beginning of a comment that is there already, where a second one is not allowed.
    pub inside: bool,
}

impl CommentSlot {
    /// Where no comment is yet.
    pub const fn new(at: usize) -> Self {
        CommentSlot { at, inside: false }
    }
}

/// How a comment is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CommentForm {
    /// ` {text}`, behind the number of the mark of the move (` $4` is `??`), as PGN and PDN have it.
    #[default]
    Braces,
    /// `C[text]`, a property as SGF and GGF have it, in which a backslash escapes `]` and itself.
    Property,
}

impl<G, M> GameFile<G, M> {
    /// The same with its start and its moves written in another way.
    pub fn map<H, N>(self, start: impl FnOnce(G) -> H, mv: impl FnMut(M) -> N) -> GameFile<H, N> {
        let GameFile { format, start: began, moves, tags, slots } = self;
        let (start, moves) = (start(began), moves.into_iter().map(mv).collect());
        GameFile { format, start, moves, tags, slots }
    }
}

/// What [`crate::Describe::read_game`] gives: `None` of a text that is in none of the game's formats; the game, or what is
/// wrong with a text that is.
pub type ReadGame<G, M> = Option<Result<GameFile<G, M>, ParseError>>;

/// What a line of a file says of its position, to check an answer against: one of these or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownAnswer<M> {
    /// The exact value in the game's unit (as [`crate::Describe::value`] gives it), side to move.
    pub value: Option<i32>,
    /// The moves that are best, if the line says so; empty otherwise.
    pub best: Vec<M>,
    /// Moves that are mistakes.
    pub avoid: Vec<M>,
    /// In how many plies the side to move wins or loses with best play: [`Score::win_in`] or
    /// [`Score::loss_in`].
    pub ends: Option<Score>,
    /// Whether the side to move wins (`Greater`), draws or loses, where no more is known.
    pub result: Option<Ordering>,
}

impl<M> KnownAnswer<M> {
    /// Nothing is known yet.
    pub const fn nothing() -> Self {
        KnownAnswer { value: None, best: Vec::new(), avoid: Vec::new(), ends: None, result: None }
    }

    /// The exact value is known, in the game's unit.
    pub fn of_value(value: i32) -> Self {
        KnownAnswer { value: Some(value), ..KnownAnswer::nothing() }
    }

    /// The same with the moves written in another way.
    pub fn map_moves<N>(self, mut map: impl FnMut(M) -> N) -> KnownAnswer<N> {
        KnownAnswer {
            value: self.value,
            best: self.best.into_iter().map(&mut map).collect(),
            avoid: self.avoid.into_iter().map(&mut map).collect(),
            ends: self.ends,
            result: self.result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_quoted_by_their_ends() {
        assert_eq!(quoted("f5"), "f5");
        let long = format!("begin{}end", "x".repeat(1 << 20));
        let short = quoted(&long);
        assert!(short.len() <= QUOTED && short.starts_with("begin") && short.ends_with("end"));
        // Characters stay whole.
        assert!(quoted(&"é".repeat(1000)).chars().all(|c| "é .".contains(c)));
        let error = ParseError::of_move(7, format!("{long:?} is not a legal move"));
        assert!(error.message.len() <= LONGEST && error.message.ends_with("is not a legal move"));
        assert!(ParseError::after_end(7, &long).message.len() < LONGEST);
    }
}
