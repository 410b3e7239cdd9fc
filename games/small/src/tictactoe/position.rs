//! The rules.

use std::fmt;
use std::sync::Arc;

use plyglot_games_common::grid::squares;
use plyglot_search::random::mix;
use plyglot_search::{Game, MoveList, Outcome, Side};

use super::board::Shape;

/// A position.
#[derive(Clone, PartialEq)]
pub struct TicTacToe {
    pub(super) shape: Arc<Shape>,
    /// Stones of the first and the second player.
    pub(super) stones: [u64; 2],
    pub(super) side: Side,
    /// True if the last stone made a row.
    pub(super) made: bool,
}

impl fmt::Debug for TicTacToe {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.side;
        write!(out, "{:?} {} {side:?}", self.shape, plyglot_search::Describe::text(self))
    }
}

impl TicTacToe {
    /// The empty board.
    pub fn new(shape: Shape) -> Self {
        TicTacToe { shape: Arc::new(shape), stones: [0; 2], side: Side::First, made: false }
    }

    /// The same position with stones and turn of the two players exchanged.
    pub fn exchanged(&self) -> Self {
        let [first, second] = self.stones;
        TicTacToe { stones: [second, first], side: self.side.other(), ..self.clone() }
    }

    /// The stones of the side to move and of the other.
    #[inline]
    pub(super) fn own_and_other(&self) -> (u64, u64) {
        match self.side {
            Side::First => (self.stones[0], self.stones[1]),
            Side::Second => (self.stones[1], self.stones[0]),
        }
    }

    /// The squares without a stone.
    #[inline]
    pub(super) fn open(&self) -> u64 {
        self.shape.all() & !(self.stones[0] | self.stones[1])
    }

    /// True if the side has a row.
    pub(super) fn has_row(&self, side: Side) -> bool {
        let stones = self.stones[usize::from(side == Side::Second)];
        self.shape.lines.iter().any(|line| stones & line == *line)
    }

    /// True if `stones` fill a line through the square.
    pub(super) fn makes_row(&self, stones: u64, square: usize) -> bool {
        self.shape.through[square].iter().any(|line| stones & line == *line)
    }
}

/// Hash of a pair of stone sets. The side to move is in it because exchanged positions exist.
#[inline]
pub(super) fn key_of([first, second]: [u64; 2], side: Side) -> u64 {
    let turn = if side == Side::Second { 0x7c15_9e37_4a7f_79b9 } else { 0 };
    mix(mix(first) ^ second) ^ turn
}

impl Game for TicTacToe {
    /// The number of a square, row by row from the bottom left.
    type Move = u8;
    type Undo = ();

    #[inline]
    fn to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        key_of(self.stones, self.side)
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.made { Some(Outcome::Loss) } else { (self.open() == 0).then_some(Outcome::Draw) }
    }

    fn moves(&self, out: &mut MoveList<u8>) {
        squares(self.open()).for_each(|square| out.push(square));
    }

    fn play(&mut self, square: u8) {
        let stones = &mut self.stones[usize::from(self.side == Side::Second)];
        *stones |= 1 << square;
        let stones = *stones;
        self.made = self.makes_row(stones, usize::from(square));
        self.side = self.side.other();
    }

    fn undo(&mut self, square: u8, (): ()) {
        self.side = self.side.other();
        self.stones[usize::from(self.side == Side::Second)] &= !(1 << square);
        self.made = false;
    }

    fn pack(square: u8) -> u32 {
        u32::from(square)
    }

    fn unpack(&self, bits: u32) -> Option<u8> {
        (bits < 64 && self.open() >> bits & 1 == 1).then_some(bits as u8)
    }
}
