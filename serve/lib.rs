//! Many searches at once: the [`queue`] of a service over one pool of threads and tables, the [`board`] in the
//! browser that speaks to it, and the [`farm`] that spreads a file of positions over many machines, and
//! the tools of an [`agent`].
//!
//! Nothing here knows a game or prints; `plyglot serve`, `plyglot board` and `plyglot farm` are the faces.

pub mod agent;
pub mod board;
pub mod farm;
pub mod queue;
mod spoken;
pub mod token;
