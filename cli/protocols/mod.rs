//! Protocols by which other programs use the engine, over standard input and output, or over another pair of ends.
//!
//! A protocol is a thin [`Protocol`](conversation::Protocol) over a [`Session`], which knows the game, the
//! engine and the search that runs. [`converse`] drives it: it waits for commands, for what the search
//! finds and for its end at the same time, so a protocol only has to translate. Whatever a protocol
//! writes goes out at once.
//!
//! [`serve`] is a protocol of its own: many searches at once, of several games, over several connections.

mod conversation;
mod ending;
mod nboard;
mod outlet;
mod reader;
mod running;
mod serve;
mod session;
#[cfg(test)]
mod test_game;
#[cfg(test)]
mod tests;
mod text;
mod ugi;

use std::io::{Read, Write};

use plyglot_games::catalogue::{Catalogue, CatalogueError};
use plyglot_open::DoorError;

use crate::args::{EngineOptions, ProtocolArgs, SetOptions};
use crate::errors::{ExitStatus, Failure};
use crate::protocols::conversation::converse;
use crate::protocols::nboard::NBoard;
pub(crate) use crate::protocols::serve::{answer, serve};
use crate::protocols::session::Session;
use crate::protocols::ugi::Ugi;

/// `ugi`: speaks UGI about a game until the other side ends the conversation.
pub(crate) fn ugi(
    catalogue: &Catalogue,
    args: &ProtocolArgs,
    input: impl Read + Send + 'static,
    out: impl Write + Send + 'static,
) -> Result<ExitStatus, Failure> {
    let game = args.options.open(catalogue, &args.game)?;
    let mut session = Session::new(game, &args.engine.config())?;
    converse(&mut session, &mut Ugi::default(), input, out)
}

/// `nboard`: speaks NBoard about Othello until the other side ends the conversation.
pub(crate) fn nboard(
    catalogue: &Catalogue,
    engine: &EngineOptions,
    options: &SetOptions,
    input: impl Read + Send + 'static,
    out: impl Write + Send + 'static,
) -> Result<ExitStatus, Failure> {
    let game = options.open(catalogue, "othello").map_err(|error| match error {
        Failure::Door(DoorError::Catalogue(error @ CatalogueError::UnknownGame { .. })) => {
            Failure::Usage(format!("nboard is a protocol for Othello, but {error}"))
        }
        other => other,
    })?;
    let mut session = Session::new(game, &engine.config())?;
    converse(&mut session, &mut NBoard::default(), input, out)
}
