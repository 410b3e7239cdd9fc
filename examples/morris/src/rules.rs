//! The rules (`Game`), on sets of points: three rings of eight, clockwise from the top left, the outer ring first.
//!
//! Each side puts nine men on the points in turn, then moves them along the lines; with three men left it may go to any
//! point. Who closes a mill, three in a row, takes a man of the other side, one outside of a mill if there is one. A side
//! with fewer than three men has lost, and one that cannot move. A position that comes back is drawn.

use plyglot::search::{Game, MoveList, Outcome, Side};

/// All points.
pub const BOARD: u32 = 0x00ff_ffff;
/// The points in the middle of a side, which lines join to those of the next ring.
const MIDDLES: u32 = 0x00aa_aaaa;
/// The men of each side.
pub const MEN: u8 = 9;
/// With how many men a side may go to any point.
pub const FLYING: u32 = 3;
/// In place of a point: from the hand, or nothing taken.
pub const NONE: u8 = 24;

/// The sixteen rows of three points.
pub const MILLS: [u32; 16] = mills();
/// For each point the other two of each mill that it is in: two at every point.
const PARTNERS: [[u32; 2]; 24] = partners();

const fn mills() -> [u32; 16] {
    let mut all = [0; 16];
    let mut at = 0;
    while at < 12 {
        let (ring, corner) = (at / 4 * 8, at % 4 * 2);
        all[at] = 1 << (ring + corner) | 1 << (ring + corner + 1) | 1 << (ring + (corner + 2) % 8);
        at += 1;
    }
    while at < 16 {
        all[at] = 0x0001_0101 << (2 * (at - 12) + 1);
        at += 1;
    }
    all
}

const fn partners() -> [[u32; 2]; 24] {
    let mut all = [[0; 2]; 24];
    let mut point = 0;
    while point < 24 {
        let (mut mill, mut found) = (0, 0);
        while mill < 16 {
            if MILLS[mill] >> point & 1 == 1 {
                all[point][found] = MILLS[mill] & !(1 << point);
                found += 1;
            }
            mill += 1;
        }
        point += 1;
    }
    all
}

/// A move: a man from the hand or from a point to another, and the man of the other side that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// [`NONE`] from the hand.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
    /// [`NONE`] without a mill.
    pub taken: u8,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Morris {
    /// The men on the board, of the side that began and of the other.
    pub men: [u32; 2],
    /// Those that are not on it yet.
    pub hands: [u8; 2],
    /// Whose turn it is.
    pub side: Side,
    /// Plies since a man was put on the board or taken: so far back an equal position can be.
    pub calm: u16,
}

/// The points of a set, the lowest first.
pub fn points(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let point = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            point
        })
    })
}

/// The points that lines join to those of a set.
pub fn beside(set: u32) -> u32 {
    let clockwise = set << 1 & 0x00fe_fefe | set >> 7 & 0x0001_0101;
    let back = set >> 1 & 0x007f_7f7f | set << 7 & 0x0080_8080;
    let middles = set & MIDDLES;
    (clockwise | back | middles << 8 | middles >> 8) & BOARD
}

/// True if a man that comes to `point` closes a mill with these.
pub fn closes(men: u32, point: u8) -> bool {
    PARTNERS[usize::from(point)].iter().any(|&others| others & !men == 0)
}

/// The men of a set that stand in a mill.
pub fn in_mills(men: u32) -> u32 {
    MILLS.iter().filter(|&&mill| mill & !men == 0).fold(0, |all, mill| all | mill)
}

