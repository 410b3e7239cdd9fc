//! `trace`: a search as it ran, as text, JSON, a graph or a page.

mod against;
mod args;
mod json;
mod watch;

use std::io::{self, Write};
use std::path::Path;

use plyglot_bench::trace::{Request, Trace, dot, html, parse_window, text};
use plyglot_open::catalogue::Catalogue;
use plyglot_search::Window;
use plyglot_wire::beside::{self, Beside};

use crate::errors::{ExitStatus, Failure, note};
use crate::output::{Output, json as objects};

use args::Format;
pub(crate) use args::TraceArgs;

/// Traces what `args` say.
pub(crate) fn run(catalogue: &Catalogue, args: &TraceArgs) -> Result<ExitStatus, Failure> {
    let format = args.format()?;
    objects::with_error_object(traced(catalogue, args, format), format == Format::Json, &args.game)
}

fn traced(catalogue: &Catalogue, args: &TraceArgs, format: Format) -> Result<ExitStatus, Failure> {
    let game = catalogue.open(&args.game)?;
    let position = args.start.position(&game.start()?)?;
    if let Some(other) = args.against {
        return against::run(args, other, (catalogue.program().name, &*game), &position);
    }
    let window = args.window.as_deref().map(|text| parse_window(text, game.facts())).transpose();
    let window = window.map_err(|error| Failure::Text { option: "--window", error })?;
    let request = Request {
        traced: args.algorithm,
        depth: args.depth,
        window: window.unwrap_or(Window::FULL),
        stop: None,
        most: args.most(format),
        plies: args.plies(),
    };
    // A file that cannot be written is reported before the search, not after.
    let output = args.output.as_deref();
    output.map_or(Ok(()), |path| beside::check(path).map_err(failed(path)))?;
    let trace = watch::trace(&request, &*game, &position)?;
    show(format, &trace, output)
}

fn failed(path: &Path) -> impl Fn(io::Error) -> Failure {
    move |error| Failure::NotWritten { path: path.display().to_string(), error }
}

fn show(format: Format, trace: &Trace, path: Option<&Path>) -> Result<ExitStatus, Failure> {
    let written = match path {
        None => {
            let mut output = Output::new();
            match (format, output.width()) {
                (Format::Text, width @ Some(_)) => {
                    let mut text = Vec::new();
                    text::write(trace, width, &mut text)?;
                    output.line(String::from_utf8_lossy(&text).trim_end())?;
                }
                _ => write(format, trace, output.writer())?,
            }
            output.flush()?;
            None
        }
        Some(path) => {
            let mut out = Beside::new(path).map_err(failed(path))?;
            let done = write(format, trace, &mut out).and_then(|()| out.finish());
            done.map_err(failed(path))?;
            Some(format!("trace written to {}", path.display()))
        }
    };
    let gap = trace.gap().map(|gap| format!("{gap} (--max-nodes, --plies)"));
    gap.iter().chain(&written).for_each(|line| note(line));
    if trace.answer.is_none() {
        note("stopped: the trace ends where the search was stopped");
        return Ok(ExitStatus::Interrupted);
    }
    Ok(ExitStatus::Success)
}

fn write(format: Format, trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => text::write(trace, None, out),
        Format::Json => json::of(trace).try_for_each(|line| writeln!(out, "{line}")),
        Format::Dot => dot::write(trace, out),
        Format::Html => html::write(trace, out),
    }
}
