//! What a game is opened with: its start position and what a player of it knows.

/// A concrete game, ready to be searched.
#[derive(Clone, Debug)]
pub struct Setup<G, K> {
    /// The name by which it was asked for, with its size: `othello`, `connect4:6x5`.
    pub name: String,
    /// The start position.
    pub start: G,
    /// What a player of it knows.
    pub knowledge: K,
}
