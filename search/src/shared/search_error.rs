//! Why a search has no result.

use std::any::Any;
use std::mem;

use thiserror::Error;

use crate::rules::game::Game;
use crate::rules::limits::LimitError;
use crate::shared::schedule::RunError;

/// Why a search has no result. The engine can be used again afterwards.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SearchError {
    /// A limit that makes no sense.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The game's or the knowledge's code panicked.
    #[error("the game panicked on worker {worker}: {message}")]
    GamePanicked {
        /// On which worker, from 0.
        worker: usize,
        /// The panic's message.
        message: String,
    },
    /// The game gave neither an outcome nor a move: a mistake in its rules.
    #[error("the game gave neither an outcome nor a move after the moves [{line}] from the root")]
    NoMoves {
        /// The moves from the root to the position, as their `Debug` prints them; empty at the root.
        line: String,
    },
    /// There is no memory for what a worker has beside the table.
    #[error("the system refused the {}K of memory that worker {worker} needs", bytes.div_ceil(1 << 10))]
    NoMemory {
        /// The worker, from 0.
        worker: usize,
        /// How much it needs, in bytes.
        bytes: usize,
    },
    /// The system has no room for the stacks of this number of virtual threads, or for one that is large enough
    /// where that of the caller's thread is not. The search has not begun.
    #[error("the system has no room for the stack of worker {worker}: {error}")]
    NoStack {
        /// The worker for which there was none, from 0.
        worker: usize,
        /// What the system said.
        error: String,
    },
}

impl From<RunError> for SearchError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::NoStack { worker, error } => {
                SearchError::NoStack { worker, error: error.to_string() }
            }
            RunError::Unwound { worker, message } => SearchError::GamePanicked { worker, message },
        }
    }
}

/// Packed moves from `root`, as the game's `Debug` prints them; up to a null move, if there is one.
pub(crate) fn readable_line<G: Game>(root: &G, line: &[u32]) -> String {
    let mut game = root.clone();
    let mut moves = Vec::new();
    for &bits in line {
        let Some(mv) = game.unpack(bits) else {
            moves.push("...".into());
            break;
        };
        game.play(mv);
        moves.push(format!("{mv:?}"));
    }
    moves.join(" ")
}

/// What a panic said, in one line, from the payload that [`std::panic::catch_unwind`] or a thread's join gives.
///
/// A payload that is not text is not dropped: it is a value of the game's choosing, whose drop may panic in
/// turn, where nothing would catch that.
pub fn panic_message(panic: Box<dyn Any + Send>) -> String {
    let text = panic.downcast::<String>().map(|text| *text).or_else(|panic| {
        let text = panic.downcast::<&str>().map(|text| (*text).to_string());
        text.map_err(mem::forget)
    });
    let text = text.unwrap_or_else(|()| "it gave no message".into());
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
