//! The numbers of all patterns of a position, as a vector: for boards whose cells are empty or hold one of the
//! two sides' pieces.
//!
//! An empty cell is the digit 0, a piece of the side from whose point of view the position is read 1, the
//! other side's 2; a place that counts with the other sign ([`Pattern::exchanged`]) is read with the two exchanged.
//! The numbers are sums over the cells, so they are added up from tables for each group of four cells, and
//! a move changes them by one vector for each cell that it changes. Plain arithmetic of 16 bits, which
//! the compiler turns into vector instructions.

use crate::pattern::Pattern;

/// The numbers of all places of some patterns, from one side's point of view.
///
/// `W` is how many there may be: a multiple of 16 makes whole vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Lanes<const W: usize>([u16; W]);

/// What each cell adds to the numbers.
#[derive(Clone, Debug)]
pub struct Reader<const W: usize> {
    /// For each cell, a piece of the one side and of the other.
    cell: Box<[[Lanes<W>; 2]; 64]>,
    /// For each cell, how a piece that changes sides changes the numbers: to the one side; taken away, to the other.
    turned: Box<[Lanes<W>; 64]>,
    /// For each four cells and each set of them, a piece of the one side and of the other.
    four: Box<[[[Lanes<W>; 2]; 16]; 16]>,
}

/// The places of patterns in the order of the lanes: those that count with their own sign first.
pub(crate) fn places(patterns: &[Pattern]) -> impl Iterator<Item = (usize, &[u8], bool)> {
    [false, true].into_iter().flat_map(move |exchanged| {
        let with = move |(number, pattern): (usize, &'_ Pattern)| -> Vec<(usize, usize)> {
            let places = pattern.exchanged().iter().enumerate();
            places.filter(|(_, is)| **is == exchanged).map(|(place, _)| (number, place)).collect()
        };
        let all: Vec<(usize, usize)> = patterns.iter().enumerate().flat_map(with).collect();
        all.into_iter().map(move |(number, place)| {
            (number, patterns[number].places()[place].as_slice(), exchanged)
        })
    })
}

impl<const W: usize> Reader<W> {
    /// For patterns of three states on a board of at most 64 cells.
    ///
    /// # Panics
    /// If they have more than `W` places, a cell above 63, or numbers beyond 16 bits.
    pub fn new(patterns: &[Pattern]) -> Reader<W> {
        let none = [Lanes([0; W]); 2];
        let mut cell = Box::new([none; 64]);
        for (lane, (number, cells, exchanged)) in places(patterns).enumerate() {
            assert!(patterns[number].ties().len() <= 1 << 16, "a pattern of at most 16 bits");
            for (digit, &at) in cells.iter().enumerate() {
                let one = 3u16.pow(digit as u32);
                let both = if exchanged { [2 * one, one] } else { [one, 2 * one] };
                for (side, value) in both.into_iter().enumerate() {
                    cell[usize::from(at)][side].0[lane] = value;
                }
            }
        }
        let sum = |four: usize, set: usize| {
            let mut sum = none;
            for at in (0..4).filter(|at| set >> at & 1 == 1) {
                for (sum, part) in sum.iter_mut().zip(&cell[4 * four + at]) {
                    sum.add(part);
                }
            }
            sum
        };
        let mut four = Box::new([[none; 16]; 16]);
        for (place, sums) in four.iter_mut().enumerate() {
            *sums = std::array::from_fn(|set| sum(place, set));
        }
        let mut turned = Box::new([Lanes([0; W]); 64]);
        for (turned, [own, other]) in turned.iter_mut().zip(cell.iter()) {
            *turned = *own;
            turned.subtract(other);
        }
        Reader { cell, turned, four }
    }

    /// The numbers of a position, from the point of view of the side that has the cells `own`.
    #[inline]
    pub fn read(&self, own: u64, other: u64) -> Lanes<W> {
        let mut lanes = Lanes([0; W]);
        for (at, four) in self.four.iter().enumerate() {
            lanes.add(&four[(own >> (4 * at) & 15) as usize][0]);
            lanes.add(&four[(other >> (4 * at) & 15) as usize][1]);
        }
        lanes
    }
}

impl<const W: usize> Lanes<W> {
    /// The numbers.
    #[inline(always)]
    pub(crate) fn numbers(&self) -> &[u16; W] {
        &self.0
    }

    /// With a piece more on a cell: of the side from whose point of view the numbers are, or of the other.
    #[inline(always)]
    #[must_use]
    pub fn with(mut self, reader: &Reader<W>, cell: u8, other: bool) -> Lanes<W> {
        self.add(&reader.cell[usize::from(cell & 63)][usize::from(other)]);
        self
    }

    /// With a piece less on a cell.
    #[inline(always)]
    #[must_use]
    pub fn without(mut self, reader: &Reader<W>, cell: u8, other: bool) -> Lanes<W> {
        self.subtract(&reader.cell[usize::from(cell & 63)][usize::from(other)]);
        self
    }

    /// With the piece on a cell changed to the side from whose point of view the numbers are, or to the other.
    #[inline(always)]
    #[must_use]
    pub fn turned(mut self, reader: &Reader<W>, cell: u8, other: bool) -> Lanes<W> {
        let part = &reader.turned[usize::from(cell & 63)];
        if other {
            self.subtract(part)
        } else {
            self.add(part)
        }
        self
    }

    #[inline(always)]
    fn add(&mut self, part: &Lanes<W>) {
        for (lane, part) in self.0.iter_mut().zip(&part.0) {
            *lane = lane.wrapping_add(*part);
        }
    }

    #[inline(always)]
    fn subtract(&mut self, part: &Lanes<W>) {
        for (lane, part) in self.0.iter_mut().zip(&part.0) {
            *lane = lane.wrapping_sub(*part);
        }
    }
}
