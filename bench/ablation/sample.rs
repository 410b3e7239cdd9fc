//! What a search gave.

use serde::{Deserialize, Serialize};

/// What is asked of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// The depth of the position.
    Depth,
    /// As much as fits into the design's nodes.
    Nodes,
    /// The proof of an ending.
    Proof,
}

impl Task {
    /// All of them, in the order in which they are searched.
    pub const ALL: [Task; 3] = [Task::Depth, Task::Nodes, Task::Proof];
}

/// The figures of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Positions visited.
    pub nodes: u64,
    /// Processor time.
    pub seconds: f64,
    /// The depth of its line.
    pub depth: u32,
    /// The best move.
    pub best: Option<String>,
    /// The value as text.
    pub value: String,
    /// True if it did what was asked, false if its nodes ran out before. Always true of a search that was to use up
    /// its nodes.
    pub done: bool,
    /// True if the value is proven.
    pub proven: bool,
}

impl Figures {
    /// True if both searches visited the same nodes and found the same.
    pub(crate) fn is_like(&self, other: &Figures) -> bool {
        let all = |of: &Figures| {
            let Figures { nodes, depth, done, proven, .. } = *of;
            (nodes, depth, done, proven)
        };
        all(self) == all(other) && self.best == other.best && self.value == other.value
    }
}

/// A variant's search of a position, and the base's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The variant's name and way, [`crate::ablation::Variant::title`].
    pub variant: String,
    /// What was asked.
    pub task: Task,
    /// Which position, or for a proof which ending, from 0.
    pub place: usize,
    /// The base's search: just before or after the variant's, but for [`Task::Nodes`].
    pub base: Figures,
    /// The variant's search.
    pub with: Figures,
}
