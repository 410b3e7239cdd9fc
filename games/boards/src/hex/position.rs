//! The rules.

use std::fmt;

use plyglot_search::random::mix;
use plyglot_search::{Game, MoveList, Outcome, ParseError, Side};

use super::bits::{Cells, Wide};
use super::board::{Shape, cells};

/// The move by which the second player takes the first stone over.
pub const SWAP: u8 = u8::MAX;

/// Hex on boards of up to 11 by 11 cells.
pub type Hex = HexOf<u128>;

/// Hex on boards of up to 14 by 14 cells.
pub type WideHex = HexOf<Wide>;

/// A position.
#[derive(Clone, Copy)]
pub struct HexOf<C: Cells> {
    pub(super) shape: &'static Shape<C>,
    /// The stones of Red and of Blue.
    pub(super) stones: [C; 2],
    pub(super) side: Side,
    /// True if the game has the swap rule.
    pub(super) swaps: bool,
    /// True if the last stone joined its side's edges.
    pub(super) joined: bool,
}

impl<C: Cells> PartialEq for HexOf<C> {
    fn eq(&self, other: &Self) -> bool {
        let all = |game: &HexOf<C>| (game.size(), game.swaps, game.stones, game.side, game.joined);
        all(self) == all(other)
    }
}

impl<C: Cells> fmt::Debug for HexOf<C> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {:?}", plyglot_search::Describe::text(self), self.side)
    }
}

/// Hash of the stones of a position, without the turn.
#[inline]
pub(super) fn key_of<C: Cells>(stones: [C; 2]) -> u64 {
    let [red, blue] = stones.map(C::mixed);
    mix(red.wrapping_sub(blue.rotate_left(32)))
}

impl<C: Cells> HexOf<C> {
    /// The empty board with this many cells a side, without the swap rule.
    ///
    /// # Errors
    /// If that is zero, or more than [`Cells::MOST`].
    pub fn new(size: usize) -> Result<Self, ParseError> {
        let message =
            || ParseError::new(format!("{size} is out of range: 1 to {} cells a side", C::MOST));
        let shape = Shape::get(size).ok_or_else(message)?;
        let (stones, side) = ([C::EMPTY; 2], Side::First);
        Ok(HexOf { shape, stones, side, swaps: false, joined: false })
    }

    /// The same game with or without the swap rule: instead of a first stone, the second player may take over that of the first,
    /// which goes to the cell that its own edges make of it (mirrored along the long diagonal).
    #[must_use]
    pub fn swapping(self, swaps: bool) -> Self {
        HexOf { swaps, ..self }
    }

    /// True if the second player may take the first stone over now.
    #[inline]
    pub(super) fn may_swap(&self) -> bool {
        self.swaps
            && self.side == Side::Second
            && self.stones[1] == C::EMPTY
            && self.stones[0].count() == 1
    }

    /// True if the second player has taken the first stone over: then Blue has a stone more than without.
    pub(super) fn has_swapped(&self) -> bool {
        let [red, blue] = self.stones.map(C::count);
        blue > red || red == blue && self.side == Side::Second
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
                |cell: u8| C::one(usize::from(cell) % size * size + usize::from(cell) / size);
            cells(set).fold(C::EMPTY, |all, cell| all | image(cell))
        };
        let [red, blue] = self.stones.map(mirrored);
        HexOf { stones: [blue, red], side: self.side.other(), ..*self }
    }

    /// 0 where Red moves, 1 where Blue does.
    #[inline]
    pub(super) fn index(&self) -> usize {
        usize::from(self.side == Side::Second)
    }

    /// The cells without a stone.
    #[inline]
    pub(super) fn open(&self) -> C {
        self.shape.all & !(self.stones[0] | self.stones[1])
    }

    /// True if the stones of a side that are connected to `seed` join its edges.
    #[inline]
    pub(super) fn joins(&self, side: usize, seed: C) -> bool {
        let [one, two] = self.shape.edges[side];
        let stones = self.stones[side];
        if stones & one == C::EMPTY || stones & two == C::EMPTY {
            return false;
        }
        let chain = self.shape.flood(seed, stones);
        chain & one != C::EMPTY && chain & two != C::EMPTY
    }
}

impl<C: Cells> Game for HexOf<C> {
    /// The number of a cell, row by row from the top left, or [`SWAP`].
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
        if self.may_swap() {
            out.push(SWAP);
        }
    }

    #[inline]
    fn play(&mut self, cell: u8) {
        if cell == SWAP {
            *self = self.exchanged();
            return;
        }
        let (own, stone) = (self.index(), C::one(usize::from(cell)));
        self.stones[own] |= stone;
        self.joined = self.joins(own, stone);
        self.side = self.side.other();
    }

    #[inline]
    fn undo(&mut self, cell: u8, (): ()) {
        if cell == SWAP {
            *self = self.exchanged();
            return;
        }
        self.side = self.side.other();
        let own = self.index();
        self.stones[own] &= !C::one(usize::from(cell));
        self.joined = false;
    }

    fn pack(cell: u8) -> u32 {
        u32::from(cell)
    }

    fn unpack(&self, bits: u32) -> Option<u8> {
        let cell = u8::try_from(bits).ok()?;
        let is_legal = match cell {
            SWAP => self.may_swap(),
            _ => bits < C::BITS as u32 && self.open().has(cell),
        };
        is_legal.then_some(cell)
    }
}
