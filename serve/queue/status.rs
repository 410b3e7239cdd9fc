//! What a service is doing.

/// What a service is doing, at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// How many queries wait.
    pub waiting: usize,
    /// How many are being searched.
    pub running: usize,
    /// How many of those end only when they are cancelled, or once the value is proven.
    pub unlimited: usize,
    /// How many threads there are.
    pub threads: usize,
    /// How many of them search.
    pub searching: usize,
    /// How many queries have ended with a result.
    pub answered: u64,
    /// How many searches have failed.
    pub failed: u64,
    /// How many were given up before their search began: cancelled, or too late.
    pub given_up: u64,
    /// Positions visited by all searches that have ended.
    pub nodes: u64,
    /// How many bytes all tables have together.
    pub hash_bytes: usize,
    /// How many bytes the table of a fresh search has.
    pub fresh_bytes: usize,
    /// The tables of the games.
    pub tables: Vec<TableStatus>,
    /// How many engines there are.
    pub engines: usize,
}

/// The table of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableStatus {
    /// The game with its size; `None` of one that no game has taken yet.
    pub game: Option<String>,
    /// Its size.
    pub bytes: usize,
    /// How many searches use it now.
    pub searches: usize,
}

/// Where a query was when it was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WasAt {
    /// It waited; its end is [`QueryError::Cancelled`](crate::queue::QueryError::Cancelled).
    Waiting,
    /// It was being searched, had been, or was about to be; its end is what was found, at least a legal move.
    Running,
    /// There is no such query, or it has ended.
    Gone,
}
