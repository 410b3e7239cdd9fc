//! A search that is watched visit by visit.
//!
//! It is compiled once, over [`DynGame`](crate::DynGame), and visits the nodes that the game's own searcher visits.
//! Searches that are traced use all that the game's knowledge offers, those that are compared with minimax nothing
//! but its estimate and its order of moves.
//!
//! Cost: a few dynamic calls and a box a visit. A game adds nothing to it.

use plyglot_search::{
    Config, Engine as Searching, Handle, Left, Limits, Observer, Plain, Report, Request, Visit,
};

use crate::engine::Ask;
use crate::erased::DynKnowledge;
use crate::error::DoorError;
use crate::facts::Mv;

/// Receives every visit of a search.
pub trait Visits: Send {
    /// A node is visited.
    fn enter(&mut self, visit: Visit<Mv>);

    /// The innermost visit that has not ended has ended.
    fn leave(&mut self, left: Left<Mv>);

    /// True if the search is to be stopped. Asked at every visit.
    fn wants_stop(&self) -> bool {
        false
    }
}

/// Makes one search of a position and tells of its visits. The game's code may panic, also where its values are
/// dropped.
pub(crate) fn run(
    knowledge: DynKnowledge,
    config: &Config,
    ask: &Ask<'_>,
    plain: bool,
    to: &mut dyn Visits,
) -> Result<Report<Mv>, DoorError> {
    let config = Config { threads: 1, ..config.clone() };
    let knowledge = if plain { DynKnowledge::new(Plain(knowledge)) } else { knowledge };
    let mut engine = Searching::watched(&config, knowledge, Teller { to, handle: None })?;
    engine.observer().handle = Some(engine.handle());
    let history = ask.at.keys_before();
    // What is watched is the search, and not what completes its line.
    let limits = Limits { whole_lines: false, ..ask.limits.clone() };
    let request =
        Request { game: ask.at.game(), history: &history, limits: &limits, progress: None };
    Ok(engine.run(&request)?)
}

/// Passes on what it sees of a search, and stops the engine.
struct Teller<'a> {
    to: &'a mut dyn Visits,
    handle: Option<Handle>,
}

impl Observer<Mv> for Teller<'_> {
    fn enter(&mut self, visit: Visit<Mv>) {
        self.to.enter(visit);
        if let Some(handle) = self.handle.as_ref().filter(|_| self.to.wants_stop()) {
            handle.stop();
        }
    }

    fn leave(&mut self, left: Left<Mv>) {
        self.to.leave(left);
    }
}
