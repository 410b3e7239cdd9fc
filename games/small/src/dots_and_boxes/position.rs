//! The rules, on a set of flat and a set of upright edges.
//!
//! Both sets have eight to a row from the bottom left. Box (c, r) lies above flat edge (c, r) and to
//! the right of upright edge (c, r), so all four edges of all boxes are four shifted sets.

use plyglot_games_common::grid::squares;
use plyglot_search::random::mix;
use plyglot_search::{Game, MoveList, Outcome, ParseError, Side};

/// An edge: the number of a flat one, or 64 and the number of an upright one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge(pub(super) u8);

/// Flat and upright edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edges {
    pub(super) flat: u64,
    pub(super) upright: u64,
}

impl Edges {
    /// All edges of a board of this many boxes.
    #[inline]
    pub(super) fn all(columns: u8, rows: u8) -> Edges {
        let block = |columns: u8, rows: u8| {
            let row = (0xffu64 >> (8 - columns)).wrapping_mul(0x0101_0101_0101_0101);
            row & u64::MAX >> (64 - 8 * u32::from(rows))
        };
        Edges { flat: block(columns, rows + 1), upright: block(columns + 1, rows) }
    }

    /// The lower, upper, left and right edge of each box, by the number of the box.
    #[inline]
    pub(super) fn around(self) -> [u64; 4] {
        [self.flat, self.flat >> 8, self.upright, self.upright >> 1]
    }

    /// The boxes of which all edges are in the set; bits that are not a box may be set only if the set
    /// is not one of a board.
    #[inline]
    pub(super) fn closed(self) -> u64 {
        self.around().into_iter().fold(u64::MAX, |closed, edges| closed & edges)
    }

    #[inline]
    pub(super) fn with(self, edge: Edge) -> Edges {
        let bit = 1 << (edge.0 & 63);
        match edge.0 < 64 {
            true => Edges { flat: self.flat | bit, ..self },
            false => Edges { upright: self.upright | bit, ..self },
        }
    }

    #[inline]
    pub(super) fn without(self, other: Edges) -> Edges {
        Edges { flat: self.flat & !other.flat, upright: self.upright & !other.upright }
    }

    pub(super) fn count(self) -> u32 {
        self.flat.count_ones() + self.upright.count_ones()
    }

    /// The edges, flat ones first.
    #[inline]
    pub(super) fn each(self) -> impl Iterator<Item = Edge> {
        let upright = squares(self.upright).map(|square| Edge(64 + square));
        squares(self.flat).map(Edge).chain(upright)
    }
}

/// A position. Which side closed which box makes no difference, only how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DotsAndBoxes {
    pub(super) drawn: Edges,
    /// Boxes of the first and the second player.
    pub(super) boxes: [u8; 2],
    pub(super) columns: u8,
    pub(super) rows: u8,
    pub(super) side: Side,
}

impl DotsAndBoxes {
    /// The empty board of this many boxes.
    ///
    /// # Errors
    /// If there are not 1 to 7 columns and rows of boxes.
    pub fn new(columns: usize, rows: usize) -> Result<Self, ParseError> {
        if !(1..=7).contains(&columns) || !(1..=7).contains(&rows) {
            let message = format!("{columns}x{rows} is out of range: 1 to 7 columns, 1 to 7 rows");
            return Err(ParseError::new(message));
        }
        let drawn = Edges { flat: 0, upright: 0 };
        let (columns, rows) = (columns as u8, rows as u8);
        Ok(DotsAndBoxes { drawn, boxes: [0; 2], columns, rows, side: Side::First })
    }

    /// Number of columns of boxes.
    pub fn columns(&self) -> usize {
        usize::from(self.columns)
    }

    /// Number of rows of boxes.
    pub fn rows(&self) -> usize {
        usize::from(self.rows)
    }

    /// The same position with boxes and turn of the two players exchanged.
    pub fn exchanged(&self) -> Self {
        let [first, second] = self.boxes;
        DotsAndBoxes { boxes: [second, first], side: self.side.other(), ..*self }
    }

    /// The edges that are not drawn yet.
    #[inline]
    pub(super) fn open(&self) -> Edges {
        Edges::all(self.columns, self.rows).without(self.drawn)
    }

    /// By how many boxes the side to move is ahead.
    #[inline]
    pub(super) fn ahead(&self) -> i32 {
        let [first, second] = self.boxes.map(i32::from);
        if self.side == Side::First { first - second } else { second - first }
    }

    /// How many boxes are not closed.
    #[inline]
    pub(super) fn boxes_left(&self) -> i32 {
        i32::from(self.columns * self.rows) - i32::from(self.boxes[0] + self.boxes[1])
    }
}

/// Hash of the edges and of what the side to move is ahead: the same for both players.
#[inline]
pub(super) fn relative_key(drawn: Edges, ahead: i32) -> u64 {
    mix(mix(drawn.flat) ^ mix(!drawn.upright).rotate_left(32) ^ ahead as u64)
}

impl Game for DotsAndBoxes {
    type Move = Edge;
    /// The whole position before: it is three words.
    type Undo = DotsAndBoxes;
    const MARGIN_STEP: i32 = 2;

    #[inline]
    fn to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        let turn = if self.side == Side::Second { 0x9e37_79b9_7f4a_7c15 } else { 0 };
        relative_key(self.drawn, self.ahead()) ^ turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let over = self.drawn == Edges::all(self.columns, self.rows);
        over.then(|| Outcome::Margin(self.ahead()))
    }

    #[inline]
    fn moves(&self, out: &mut MoveList<Edge>) {
        self.open().each().for_each(|edge| out.push(edge));
    }

    #[inline]
    fn play(&mut self, edge: Edge) -> DotsAndBoxes {
        let before = *self;
        self.drawn = before.drawn.with(edge);
        let closed = (self.drawn.closed() & !before.drawn.closed()).count_ones();
        if closed == 0 {
            self.side = self.side.other();
        } else {
            self.boxes[usize::from(self.side == Side::Second)] += closed as u8;
        }
        before
    }

    #[inline]
    fn undo(&mut self, _edge: Edge, before: DotsAndBoxes) {
        *self = before;
    }

    #[inline]
    fn pack(edge: Edge) -> u32 {
        u32::from(edge.0)
    }

    #[inline]
    fn unpack(&self, bits: u32) -> Option<Edge> {
        let open = self.open();
        let set = if bits < 64 { open.flat } else { open.upright };
        (bits < 128 && set >> (bits & 63) & 1 == 1).then_some(Edge(bits as u8))
    }
}
