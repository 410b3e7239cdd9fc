//! A move, and how moves are found.

use std::fmt;

use plyglot_search::MoveList;

use super::board::{BOARD, back, bit, bits, square, step};
use super::position::Draughts;

/// The lowest bit of a square on which a piece can be captured: none is captured on the edge.
const INNER: u32 = 5;

/// A move: where it starts and ends, and what it captures on the way. Two ways from one square to
/// another over the same pieces lead to the same position and are one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    from: u8,
    to: u8,
    /// What is captured, as bits of the board from [`INNER`] on.
    captured: u32,
}

impl fmt::Debug for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = if self.captured == 0 { '-' } else { 'x' };
        write!(out, "{}{between}{}", self.squares().0, self.squares().1)?;
        bits(self.captured()).try_for_each(|bit| write!(out, " -{}", square(bit) + 1))
    }
}

impl Move {
    fn new(from: u32, to: u32, captured: u64) -> Self {
        Move { from: from as u8, to: to as u8, captured: (captured >> INNER) as u32 }
    }

    /// The numbers of the squares where it starts and ends, from 1.
    pub fn squares(self) -> (u32, u32) {
        (square(self.from.into()) + 1, square(self.to.into()) + 1)
    }

    /// How many pieces it captures.
    #[inline]
    pub fn captures(self) -> u32 {
        self.captured.count_ones()
    }

    /// The set of where it starts.
    #[inline]
    pub(super) fn from(self) -> u64 {
        1 << self.from
    }

    /// The set of where it ends.
    #[inline]
    pub(super) fn to(self) -> u64 {
        1 << self.to
    }

    /// The set of what it captures.
    #[inline]
    pub(super) fn captured(self) -> u64 {
        u64::from(self.captured) << INNER
    }

    /// The move in 31 bits: what is captured lies in three strips of seven bits, nine bits apart.
    #[inline]
    pub(super) fn pack(self) -> u32 {
        let strip = |nth: u32| (self.captured >> (9 * nth) & 0x7f) << (7 * nth);
        let (from, to) = (square(self.from.into()), square(self.to.into()));
        (strip(0) | strip(1) | strip(2)) << 10 | from << 5 | to
    }

    /// The move that was packed, if these bits are such at all; nothing is said of its legality.
    pub(super) fn unpack(bits: u32) -> Option<Self> {
        let strip = |nth: u32| u64::from(bits >> (10 + 7 * nth) & 0x7f) << (9 * nth + INNER);
        let captured = strip(0) | strip(1) | strip(2);
        let mv = Move::new(bit(bits >> 5 & 31), bit(bits & 31), captured);
        (mv.pack() == bits && captured & !BOARD == 0).then_some(mv)
    }
}

impl Draughts {
    /// The pieces that can move in a direction: men only forward.
    #[inline]
    fn movers(&self, direction: usize) -> u64 {
        let own = self.own();
        if direction / 2 == self.index() { own } else { own & self.kings }
    }

    /// The pieces of the side to move that can capture, and therefore one of them must.
    #[inline]
    pub(super) fn capturers(&self) -> u64 {
        let (other, empty) = (self.other(), self.empty());
        let jump = |direction| {
            let over = step(empty, back(direction)) & other;
            step(over, back(direction)) & self.movers(direction)
        };
        jump(0) | jump(1) | jump(2) | jump(3)
    }

    /// True if the side to move can move at all.
    pub(super) fn can_move(&self) -> bool {
        let empty = self.empty();
        (0..4).any(|direction| step(self.movers(direction), direction) & empty != 0)
            || self.capturers() != 0
    }

    /// The single captures by the piece of `from` that stands `at` by now and has captured `taken`:
    /// what it captures, and where it lands.
    pub(super) fn jumps(&self, from: u64, at: u64, taken: u64) -> impl Iterator<Item = (u64, u64)> {
        let (other, empty) = (self.other() & !taken, self.empty() | from);
        let both_ways = self.kings & from != 0;
        let forward = 2 * self.index();
        (0..4).filter_map(move |direction| {
            let over = step(at, direction) & other;
            let land = step(over, direction) & empty;
            (land != 0 && (both_ways || direction & 2 == forward)).then_some((over, land))
        })
    }

    /// Tells of all chains of captures by the piece of `from`: where they end and what they
    /// capture. A man that is crowned finds no further piece ahead.
    fn chains(&self, from: u64, at: u64, taken: u64, found: &mut impl FnMut(u64, u64)) {
        let mut ends = taken != 0;
        for (over, land) in self.jumps(from, at, taken) {
            ends = false;
            self.chains(from, land, taken | over, found);
        }
        if ends {
            found(at, taken);
        }
    }

    fn captures_of(&self, from: u32, out: &mut MoveList<Move>) {
        let before = out.len();
        self.chains(1 << from, 1 << from, 0, &mut |to, taken| {
            let mv = Move::new(from, to.trailing_zeros(), taken);
            // Only a ring of four or more can be gone round both ways.
            let again = mv.captures() >= 4
                && out.as_slice()[before..].iter().any(|earlier| earlier.mv == mv);
            if !again {
                out.push(mv);
            }
        });
    }

    /// Appends the legal moves: the captures, if there are any.
    pub(super) fn append_moves(&self, out: &mut MoveList<Move>) {
        let capturers = self.capturers();
        if capturers != 0 {
            bits(capturers).for_each(|from| self.captures_of(from, out));
            return;
        }
        let empty = self.empty();
        for direction in 0..4 {
            for to in bits(step(self.movers(direction), direction) & empty) {
                let from = step(1 << to, back(direction)).trailing_zeros();
                out.push(Move::new(from, to, 0));
            }
        }
    }

    /// True if the move is legal.
    pub(super) fn allows(&self, mv: Move) -> bool {
        let capturers = self.capturers();
        if capturers == 0 {
            let steps = |direction| step(self.movers(direction) & mv.from(), direction);
            let ends = steps(0) | steps(1) | steps(2) | steps(3);
            return mv.captured == 0 && ends & self.empty() & mv.to() != 0;
        }
        let mut found = false;
        if capturers & mv.from() != 0 {
            self.chains(mv.from(), mv.from(), 0, &mut |to, taken| {
                found |= (to, taken) == (mv.to(), mv.captured());
            });
        }
        found
    }
}
