//! Games as people record them: pairs of names and values, then numbered moves with comments, variations and a result. In
//! chess this is PGN (S. Edwards, "Portable Game Notation Specification", 1994), in draughts PDN, which took it over; it
//! is read of every game ([`crate::Describe::read_game`]).
//!
//! `[White "Ann"] ... 1. e4 e5 {a comment} (1... c5) 2. Nf3 $1 *`. The line of play is read; variations are skipped, and how
//! many is said; marks of moves are left out. Whatever it is given, the reader ends with a game or with the place that it
//! cannot read; it looks at each character once.

use crate::rules::describe::Describe;
use crate::rules::reading::{CommentSlot, CommentSlots, GameFile, ParseError, ReadGame};

/// What the format is called where it has no name of its own.
pub const NUMBERED: &str = "numbered moves";

/// How a game may end, as it is written behind the moves.
const RESULTS: [&str; 8] = ["1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1", "0-0"];

/// How deep variations may stand in one another.
const DEEPEST: usize = 100;

/// The most digits that the number of a move has.
const DIGITS: usize = 3;

/// True of a text that is to be such a game, right or wrong: it begins with a tag or with the number of a move.
pub fn is_recorded(text: &str) -> bool {
    let text = text.trim_start();
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = (1..=DIGITS).contains(&(text.len() - after.len()));
    let moves = after.trim_start_matches(['.', ')']);
    begins_with_tag(text) || is_number && moves.len() < after.len() && !moves.trim().is_empty()
}

/// True of a text that begins with `[Name "`, more or less.
pub fn begins_with_tag(text: &str) -> bool {
    let Some(tag) = text.trim_start().strip_prefix('[') else { return false };
    let name = tag.trim_start();
    let value =
        name.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric() || letter == '_');
    value.len() < name.len() && value.trim_start().starts_with('"')
}

/// True if a line goes on with the tags or the moves of the lines before, which begin with a tag: all do up to the first tag
/// behind the moves.
pub fn continues(before: &str, line: &str) -> bool {
    let last = before.rsplit('\n').next().unwrap_or(before);
    begins_with_tag(last) || !begins_with_tag(line)
}

/// A word of a line of moves without the number before it: `12.Nf3` is `Nf3`, `12...` nothing.
pub fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|first: char| first.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        word
    }
}

/// The game of a text, if it is such a one: what [`Describe::read_game`] is by default, and goes on with behind formats of
/// the game's own.
pub fn game<G: Describe>(start: &G, format: &str, text: &str) -> ReadGame<G, G::Move> {
    is_recorded(text).then(|| read(format, text, |tags| began(start, tags)))
}

/// Where a game began that says nothing but, perhaps, a position.
///
/// # Errors
/// If that is none.
pub fn began<G: Describe>(start: &G, tags: &[(String, String)]) -> Result<G, ParseError> {
    let Some((_, text)) = tags.iter().find(|(name, _)| name == "FEN") else {
        return Ok(start.clone());
    };
    start.parse(text).map_err(|error| ParseError::new(format!("[FEN {text:?}]: {error}")))
}

/// The game of a text, with its moves played, and the passes that people leave out. `began` says by the tags where it
/// began; `format` is what people call it.
///
/// # Errors
/// What is wrong, and with which character, from 1.
pub fn read<G: Describe>(
    format: &str,
    text: &str,
    began: impl FnOnce(&[(String, String)]) -> Result<G, ParseError>,
) -> Result<GameFile<G, G::Move>, ParseError> {
    let mut reader = Reader { text, at: 0 };
    let mut tags = Vec::new();
    while reader.peek() == Some('[') {
        tags.push(reader.tag()?);
    }
    let start = began(&tags)?;
    let slots = CommentSlots::default();
    let mut file =
        GameFile { format: format.into(), start: start.clone(), moves: Vec::new(), tags, slots };
    let (mut now, mut skipped) = (start, 0);
    while let Some(next) = reader.peek() {
        let at = reader.at;
        match next {
            '{' => file.tags.push(("Comment".into(), reader.comment()?)),
            ';' => file.tags.push(("Comment".into(), reader.rest_of_line())),
            '(' => {
                reader.variation()?;
                skipped += 1;
            }
            ')' | '}' => return Err(reader.wrong(at, format!("{next:?} closes nothing"))),
            '[' => {
                return Err(reader.wrong(
                    at,
                    "a second game begins: only a file may have several, each on lines of its own",
                ));
            }
            _ => {
                let word = reader.word();
                if RESULTS.contains(&word) {
                    if let Some(next) = reader.peek() {
                        let at = reader.at;
                        let message = format!("{next:?} comes after the end of the game");
                        return Err(reader.wrong(at, message));
                    }
                    break;
                }
                if reader.is_list(word) {
                    continue;
                }
                let text = without_number(word).trim_end_matches(',');
                if word.starts_with('$') || text.trim_matches(['!', '?', '.']).is_empty() {
                    continue;
                }
                let number = file.moves.len() + 1;
                if now.outcome().is_some() {
                    let error = ParseError::after_end(number, text);
                    return Err(ParseError { number: Some(number), ..reader.wrong(at, error) });
                }
                if let Some(mv) = now.implied(text) {
                    now.play(mv);
                    file.moves.push(mv);
                    file.slots.after.push(None);
                }
                let wrong = |error: String| ParseError {
                    number: Some(number),
                    ..reader.wrong(at, format!("move {number}: {error}"))
                };
                let mv = now.parse_move(text).map_err(|error| wrong(error.to_string()))?;
                now.play(mv);
                file.moves.push(mv);
                file.slots.after.push(Some(CommentSlot::new(reader.at)));
            }
        }
    }
    if skipped > 0 {
        file.tags.push(("Variations".into(), format!("{skipped} skipped")));
    }
    Ok(file)
}

