//! Endings as numbers, for tables (`Endings`): all men are on the board, and there are at most eight. A class is how many
//! each side has, `4-3`; the side to move is always seen as the one that began.
//!
//! A mill takes a man, so moves lead to the same class or to one of fewer men. Of positions that a symmetry leads into one
//! another one is made, so a table has a value for one number in sixteen.

use plyglot::search::Side;
use plyglot::search::endings::{Class, Endings, Kinds, Place};

use crate::rules::{BOARD, FLYING, Morris};
use crate::symmetry::{self, Symmetry};

/// The most men of a class, both sides counted, and of one side.
const MOST: usize = 8;
const LEAST: usize = FLYING as usize;

/// The classes.
#[derive(Debug)]
pub struct FewMen {
    classes: Vec<Class>,
    /// For each class its sides' men, the more first; and the numbers with the more to move, and with the fewer.
    numbers: Vec<(usize, usize, Vec<Kinds>)>,
    symmetries: Vec<Symmetry>,
}

impl FewMen {
    /// Three men against three, up to eight in all.
    pub fn new() -> FewMen {
        let mut all = FewMen {
            classes: Vec::new(),
            numbers: Vec::new(),
            symmetries: symmetry::all().collect(),
        };
        for men in 2 * LEAST..=MOST {
            for fewer in (LEAST..=men / 2).rev() {
                let more = men - fewer;
                let half = |own, other| Kinds::new(&[(BOARD.into(), own), (BOARD.into(), other)]);
                let mut halves = vec![half(more, fewer)];
                if more != fewer {
                    halves.push(half(fewer, more));
                }
                all.classes.push(Class {
                    name: format!("{more}-{fewer}"),
                    pieces: men as u32,
                    size: halves.iter().map(Kinds::size).sum(),
                });
                all.numbers.push((more, fewer, halves));
            }
        }
        all
    }

    /// The image that is kept: the one with the least sets.
    fn kept(&self, own: u32, other: u32) -> [u64; 2] {
        let images = self.symmetries.iter().map(|symmetry| (symmetry.of(own), symmetry.of(other)));
        let (own, other) = images.min().unwrap_or((own, other));
        [own.into(), other.into()]
    }
}

impl Endings<Morris> for FewMen {
    fn classes(&self) -> &[Class] {
        &self.classes
    }

    fn position(&self, place: Place) -> Option<Morris> {
        let (mut index, mut sets) = (place.index, [0; 2]);
        for kinds in &self.numbers.get(place.class)?.2 {
            let Some(beyond) = index.checked_sub(kinds.size()) else {
                kinds.sets(index, &mut sets);
                let [own, other] = sets.map(|set| set as u32);
                let is_way = own & other == 0 && self.kept(own, other) == sets;
                return is_way.then_some(Morris {
                    men: [own, other],
                    hands: [0; 2],
                    side: Side::First,
                    calm: 0,
                });
            };
            index = beyond;
        }
        None
    }

    fn place(&self, at: &Morris) -> Option<Place> {
        let (own, other) = at.seen();
        let [men, others] = [own, other].map(|set| set.count_ones() as usize);
        if at.hands != [0; 2] || men + others > MOST {
            return None;
        }
        let is_class = |(more, fewer, _): &(usize, usize, Vec<Kinds>)| {
            (*more, *fewer) == (men.max(others), men.min(others))
        };
        let class = self.numbers.iter().position(is_class)?;
        let halves = &self.numbers[class].2;
        let half = usize::from(men < others);
        let before = if half == 1 { halves[0].size() } else { 0 };
        Some(Place { class, index: before + halves[half].index(&self.kept(own, other)) })
    }
}
