//! How an exact solve goes about a position: passes, windows, and what it is likely to cost. What a game says of that by
//! [`crate::Knowledge::solve_plan`].
//!
//! Asked once before each solve.

/// How an exact solve chooses its null windows at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveWindows {
    /// Around a guess: the last heuristic score, then outwards step by step, as MTD(f) does.
    AroundGuess,
    /// The middle of what is still possible: finds the value in log2(range) passes.
    Bisect,
    /// From the extreme scores inwards: finds short wins and losses first, where they are cheap.
    Inwards,
    /// The same until the value is known to lie within these margins. Then whether it is at least a draw, and from
    /// there outwards one value at a time: the hardest questions, those next to the value, come last, and what they
    /// need was mostly proven for the ones before.
    InwardsTo {
        /// The least, below or at a draw.
        least: i32,
        /// The most.
        most: i32,
    },
    /// One full window. The principal variation is searched exactly on the way.
    Full,
}

/// How an exact solve goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvePlan {
    /// Deepen heuristically up to this depth (plies) first, for the sake of move ordering and of
    /// a guess; 0 goes straight to the end.
    pub rehearse: i32,
    /// The windows at the root.
    pub windows: SolveWindows,
    /// How many selective passes come before the exact one: the same search to the end, in which ProbCut leaves nodes
    /// out, from pass to pass with more confidence ([`crate::Node::passes_left`] tells [`crate::Knowledge::probcut`]).
    /// What one finds is not proven, but makes the guess for the windows of the next, and its best moves are in the
    /// table. Only with [`crate::Knowledge::SELECTIVE_SOLVES`]. The depths of `rehearse` are then searched with the
    /// pruning of any other search, too.
    pub selective_passes: u8,
    /// What the solve is likely to cost, if the game can tell. An analysis deepens until that is in
    /// reach; without it, the growth of the depths has to tell. Not asked of a search that is told to
    /// solve, nor where `rehearse` is 0.
    pub cost: Option<SolveCost>,
}

/// What an exact solve is likely to cost. A few times too much or too little does no harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveCost {
    /// Positions that are visited.
    pub nodes: u64,
    /// How many of them take as long as one of a search that deepens with estimates.
    pub ease: u32,
}

impl SolveCost {
    /// `thousandths` of a position, and with each ply that is left `percent` of that: the trees of most games grow by a
    /// factor. Each takes as long as one of a search that deepens.
    ///
    /// In whole numbers, so that every machine finds the same; at most [`u64::MAX`].
    ///
    /// ```
    /// use plyglot_search::SolveCost;
    ///
    /// let nodes = |thousandths, percent, plies| SolveCost::growing(thousandths, percent, plies).nodes;
    /// assert_eq!(nodes(1000, 200, 10), 1024);
    /// // Connect Four from its start, and a board more than twice as large.
    /// assert_eq!((nodes(18, 166, 42), nodes(18, 166, 90)), (30162615, 1108299731331515058));
    /// assert_eq!(nodes(1000, 200, 100), u64::MAX);
    /// ```
    pub fn growing(thousandths: u64, percent: u64, plies: i32) -> SolveCost {
        // Asked before every solve, and the last positions of a game are solved in microseconds: words of 64 bits while
        // they hold it.
        let (mut cost, mut left) = (thousandths, plies);
        while left > 0
            && let Some(grown) = cost.checked_mul(percent)
        {
            (cost, left) = (grown / 100, left - 1);
        }
        let most = u128::from(u64::MAX) * 1000;
        let grown = |cost: u128| (cost * u128::from(percent) / 100).min(most);
        let cost = (0..left).fold(u128::from(cost), |cost, _| grown(cost));
        SolveCost { nodes: (cost / 1000).max(1) as u64, ease: 1 }
    }
}

impl SolvePlan {
    /// Straight to the end with one full window.
    pub const DEFAULT: SolvePlan =
        SolvePlan { rehearse: 0, windows: SolveWindows::Full, selective_passes: 0, cost: None };
}
