//! How a table numbers its positions: [`Layout`].
//!
//! A table lists its pieces in an order that compresses well. Runs of equal pieces are groups, of which the first is special:
//! three different pieces, or both kings, or the pawns of one side; the pawns of the other side may be special, too. The
//! number of a position has a digit for each group, and the list says at which place the special ones stand.
//!
//! Cost: some tens of nanoseconds a number, on the stack.

use super::squares::{
    KINGS, THREE, above_diagonal, choose, equal_pieces, first_pawn, pawns, pawns_on_file,
    three_pieces, transposed, two_kings,
};
use super::{Fault, MOST_MEN, Material};

/// A piece of a list: its kind by `cozy-chess` in the lower three bits, from 1 on, and 8 for the second side.
pub(super) type Code = u8;
const PAWN: Code = 1;
const KING: Code = 6;
const SECOND: Code = 8;

/// What the first group is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    Three,
    Kings,
    Pawns,
}

#[derive(Clone, Copy, Debug, Default)]
struct Group {
    len: usize,
    factor: u64,
    /// Squares that no piece of the group stands on.
    skipped: usize,
}

/// The order of the pieces, and the value of each digit.
#[derive(Debug)]
pub(super) struct Layout {
    codes: [Code; MOST_MEN],
    men: usize,
    first: First,
    groups: [Group; MOST_MEN],
    group_count: usize,
    /// How many numbers there are.
    pub(super) size: u64,
}

/// Pieces of both sides, each kind a set of squares, the pawns first: of the side that the table calls the first one, then
/// of the other.
pub(super) type Sets = [[u64; 6]; 2];

const NO_ORDER: Fault = Fault::Damaged("its pieces are in no order that there is");

impl Layout {
    /// Of a list of pieces, on this file where it has pawns. `places` are those of the special groups, 15 for none.
    pub(super) fn new(list: &[Code], places: [u8; 2], file: usize) -> Result<Layout, Fault> {
        let men = list.len();
        let mut codes = [0; MOST_MEN];
        codes.get_mut(..men).ok_or(NO_ORDER)?.copy_from_slice(list);
        let material = Material::of_codes(list).ok_or(NO_ORDER)?;
        let pawns = [PAWN, PAWN | SECOND].map(|pawn| count(list, pawn));
        let (first, special) = match material.has_pawns() {
            true => (First::Pawns, if pawns[0] > 0 && pawns[1] > 0 { 2 } else { 1 }),
            false if material.singles() > 2 => (First::Three, 1),
            false => (First::Kings, 1),
        };
        let mut layout =
            Layout { codes, men, first, groups: Default::default(), group_count: 0, size: 1 };
        let mut rest = list;
        while let Some(&code) = rest.first() {
            let number = layout.group_count;
            let same = rest.iter().take_while(|&&other| other == code).count();
            if same != count(list, code) {
                return Err(NO_ORDER);
            }
            let len = match (number, first) {
                (0, First::Three) => 3,
                (0, First::Kings) => 2,
                _ => same,
            };
            let skipped = if number == 1 && special == 2 { 8 } else { 0 };
            layout.groups[number] = Group { len, factor: 0, skipped };
            layout.group_count += 1;
            let (group, later) = rest.split_at_checked(len).ok_or(NO_ORDER)?;
            let is_right = match (number, first) {
                (0, First::Three) => group.iter().all(|&code| count(list, code) == 1),
                (0, First::Kings) => group.iter().all(|code| code & 7 == KING),
                (0, First::Pawns) => {
                    let least = pawns.into_iter().filter(|&count| count > 0).min();
                    code & 7 == PAWN && Some(len) == least
                }
                (1, First::Pawns) => (code & 7 == PAWN) == (special == 2),
                _ => code & 7 != PAWN,
            };
            if !is_right {
                return Err(NO_ORDER);
            }
            rest = later;
        }
        layout.weigh(special, places, file)?;
        Ok(layout)
    }

