//! What a tree is made from.

use plyglot_search::{ParseError, Score};

/// What is at the leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leaves {
    /// Independent margins, uniform in -range ..= range. Ties are frequent where the range is small.
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
        /// The percentage of nodes that are leaves before full depth.
        percent: u32,
    },
    /// Trees of known value, built from the root down: one child of a node has its value, every other
    /// is worse for the mover by 1 to `step`. There are no ties with the best.
    Best {
        /// Where in the list the best move stands.
        place: Place,
        /// The most that a move other than the best costs, at least 1.
        step: i32,
    },
}

/// Where in the list of moves the best one stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// First at a percentage of the nodes, at the others uniformly at any of the later places: 100 is
    /// perfect order, 0 never first. Where there is only one move, it is the best and the first.
    First {
        /// The percentage of nodes.
        percent: u32,
    },
    /// Uniformly at any place: random order. The best move is first at one of `branching` nodes.
    Anywhere,
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
    /// The percentage of moves that give their mover another move.
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
        let steps = i32::from(self.depth).saturating_mul(self.largest_step().max(0));
        steps.saturating_add(self.random_range() + self.root_range())
    }

    /// The most that one move can gain or cost.
    pub(super) fn largest_step(&self) -> i32 {
        match self.leaves {
            Leaves::Ordered { step } => step.saturating_mul(i32::from(self.branching) + 1),
            Leaves::Steps { step } | Leaves::Best { step, .. } => step,
            Leaves::Random { .. } | Leaves::Decided { .. } => 0,
        }
    }

    /// The largest independent margin.
    pub(super) fn random_range(&self) -> i32 {
        if let Leaves::Random { range } = self.leaves { range } else { 0 }
    }

    /// How far from 0 the value of the root may be drawn, where it is drawn first.
    pub(super) fn root_range(&self) -> i32 {
        if let Leaves::Best { step, .. } = self.leaves { step } else { 0 }
    }

    /// Checks that there is such a tree.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn check(&self) -> Result<(), ParseError> {
        let error = |message: String| Err(ParseError::new(message));
        if !(1..=4096).contains(&self.branching) {
            return error(format!("branching {} is out of range: 1 to 4096", self.branching));
        }
        if !(1..=200).contains(&self.depth) {
            return error(format!("depth {} is out of range: 1 to 200", self.depth));
        }
        if let Leaves::Random { range: size }
        | Leaves::Ordered { step: size }
        | Leaves::Steps { step: size }
        | Leaves::Best { step: size, .. } = self.leaves
            && !(0..=Score::MAX_MARGIN).contains(&size)
        {
            return error(format!(
                "a step or range of {size} is out of range: 0 to {}",
                Score::MAX_MARGIN
            ));
        }
        if self.largest() > Score::MAX_MARGIN {
            let most = Score::MAX_MARGIN;
            return error(format!(
                "a largest margin of {} is out of range: at most {most}",
                self.largest()
            ));
        }
        match self.leaves {
            Leaves::Decided { percent } | Leaves::Best { place: Place::First { percent }, .. }
                if percent > 100 =>
            {
                error(format!("a percentage of {percent} is out of range: 0 to 100"))
            }
            Leaves::Best { step: 0, .. } => {
                error("a step of 0 is out of range: at least 1, or every move is the best".into())
            }
            Leaves::Best { .. } if self.joined => error(
                "best cannot be combined with joined: such a tree is built along paths".into(),
            ),
            _ if self.again > 100 => {
                error(format!("again={} is out of range: 0 to 100", self.again))
            }
            _ => Ok(()),
        }
    }
}
