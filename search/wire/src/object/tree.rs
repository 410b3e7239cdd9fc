//! What is said of a tree on disk, of its positions, of runs that make it larger, and of certificates.
//!
//! Values are from the point of view of the side to move in the position that an object is about.

use serde::Serialize;

use crate::object::{ProvenBetween, Score};

/// The fields of `tree`: what is in a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tree {
    /// The game with its size.
    pub game: String,
    /// The position at the root.
    pub start: String,
    /// The version of plyglot that has made the file.
    pub version: String,
    /// How many positions there are.
    pub positions: usize,
    /// How many of them have their moves in the tree, too.
    pub expanded: usize,
    /// How many were searched, or are the end of a game.
    pub searched: usize,
    /// Of how many the value is proven.
    pub proven: usize,
    /// Positions that all searches together have visited.
    pub nodes: u64,
    /// At how many positions the book is thin: it ends there, though half of those that it goes on from are worth less to it.
    pub thin: usize,
    /// These, those worth most first, but no more than fifty.
    pub thin_places: Vec<ThinPlace>,
    /// The position that was asked for; `None` if it is not in the tree.
    pub at: Option<TreePosition>,
}

/// A place at which a book is thin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ThinPlace {
    /// The moves that lead there from the root.
    pub played: Vec<String>,
    /// The value there; `None` if it was not searched.
    pub score: Option<Score>,
    /// Positions that its own searches have visited.
    pub nodes: u64,
    /// The moves that lead there and what they gave away, in plies: what is cheaper is worth more.
    pub cost: f64,
}

/// What a tree has behind a move, positions that are reached in several ways once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Behind {
    /// Positions, with the one that the move leads to.
    pub positions: usize,
    /// Positions that the searches of these have visited.
    pub effort: u64,
    /// At how many of these the book is thin.
    pub thin: usize,
}

/// A position of a tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TreePosition {
    /// The moves that lead to it from the root; empty where all positions are listed.
    pub played: Vec<String>,
    /// The position.
    pub position: String,
    /// What is known of it.
    #[serde(flatten)]
    pub known: Known,
    /// The best line that the tree has from here.
    pub pv: Vec<String>,
    /// Its moves, the best first; empty if it was not expanded.
    pub moves: Vec<TreeMove>,
}

/// A move of a position of a tree; values are those of the side that plays it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TreeMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is known of where it leads.
    #[serde(flatten)]
    pub known: Known,
    /// What lies behind it; not told where all positions are listed.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub behind: Option<Behind>,
}

/// What a tree knows of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Known {
    /// The value by what lies below it, else by its own search; `None` if it was not searched.
    pub score: Option<Score>,
    /// What is proven of the value. Who wins, not how soon.
    pub proven_between: ProvenBetween,
    /// The depth of its own search, in plies.
    pub depth: u32,
    /// Positions that its own searches have visited.
    pub nodes: u64,
    /// Whether its moves are in the tree, too.
    pub expanded: bool,
}

/// The fields of `tree_progress` and `tree_grown`: how far a run is, or how it ended. All of it is on the disk.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TreeGrown {
    /// The game with its size.
    pub game: String,
    /// How many positions the tree has.
    pub positions: usize,
    /// How many of them this run has added.
    pub new_positions: u64,
    /// How many positions, or the moves of how many, this run has searched.
    pub searches: u64,
    /// Positions that the searches of this run have visited.
    pub nodes: u64,
    /// Seconds since it began.
    pub seconds: f64,
    /// The value of the root.
    pub score: Option<Score>,
    /// What is proven of it.
    pub proven_between: ProvenBetween,
    /// Only of a proof that goes on: the value of which is asked whether the first player reaches it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// Only at the end: `proven`, `refuted`, `limit`, `stopped`, or `exhausted` where nothing is left to search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<&'static str>,
}

/// The fields of `tree_imported`: what a file of games has added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TreeImported {
    /// Games that begin at the root or come to it.
    pub games: usize,
    /// Games that do not.
    pub others: usize,
    /// New positions.
    pub new_positions: usize,
    /// Positions that wait for a search.
    pub waiting: usize,
}

/// The fields of `certificate` and `checked`: what a certificate says, or what its check has found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Certificate {
    /// The game with its size.
    pub game: String,
    /// The position that it is about.
    pub start: String,
    /// What it says of the value there, for the side to move.
    pub proven_between: ProvenBetween,
    /// Records: positions with a bound each.
    pub records: u64,
    /// Those of them that are leaves, checked by a plain search.
    pub leaves: u64,
    /// The most nodes that a leaf may take.
    pub leaf: u64,
    /// The nodes of all leaves' searches that were made.
    pub nodes: u64,
    /// How many bytes the file has.
    pub bytes: u64,
    /// Seconds that it took.
    pub seconds: f64,
    /// Only of a check: how many records were checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<u64>,
    /// Only of a check on a sample: with 99 % confidence, no more than this share of the records is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong_at_most: Option<f64>,
}
