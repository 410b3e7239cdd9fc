//! The rules.

use plyglot_search::random::mix;
use plyglot_search::{Game, MoveList, Outcome, ParseError, Side};

/// Points for one seed; see [`plyglot_search::Describe::POINTS`].
pub(super) const POINTS: i32 = 8;

/// The most holes a side can have.
pub const MAX_HOLES: usize = 10;

/// When a last seed in an own empty hole captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// Only where the opposite hole holds seeds.
    Full,
    /// Also where the opposite hole is empty: the last seed alone then goes to the store.
    EmptyToo,
}

/// One player's half of the board: holes in the order of sowing, then the store; the rest stays empty, so that a half
/// is one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct Half([u8; 16]);

/// For each n the first n places of a half.
const FIRST: [[u8; 16]; MAX_HOLES + 1] = {
    let mut first = [[0; 16]; MAX_HOLES + 1];
    let mut n = 0;
    while n < first.len() {
        let mut place = 0;
        while place < n {
            first[n][place] = 1;
            place += 1;
        }
        n += 1;
    }
    first
};

impl Half {
    /// With these holes, the missing ones empty, and this store.
    pub(super) fn new(holes: &[u8], store: u8) -> Half {
        let mut half = [0; 16];
        half[..holes.len()].copy_from_slice(holes);
        half[MAX_HOLES] = store;
        Half(half)
    }

    /// The seeds of each hole.
    #[inline]
    pub(super) fn holes(&self) -> &[u8; MAX_HOLES] {
        self.0.first_chunk().expect("all holes")
    }

    /// The seeds in the store.
    #[inline]
    pub(super) fn store(&self) -> u8 {
        self.0[MAX_HOLES]
    }

    /// Seeds in the holes.
    #[inline]
    pub(super) fn in_holes(&self) -> i32 {
        self.holes().iter().map(|&seeds| i32::from(seeds)).sum()
    }

    fn is_empty(&self) -> bool {
        self.holes() == &[0; MAX_HOLES]
    }

    /// One seed more in each hole from `begin` on, up to `end`.
    #[inline]
    fn sow(&mut self, begin: usize, end: usize) {
        let (before, after) = (&FIRST[begin], &FIRST[end]);
        for (place, seeds) in self.0.iter_mut().enumerate() {
            *seeds += after[place] - before[place];
        }
    }

