//! What is said of a table of endgames.

use serde::Serialize;

/// The fields of `table_cost`: what a table is going to cost, by a sample of its positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableCost {
    /// The game with its size.
    pub game: String,
    /// The class.
    pub class: String,
    /// How many positions it has.
    pub positions: u64,
    /// How much memory it takes, beside that of tables to which its moves lead.
    pub memory_bytes: u64,
    /// The size of the file.
    pub bytes: u64,
    /// What is kept on disk until it is written; 0 if memory holds the class.
    pub scratch_bytes: u64,
    /// How long it takes.
    pub time_ms: f64,
}

/// The fields of `table`: a table that was made, or that was there already.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// The game with its size.
    pub game: String,
    /// The class.
    pub class: String,
    /// Its file.
    pub file: String,
    /// How many positions it has.
    pub positions: u64,
    /// What was found; `null` of a table that was there already.
    #[serde(flatten)]
    pub made: Option<MadeTable>,
}

/// What was found while a table was made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MadeTable {
    /// How many positions are won for the side to move.
    pub won: u64,
    /// How many are drawn.
    pub drawn: u64,
    /// How many are lost for the side to move.
    pub lost: u64,
    /// The most plies of a win or a loss; `null` where there is none.
    pub longest: Option<u32>,
    /// A position that takes this many.
    pub longest_position: Option<String>,
    /// The size of the file.
    pub bytes: u64,
    /// How long it took.
    pub time_ms: f64,
}

/// The fields of `table_check`: a table that was held against the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableCheck {
    /// The game with its size.
    pub game: String,
    /// The class.
    pub class: String,
    /// How many positions it has.
    pub positions: u64,
    /// True if each position has the value of its best move.
    pub agrees: bool,
    /// The first that has not.
    pub wrong: Option<String>,
}

/// The fields of `table_speed`: how many look-ups a second tables in memory allow.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableSpeed {
    /// The game with its size.
    pub game: String,
    /// On how many threads.
    pub threads: usize,
    /// Among how many positions.
    pub positions: usize,
    /// Look-ups a second, of all threads.
    pub per_second: f64,
}
