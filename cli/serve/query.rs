//! From the texts of a search to the query of the service: the game is opened, the position set up, the moves
//! played. A message names the field that was wrong.

use std::fmt::Display;
use std::sync::Arc;

use plyglot_open::{Limits, Open, Position};
use plyglot_search::OptionKind;
use plyglot_serve::queue::{Games, Query};
use plyglot_wire::read;

use crate::serve::connection::{Host, Terms};
use crate::serve::request::Search;

/// The query that `search` asks for.
///
/// # Errors
/// What is not possible, in one line.
pub(super) fn query(host: &Host<'_>, terms: &Terms<'_>, search: &Search) -> Result<Query, String> {
    if !terms.files {
        names_no_file(host.games, search)?;
    }
    let game = host.games.open(&search.game, &search.set).map_err(|error| error.to_string())?;
    let position = position(&*game, search, || host.is_stopped())?;
    let root_moves = match &search.root_moves {
        Some(texts) => read::root_moves(&position, texts).map_err(of("root_moves"))?,
        None => Vec::new(),
    };
    let Search { depth, nodes, time, solve, lines, .. } = *search;
    let limits = Limits { depth, nodes, time, solve, lines, root_moves, ..Limits::default() };
    limits.check().map_err(|error| error.to_string())?;
    if search.fresh && search.threads.is_some_and(|threads| threads > 1) {
        return Err("threads: a fresh search has one thread".into());
    }
    Ok(Query {
        client: terms.client,
        priority: search.priority,
        threads: search.threads,
        fresh: search.fresh,
        deadline: search.deadline,
        report_every: search.report_every,
        ..Query::new(game, position, limits)
    })
}

/// Refuses options whose value would name a file of this machine.
fn names_no_file(games: &Games<'_>, search: &Search) -> Result<(), String> {
    if search.set.is_empty() {
        return Ok(());
    }
    let game = games.open(&search.game, &[]).map_err(|error| error.to_string())?;
    for option in game.options() {
        let OptionKind::File(words) = &option.kind else { continue };
        let mut values =
            search.set.iter().filter(|(name, _)| name.eq_ignore_ascii_case(&option.name));
        if values.any(|(_, value)| !words.contains(value)) {
            let (name, words) = (&option.name, words.join(" or "));
            return Err(format!(
                "set.{name}: {words} is needed: `--files` lets requests over a socket name files"
            ));
        }
    }
    Ok(())
}

/// The position, with the moves that were played from it as its past where that counts.
fn position(
    game: &dyn Open,
    search: &Search,
    stopped: impl Fn() -> bool,
) -> Result<Position, String> {
    let start = game.start().map_err(|error| error.to_string())?;
    let mut position = match &search.position {
        Some(text) => read::position(&start, text).map_err(of("position"))?,
        None => start,
    };
    if let Some(texts) = &search.moves {
        read::moves_of_request(&mut position, texts, stopped).map_err(of("moves"))?;
    }
    Ok(if game.facts().can_repeat { position } else { position.without_past() })
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
    /// About how many bytes are kept of the query and of this.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Query>() + 2 * self.position.bytes()
    }

    /// Of a query.
    pub(super) fn of(query: &Query) -> Arc<Asked> {
        Arc::new(Asked { position: query.position.clone(), lines: query.limits.lines })
    }
}
