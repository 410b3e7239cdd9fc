//! Where the time of a search's threads went ([`plyglot_search::Account`]), as files have it: each cause a field.

use std::collections::BTreeMap;

use plyglot_search::{Account, AccountRow, Cause, Expected};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The names of the kinds of nodes in files.
const KINDS: [(Expected, &str); 3] =
    [(Expected::Pv, "pv"), (Expected::Cut, "cut"), (Expected::All, "all")];

/// Nodes by what they were for, each cause that has any a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Causes(pub [u64; Cause::COUNT]);

impl Causes {
    /// Nodes of a cause.
    pub fn of(&self, cause: Cause) -> u64 {
        self.0[cause as usize]
    }

    /// Nodes of all causes.
    pub fn sum(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds those of another row.
    pub fn add(&mut self, other: &Causes) {
        self.0.iter_mut().zip(other.0).for_each(|(all, more)| *all += more);
    }
}

impl Serialize for Causes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let named = Cause::NAMES.into_iter().zip(self.0);
        to.collect_map(named.filter(|&(_, nodes)| nodes > 0))
    }
}

impl<'de> Deserialize<'de> for Causes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let named = BTreeMap::<String, u64>::deserialize(from)?;
        let mut causes = Causes::default();
        for (name, nodes) in named {
            let place = Cause::NAMES.iter().position(|known| *known == name);
            let place = place.ok_or_else(|| D::Error::custom(format!("unknown cause {name:?}")))?;
            causes.0[place] = nodes;
        }
        Ok(causes)
    }
}

/// Nodes of one depth and kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleRow {
    /// How deep the claim that they belong to was to be searched, in plies.
    pub depth: u32,
    /// What its node was expected to be: `pv`, `cut` or `all`.
    pub kind: String,
    /// Nodes by cause.
    pub nodes: Causes,
}

/// Where the time of a search's threads went, in nodes: all causes of all rows, waiting ones and those that were
/// not called are the whole, exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleAccount {
    /// Threads times virtual time; of real threads, the nodes.
    pub whole: u64,
    /// Threads that took part and had nothing to do.
    pub waiting: u64,
    /// Threads that were not called yet.
    pub uncalled: u64,
    /// The longest chain of nodes that wait for each other.
    pub span: u64,
    /// False if the search was too long for all of it to be told apart.
    pub complete: bool,
    /// Nodes by depth and kind, the deepest first.
    pub rows: Vec<SampleRow>,
}

impl SampleAccount {
    /// What a report says.
    pub fn of(account: &Account) -> SampleAccount {
        let Account { whole, ref rows, waiting, uncalled, span, complete } = *account;
        let name = |kind| KINDS.iter().find(|known| known.0 == kind).map_or("", |known| known.1);
        let row = |row: &AccountRow| {
            let &AccountRow { depth, kind, nodes } = row;
            SampleRow { depth, kind: name(kind).into(), nodes: Causes(nodes) }
        };
        let rows = rows.iter().map(row).collect();
        SampleAccount { whole, waiting, uncalled, span, complete, rows }
    }

    /// All causes of all depths and kinds.
    pub fn causes(&self) -> Causes {
        let mut all = Causes::default();
        self.rows.iter().for_each(|row| all.add(&row.nodes));
        all.0[Cause::Waiting as usize] += self.waiting;
        all.0[Cause::Uncalled as usize] += self.uncalled;
        all
    }
}
