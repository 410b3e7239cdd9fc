//! The structs and constants that both sides read.

use std::ffi::{c_char, c_int, c_void};

/// What a score says of the value.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(non_camel_case_types, reason = "as C has them")]
pub enum Kind {
    /// It is the value, proven to the end of the game.
    PLYGLOT_EXACT = 1,
    /// The search takes it for the value, which is not proven.
    PLYGLOT_ESTIMATE = 2,
    /// The value is at least this.
    PLYGLOT_LOWER = 3,
    /// The value is at most this.
    PLYGLOT_UPPER = 4,
}

/// Why a search ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(non_camel_case_types, reason = "as C has them")]
pub enum Ended {
    /// It runs.
    PLYGLOT_RUNNING = 0,
    /// The value is proven.
    PLYGLOT_ENDED_PROVEN = 1,
    /// The limit of depth was reached.
    PLYGLOT_ENDED_DEPTH = 2,
    /// The limit of nodes was reached.
    PLYGLOT_ENDED_NODES = 3,
    /// The limit of time was reached.
    PLYGLOT_ENDED_TIME = 4,
    /// It was stopped.
    PLYGLOT_ENDED_STOPPED = 5,
    /// There was nothing to search.
    PLYGLOT_ENDED_GAME_OVER = 6,
}

/// What one search may use and should look at. A field of 0 is no limit: without any, a search goes on until it is stopped
/// or until the value is proven. `plyglot_limits limits = {.size = sizeof limits, .time_ms = 1000};`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// `sizeof(plyglot_limits)`.
    pub size: usize,
    /// The most plies.
    pub depth: u32,
    /// How many best moves get a value and a line; 0 is one.
    pub lines: u32,
    /// The most positions, of all threads together.
    pub nodes: u64,
    /// The most time, in milliseconds.
    pub time_ms: u64,
    /// Not 0: go for the exact value to the end of the game.
    pub solve: c_int,
}

/// How a position stands.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// `sizeof(plyglot_standing)`; set by the caller.
    pub size: usize,
    /// Whose turn it is: 0 for the side that moves first in the start position, else 1.
    pub side: c_int,
    /// Not 0 if the game is over.
    pub is_over: c_int,
    /// Who has won then, as `side`; -1 of a draw.
    pub winner: c_int,
    /// By how much, in the game's unit; -1 where the game does not count that.
    pub margin: i32,
    /// How many moves have led here.
    pub plies: u64,
}

/// A line of a search, from the point of view of the side to move. Its texts belong to the struct that it is in.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Its rank, from 1.
    pub rank: u32,
    /// How deep it was searched, in plies; 0 where the game is over.
    pub depth: u32,
    /// What its score says of the value.
    pub kind: Kind,
    /// Not 0 only of a value or bound that holds to the end of the game.
    pub proven: c_int,
    /// The score in the game's unit; 1, 0 or -1 of a proven result without a margin.
    pub value: f64,
    /// The expected result, from 0 (lost) to 1 (won).
    pub expected: f64,
    /// n if the side to move wins in n plies, -n if it loses in n; else 0.
    pub win_in: i64,
    /// The score as the game writes it: `+3.4`, `>= win in 7`.
    pub score: *const c_char,
    /// The first move; null where the game is over.
    pub best_move: *const c_char,
    /// The moves, separated by blanks.
    pub moves: *const c_char,
}

/// What a search has found: news of a running one, or its result.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The line that was found; of a result the best one.
    pub best: *const Line,
    /// All lines, best first; of news, that one.
    pub lines: *const *const Line,
    /// How many these are; 0 where the game is over.
    pub line_count: usize,
    /// Why it ended.
    pub ended: Ended,
    /// How many threads search.
    pub threads: u32,
    /// Positions visited, by all threads.
    pub nodes: u64,
    /// Positions a second; 0 where no time has passed.
    pub nps: u64,
    /// The engine's time, in milliseconds.
    pub time_ms: f64,
    /// The size of the table, in bytes.
    pub hash_bytes: u64,
    /// How full it is with entries of this search, in thousandths.
    pub hash_permill: u32,
    /// Plies from the root to the deepest position that was visited.
    pub seldepth: u32,
    /// The object `info` or `result` of docs/json.md, one line.
    pub json: *const c_char,
}

/// Is told what a search finds. It is called by a thread of the library, one call at a time, in the order of what was found;
/// not any more once `plyglot_search_wait` has given the result or `plyglot_search_free` has returned. It may call the
/// library, but must not wait for its own search, nor free it. `news` and its texts are there until it returns. Returns 0,
/// or anything else to stop the search. It must return; the search goes on meanwhile. No C++ exception may leave it.
pub type ListenerFunction =
    Option<unsafe extern "C" fn(user: *mut c_void, news: *const Info) -> c_int>;

/// What `plyglot_position_text` gives: the position, as `plyglot_position_new` reads it.
pub const PLYGLOT_TEXT_POSITION: c_int = 0;
/// The board, several lines.
pub const PLYGLOT_TEXT_BOARD: c_int = 1;
/// The legal moves, separated by blanks; empty where the game is over.
pub const PLYGLOT_TEXT_MOVES: c_int = 2;
/// What people call the side to move.
pub const PLYGLOT_TEXT_SIDE: c_int = 3;
/// The moves that have led here, separated by blanks.
pub const PLYGLOT_TEXT_PLAYED: c_int = 4;

/// For `plyglot_search_wait`: as long as it takes.
pub const PLYGLOT_FOREVER: u64 = u64::MAX;

