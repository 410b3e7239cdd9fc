//! `trace --against`: where two searches part.

use std::borrow::Cow;

use plyglot_bench::trace::against::{
    self, ByEngine, ByMethod, Case, Disagreement, Failure as Reason, Reach, Side, Unfinished,
};
use plyglot_bench::trace::{Traced, window_text};
use plyglot_search::{Describe, Knowledge, Window};

use super::watch;
use crate::args::TraceArgs;
use crate::errors::{Failure, Verdict, note};
use crate::output::Output;

/// Compares the search that `args` name with another, and prints where they part.
pub(super) fn run<G: Describe, K: Knowledge<G>>(
    args: &TraceArgs,
    other: Traced,
    name: &str,
    game: &G,
    knowledge: K,
) -> Result<Verdict, Failure> {
    let compared = watch::watched(move |stop| {
        let mut first = side(args.algorithm, knowledge.clone());
        let mut second = side(other, knowledge);
        let kept = args.most_compared();
        let reach = Reach { depth: args.depth, visits: u64::MAX, kept, stop: Some(stop) };
        against::against(&mut *first, &mut *second, game, &reach)
    })?;
    let mut output = Output::new();
    let verdict = match compared {
        Ok(None) => {
            let (first, depth) = (args.algorithm, args.depth);
            output.line(format_args!("{first} and {other} agree up to depth {depth}"))?;
            Verdict::Fine
        }
        Ok(Some(found)) => {
            output.line(against::text(game, &found))?;
            output.line(format_args!("See it: {}", command(name, &found)))?;
            Verdict::Blemished
        }
        Err(unfinished @ Unfinished { why: Reason::Stopped, .. }) => {
            note(&unfinished.to_string());
            Verdict::Interrupted
        }
        Err(unfinished) => return Err(unfinished.into()),
    };
    output.finish()?;
    Ok(verdict)
}

fn side<G: Describe, K: Knowledge<G>>(traced: Traced, knowledge: K) -> Box<dyn Side<G>> {
    match traced {
        Traced::Method(method) => Box::new(ByMethod { method, knowledge }),
        Traced::Engine => Box::new(ByEngine::new(knowledge)),
    }
}

/// The command that shows what was found. A window is no matter of two sides: then it traces the
/// first one.
fn command<G: Describe>(name: &str, found: &Disagreement<G>) -> String {
    let Disagreement { names: [first, second], case: Case { start, depth, window, .. }, .. } =
        found;
    let position = start.text();
    let position = shlex::try_quote(&position).unwrap_or(Cow::Borrowed(&position));
    let how = match *window {
        Window::FULL => format!("--against {second}"),
        window => format!("--window={}", window_text(start, window)),
    };
    format!("plyglot trace {name} --position {position} --depth {depth} --algorithm {first} {how}")
}
