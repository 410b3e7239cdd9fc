//! The tools: what each takes, does and says. Results come as text, and as the objects of `docs/json.md`.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use plyglot_open::{DoorError, Limits, Mv, Open, Position, Report, Stop};
use plyglot_play::review::{object as reviewed, review_with};
use plyglot_wire::object::Games as Listed;
use plyglot_wire::read::{self, Texts};
use plyglot_wire::{Over, object};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::queue::{Asker, End, Games, News, Query, Service};

/// All of them.
pub(super) const NAMES: [&str; 5] =
    ["list_games", "show_position", "analyse", "solve", "review_game"];

/// How long a search may take, in milliseconds, and how long it takes where nothing is said.
const LONGEST_MS: u64 = 60_000;
const USUAL_MS: u64 = 2_000;
/// The same of each position of a review.
const LONGEST_EACH_MS: u64 = 5_000;
const USUAL_EACH_MS: u64 = 300;
/// How many lines a search may be asked for.
const MOST_LINES: usize = 64;

/// What tools work on.
pub(super) struct Tools<'a> {
    pub(super) games: &'a Games<'a>,
    pub(super) service: &'a Arc<Service>,
}

/// What a tool has to say.
pub(super) struct Said {
    pub(super) text: String,
    pub(super) object: Value,
}

/// What all tools but the first take.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    game: String,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    moves: Option<String>,
    #[serde(default)]
    lines: Option<usize>,
    #[serde(default)]
    time_ms: Option<u64>,
}

/// The descriptions of the tools, with the schemas of what they take.
pub(super) fn list() -> Value {
    let game = json!({
        "game": { "type": "string", "description": "a game of list_games, with a size after a colon where it has several: othello, connect4:6x5" },
        "position": { "type": "string", "description": "a position in the game's notation, or an example's name; the start position if left out" },
        "moves": { "type": "string", "description": "the moves played from there, in any notation of the game: f5d6c3, 4455, e4 e5 Nf3" },
    });
    let schema = |more: Value, required: &[&str]| {
        let mut properties = game.clone();
        if let (Some(all), Value::Object(more)) = (properties.as_object_mut(), more) {
            all.extend(more);
        }
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    };
    let time = |most: u64, usual: u64, what: &str| json!({ "type": "integer", "minimum": 1, "maximum": most, "default": usual, "description": what });
    let tool = |name: &str, description: &str, schema: Value| {
        json!({
            "name": name, "description": description, "inputSchema": schema,
            "annotations": { "readOnlyHint": true, "openWorldHint": false },
        })
    };
    let [games, position, analyse, solve, review] = NAMES;
    json!([
        tool(
            games,
            "The games that can be searched, with their sizes and how positions and moves are written.",
            json!({ "type": "object", "properties": {}, "additionalProperties": false }),
        ),
        tool(
            position,
            "A position after some moves: the board as text, whose turn it is, the legal moves, how the game ended.",
            schema(json!({}), &["game"]),
        ),
        tool(
            analyse,
            "The best moves of a position with scores for the side to move, and the lines that show them. A score is proven or an estimate; it says which.",
            schema(
                json!({
                    "lines": { "type": "integer", "minimum": 1, "maximum": MOST_LINES, "default": 1, "description": "how many of the best moves" },
                    "time_ms": time(LONGEST_MS, USUAL_MS, "how long to search, in milliseconds"),
                }),
                &["game"],
            ),
        ),
        tool(
            solve,
            "The exact value of a position, proven by a search to the end of the game; or what is proven of it by the end of the time.",
            schema(
                json!({ "time_ms": time(LONGEST_MS, LONGEST_MS, "how long to search at most, in milliseconds") }),
                &["game"],
            ),
        ),
        tool(
            review,
            "What each move of a played game cost against the best one, with marks for mistakes.",
            schema(
                json!({ "time_ms": time(LONGEST_EACH_MS, USUAL_EACH_MS, "how long to search each position, in milliseconds") }),
                &["game", "moves"],
            ),
        ),
    ])
}

