//! The trees: nodes as hashes of the paths to them.

use plyglot_search::random::mix;
use plyglot_search::{Game, MoveList, Outcome, ParseError, Side};

use super::spec::{Leaves, Place, Spec};

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Synthetic {
    pub(super) spec: Spec,
    /// Identifies the path that leads here, or the set of its moves.
    pub(super) path: u64,
    pub(super) ply: u16,
    pub(super) side: Side,
    /// What the moves so far have gained for the first player; in a tree of known value, the value
    /// of this node for that player.
    pub(super) sum: i32,
}

/// What a move changes and its opposite does not tell. To copy the whole node would be shorter, but has the
/// processor wait: it reads in one piece what [`Game::play`] has just written in several.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    path: u64,
    sum: i32,
    side: Side,
}

// What else is drawn from a node's path, each with a salt of its own.
const LEAF: u64 = 0x1f83_d9ab_fb41_bd6b;
const TURN: u64 = 0x5be0_cd19_137e_2179;
const EARLY: u64 = 0x3c6e_f372_fe94_f82b;
const GUESS: u64 = 0x510e_527f_ade6_82d1;
const VALUE: u64 = 0x9b05_688c_2b3e_6c1f;
const FIRST: u64 = 0x6a09_e667_f3bc_c908;
const PLACE: u64 = 0xbb67_ae85_84ca_a73b;

/// A number in 0 .. bound, drawn from a path.
fn draw(path: u64, salt: u64, bound: u64) -> u64 {
    ((u128::from(mix(path ^ salt)) * u128::from(bound)) >> 64) as u64
}

/// A number in -range ..= range, drawn from a path.
fn around_zero(path: u64, salt: u64, range: i32) -> i32 {
    draw(path, salt, 2 * range as u64 + 1) as i32 - range
}

impl Synthetic {
    /// The root of a tree.
    ///
    /// # Errors
    /// If there is no such tree; see [`Spec::check`].
    pub fn new(spec: Spec) -> Result<Self, ParseError> {
        spec.check()?;
        let path = mix(spec.seed);
        let sum = around_zero(path, VALUE, spec.root_range());
        Ok(Synthetic { spec, path, ply: 0, side: Side::First, sum })
    }

    /// What the tree is made from.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Plies to full depth.
    pub(super) fn plies_left(&self) -> i32 {
        i32::from(self.spec.depth - self.ply)
    }

    /// From the first player's point of view to the mover's, and back.
    pub(super) fn for_mover(&self, value: i32) -> i32 {
        if self.side == Side::First { value } else { -value }
    }

    /// A random number that is always the same at this node: a guess at the value of a random tree, or
    /// the error of an estimate.
    pub(super) fn guess(&self, range: i32) -> i32 {
        around_zero(self.path, GUESS, range)
    }

    /// What identifies a move: with joined paths itself alone, else where it leads.
    fn edge(&self, mv: u16) -> u64 {
        let mover = u64::from(self.side == Side::Second) << 32;
        let own = mix(self.spec.seed ^ mover ^ (u64::from(mv) << 33));
        if self.spec.joined { own } else { mix(self.path ^ own) }
    }

    /// The best move of a node whose best move is drawn first.
    fn best(&self, place: Place) -> u16 {
        let branching = u64::from(self.spec.branching);
        let best = match place {
            Place::Anywhere => draw(self.path, PLACE, branching),
            Place::First { percent } if draw(self.path, FIRST, 100) < u64::from(percent) => 0,
            Place::First { .. } if branching == 1 => 0,
            Place::First { .. } => 1 + draw(self.path, PLACE, branching - 1),
        };
        best as u16
    }

    /// What a move gains for its mover.
    fn gain(&self, mv: u16, edge: u64) -> i32 {
        match self.spec.leaves {
            Leaves::Steps { step } => around_zero(edge, LEAF, step),
            Leaves::Ordered { step } => around_zero(edge, LEAF, step) - step * i32::from(mv),
            Leaves::Best { place, .. } if mv == self.best(place) => 0,
            Leaves::Best { step, .. } => -1 - draw(edge, LEAF, step as u64) as i32,
            Leaves::Random { .. } | Leaves::Decided { .. } => 0,
        }
    }
}

impl Game for Synthetic {
    /// The number of a branch, from 0.
    type Move = u16;
    type Undo = Before;

    #[inline]
    fn to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        mix(self.path ^ (u64::from(self.ply) << 1) ^ u64::from(self.side == Side::Second))
    }

    fn outcome(&self) -> Option<Outcome> {
        let ended = self.ply == self.spec.depth;
        let margin = |value| Some(Outcome::Margin(self.for_mover(value)));
        match self.spec.leaves {
            Leaves::Decided { percent } => {
                let early = self.ply > 0 && draw(self.path, EARLY, 100) < u64::from(percent);
                let outcomes = [Outcome::Win, Outcome::Draw, Outcome::Loss];
                (ended || early).then(|| outcomes[draw(self.path, LEAF, 3) as usize])
            }
            _ if !ended => None,
            Leaves::Random { range } => margin(around_zero(self.path, LEAF, range)),
            Leaves::Ordered { .. } | Leaves::Steps { .. } | Leaves::Best { .. } => margin(self.sum),
        }
    }

    fn moves(&self, out: &mut MoveList<u16>) {
        if self.ply < self.spec.depth {
            out.extend(0..self.spec.branching);
        }
    }

    #[inline]
    fn play(&mut self, mv: u16) -> Before {
        let before = Before { path: self.path, sum: self.sum, side: self.side };
        let edge = self.edge(mv);
        self.sum += self.for_mover(self.gain(mv, edge));
        self.path = if self.spec.joined { self.path.wrapping_add(edge) } else { edge };
        self.ply += 1;
        let again = self.spec.again;
        if again == 0 || draw(self.path, TURN, 100) >= u64::from(again) {
            self.side = self.side.other();
        }
        before
    }

    #[inline]
    fn undo(&mut self, _mv: u16, before: Before) {
        let Before { path, sum, side } = before;
        (self.path, self.sum, self.side) = (path, sum, side);
        self.ply -= 1;
    }

    fn pack(mv: u16) -> u32 {
        u32::from(mv)
    }

    fn unpack(&self, bits: u32) -> Option<u16> {
        (bits < u32::from(self.spec.branching)).then_some(bits as u16)
    }
}
