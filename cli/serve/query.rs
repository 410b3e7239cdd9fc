//! From the texts of a search to the query of the service: the game is opened, the position set up, the moves
//! played. A message names the field that was wrong.

use std::fmt::Display;
use std::sync::Arc;

use plyglot_open::{DoorError, Limits, Mv, Open, Position};
use plyglot_serve::queue::{Games, Query};

use crate::input;
use crate::serve::fields::Texts;
use crate::serve::request::Search;

/// The query that `search` asks for.
///
/// # Errors
/// What is not possible, in one line.
pub(super) fn query(games: &Games<'_>, search: &Search) -> Result<Query, String> {
    let game = games.open(&search.game, &search.set).map_err(|error| error.to_string())?;
    let position = position(&*game, search)?;
    let root_moves = match &search.root_moves {
        Some(texts) => root_moves(&position, texts)?,
        None => Vec::new(),
    };
    let Search { depth, nodes, time, solve, lines, .. } = *search;
    let limits = Limits { depth, nodes, time, solve, lines, root_moves, ..Limits::default() };
    limits.check().map_err(|error| error.to_string())?;
    if search.fresh && search.threads.is_some_and(|threads| threads > 1) {
        return Err("threads: a fresh search has one thread".into());
    }
    Ok(Query {
        priority: search.priority,
        threads: search.threads,
        fresh: search.fresh,
        deadline: search.deadline,
        report_every: search.report_every,
        ..Query::new(game, position, limits)
    })
}

/// How many moves may have been played: more than any game lasts. Each is kept with its position where positions
/// can repeat.
const MOST_MOVES: usize = 4_000;

/// The position, with the moves that were played from it as its past where that counts.
fn position(game: &dyn Open, search: &Search) -> Result<Position, String> {
    let start = game.start().map_err(|error| error.to_string())?;
    let mut position = match &search.position {
        Some(text) => input::named(&start, text.trim()).map_err(of("position"))?,
        None => start,
    };
    match &search.moves {
        None => {}
        Some(Texts::One(line)) => {
            position.play_text(line.trim()).map_err(of("moves"))?;
        }
        Some(Texts::Several(moves)) => {
            for (index, text) in moves.iter().take(MOST_MOVES + 1).enumerate() {
                let number = index + 1;
                if position.outcome().is_some() {
                    return Err(format!("moves: move {number} comes after the end of the game"));
                }
                play(&mut position, text)
                    .map_err(|error| format!("moves: move {number}: {error}"))?;
            }
        }
    }
    if position.plies() > MOST_MOVES {
        return Err(format!("moves: at most {MOST_MOVES} moves are taken"));
    }
    Ok(if game.facts().can_repeat { position } else { position.without_past() })
}

/// Plays a move, with the pass before it that people leave out.
fn play(position: &mut Position, text: &str) -> Result<(), DoorError> {
    if let Some(implied) = position.implied(text)? {
        position.play(implied)?;
    }
    let mv = position.parse_move(text)?;
    position.play(mv)
}

/// The moves to look at, each once.
fn root_moves(position: &Position, texts: &Texts) -> Result<Vec<Mv>, String> {
    if position.outcome().is_some() {
        return Err("root_moves: the game is over: there is no legal move".into());
    }
    let texts: Vec<&str> = match texts {
        Texts::One(list) => {
            list.split(',').map(str::trim).filter(|part| !part.is_empty()).collect()
        }
        Texts::Several(texts) => texts.iter().map(String::as_str).collect(),
    };
    let mut moves = Vec::new();
    for text in texts {
        let mv = position.parse_move(text).map_err(of("root_moves"))?;
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    if moves.is_empty() { Err("root_moves: a move is needed".into()) } else { Ok(moves) }
}

/// What was wrong with a field.
fn of<E: Display>(field: &'static str) -> impl Fn(E) -> String {
    move |error| format!("{field}: {error}")
}

/// What the answers to a query repeat of it.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) position: Position,
    pub(super) lines: usize,
}

impl Asked {
    /// Of a query.
    pub(super) fn of(query: &Query) -> Arc<Asked> {
        Arc::new(Asked { position: query.position.clone(), lines: query.limits.lines })
    }
}
