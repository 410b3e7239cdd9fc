//! The rules, on two sets of squares as the side to move sees them.
//!
//! The side to move always goes up: [`Game::play`] turns the board around. One set of shifts then
//! serves both colours, and a position has the same squares, moves and value for either side.

use plyglot_games_common::grid::{self, squares};
use plyglot_search::random::mix;
use plyglot_search::{Game, MoveList, Outcome, ParseError, Side};

/// A pawn's step, in squares as the mover sees them: 8 to a row from the mover's own, the column on
/// the left of White first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    pub(super) from: u8,
    pub(super) to: u8,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    /// The pawns of the side to move, which go to higher rows.
    pub(super) own: u64,
    /// The other pawns, which go to lower rows.
    pub(super) other: u64,
    pub(super) columns: u8,
    pub(super) rows: u8,
    pub(super) side: Side,
}

/// The first column.
const FIRST: u64 = 0x0101_0101_0101_0101;

impl Breakthrough {
    /// The start on a board of this many columns and rows.
    ///
    /// # Errors
    /// If the board does not have 2 to 8 columns and 4 to 8 rows.
    pub fn new(columns: usize, rows: usize) -> Result<Self, ParseError> {
        if !(2..=8).contains(&columns) || !(4..=8).contains(&rows) {
            let message = format!("{columns}x{rows} is out of range: 2 to 8 columns, 4 to 8 rows");
            return Err(ParseError::new(message));
        }
        let row = u64::MAX.unbounded_shr(64 - columns as u32) & 0xff;
        let own = row | row << 8;
        let (columns, rows) = (columns as u8, rows as u8);
        let empty = Breakthrough { own, other: 0, columns, rows, side: Side::First };
        Ok(Breakthrough { other: empty.turned(own), ..empty })
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        usize::from(self.columns)
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        usize::from(self.rows)
    }

    /// The same position with pawns and turn of the two players exchanged.
    pub fn exchanged(&self) -> Self {
        Breakthrough { side: self.side.other(), ..*self }
    }

    /// A set as it looks from the other end of the board; columns stay.
    #[inline]
    pub(super) fn turned(&self, set: u64) -> u64 {
        grid::up_down(set, self.rows)
    }

    /// A set with left and right exchanged.
    #[inline]
    pub(super) fn mirrored(&self, set: u64) -> u64 {
        grid::left_right(set, self.columns)
    }

    #[inline]
    fn last_column(&self) -> u64 {
        FIRST << (self.columns - 1)
    }

    /// Squares to the left above the set; pawns never stand on the last row.
    #[inline]
    pub(super) fn up_left(&self, set: u64) -> u64 {
        (set & !FIRST) << 7
    }

    /// Squares to the right above the set.
    #[inline]
    pub(super) fn up_right(&self, set: u64) -> u64 {
        (set & !self.last_column()) << 9
    }

    /// Squares that pawns of the other side on `set` attack.
    #[inline]
    pub(super) fn attacked_from_above(&self, set: u64) -> u64 {
        (set & !FIRST) >> 9 | (set & !self.last_column()) >> 7
    }

    /// Where pawns on `set`, all of the side to move, may go: straight, left, right.
    #[inline]
    pub(super) fn reach(&self, set: u64) -> [u64; 3] {
        let straight = (set << 8) & !(self.own | self.other);
        [straight, self.up_left(set) & !self.own, self.up_right(set) & !self.own]
    }
}

/// How far a step goes in each direction of [`Breakthrough::reach`].
pub(super) const STRIDES: [u8; 3] = [8, 7, 9];

/// A hash of the position as its side to move sees it: the same for both colours.
#[inline]
pub(super) fn relative_key(own: u64, other: u64) -> u64 {
    mix(mix(own) ^ other)
}

impl Game for Breakthrough {
    type Move = Step;
    /// The whole position before: it is three words.
    type Undo = Breakthrough;

    #[inline]
    fn to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        let turn = if self.side == Side::Second { 0x9e37_79b9_7f4a_7c15 } else { 0 };
        relative_key(self.own, self.other) ^ turn
    }

    /// Lost where the opponent has just reached the last row or captured the last pawn.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.other & 0xff != 0 || self.own == 0).then_some(Outcome::Loss)
    }

    #[inline]
    fn moves(&self, out: &mut MoveList<Step>) {
        for (targets, stride) in self.reach(self.own).into_iter().zip(STRIDES) {
            squares(targets).for_each(|to| out.push(Step { from: to - stride, to }));
        }
    }

    #[inline]
    fn play(&mut self, step: Step) -> Breakthrough {
        let before = *self;
        let to = 1 << step.to;
        self.own = self.turned(before.other & !to);
        self.other = self.turned(before.own & !(1 << step.from) | to);
        self.side = before.side.other();
        before
    }

    #[inline]
    fn undo(&mut self, _step: Step, before: Breakthrough) {
        *self = before;
    }

    #[inline]
    fn pack(step: Step) -> u32 {
        u32::from(step.from) << 6 | u32::from(step.to)
    }

    #[inline]
    fn unpack(&self, bits: u32) -> Option<Step> {
        let step = Step { from: (bits >> 6) as u8, to: bits as u8 & 63 };
        if bits >= 1 << 12 {
            return None;
        }
        let reach = self.reach(self.own & 1 << step.from).into_iter().fold(0, |all, to| all | to);
        (reach >> step.to & 1 == 1).then_some(step)
    }
}
