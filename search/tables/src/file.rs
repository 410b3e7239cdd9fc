//! What a file of a table is, and why one is refused.
//!
//! ```text
//! magic 16 | version u32 | length u32 | header (text, a line for each key) |
//! blocks, packed | for each block its length u32, its first key u64 where there are keys | check u64 | end 8
//! ```
//!
//! All numbers are little-endian, and all lengths are held against that of the file before anything is allocated for
//! them. The check goes over all that stands before it, and the end tells a whole file from one that is cut off; it tells damage and is no protection against forgery. It is
//! compared when a file is opened, at about a gigabyte a second.

use plyglot_search::Score;
use thiserror::Error;

/// What the names of files of tables end with.
pub const EXTENSION: &str = "endings";
/// The version of the format that is written and read.
pub const VERSION: u32 = 1;
pub(crate) const MAGIC: &[u8; 16] = b"plyglot endings\n";
/// What every whole file ends with.
pub(crate) const END: &[u8; 8] = b"the end\n";
/// The longest header.
pub(crate) const MOST_HEADER: usize = 1 << 20;

/// Why a table is refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TableError {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// It is something else.
    #[error("not a table of plyglot")]
    Foreign,
    /// It was written in another form.
    #[error("a table in version {0} of the format; this is version {VERSION}")]
    Version(u32),
    /// It ends too early.
    #[error("a table that is cut off after {0} bytes")]
    Cut(u64),
    /// Its contents are not those that were written.
    #[error("a table that is damaged: {0}")]
    Damaged(&'static str),
    /// It is for another game, or for another size of it.
    #[error("a table for {found}, not for {wanted}")]
    Game {
        /// The game of the file.
        found: String,
        /// The game that it was to be used for.
        wanted: String,
    },
    /// The game numbers its endings otherwise, or has other rules.
    #[error(
        "a table for other rules of {game} (hash {found:016x}; this version has {wanted:016x}): make it again"
    )]
    Rules {
        /// The game.
        game: String,
        /// The hash of the rules in the file.
        found: u64,
        /// The hash of the rules here.
        wanted: u64,
    },
    /// The game has no such class.
    #[error("a table of the class {class:?}, which {game} does not have")]
    Class {
        /// The game.
        game: String,
        /// The class of the file.
        class: String,
    },
}

/// How the positions of a table are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// By their numbers in a class of the game.
    Class,
    /// By their keys: all that a position leads to.
    From {
        /// The position, as text.
        position: String,
    },
}

/// What a file says of its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The game with its size: `draughts`, `connect4:5x5`.
    pub game: String,
    /// The name of the class; it is also that of the file.
    pub class: String,
    /// How its positions are found.
    pub content: Content,
    /// A hash of what the rules make of the positions.
    pub rules: u64,
    /// How many numbers or keys there are.
    pub entries: u64,
    /// How many positions there are: numbers that stand for none are left out.
    pub positions: u64,
    /// The values that occur, without order.
    pub values: Vec<Score>,
}

impl About {
    pub(crate) fn text(&self) -> String {
        let About { game, class, rules, entries, positions, .. } = self;
        let from = match &self.content {
            Content::Class => String::new(),
            Content::From { position } => format!("from {}\n", line(position)),
        };
        let values: Vec<String> = self.values.iter().map(|value| value.raw().to_string()).collect();
        format!(
            "game {}\nclass {class}\n{from}rules {rules:016x}\nentries {entries}\npositions {positions}\nvalues {}\n",
            line(game),
            values.join(" ")
        )
    }

    pub(crate) fn read(text: &str) -> Result<About, TableError> {
        const MISSING: TableError = TableError::Damaged("a line of its header is missing");
        const NUMBER: TableError = TableError::Damaged("a number of its header is not one");
        let value =
            |key: &str| text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
        let needed = |key| value(key).ok_or(MISSING);
        let number = |key| needed(key)?.parse::<u64>().map_err(|_| NUMBER);
        let score = |word: &str| {
            let raw: i32 = word.parse().map_err(|_| NUMBER)?;
            if raw.abs() < Score::INFINITY.raw() { Ok(Score::from_raw(raw)) } else { Err(NUMBER) }
        };
        let class = needed("class")?;
        if !is_name(class) {
            return Err(TableError::Damaged("its class has no usable name"));
        }
        Ok(About {
            game: needed("game")?.into(),
            class: class.into(),
            content: match value("from") {
                Some(position) => Content::From { position: position.into() },
                None => Content::Class,
            },
            rules: u64::from_str_radix(needed("rules")?, 16).map_err(|_| NUMBER)?,
            entries: number("entries")?,
            positions: number("positions")?,
            values: needed("values")?.split_whitespace().map(score).collect::<Result<_, _>>()?,
        })
    }

    /// The name of the file.
    pub fn file_name(&self) -> String {
        format!("{}.{EXTENSION}", self.class)
    }
}

/// True of a name that a file may bear on every system.
pub(crate) fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !name.is_empty() && name.len() <= 100 && name.chars().all(plain)
}

/// A text as it stands in a line of a header.
fn line(text: &str) -> String {
    text.split(['\n', '\r']).collect::<Vec<_>>().join(" ")
}
