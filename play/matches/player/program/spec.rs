//! Which program plays, and the language that it speaks.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use plyglot_open::DoorError;
use serde::Serialize;

/// A language that programs speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The universal game interface.
    #[default]
    Ugi,
    /// That of chess programs, for any game that is written in its words.
    Uci,
    /// That of Othello programs.
    NBoard,
    /// The Go text protocol, for any game on its board.
    Gtp,
    /// That of older chess programs.
    XBoard,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Protocol; 5] =
        [Protocol::Ugi, Protocol::Uci, Protocol::NBoard, Protocol::Gtp, Protocol::XBoard];

    /// True if a program is told options by their names.
    pub fn has_options(self) -> bool {
        matches!(self, Protocol::Ugi | Protocol::Uci | Protocol::XBoard)
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Protocol::Ugi => "ugi",
            Protocol::Uci => "uci",
            Protocol::NBoard => "nboard",
            Protocol::Gtp => "gtp",
            Protocol::XBoard => "xboard",
        })
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(name: &str) -> Result<Protocol, String> {
        let found = Protocol::ALL.into_iter().find(|known| known.to_string() == name);
        found.ok_or_else(|| {
            let known = Protocol::ALL.map(|known| known.to_string()).join(", ");
            format!("unknown protocol {name:?}; expected one of {known}")
        })
    }
}

/// A program that plays.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramSpec {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The language that it speaks.
    pub protocol: Protocol,
    /// How long an answer may take; where the player has a time, how much longer than that.
    pub timeout: Duration,
    /// How many processors it keeps busy.
    pub threads: usize,
    /// What is set before the first game, names before values.
    pub options: Vec<(String, String)>,
}

/// What a program's position or moves are as text; a panic in the game's code is not the program's fault, but has
/// to be reported as something.
pub(super) fn in_words(error: &DoorError) -> String {
    format!("the game failed: {error}")
}
