//! The algorithms of the family by name.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

/// A text that names no algorithm.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum AlgorithmError {
    /// No algorithm has this name.
    #[error("unknown algorithm {0:?}; expected one of {names}", names = Algorithm::names().join(", "))]
    Name(String),
    /// The algorithm wants a number, or another one, or none.
    #[error("{name} is written {pattern}")]
    Number {
        /// The algorithm.
        name: &'static str,
        /// How it is written.
        pattern: String,
    },
}

/// An algorithm of the family. Numbers of plies count what is left to be searched at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Minimax as two functions, the largest and the smallest.
    Minimax,
    /// Minimax as one function that negates.
    Negamax,
    /// Alpha-beta, fail hard.
    AlphaBetaHard,
    /// Alpha-beta, fail soft.
    AlphaBeta,
    /// Alpha-beta as two functions, one for each side.
    AlphaBetaSides,
    /// Scout.
    Scout,
    /// Principal variation search.
    Pvs,
    /// NegaScout.
    NegaScout,
    /// NegaScout as two functions, one for each side.
    NegaScoutSides,
    /// NegaScout without a second search where at most this number of plies are left. 1 and 2 are right.
    NegaScoutLast(i32),
    /// NegaScout with refutation memory.
    NegaScoutRefutation,
    /// NegaScout that leaves subtrees of at most this number of plies to alpha-beta.
    NegaScoutShallow(i32),
    /// NegaScout that leaves subtrees of at most this number of plies to alpha-beta when they are visited
    /// again.
    NegaScoutRevisit(i32),
    /// NegaScout with null windows so wide.
    NegaScoutWide(i32),
    /// A window so far around the last score, then open.
    Aspiration(i32),
    /// A window so far around the last score that widens step by step.
    AspirationGradual(i32),
    /// A window so far around the score before the last, then open.
    AspirationAside(i32),
    /// MTD(f).
    MtdF,
    /// Bisection of the range of scores.
    MtdBisect,
    /// MTD(+inf), which stands for SSS*.
    MtdHigh,
    /// MTD(-inf), which stands for DUAL*.
    MtdLow,
    /// Wrong on purpose: two-sided NegaScout as it was printed.
    MistakePrinted,
    /// Wrong on purpose: a second search below the node's alpha.
    MistakeGuide,
    /// Wrong on purpose: null windows so wide, read as yes or no.
    MistakeWide(i32),
}

/// What is known of an algorithm by its name.
struct Listed {
    name: &'static str,
    make: Make,
    about: &'static str,
}

