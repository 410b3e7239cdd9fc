//! The rules.

use std::fmt;

use plyglot_search::random::mix;
use plyglot_search::{Game, MoveList, Outcome, ParseError, Side};

use super::board::{MOST, Shape, cells};

/// A position.
#[derive(Clone, Copy)]
pub struct Hex {
    pub(super) shape: &'static Shape,
    /// The stones of Red and of Blue.
    pub(super) stones: [u128; 2],
    pub(super) side: Side,
    /// True if the last stone joined its side's edges.
    pub(super) joined: bool,
}

impl PartialEq for Hex {
    fn eq(&self, other: &Self) -> bool {
        let all = |game: &Hex| (game.size(), game.stones, game.side, game.joined);
        all(self) == all(other)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {:?}", plyglot_search::Describe::text(self), self.side)
    }
}

/// Hash of the stones of a position, without the turn.
#[inline]
pub(super) fn key_of(stones: [u128; 2]) -> u64 {
    let [red, blue] = stones.map(|set| mix(mix(set as u64) ^ (set >> 64) as u64));
    mix(red.wrapping_sub(blue.rotate_left(32)))
}

impl Hex {
    /// The empty board with this many cells a side.
    ///
    /// # Errors
    /// If that is zero, or more than [`MOST`].
    pub fn new(size: usize) -> Result<Self, ParseError> {
        let message =
            || ParseError::new(format!("{size} is out of range: 1 to {MOST} cells a side"));
        let shape = Shape::get(size).ok_or_else(message)?;
        Ok(Hex { shape, stones: [0; 2], side: Side::First, joined: false })
    }

    /// How many cells a side has.
    pub fn size(&self) -> usize {
        self.shape.size
    }

    /// The same position with stones, edges and turn of the two players exchanged: the board is
    /// mirrored along its long diagonal.
    pub fn exchanged(&self) -> Self {
        let size = self.size();
        let mirrored = |set| {
            let image =
                |cell: u8| 1u128 << (usize::from(cell) % size * size + usize::from(cell) / size);
            cells(set).fold(0, |all, cell| all | image(cell))
        };
        let [red, blue] = self.stones.map(mirrored);
        Hex { stones: [blue, red], side: self.side.other(), ..*self }
    }

    /// 0 where Red moves, 1 where Blue does.
    #[inline]
    pub(super) fn index(&self) -> usize {
        usize::from(self.side == Side::Second)
    }

    /// The cells without a stone.
    #[inline]
    pub(super) fn open(&self) -> u128 {
        self.shape.all & !(self.stones[0] | self.stones[1])
    }

    /// True if the stones of a side that are connected to `seed` join its edges.
    #[inline]
    pub(super) fn joins(&self, side: usize, seed: u128) -> bool {
        let [one, two] = self.shape.edges[side];
        let stones = self.stones[side];
        if stones & one == 0 || stones & two == 0 {
            return false;
        }
        let chain = self.shape.flood(seed, stones);
        chain & one != 0 && chain & two != 0
    }
}

impl Game for Hex {
    /// The number of a cell, row by row from the top left.
    type Move = u8;
    type Undo = ();

    #[inline]
    fn to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        key_of(self.stones) ^ if self.side == Side::Second { 0x7c15_9e37_4a7f_79b9 } else { 0 }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.joined.then_some(Outcome::Loss)
    }

    fn moves(&self, out: &mut MoveList<u8>) {
        cells(self.open()).for_each(|cell| out.push(cell));
    }

    #[inline]
    fn play(&mut self, cell: u8) {
        let (own, stone) = (self.index(), 1 << cell);
        self.stones[own] |= stone;
        self.joined = self.joins(own, stone);
        self.side = self.side.other();
    }

    #[inline]
    fn undo(&mut self, cell: u8, (): ()) {
        self.side = self.side.other();
        let own = self.index();
        self.stones[own] &= !(1 << cell);
        self.joined = false;
    }

    fn pack(cell: u8) -> u32 {
        u32::from(cell)
    }

    fn unpack(&self, bits: u32) -> Option<u8> {
        (bits < 128 && self.open() >> bits & 1 == 1).then_some(bits as u8)
    }
}
