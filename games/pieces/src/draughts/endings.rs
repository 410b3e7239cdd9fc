//! Endings with few pieces as numbers, for tables: [`FewPieces`].
//!
//! A class is how many men and kings each side has, whichever side that is: `1K-2m` is a king against two men. The side
//! to move is always seen as Black (the board is turned by half a turn for White), so the numbers of a class come in
//! two halves: the army named first is to move, or the other is. Equal armies need one half.
//!
//! Captures lead to fewer pieces and crowning to fewer men, so classes are ordered by pieces, then by men.

use plyglot_search::Side;
use plyglot_search::endings::{Class, Endings, Kinds, Place};

use super::board::{BOARD, HOME};
use super::position::Draughts;

/// The most pieces of a class, both sides counted.
const MOST: usize = 5;
/// The men of the side to move, of the other side, and the kings of both.
const KINDS: usize = 4;

/// How many pieces a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Army {
    men: usize,
    kings: usize,
}

impl Army {
    fn pieces(self) -> usize {
        self.men + self.kings
    }

    fn name(self) -> String {
        let part =
            |count, letter| if count > 0 { format!("{count}{letter}") } else { String::new() };
        part(self.kings, "K") + &part(self.men, "m")
    }

    /// Those with a number of pieces, the one with most kings first.
    fn of(pieces: usize) -> impl Iterator<Item = Army> {
        (0..=pieces).map(move |men| Army { men, kings: pieces - men })
    }
}

/// The numbers of a class.
#[derive(Debug)]
struct Numbers {
    /// With the first army to move, and with the other, unless both are equal.
    halves: Vec<Kinds>,
}

/// Endings with two to five pieces.
#[derive(Debug)]
pub(super) struct FewPieces {
    classes: Vec<Class>,
    numbers: Vec<Numbers>,
    /// For the counts of men and kings of the side to move and of the other one: the class and the half.
    found: Vec<Option<(u16, u8)>>,
}

/// The place of counts in [`FewPieces::found`].
fn slot(own: Army, other: Army) -> usize {
    [own.men, own.kings, other.men, other.kings]
        .into_iter()
        .fold(0, |slot, count| slot * MOST + count)
}

/// The numbers of the positions with these armies, the first of which is to move, as Black.
fn half(own: Army, other: Army) -> Kinds {
    Kinds::new(&[
        (BOARD & !HOME[1], own.men),
        (BOARD & !HOME[0], other.men),
        (BOARD, own.kings),
        (BOARD, other.kings),
    ])
}

impl FewPieces {
    pub(super) fn new() -> FewPieces {
        let mut pairs: Vec<(Army, Army)> = Vec::new();
        for pieces in 2..=MOST {
            for first in pieces.div_ceil(2)..pieces {
                for one in Army::of(first) {
                    let others = Army::of(pieces - first);
                    // Of two armies of one size each pair comes once.
                    pairs.extend(
                        others
                            .filter(|other| first * 2 != pieces || one.men <= other.men)
                            .map(|other| (one, other)),
                    );
                }
            }
        }
        pairs.sort_by_key(|(one, other)| (one.pieces() + other.pieces(), one.men + other.men));
        let mut all =
            FewPieces { classes: Vec::new(), numbers: Vec::new(), found: vec![None; MOST.pow(4)] };
        for (one, other) in pairs {
            let class = all.classes.len() as u16;
            let mut halves = vec![half(one, other)];
            all.found[slot(one, other)] = Some((class, 0));
            if one != other {
                halves.push(half(other, one));
                all.found[slot(other, one)] = Some((class, 1));
            }
            all.classes.push(Class {
                name: format!("{}-{}", one.name(), other.name()),
                pieces: (one.pieces() + other.pieces()) as u32,
                size: halves.iter().map(Kinds::size).sum(),
            });
            all.numbers.push(Numbers { halves });
        }
        all
    }
}

impl Endings<Draughts> for FewPieces {
    fn classes(&self) -> &[Class] {
        &self.classes
    }

    fn position(&self, place: Place) -> Option<Draughts> {
        let (mut index, mut sets) = (place.index, [0; KINDS]);
        for kinds in &self.numbers.get(place.class)?.halves {
            let Some(beyond) = index.checked_sub(kinds.size()) else {
                kinds.sets(index, &mut sets);
                let [own_men, men, own_kings, kings] = sets;
                let all = own_men | men | own_kings | kings;
                let count = |set: u64| set.count_ones();
                let is_way = count(all) == sets.into_iter().map(count).sum::<u32>();
                return is_way.then_some(Draughts {
                    pieces: [own_men | own_kings, men | kings],
                    kings: own_kings | kings,
                    side: Side::First,
                    calm: 0,
                });
            };
            index = beyond;
        }
        None
    }

    #[inline]
    fn place(&self, at: &Draughts) -> Option<Place> {
        if (at.pieces[0] | at.pieces[1]).count_ones() as usize > MOST {
            return None;
        }
        let at = if at.side == Side::First { *at } else { at.exchanged() };
        let [own, other] = at.pieces;
        let sets = [own & !at.kings, other & !at.kings, own & at.kings, other & at.kings];
        let [own_men, men, own_kings, kings] = sets.map(|set| set.count_ones() as usize);
        if own_men + own_kings >= MOST || men + kings >= MOST {
            return None;
        }
        let (own, other) = (Army { men: own_men, kings: own_kings }, Army { men, kings });
        let (class, half) = self.found[slot(own, other)]?;
        let halves = &self.numbers[usize::from(class)].halves;
        let before = if half == 1 { halves[0].size() } else { 0 };
        let index = before + halves[usize::from(half)].index(&sets);
        Some(Place { class: class.into(), index })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_search::endings::choose;

    #[test]
    fn classes_have_as_many_positions_as_are_published() {
        // Of two and three pieces, whoever is to move (J. Schaeffer, "One Jump Ahead", 1997), less those in which all are
        // of one side.
        let of_one_side = |pieces: usize| -> u64 {
            let ways = (0..=pieces).map(|men| choose(28, men) * choose(32 - men, pieces - men));
            2 * ways.sum::<u64>()
        };
        let all = FewPieces::new();
        for (pieces, published) in [(2, 6_972), (3, 261_224)] {
            let mut count = 0;
            for (class, about) in (0..).zip(&all.classes) {
                for index in (0..about.size).filter(|_| about.pieces as usize == pieces) {
                    let place = Place { class, index };
                    let Some(at) = all.position(place) else { continue };
                    assert_eq!(all.place(&at), Some(place));
                    assert_eq!(all.place(&at.exchanged()), Some(place));
                    count += 1;
                }
            }
            // Of a position and the one with the sides exchanged one has a number, and either may be to move.
            assert_eq!(count, published - of_one_side(pieces));
        }
    }
}
