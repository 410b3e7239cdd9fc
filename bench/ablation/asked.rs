//! One search.

use plyglot_open::{Ask, DoorError, Engine, Limits, Mv, Position, Stop};
use plyglot_search::Ended;

use crate::ablation::sample::Figures;
use crate::cpu::Moment;

/// A search to be made.
pub(crate) struct Asked<'a> {
    pub(crate) at: &'a Position,
    pub(crate) limits: &'a Limits<Mv>,
}

/// Searches with an engine that knows nothing of earlier searches; `None` if it was stopped.
pub(crate) fn search(
    engine: &mut dyn Engine,
    asked: &Asked<'_>,
    stop: &Stop,
) -> Result<Option<Figures>, DoorError> {
    engine.clear();
    let Asked { at, limits } = *asked;
    let watch = stop.watch(engine.handle());
    let begun = Moment::now();
    let report = engine.run(&Ask::new(at, limits))?;
    let seconds = begun.seconds();
    drop(watch);
    if report.ended == Ended::Stopped || stop.is_raised() {
        return Ok(None);
    }
    let is_exact = report.verdict.is_exact();
    let goal = limits.solve || limits.depth.is_some();
    let done = if limits.solve { is_exact } else { !goal || report.ended != Ended::Nodes };
    let best = report.best_move().map(|mv| at.move_text(mv)).transpose()?;
    Ok(Some(Figures {
        nodes: report.nodes,
        seconds,
        depth: report.lines.first().map_or(0, |line| line.depth),
        best,
        value: at.verdict_text(&report.verdict)?,
        done,
        proven: is_exact,
    }))
}
