//! A player that is a program of its own, spoken to over its standard input and output.
//!
//! It is started once for each thread of a match, in a process group of its own, so that Ctrl-C is not for it and
//! what it starts ends with it. One that ends, or does not answer, loses the game, and is started anew for the next.

mod conversation;
mod gtp;
mod nboard;
mod process;
mod spec;
mod ugi;
mod xboard;

use plyglot_open::Open;

use self::conversation::player;
use self::gtp::Gtp;
use self::nboard::NBoard;
use self::ugi::{Dialect, Ugi};
use self::xboard::XBoard;
use super::turn::{Player, PlayerError};
use crate::matches::control::Control;

pub use self::spec::{ProgramSpec, Protocol};

/// Starts the program.
pub(super) fn start(
    game: &dyn Open,
    spec: &ProgramSpec,
    control: Control,
) -> Result<Box<dyn Player>, PlayerError> {
    let start = game.start()?;
    match spec.protocol {
        Protocol::Ugi => player(Ugi::new(&start, spec, control, Dialect::UGI)?),
        Protocol::Uci => player(Ugi::new(&start, spec, control, Dialect::UCI)?),
        Protocol::NBoard => player(NBoard::new(&start, spec, control)?),
        Protocol::Gtp => player(Gtp::new(&start, spec, control)?),
        Protocol::XBoard => player(XBoard::new(&start, spec, control)?),
    }
}