/// Makes an algorithm from what stands behind its name.
enum Make {
    Plain(Algorithm),
    /// From a number in a range, called so in help.
    Number(&'static str, RangeInclusive<i32>, fn(i32) -> Algorithm),
}

const fn plain(name: &'static str, algorithm: Algorithm, about: &'static str) -> Listed {
    Listed { name, make: Make::Plain(algorithm), about }
}

const fn number(
    name: &'static str,
    (what, range): (&'static str, RangeInclusive<i32>),
    make: fn(i32) -> Algorithm,
    about: &'static str,
) -> Listed {
    Listed { name, make: Make::Number(what, range, make), about }
}

const LAST: (&str, RangeInclusive<i32>) = ("PLIES", 1..=3);
const PLIES: (&str, RangeInclusive<i32>) = ("PLIES", 1..=100);
const WIDTH: (&str, RangeInclusive<i32>) = ("POINTS", 1..=30_000);
const NULL: (&str, RangeInclusive<i32>) = ("POINTS", 2..=1000);

const LISTED: &[Listed] = &[
    plain("minimax", Algorithm::Minimax, "minimax as two functions, max and min"),
    plain("negamax", Algorithm::Negamax, "minimax as one function that negates"),
    plain("alpha-beta-hard", Algorithm::AlphaBetaHard, "alpha-beta, fail hard"),
    plain("alpha-beta", Algorithm::AlphaBeta, "alpha-beta, fail soft"),
    plain("alpha-beta-sides", Algorithm::AlphaBetaSides, "alpha-beta, a function for each side"),
    plain("scout", Algorithm::Scout, "Scout: test before you value"),
    plain("pvs", Algorithm::Pvs, "principal variation search"),
    plain("negascout", Algorithm::NegaScout, "NegaScout"),
    plain("negascout-sides", Algorithm::NegaScoutSides, "NegaScout, a function for each side"),
    number(
        "negascout-last",
        LAST,
        Algorithm::NegaScoutLast,
        "NegaScout without second searches on the last plies (3 is wrong, on purpose)",
    ),
    plain(
        "negascout-refutation",
        Algorithm::NegaScoutRefutation,
        "NegaScout whose second search follows the line of the first",
    ),
    number(
        "negascout-shallow",
        PLIES,
        Algorithm::NegaScoutShallow,
        "NegaScout that leaves shallow subtrees to alpha-beta",
    ),
    number(
        "negascout-revisit",
        PLIES,
        Algorithm::NegaScoutRevisit,
        "NegaScout that leaves them to alpha-beta when they are visited again",
    ),
    number(
        "negascout-wide",
        NULL,
        Algorithm::NegaScoutWide,
        "NegaScout with null windows that are wider than null",
    ),
    number(
        "aspiration",
        WIDTH,
        Algorithm::Aspiration,
        "NegaScout in a window around the last score, then in a full one",
    ),
    number(
        "aspiration-gradual",
        WIDTH,
        Algorithm::AspirationGradual,
        "NegaScout in a window around the last score that widens step by step",
    ),
    number(
        "aspiration-aside",
        WIDTH,
        Algorithm::AspirationAside,
        "NegaScout in a window around the score before the last, then in a full one",
    ),
    plain("mtd-f", Algorithm::MtdF, "MTD(f): null windows from the last score on"),
    plain("mtd-bisect", Algorithm::MtdBisect, "null windows that bisect the range of scores"),
    plain("mtd-high", Algorithm::MtdHigh, "MTD(+inf): null windows from above, for SSS*"),
    plain("mtd-low", Algorithm::MtdLow, "MTD(-inf): null windows from below, for DUAL*"),
    plain(
        "mistake-printed",
        Algorithm::MistakePrinted,
        "wrong on purpose: negascout-sides as an article printed it",
    ),
    plain(
        "mistake-guide",
        Algorithm::MistakeGuide,
        "wrong on purpose: the second search's beta is the node's alpha",
    ),
    number(
        "mistake-wide",
        NULL,
        Algorithm::MistakeWide,
        "wrong on purpose: wider null windows, read as yes or no",
    ),
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

    fn wrong(&self) -> AlgorithmError {
        AlgorithmError::Number { name: self.name, pattern: self.pattern() }
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
            Algorithm::NegaScoutLast(number)
            | Algorithm::NegaScoutShallow(number)
            | Algorithm::NegaScoutRevisit(number)
            | Algorithm::NegaScoutWide(number)
            | Algorithm::Aspiration(number)
            | Algorithm::AspirationGradual(number)
            | Algorithm::AspirationAside(number)
            | Algorithm::MistakeWide(number) => Some(number),
            _ => None,
        }
    }

    /// Whether its number, if it has one, is one that can be written.
    ///
    /// # Errors
    /// How the algorithm is written.
    pub fn check(self) -> Result<(), AlgorithmError> {
        let listed = self.listed();
        match (&listed.make, self.number()) {
            (Make::Number(_, range, _), Some(number)) if !range.contains(&number) => {
                Err(listed.wrong())
            }
            _ => Ok(()),
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
        !matches!(
            self,
            Algorithm::Minimax
                | Algorithm::Negamax
                | Algorithm::Scout
                | Algorithm::MtdF
                | Algorithm::MtdBisect
                | Algorithm::MtdHigh
                | Algorithm::MtdLow
        )
    }

    /// Whether the algorithm is wrong on purpose: its value may be no value and no bound.
    pub fn is_mistake(self) -> bool {
        match self {
            Algorithm::MistakePrinted | Algorithm::MistakeGuide | Algorithm::MistakeWide(_) => true,
            Algorithm::NegaScoutLast(plies) => plies > 2,
            _ => false,
        }
    }
}

impl FromStr for Algorithm {
    type Err = AlgorithmError;

    fn from_str(text: &str) -> Result<Self, AlgorithmError> {
        let (name, number) = match text.split_once('=') {
            Some((name, number)) => (name, Some(number)),
            None => (text, None),
        };
        let listed = LISTED.iter().find(|listed| listed.name == name);
        let listed = listed.ok_or_else(|| AlgorithmError::Name(name.into()))?;
        match (&listed.make, number) {
            (Make::Plain(algorithm), None) => Ok(*algorithm),
            (Make::Number(_, range, make), Some(number)) => {
                let number = number.parse().ok().filter(|number| range.contains(number));
                number.map(make).ok_or_else(|| listed.wrong())
            }
            _ => Err(listed.wrong()),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.listed().name)?;
        self.number().map_or(Ok(()), |number| write!(out, "={number}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_algorithm_is_read_as_it_is_written() {
        for listed in LISTED {
            let algorithms = match &listed.make {
                Make::Plain(algorithm) => vec![*algorithm],
                Make::Number(_, range, make) => vec![make(*range.start()), make(*range.end())],
            };
            for algorithm in algorithms {
                let text = algorithm.to_string();
                assert_eq!(text.split('=').next(), Some(listed.name));
                assert_eq!(text.parse(), Ok(algorithm));
            }
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused_with_the_range() {
        for text in
            ["negascout-last=0", "negascout-last=4", "aspiration", "mistake-wide=1", "mtd-f=1"]
        {
            let error = text.parse::<Algorithm>().unwrap_err().to_string();
            assert!(error.contains("is written"), "{error}");
        }
        let error = "negascout-last=x".parse::<Algorithm>().unwrap_err().to_string();
        assert_eq!(error, "negascout-last is written negascout-last=PLIES, PLIES from 1 to 3");
    }

    #[test]
    fn a_number_that_cannot_be_written_is_wrong_where_it_is_made_as_well() {
        for listed in LISTED {
            if let Make::Number(_, range, make) = &listed.make {
                assert!(range.clone().all(|number| make(number).check().is_ok()));
                for wrong in [i32::MIN, range.start() - 1, range.end() + 1, i32::MAX] {
                    assert_eq!(make(wrong).check(), Err(listed.wrong()), "{}", listed.name);
                }
            }
        }
    }

    #[test]
    fn help_says_what_is_wrong_on_purpose() {
        for listed in LISTED {
            let wrong = match &listed.make {
                Make::Plain(algorithm) => algorithm.is_mistake(),
                Make::Number(_, range, make) => range.clone().any(|n| make(n).is_mistake()),
            };
            assert_eq!(wrong, listed.about.contains("on purpose"), "{}", listed.name);
        }
    }
}
