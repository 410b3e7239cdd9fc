//! Why a tree cannot be opened, grown or checked.

use std::io;
use std::path::{Path, PathBuf};

use plyglot_open::DoorError;
use plyglot_wire::journal::JournalError;
use plyglot_wire::read::FileError;
use plyglot_wire::spread::ThreadRefused;
use thiserror::Error;

/// Why a tree cannot be opened, grown or checked.
#[derive(Debug, Error)]
pub enum TreeError {
    /// There is a file already, which a new tree would overwrite.
    #[error("{} exists already", path.display())]
    Exists {
        /// Where.
        path: PathBuf,
    },
    /// There is no such file.
    #[error("{}: there is no tree; `tree grow GAME {}` begins one", path.display(), path.display())]
    Missing {
        /// Where.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("{} is not a tree of plyglot; it is left as it is", path.display())]
    Foreign {
        /// Where.
        path: PathBuf,
    },
    /// The file is of a later version.
    #[error("{} is a tree of format {format}; this version reads {}", path.display(), super::store::FORMAT)]
    Newer {
        /// Where.
        path: PathBuf,
        /// Its format.
        format: u32,
    },
    /// Another process has it open.
    #[error("{}: another process has this tree open", path.display())]
    InUse {
        /// Where.
        path: PathBuf,
    },
    /// It is damaged.
    #[error("{} is damaged: {message}", path.display())]
    Damaged {
        /// Where.
        path: PathBuf,
        /// What is wrong, and where.
        message: String,
    },
    /// It is the tree of a game whose rules or notation were others.
    #[error("{} is not a tree of the game as it is here: {message}", path.display())]
    Unlike {
        /// Where.
        path: PathBuf,
        /// What differs.
        message: String,
    },
    /// It is the tree of another game or another start.
    #[error("{} is a tree of {found}, not of {wanted}", path.display())]
    Another {
        /// Where.
        path: PathBuf,
        /// The game and start in the file.
        found: String,
        /// The game and start that were asked for.
        wanted: String,
    },
    /// The system does not let us read or write it.
    #[error("{}: {error}", path.display())]
    File {
        /// Where.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// A tree of a finished game.
    #[error("the game is over at the start of the tree")]
    GameOver,
    /// Nothing can be proven where positions come back.
    #[error(
        "in {game} positions can come back, and a proof must not rest on a cycle: only books can be grown"
    )]
    Repeats {
        /// The game.
        game: String,
    },
    /// The target is none.
    #[error("{text:?} is not a value of {game}: {expected}")]
    Target {
        /// What was asked for.
        text: String,
        /// The game.
        game: String,
        /// What would be right.
        expected: &'static str,
    },
    /// What a certificate is to say is not proven.
    #[error("{} does not prove that; `tree prove` goes on with it", path.display())]
    NotProven {
        /// The tree.
        path: PathBuf,
    },
    /// A position is not in the tree.
    #[error("the position is not in the tree: it ends after {plies} of the moves")]
    Outside {
        /// After how many moves the tree ends.
        plies: usize,
    },
    /// The plain search contradicts the engine.
    #[error("the proof is wrong at {position}: the rules say otherwise")]
    Contradiction {
        /// The position.
        position: String,
    },
    /// A certificate cannot be read or does not hold.
    #[error("{}: {message}", path.display())]
    Certificate {
        /// Where.
        path: PathBuf,
        /// What is wrong, and where.
        message: String,
    },
    /// The game, or a search.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// A file of games.
    #[error(transparent)]
    Games(#[from] FileError),
    /// A thread.
    #[error(transparent)]
    Thread(#[from] ThreadRefused),
    /// The journal of a check.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The progress could not be shown.
    #[error("cannot write the output: {0}")]
    Show(#[source] io::Error),
    /// The connection to the process that owns a tree.
    #[error("the connection to the tree: {error}")]
    Link {
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// A worker elsewhere gave an answer that cannot be one.
    #[error("an answer that cannot be: {message}")]
    Answer {
        /// What is wrong with it.
        message: String,
    },
    /// A position ends the workers elsewhere that it is given to.
    #[error("{workers} workers were lost or failed with {position}, the last one: {last}")]
    Deadly {
        /// The position.
        position: String,
        /// How many workers.
        workers: usize,
        /// What became of the last one.
        last: String,
    },
    /// No worker will come any more.
    #[error("{message}")]
    NoWorkers {
        /// Why.
        message: String,
    },
    /// A worker has ended without a word.
    #[error("a panic in a worker of the tree")]
    Worker,
}

impl TreeError {
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> TreeError {
        let path = path.to_path_buf();
        move |error| TreeError::File { path: path.clone(), error }
    }
}
