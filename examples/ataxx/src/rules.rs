//! The rules (`Game`), on sets of squares, eight bits to a row of seven.

use plyglot::search::{Game, MoveList, Outcome, Side};

/// Squares a side.
pub const SIZE: u8 = 7;
/// All squares.
pub const BOARD: u64 = 0x007f_7f7f_7f7f_7f7f;

/// A move: a piece that is copied to a square beside it, a piece that jumps to a square two steps away, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// To this square. From which piece makes no difference.
    Copy(u8),
    /// From the one square to the other.
    Jump(u8, u8),
    /// Where a side has no other move.
    Pass,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ataxx {
    /// The pieces of the side to move.
    pub own: u64,
    /// The other side's.
    pub other: u64,
    /// Whose turn it is.
    pub side: Side,
    /// Plies since a piece was last copied: so far back an equal position can be.
    pub calm: u16,
}

/// The squares of a set, the lowest first.
pub fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

/// The squares beside a set, diagonally too, and the set itself.
pub fn around(set: u64) -> u64 {
    let wide = set | set << 1 | set >> 1;
    (wide | wide << 8 | wide >> 8) & BOARD
}

/// The squares in the ring two steps around a square.
fn ring(square: u8) -> u64 {
    let near = around(1 << square);
    around(near) & !near
}

/// Spreads a number over all bits, so that different ones stay different.
fn mixed(code: u64) -> u64 {
    let code = (code ^ code >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (code ^ code >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Ataxx {
    /// Two pieces each, in opposite corners.
    pub fn start() -> Self {
        let corner = |column: u8, row: u8| 1u64 << (8 * row + column);
        let own = corner(0, SIZE - 1) | corner(SIZE - 1, 0);
        let other = corner(0, 0) | corner(SIZE - 1, SIZE - 1);
        Ataxx { own, other, side: Side::First, calm: 0 }
    }

    /// The squares without a piece.
    pub fn empty(&self) -> u64 {
        BOARD & !(self.own | self.other)
    }

    /// True if the side that has `pieces` can copy or jump.
    fn moves_with(&self, pieces: u64) -> bool {
        around(around(pieces)) & self.empty() != 0
    }

    /// A hash of the pieces as the side to move sees them.
    pub fn relative_key(own: u64, other: u64) -> u64 {
        mixed(mixed(own) ^ other.rotate_left(8))
    }
}

impl Game for Ataxx {
    type Move = Move;
    /// The whole position before.
    type Undo = Ataxx;
    const CAN_REPEAT: bool = true;

    fn to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        Ataxx::relative_key(self.own, self.other) ^ if self.side == Side::First { 0 } else { !0 }
    }

    /// The game ends where neither side can move, and with the last piece of either. The side that is left could
    /// fill the board, so it wins by all squares: by its pieces alone, to lose all of one's own early would
    /// be the smaller loss.
    fn outcome(&self) -> Option<Outcome> {
        let all = i32::from(SIZE).pow(2);
        let count = |set: u64| set.count_ones() as i32;
        match (self.own, self.other) {
            (0, _) => Some(Outcome::Margin(-all)),
            (_, 0) => Some(Outcome::Margin(all)),
            _ if self.moves_with(self.own) || self.moves_with(self.other) => None,
            _ => Some(Outcome::Margin(count(self.own) - count(self.other))),
        }
    }

    fn moves(&self, out: &mut MoveList<Move>) {
        let empty = self.empty();
        squares(around(self.own) & empty).for_each(|to| out.push(Move::Copy(to)));
        for from in squares(self.own) {
            squares(ring(from) & empty).for_each(|to| out.push(Move::Jump(from, to)));
        }
        if out.is_empty() {
            out.push(Move::Pass);
        }
    }

    fn play(&mut self, mv: Move) -> Ataxx {
        let before = *self;
        let (mut own, mut other) = (self.own, self.other);
        let to = match mv {
            Move::Copy(to) => 1 << to,
            Move::Jump(from, to) => {
                own &= !(1 << from);
                1 << to
            }
            Move::Pass => 0,
        };
        let turned = around(to) & other;
        own |= to | turned;
        other &= !turned;
        let copied = matches!(mv, Move::Copy(_));
        let calm = if copied { 0 } else { self.calm.saturating_add(1) };
        *self = Ataxx { own: other, other: own, side: self.side.other(), calm };
        before
    }

    fn undo(&mut self, _mv: Move, before: Ataxx) {
        *self = before;
    }

    fn pack(mv: Move) -> u32 {
        match mv {
            Move::Copy(to) => u32::from(to) << 6 | u32::from(to),
            Move::Jump(from, to) => u32::from(from) << 6 | u32::from(to),
            Move::Pass => 1 << 12,
        }
    }

    fn unpack(&self, bits: u32) -> Option<Move> {
        let can = self.moves_with(self.own);
        if bits == 1 << 12 {
            return (!can).then_some(Move::Pass);
        }
        let (from, to) = ((bits >> 6) as u8, bits as u8 & 63);
        let goes = |squares: u64| (squares & self.empty()) >> to & 1 == 1;
        match () {
            () if bits >= 1 << 12 => None,
            () if from == to => goes(around(self.own)).then_some(Move::Copy(to)),
            () if self.own >> from & 1 == 1 => goes(ring(from)).then_some(Move::Jump(from, to)),
            () => None,
        }
    }

    fn reversible_plies(&self) -> usize {
        usize::from(self.calm)
    }
}
