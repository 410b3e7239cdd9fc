//! `bench family --claims`: published claims about the algorithms, tested.

use std::error::Error;

use plyglot_bench::family::claims::{
    Checked, ClaimError, ClaimOptions, ClaimResult as ClaimVerdict, Evidence, check, claims,
    write_claims,
};
use plyglot_bench::scaling::Origin;
use plyglot_games::catalogue::builtin;
use plyglot_search::Stop;

use crate::bench::family::FamilyArgs;
use crate::bench::report;
use crate::errors::{ExitStatus, Failure, note};
use crate::journal::origin;
use crate::output::study::{self, OutputFormat, StudyView};
use crate::output::{Output, progress};
use crate::{format, signals};
use plyglot_wire::object;

/// Tests the claims of these names, or all if there are none. A claim that does not hold is a result, not
/// a problem.
pub(super) fn run(args: &FamilyArgs, names: &[String]) -> Result<ExitStatus, Failure> {
    if names == ["list"] {
        return match args.more_than_a_list() {
            None => list(),
            Some(option) => {
                let message =
                    format!("{option}: not with --claims list, which only lists the claims");
                Err(Failure::Usage(message))
            }
        };
    }
    let names = if names == ["all"] { &[] } else { names };
    report::prepare(args.report.as_ref())?;
    let stop = signals::listen();
    let checked = measure(args, names, &stop)?;
    study::print(&ClaimsView(&checked), OutputFormat::of(args.json, args.csv))?;
    if let Some(dir) = &args.report {
        plyglot_report::claims::write(dir, &checked, &about(args, &origin::now()))?;
        report::written(dir);
    }
    for one in &checked {
        if let Some(why) = one.failures.first() {
            note(&format!("a search for claim {} failed: {why}", one.claim.name));
        }
    }
    if stop.is_raised() {
        note("interrupted: only the claims tested before are shown");
        return Ok(ExitStatus::Interrupted);
    }
    let failed = checked.iter().any(|one| !one.failures.is_empty());
    Ok(if failed { ExitStatus::Problems } else { ExitStatus::Success })
}

/// The names of the claims, and what they say.
fn list() -> Result<ExitStatus, Failure> {
    let mut output = Output::new();
    let width = claims().map(|claim| claim.name.len()).max().unwrap_or(0);
    for claim in claims() {
        output.line(format_args!("{:width$}  {}", claim.name, claim.says))?;
    }
    output.flush()?;
    Ok(ExitStatus::Success)
}

fn measure(args: &FamilyArgs, names: &[String], stop: &Stop) -> Result<Vec<Checked>, Failure> {
    let games = builtin();
    let options = ClaimOptions {
        games: &games,
        trees: args.trees_per_cell,
        jobs: args.jobs.unwrap_or_else(num_cpus::get),
        budget: args.budget(),
        seed: args.seed,
        stop,
    };
    let bar = progress::bar("trees", "claim {msg}");
    let checked = check(names, options, |progress| {
        bar.set_message(progress.claim);
        bar.set_length(progress.trees.total as u64);
        bar.set_position(progress.trees.done as u64);
    });
    bar.finish_and_clear();
    checked.map_err(|error| match error {
        ClaimError::Name { .. } | ClaimError::Trees(_) => Failure::Usage(error.to_string()),
        ClaimError::Thread(_) => Failure::System { what: "a thread", error: error.to_string() },
    })
}

/// How it was measured, in a sentence.
fn about(args: &FamilyArgs, origin: &Origin) -> String {
    let commit = origin.commit.as_ref().map_or_else(String::new, |commit| format!(", {commit}"));
    format!(
        "{} trees in a cell, fewer where they are large and more where they are small. By {}, \
         plyglot {}{commit}, on {}.",
        args.trees_per_cell, origin.command, origin.version, origin.date
    )
}

/// The claims that were tested.
struct ClaimsView<'a>(&'a [Checked]);

impl StudyView for ClaimsView<'_> {
    fn text(&self, width: Option<usize>) -> Vec<String> {
        self.0.iter().map(|one| text(one, width)).chain([summary(self.0, width)]).collect()
    }

    fn json(&self) -> Vec<String> {
        self.0.iter().map(|one| object("claim", one)).collect()
    }

    fn csv(&self, out: &mut Vec<u8>) -> Result<(), Box<dyn Error>> {
        Ok(write_claims(self.0, out)?)
    }
}

/// How wide sentences are at most.
const USUAL: usize = 100;

/// A claim, its source, what was measured, and whether it holds.
fn text(one: &Checked, width: Option<usize>) -> String {
    let mut text = format!(
        "{}: {}\n  {}\n  source: {}\n",
        one.claim.name,
        one.verdict.text().to_uppercase(),
        one.claim.says,
        one.claim.source
    );
    let rows: Vec<[String; 3]> = one.evidence.iter().map(evidence).collect();
    let wide = |column: usize| rows.iter().map(|row| format::columns(&row[column])).max();
    let [on, what] = [wide(0), wide(1)].map(Option::unwrap_or_default);
    let beside =
        |[left, middle, right]: &[String; 3]| format!("  {left:on$}  {middle:what$}  {right}\n");
    let fits = |row: &[String; 3]| width.is_none_or(|width| format::columns(&beside(row)) <= width);
    let below =
        |[left, middle, right]: &[String; 3]| format!("  {left}\n      {middle}: {right}\n");
    match rows.iter().all(fits) {
        true => text.extend(rows.iter().map(beside)),
        false => text.extend(rows.iter().map(below)),
    }
    for line in one.example.iter().flat_map(|example| example.lines()) {
        text += &format!("  | {line}\n");
    }
    text
}

/// Where something was measured, with the sign of what it says, what, and the figure.
fn evidence(part: &Evidence) -> [String; 3] {
    let sign = part.agrees.map_or(" ", |agrees| agrees.sign());
    let aided = if part.aided() { ", aided" } else { "" };
    let expected =
        part.expectation().map_or_else(String::new, |text| format!("  (if true: {text})"));
    [format!("{sign} {}", part.on), part.what() + aided, part.figure() + &expected]
}

fn summary(checked: &[Checked], width: Option<usize>) -> String {
    let count = |verdict| checked.iter().filter(|one| one.verdict == verdict).count();
    let unknown = match count(ClaimVerdict::Unknown) {
        0 => String::new(),
        unknown => format!("; undecided: {unknown}"),
    };
    let legend = "Figures are medians of ratios tree by tree, as changes, with 95 % intervals. \u{2713} agrees with the \
                  claim, \u{2717} contradicts it, ? needs more trees. Aided: iterative deepening, a table, and moves \
                  ordered by the table, killers and history; otherwise moves are tried as they are generated. \
                  Synthetic trees are named by their moves at a node, plies, and model: best=60 has the first move \
                  best at 60 % of the nodes.";
    format!(
        "Claims that hold: {}; in part: {}; that fail: {}{unknown}.\n{}",
        count(ClaimVerdict::Holds),
        count(ClaimVerdict::InPart),
        count(ClaimVerdict::Fails),
        format::wrapped(legend, width.unwrap_or(USUAL).min(USUAL)).join("\n"),
    )
}
