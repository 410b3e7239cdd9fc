//! `trace --against`: where two searches disagree first.

use std::borrow::Cow;

use plyglot_bench::trace::against::{
    self, ByEngine, ByMethod, Case, Disagreement, Failure as Reason, Reach, Side, Unfinished,
};
use plyglot_bench::trace::{Traced, window_text};
use plyglot_open::{DoorError, Open, Position};
use plyglot_search::Window;

use super::watch;
use crate::errors::{ExitStatus, Failure, note};
use crate::output::Output;
use crate::trace::TraceArgs;

/// Compares the search that `args` name with another, and prints where they disagree first.
pub(super) fn run(
    args: &TraceArgs,
    other: Traced,
    (program, game): (&str, &dyn Open),
    position: &Position,
) -> Result<ExitStatus, Failure> {
    let compared = watch::watched(move |stop| {
        let (mut first, mut second) = (side(args.algorithm, game), side(other, game));
        let stored = args.most_compared();
        let reach = Reach { depth: args.depth, visits: u64::MAX, stored, stop: Some(stop) };
        against::against(&mut *first, &mut *second, position, &reach)
    })?;
    let mut output = Output::new();
    let status = match compared {
        Ok(None) => {
            let (first, depth) = (args.algorithm, args.depth);
            output.line(format_args!("{first} and {other} agree up to depth {depth}"))?;
            ExitStatus::Success
        }
        Ok(Some(found)) => {
            output.line(against::text(position, &found)?)?;
            output.line(format_args!("To show it: {}", command(program, &found)?))?;
            ExitStatus::Problems
        }
        Err(unfinished @ Unfinished { why: Reason::Stopped, .. }) => {
            note(&unfinished.to_string());
            ExitStatus::Interrupted
        }
        Err(unfinished) => return Err(unfinished.into()),
    };
    output.flush()?;
    Ok(status)
}

fn side(traced: Traced, game: &dyn Open) -> Box<dyn Side + '_> {
    match traced {
        Traced::Method(method) => Box::new(ByMethod { method, knowledge: game.knowledge() }),
        Traced::Engine => Box::new(ByEngine::new(game)),
    }
}

/// The command that shows what was found. A window belongs to one search: then it traces the first one.
fn command(program: &str, found: &Disagreement) -> Result<String, DoorError> {
    let Disagreement { names: [first, second], case: Case { start, depth, window, .. }, .. } =
        found;
    let (name, position) = (&start.facts().name, start.text()?);
    let position = shlex::try_quote(&position).unwrap_or(Cow::Borrowed(&position));
    let how = match *window {
        Window::FULL => format!("--against {second}"),
        window => format!("--window={}", window_text(start, window)?),
    };
    Ok(format!(
        "{program} trace {name} --position {position} --depth {depth} --algorithm {first} {how}"
    ))
}
