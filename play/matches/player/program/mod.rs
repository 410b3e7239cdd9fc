//! A player that is a program of its own, spoken to over its standard input and output.
//!
//! It is started once for each thread of a match, in a process group of its own, so that Ctrl-C is not for it and
//! what it starts ends with it. One that ends, or does not answer, loses the game, and is started anew for the next.

mod gtp;
mod nboard;
mod process;
mod spec;
mod ugi;
mod xboard;

use plyglot_open::Open;

use self::gtp::GtpPlayer;
use self::nboard::NBoardPlayer;
use self::ugi::{Dialect, UgiPlayer};
use self::xboard::XBoardPlayer;
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
    Ok(match spec.protocol {
        Protocol::Ugi => Box::new(UgiPlayer::start(&start, spec, control, Dialect::UGI)?),
        Protocol::Uci => Box::new(UgiPlayer::start(&start, spec, control, Dialect::UCI)?),
        Protocol::NBoard => Box::new(NBoardPlayer::start(&start, spec, control)?),
        Protocol::Gtp => Box::new(GtpPlayer::start(&start, spec, control)?),
        Protocol::XBoard => Box::new(XBoardPlayer::start(&start, spec, control)?),
    })
}
