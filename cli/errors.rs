//! How a command ends: its exit status, or one line on why it could not go on; and the exit codes.

use std::io;

use plyglot_bench::speed::SpeedError;
use plyglot_journal::journal::JournalError;
use plyglot_open::DoorError;
use plyglot_report::ReportError;
use plyglot_scaling::{CeilingError, DesignError, LabError, StudyError};
use plyglot_search::table::TableError;
use plyglot_search::{EngineError, ParseError, SearchError};
use plyglot_trace::TraceError;
use plyglot_trace::against::{Failure as Reason, Unfinished};
use thiserror::Error;

/// The exit status of a command that ran to its end, or was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    /// Everything as asked.
    Success,
    /// It ran, but an answer was wrong, a line was bad, a search failed, or a proof was not reached.
    Problems,
    /// The user stopped it before its end.
    Interrupted,
}

impl ExitStatus {
    pub(crate) fn code(self) -> u8 {
        match self {
            ExitStatus::Success => 0,
            ExitStatus::Problems => 1,
            ExitStatus::Interrupted => INTERRUPTED,
        }
    }
}

/// The exit code of an interrupted program, as shells count it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command could not go on, in one line.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// Bad arguments.
    #[error("{0}")]
    Usage(String),
    /// A game could not be opened, called or searched.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// A text that the option does not accept.
    #[error("{option}: {error}")]
    Text {
        /// The option that carried it.
        option: &'static str,
        /// What was wrong with it.
        error: ParseError,
    },
    /// A file that cannot be used.
    #[error("{path}: {message}")]
    File {
        /// The file.
        path: String,
        /// What was wrong with it.
        message: String,
    },
    /// A file could not be written.
    #[error("{path} could not be written: {message}")]
    NotWritten {
        /// The file.
        path: String,
        /// Why.
        message: String,
    },
    /// The system refused something.
    #[error("the system refused {what}: {error}")]
    System {
        /// What it refused.
        what: &'static str,
        /// What it said.
        error: String,
    },
    /// A program could not be timed.
    #[error(transparent)]
    Speed(#[from] SpeedError),
    /// The signature could not be measured.
    #[error(transparent)]
    Signature(#[from] plyglot_bench::SignatureError),
    /// A study of scaling cannot be made as it was asked for.
    #[error(transparent)]
    Design(#[from] DesignError),
    /// A study of scaling could not be finished.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(JournalError),
    /// The searches of a study cannot be made.
    #[error(transparent)]
    Lab(#[from] LabError),
    /// The machine's ceiling could not be measured.
    #[error(transparent)]
    Ceiling(#[from] CeilingError),
    /// A report could not be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A search cannot be traced.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// Two searches cannot be compared.
    #[error(transparent)]
    Against(#[from] Unfinished),
    /// Standard output cannot be written.
    #[error("cannot write the output: {}", plain(.0))]
    Output(#[from] io::Error),
    /// A mistake of the program itself.
    #[error("a panic in the code of the game or of plyglot: {0}")]
    Bug(String),
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::File { path, error } => {
                Failure::File { path: path.display().to_string(), message: plain(&error) }
            }
            other => Failure::Journal(other),
        }
    }
}

impl Failure {
    /// The failure for an error in what `option` carried: the option is named where the text was wrong.
    pub(crate) fn of_text(option: &'static str) -> impl Fn(DoorError) -> Failure {
        move |error| match error {
            DoorError::Text(error) => Failure::Text { option, error },
            other => other.into(),
        }
    }

    /// Writes to standard error what went wrong, unless the reader of the output has gone, and returns the
    /// exit code.
    pub(crate) fn report(&self) -> u8 {
        if self.is_cut_pipe() {
            return 0;
        }
        complain(&self.to_string());
        self.code()
    }

    /// True if the reader of the output has closed it, which is not a failure.
    fn is_cut_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    fn code(&self) -> u8 {
        match self {
            Failure::Usage(_)
            | Failure::Text { .. }
            | Failure::File { .. }
            | Failure::Design(_)
            | Failure::Journal(_)
            | Failure::Speed(SpeedError::Start { .. })
            | Failure::Lab(_)
            | Failure::Trace(TraceError::Request(_))
            | Failure::Against(Unfinished { why: Reason::Repetitions, .. })
            | Failure::Study(StudyError::Design(_))
            | Failure::Door(
                DoorError::Catalogue(_)
                | DoorError::Text(_)
                | DoorError::Option(_)
                | DoorError::Search(SearchError::Limit(_))
                | DoorError::Engine(
                    EngineError::Threads(_) | EngineError::Table(TableError::TooSmall { .. }),
                ),
            ) => 2,
            _ => 3,
        }
    }
}

/// An error in one line on standard error. If even that cannot be written, it is lost.
pub(crate) fn complain(message: &str) {
    note(&format!("error: {message}"));
}

/// One line on standard error that is not an error: which way was chosen, what was left out.
pub(crate) fn note(message: &str) {
    use io::Write;
    let line: String = message.split_inclusive('\n').map(|part| part.replace('\n', " ")).collect();
    let _ = writeln!(io::stderr(), "{}", line.trim_end());
}

/// The system's words without the error number that Rust appends.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_ascii_lowercase()
}