/// Spreads a number over all bits, so that different ones stay different.
fn mixed(code: u64) -> u64 {
    let code = (code ^ code >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (code ^ code >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Morris {
    /// The empty board.
    pub fn start() -> Self {
        Morris { men: [0; 2], hands: [MEN; 2], side: Side::First, calm: 0 }
    }

    /// The men on the board of the side to move, and of the other.
    pub fn seen(&self) -> (u32, u32) {
        let [first, second] = self.men;
        if self.side == Side::First { (first, second) } else { (second, first) }
    }

    /// How many men the side to move has in hand.
    pub fn hand(&self) -> u8 {
        self.hands[self.side as usize]
    }

    /// The points without a man.
    pub fn empty(&self) -> u32 {
        BOARD & !(self.men[0] | self.men[1])
    }

    /// The men that may be taken from the other side.
    fn victims(&self) -> u32 {
        let (_, other) = self.seen();
        let outside = other & !in_mills(other);
        if outside == 0 { other } else { outside }
    }

    /// Where a man of the side to move may go from a point.
    fn targets(&self, from: u8) -> u32 {
        let (own, _) = self.seen();
        if own.count_ones() > FLYING { beside(1 << from) & self.empty() } else { self.empty() }
    }

    /// Calls `found` with each move: to a point, with each man that may be taken.
    fn to(&self, from: u8, targets: u32, found: &mut impl FnMut(Move)) {
        let (own, _) = self.seen();
        let left = if from == NONE { own } else { own & !(1 << from) };
        for to in points(targets) {
            if closes(left, to) {
                points(self.victims()).for_each(|taken| found(Move { from, to, taken }));
            } else {
                found(Move { from, to, taken: NONE });
            }
        }
    }
}

impl Game for Morris {
    type Move = Move;
    /// The whole position before.
    type Undo = Morris;
    const CAN_REPEAT: bool = true;

    fn to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let [first, second] = self.men.map(u64::from);
        let [hand, other] = self.hands.map(u64::from);
        let side = u64::from(self.side == Side::Second);
        // 24, 24, 4, 4 and 1 bits, which no other position has.
        mixed(first | second << 24 | hand << 48 | other << 52 | side << 56)
    }

    fn outcome(&self) -> Option<Outcome> {
        let (own, _) = self.seen();
        let (men, hand) = (own.count_ones(), u32::from(self.hand()));
        let is_shut_in = || hand == 0 && men > FLYING && beside(own) & self.empty() == 0;
        (men + hand < FLYING || is_shut_in()).then_some(Outcome::Loss)
    }

    fn moves(&self, out: &mut MoveList<Move>) {
        let mut found = |mv| out.push(mv);
        if self.hand() > 0 {
            self.to(NONE, self.empty(), &mut found);
        } else {
            points(self.seen().0).for_each(|from| self.to(from, self.targets(from), &mut found));
        }
    }

    fn play(&mut self, mv: Move) -> Morris {
        let before = *self;
        let (own, other) = (self.side as usize, self.side.other() as usize);
        if mv.from == NONE {
            self.hands[own] -= 1;
        } else {
            self.men[own] &= !(1 << mv.from);
        }
        self.men[own] |= 1 << mv.to;
        if mv.taken != NONE {
            self.men[other] &= !(1 << mv.taken);
        }
        let calm = mv.from != NONE && mv.taken == NONE;
        self.calm = if calm { self.calm.saturating_add(1) } else { 0 };
        self.side = self.side.other();
        before
    }

    fn undo(&mut self, _mv: Move, before: Morris) {
        *self = before;
    }

    fn pack(mv: Move) -> u32 {
        u32::from(mv.from) << 10 | u32::from(mv.to) << 5 | u32::from(mv.taken)
    }

    fn unpack(&self, bits: u32) -> Option<Move> {
        let part = |shift: u32| (bits >> shift & 31) as u8;
        let mv = Move { from: part(10), to: part(5), taken: part(0) };
        let (own, _) = self.seen();
        let has = |set: u32, point: u8| point < NONE && set >> point & 1 == 1;
        let goes = match self.hand() {
            0 => has(own, mv.from) && has(self.targets(mv.from), mv.to),
            _ => mv.from == NONE && has(self.empty(), mv.to),
        };
        if bits >= 1 << 15 || !goes {
            return None;
        }
        let left = if mv.from == NONE { own } else { own & !(1 << mv.from) };
        let takes =
            if closes(left, mv.to) { has(self.victims(), mv.taken) } else { mv.taken == NONE };
        takes.then_some(mv)
    }

    fn reversible_plies(&self) -> usize {
        usize::from(self.calm)
    }
}
