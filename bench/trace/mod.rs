//! Traces: a search as it ran, visit by visit, and where two searches differ.
//!
//! A search is watched by a [`Recording`], [`trace`] makes a [`Trace`] of it in the words of the
//! game, and that is written as [`text`], as a graph ([`dot`]) or as a page ([`html`]).

pub mod against;
mod boards;
mod by_engine;
pub mod dot;
pub mod html;
mod record;
mod request;
mod run;
mod scores;
mod tally;
pub mod text;
mod visits;
mod walk;
mod watching;

pub use record::{FirstMoves, Node, Recording};
pub use request::{Request, TraceError, Traced};
pub use run::trace;
pub use scores::{parse_window, window_text};
pub use tally::{Plies, Tally};
pub use visits::{SearchResult, Subject, Trace, VisitRecord, VisitResult, kind_text, why_text};
