//! The outer shape of GGF: names, brackets, and the text between them.

use std::iter::Peekable;
use std::str::Chars;

use super::{GgfError, quoted};

/// A name with its values.
#[derive(Debug)]
pub(super) struct Property {
    /// The place of its first character.
    pub(super) at: usize,
    pub(super) name: String,
    pub(super) values: Vec<PropertyValue>,
}

/// The text in brackets, with escapes resolved.
#[derive(Debug)]
pub(super) struct PropertyValue {
    /// The place of its first character.
    pub(super) at: usize,
    pub(super) text: String,
}

impl Property {
    /// The value of a property that has only one.
    pub(super) fn value(&self) -> Result<&PropertyValue, GgfError> {
        match &self.values[..] {
            [value] => Ok(value),
            [_, second, ..] => {
                Err(GgfError::new(second.at, format!("{} has a second value", self.name)))
            }
            [] => Err(GgfError::new(self.at, format!("{} has no value", self.name))),
        }
    }
}

/// Reads a text from front to back, and knows where it is.
pub(super) struct Scanner<'a> {
    rest: Peekable<Chars<'a>>,
    /// The place of the next character, from 1.
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Scanner { rest: text.chars().peekable(), at: 1 }
    }

    /// An error at the next character.
    pub(super) fn error(&self, message: impl Into<String>) -> GgfError {
        GgfError::new(self.at, message)
    }

    fn advance(&mut self) -> Option<char> {
        let next = self.rest.next()?;
        self.at += 1;
        Some(next)
    }

    /// The next character that is not white space, which stays where it is.
    pub(super) fn peek(&mut self) -> Option<char> {
        while self.rest.next_if(|next| next.is_whitespace()).is_some() {
            self.at += 1;
        }
        self.rest.peek().copied()
    }

    /// Skips the number of games that some files write before a game.
    pub(super) fn skip_count(&mut self) {
        while self.peek().is_some_and(|next| next.is_ascii_digit()) {
            self.advance();
        }
    }

    /// Takes the next character, which must be this one.
    pub(super) fn expect(&mut self, expected: char) -> Result<(), GgfError> {
        match self.peek() {
            Some(next) if next == expected => {
                self.advance();
                Ok(())
            }
            Some(next) => Err(self.error(format!("{expected:?} is needed here, not {next:?}"))),
            None => Err(self.error(format!("{expected:?} is needed, but the text ends"))),
        }
    }

    /// Takes a property: a name of letters, and a value at least.
    pub(super) fn property(&mut self) -> Result<Property, GgfError> {
        let next = self.peek();
        let at = self.at;
        let mut name = String::new();
        while let Some(letter) = self.rest.next_if(char::is_ascii_alphabetic) {
            self.at += 1;
            name.push(letter);
        }
        if name.is_empty() {
            let found = next.map_or(String::new(), |next| format!(", not {next:?}"));
            return Err(self.error(format!("a property or the end is needed here{found}")));
        }
        let mut values = Vec::new();
        while self.peek() == Some('[') {
            values.push(self.value(&name)?);
        }
        if values.is_empty() {
            return Err(self.error(format!("{} has no value in brackets", quoted(&name))));
        }
        Ok(Property { at, name, values })
    }

    fn value(&mut self, name: &str) -> Result<PropertyValue, GgfError> {
        self.expect('[')?;
        let at = self.at;
        let mut text = String::new();
        loop {
            match self.advance() {
                Some(']') => return Ok(PropertyValue { at, text }),
                Some('\\') => text.extend(self.advance()),
                Some(other) => text.push(other),
                None => {
                    let message = format!("the value of {} does not end", quoted(name));
                    return Err(GgfError::new(at, message));
                }
            }
        }
    }
}
