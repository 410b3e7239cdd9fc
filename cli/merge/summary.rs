//! What `merge` has found: sums for people or programs, and a line for each problem.

use plyglot_serve::farm::merge::{Merged, Missing};
use plyglot_wire::object;
use plyglot_wire::read::Source;
use serde::Serialize;

use crate::format;

/// How many lines are named one by one.
const SHOWN: usize = 10;

/// The fields of `merge`.
#[derive(Debug, Serialize)]
pub(crate) struct Summary {
    game: String,
    command: String,
    /// How many shards there are, and how many of them were in the files.
    shards: usize,
    read: usize,
    /// How many lines there are, and how many have an answer, errors included.
    records: usize,
    answered: usize,
    errors: usize,
    exact: usize,
    right: usize,
    wrong: usize,
    twice: Vec<Source>,
    different: Vec<Source>,
    missing: Vec<MissingShard>,
    nodes: u64,
    /// The time of all searches.
    time_ms: f64,
}

#[derive(Debug, Serialize)]
struct MissingShard {
    shard: usize,
    /// Null of a shard that is in no file.
    lines: Option<Vec<Source>>,
}

impl Summary {
    pub(crate) fn of(merged: &Merged) -> Summary {
        let (header, counts) = (merged.header(), merged.counts());
        let missing = |missing: Missing| MissingShard {
            shard: missing.shard,
            lines: missing.place.is_some().then_some(missing.lines),
        };
        Summary {
            game: header.game.clone(),
            command: header.command.clone(),
            shards: header.shards,
            read: merged.shards(),
            records: header.records,
            answered: merged.answered(),
            errors: counts.errors,
            exact: counts.exact,
            right: counts.right,
            wrong: counts.wrong,
            twice: merged.twice.iter().map(|&(line, ..)| line).collect(),
            different: merged.different().map(|(line, _)| line).collect(),
            missing: merged.missing().into_iter().map(missing).collect(),
            nodes: counts.nodes,
            time_ms: counts.time_ms,
        }
    }

    /// True if one process over the whole file would have ended with exit code 0, and nothing is missing.
    pub(crate) fn is_fine(&self) -> bool {
        let unsolved = self.command == "solve" && self.exact < self.answered;
        let problems = self.errors + self.wrong + self.twice.len() + self.different.len();
        self.is_complete() && problems == 0 && !unsolved
    }

    /// True if every line has an answer.
    pub(crate) fn is_complete(&self) -> bool {
        self.answered == self.records
    }

    /// In one line.
    pub(crate) fn text(&self) -> String {
        let number = |count: usize| format::grouped(count as u64);
        let mut parts = vec![
            format!("{} of {} shards", number(self.read), number(self.shards)),
            format!("{} of {}", number(self.answered), format::count(self.records, "line")),
        ];
        let mut add = |count: usize, what: &str| {
            if count > 0 {
                parts.push(format!("{} {what}", number(count)));
            }
        };
        add(self.exact, "exact");
        let solved = if self.command == "solve" { self.exact + self.errors } else { self.answered };
        add(self.answered.saturating_sub(solved), "not solved");
        add(self.right, "right");
        add(self.wrong, "wrong");
        add(self.errors, if self.errors == 1 { "error" } else { "errors" });
        add(self.twice.len(), "answered twice");
        add(self.different.len(), "answered differently");
        add(self.records - self.answered, "missing");
        let effort = match self.nodes {
            0 => String::new(),
            nodes => format!("; {} nodes", format::grouped(nodes)),
        };
        format!("{} {}: {}{effort}", self.command, self.game, parts.join(", "))
    }

    pub(crate) fn json(&self) -> String {
        object("merge", self)
    }
}

/// A line for each problem.
pub(crate) fn problems(merged: &Merged) -> Vec<String> {
    let absent = |missing: &&Missing| missing.place.is_none();
    let missing = merged.missing();
    let mut problems = Vec::new();
    let numbers: Vec<usize> = missing.iter().filter(absent).map(|missing| missing.shard).collect();
    if !numbers.is_empty() {
        let lines = format::count(merged.missing_lines_of_absent_shards(), "line");
        problems.push(format!(
            "missing: {} of {} with {lines}, in no file",
            listed(if numbers.len() == 1 { "shard" } else { "shards" }, &numbers),
            format::grouped(merged.header().shards as u64),
        ));
    }
    for Missing { shard, place, lines } in &missing {
        if let Some(place) = place {
            let lines = listed(if lines.len() == 1 { "line" } else { "lines" }, lines);
            problems.push(format!("missing: {lines} of shard {shard} ({place})"));
        }
    }
    problems.extend(merged.failures.iter().map(|(place, message)| format!("{place}: {message}")));
    let twice = merged.twice.iter().map(|(line, first, second)| {
        format!("line {line} is answered twice, alike: {first} and {second}")
    });
    problems.extend(shortened(twice.collect(), "lines that are answered twice"));
    let different = merged.different().map(|(line, words)| format!("line {line} is {words}"));
    problems.extend(shortened(different.collect(), "lines that are answered differently"));
    problems
}

fn shortened(mut texts: Vec<String>, what: &str) -> Vec<String> {
    if texts.len() > SHOWN {
        let more = texts.split_off(SHOWN).len();
        texts.push(format!("and {} more {what}", format::grouped(more as u64)));
    }
    texts
}

/// Numbers in words, the first of them one by one.
fn listed(what: &str, numbers: &[impl ToString]) -> String {
    let shown: Vec<String> = numbers.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = numbers.len().saturating_sub(SHOWN);
    let more = if more > 0 {
        format!(" and {} more", format::grouped(more as u64))
    } else {
        String::new()
    };
    format!("{what} {}{more}", shown.join(", "))
}
