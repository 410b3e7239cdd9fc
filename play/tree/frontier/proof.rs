//! Proof numbers (L. V. Allis, "Searching for Solutions in Games and Artificial Intelligence", 1994): how much is still
//! to be done to prove that the value is at least so much, and how much to disprove it. The way down follows the smaller
//! effort.
//!
//! In a graph the sums of the original count a position as often as it is reached. Here a node takes the largest of
//! those that all have to be done, and one for each of the others (weak proof numbers: T. Ueda, T. Hashimoto, J. Hashimoto,
//! H. Iida, "Weak Proof-Number Search", 2008). A leaf begins with numbers from its estimate: what looks likely costs
//! little.

use plyglot_search::Side;

use super::Priority;
use crate::tree::graph::{Graph, Node};
use crate::tree::value::{Scale, WIN};

/// What cannot be done any more.
const NEVER: u32 = u32::MAX;
/// What a leaf costs whose answer is certain by its estimate. One for each sibling weighs little beside it: the best
/// move is followed before the others are tried.
const LIKELY: f64 = 64.0;
/// How many times that what is most unlikely costs more.
const UNLIKELY: f64 = 6.0;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(in crate::tree) struct ProofNumbers {
    scale: Scale,
    /// Is the value for the first player at least this?
    goal: i16,
}

/// What a node has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tree) struct Number {
    proof: u32,
    disproof: u32,
    /// There is a leaf below that is not answered and that no worker has.
    open: bool,
}

impl ProofNumbers {
    pub(in crate::tree) fn new(scale: Scale, goal: i16) -> ProofNumbers {
        ProofNumbers { scale, goal }
    }

    /// What is answered needs nothing.
    fn answered(&self, node: &Node) -> Option<Number> {
        Some(match node.proven.answers(self.goal)? {
            true => Number { proof: 0, disproof: NEVER, open: false },
            false => Number { proof: NEVER, disproof: 0, open: false },
        })
    }

    /// How likely a value reaches the goal by its estimate.
    fn chance(&self, node: &Node) -> f64 {
        let Some(value) = node.value else { return 0.5 };
        let goal = match self.goal {
            WIN => 0.5 * f64::from(self.scale.result),
            goal => (f64::from(goal) - 0.5) * f64::from(self.scale.points),
        };
        let ahead = f64::from(self.scale.points(value)) - goal;
        1.0 / (1.0 + (-ahead / f64::from(self.scale.result)).exp())
    }
}

impl Priority for ProofNumbers {
    type Number = Number;

    fn leaf(&self, node: &Node, busy: bool) -> Number {
        let chance = self.chance(node);
        let cost = |unlikely: f64| (LIKELY * (1.0 + UNLIKELY * unlikely)) as u32;
        let open = Number { proof: cost(1.0 - chance), disproof: cost(chance), open: !busy };
        self.answered(node).unwrap_or(open)
    }

    fn inner(&self, node: &Node, _graph: &Graph, numbers: &[Number]) -> Number {
        if let Some(answered) = self.answered(node) {
            return answered;
        }
        let below = || node.children.iter().map(|&(_, child)| numbers[child as usize]);
        let one = |number: fn(Number) -> u32| below().map(number).min().unwrap_or(NEVER);
        let all = |number: fn(Number) -> u32| {
            let left = below().map(number).filter(|&number| number > 0);
            let (most, count) =
                left.fold((0, 0), |(most, count), number| (most.max(number), count + 1));
            if most == NEVER { NEVER } else { (most + count).saturating_sub(1).min(NEVER - 1) }
        };
        let open = below().any(|number| number.open);
        match node.mover {
            Side::First => Number {
                proof: one(|number| number.proof),
                disproof: all(|number| number.disproof),
                open,
            },
            Side::Second => Number {
                proof: all(|number| number.proof),
                disproof: one(|number| number.disproof),
                open,
            },
        }
    }

    fn is_open(&self, number: Number) -> bool {
        number.open
    }

    fn choose(&self, node: &Node, _graph: &Graph, numbers: &[Number]) -> Option<u32> {
        let open = node.children.iter().map(|&(_, child)| child);
        let open = open.filter(|&child| numbers[child as usize].open);
        open.min_by_key(|&child| {
            let Number { proof, disproof, .. } = numbers[child as usize];
            if node.mover == Side::First { (proof, disproof) } else { (disproof, proof) }
        })
    }
}
