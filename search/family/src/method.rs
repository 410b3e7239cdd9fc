//! Which algorithm is to be run, and what it may use: plain data, with names.
//!
//! A method is written as the algorithm's name, its number behind `=` where it has one, then the
//! aids that are added: `negascout`, `alpha-beta+table+hash`, `aspiration=24+table+deepening`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::algorithm::{Algorithm, AlgorithmError};

/// What an algorithm may use beside the rules; each can be switched by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aids {
    /// The table answers what it knows.
    pub table: bool,
    /// Depths 1, 2, ... are searched first; what they leave is used by the next. Not in a search to
    /// the end of the game, which has no depth.
    pub deepening: bool,
    /// How moves are ordered.
    pub ordering: Ordering,
    /// Room of the table, in entries.
    pub entries: usize,
}

/// How moves are ordered: as the game generates them, but for what is switched on. The last one
/// named here counts most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ordering {
    /// By the estimates of what they lead to, where at least two plies are left.
    pub evaluation: bool,
    /// By how much they have cut off anywhere.
    pub history: bool,
    /// First those that last cut off at this ply.
    pub killers: bool,
    /// First the one that was best when the position was last searched.
    pub hash: bool,
}

/// An algorithm with its aids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Method {
    /// What is run.
    pub algorithm: Algorithm,
    /// What it may use.
    pub aids: Aids,
}

/// A text that names no method.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MethodError {
    /// Its algorithm is none.
    #[error(transparent)]
    Algorithm(#[from] AlgorithmError),
    /// There is no such aid.
    #[error("unknown aid {0:?}; expected one of {aids}", aids = Aids::NAMES.join(", "))]
    Aid(String),
}

impl Aids {
    /// The names of all aids.
    pub const NAMES: [&str; 6] = ["table", "deepening", "evaluation", "history", "killers", "hash"];

    /// No aids; moves as the game generates them.
    pub const NONE: Aids = Aids {
        table: false,
        deepening: false,
        ordering: Ordering { evaluation: false, history: false, killers: false, hash: false },
        entries: 1 << 20,
    };

    fn flag(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "table" => &mut self.table,
            "deepening" => &mut self.deepening,
            "evaluation" => &mut self.ordering.evaluation,
            "history" => &mut self.ordering.history,
            "killers" => &mut self.ordering.killers,
            "hash" => &mut self.ordering.hash,
            _ => return None,
        })
    }
}

impl Default for Aids {
    fn default() -> Self {
        Aids::NONE
    }
}

impl Method {
    /// The algorithm alone.
    pub fn plain(algorithm: Algorithm) -> Self {
        Method { algorithm, aids: Aids::NONE }
    }
}

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, MethodError> {
        let mut parts = text.split('+');
        let algorithm = parts.next().unwrap_or_default().parse()?;
        let mut aids = Aids::NONE;
        for part in parts {
            *aids.flag(part).ok_or_else(|| MethodError::Aid(part.into()))? = true;
        }
        Ok(Method { algorithm, aids })
    }
}

impl fmt::Display for Method {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.algorithm)?;
        let mut aids = self.aids;
        for name in Aids::NAMES {
            if aids.flag(name).is_some_and(|flag| *flag) {
                write!(out, "+{name}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_is_read_as_it_is_written() {
        for name in ["negascout", "mtd-f", "aspiration=24"] {
            let whole = format!("{name}+{}", Aids::NAMES.join("+"));
            assert_eq!(whole.parse::<Method>().unwrap().to_string(), whole);
            for aid in Aids::NAMES {
                let text = format!("{name}+{aid}");
                let method: Method = text.parse().unwrap();
                assert_eq!(method.to_string(), text);
                assert_ne!(method.aids, Aids::NONE);
            }
        }
    }

    #[test]
    fn an_unknown_method_is_quoted() {
        let error = |text: &str| text.parse::<Method>().unwrap_err().to_string();
        assert!(error("negascot").starts_with("unknown algorithm \"negascot\"; expected one of"));
        assert!(error("negascout=3").starts_with("negascout is written negascout"));
        assert!(
            error("negascout+speed")
                .contains("unknown aid \"speed\"; expected one of table, deepening")
        );
        assert!(error("").contains("unknown algorithm \"\""));
    }
}