impl Tools<'_> {
    /// Calls the tool of this name.
    ///
    /// # Errors
    /// What was wrong, in one line.
    pub(super) fn call(&self, name: &str, arguments: Value, stop: &Stop) -> Result<Said, String> {
        if name == NAMES[0] {
            return Ok(self.list_games());
        }
        let arguments: Arguments =
            serde_json::from_value(arguments).map_err(|error| error.to_string())?;
        let (game, at) = self.find(&arguments)?;
        match name {
            "show_position" => show(&at).map_err(|error| error.to_string()),
            "analyse" => {
                let lines = arguments.lines.unwrap_or(1);
                if !(1..=MOST_LINES).contains(&lines) {
                    return Err(format!("lines: {lines} is out of range: 1 to {MOST_LINES}"));
                }
                let time = within(arguments.time_ms, USUAL_MS, LONGEST_MS)?;
                self.search(&game, &at, Limits { lines, ..Limits::time(time) }, stop)
            }
            "solve" => {
                let time = within(arguments.time_ms, LONGEST_MS, LONGEST_MS)?;
                self.search(&game, &at, Limits { solve: true, ..Limits::time(time) }, stop)
            }
            _ => self.review(
                &game,
                &at,
                within(arguments.time_ms, USUAL_EACH_MS, LONGEST_EACH_MS)?,
                stop,
            ),
        }
    }

    fn list_games(&self) -> Said {
        let listed = object("games", &Listed::of(self.games.catalogue()));
        let mut text = String::new();
        for listing in self.games.catalogue().listings() {
            let sizes = if listing.sizes.is_empty() { "" } else { "; sizes: " };
            let _ = write!(text, "{}: {}{sizes}{}", listing.name, listing.title, listing.sizes);
            if let Ok(game) = self.games.open(listing.name, &[]) {
                let _ = write!(text, "; {}", game.facts().notation);
            }
            text.push('\n');
        }
        Said { text, object: serde_json::from_str(&listed).unwrap_or_default() }
    }

    fn find(&self, arguments: &Arguments) -> Result<(Arc<dyn Open>, Position), String> {
        let said = |error: DoorError| error.to_string();
        let game = self.games.open(&arguments.game, &[]).map_err(said)?;
        let mut at = game.start().map_err(said)?;
        if let Some(text) = &arguments.position {
            at = read::position(&at, text).map_err(|error| format!("position: {error}"))?;
        }
        if let Some(moves) = &arguments.moves {
            read::moves_of_request(&mut at, &Texts::One(moves.clone()), || false)
                .map_err(|error| format!("moves: {error}"))?;
        }
        Ok((game, at))
    }

    fn search(
        &self,
        game: &Arc<dyn Open>,
        at: &Position,
        limits: Limits<Mv>,
        stop: &Stop,
    ) -> Result<Said, String> {
        let lines = limits.lines;
        let query = Query::new(Arc::clone(game), at.clone(), limits);
        let end = ended(&Asker::new(self.service, stop), query)?;
        let info = end.info(at, lines)?;
        let object: Value = serde_json::from_str(&object("result", &info)).unwrap_or_default();
        Ok(Said { text: lines_of(&object, at), object })
    }

    fn review(
        &self,
        game: &Arc<dyn Open>,
        end: &Position,
        time: Duration,
        stop: &Stop,
    ) -> Result<Said, String> {
        if end.plies() == 0 {
            return Err("moves: a game of at least one move is needed".into());
        }
        let asker = Asker::new(self.service, stop);
        let search = |_: usize, at: &Position, also: Option<Mv>| -> Result<Report<Mv>, Failed> {
            let limits = Limits { also, ..Limits::time(time) };
            let query = Query::new(Arc::clone(game), at.clone(), limits);
            let end = ended(&asker, query).map_err(Failed)?;
            end.result.map_err(|error| Failed(error.to_string()))
        };
        let review = review_with(end, stop, search, |_| ()).map_err(|Failed(message)| message)?;
        let lines = reviewed::lines(end, &review, None).map_err(|error| error.to_string())?;
        let mut objects: Vec<Value> =
            lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let summary = objects.pop().unwrap_or_default();
        let mut text = String::new();
        for mv in &objects {
            let _ = writeln!(text, "{}", sentence(mv));
        }
        Ok(Said { text, object: json!({ "moves": objects, "review": summary }) })
    }
}

/// A search failed; the text says why.
struct Failed(String);

impl From<DoorError> for Failed {
    fn from(error: DoorError) -> Failed {
        Failed(error.to_string())
    }
}

/// Asks, and waits for the end.
fn ended(asker: &Asker<'_>, query: Query) -> Result<End, String> {
    let (_, news) = asker.ask(query).map_err(|error| error.to_string())?;
    let end = news.iter().find_map(|said| match said {
        News::Ended(end) => Some(end),
        News::Progress(_) => None,
    });
    end.ok_or_else(|| "the service has ended".into())
}

/// A time in milliseconds, or the usual one.
fn within(asked: Option<u64>, usual: u64, most: u64) -> Result<Duration, String> {
    let time = asked.unwrap_or(usual);
    if !(1..=most).contains(&time) {
        return Err(format!("time_ms: {time} is out of range: 1 to {most}"));
    }
    Ok(Duration::from_millis(time))
}

fn show(at: &Position) -> Result<Said, DoorError> {
    let moves: Vec<_> =
        at.moves()?.into_iter().map(|mv| at.move_text(mv)).collect::<Result<_, _>>()?;
    let over = Over::of_game(at);
    let mover = at.mover().to_string();
    let mut text = format!("{}\n\n", at.board()?.trim_end());
    let _ = match &over {
        Some(over) => writeln!(text, "The game is over: {}.", over.text),
        None => writeln!(text, "{mover} to move: {}", moves.join(" ")),
    };
    let _ = write!(text, "Position: {}", at.text()?);
    let object = json!({
        "game": at.facts().name, "position": at.text()?, "to_move": mover, "moves": moves, "over": over,
    });
    Ok(Said { text, object })
}

/// A line for each line of a result.
fn lines_of(result: &Value, at: &Position) -> String {
    let alone = [result.clone()];
    let lines = result["lines"].as_array().map_or(&alone[..], Vec::as_slice);
    let mut text = format!("{} to move; scores are from that side's view.\n", at.mover());
    for line in lines {
        let moves: Vec<_> =
            line["pv"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let score = line["score"]["text"].as_str().unwrap_or_default();
        let proven = if line["score"]["proven"] == true { "proven" } else { "estimate" };
        let depth = &line["depth"];
        let _ = writeln!(text, "{score} ({proven}, depth {depth}): {}", moves.join(" "));
    }
    let _ = write!(
        text,
        "{} nodes; ended: {}",
        result["nodes"],
        result["ended"].as_str().unwrap_or_default()
    );
    text
}

/// What is said of a move of a review.
fn sentence(mv: &Value) -> String {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mark = word(&mv["mark"]);
    let better = if mark.is_empty() {
        String::new()
    } else {
        format!(
            ", {mark}; better {} ({})",
            word(&mv["best"]["move"]),
            word(&mv["best"]["score"]["text"])
        )
    };
    format!(
        "{}. {} {} ({}){better}",
        mv["ply"],
        word(&mv["side"]),
        word(&mv["move"]),
        word(&mv["score"]["text"])
    )
}
