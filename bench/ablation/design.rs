//! What is to be measured, and why it cannot be.

use std::io;

use plyglot_open::{DoorError, Limits, Mv};
use plyglot_play::matches::MatchError;
use plyglot_wire::journal::JournalError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What is to be measured of each variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Design {
    /// How many positions are searched, and how many endings are solved.
    pub positions: usize,
    /// Nodes that the base gets for a position: the depth that it reaches with them is the depth to which all are
    /// searched there, and an ending is as long as it can prove with them.
    pub nodes: u64,
    /// The depth to which all positions are searched, in place of that.
    pub depth: Option<u32>,
    /// What positions and openings are drawn by.
    pub seed: u64,
    /// Size of each table in bytes.
    pub hash_bytes: usize,
    /// Nodes for each move of the matches.
    pub match_nodes: u64,
    /// Games of each match, an even number; none for no matches.
    pub games: usize,
}

impl Design {
    /// How many times [`Design::nodes`] a search for a depth or a proof gets. One that needs more counts as
    /// having needed that many.
    pub const MOST_TIMES: u64 = 16;

    fn most_nodes(&self) -> Option<u64> {
        Some(self.nodes.saturating_mul(Self::MOST_TIMES))
    }

    /// The limits of a search to a depth. They are the same for the base, since what a search does may depend on
    /// its limits.
    pub(crate) fn to_depth(&self, depth: u32) -> Limits<Mv> {
        Limits { nodes: self.most_nodes(), ..Limits::depth(depth) }.without_whole_lines()
    }

    /// The limits of a proof.
    pub(crate) fn proof(&self) -> Limits<Mv> {
        Limits { nodes: self.most_nodes(), ..Limits::solve() }.without_whole_lines()
    }
}

/// Why an ablation cannot go on.
#[derive(Debug, Error)]
pub enum AblationError {
    /// The game cannot be searched, or its code panicked.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// A variant cannot be searched.
    #[error("{variant}: {error}")]
    Variant {
        /// Which.
        variant: String,
        /// Why.
        error: DoorError,
    },
    /// There is nothing to search.
    #[error("there are no positions to search: the game is over after any few moves")]
    NoPositions,
    /// The depth is too far for the nodes.
    #[error(
        "the default reaches depth {depth} in no position with {} times {nodes} nodes: fewer plies or more nodes are \
         needed",
        Design::MOST_TIMES
    )]
    TooDeep {
        /// The depth that was asked for.
        depth: u32,
        /// The nodes of the design.
        nodes: u64,
    },
    /// A match cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The system refused a thread.
    #[error("the system refused a thread: {0}")]
    Thread(io::Error),
}
