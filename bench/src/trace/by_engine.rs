//! The engine's own recursion, written down.

use plyglot_search::stop::StopFlag;
use plyglot_search::{
    Config, Describe, Ended, Engine, Knowledge, Left, Limits, Observer, Stopper, Visit,
};

use super::run::{Request, TraceError, notation};
use super::told::Answered;

/// Passes on what it sees, and stops the engine.
struct Overseer<'a, O> {
    observer: &'a mut O,
    stop: Option<&'a StopFlag>,
    stopper: Option<Stopper>,
}

impl<M, O: Observer<M>> Observer<M> for Overseer<'_, O> {
    fn enter(&mut self, visit: Visit<M>) {
        self.observer.enter(visit);
        if let Some(stopper) = &self.stopper
            && self.stop.is_some_and(StopFlag::is_raised)
        {
            stopper.stop();
        }
    }

    fn leave(&mut self, left: Left<M>) {
        self.observer.leave(left);
    }
}

/// Searches by the engine as it is, on one thread: every depth up to the one that is asked for, with
/// the windows that it chooses itself, and all that the game's knowledge offers. `None` if it was
/// stopped.
pub(super) fn search<G: Describe, K: Knowledge<G>, O: Observer<G::Move> + Send>(
    request: &Request<'_>,
    game: &G,
    knowledge: K,
    observer: &mut O,
) -> Result<Option<Answered>, TraceError> {
    if request.depth == 0 {
        return Err(TraceError::Request("the engine searches at least one ply".into()));
    }
    let overseer = Overseer { observer, stop: request.stop, stopper: None };
    let config = Config { threads: 1, ..Config::default() };
    let mut engine = Engine::watched(&config, knowledge, overseer)?;
    let stopper = engine.stopper();
    engine.observer().stopper = Some(stopper);
    let report = engine.search(game, &Limits::depth(request.depth))?;
    let line = report.lines.first().map_or(Vec::new(), |line| notation(game, &line.pv));
    let (value, bound) = (report.verdict.score, report.verdict.bound);
    Ok((report.ended != Ended::Stopped).then_some(Answered { value, bound, line }))
}
