//! Which weights an evaluation has: groups of them, for each phase of the game.

use plyglot_search::hash::Fnv;

/// Weights that belong together: a pattern, a table, a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// A short name: `corner 3x3`.
    pub name: String,
    /// What the indices mean, as far as a file of weights depends on it: the cells of a pattern, for
    /// example.
    pub about: String,
    /// How many weights it has for each phase.
    pub size: u32,
}

/// The weights of an evaluation: the groups one after the other, once for each phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    groups: Vec<Group>,
    phases: Vec<String>,
    units: u16,
}

/// In how many parts of a point weights are kept where a game does not say.
const UNITS: u16 = 4;

impl Layout {
    /// A layout with these groups and phases; a phase is named by what it is ("40-43 empty").
    pub fn new(groups: Vec<Group>, phases: Vec<String>) -> Layout {
        Layout { groups, phases, units: UNITS }
    }

    /// With trained weights kept in this many parts of a point, 4 by default: for features that count many times in a
    /// position. A weight is at most 32,767 parts.
    #[must_use]
    pub fn in_parts_of_a_point(self, units: u16) -> Layout {
        Layout { units: units.max(1), ..self }
    }

    /// In how many parts of a point trained weights are kept.
    pub fn units(&self) -> u16 {
        self.units
    }

    /// The groups, in the order of their weights.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The phases by name, in the order in which a game goes through them.
    pub fn phases(&self) -> &[String] {
        &self.phases
    }

    /// How many weights each phase has.
    pub fn size(&self) -> usize {
        self.groups.iter().map(|group| group.size as usize).sum()
    }

    /// Where the weights of a group begin.
    pub fn offset(&self, group: usize) -> u32 {
        self.groups[..group].iter().map(|group| group.size).sum()
    }

    /// A number that is another where the weights mean something else (FNV-1a, 64 bits).
    pub fn hash(&self) -> u64 {
        let mut hash = Fnv::default();
        for group in &self.groups {
            hash.part(group.name.as_bytes());
            hash.part(group.about.as_bytes());
            hash.part(&group.size.to_le_bytes());
        }
        for phase in &self.phases {
            hash.part(phase.as_bytes());
        }
        hash.0
    }
}
