//! Growing a tree: positions are searched side by side, each by an engine of its own, those first that could matter most.
//!
//! One thread owns the tree: it chooses, hands out, takes back, and writes what came back to the disk before it tells of
//! it. The others search: threads, whose engines share one table, so what one position has taught serves its neighbours, or
//! processes elsewhere ([`far`]). With one thread a run repeats itself.
//!
//! A proof asks one question at a time, whether the value is at least so much.
//!
//! - With a table in common it is one solve of the position at the root, in parts. A solve that is given up leaves what it
//!   has settled in the table, so the next part goes on where it was; after each, the table's proofs near the root come into the tree
//!   (`run/harvest.rs`), and a run that goes on with the tree puts them into its own table. Othello 6x6 takes 286 M nodes
//!   in parts, 249 to 294 M with a new table in between, and took 755 M when each position of the tree was solved by itself;
//!   with a table of 4 MiB 203 M, and 318 M where what the table holds ages from part to part.
//!   Threads that are not needed for that search positions of the tree.
//! - Workers elsewhere have no table in common: for each position of the tree, those first where the least is left to
//!   do, one tries to answer the question by an exact solve within a budget. The budget is as much as all that was spent,
//!   so that a solve which is given up costs no more than what came before it.

mod crew;
pub mod far;
mod run;
mod team;
mod work;

use std::time::Duration;

use plyglot_open::{Config, Open};
use plyglot_search::Score;

use super::target::Target;
use super::value::Proven;

/// What a tree is grown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A book: the best lines as deep as possible.
    Book {
        /// How many nodes each position is searched with.
        effort: u64,
        /// True to have it solved by them: the value is exact where they suffice.
        exact: bool,
        /// How many points given away weigh as much as a ply; `None` for the game's own.
        width: Option<u32>,
        /// Open all positions of the first plies below the root, that many, also those that are proven, and no others.
        plies: Option<u32>,
    },
    /// A proof.
    Proof {
        /// Of what.
        target: Target,
        /// How many nodes the first part of a solve may take. Later ones take more.
        budget: u64,
    },
}

impl Aim {
    /// The first part of a solve, where nothing else is said. What takes less is done in one.
    pub const BUDGET: u64 = 1_000_000;
}

/// When to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Until {
    /// After this time.
    pub time: Option<Duration>,
    /// After this many nodes of searches.
    pub nodes: Option<u64>,
    /// After this many new positions.
    pub positions: Option<u64>,
}

/// Who searches the positions.
#[derive(Clone)]
pub enum Hands<'a> {
    /// Threads of this process.
    Here {
        /// The threads of each engine, and the table that all share.
        config: Config,
        /// How many positions are searched at once, each by an engine.
        workers: usize,
    },
    /// Processes elsewhere, as they come and go.
    Far(&'a far::Workers),
}

/// What to grow with.
pub struct Orders<'a> {
    /// The game of the tree.
    pub game: &'a dyn Open,
    /// Who searches.
    pub hands: Hands<'a>,
    /// What for.
    pub aim: Aim,
    /// When to stop.
    pub until: Until,
}

/// How far a run is. Everything that it tells of is on the disk.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// How many positions the tree has.
    pub total: usize,
    /// New positions.
    pub positions: u64,
    /// Nodes of searches.
    pub nodes: u64,
    /// Searches, of single positions or of the moves of one.
    pub searches: u64,
    /// Time since it began.
    pub elapsed: Duration,
    /// What is proven of the root.
    pub proven: Proven,
    /// The value of the root, for the first player.
    pub value: Option<Score>,
    /// Of a proof, the question at hand: is the value at least this?
    pub goal: Option<i16>,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The target is proven, or of a book the value.
    Proven,
    /// The target is refuted.
    Refuted,
    /// A limit was reached.
    Limit,
    /// It was stopped.
    Stopped,
    /// There is nothing left to search.
    Exhausted,
}
