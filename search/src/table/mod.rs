//! The shared lock-free transposition table.

use thiserror::Error;

/// Why a table could not be had.
#[derive(Debug, Error)]
#[error("no table of {bytes} bytes")]
pub struct TableError {
    /// The size that was asked for.
    pub bytes: usize,
}
