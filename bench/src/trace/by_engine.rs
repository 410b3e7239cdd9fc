//! The engine's own recursion, written down.

use plyglot_search::{Config, Describe, Ended, Knowledge, Limits};

use super::hooks::Hooks;
use super::overseer::{Watching, overseen};
use super::run::{Request, TraceError, notation};
use super::told::Answered;

/// Searches by the engine as it is, on one thread: every depth up to the one that is asked for, with
/// the windows that it chooses itself, and all that the game's knowledge offers. `None` if it was
/// stopped.
pub(super) fn search<G: Describe, K: Knowledge<G>>(
    request: &Request<'_>,
    game: &G,
    knowledge: K,
    watching: Watching<'_, G::Move>,
) -> Result<Option<Answered>, TraceError> {
    if request.depth == 0 {
        return Err(TraceError::Request("the engine searches at least one ply".into()));
    }
    let config = Config { threads: 1, ..Config::default() };
    let mut engine = overseen(&config, Hooks::whole(knowledge), watching, request.stop)?;
    let report = engine.search(game, &Limits::depth(request.depth))?;
    let line = report.lines.first().map_or(Vec::new(), |line| notation(game, &line.pv));
    let (value, bound) = (report.verdict.score, report.verdict.bound);
    Ok((report.ended != Ended::Stopped).then_some(Answered { value, bound, line }))
}
