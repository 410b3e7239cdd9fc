//! The engine, watched, with somebody who can stop it from outside.
//!
//! Every trace of the engine and every comparison with it is of one type, so that the engine is
//! compiled once a game to be watched, however it is.

use plyglot_search::stop::StopFlag;
use plyglot_search::{
    Config, Engine, EngineError, Game, Knowledge, Left, Observer, Stopper, Visit,
};

use super::hooks::Hooks;
use super::record::Recording;
use super::tally::Plies;

/// Writes down and counts.
pub(super) struct Watching<'a, M> {
    pub(super) recording: &'a mut Recording<M>,
    /// Where visits are counted, if they are.
    pub(super) plies: Option<&'a mut Plies>,
}

impl<M: Copy> Observer<M> for Watching<'_, M> {
    fn enter(&mut self, visit: Visit<M>) {
        self.recording.enter(visit);
        if let Some(plies) = &mut self.plies {
            plies.enter(visit);
        }
    }

    fn leave(&mut self, left: Left<M>) {
        self.recording.leave(left);
        if let Some(plies) = &mut self.plies {
            plies.leave(left);
        }
    }
}

/// Passes on what it sees, and stops the engine.
pub(super) struct Overseer<'a, M> {
    watching: Watching<'a, M>,
    stop: Option<&'a StopFlag>,
    stopper: Option<Stopper>,
}

impl<M: Copy> Observer<M> for Overseer<'_, M> {
    fn enter(&mut self, visit: Visit<M>) {
        self.watching.enter(visit);
        if let Some(stopper) = &self.stopper
            && self.stop.is_some_and(StopFlag::is_raised)
        {
            stopper.stop();
        }
    }

    fn leave(&mut self, left: Left<M>) {
        self.watching.leave(left);
    }
}

/// The engine, overseen.
type Overseen<'a, G, K> = Engine<G, Hooks<K>, Overseer<'a, <G as Game>::Move>>;

/// An engine that tells `watching` of every visit, and stops as soon as `stop` is raised.
///
/// # Errors
/// If there cannot be such an engine.
pub(super) fn overseen<'a, G: Game, K: Knowledge<G>>(
    config: &Config,
    knowledge: Hooks<K>,
    watching: Watching<'a, G::Move>,
    stop: Option<&'a StopFlag>,
) -> Result<Overseen<'a, G, K>, EngineError> {
    let overseer = Overseer { watching, stop, stopper: None };
    let mut engine = Engine::watched(config, knowledge, overseer)?;
    engine.observer().stopper = Some(engine.stopper());
    Ok(engine)
}