/// In `plyglot_rules.flags`: one call of the game's functions at a time. Without it they are called by all threads of a
/// search at once.
pub const PLYGLOT_ONE_AT_A_TIME: u32 = 1;
/// Likewise: a position can come back in the same game, which is a draw the third time.
pub const PLYGLOT_CAN_REPEAT: u32 = 2;

/// What `outcome` gives: the game goes on.
pub const PLYGLOT_GOES_ON: c_int = 0;
/// The side to move has won.
pub const PLYGLOT_WIN: c_int = 1;
/// A draw.
pub const PLYGLOT_DRAW: c_int = 2;
/// The side to move has lost.
pub const PLYGLOT_LOSS: c_int = 3;
/// The game has ended with the margin that was written to `margin`, positive if the side to move is ahead.
pub const PLYGLOT_MARGIN: c_int = 4;

/// A game written in C: what it is, and the functions that know its rules.
///
/// A state is `state_size` bytes, aligned to 16 and all 0 before a function writes it; the library copies it as it likes and
/// frees it without a word. Equal positions have equal bytes (so no padding that is not set), unless there is a `key`.
/// Functions must depend on their arguments alone, since they are called by many threads at once (but see
/// `PLYGLOT_ONE_AT_A_TIME`) and in any order; must return; must not call the library; and let no C++ exception out. One that
/// gives what it must not ends the search with `PLYGLOT_GAME`. All texts are UTF-8 and copied by `plyglot_game_define`.
///
/// A function that gives a text writes at most `room` bytes, the final NUL among them, and returns the length of the whole
/// text without it, as `snprintf` does; it is called again with more room where that was too little.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RulesTable {
    /// `sizeof(plyglot_rules)`. What is not set is to be 0.
    pub size: usize,
    /// Given to each function; may be null.
    pub user: *mut c_void,
    /// `PLYGLOT_ONE_AT_A_TIME`, `PLYGLOT_CAN_REPEAT`, or both.
    pub flags: u32,
    /// How many points of `evaluate` make one unit; 0 is 1.
    pub points: i32,
    /// The distance between neighbouring margins; 0 is 1.
    pub margin_step: i32,
    /// The size of a state, from 1 to 65536.
    pub state_size: usize,
    /// The name of the game.
    pub name: *const c_char,
    /// What people call the side that moves first; may be null, as the next four.
    pub first_side: *const c_char,
    /// What people call the other side.
    pub second_side: *const c_char,
    /// The unit of margins, in the plural.
    pub unit: *const c_char,
    /// How positions and moves are written, one line.
    pub notation: *const c_char,
    /// How it is played.
    pub about: *const c_char,
    /// Writes the start position; returns 0.
    pub start: Option<unsafe extern "C" fn(user: *mut c_void, state: *mut c_void) -> c_int>,
    /// Whose turn it is: 0 for the side that moves first in the start position, else 1.
    pub side: Option<unsafe extern "C" fn(user: *mut c_void, state: *const c_void) -> c_int>,
    /// How the game has ended: `PLYGLOT_GOES_ON` to `PLYGLOT_MARGIN`.
    pub outcome: Option<
        unsafe extern "C" fn(user: *mut c_void, state: *const c_void, margin: *mut i32) -> c_int,
    >,
    /// Writes the legal moves, at most `room`, each once, any number below 4294967295 (small ones are faster), and returns how
    /// many there are: at least one, at most 65536. Not asked where the game is over.
    pub moves: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            state: *const c_void,
            moves: *mut u32,
            room: usize,
        ) -> usize,
    >,
    /// Writes the position after a legal move to `next`, another place than `state`; returns 0.
    pub play: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            state: *const c_void,
            mv: u32,
            next: *mut c_void,
        ) -> c_int,
    >,
    /// Gives the text of a position.
    pub text: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            state: *const c_void,
            text: *mut c_char,
            room: usize,
        ) -> c_int,
    >,
    /// Gives the text of a move of the position; null: its number.
    pub move_text: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            state: *const c_void,
            mv: u32,
            text: *mut c_char,
            room: usize,
        ) -> c_int,
    >,
    /// Reads a position; returns 0, or anything else if the text is none. Null: positions are not read.
    pub parse: Option<
        unsafe extern "C" fn(user: *mut c_void, text: *const c_char, state: *mut c_void) -> c_int,
    >,
    /// Gives the board, several lines; null: the text.
    pub board: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            state: *const c_void,
            text: *mut c_char,
            room: usize,
        ) -> c_int,
    >,
    /// Gives an estimate for the side to move, in points; null: all positions look even.
    pub evaluate: Option<unsafe extern "C" fn(user: *mut c_void, state: *const c_void) -> i32>,
    /// Gives the rank of a legal move, the most promising the highest; null: the engine orders by itself.
    pub rank: Option<unsafe extern "C" fn(user: *mut c_void, state: *const c_void, mv: u32) -> i32>,
    /// Gives the most plies that the game may still last; negative: not known, as null.
    pub plies_left: Option<unsafe extern "C" fn(user: *mut c_void, state: *const c_void) -> i32>,
    /// Gives a number that no other position has; null: a hash of the state's bytes.
    pub key: Option<unsafe extern "C" fn(user: *mut c_void, state: *const c_void) -> u64>,
    /// Called once, by any thread, when the library will call nothing of the table any more; may be null. Not called if
    /// `plyglot_game_define` fails.
    pub release: Option<unsafe extern "C" fn(user: *mut c_void)>,
}
