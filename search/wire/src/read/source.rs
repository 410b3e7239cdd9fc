//! Where in a file something was read: its line, and where the line has several games, which of them. Whatever is keyed
//! by it (results, journals, shards) is the same for a file of one game a line, whether or not other files have several.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A place in a file. Written down as the line's number, or as `[line, game]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Source {
    /// The line, from 1: of several the first.
    pub line: usize,
    /// Which game of the line, from 1; `None` where it has no other.
    pub game: Option<usize>,
}

impl Source {
    /// What is alone on its line.
    #[must_use]
    pub fn line(line: usize) -> Source {
        Source { line, game: None }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game {
            None => write!(out, "{}", self.line),
            Some(game) => write!(out, "{}, game {game}", self.line),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Line(usize),
    Game(usize, usize),
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Source { line, game } = *self;
        game.map_or(Written::Line(line), |game| Written::Game(line, game)).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Source {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Source, D::Error> {
        Ok(match Written::deserialize(from)? {
            Written::Line(line) => Source::line(line),
            Written::Game(line, game) => Source { line, game: Some(game) },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_is_written() {
        let places =
            [Source::line(7), Source { line: 7, game: Some(2) }, Source { line: 8, game: Some(1) }];
        let text = serde_json::to_string(&places).expect("numbers");
        assert_eq!(text, "[7,[7,2],[8,1]]");
        assert_eq!(serde_json::from_str::<Vec<Source>>(&text).expect("as written"), places);
        assert!(places.is_sorted());
        assert_eq!(places.map(|place| place.to_string()), ["7", "7, game 2", "8, game 1"]);
    }
}
