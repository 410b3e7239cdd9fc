//! How the workers of one search share it: the parallel scheme, as plain data.
//!
//! A scheme says which of a few ideas are switched on; the recursion is the same for all of them,
//! and looks at the scheme only where a node is large enough to be shared. One worker searches the
//! same tree under every scheme.
//!
//! A scheme is written as a name, then parts that are added to it or taken from it:
//! `lazy`, `lazy-stagger`, `abdada-settle`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How the workers of one search share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scheme {
    /// Who searches what.
    pub sharing: Sharing,
    /// Workers spread over several depths (`coordinator::stagger`); otherwise all of
    /// them search the shallowest depth that is not finished. Without meaning for an exact solve,
    /// which has no next depth.
    pub stagger: bool,
    /// A worker that finds a node above it answered by another worker leaves that node at once;
    /// otherwise it goes on to the end of the move that it is at.
    pub settle: bool,
}

/// Who searches what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sharing {
    /// Every worker searches the whole tree; the table alone keeps them from doing the same work.
    Table,
    /// As [`Sharing::Table`], but moves that another worker is searching are deferred until the
    /// others are searched (the idea of ABDADA: J.-C. Weill, 1996, in the simplified form of
    /// T. Kerrigan, which never waits).
    Defer,
    /// The first move of the root is searched by one worker, the others are handed out one by one
    /// (root splitting). Workers wait for each other at the end of an iteration.
    SplitRoot,
    /// At every node that is large enough, the moves behind the first are handed out to workers
    /// that have nothing to do (young brothers wait: R. Feldmann, "Game-tree search on massively
    /// parallel systems", 1993).
    SplitYoung,
}

/// A name of a scheme that means nothing.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SchemeError {
    /// No scheme has this name.
    #[error("unknown scheme {0:?}; expected one of {names}", names = Scheme::NAMES.join(", "))]
    Name(String),
    /// A scheme that had this name in an earlier version, and the name that it has now.
    #[error("the scheme {0:?} is now called {1:?}")]
    Renamed(String, &'static str),
    /// A scheme has no such part.
    #[error("unknown part {0:?} of a scheme; expected one of {parts}", parts = Scheme::PARTS.join(", "))]
    Part(String),
}

impl Scheme {
    const NAMED: [(&str, Scheme); 4] = [
        ("abdada", Scheme::ABDADA),
        ("lazy", Scheme::LAZY),
        ("root-splitting", Scheme::ROOT_SPLITTING),
        ("young-brothers", Scheme::YOUNG_BROTHERS),
    ];
    /// The schemes that have a name.
    pub const NAMES: [&str; 4] =
        [Self::NAMED[0].0, Self::NAMED[1].0, Self::NAMED[2].0, Self::NAMED[3].0];
    /// What schemes were called in earlier versions, and what they are called now.
    const RENAMED: [(&str, &str); 1] = [("deferring", "abdada")];
    /// The parts that can be added to a scheme or taken from it.
    pub const PARTS: [&str; 2] = ["stagger", "settle"];

    /// Simplified ABDADA: Lazy SMP in which moves that another worker is searching are deferred.
    pub const ABDADA: Scheme = Scheme { sharing: Sharing::Defer, settle: true, ..Scheme::LAZY };
    /// Lazy SMP: workers at staggered depths, which share the table and the windows at the root.
    pub const LAZY: Scheme = Scheme { sharing: Sharing::Table, stagger: true, settle: false };
    /// Root splitting.
    pub const ROOT_SPLITTING: Scheme = Scheme { sharing: Sharing::SplitRoot, ..Scheme::LAZY };
    /// Young brothers wait.
    pub const YOUNG_BROTHERS: Scheme = Scheme { sharing: Sharing::SplitYoung, ..Scheme::LAZY };

    /// True if one worker leads and the others help it at nodes that it splits.
    pub fn splits(&self) -> bool {
        matches!(self.sharing, Sharing::SplitRoot | Sharing::SplitYoung)
    }

    /// How many workers share a depth before the next begin with another.
    pub(crate) fn least_at_a_depth(&self) -> usize {
        match self.sharing {
            Sharing::Defer => 16,
            _ => 1,
        }
    }

    fn part(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "stagger" => &mut self.stagger,
            "settle" => &mut self.settle,
            _ => return None,
        })
    }

    /// The scheme with a name that shares in the same way.
    fn base(self) -> (&'static str, Scheme) {
        let [first, rest @ ..] = Scheme::NAMED;
        rest.into_iter().find(|(_, named)| named.sharing == self.sharing).unwrap_or(first)
    }
}

impl Default for Scheme {
    /// What the measurements under `bench/runs` found to scale best.
    fn default() -> Self {
        Scheme::ABDADA
    }
}

impl FromStr for Scheme {
    type Err = SchemeError;

    fn from_str(text: &str) -> Result<Self, SchemeError> {
        let named = Scheme::NAMED.into_iter().find(|(name, _)| {
            let rest = text.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['+', '-']))
        });
        let Some((name, mut scheme)) = named else {
            let name = &text[..text.find(['+', '-']).unwrap_or(text.len())];
            return Err(match Scheme::RENAMED.iter().find(|(before, _)| *before == name) {
                Some(&(before, now)) => SchemeError::Renamed(before.into(), now),
                None => SchemeError::Name(text[..text.find('+').unwrap_or(text.len())].into()),
            });
        };
        let mut rest = &text[name.len()..];
        while let Some(sign) = rest.chars().next() {
            rest = &rest[sign.len_utf8()..];
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            let part = &rest[..end];
            *scheme.part(part).ok_or_else(|| SchemeError::Part(part.into()))? = sign == '+';
            rest = &rest[end..];
        }
        Ok(scheme)
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, mut base) = self.base();
        let mut mine = *self;
        out.write_str(name)?;
        for part in Scheme::PARTS {
            if mine.part(part) != base.part(part) {
                let sign = if mine.part(part) == Some(&mut true) { '+' } else { '-' };
                write!(out, "{sign}{part}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scheme_is_read_as_it_is_written() {
        for name in Scheme::NAMES {
            assert_eq!(name.parse::<Scheme>().unwrap().to_string(), name);
            for part in Scheme::PARTS {
                let mut scheme: Scheme = name.parse().unwrap();
                let flag = scheme.part(part).unwrap();
                *flag = !*flag;
                let sign = if *flag { '+' } else { '-' };
                assert_eq!(scheme.to_string(), format!("{name}{sign}{part}"));
                assert_eq!(scheme.to_string().parse(), Ok(scheme));
            }
        }
        let both = "lazy-stagger+settle".parse::<Scheme>().unwrap();
        assert!(!both.stagger && both.settle);
    }

    #[test]
    fn an_unknown_name_is_quoted_and_an_earlier_one_is_translated() {
        let error = |text: &str| text.parse::<Scheme>().unwrap_err().to_string();
        let renamed = "the scheme \"deferring\" is now called \"abdada\"";
        assert_eq!(error("deferring"), renamed);
        assert_eq!(error("deferring-settle"), renamed);
        assert!(error("lasy").starts_with("unknown scheme \"lasy\"; expected one of abdada, lazy"));
        assert!(error("lazyvote").contains("\"lazyvote\""));
        assert!(
            error("lazy+speed").contains("part \"speed\" of a scheme; expected one of stagger,")
        );
        assert!(error("lazy+").contains("part \"\""));
        assert!(error("").contains("scheme \"\""));
    }
}
