//! The trees.

use plyglot_search::{Game, MoveList, Outcome, ParseError, Score, Side};

use crate::mix::mix;

/// What is at the leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leaves {
    /// Independent margins, uniform in -range ..= range. Ties are frequent where it is small.
    Random {
        /// The largest margin.
        range: i32,
    },
    /// Sums along the path: each move gains its mover less than the moves before it in the list, by
    /// `step` on average, with as much noise: the first move is mostly, not always, the best.
    Ordered {
        /// Difference between neighbouring moves.
        step: i32,
    },
    /// Sums along the path: each move gains its mover something uniform in -step ..= step.
    Steps {
        /// The largest gain.
        step: i32,
    },
    /// Wins, draws and losses, at every ply with some probability, and for all at full depth.
    Decided {
        /// How many nodes in a hundred are leaves before full depth.
        percent: u32,
    },
}

/// What a tree is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// Moves at every node.
    pub branching: u16,
    /// Plies to every leaf (the last leaf, where games are decided early).
    pub depth: u16,
    /// What is at the leaves.
    pub leaves: Leaves,
    /// The whole tree follows from this.
    pub seed: u64,
    /// How many moves in a hundred give their mover another.
    pub again: u32,
    /// True if the same moves in another order lead to the same node.
    pub joined: bool,
}

impl Spec {
    /// A tree of sums with steps of 10, seed 1; the mover changes with every move.
    pub fn new(branching: u16, depth: u16) -> Self {
        let leaves = Leaves::Steps { step: 10 };
        Spec { branching, depth, leaves, seed: 1, again: 0, joined: false }
    }

    /// The largest margin at a leaf.
    fn largest(&self) -> i32 {
        i32::from(self.depth) * self.largest_step().max(0) + self.random_range()
    }

    /// The most that one move can gain or cost.
    pub(super) fn largest_step(&self) -> i32 {
        match self.leaves {
            Leaves::Ordered { step } => step.saturating_mul(i32::from(self.branching) + 1),
            Leaves::Steps { step } => step,
            Leaves::Random { .. } | Leaves::Decided { .. } => 0,
        }
    }

    /// The largest independent margin.
    pub(super) fn random_range(&self) -> i32 {
        if let Leaves::Random { range } = self.leaves { range } else { 0 }
    }

    /// Checks that there is such a tree.
    ///
    /// # Errors
    /// What there is not.
    pub fn check(&self) -> Result<(), ParseError> {
        let error = |message: String| Err(ParseError::new(message));
        if !(1..=4096).contains(&self.branching) {
            return error(format!("branching {} is not 1 to 4096", self.branching));
        }
        if !(1..=200).contains(&self.depth) {
            return error(format!("depth {} is not 1 to 200", self.depth));
        }
        if let Leaves::Random { range: size }
        | Leaves::Ordered { step: size }
        | Leaves::Steps { step: size } = self.leaves
            && !(0..=Score::MAX_MARGIN).contains(&size)
        {
            return error(format!("{size} is not 0 to {}", Score::MAX_MARGIN));
        }
        if self.largest() > Score::MAX_MARGIN {
            let most = Score::MAX_MARGIN;
            return error(format!("leaves of {} are larger than {most}", self.largest()));
        }
        match self.leaves {
            Leaves::Decided { percent } if percent > 100 => {
                error(format!("{percent} percent of nodes"))
            }
            _ if self.again > 100 => error(format!("{} percent of moves", self.again)),
            _ => Ok(()),
        }
    }
}

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Synthetic {
    pub(super) spec: Spec,
    /// Stands for the path that leads here, or for the set of its moves.
    pub(super) path: u64,
    pub(super) ply: u16,
    pub(super) side: Side,
    /// What the moves so far have gained for the first player.
    pub(super) sum: i32,
}

// What else is drawn from a node's path, each with a salt of its own.
const LEAF: u64 = 0x1f83_d9ab_fb41_bd6b;
const TURN: u64 = 0x5be0_cd19_137e_2179;
const EARLY: u64 = 0x3c6e_f372_fe94_f82b;
const GUESS: u64 = 0x510e_527f_ade6_82d1;

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
        Ok(Synthetic { spec, path: mix(spec.seed), ply: 0, side: Side::First, sum: 0 })
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

    /// A guess at the value of a random tree, no better than chance but always the same.
    pub(super) fn guess(&self, range: i32) -> i32 {
        around_zero(self.path, GUESS, range)
    }

    /// What a move is known by: with joined paths by itself alone, else by where it leads.
    fn edge(&self, mv: u16) -> u64 {
        let mover = u64::from(self.side == Side::Second) << 32;
        let own = mix(self.spec.seed ^ mover ^ (u64::from(mv) << 33));
        if self.spec.joined { own } else { mix(self.path ^ own) }
    }

    /// What a move gains for its mover.
    fn gain(&self, mv: u16, edge: u64) -> i32 {
        match self.spec.leaves {
            Leaves::Steps { step } => around_zero(edge, LEAF, step),
            Leaves::Ordered { step } => around_zero(edge, LEAF, step) - step * i32::from(mv),
            Leaves::Random { .. } | Leaves::Decided { .. } => 0,
        }
    }
}

impl Game for Synthetic {
    /// The number of a branch, from 0.
    type Move = u16;
    /// The whole node before.
    type Undo = Synthetic;

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
            Leaves::Ordered { .. } | Leaves::Steps { .. } => margin(self.sum),
        }
    }

    fn moves(&self, out: &mut MoveList<u16>) {
        if self.ply < self.spec.depth {
            (0..self.spec.branching).for_each(|mv| out.push(mv));
        }
    }

    #[inline]
    fn play(&mut self, mv: u16) -> Synthetic {
        let before = *self;
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
    fn undo(&mut self, _mv: u16, before: Synthetic) {
        *self = before;
    }

    fn pack(mv: u16) -> u32 {
        u32::from(mv)
    }

    fn unpack(&self, bits: u32) -> Option<u16> {
        (bits < u32::from(self.spec.branching)).then_some(bits as u16)
    }
}
