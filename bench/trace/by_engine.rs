//! The engine's own recursion, written down.

use plyglot_open::{Ask, Open, Position};
use plyglot_search::{Config, Ended, Limits};

use super::request::{Request, TraceError};
use super::visits::SearchResult;
use super::watching::Watching;

/// Searches by the engine as it is, on one thread: every depth up to the one that is asked for, with
/// the windows that it chooses itself, and all that the game's knowledge offers. `None` if it was
/// stopped.
pub(super) fn search(
    request: &Request<'_>,
    game: &dyn Open,
    position: &Position,
    mut watching: Watching<'_>,
) -> Result<Option<SearchResult>, TraceError> {
    if request.depth == 0 {
        return Err(TraceError::Request("the engine searches at least one ply".into()));
    }
    let limits = Limits::depth(request.depth);
    let config = Config { threads: 1, ..Config::default() };
    let report = game.watch(&config, &Ask::new(position, &limits), false, &mut watching)?;
    let pv = report.lines.first().map_or(&[][..], |line| &line.pv);
    let line = position.notation(pv)?;
    let (value, bound) = (report.verdict.score, report.verdict.bound);
    Ok((report.ended != Ended::Stopped).then_some(SearchResult { value, bound, line }))
}
