//! Runs a search in the background while this thread shows its news.

use plyglot_open::{Background, Engine, Limits, Mv, News, Position, Report};

use crate::errors::Failure;
use crate::output::progress::TICK;
use crate::threads;

/// Searches `position`, and hands all news to `show`. If that fails, the search is stopped, and the engine lost.
pub(crate) fn search(
    engine: Box<dyn Engine>,
    position: &Position,
    limits: &Limits<Mv>,
    show: &mut dyn FnMut(&News) -> Result<(), Failure>,
) -> Result<(Box<dyn Engine>, Report<Mv>), Failure> {
    let search = Background::begin(engine, position.clone(), limits.clone());
    let search = search.map_err(threads::refused)?;
    loop {
        match search.follow(TICK) {
            News::Ended => break,
            news => show(&news)?,
        }
    }
    let (engine, report) = search.end()?;
    Ok((engine, report?))
}
