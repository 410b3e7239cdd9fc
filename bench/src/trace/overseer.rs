//! The engine, watched, with somebody who can stop it from outside.

use plyglot_search::stop::StopFlag;
use plyglot_search::{
    Config, Engine, EngineError, Game, Knowledge, Left, Observer, Stopper, Visit,
};

/// Passes on what it sees, and stops the engine.
pub(super) struct Overseer<'a, O> {
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

/// An engine that tells `observer` of every visit, and stops as soon as `stop` is raised.
///
/// # Errors
/// If there cannot be such an engine.
pub(super) fn overseen<'a, G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send>(
    config: &Config,
    knowledge: K,
    observer: &'a mut O,
    stop: Option<&'a StopFlag>,
) -> Result<Engine<G, K, Overseer<'a, O>>, EngineError> {
    let overseer = Overseer { observer, stop, stopper: None };
    let mut engine = Engine::watched(config, knowledge, overseer)?;
    engine.observer().stopper = Some(engine.stopper());
    Ok(engine)
}
