//! Endgame tables in the format Syzygy (R. de Man, 2013), as people have them on disk: results and distances of up to
//! seven men.
//!
//! A reader of our own, since those of others for Rust are under the GPL, or end the program on files that are damaged.
//! It has no `unsafe` code, and trusts nothing that it reads: each place and length is checked, and what is wrong is a
//! [`Fault`].
//!
//! | file | one thing |
//! | --- | --- |
//! | `squares` | squares as numbers of the format |
//! | `layout` | a position as a number |
//! | `bytes` | the parts of a file that are asked for |
//! | `pairs` | compressed values |
//! | `table` | one file |
//! | `set` | all files of some folders |
//! | `probe` | results and distances of positions: captures first |
//! | `known` | what that proves of a score, for a search |
//!
//! Cost: a result takes a microsecond or two once its pages are in memory, a distance some ten times that. Nothing
//! is asked where no folder is set.

mod bytes;
mod known;
mod layout;
mod pairs;
mod probe;
mod set;
mod squares;
mod table;
#[cfg(test)]
mod tests;

use std::fmt;

use layout::{Code, Sets};

pub(crate) use known::InUse;

/// The most men that tables have.
const MOST_MEN: usize = 7;

/// What is wrong with a file.
#[derive(Debug)]
pub(crate) enum Fault {
    Unreadable(std::io::Error),
    /// It ends too early, or is not a table at all.
    Cut,
    Foreign,
    /// A table, but not of the pieces that its name says.
    Other,
    Damaged(&'static str),
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Fault {
        Fault::Unreadable(error)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Unreadable(error) => write!(out, "{error}"),
            Fault::Cut => out.write_str("it is cut off, or not a Syzygy table"),
            Fault::Foreign => out.write_str("it is not a Syzygy table of that kind"),
            Fault::Other => out.write_str("it is not of the pieces that its name says"),
            Fault::Damaged(what) => write!(out, "it is damaged: {what}"),
        }
    }
}

/// How many pieces there are: of the first side and of the second, pawns first, without the kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Material([[u8; 5]; 2]);

/// The letters of [`Material`], and of a king.
const LETTERS: [char; 6] = ['P', 'N', 'B', 'R', 'Q', 'K'];

impl Material {
    fn of(sets: &Sets) -> Material {
        Material(sets.map(|of_side| {
            let mut counts = [0; 5];
            counts.iter_mut().zip(of_side).for_each(|(to, set)| *to = set.count_ones() as u8);
            counts
        }))
    }

    /// That of a list with both kings, at most seven men, and none that there are not.
    fn of_codes(codes: &[Code]) -> Option<Material> {
        let (mut counts, mut kings) = ([[0; 5]; 2], [0; 2]);
        for code in codes {
            let side = usize::from(code >> 3 & 1);
            match usize::from(code & 7) {
                kind @ 1..=5 => counts[side][kind - 1] += 1,
                6 => kings[side] += 1,
                _ => return None,
            }
        }
        (kings == [1, 1] && (3..=MOST_MEN).contains(&codes.len())).then_some(Material(counts))
    }

    /// That of the name of a table, `KQvKR`.
    fn of_name(name: &str) -> Option<Material> {
        let (one, other) = name.split_once('v')?;
        let codes = [(one, 0), (other, 8)].into_iter().flat_map(|(letters, side)| {
            letters.chars().map(move |letter| {
                let kind = LETTERS.iter().position(|&known| known == letter);
                kind.map(|kind| kind as Code + 1 + side)
            })
        });
        let material = Material::of_codes(&codes.collect::<Option<Vec<Code>>>()?)?;
        // Other spellings are no names of tables.
        (material.name() == name).then_some(material)
    }

    fn name(self) -> String {
        let side = |counts: [u8; 5]| {
            let of_kinds = LETTERS.into_iter().zip(counts).rev();
            of_kinds.fold(String::from('K'), |name, (letter, count)| {
                name + &String::from(letter).repeat(count.into())
            })
        };
        format!("{}v{}", side(self.0[0]), side(self.0[1]))
    }

    fn exchanged(self) -> Material {
        Material([self.0[1], self.0[0]])
    }

    fn is_symmetric(self) -> bool {
        self.0[0] == self.0[1]
    }

    fn men(self) -> usize {
        2 + self.0.iter().flatten().map(|&count| usize::from(count)).sum::<usize>()
    }

    fn has_pawns(self) -> bool {
        self.0.iter().any(|counts| counts[0] > 0)
    }

    fn have_pawns(self) -> bool {
        self.0.iter().all(|counts| counts[0] > 0)
    }

    /// How many kinds of pieces there is one of, the kings counted.
    fn singles(self) -> usize {
        2 + self.0.iter().flatten().filter(|&&count| count == 1).count()
    }
}
