//! Traces: a search as it ran, visit by visit, and where two searches part.

mod record;

pub use record::{Node, Recording};