/// Where a text is read.
struct Reader<'a> {
    text: &'a str,
    /// In bytes.
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character that is not a blank, which is where the reader then stands.
    fn peek(&mut self) -> Option<char> {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.rest().chars().next()
    }

    /// What is wrong at a place, which is named by its character, from 1.
    fn wrong(&self, at: usize, message: impl std::fmt::Display) -> ParseError {
        let place = self.text[..at].chars().count() + 1;
        ParseError::new(format!("character {place}: {message}"))
    }

    /// `[Name "value"]`.
    fn tag(&mut self) -> Result<(String, String), ParseError> {
        let begun = self.at;
        let shape = "write a tag as [Name \"value\"]";
        self.at += 1;
        self.peek();
        let name: String = self.rest().chars().take_while(char::is_ascii_alphanumeric).collect();
        self.at += name.len();
        if name.is_empty() || self.peek() != Some('"') {
            return Err(self.wrong(begun, shape));
        }
        self.at += 1;
        let (mut value, mut escaped, mut closed) = (String::new(), false, false);
        for letter in self.rest().chars() {
            self.at += letter.len_utf8();
            match letter {
                '\\' if !escaped => escaped = true,
                '"' if !escaped => {
                    closed = true;
                    break;
                }
                _ => {
                    value.push(letter);
                    escaped = false;
                }
            }
        }
        if !closed || self.peek() != Some(']') {
            return Err(self.wrong(begun, format!("[{name} is not closed: {shape}")));
        }
        self.at += 1;
        Ok((name, value))
    }

    /// `{...}`, without the braces.
    fn comment(&mut self) -> Result<String, ParseError> {
        let Some(end) = self.rest().find('}') else {
            return Err(self.wrong(self.at, "a comment is not closed: } is missing"));
        };
        let text = self.rest()[1..end].trim().to_string();
        self.at += end + 1;
        Ok(text)
    }

    /// A comment that ends with its line.
    fn rest_of_line(&mut self) -> String {
        let end = self.rest().find('\n').unwrap_or(self.rest().len());
        let text = self.rest()[1..end].trim().to_string();
        self.at += end;
        text
    }

    /// `(...)`, with the comments and variations in it.
    fn variation(&mut self) -> Result<(), ParseError> {
        let begun = self.at;
        let mut deep = 0;
        while let Some(next) = self.peek() {
            match next {
                '{' => {
                    self.comment()?;
                    continue;
                }
                ';' => {
                    self.rest_of_line();
                    continue;
                }
                '(' => deep += 1,
                ')' => deep -= 1,
                _ => {}
            }
            self.at += next.len_utf8();
            if deep > DEEPEST {
                let message = format!("variations stand more than {DEEPEST} deep in one another");
                return Err(self.wrong(begun, message));
            }
            if deep == 0 {
                return Ok(());
            }
        }
        Err(self.wrong(begun, "a variation is not closed: ) is missing"))
    }

    /// True if `word` is a number with a bracket behind it, `12)`, as lists have it; the bracket is taken.
    fn is_list(&mut self, word: &str) -> bool {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        let is = digits && word.len() <= DIGITS && self.rest().starts_with(')');
        self.at += usize::from(is);
        is
    }

    /// What stands up to the next blank or bracket.
    fn word(&mut self) -> &'a str {
        let ends = |c: char| c.is_whitespace() || "{}()[];".contains(c);
        let rest = self.rest();
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        // Whatever it is, it is something: the reader goes on.
        let word = if word.is_empty() {
            &rest[..rest.chars().next().map_or(0, char::len_utf8)]
        } else {
            word
        };
        self.at += word.len();
        word
    }
}
