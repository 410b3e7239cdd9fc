//! What is read: values of options, positions and moves, files and their lines. Used by
//! arguments and commands; depends on neither.

mod files;
pub(crate) mod ggf;
mod positions;
pub(crate) mod records;
pub(crate) mod values;

pub(crate) use files::read;
pub(crate) use positions::{named, position, root_moves};
