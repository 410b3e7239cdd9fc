//! `trace`: a search as it ran, as text, JSON, a graph or a page.

mod lines;
mod watch;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use plyglot_bench::trace::{Request, Trace, dot, html, parse_window, text};
use plyglot_games::catalogue::{Catalogue, Setup, Visitor};
use plyglot_search::{Describe, Knowledge, Window};

use crate::args::{Format, TraceArgs};
use crate::errors::{Failure, Verdict, note, plain};
use crate::input;
use crate::json::{self, Object};
use crate::output::Output;

/// Traces what `args` say.
pub(crate) fn run<C: Catalogue>(catalogue: &C, args: &TraceArgs) -> Result<Verdict, Failure> {
    let visited = catalogue.with(&args.game, Task { args });
    let outcome = visited.map_err(Failure::from).and_then(|outcome| outcome);
    match &outcome {
        Err(failure) if args.format() == Format::Json && !matches!(failure, Failure::Output(_)) => {
            let mut output = Output::new();
            let message = &failure.to_string();
            let error = Object::Error { game: &args.game, source_line: None, message };
            output.line(json::text(&error))?;
            output.finish()?;
        }
        _ => {}
    }
    outcome
}

struct Task<'a> {
    args: &'a TraceArgs,
}

impl Visitor for Task<'_> {
    type Output = Result<Verdict, Failure>;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output {
        let args = self.args;
        let game = input::position(&setup.start, &args.place)?;
        let window = args.window.as_deref().map(parse_window::<G>).transpose();
        let window = window.map_err(|error| Failure::Text { option: "--window", error })?;
        let request = Request {
            traced: args.algorithm,
            depth: args.depth,
            window: window.unwrap_or(Window::FULL),
            stop: None,
            most: args.most(),
            plies: args.plies(),
        };
        let trace = watch::trace(&request, &setup.name, &game, setup.knowledge)?;
        show(args, &trace)
    }
}

fn show(args: &TraceArgs, trace: &Trace) -> Result<Verdict, Failure> {
    let written = match &args.output {
        None => {
            let mut output = Output::new();
            write(args.format(), trace, output.writer())?;
            output.finish()?;
            None
        }
        Some(path) => Some(write_file(args.format(), trace, path)?),
    };
    if let Some(gap) = trace.gap() {
        note(&format!("{gap} (--max-nodes, --plies)"));
    }
    if let Some(path) = written {
        note(&format!("the trace is {path}"));
    }
    if trace.answer.is_none() {
        note("stopped: the trace is kept as far as the search came");
        return Ok(Verdict::Interrupted);
    }
    Ok(Verdict::Fine)
}

fn write_file(format: Format, trace: &Trace, path: &Path) -> Result<String, Failure> {
    let name = path.display().to_string();
    let written = File::create(path).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(format, trace, &mut out)?;
        out.flush()
    });
    written.map_err(|error| Failure::File { path: name.clone(), message: plain(&error) })?;
    Ok(name)
}

fn write(format: Format, trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => text::write(trace, out),
        Format::Json => lines::of(trace).try_for_each(|line| writeln!(out, "{line}")),
        Format::Dot => dot::write(trace, out),
        Format::Html => html::write(trace, out),
    }
}
