//! JSON, one object a line, for other programs: the objects of [`plyglot_wire`], which `docs/json.md` documents.

use plyglot_wire::Error;

use crate::errors::{ExitStatus, Failure};
use crate::output::Output;

/// Writes the error object for a command on `game` that could not go on, where JSON was asked for, and
/// passes on how it ended: programs that read the output need to know as well; people read the line on
/// standard error.
pub(crate) fn with_error_object(
    outcome: Result<ExitStatus, Failure>,
    json: bool,
    game: &str,
) -> Result<ExitStatus, Failure> {
    match &outcome {
        Err(failure) if json && !matches!(failure, Failure::Output(_)) => {
            let mut output = Output::new();
            output.object(Error::of(game, &failure.message()).object())?;
            output.flush()?;
        }
        _ => {}
    }
    outcome
}
