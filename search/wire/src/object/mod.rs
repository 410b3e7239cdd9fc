//! What the program says of searches, once: the objects of `docs/json.md` as types.
//!
//! The terminal, `--json`, the service, the page, UGI and NBoard, journals and Python show what is said here: a
//! score with its text ([`Score`]), a line ([`Line`]), what a search has spent ([`Effort`]), all that is said of a
//! running or ended search ([`Info`]), how it ended ([`Ended`]), the known answer and whether it agrees
//! ([`Answer`]), how a game ended ([`Over`]), what is counted on the board ([`Count`]), which games there are and what is
//! known of one ([`Games`], [`Game`]), what tables of endgames say of every move ([`TabledMove`]), what a tree on disk knows ([`Tree`]), what went wrong ([`Error`]). A new field of a result is a field of
//! the engine's report, of one of these, and a row of that page.
//!
//! Everything is made from what the door gives and holds texts of its own: some microseconds and a few short
//! allocations an object, once for each that is shown. Nothing is printed here.

mod answer;
mod count;
mod games;
mod over;
mod score;
mod search;
mod table;
mod tabled;
mod tree;
mod words;

use plyglot_search::{quoted, shortened};
use serde::{Serialize, Serializer};

use crate::read::Source;

pub use answer::{Agreement, Answer, result_word};
pub use count::Count;
pub use games::{Example, Game, GameOption, Games, Listed};
pub use over::Over;
pub use score::{Score, Value};
pub use search::{Effort, Info, Line, ProvenBetween, between, milliseconds, rate};
pub use table::{MadeTable, Table, TableCheck, TableCost, TableSpeed};
pub use tabled::TabledMove;
pub use tree::{
    Behind, Certificate, Known, ThinPlace, Tree, TreeGrown, TreeImported, TreeMove, TreePosition,
};
pub use words::{Ended, Kind};

/// The version of the fields of all objects. It is raised when a field is removed or changes its meaning; a new
/// field does not raise it, so readers should ignore fields that they do not know.
pub const SCHEMA: u32 = 2;

#[derive(Serialize)]
struct Object<'a, I, T> {
    #[serde(rename = "type")]
    kind: &'a str,
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<I>,
    #[serde(flatten)]
    fields: &'a T,
}

/// An object of this `type` as one line of text: its `type`, the [`SCHEMA`], then its fields.
///
/// # Panics
/// If the fields cannot be written as JSON, which is a mistake in their type: a map whose keys are no texts.
pub fn object(kind: &str, fields: &impl Serialize) -> String {
    written(kind, None::<()>, fields)
}

/// Likewise, with the `id` of the request that it answers after the schema.
///
/// # Panics
/// See [`object()`].
pub fn answer(kind: &str, id: impl Serialize, fields: &impl Serialize) -> String {
    written(kind, Some(id), fields)
}

fn written(kind: &str, id: Option<impl Serialize>, fields: &impl Serialize) -> String {
    serde_json::to_string(&Object { kind, schema: SCHEMA, id, fields })
        .expect("these objects have only text keys")
}

/// The fields that say what of a file an object is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SourceFields {
    /// The line, from 1.
    pub source_line: Option<usize>,
    /// Which of the games of that line, from 1, only where it has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_game: Option<usize>,
}

impl From<Option<Source>> for SourceFields {
    fn from(source: Option<Source>) -> SourceFields {
        SourceFields {
            source_line: source.map(|source| source.line),
            source_game: source.and_then(|source| source.game),
        }
    }
}

/// The fields of `error`: what was wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Error<'a> {
    /// The game, as it was given; `None` where none was named. A long text is shortened.
    #[serde(serialize_with = "game")]
    pub game: Option<&'a str>,
    /// What of the file, or of the input, it is about.
    #[serde(flatten)]
    pub source: SourceFields,
    /// What was wrong and where, in one line. A long text is shortened: an error that repeats what was asked is not as
    /// long as that.
    #[serde(serialize_with = "message")]
    pub message: &'a str,
}

/// The longest message of an error, in bytes.
const LONGEST: usize = 2_000;

fn game<S: Serializer>(game: &Option<&str>, to: S) -> Result<S::Ok, S::Error> {
    game.map(quoted).serialize(to)
}

fn message<S: Serializer>(message: &str, to: S) -> Result<S::Ok, S::Error> {
    shortened(message, LONGEST).serialize(to)
}

impl<'a> Error<'a> {
    /// About a command, a request or a search of `game`.
    pub fn of(game: &'a str, message: &'a str) -> Error<'a> {
        Error { game: Some(game), source: SourceFields::default(), message }
    }

    /// About a line of a file, or a game of one.
    pub fn in_line(game: &'a str, source: Source, message: &'a str) -> Error<'a> {
        Error { source: Some(source).into(), ..Error::of(game, message) }
    }

    /// The object.
    pub fn object(&self) -> String {
        object("error", self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Fields {
        share: f64,
        text: Option<&'static str>,
        #[serde(flatten)]
        more: More,
    }

    #[derive(Serialize)]
    struct More {
        count: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        turn: Option<u64>,
    }

    #[test]
    fn an_object_begins_with_its_type_and_the_schema() {
        let fields = Fields { share: 0.5, text: None, more: More { count: u64::MAX, turn: None } };
        let rest = "\"share\":0.5,\"text\":null,\"count\":18446744073709551615}";
        assert_eq!(object("cell", &fields), format!("{{\"type\":\"cell\",\"schema\":2,{rest}"));
        let of = |id: Option<u32>| answer("cell", id, &fields);
        assert_eq!(of(Some(7)), format!("{{\"type\":\"cell\",\"schema\":2,\"id\":7,{rest}"));
        assert_eq!(of(None), format!("{{\"type\":\"cell\",\"schema\":2,\"id\":null,{rest}"));
    }

    #[test]
    fn an_error_is_not_as_long_as_what_it_quotes() {
        let long = "x".repeat(1 << 20);
        assert!(Error::of(&long, &long).object().len() < 3_000);
    }

    #[test]
    fn an_error_names_its_game_and_line() {
        assert_eq!(
            Error::in_line("othello", Source::line(3), "no such move").object(),
            "{\"type\":\"error\",\"schema\":2,\"game\":\"othello\",\"source_line\":3,\
             \"message\":\"no such move\"}"
        );
    }
}
