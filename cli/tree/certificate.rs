//! `tree certificate` and `tree check`.

use std::time::Instant;

use plyglot_open::catalogue::Catalogue;
use plyglot_play::tree::certificate::{
    Certificate, Check, Checked, Continued, Footer, Header, Wanted,
};
use plyglot_play::tree::{Target, TreeError, show};
use plyglot_wire::beside::{self, Beside};
use plyglot_wire::object;
use serde_json::json;

use crate::errors::{ExitStatus, Failure, note};
use crate::format;
use crate::journal::{note_skipped, origin, say_how_to_continue};
use crate::output::{Output, progress};
use crate::signals;
use crate::tree::args::{CertificateArgs, CheckArgs};
use crate::tree::{open, text};

pub(super) fn written(
    catalogue: &Catalogue,
    args: &CertificateArgs,
) -> Result<ExitStatus, Failure> {
    let path = &args.output;
    let failed = |error| Failure::NotWritten { path: path.display().to_string(), error };
    let (tree, game) = open(catalogue, &args.file)?;
    let target = Target::parse(&args.target, tree.start().to_move(), game.facts())?;
    beside::check(path).map_err(failed)?;
    let begin = Instant::now();
    let stop = signals::listen();
    let workers = args.engine.config().threads;
    let config = args.engine.shared_config(workers);
    let wanted = Wanted { game: &*game, target, leaf: args.leaf, config, workers };
    let bar = progress::counter("records");
    let file = Beside::new(path).map_err(failed)?;
    let written =
        tree.certificate(&wanted, file, &stop, &|records| bar.set_position(records as u64));
    bar.finish_and_clear();
    let written = written.map_err(|error| match error {
        TreeError::Show(error) => failed(error),
        other => other.into(),
    })?;
    let Some((file, written)) = written else { return Ok(interrupted()) };
    file.finish().map_err(failed)?;
    let told = Told { header: &written.header, footer: written.footer, bytes: written.bytes };
    told.say(tree.start(), begin, None, args.json)
}

pub(super) fn checked(catalogue: &Catalogue, args: &CheckArgs) -> Result<ExitStatus, Failure> {
    let begin = Instant::now();
    let certificate = Certificate::read(&args.file)?;
    let game = catalogue.open(&certificate.header.game)?;
    let stop = signals::listen();
    let sample = args.sample.map(|count| (count, args.seed));
    let (mut journal, done) = match &args.journal {
        Some(path) => {
            let Continued { journal, done, skipped } =
                certificate.continued(path, sample, &json!(origin::now()))?;
            note_skipped(path, &skipped);
            (Some(journal), done)
        }
        None => (None, Vec::new()),
    };
    let threads = args.threads.unwrap_or_else(num_cpus::get);
    let check = Check { game: &*game, threads, sample, done: &done };
    let bar = progress::bar("records", "about {eta} left");
    let records = certificate.footer.records;
    bar.set_length(args.sample.map_or(records, |count| records.min(count as u64)));
    let before = certificate.counted(&check);
    if let Some(path) = args.journal.as_ref().filter(|_| before > 0) {
        note(&format!("{} taken from {}", format::count(before, "record"), path.display()));
    }
    bar.set_position(before as u64);
    bar.reset_eta();
    let checked = certificate.check(&check, &stop, &mut |part| {
        bar.inc(part.records as u64);
        Ok(journal.as_mut().map_or(Ok(()), |journal| journal.note(&part))?)
    });
    bar.finish_and_clear();
    let Some(checked) = checked? else {
        let Some(path) = &args.journal else { return Ok(interrupted()) };
        say_how_to_continue(path);
        return Ok(ExitStatus::Interrupted);
    };
    let start = game.parse(&certificate.header.start)?;
    let (header, footer, bytes) = (&certificate.header, certificate.footer, certificate.bytes);
    Told { header, footer, bytes }.say(&start, begin, Some(checked), args.json)
}

fn interrupted() -> ExitStatus {
    note("interrupted before its end");
    ExitStatus::Interrupted
}

/// What is told of a certificate.
struct Told<'a> {
    header: &'a Header,
    footer: Footer,
    bytes: u64,
}

impl Told<'_> {
    fn say(
        &self,
        start: &plyglot_open::Position,
        begin: Instant,
        checked: Option<Checked>,
        json: bool,
    ) -> Result<ExitStatus, Failure> {
        let Told { header, footer, bytes } = self;
        let told = object::Certificate {
            game: header.game.clone(),
            start: header.start.clone(),
            proven_between: show::between(start, header.proven().seen_by(start.to_move()))?,
            records: footer.records,
            leaves: footer.leaves,
            leaf: header.leaf,
            nodes: checked.map_or(footer.nodes, |checked| checked.nodes),
            bytes: *bytes,
            seconds: begin.elapsed().as_secs_f64(),
            checked: checked.map(|checked| checked.records),
            wrong_at_most: checked.and_then(|checked| checked.wrong_at_most),
        };
        let mut output = Output::new();
        if json {
            let kind = if checked.is_some() { "checked" } else { "certificate" };
            output.object(object(kind, &told))?;
        } else {
            for line in text::certificate(&told) {
                output.line(line)?;
            }
        }
        output.flush()?;
        Ok(ExitStatus::Success)
    }
}
