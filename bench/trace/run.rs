//! Runs a search and writes it down.

use plyglot_family::{FamilyError, Method, Question, search_watched};
use plyglot_open::{Open, Position};
use plyglot_search::Window;

use super::by_engine;
use super::record::Recording;
use super::request::{Request, TraceError, Traced};
use super::tally::Plies;
use super::visits::{SearchResult, Subject, Trace};
use super::watching::Watching;

/// Searches a position of a game, whose past counts for the engine alone, and gives the search as it ran. A search that
/// was stopped gives what it did until then, without an answer. Takes the time of the search, and some
/// hundred bytes for each visit that is stored.
///
/// # Errors
/// If the search cannot be made as it is asked for, or the game has a mistake.
pub fn trace(
    request: &Request<'_>,
    game: &dyn Open,
    position: &Position,
) -> Result<Trace, TraceError> {
    let has_window = request.traced.has_window();
    if !has_window && request.window != Window::FULL {
        let message = format!("{} takes no window: it finds the value with any", request.traced);
        return Err(TraceError::Request(message));
    }
    let mut recording = Recording::new(request.most).within_plies(request.plies);
    let mut plies = Plies::default();
    let watching =
        Watching { recording: &mut recording, plies: Some(&mut plies), stop: request.stop };
    let answer = match request.traced {
        Traced::Method(method) => by_method(&method, request, game, position, watching)?,
        Traced::Engine => by_engine::search(request, game, position, watching)?,
    };
    let facts = position.facts();
    let subject = Subject {
        game: facts.name.clone(),
        position: position.text()?,
        board: position.board()?,
        sides: facts.sides.clone(),
        mover: position.to_move(),
        unit: facts.unit.clone(),
        algorithm: request.traced.to_string(),
        depth: request.depth,
        window: has_window.then_some(request.window),
    };
    let knowledge = game.knowledge();
    Ok(Trace::of(subject, position, knowledge, &recording, plies.tallies(), answer)?)
}

fn by_method(
    method: &Method,
    request: &Request<'_>,
    game: &dyn Open,
    position: &Position,
    mut watching: Watching<'_>,
) -> Result<Option<SearchResult>, TraceError> {
    let question =
        Question { window: request.window, stop: request.stop, ..Question::depth(request.depth) };
    let knowledge = &mut game.knowledge();
    match search_watched(method, position.game(), knowledge, &question, &mut watching) {
        Ok(answer) => {
            let line = position.notation(&answer.line)?;
            Ok(Some(SearchResult { value: answer.value, bound: answer.bound, line }))
        }
        Err(FamilyError::Stopped | FamilyError::TooManyVisits(_)) => Ok(None),
        Err(FamilyError::Stuck(line)) => Err(TraceError::no_moves(position, &line)?),
        Err(error) => Err(TraceError::Request(error.to_string())),
    }
}
