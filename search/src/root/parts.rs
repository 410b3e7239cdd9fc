//! What the workers of an engine share, put together. Nothing of it depends on the game, so that it is compiled once.

use std::sync::Arc;

use crate::recursion::{Learnt, Parts};
use crate::root::engine_error::EngineError;
use crate::shared::config::{Config, Schedule};
use crate::shared::control::Control;
use crate::shared::schedule::{Turns, Unparker};
use crate::shared::stop::Clock;
use crate::shared::team::Team;
use crate::sync;
use crate::table::Table;

/// What the workers of an engine share. A virtual thread has this many bytes of stack.
///
/// # Errors
/// If there cannot be such virtual threads.
pub(super) fn shared_parts(
    config: &Config,
    table: Arc<Table>,
    clock: Arc<dyn Clock>,
    unparker: Option<sync::Arc<Unparker>>,
    stack_bytes: usize,
) -> Result<Parts, EngineError> {
    let (threads, real) = (config.threads, config.schedule == Schedule::Real);
    let (turns, control) = match config.schedule {
        Schedule::Real => (None, Control::new(threads, clock)),
        Schedule::Virtual { turn: 0 } => return Err(EngineError::EmptyTurns),
        Schedule::Virtual { turn } => {
            let turns = Turns::available(threads, turn, stack_bytes);
            let turns = sync::Arc::new(turns.ok_or(EngineError::NoVirtualThreads)?);
            (Some(sync::Arc::clone(&turns)), Control::virtually(threads, turns))
        }
    };
    let rayon_pool = if real && config.scheme.splits() { threads - 1 } else { 0 };
    let team = || Team::new(config.scheme, threads, config.account, rayon_pool);
    let placement = config.placement();
    let in_common = if threads > 1 && config.scheme.common { placement.nodes() } else { 0 };
    Ok(Parts {
        table,
        control: Arc::new(control.with_unparker(unparker)),
        team: (threads > 1 || config.account).then(|| Arc::new(team())),
        turns,
        learnt: (0..in_common).map(|_| Arc::new(Learnt::new())).collect(),
        placement: Arc::new(placement),
        worker: 0,
    })
}
