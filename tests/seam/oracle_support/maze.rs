//! A small game in which positions repeat: two players move one piece on a random graph.

use plyglot_search::random::mix;
use plyglot_search::{Game, MoveList, Outcome, Side};

/// A position: where the piece is, and whose turn it is. The graph follows from the seed.
#[derive(Clone, Debug)]
pub(crate) struct Maze {
    seed: u64,
    fields: u64,
    /// Among this many positions, two end the game.
    ends: u64,
    field: u64,
    side: Side,
}

impl Maze {
    pub(crate) fn new(seed: u64) -> Self {
        Maze { seed, fields: 9, ends: 8, field: 0, side: Side::First }
    }

    /// A larger maze with few ends, so that its trees are large, too.
    pub(crate) fn calm(seed: u64) -> Self {
        Maze { fields: 24, ends: 200, ..Maze::new(seed) }
    }

    /// Where this many first moves lead, and the keys on the path. Stops before a finished game.
    pub(crate) fn walked(mut self, plies: usize) -> (Self, Vec<u64>) {
        let mut history = Vec::new();
        for _ in 0..plies {
            let mut next = self.clone();
            next.play(0);
            if next.outcome().is_some() {
                break;
            }
            history.push(self.key());
            self = next;
        }
        (self, history)
    }

    pub(crate) fn estimate(&self) -> i32 {
        (self.drawn(1) % 41) as i32 - 20
    }

    fn drawn(&self, salt: u64) -> u64 {
        mix(self.seed ^ mix(self.field * 2 + u64::from(self.side == Side::First)) ^ mix(salt))
    }
}

impl Game for Maze {
    type Move = u8;
    type Undo = Maze;
    const CAN_REPEAT: bool = true;

    fn to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        self.drawn(0)
    }

    fn outcome(&self) -> Option<Outcome> {
        match (self.field, self.drawn(2) % self.ends) {
            (0, _) => None,
            (_, 0) => Some(Outcome::Loss),
            (_, 1) => Some(Outcome::Win),
            _ => None,
        }
    }

    fn moves(&self, out: &mut MoveList<u8>) {
        (0..3).for_each(|mv| out.push(mv));
    }

    fn play(&mut self, mv: u8) -> Maze {
        let before = self.clone();
        self.field = self.drawn(10 + u64::from(mv)) % self.fields;
        // Sometimes the same player moves again.
        if !before.drawn(20 + u64::from(mv)).is_multiple_of(5) {
            self.side = self.side.other();
        }
        before
    }

    fn undo(&mut self, _mv: u8, before: Maze) {
        *self = before;
    }

    fn pack(mv: u8) -> u32 {
        u32::from(mv)
    }

    fn unpack(&self, bits: u32) -> Option<u8> {
        (bits < 3).then_some(bits as u8)
    }
}
