//! What `farm` has found: the sums of `merge`, how long it took, and where the results are.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use crate::format;
use crate::merge::Summary;

/// The fields of `farm`: those of `merge` and these.
#[derive(Debug, Serialize)]
pub(crate) struct FarmSummary<'a> {
    #[serde(flatten)]
    pub(crate) summary: Summary,
    /// How long the command took.
    pub(crate) seconds: f64,
    /// Where the results are.
    pub(crate) output: &'a Path,
}

impl FarmSummary<'_> {
    /// In a few lines.
    pub(crate) fn text(&self) -> String {
        let time = format::time(Duration::try_from_secs_f64(self.seconds).unwrap_or_default());
        format!("{}\n{} written in {time}", self.summary.text(), self.output.display())
    }

    pub(crate) fn json(&self) -> String {
        plyglot_wire::object("farm", self)
    }
}
