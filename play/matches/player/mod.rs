//! A player: something that chooses moves, an engine of this process or another program.

mod engine;
mod program;
mod spec;
mod turn;

pub use program::{ProgramSpec, Protocol};
pub use spec::{EngineSpec, Kind, PlayerSpec};
pub use turn::{Choice, Fault, FaultKind, Player, PlayerError, Trouble, Turn};