    /// The half as two words.
    #[inline]
    fn words(&self) -> [u64; 2] {
        let (low, high) = self.0.split_at(8);
        [low, high].map(|half| u64::from_le_bytes(half.try_into().expect("eight bytes")))
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kalah {
    /// The first and the second player's half.
    pub(super) halves: [Half; 2],
    pub(super) count: u8,
    pub(super) side: Side,
    pub(super) capture: Capture,
}

#[inline]
pub(super) fn index(side: Side) -> usize {
    usize::from(side == Side::Second)
}

impl Kalah {
    /// The start with this many holes a side and seeds a hole.
    ///
    /// # Errors
    /// If there are no holes or seeds, more than [`MAX_HOLES`], or more than 255 seeds in all.
    pub fn new(holes: usize, seeds: usize, capture: Capture) -> Result<Self, ParseError> {
        if !(1..=MAX_HOLES).contains(&holes) {
            return Err(ParseError::new(format!(
                "{holes} holes a side are out of range: 1 to {MAX_HOLES}"
            )));
        }
        if !(1..=255 / (2 * holes)).contains(&seeds) {
            let most = 255 / (2 * holes);
            let message = format!(
                "{seeds} seeds a hole are out of range: 1 to {most} with {holes} holes a side"
            );
            return Err(ParseError::new(message));
        }
        let half = Half::new(&[seeds as u8; MAX_HOLES][..holes], 0);
        Ok(Kalah { halves: [half; 2], count: holes as u8, side: Side::First, capture })
    }

    /// How many holes a side has.
    pub fn holes(&self) -> usize {
        usize::from(self.count)
    }

    /// The same position with halves and turn of the two players exchanged.
    pub fn exchanged(&self) -> Self {
        let [first, second] = self.halves;
        Kalah { halves: [second, first], side: self.side.other(), ..*self }
    }

    /// The half of the side to move, and the other.
    #[inline]
    pub(super) fn own_and_other(&self) -> (&Half, &Half) {
        let own = index(self.side);
        (&self.halves[own], &self.halves[1 - own])
    }

    /// A hash of the position as its side to move sees it: the same for both colours.
    #[inline]
    pub(super) fn relative_key(&self) -> u64 {
        let (own, other) = self.own_and_other();
        let ([a, b], [c, d]) = (own.words(), other.words());
        // Two independent chains, so that the multiplications overlap.
        let (own, other) = (mix(mix(a) ^ b), mix(mix(!c) ^ d));
        mix(own.wrapping_sub(other.rotate_left(32)))
    }

    /// Sows the seeds of a hole. Returns where the last one fell: a hole of the mover's half below
    /// `holes`, the store at `holes`, a hole of the other half beyond.
    fn sow(&mut self, hole: usize) -> usize {
        let (holes, [own, other]) = (self.holes(), self.halves_of_mover());
        let seeds = own.0[hole];
        let (mut begin, mut left) = (hole + 1, usize::from(seeds));
        let place = loop {
            let end = holes.min(begin + left);
            own.sow(begin, end);
            left -= end - begin;
            if left == 0 {
                break end - 1;
            }
            own.0[MAX_HOLES] += 1;
            left -= 1;
            if left == 0 {
                break holes;
            }
            let end = holes.min(left);
            other.sow(0, end);
            left -= end;
            if left == 0 {
                break holes + end;
            }
            begin = 0;
        };
        // Last: a vector that is read right after one of its bytes was written has to wait for it.
        own.0[hole] -= seeds;
        place
    }

    /// The half of the side to move, and the other.
    #[inline]
    fn halves_of_mover(&mut self) -> [&mut Half; 2] {
        let [first, second] = &mut self.halves;
        if self.side == Side::First { [first, second] } else { [second, first] }
    }

    /// Captures, if the last seed fell into an own hole that was empty.
    fn capture(&mut self, place: usize) {
        let opposite = self.holes() - 1 - place;
        let empty_too = self.capture == Capture::EmptyToo;
        let [own, other] = self.halves_of_mover();
        let (mine, theirs) = (own.0[place], other.0[opposite]);
        if mine == 1 && (theirs > 0 || empty_too) {
            own.0[place] = 0;
            other.0[opposite] = 0;
            own.0[MAX_HOLES] += 1 + theirs;
        }
    }
}

impl Game for Kalah {
    /// The number of a hole of the side to move, from 0, in the order of sowing.
    type Move = u8;
    /// The whole position before: copying it costs less than sowing back.
    type Undo = Kalah;
    const MARGIN_STEP: i32 = 2;

    #[inline]
    fn to_move(&self) -> Side {
        self.side
    }

    // Inlined explicitly: what is compiled for one search of this game must not make it a call in
    // another.
    #[inline]
    fn key(&self) -> u64 {
        let turn = if self.side == Side::Second { 0x9e37_79b9_7f4a_7c15 } else { 0 };
        self.relative_key() ^ turn
    }

    fn outcome(&self) -> Option<Outcome> {
        let (own, other) = self.own_and_other();
        if !own.is_empty() && !other.is_empty() {
            return None;
        }
        let total = |half: &Half| half.in_holes() + i32::from(half.store());
        Some(Outcome::Margin(total(own) - total(other)))
    }

    fn moves(&self, out: &mut MoveList<u8>) {
        let holes = self.own_and_other().0.holes();
        (0..self.count)
            .filter(|&hole| holes[usize::from(hole)] > 0)
            .for_each(|hole| out.push(hole));
    }

    #[inline]
    fn play(&mut self, hole: u8) -> Kalah {
        let before = *self;
        let place = self.sow(usize::from(hole));
        if place < self.holes() {
            self.capture(place);
        }
        if place != self.holes() {
            self.side = self.side.other();
        }
        before
    }

    #[inline]
    fn undo(&mut self, _hole: u8, before: Kalah) {
        *self = before;
    }

    fn pack(hole: u8) -> u32 {
        u32::from(hole)
    }

    fn unpack(&self, bits: u32) -> Option<u8> {
        let seeds = self.own_and_other().0.holes().get(bits as usize)?;
        (*seeds > 0).then_some(bits as u8)
    }
}
