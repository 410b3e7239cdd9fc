//! What a line asks for.

use std::time::Duration;

use plyglot_search::Config;
use plyglot_serve::queue::Query;
use plyglot_wire::read::Texts;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::serve::fields::Fields;

/// The commands, for the answer to an unknown one.
const COMMANDS: &str = "search, cancel, status, games, game, quit, hello";

/// The fields of a search.
const OF_SEARCH: [&str; 14] = [
    "id",
    "command",
    "game",
    "set",
    "position",
    "moves",
    "root_moves",
    "limits",
    "lines",
    "priority",
    "threads",
    "fresh",
    "report_ms",
    "deadline_ms",
];

/// How many values the objects and arrays of a request may have: a game of 4,000 moves has less than half of it. Each
/// takes many times the bytes that it has in the text.
const MOST_VALUES: usize = 10_000;

/// The longest id, in bytes: it is repeated with every answer.
const LONGEST_ID: usize = 256;

/// By what the other side knows a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub(super) enum Id {
    Text(String),
    Number(i64),
}

/// What a line asks for.
#[derive(Debug)]
pub(super) enum Request {
    Search {
        id: Id,
        search: Box<Search>,
    },
    /// Of one search, or of all of the connection.
    Cancel {
        id: Option<Id>,
    },
    Status {
        id: Option<Id>,
    },
    Games {
        id: Option<Id>,
    },
    /// About one of them.
    Game {
        id: Option<Id>,
        game: String,
    },
    Quit,
    /// What a connection begins with where a token is needed.
    Hello {
        id: Option<Id>,
        token: Option<String>,
    },
}

/// What a search is asked, as texts: nothing of it is known to be possible.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) game: String,
    pub(super) set: Vec<(String, String)>,
    pub(super) position: Option<String>,
    pub(super) moves: Option<Texts>,
    pub(super) root_moves: Option<Texts>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) solve: bool,
    pub(super) lines: usize,
    pub(super) priority: i32,
    pub(super) threads: Option<usize>,
    pub(super) fresh: bool,
    pub(super) report_every: Option<Duration>,
    pub(super) deadline: Option<Duration>,
}

/// Why a line is no request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// Its id, if it has one.
    pub(super) id: Option<Id>,
    /// The game that it names, if it does.
    pub(super) game: Option<String>,
    pub(super) message: String,
}

impl Request {
    /// Reads a line.
    pub(super) fn parse(line: &str) -> Result<Request, Refusal> {
        let refused = |message| Refusal { id: None, game: None, message };
        if values(line) > MOST_VALUES {
            return Err(refused(format!("a request of at most {MOST_VALUES} values is read")));
        }
        let map = match serde_json::from_str(line) {
            Ok(Value::Object(map)) => map,
            Ok(_) => return Err(refused("a request is a JSON object, {...}".into())),
            Err(error) => {
                let column = error.column();
                let text = error.to_string();
                let what = text.split(" at line ").next().unwrap_or(&text);
                return Err(refused(format!("not JSON: {what} at column {column}")));
            }
        };
        let game = map.get("game").and_then(Value::as_str).map(String::from);
        let id = id(&map).map_err(|message| Refusal { id: None, game: game.clone(), message })?;
        Request::of(id.clone(), Fields::new(map)).map_err(|message| Refusal { id, game, message })
    }

    fn of(id: Option<Id>, mut fields: Fields) -> Result<Request, String> {
        let Some(command) = fields.text("command")? else {
            return Err(format!("a command is needed; expected one of {COMMANDS}"));
        };
        // Commands that take nothing but an id.
        let alone = |request| fields.only(&["id", "command"], &command).map(|()| request);
        match command.as_str() {
            "search" => {
                let Some(id) = id else { return Err("search: an id is needed".into()) };
                Ok(Request::Search { id, search: Box::new(Search::of(fields)?) })
            }
            "cancel" => alone(Request::Cancel { id }),
            "status" => alone(Request::Status { id }),
            "games" => alone(Request::Games { id }),
            "game" => {
                fields.only(&["id", "command", "game"], &command)?;
                match fields.text("game")? {
                    Some(game) => Ok(Request::Game { id, game }),
                    None => Err("game: a game is needed".into()),
                }
            }
            "quit" => alone(Request::Quit),
            "hello" => {
                fields.only(&["id", "command", "token"], &command)?;
                Ok(Request::Hello { id, token: fields.text("token")? })
            }
            _ => {
                let command = super::fields::shortened(&format!("{command:?}"));
                Err(format!("unknown command {command}; expected one of {COMMANDS}"))
            }
        }
    }
}

impl Search {
    fn of(mut fields: Fields) -> Result<Search, String> {
        fields.only(&OF_SEARCH, "search")?;
        let Some(game) = fields.text("game")? else {
            return Err("search: a game is needed".into());
        };
        let set = fields.object("set", "set.")?.map_or(Ok(Vec::new()), Fields::pairs)?;
        let mut search = Search {
            game,
            set,
            position: fields.text("position")?,
            moves: fields.texts("moves")?,
            root_moves: fields.texts("root_moves")?,
            depth: None,
            nodes: None,
            time: None,
            solve: false,
            lines: fields.whole("lines", 1..=1000)?.unwrap_or(1),
            priority: fields.whole("priority", Query::PRIORITIES)?.unwrap_or(0),
            threads: fields.whole("threads", 1..=Config::MAX_THREADS)?,
            fresh: fields.flag("fresh")?,
            report_every: fields.time("report_ms")?,
            deadline: fields.time("deadline_ms")?,
        };
        if let Some(mut limits) = fields.object("limits", "limits.")? {
            limits.only(&["time_ms", "depth", "nodes", "solve"], "limits")?;
            search.time = limits.time("time_ms")?;
            search.depth = limits.whole("depth", 1..=u32::MAX)?;
            search.nodes = limits.whole("nodes", 1..=u64::MAX)?;
            search.solve = limits.flag("solve")?;
        }
        Ok(search)
    }
}

/// How many values a text of JSON has beside the first of each object and array, which stand only so deep in each other
/// as the parser goes: one behind each comma.
fn values(line: &str) -> usize {
    let (mut count, mut quoted, mut escaped) = (0, false, false);
    for byte in line.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b',' if !quoted => count += 1,
            _ => {}
        }
    }
    count
}

/// The id of a request, if it has one.
fn id(map: &Map<String, Value>) -> Result<Option<Id>, String> {
    match map.get("id") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.len() <= LONGEST_ID => Ok(Some(Id::Text(text.clone()))),
        Some(Value::String(_)) => {
            Err(format!("id: a text of at most {LONGEST_ID} bytes is needed"))
        }
        Some(value) => match value.as_i64() {
            Some(number) => Ok(Some(Id::Number(number))),
            None => Err("id: a text or a whole number is needed".into()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_outside_of_texts() {
        assert_eq!(values(r#"{"id":1,"moves":["a,[{","b\",,"]}"#), 2);
        assert_eq!(values(""), 0);
        let line = format!("{{\"moves\":[{}1]}}", "1,".repeat(MOST_VALUES + 1));
        let refusal = Request::parse(&line).expect_err("it is too long");
        assert_eq!(refusal.message, "a request of at most 10000 values is read");
    }
}
