//! What the protocols share, by which other programs use the engine over standard input and output, or over another
//! pair of ends: [`ugi`](crate::ugi), [`nboard`](crate::nboard) and, for its ends alone, [`serve`](crate::serve).
//!
//! A protocol is a thin [`Protocol`](conversation::Protocol) over a [`Session`](session::Session), which knows the
//! game, the engine and the search that runs. [`converse`](conversation::converse) drives it: it waits for commands,
//! for what the search finds and for its end at the same time, so a protocol only has to translate. Whatever a
//! protocol writes goes out at once.
//!
//! [`serve`](crate::serve) is a protocol of its own: many searches at once, of several games, over several
//! connections.

pub(crate) mod conversation;
mod outlet;
pub(crate) mod reader;
mod running;
pub(crate) mod session;
#[cfg(test)]
pub(crate) mod test_game;
#[cfg(test)]
mod tests;
pub(crate) mod text;
pub(crate) mod work;

use std::io::{self, IsTerminal};

use crate::errors::note;

/// Says on standard error what a protocol is to people who type at it.
pub(crate) fn note_on_terminal(text: &str) {
    if io::stdin().is_terminal() {
        note(text);
    }
}
