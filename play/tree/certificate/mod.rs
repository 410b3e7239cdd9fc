//! A proof as a file of its own, and the check of it that needs no engine.
//!
//! A certificate says of one position that its value is at least or at most so much, and lists what that rests on and no
//! more. A record is a position with a bound and its reason:
//!
//! - one move of the side that the bound is for, after which a record or the end of the game says the same;
//! - all moves of the other side, after each of which one does;
//! - a leaf: a plain search of this many nodes finds it.
//!
//! So each record can be checked by itself, in any order and by any number of threads, or a sample of them. The
//! check ([`Certificate::check`]) uses the game's rules (moves, play, outcome), its texts of positions and moves, and the key that
//! positions have in common which a symmetry leads to; its search (`plain.rs`) is a page of its own. A wrong key could join
//! two positions that are not the same, which for a hash of 64 bits is as likely as such a hash allows; a game whose key is a
//! code leaves no such gap. `examples/certificate/` checks Connect Four in Python and shares nothing at all.
//!
//! Where positions can come back there are no certificates, so no record rests on itself.
//!
//! # The file
//! Lines of JSON, compressed in blocks that any reader of gzip takes as one file (`file.rs`). First the
//! [`Header`]; then the records as arrays, `["POSITION", ">=", 2, "MOVE"]`, `["POSITION", "<=", 2]` for all moves,
//! `["POSITION", ">=", 2, 814]` for a leaf; last a [`Footer`] with their number, so that a file that was cut is told from a
//! whole one. Values are the first player's: a margin, or 10000 for a win, 0, -10000.

mod check;
mod file;
mod journal;
mod plain;
mod read;
mod record;
mod write;

pub use self::check::{Check, Checked, Part};
pub use self::journal::Continued;
pub use self::read::Certificate;
pub use self::record::{Footer, Header};
pub use self::write::{Wanted, Written};

/// The text of the first block of a file, and what follows.
#[cfg(test)]
pub(super) fn block_of(bytes: &[u8]) -> Option<(String, &[u8])> {
    file::block(bytes)
}

/// A file of these lines.
#[cfg(test)]
pub(super) fn blocks_of(lines: &[String]) -> Vec<u8> {
    let mut blocks = file::Blocks::new(Vec::new());
    for line in lines {
        blocks.line(line).expect("memory");
    }
    blocks.finish().expect("memory").0
}
