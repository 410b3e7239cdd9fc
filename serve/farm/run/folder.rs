//! The folder of a farm: what is where, and whose it is.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use plyglot_wire::beside::write_beside;
use plyglot_wire::journal::differ::{first_difference, short};
use serde_json::{Value, json};

use super::{FarmError, Order};
use crate::farm::part::Part;

/// The version of the plan.
const FORMAT: u32 = 2;

/// A folder that this process alone uses.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// Locked until it is dropped.
    _lock: File,
}

impl Folder {
    pub(super) fn open(order: &Order) -> Result<Folder, FarmError> {
        let path = order.folder.clone();
        fs::create_dir_all(&path).map_err(failed(&path))?;
        // Tasks may run in another folder.
        let path = fs::canonicalize(&path).map_err(failed(&path))?;
        let plan = path.join("farm.json");
        let is_new = !plan.exists();
        if is_new && fs::read_dir(&path).map_err(failed(&path))?.next().is_some() {
            let message = "a folder that is not empty, and not that of a farm".into();
            return Err(FarmError::Foreign { path, message });
        }
        if !is_new {
            same(&plan, order)?;
        }
        let lock = path.join("lock");
        let mut options = OpenOptions::new();
        let file =
            options.write(true).create(true).truncate(false).open(&lock).map_err(failed(&lock))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FarmError::InUse { path }),
            Err(TryLockError::Error(error)) => return Err(failed(&lock)(error)),
        }
        let folder = Folder { path, _lock: file };
        for made in [
            folder.results(),
            folder.path.join("parts"),
            folder.path.join("journals"),
            folder.path.join("errors"),
        ] {
            fs::create_dir_all(&made).map_err(failed(&made))?;
        }
        if is_new {
            let text = format!("{}\n", of(order));
            write_beside(&plan, text.as_bytes()).map_err(failed(&plan))?;
        }
        for (index, part) in order.parts.iter().enumerate() {
            let path = folder.part(index + 1);
            if !path.exists() {
                part.write(&path)?;
            }
        }
        Ok(folder)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn results(&self) -> PathBuf {
        self.path.join("results")
    }

    /// Which lines a task searches.
    pub(super) fn part(&self, task: usize) -> PathBuf {
        self.path.join("parts").join(format!("{task}.json"))
    }

    /// The journal of a task of which that many results were those of another run: who wrote them has begun a journal
    /// as well.
    pub(super) fn journal(&self, task: usize, foreign: usize) -> PathBuf {
        self.path.join("journals").join(format!("{task}-{foreign}.journal"))
    }

    /// Where the output and the errors of a task go. Each attempt has its own, so that one which was thought lost
    /// disturbs no other.
    pub(super) fn files(&self, task: usize, round: usize) -> (PathBuf, PathBuf) {
        let name = |ending| format!("{task}-{round}-%{{INSTANCE_ID}}.{ending}");
        (self.results().join(name("jsonl")), self.path.join("errors").join(name("txt")))
    }

    /// A number for the next round that no earlier one had.
    pub(super) fn next_round(&self) -> Result<usize, FarmError> {
        let mut last = 0;
        for entry in fs::read_dir(&self.path).map_err(failed(&self.path))? {
            let name = entry.map_err(failed(&self.path))?.file_name();
            let name = name.to_string_lossy();
            let number = name.strip_prefix("job-").and_then(|rest| rest.split('.').next());
            last = last.max(number.and_then(|number| number.parse().ok()).unwrap_or(0));
        }
        Ok(last + 1)
    }

    /// The last line of a task's errors, of its last attempt; `None` if it has said nothing.
    pub(super) fn last_error(&self, task: usize, round: usize) -> Option<String> {
        let folder = self.path.join("errors");
        let begin = format!("{task}-{round}-");
        let attempt = |name: &str| -> Option<usize> {
            name.strip_prefix(&begin)?.strip_suffix(".txt")?.parse().ok()
        };
        let names = fs::read_dir(&folder).ok()?.flatten();
        let names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let last = names.filter_map(|name| Some((attempt(&name)?, name))).max()?;
        let text = fs::read(folder.join(last.1)).ok()?;
        let text = String::from_utf8_lossy(&text);
        let line = text.lines().rev().find(|line| line.starts_with("error: "))?;
        Some(line.trim_start_matches("error: ").chars().take(400).collect())
    }
}

/// Into how many tasks the farm in this folder is divided; `None` if there is none that can be read.
pub(super) fn tasks(path: &Path) -> Option<usize> {
    let text = fs::read_to_string(path.join("farm.json")).ok()?;
    let plan: Value = serde_json::from_str(&text).ok()?;
    plan["tasks"].as_u64()?.try_into().ok()
}

/// What a farm is, so that no other goes on in its folder.
fn of(order: &Order) -> Value {
    let first = order.parts.first().map(|Part { header, .. }| {
        json!({
            "game": header.game, "command": header.command, "lines": header.records, "run": header.run,
        })
    });
    json!({"plyglot_farm": FORMAT, "tasks": order.parts.len(), "of": first})
}

/// Refuses the folder of another farm.
fn same(plan: &Path, order: &Order) -> Result<(), FarmError> {
    let foreign = |message: String| FarmError::Foreign { path: plan.into(), message };
    let text = fs::read_to_string(plan).map_err(failed(plan))?;
    let stored: Value = serde_json::from_str(&text)
        .map_err(|error| foreign(format!("not the plan of a farm: {error}")))?;
    if stored["plyglot_farm"] != FORMAT {
        return Err(foreign(format!("not the plan of a farm of format {FORMAT}")));
    }
    match first_difference(&stored, &of(order)) {
        None => Ok(()),
        Some((field, there, wanted)) => Err(foreign(format!(
            "the plan of another farm: its {} is {}, here it is {}",
            field.trim_start_matches("of.").trim_start_matches("run."),
            short(there),
            short(wanted)
        ))),
    }
}

fn failed(path: &Path) -> impl Fn(io::Error) -> FarmError {
    move |error| FarmError::File { path: path.into(), error }
}
