//! How a command ends: its exit status, or one line on why it could not go on; and the exit codes.

mod from;

use std::error::Error;
use std::{io, iter};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use plyglot_bench::ablation::AblationError;
use plyglot_bench::scaling::{CeilingError, DesignError, LabError, StudyError};
use plyglot_bench::speed::SpeedError;
use plyglot_bench::trace::TraceError;
use plyglot_bench::trace::against::{Failure as Reason, Unfinished};
use plyglot_open::DoorError;
use plyglot_play::matches::MatchError;
use plyglot_play::tables::MakeError;
use plyglot_play::train::TrainError;
use plyglot_play::tree::TreeError;
use plyglot_play::tune::TuneError;
use plyglot_report::ReportError;
use plyglot_search::table::TableError;
use plyglot_search::{EngineError, ParseError, SearchError};
use plyglot_serve::farm::merge::MergeError;
use plyglot_serve::farm::part::PartError;
use plyglot_serve::farm::run::FarmError;
use plyglot_serve::farm::tree::hello::JoinError;
use plyglot_serve::queue::ServiceError;
use plyglot_wire::journal::JournalError;
use plyglot_wire::read::{FileError, did_you_mean};

use crate::format;
use crate::output::width;

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
#[derive(Debug, thiserror::Error)]
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
    /// A file of positions or games that cannot be read.
    #[error(transparent)]
    Read(FileError),
    /// A file that the system does not let us read or make.
    #[error("{path}: {}", plain(.error))]
    Unusable {
        /// The file.
        path: String,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// A file could not be written.
    #[error("{path} could not be written: {}", plain(.error))]
    NotWritten {
        /// The file.
        path: String,
        /// Why.
        #[source]
        error: io::Error,
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
    /// A match cannot be played or go on.
    #[error(transparent)]
    Match(MatchError),
    /// A part of a file that a farm has prepared cannot be searched.
    #[error(transparent)]
    Part(PartError),
    /// A farm cannot begin or go on.
    #[error(transparent)]
    Farm(FarmError),
    /// Results cannot be merged.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// An ablation cannot be made or go on.
    #[error(transparent)]
    Ablation(AblationError),
    /// A training cannot begin or go on.
    #[error(transparent)]
    Train(TrainError),
    /// A tree cannot be opened, grown or checked.
    #[error(transparent)]
    Tree(TreeError),
    /// A worker cannot work on a tree.
    #[error(transparent)]
    Join(#[from] JoinError),
    /// A tuning cannot begin or go on.
    #[error(transparent)]
    Tune(TuneError),
    /// Tables of endgames cannot be made or checked.
    #[error(transparent)]
    Tables(MakeError),
    /// A service could not be started.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// Standard output cannot be written.
    #[error("cannot write the output: {}", plain(.0))]
    Output(#[from] io::Error),
    /// A mistake of the program itself.
    #[error("a panic in the code of the game or of plyglot: {0}")]
    Bug(String),
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
        complain(&self.message());
        self.code()
    }

    /// What went wrong, in one line for people: without the system's error numbers, and with the name that was
    /// probably meant where one is refused.
    pub(crate) fn message(&self) -> String {
        let text = without_numbers(&self.to_string());
        let meant = meant(&text);
        text + &meant
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
            | Failure::Read(_)
            | Failure::Design(_)
            | Failure::Speed(SpeedError::Start { .. })
            | Failure::Lab(_)
            | Failure::Report(ReportError::Read { .. })
            | Failure::Service(ServiceError::Hash { .. } | ServiceError::Scheme(_))
            | Failure::Trace(TraceError::Request(_))
            | Failure::Merge(
                MergeError::Line { .. } | MergeError::Differs { .. } | MergeError::Nothing { .. },
            )
            | Failure::Match(MatchError::NoOpening { .. })
            | Failure::Ablation(AblationError::NoPositions | AblationError::TooDeep { .. })
            | Failure::Train(_)
            | Failure::Tune(_)
            | Failure::Tables(
                MakeError::Repetition(_)
                | MakeError::NoClasses(_)
                | MakeError::TooLarge(_)
                | MakeError::InUse(_)
                | MakeError::File(_),
            )
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
            Failure::Farm(
                FarmError::Foreign { .. } | FarmError::InUse { .. } | FarmError::NoRunner(_),
            ) => 2,
            Failure::Part(_) => 2,
            Failure::Tree(
                TreeError::Worker
                | TreeError::Contradiction { .. }
                | TreeError::Link { .. }
                | TreeError::Answer { .. }
                | TreeError::Deadly { .. }
                | TreeError::NoWorkers { .. },
            ) => 3,
            Failure::Tree(_) | Failure::Join(_) => 2,
            Failure::Journal(error) => code_of(error).unwrap_or(2),
            Failure::Output(_) => 3,
            other => code_of(other).unwrap_or(3),
        }
    }
}

/// The exit code of what the system refused, if that is behind an error: a place that does not exist or may
/// not be used was named by the user; a full disk or a device that fails was not.
fn code_of(error: &(dyn Error + 'static)) -> Option<u8> {
    use io::ErrorKind::{
        AlreadyExists, InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound,
        PermissionDenied, ReadOnlyFilesystem,
    };
    let mut causes = iter::successors(Some(error), |&error| error.source());
    let refused = causes.find_map(|cause| cause.downcast_ref::<io::Error>())?;
    let named = matches!(
        refused.kind(),
        AlreadyExists
            | InvalidFilename
            | InvalidInput
            | IsADirectory
            | NotADirectory
            | NotFound
            | PermissionDenied
            | ReadOnlyFilesystem
    );
    Some(if named { 2 } else { 3 })
}

/// An error in one line on standard error. If even that cannot be written, it is lost.
pub(crate) fn complain(message: &str) {
    let colours = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    let style = if colours { AnsiColor::Red.on_default().bold() } else { Style::new() };
    note(&format!("{style}error:{style:#} {message}"));
}

/// One line on standard error that is not an error: which way was chosen, what was left out.
pub(crate) fn note(message: &str) {
    use io::Write;
    let errors = io::stderr();
    let line = message.replace('\n', " ");
    let _ = writeln!(&errors, "{}", format::folded(line.trim_end(), width(&errors)));
}

/// The system's words without the error number that Rust appends.
pub(crate) fn plain(error: &io::Error) -> String {
    without_numbers(&error.to_string()).to_ascii_lowercase()
}

/// A message without the numbers of the system's errors, ` (os error 17)`.
fn without_numbers(text: &str) -> String {
    let mut parts = text.split(" (os error ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(')');
        text + rest.unwrap_or(part)
    })
}

/// The question for the name behind a refusal, `unknown X "y"; expected one of a, b`; nothing behind any other
/// message.
fn meant(refusal: &str) -> String {
    let Some((unknown, known)) = refusal.split_once("\"; expected one of ") else {
        return String::new();
    };
    match unknown.rsplit_once('"') {
        Some((_, name)) if !known.contains('?') => did_you_mean(name, known.split(", ")),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_system_errors_are_left_out() {
        assert_eq!(without_numbers("x: File exists (os error 17)"), "x: File exists");
        assert_eq!(without_numbers("a (os error 2), b (os error 13)!"), "a, b!");
        assert_eq!(without_numbers("nothing"), "nothing");
    }

    #[test]
    fn a_name_that_is_like_a_known_one_is_asked_for() {
        let ask = |name| did_you_mean(name, ["othello", "connect4", "kalah"].into_iter());
        assert_eq!(ask("othelo"), "; did you mean \"othello\"?");
        assert_eq!(ask("Conect4"), "; did you mean \"connect4\"?");
        assert_eq!(ask("shogi"), "");
        let refusal = "--x: unknown scheme \"lasy\"; expected one of abdada, lazy, root-splitting";
        assert_eq!(meant(refusal), "; did you mean \"lazy\"?");
        assert_eq!(meant("\"a1\" is not a legal move: the legal moves are a2"), "");
        assert_eq!(ask(""), "");
    }

    #[test]
    fn a_place_that_was_named_is_an_argument_and_a_full_disk_is_not() {
        let code = |kind: io::ErrorKind| {
            Failure::NotWritten { path: "x".into(), error: kind.into() }.code()
        };
        assert_eq!(code(io::ErrorKind::NotFound), 2);
        assert_eq!(code(io::ErrorKind::PermissionDenied), 2);
        assert_eq!(code(io::ErrorKind::StorageFull), 3);
        assert_eq!(Failure::Output(io::ErrorKind::StorageFull.into()).code(), 3);
        assert_eq!(Failure::Bug("x".into()).code(), 3);
    }
}
