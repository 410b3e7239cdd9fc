//! What a certificate consists of.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::tree::value::{Proven, WIN};

/// Version of the format.
pub(super) const FORMAT: u32 = 1;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the format.
    pub plyglot_certificate: u32,
    /// The game with its size.
    pub game: String,
    /// The position that it is about.
    pub start: String,
    /// Its value for the first player is at least this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i16>,
    /// Its value for the first player is at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i16>,
    /// The most nodes that the search of a leaf may take.
    pub leaf: u64,
    /// The version of plyglot that has made the file.
    pub version: String,
}

impl Header {
    /// What it says of the value.
    pub fn proven(&self) -> Proven {
        let (lower, upper) = (self.at_least.unwrap_or(-WIN), self.at_most.unwrap_or(WIN));
        Proven { lower, upper }
    }

    /// The same, bound by bound.
    pub(super) fn bounds(&self) -> impl Iterator<Item = Bound> {
        let least = self.at_least.map(|value| Bound { least: true, value });
        let most = self.at_most.map(|value| Bound { least: false, value });
        least.into_iter().chain(most)
    }
}

/// The last line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Footer {
    /// How many records there are.
    pub records: u64,
    /// How many of them are leaves.
    pub leaves: u64,
    /// How many nodes the searches of all leaves take.
    pub nodes: u64,
}

/// A bound on a value for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bound {
    /// At least, or at most.
    pub(super) least: bool,
    pub(super) value: i16,
}

impl Bound {
    /// True if a finished game of this value keeps it.
    pub(super) fn holds(self, value: i16) -> bool {
        if self.least { value >= self.value } else { value <= self.value }
    }

    /// In words.
    pub(super) fn text(self) -> String {
        format!("at {} {}", if self.least { "least" } else { "most" }, self.value)
    }
}

/// Why a bound holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// By this move.
    Move(String),
    /// After every move.
    All,
    /// By a plain search of this many nodes.
    Leaf(u64),
}

/// A position with a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) position: String,
    pub(super) bound: Bound,
    pub(super) reason: Reason,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Last {
    Move(String),
    Leaf(u64),
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Record { position, bound: Bound { least, value }, reason } = self;
        let sign = if *least { ">=" } else { "<=" };
        match reason {
            Reason::Move(mv) => (position, sign, value, mv).serialize(to),
            Reason::All => (position, sign, value).serialize(to),
            Reason::Leaf(nodes) => (position, sign, value, nodes).serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Record, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Line {
            Four(String, String, i16, Last),
            Three(String, String, i16),
        }
        let (position, sign, value, reason) = match Line::deserialize(from)? {
            Line::Four(position, sign, value, Last::Move(mv)) => {
                (position, sign, value, Reason::Move(mv))
            }
            Line::Four(position, sign, value, Last::Leaf(nodes)) => {
                (position, sign, value, Reason::Leaf(nodes))
            }
            Line::Three(position, sign, value) => (position, sign, value, Reason::All),
        };
        let least = match sign.as_str() {
            ">=" => true,
            "<=" => false,
            other => return Err(D::Error::custom(format!("{other:?} is neither >= nor <="))),
        };
        Ok(Record { position, bound: Bound { least, value }, reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_short_lines() {
        for line in [r#"["..x",">=",2,"d1"]"#, r#"["..x","<=",-10000]"#, r#"["..x",">=",0,814]"#] {
            let record: Record = serde_json::from_str(line).expect("a record");
            assert_eq!(serde_json::to_string(&record).expect("JSON"), line);
        }
        for bad in [r#"["..x",">",2]"#, r#"["..x",">=",2,-1]"#, r#"["..x",">=",99999]"#, "[]", "3"]
        {
            assert!(serde_json::from_str::<Record>(bad).is_err(), "{bad}");
        }
    }
}
