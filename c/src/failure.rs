//! What went wrong: a status for programs, a text for people, kept for each thread until its next failure.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use plyglot_open::DoorError;
use plyglot_search::{LimitError, SearchError, panic_message};

use crate::inside;

/// How a call ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(non_camel_case_types, reason = "as C has them")]
pub enum Status {
    /// It has done what was asked.
    PLYGLOT_OK = 0,
    /// A pointer is null that must not be.
    PLYGLOT_NULL = 1,
    /// A text is not UTF-8.
    PLYGLOT_NOT_UTF8 = 2,
    /// The field `size` of a struct is not its size.
    PLYGLOT_SIZE = 3,
    /// There is no such game, or not in that size.
    PLYGLOT_UNKNOWN_GAME = 4,
    /// An option of a game cannot be set so.
    PLYGLOT_OPTION = 5,
    /// A text is not a position, or not a legal move.
    PLYGLOT_TEXT = 6,
    /// A position is of another game.
    PLYGLOT_FOREIGN = 7,
    /// A limit, or another number, makes no sense.
    PLYGLOT_LIMIT = 8,
    /// The engine cannot be made so: threads, memory.
    PLYGLOT_ENGINE = 9,
    /// The engine is searching.
    PLYGLOT_BUSY = 10,
    /// It has not ended in that time.
    PLYGLOT_TIMEOUT = 11,
    /// A function of a game in C has done what it must not do, or a built-in game has failed.
    PLYGLOT_GAME = 12,
    /// A call where it must not come from: by a function of a game, or by the listener of the search itself.
    PLYGLOT_MISUSE = 13,
    /// A mistake of the library.
    PLYGLOT_BUG = 14,
}

/// Why a call did not do what was asked.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    status: Status,
    text: String,
}

impl Failure {
    pub(crate) fn new(status: Status, text: impl Display) -> Failure {
        Failure { status, text: text.to_string() }
    }

    /// The argument, or field, of this name is null.
    pub(crate) fn null(name: &str) -> Failure {
        Failure::new(Status::PLYGLOT_NULL, format_args!("`{name}` is null"))
    }
}

impl From<LimitError> for Failure {
    fn from(error: LimitError) -> Failure {
        Failure::new(Status::PLYGLOT_LIMIT, error)
    }
}

impl From<DoorError> for Failure {
    fn from(error: DoorError) -> Failure {
        let status = match &error {
            DoorError::Catalogue(_) => Status::PLYGLOT_UNKNOWN_GAME,
            DoorError::Text(_) | DoorError::Illegal(_) => Status::PLYGLOT_TEXT,
            DoorError::Foreign => Status::PLYGLOT_FOREIGN,
            DoorError::Option(_) => Status::PLYGLOT_OPTION,
            DoorError::Search(SearchError::Limit(_)) => Status::PLYGLOT_LIMIT,
            DoorError::Panicked(_) | DoorError::Endings(_) => Status::PLYGLOT_GAME,
            DoorError::Search(SearchError::GamePanicked { .. } | SearchError::NoMoves { .. }) => {
                Status::PLYGLOT_GAME
            }
            DoorError::Engine(_) | DoorError::Search(_) => Status::PLYGLOT_ENGINE,
            DoorError::Bug(_) => Status::PLYGLOT_BUG,
        };
        Failure::new(status, error)
    }
}

thread_local! {
    static LAST: RefCell<(Status, CString)> =
        RefCell::new((Status::PLYGLOT_OK, CString::default()));
}

/// A text as C has it. Nothing that the library says has a NUL within.
pub(crate) fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', " ")).unwrap_or_default()
}

/// Runs what a function of the border does. No panic passes here: it is a failure, as any other.
pub(crate) fn border(work: impl FnOnce() -> Result<(), Failure>) -> Status {
    // What a panic leaves half done is dropped with it, or is behind a lock that does not mind.
    let done = catch_unwind(AssertUnwindSafe(|| inside::refused().and_then(|()| work())));
    let failure = match done {
        Ok(Ok(())) => return Status::PLYGLOT_OK,
        Ok(Err(failure)) => failure,
        Err(payload) => Failure::new(Status::PLYGLOT_BUG, panic_message(payload)),
    };
    let status = failure.status;
    // A thread that ends has no last error any more.
    let _ = LAST.try_with(|last| last.replace((status, c_text(&failure.text))));
    status
}

/// The status and the text of the last failure of this thread; the text stays until the next one.
pub(crate) fn last() -> (Status, *const c_char) {
    let read = |last: &RefCell<(Status, CString)>| {
        let last = last.borrow();
        (last.0, last.1.as_ptr())
    };
    LAST.try_with(read).unwrap_or((Status::PLYGLOT_OK, c"".as_ptr()))
}
