//! The folder of `--report`, and `bench report`, which makes its page again.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use plyglot_report::ReportError;

use crate::errors::{ExitStatus, Failure, note};

/// Make the pages of reports again from their data, in these folders and all below them.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  plyglot bench report bench/runs")]
pub(crate) struct ReportArgs {
    /// A folder of --report, or one above several.
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
}

/// Makes the pages of reports from their data.
pub(super) fn run(args: &ReportArgs) -> Result<ExitStatus, Failure> {
    for folder in &args.folders {
        let made = plyglot_report::again(folder)?;
        if made.is_empty() {
            let message = format!("{}: no data.json or claims.json of a report", folder.display());
            return Err(Failure::Usage(message));
        }
        made.iter().for_each(|dir| written(dir));
    }
    Ok(ExitStatus::Success)
}

/// Makes the folder, if one was asked for: one that cannot be made is reported before hours of measuring,
/// not after.
pub(super) fn prepare(dir: Option<&PathBuf>) -> Result<(), Failure> {
    let Some(dir) = dir else { return Ok(()) };
    let failed = |source| ReportError::Folder { path: dir.clone(), source };
    Ok(fs::create_dir_all(dir).map_err(failed)?)
}

/// Notes where the page is.
pub(super) fn written(dir: &Path) {
    note(&format!("report written to {}", dir.join("index.html").display()));
}
