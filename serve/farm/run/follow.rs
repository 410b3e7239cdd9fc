//! The results of tasks, followed while they are written: which are whole, and which are not of this run.
//!
//! A look reads the folder and what is new in its files, so that it costs little however long the files are.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use plyglot_wire::journal::differ::{first_difference, short};
use serde_json::{Value, json};

use super::FarmError;
use crate::farm::merge;
use crate::farm::part::Part;
use crate::farm::shard::Header;

/// The longest header that is read: it names up to a million lines.
const MOST_HEADER: u64 = 64 << 20;

/// How many refusals are told one by one.
const TOLD: usize = 4;

/// The results of all tasks.
#[derive(Debug)]
pub(super) struct Results {
    folder: PathBuf,
    expected: Vec<Header>,
    files: HashMap<PathBuf, Watched>,
    /// The whole results of a task, by its index.
    whole: BTreeMap<usize, PathBuf>,
    /// How many refusals were told.
    told: usize,
}

/// A file of results.
#[derive(Debug, Default)]
struct Watched {
    task: usize,
    /// How far it was read, in bytes; 0 before its header was.
    read: u64,
    /// How many objects came after the header.
    objects: usize,
    /// It cannot be used, and is not looked at again.
    refused: bool,
    /// It holds results, of another run.
    foreign: bool,
}

impl Results {
    pub(super) fn new(folder: PathBuf, parts: &[Part]) -> Results {
        let (files, whole) = (HashMap::new(), BTreeMap::new());
        Results {
            folder,
            expected: parts.iter().map(|part| part.header.clone()).collect(),
            files,
            whole,
            told: 0,
        }
    }

    /// How many lines have an answer.
    pub(super) fn answered(&self) -> usize {
        let mut of_task: HashMap<usize, usize> = HashMap::new();
        for file in self.files.values().filter(|file| !file.refused) {
            let best = of_task.entry(file.task).or_default();
            *best = file.objects.min(self.expected[file.task].lines.len()).max(*best);
        }
        of_task.values().sum()
    }

    /// The files of whole results, in the order of their tasks.
    pub(super) fn whole(&self) -> impl Iterator<Item = &PathBuf> {
        self.whole.values()
    }

    /// The indices of the tasks without whole results.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> {
        (0..self.expected.len()).filter(|index| !self.whole.contains_key(index))
    }

    /// How many results of a task were those of another run.
    pub(super) fn foreign(&self, task: usize) -> usize {
        self.files.values().filter(|file| file.task == task && file.foreign).count()
    }

    /// True if results that a task wrote in a round were refused.
    pub(super) fn refused_in(&self, task: usize, round: usize) -> bool {
        let begin = format!("{}-{round}-", task + 1);
        let named = |path: &Path| {
            path.file_name()
                .and_then(|name| name.to_str())
                .is_some_and(|name| name.starts_with(&begin))
        };
        self.files.iter().any(|(path, file)| file.refused && named(path))
    }

    /// Takes note of what an earlier farm has left. What it could not use it has said.
    pub(super) fn look_back(&mut self) -> Result<(), FarmError> {
        let _ = self.look()?;
        self.told = 0;
        Ok(())
    }

    /// Takes note of what is new; gives what people should know.
    pub(super) fn look(&mut self) -> Result<Vec<String>, FarmError> {
        let failed = |path: &Path| {
            let path = path.to_path_buf();
            move |error| FarmError::File { path, error }
        };
        let mut notes = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(failed(&self.folder))? {
            let path = entry.map_err(failed(&self.folder))?.path();
            let Some(task) = task_of(&path).filter(|task| *task < self.expected.len()) else {
                continue;
            };
            if self.whole.contains_key(&task) {
                continue;
            }
            let watched = self.files.entry(path.clone()).or_default();
            watched.task = task;
            if watched.refused {
                continue;
            }
            let expected = &self.expected[task];
            match watched.go_on(&path, expected) {
                Ok(()) => {}
                Err(Unusable::Io(error)) => return Err(failed(&path)(error)),
                Err(Unusable::Other { message, foreign }) => {
                    (watched.refused, watched.foreign) = (true, foreign);
                    self.told += 1;
                    match self.told {
                        ..TOLD => notes.push(format!("task {}: refused: {message}", task + 1)),
                        TOLD => notes.push("more tasks are refused".into()),
                        _ => {}
                    }
                    continue;
                }
            }
            if watched.read > 0 && watched.objects >= expected.lines.len() {
                // Counted are objects; here every line is seen to have its answer.
                if merge::read(std::slice::from_ref(&path))
                    .is_ok_and(|merged| merged.answers_its_shards())
                {
                    self.whole.insert(task, path);
                }
            }
        }
        Ok(notes)
    }
}

/// Why a file cannot be used.
enum Unusable {
    Io(io::Error),
    /// In words, and whether it holds results of another run.
    Other {
        message: String,
        foreign: bool,
    },
}

impl Unusable {
    fn nothing(message: String) -> Unusable {
        Unusable::Other { message, foreign: false }
    }
}

impl Watched {
    /// Reads what is new.
    fn go_on(&mut self, path: &Path, expected: &Header) -> Result<(), Unusable> {
        let mut file = File::open(path).map_err(Unusable::Io)?;
        if file.metadata().map_err(Unusable::Io)?.len() <= self.read {
            return Ok(());
        }
        file.seek(SeekFrom::Start(self.read)).map_err(Unusable::Io)?;
        let mut from = BufReader::with_capacity(1 << 16, file);
        if self.read == 0 {
            let mut line = Vec::new();
            let read =
                (&mut from).take(MOST_HEADER).read_until(b'\n', &mut line).map_err(Unusable::Io)?;
            if line.last() != Some(&b'\n') {
                // It is still being written.
                return Ok(());
            }
            compare(&line, expected)?;
            self.read = read as u64;
        }
        loop {
            let bytes = from.fill_buf().map_err(Unusable::Io)?;
            if bytes.is_empty() {
                return Ok(());
            }
            self.objects += bytes.iter().filter(|&&byte| byte == b'\n').count();
            let count = bytes.len();
            self.read += count as u64;
            from.consume(count);
        }
    }
}

/// The index of the task whose results these are, by the name of the file: `3-1-0.jsonl` is task 3.
fn task_of(path: &Path) -> Option<usize> {
    let name = path.file_name()?.to_str()?.strip_suffix(".jsonl")?;
    name.split('-').next()?.parse::<usize>().ok()?.checked_sub(1)
}

/// What differs between the header of results and the one that is expected.
fn compare(line: &[u8], expected: &Header) -> Result<(), Unusable> {
    let value: Value =
        serde_json::from_slice(line).map_err(|error| Unusable::nothing(error.to_string()))?;
    if value["type"] != "shard" {
        // A task that could not begin, as one whose program is of another version.
        let message = value["message"].as_str().unwrap_or("its results do not begin with a shard");
        return Err(Unusable::nothing(message.into()));
    }
    let header: Header =
        serde_json::from_value(value).map_err(|error| Unusable::nothing(error.to_string()))?;
    match first_difference(&json!(header), &json!(expected)) {
        None => Ok(()),
        Some((field, there, wanted)) => Err(Unusable::Other {
            message: format!(
                "results of another run: its {} is {}, here it is {}",
                field.trim_start_matches("run."),
                short(there),
                short(wanted)
            ),
            foreign: true,
        }),
    }
}
