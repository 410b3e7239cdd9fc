//! Which algorithm is to be run, and what it may use: plain data, with names.
//!
//! A method is written as the algorithm's name, its number behind `=` where it has one, then the
//! aids that are added: `negascout`, `alpha-beta+table+hash`, `aspiration=24+table+deepening`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// An algorithm of the family. Numbers of plies count what is left to be searched at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Minimax as one function that negates.
    Negamax,
    /// Alpha-beta, fail hard.
    AlphaBetaHard,
    /// Alpha-beta, fail soft.
    AlphaBeta,
    /// NegaScout.
    NegaScout,
    /// MTD(f).
    MtdF,
}

/// What an algorithm may use beside the rules; each can be switched by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aids {
    /// The table answers what it knows.
    pub table: bool,
    /// Depths 1, 2, ... are searched first; what they leave is used by the next.
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
    /// No algorithm has this name.
    #[error("there is no algorithm {0:?}: there are {names}", names = Algorithm::names().join(", "))]
    Name(String),
    /// The algorithm wants a number, or another one, or none.
    #[error("{name} is written {pattern}")]
    Number {
        /// The algorithm.
        name: &'static str,
        /// How it is written.
        pattern: String,
    },
    /// There is no such aid.
    #[error("there is no aid {0:?}: there are {aids}", aids = Aids::NAMES.join(", "))]
    Aid(String),
}

/// What is known of an algorithm by its name.
struct Listed {
    name: &'static str,
    /// Makes the algorithm from the number behind its name.
    make: Make,
    about: &'static str,
}

enum Make {
    Plain(Algorithm),
    /// With a number in a range, called so in help.
    Number(&'static str, std::ops::RangeInclusive<i32>, fn(i32) -> Algorithm),
}

const LISTED: &[Listed] = &[
    Listed {
        name: "negamax",
        make: Make::Plain(Algorithm::Negamax),
        about: "minimax as one function that negates",
    },
    Listed {
        name: "alpha-beta-hard",
        make: Make::Plain(Algorithm::AlphaBetaHard),
        about: "alpha-beta, fail hard",
    },
    Listed {
        name: "alpha-beta",
        make: Make::Plain(Algorithm::AlphaBeta),
        about: "alpha-beta, fail soft",
    },
    Listed { name: "negascout", make: Make::Plain(Algorithm::NegaScout), about: "NegaScout" },
    Listed { name: "mtd-f", make: Make::Plain(Algorithm::MtdF), about: "MTD(f)" },
];

impl Listed {
    fn pattern(&self) -> String {
        match &self.make {
            Make::Plain(_) => self.name.into(),
            Make::Number(what, range, _) => {
                format!("{}={what}, {what} from {} to {}", self.name, range.start(), range.end())
            }
        }
    }
}

impl Algorithm {
    /// The names of all algorithms.
    pub fn names() -> Vec<&'static str> {
        LISTED.iter().map(|listed| listed.name).collect()
    }

    /// The names, how each is written, and what it is, for help.
    pub fn table() -> Vec<(&'static str, String, &'static str)> {
        LISTED.iter().map(|listed| (listed.name, listed.pattern(), listed.about)).collect()
    }

    /// The number behind the name, if this algorithm has one.
    fn number(self) -> Option<i32> {
        match self {
            Algorithm::Negamax
            | Algorithm::AlphaBetaHard
            | Algorithm::AlphaBeta
            | Algorithm::NegaScout
            | Algorithm::MtdF => None,
        }
    }

    fn listed(self) -> &'static Listed {
        let is_this = |listed: &&Listed| match &listed.make {
            Make::Plain(algorithm) => *algorithm == self,
            Make::Number(_, _, make) => self.number().is_some_and(|number| make(number) == self),
        };
        LISTED.iter().find(is_this).unwrap_or(&LISTED[0])
    }

    /// Whether the algorithm searches within the window that it is given. The others find the value
    /// whatever the window.
    pub fn has_window(self) -> bool {
        !matches!(self, Algorithm::Negamax | Algorithm::MtdF)
    }
}

impl FromStr for Algorithm {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, MethodError> {
        let (name, number) = match text.split_once('=') {
            Some((name, number)) => (name, Some(number)),
            None => (text, None),
        };
        let listed = LISTED.iter().find(|listed| listed.name == name);
        let listed = listed.ok_or_else(|| MethodError::Name(name.into()))?;
        let wrong = || MethodError::Number { name: listed.name, pattern: listed.pattern() };
        match (&listed.make, number) {
            (Make::Plain(algorithm), None) => Ok(*algorithm),
            (Make::Number(_, range, make), Some(number)) => {
                let number = number.parse().ok().filter(|number| range.contains(number));
                number.map(make).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.listed().name)?;
        self.number().map_or(Ok(()), |number| write!(out, "={number}"))
    }
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
        for listed in LISTED {
            let algorithms = match &listed.make {
                Make::Plain(algorithm) => vec![*algorithm],
                Make::Number(_, range, make) => vec![make(*range.start()), make(*range.end())],
            };
            for algorithm in algorithms {
                assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
                for aid in Aids::NAMES {
                    let text = format!("{algorithm}+{aid}");
                    let method: Method = text.parse().unwrap();
                    assert_eq!(method.to_string(), text);
                    assert_ne!(method.aids, Aids::NONE);
                }
            }
        }
    }

    #[test]
    fn what_is_no_method_is_named() {
        let error = |text: &str| text.parse::<Method>().unwrap_err().to_string();
        assert!(error("negascot").starts_with("there is no algorithm \"negascot\": there are"));
        assert!(error("negascout=3").starts_with("negascout is written negascout"));
        assert!(error("negascout+speed").contains("no aid \"speed\": there are table, deepening"));
        assert!(error("").contains("no algorithm \"\""));
    }
}
