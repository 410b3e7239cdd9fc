//! The workers of a tree: engines on one table, each on a thread with room for its longest line.

use std::sync::Arc;
use std::thread::Builder;

use plyglot_open::{Config, DoorError, Engine, Handle, Open, Stop};

/// The stack of a worker: the engine may go as deep as its longest line.
const STACK: usize = 16 << 20;

/// Engines, and what ends their searches.
type Engines = (Vec<Box<dyn Engine>>, Vec<Handle>);

/// Those of this many workers, which `stop` ends.
pub(super) fn on_one_table(
    game: &dyn Open,
    config: &Config,
    workers: usize,
    stop: &Stop,
) -> Result<Engines, DoorError> {
    let mut engines = vec![game.engine(config, None)?];
    for _ in 1..workers {
        let table = Arc::clone(engines[0].table());
        engines.push(game.engine(config, Some(table))?);
    }
    let handles: Vec<_> = engines.iter().map(|engine| engine.handle()).collect();
    for handle in handles.clone() {
        stop.calls(move || handle.stop());
    }
    Ok((engines, handles))
}

/// The thread of a worker.
pub(super) fn thread(name: String) -> Builder {
    Builder::new().name(name).stack_size(STACK)
}
