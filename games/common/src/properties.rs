//! Properties, the outer shape of game files in brackets: SGF (A. Hollosi, "SGF FF\[4\]", 1997) and GGF, which looks alike.
//!
//! `(;GM[11]SZ[11];B[a1]C[a comment])`: nodes begin with a semicolon and have properties, each a name of letters with
//! values in brackets, in which a backslash escapes the character after it. What the properties say is the game's matter.

use std::fmt;

/// Why a text cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyError {
    /// The place of the character, from 1.
    pub at: usize,
    /// What is wrong there, in words for people.
    pub message: String,
}

impl PropertyError {
    /// What is wrong at that character.
    pub fn new(at: usize, message: impl Into<String>) -> Self {
        PropertyError { at, message: message.into() }
    }
}

impl fmt::Display for PropertyError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "character {}: {}", self.at, self.message)
    }
}

impl std::error::Error for PropertyError {}

/// How much of a text an error quotes, in characters.
const QUOTED: usize = 20;

/// A text in quotes, cut where it is long.
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// A name with its values.
#[derive(Debug)]
pub struct Property {
    /// The place of its first character, from 1.
    pub at: usize,
    /// The byte of the text behind it.
    pub end: usize,
    /// Its letters.
    pub name: String,
    /// One at least.
    pub values: Vec<PropertyValue>,
}

/// The text in brackets, with escapes resolved.
#[derive(Debug)]
pub struct PropertyValue {
    /// The place of its first character, from 1.
    pub at: usize,
    /// The byte at which that character stands.
    pub begin: usize,
    /// What stands there.
    pub text: String,
}

impl Property {
    /// The value of a property that has only one.
    ///
    /// # Errors
    /// If there is a second.
    pub fn value(&self) -> Result<&PropertyValue, PropertyError> {
        match &self.values[..] {
            [value] => Ok(value),
            [_, second, ..] => {
                Err(PropertyError::new(second.at, format!("{} has a second value", self.name)))
            }
            [] => Err(PropertyError::new(self.at, format!("{} has no value", self.name))),
        }
    }
}

/// Reads a text from front to back, and knows where it is. Looks at each character once.
#[derive(Debug)]
pub struct Scanner<'a> {
    rest: &'a str,
    /// The place of the next character, from 1.
    at: usize,
    /// How long the text is, in bytes.
    length: usize,
}

impl<'a> Scanner<'a> {
    /// At the beginning of a text.
    pub fn new(text: &'a str) -> Self {
        Scanner { rest: text, at: 1, length: text.len() }
    }

    /// An error at the next character.
    pub fn error(&self, message: impl Into<String>) -> PropertyError {
        PropertyError::new(self.at, message)
    }

    /// The place of the next character, from 1.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The byte of the next character.
    fn byte(&self) -> usize {
        self.length - self.rest.len()
    }

    fn next_if(&mut self, takes: impl FnOnce(char) -> bool) -> Option<char> {
        let next = self.rest.chars().next().filter(|&next| takes(next))?;
        self.rest = &self.rest[next.len_utf8()..];
        self.at += 1;
        Some(next)
    }

    /// The next character that is not white space, which stays where it is.
    pub fn peek(&mut self) -> Option<char> {
        while self.next_if(char::is_whitespace).is_some() {}
        self.rest.chars().next()
    }

    /// Skips the number of games that some files write before a game.
    pub fn skip_count(&mut self) {
        self.peek();
        while self.next_if(|next| next.is_ascii_digit() || next.is_whitespace()).is_some() {}
    }

    /// Takes the next character, which must be this one.
    ///
    /// # Errors
    /// If it is another, or the text ends.
    pub fn expect(&mut self, expected: char) -> Result<(), PropertyError> {
        match self.peek() {
            Some(next) if next == expected => {
                self.next_if(|_| true);
                Ok(())
            }
            Some(next) => Err(self.error(format!("{expected:?} is needed here, not {next:?}"))),
            None => Err(self.error(format!("{expected:?} is needed, but the text ends"))),
        }
    }

    /// Takes a property: a name of letters, and a value at least.
    ///
    /// # Errors
    /// If there is none, or a value of it does not end.
    pub fn property(&mut self) -> Result<Property, PropertyError> {
        let next = self.peek();
        let at = self.at;
        let mut name = String::new();
        while let Some(letter) = self.next_if(|next| next.is_ascii_alphabetic()) {
            name.push(letter);
        }
        if name.is_empty() {
            let found = next.map_or(String::new(), |next| format!(", not {next:?}"));
            return Err(self.error(format!("a property or the end is needed here{found}")));
        }
        let (mut values, mut end) = (Vec::new(), self.byte());
        while self.peek() == Some('[') {
            values.push(self.value(&name)?);
            end = self.byte();
        }
        if values.is_empty() {
            return Err(self.error(format!("{} has no value in brackets", quoted(&name))));
        }
        Ok(Property { at, end, name, values })
    }

    fn value(&mut self, name: &str) -> Result<PropertyValue, PropertyError> {
        self.expect('[')?;
        let (at, begin) = (self.at, self.byte());
        let mut text = String::new();
        loop {
            match self.next_if(|_| true) {
                Some(']') => return Ok(PropertyValue { at, begin, text }),
                Some('\\') => text.extend(self.next_if(|_| true)),
                Some(other) => text.push(other),
                None => {
                    let message = format!("the value of {} does not end", quoted(name));
                    return Err(PropertyError::new(at, message));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_in_characters_and_in_bytes() {
        let text = "(;C[ü] C [a\\]b] [c] é)";
        let mut scanner = Scanner::new(text);
        scanner.expect('(').expect("it is there");
        scanner.expect(';').expect("it is there");
        let first = scanner.property().expect("a property");
        assert_eq!((first.at, first.end, first.values[0].begin), (3, 7, 4));
        let second = scanner.property().expect("a property");
        let texts: Vec<_> = second.values.iter().map(|value| &*value.text).collect();
        assert_eq!((second.at, texts), (8, vec!["a]b", "c"]));
        assert!(second.value().is_err());
        assert_eq!(scanner.property().expect_err("é is no letter of a name").at, 21);
    }
}
