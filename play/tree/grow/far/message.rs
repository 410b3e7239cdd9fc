//! What a tree and its workers say to one another: JSON, one object a line.
//!
//! A worker tells values alone. Which positions they belong to is worked out by the process that owns the tree, from the
//! position that it gave and the rules: no answer can put a position or a move into the tree that the rules do not have.

use std::io::{self, BufRead, Read, Write};
use std::net::TcpStream;

use plyglot_open::{Mv, Position};
use plyglot_search::Score;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::super::work::{Child, Done, Job, Task};
use crate::tree::error::TreeError;
use crate::tree::key;
use crate::tree::record::{Own, Record};
use crate::tree::value::{Proven, Scale, WIN};

/// The longest line that is read, in bytes: an answer about some thousand moves fits.
const LONGEST: u64 = 4 << 20;

/// More nodes than any search visits.
const MOST_NODES: u64 = 1 << 50;

/// What a worker is told.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Order {
    /// Work on a position.
    Work {
        id: u64,
        position: String,
        /// How many plies it lies below the root.
        ply: usize,
        task: Task,
        /// Keys of positions that its moves lead to and that need not be searched.
        known: Vec<u64>,
    },
    /// Cut short what was given under an id below this.
    Cut { below: u64 },
    /// The tree's process is there.
    Alive,
    /// There is nothing left to do.
    End,
}

/// What a worker tells.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Answer {
    /// What it has found.
    Found {
        id: u64,
        own: Told,
        /// Of each move in turn, what its position's search has found; null of one that was not searched.
        children: Option<Vec<Option<Told>>>,
        nodes: u64,
        stopped: bool,
    },
    /// A search could not be made.
    Failed { id: u64, message: String },
    /// The worker is there.
    Alive,
}

/// An [`Own`] on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Told {
    lower: i16,
    upper: i16,
    value: Option<i16>,
    depth: u32,
    nodes: u64,
    best: Option<Mv>,
}

impl From<Own> for Told {
    fn from(own: Own) -> Told {
        let Own { proven: Proven { lower, upper }, value, depth, nodes, best } = own;
        Told { lower, upper, value: value.map(|value| value.raw() as i16), depth, nodes, best }
    }
}

impl Told {
    /// What was found of this position, if that can be.
    fn own(self, at: &Position) -> Result<Own, TreeError> {
        let Told { lower, upper, value, depth, nodes, best } = self;
        let is_value = |value: i16| Score::from_raw(value.into()).raw() == i32::from(value);
        let sound = (-WIN..=WIN).contains(&lower)
            && (lower..=WIN).contains(&upper)
            && value.is_none_or(is_value)
            && nodes < MOST_NODES;
        if !sound {
            return Err(unfit("no search finds such values".into()));
        }
        if let Some(best) = best
            && !at.moves()?.contains(&best)
        {
            return Err(unfit(format!("a move that {} does not have", at.text()?)));
        }
        let value = value.map(|value| Score::from_raw(value.into()));
        Ok(Own { proven: Proven { lower, upper }, value, depth, nodes, best })
    }
}

/// An answer that cannot be used.
fn unfit(message: String) -> TreeError {
    TreeError::Answer { message }
}

impl Order {
    /// The order for a job.
    pub(super) fn of(id: u64, job: &Job, known: Vec<u64>) -> Result<Order, TreeError> {
        Ok(Order::Work { id, position: job.at.text()?, ply: job.ply, task: job.task, known })
    }
}

impl Answer {
    /// The answer to a job: [`read`] is its inverse.
    pub(super) fn of(id: u64, done: Done) -> Answer {
        let Done { own, children, nodes, stopped, .. } = done;
        let told = |child: Child| child.record.map(|record| record.own.into());
        let children = children.map(|children| children.into_iter().map(told).collect());
        Answer::Found { id, own: own.into(), children, nodes, stopped }
    }
}

/// What an answer says about the position of a job; `is_known` says whether a position need not be searched.
///
/// # Errors
/// If it cannot be an answer to that.
pub(super) fn read(
    job: &Job,
    scale: Scale,
    (own, children): (Told, Option<Vec<Option<Told>>>),
    (nodes, stopped): (u64, bool),
    is_known: impl Fn(u64) -> bool,
) -> Result<Done, TreeError> {
    if nodes >= MOST_NODES {
        return Err(unfit("no search visits so much".into()));
    }
    let own = own.own(&job.at)?;
    let children = children.map(|told| below(job, scale, &told, is_known)).transpose()?;
    Ok(Done { node: job.node, own, children, nodes, stopped })
}

/// Where the moves of a job's position lead, with what was told of each.
fn below(
    job: &Job,
    scale: Scale,
    told: &[Option<Told>],
    is_known: impl Fn(u64) -> bool,
) -> Result<Vec<Child>, TreeError> {
    let moves = job.at.moves()?;
    if moves.len() != told.len() {
        let (there, here) = (told.len(), moves.len());
        return Err(unfit(format!("{there} moves of {}, which has {here}", job.at.text()?)));
    }
    let mut children: Vec<Child> = Vec::with_capacity(moves.len());
    for (mv, told) in moves.into_iter().zip(told) {
        let at = job.at.after(mv)?.without_past();
        let key = key(&at, job.ply + 1)?;
        let record = match (Own::over(&at, scale), told) {
            (Some(over), _) => Some(Record::new(&at, over)?),
            (None, Some(told)) => Some(Record::new(&at, told.own(&at)?)?),
            (None, None) => None,
        };
        if record.is_none() && !is_known(key) && !children.iter().any(|child| child.key == key) {
            return Err(unfit(format!("nothing was told of {}", at.text()?)));
        }
        children.push(Child { mv, key, record });
    }
    Ok(children)
}

/// Says something.
pub(super) fn say<T: Serialize>(mut to: &TcpStream, what: &T) -> io::Result<()> {
    let mut line = serde_json::to_vec(what)?;
    line.push(b'\n');
    to.write_all(&line)
}

/// Hears something; `None` once the other side has ended.
pub(super) fn hear<T: DeserializeOwned>(from: &mut impl BufRead) -> io::Result<Option<T>> {
    let mut line = Vec::new();
    from.take(LONGEST).read_until(b'\n', &mut line)?;
    match line.last() {
        // What was cut within a line was not said.
        None => Ok(None),
        Some(b'\n') => serde_json::from_slice(&line).map(Some).map_err(io::Error::from),
        Some(_) if line.len() as u64 == LONGEST => {
            Err(io::Error::new(io::ErrorKind::InvalidData, "a line that is too long"))
        }
        Some(_) => Ok(None),
    }
}
