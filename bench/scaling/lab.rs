//! The seam through which a study measures, so that planning, resuming and statistics have exact
//! tests without an engine.

use plyglot_open::DoorError;
use thiserror::Error;

use super::sample::{PlannedSearch, Sample};

/// Where searches are made.
///
/// Under virtual time several threads may ask for searches at once; a search must not depend on
/// what was searched before it, or beside it.
pub trait Lab: Sync {
    /// Makes one search.
    ///
    /// # Errors
    /// See [`LabError`]. All but [`LabError::Stopped`] become a sample with the reason.
    fn run(&self, case: &PlannedSearch) -> Result<Sample, LabError>;

    /// The same number wherever searches mean the same; see [`plyglot_open::Open::fingerprint`].
    fn fingerprint(&self) -> u64 {
        0
    }

    /// What is wrong with a sample from a file, as one that this lab could have made. Its position is one
    /// of the design's.
    ///
    /// # Errors
    /// In a few words.
    fn check(&self, _sample: &Sample) -> Result<(), String> {
        Ok(())
    }
}

/// Why a search gave no sample.
#[derive(Debug, Error)]
pub enum LabError {
    /// It was stopped from outside.
    #[error("stopped")]
    Stopped,
    /// A position of the design is not a position of the game.
    #[error("position {name}: {error}")]
    Position {
        /// What the design calls it.
        name: String,
        /// What is wrong with it.
        error: DoorError,
    },
    /// The design has no such position.
    #[error("the design has no position {0}, counted from 0")]
    NoPosition(usize),
    /// The engine could not be made, or the search failed.
    #[error(transparent)]
    Door(#[from] DoorError),
}
