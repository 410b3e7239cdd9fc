//! How the workers of one search share it: the parallel scheme, as plain data.
//!
//! A scheme says which of a few ideas are switched on; the recursion is the same for all of them,
//! and looks at the scheme only where a node is large enough to be shared. One worker searches the
//! same tree under every scheme.
//!
//! This file is the whole of it: to add a scheme, give it a name below and, where it needs an idea that there is not yet, a
//! part with its decision beside [`Scheme::crowd`]; docs/scaling.md says how to measure it.
//!
//! A scheme is written as a name, then parts that are added to it or taken from it:
//! `lazy`, `lazy-stagger`, `abdada-settle`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::rules::node::Expected;

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
    /// Of moves that others are searching, a worker takes the one that fewest are in, and the first move of a node
    /// where all have to be searched waits, too, once several are in it; otherwise it takes them in their order. Only
    /// with [`Sharing::Defer`].
    pub spread: bool,
    /// While it deepens, all workers learn the order of moves into the same tables, so that they reduce the same moves;
    /// otherwise each has its own. Not for schemes that split nodes.
    pub common: bool,
    /// Threads that take most of a machine with several last-level caches are kept each to the processors of one, and learn
    /// in common with those whose memory is near ([`Groups`](crate::Groups)); otherwise the system places them, and all
    /// learn together.
    pub groups: bool,
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
    pub const PARTS: [&str; 5] = ["stagger", "settle", "spread", "common", "groups"];

    /// Simplified ABDADA: Lazy SMP in which moves that another worker is searching are deferred.
    pub const ABDADA: Scheme = Scheme {
        sharing: Sharing::Defer,
        settle: true,
        spread: true,
        common: true,
        ..Scheme::LAZY
    };
    /// Lazy SMP: workers at staggered depths, which share the table and the windows at the root.
    pub const LAZY: Scheme = Scheme {
        sharing: Sharing::Table,
        stagger: true,
        settle: false,
        spread: false,
        common: false,
        groups: true,
    };
    /// Root splitting.
    pub const ROOT_SPLITTING: Scheme = Scheme { sharing: Sharing::SplitRoot, ..Scheme::LAZY };
    /// Young brothers wait.
    pub const YOUNG_BROTHERS: Scheme = Scheme { sharing: Sharing::SplitYoung, ..Scheme::LAZY };

    /// True if one worker leads and the others help it at nodes that it splits.
    pub fn splits(&self) -> bool {
        matches!(self.sharing, Sharing::SplitRoot | Sharing::SplitYoung)
    }

    /// How many workers share a depth at the least before the next begin with another. On a selective tree two: more
    /// are in each other's way, and what is found a ply deeper serves all.
    pub(crate) fn least_at_a_depth(&self) -> usize {
        match self.sharing {
            Sharing::Defer => 2,
            _ => 1,
        }
    }

    /// How many workers have to be in a move of a node before another one defers it, by its place in the order of
    /// moves. `None` if it never waits.
    #[inline]
    pub(crate) fn crowd(&self, place: usize, kind: Expected, to_end: bool) -> Option<usize> {
        match (place, kind) {
            // Every move of such a node has to be searched, so none need wait for the first.
            (0, Expected::All) if self.spread => Some(if to_end { 4 } else { 2 }),
            (0, _) => None,
            // The second move of a node that should fail high. Its first move did not, so this one will, and
            // whatever was begun beside it would be in vain: others help at it.
            (1, Expected::Cut) => None,
            _ => Some(1),
        }
    }

    /// From which depth on workers look what others are at, where nodes are kept from `kept` on: a child that has no
    /// place in the table is searched by all who come to it.
    pub(crate) fn shared_depth(&self, kept: i32) -> i32 {
        (kept + 1).max(if self.splits() { Self::SPLIT_DEPTH } else { 2 })
    }

    /// How many plies above the least of the shared nodes the large ones begin. Below a large node that no other worker
    /// is in, a worker searches as one thread does: it claims nothing and looks for nothing, so that no line of memory
    /// goes from core to core. It asks again at every node, and shares again once another worker has come. Measured
    /// with 3 to 8: the more, the fewer lines go, and the less is shared where trees are small.
    pub(crate) const LARGE: i32 = 4;

    /// Nodes with fewer plies to go are too small to be split.
    const SPLIT_DEPTH: i32 = 4;

    fn part(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "stagger" => &mut self.stagger,
            "settle" => &mut self.settle,
            "spread" => &mut self.spread,
            "common" => &mut self.common,
            "groups" => &mut self.groups,
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