    /// Gives each group its factor: the special ones at their places, the others in between as they come.
    fn weigh(&mut self, special: usize, places: [u8; 2], file: usize) -> Result<(), Fault> {
        let special_men: usize = self.groups[..special].iter().map(|group| group.len).sum();
        let (mut free, mut next) = (64 - special_men, special);
        for place in 0..self.group_count {
            let here = |number: usize| number < special && usize::from(places[number]) == place;
            let number = match (here(0), here(1)) {
                (true, true) => return Err(NO_ORDER),
                (true, false) => 0,
                (false, true) => 1,
                (false, false) => next,
            };
            let len = self.groups[..self.group_count].get(number).ok_or(NO_ORDER)?.len;
            let ways = match (number, self.first) {
                (0, First::Three) => THREE,
                (0, First::Kings) => KINGS,
                (0, First::Pawns) => pawns_on_file(len, file),
                (number, _) if number < special => choose(48 - self.groups[0].len, len),
                _ => {
                    (free, next) = (free - len, next + 1);
                    choose(free + len, len)
                }
            };
            self.groups[number].factor = self.size;
            self.size = self.size.checked_mul(ways).ok_or(NO_ORDER)?;
        }
        // Each group has its place.
        let groups = &self.groups[..self.group_count];
        if groups.iter().any(|group| group.factor == 0) { Err(NO_ORDER) } else { Ok(()) }
    }

    /// Which pieces the list has.
    pub(super) fn material(&self) -> Option<Material> {
        Material::of_codes(&self.codes[..self.men])
    }

    /// The file, from the nearer edge, of the pawn that is chosen first; 0 without pawns.
    pub(super) fn file(&self, sets: &Sets) -> usize {
        if self.first != First::Pawns {
            return 0;
        }
        let pawns = set_of(sets, self.codes[0]);
        squares_of(pawns).map(first_pawn).min().map_or(0, |number| number / 6)
    }

    /// The number of a position with these pieces; `None` if there are others, or kings that touch.
    pub(super) fn number(&self, sets: &Sets) -> Option<u64> {
        let mut places = [0; MOST_MEN];
        let squares = &mut places[..self.men];
        let mut start = 0;
        while start < self.men {
            let set = set_of(sets, self.codes[start]);
            let len = set.count_ones() as usize;
            let group = squares.get_mut(start..start + len).filter(|_| len > 0)?;
            group.iter_mut().zip(squares_of(set)).for_each(|(place, square)| *place = square);
            start += len;
        }
        let first = self.groups[0].len;
        let number = match self.first {
            First::Pawns => {
                let chosen = (0..first).min_by_key(|&place| first_pawn(squares[place]))?;
                squares.swap(0, chosen);
                if squares[0] & 4 != 0 {
                    squares.iter_mut().for_each(|square| *square ^= 7);
                }
                pawns(&mut squares[..first])
            }
            of_pieces => {
                to_triangle(squares, first);
                match of_pieces {
                    First::Three => three_pieces(squares[0], squares[1], squares[2]),
                    _ => two_kings(squares[0], squares[1])?,
                }
            }
        };
        let mut sum = number * self.groups[0].factor;
        let mut start = first;
        for group in &self.groups[1..self.group_count] {
            let (before, rest) = squares.split_at_mut(start);
            let number = equal_pieces(before, rest.get_mut(..group.len)?, group.skipped);
            sum += number * group.factor;
            start += group.len;
        }
        (sum < self.size).then_some(sum)
    }
}

/// Maps squares so that the first is in the triangle, and of the first ones (`leading`) that are off the diagonal the
/// first is below it.
fn to_triangle(squares: &mut [u8], leading: usize) {
    for (half, mirror) in [(4, 7), (32, 56)] {
        if squares[0] & half != 0 {
            squares.iter_mut().for_each(|square| *square ^= mirror);
        }
    }
    let off = squares[..leading].iter().map(|&square| above_diagonal(square)).find(|&by| by != 0);
    if off.is_some_and(|by| by > 0) {
        squares.iter_mut().for_each(|square| *square = transposed(*square));
    }
}

fn count(list: &[Code], code: Code) -> usize {
    list.iter().filter(|&&other| other == code).count()
}

fn set_of(sets: &Sets, code: Code) -> u64 {
    let kind = usize::from(code & 7).wrapping_sub(1);
    sets[usize::from(code & SECOND != 0)].get(kind).copied().unwrap_or(0)
}

fn squares_of(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(square)
    })
}
