//! Workers elsewhere: processes on this machine or others, each over a connection of its own.
//!
//! The process that owns the tree keeps a window of positions out: of each worker one for each engine that it has, and up
//! to three more where they are answered so fast that the way there and back would count. A worker is lost when its connection
//! breaks or is silent: its positions are given to others. A position is known by the number under which it was given to
//! one worker, so that an answer that comes twice, or from one that was given up, counts for nothing.
//!
//! A worker has no table in common with others, and learns what the tree knows only with its next position.
//!
//! Cost: some 200 bytes each way a position, and the moves of each answered one are played once more to see where they
//! lead (see `message.rs`): 52 microseconds of a processor an answer in Kalah. So a position is a piece by itself: at the
//! usual effort a book's answer takes a tenth of a second and more, and a piece of several levels would save
//! less than a thousandth.

mod entrance;
mod message;
mod peer;
#[cfg(test)]
mod tests;
mod worker;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

use crossbeam::channel::RecvTimeoutError;
use plyglot_open::Stop;

use self::entrance::{Arrival, Event};
use self::message::{Answer, Order};
use self::peer::Peer;
use super::crew::{Crew, is_searched};
use super::work::{Done, Job};
use crate::tree::error::TreeError;
use crate::tree::graph::Node;
use crate::tree::key;
use crate::tree::record::Own;
use crate::tree::value::Scale;

pub use self::entrance::{Entrance, Workers};
pub use self::worker::{Parted, Work};

/// A worker that says nothing for this long is lost.
pub const SILENCE: Duration = Duration::from_secs(if cfg!(test) { 2 } else { 20 });

/// A worker that hears nothing for this long ends. The process of a large tree may have much to do before it takes it in.
const GONE: Duration = Duration::from_secs(300);

/// How often a worker says that it is there, and hears the same.
const ALIVE: Duration = Duration::from_millis(if cfg!(test) { 200 } else { 2_000 });

/// How often the stop is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How long workers have to give what they have found once they are stopped.
const LAST: Duration = Duration::from_secs(5);

/// A position that this many workers were lost or failed with is not given to another.
const MOST_LOST: usize = 10;

/// A position that is out, or waits for a worker.
struct Out {
    job: Job,
    /// How many workers were lost or failed with it.
    lost: usize,
}

/// The workers of a run.
pub(super) struct Far<'a> {
    workers: &'a Workers,
    scale: Scale,
    stop: &'a Stop,
    known: HashSet<u64>,
    peers: BTreeMap<u64, Peer>,
    out: HashMap<u64, Out>,
    /// Those of lost workers, which wait for others.
    again: VecDeque<u64>,
    /// What needs no worker any more.
    ready: VecDeque<Done>,
    jobs: u64,
    arrivals: u64,
    stopped: Option<Instant>,
    /// That none is there was said.
    alone: bool,
}

impl<'a> Far<'a> {
    pub(super) fn new(workers: &'a Workers, scale: Scale, nodes: &[Node], stop: &'a Stop) -> Self {
        let searched = nodes.iter().filter(|node| is_searched(node)).map(|node| node.key);
        Far {
            workers,
            scale,
            stop,
            known: searched.collect(),
            peers: BTreeMap::new(),
            out: HashMap::new(),
            again: VecDeque::new(),
            ready: VecDeque::new(),
            jobs: 0,
            arrivals: 0,
            stopped: None,
            alone: false,
        }
    }

    /// The worker that has most room.
    fn roomiest(&self) -> Option<u64> {
        let room = self.peers.iter().filter(|(_, peer)| peer.room() > 0);
        room.max_by_key(|(_, peer)| peer.room()).map(|(&number, _)| number)
    }

    /// Gives a position to a worker that has room; puts it first among those that wait if there is none.
    fn give(&mut self, id: u64) -> Result<(), TreeError> {
        while let Some(number) = self.roomiest() {
            let (Some(out), Some(peer)) = (self.out.get(&id), self.peers.get_mut(&number)) else {
                return Ok(());
            };
            let order = Order::of(id, &out.job, known(&out.job, &self.known)?)?;
            match peer.give(id, &order) {
                Ok(()) => return Ok(()),
                Err(error) => self.lose(number, &error.to_string(), false)?,
            }
        }
        self.again.push_front(id);
        Ok(())
    }

    /// Gives to others what lost workers had.
    fn give_again(&mut self) -> Result<(), TreeError> {
        while self.roomiest().is_some() {
            let Some(id) = self.again.pop_front() else { break };
            self.give(id)?;
        }
        Ok(())
    }

    fn joined(&mut self, arrival: Arrival) -> Result<(), TreeError> {
        self.arrivals += 1;
        let (number, events) = (self.arrivals, self.workers.entrance.events.clone());
        let (name, engines) = (arrival.name.clone(), arrival.engines);
        match Peer::begin(number, arrival, events) {
            Ok(peer) => {
                let engines = if engines == 1 { "engine" } else { "engines" };
                (self.workers.note)(&format!("{name} has come, with {} {engines}", peer.engines()));
                self.peers.insert(number, peer);
                self.alone = false;
                self.give_again()
            }
            Err(error) => {
                (self.workers.note)(&format!("{name} could not be taken in: {error}"));
                Ok(())
            }
        }
    }

    /// Gives a worker up. What it was searching may be what has ended it, or what it `failed` with.
    fn lose(&mut self, number: u64, why: &str, failed: bool) -> Result<(), TreeError> {
        let Some(peer) = self.peers.remove(&number) else { return Ok(()) };
        let (given, name, engines) = peer.end();
        for (place, &id) in given.iter().enumerate() {
            let Some(out) = self.out.get_mut(&id) else { continue };
            out.lost += usize::from(place < engines);
            if out.lost >= MOST_LOST {
                let (position, workers) = (out.job.at.text()?, out.lost);
                return Err(TreeError::Deadly { position, workers, last: why.into() });
            }
        }
        let verb = if failed { "has failed" } else { "is lost" };
        let others = match (given.len(), self.peers.is_empty()) {
            (_, true) => "; none is left, and the tree waits for another".into(),
            (0, false) => String::new(),
            (1, false) => "; its position goes to others".into(),
            (count, false) => format!("; its {count} positions go to others"),
        };
        (self.workers.note)(&format!("{name} {verb}: {why}{others}"));
        self.again.extend(given);
        if self.stopped.is_some() {
            self.settle();
        }
        self.give_again()
    }

    /// Takes back what waits for a worker, as something that was stopped.
    fn settle(&mut self) {
        for id in std::mem::take(&mut self.again) {
            if let Some(Out { job, .. }) = self.out.remove(&id) {
                self.ready.push_back(unsearched(&job));
            }
        }
    }

    fn said(&mut self, number: u64, answer: Answer) -> Result<Option<Done>, TreeError> {
        let Some(peer) = self.peers.get_mut(&number) else { return Ok(None) };
        let (id, own, children, nodes, stopped) = match answer {
            Answer::Alive => return Ok(None),
            Answer::Failed { id, message } => {
                if peer.has(id) {
                    self.lose(number, &message, true)?;
                }
                return Ok(None);
            }
            Answer::Found { id, own, children, nodes, stopped } => {
                (id, own, children, nodes, stopped)
            }
        };
        // One that comes twice is not among what it has been given any more.
        if !peer.take_back(id) {
            return Ok(None);
        }
        let Some(Out { job, .. }) = self.out.get(&id) else { return Ok(None) };
        let is_known = |key| self.known.contains(&key);
        match message::read(job, self.scale, (own, children), (nodes, stopped), is_known) {
            Ok(done) => {
                self.out.remove(&id);
                self.workers.entrance.count();
                self.give_again()?;
                Ok(Some(done))
            }
            Err(TreeError::Answer { message }) => {
                self.again.push_back(id);
                self.lose(number, &format!("it gave an answer that cannot be: {message}"), true)?;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Looks at the stop.
    fn tend(&mut self) {
        match self.stopped {
            None if self.stop.is_raised() => {
                self.stopped = Some(Instant::now());
                self.cut();
                self.settle();
            }
            Some(since) if since.elapsed() > LAST => {
                // They do not answer: what they have is not waited for.
                self.again = self.out.keys().copied().collect();
                self.settle();
            }
            _ => {}
        }
        if self.peers.is_empty() && self.arrivals == 0 && !self.alone {
            self.alone = true;
            (self.workers.note)("no worker is there yet: the tree waits for one");
        }
    }
}

impl Crew for Far<'_> {
    fn busy(&self) -> usize {
        self.out.len() + self.ready.len()
    }

    fn has_room(&self) -> bool {
        self.again.is_empty() && self.roomiest().is_some()
    }

    fn hand_out(&mut self, job: Job) -> Result<(), TreeError> {
        self.jobs += 1;
        self.out.insert(self.jobs, Out { job, lost: 0 });
        self.give(self.jobs)
    }

    fn next(&mut self, tick: Duration) -> Result<Option<Done>, TreeError> {
        let begin = Instant::now();
        loop {
            self.tend();
            if let Some(done) = self.ready.pop_front() {
                return Ok(Some(done));
            }
            let left = tick.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return Ok(None);
            }
            match self.workers.events.recv_timeout(left.min(LOOK)) {
                Ok(Event::Joined(arrival)) => {
                    self.joined(arrival)?;
                    // There is room now.
                    return Ok(None);
                }
                Ok(Event::Said(number, answer)) => {
                    if let Some(done) = self.said(number, answer)? {
                        return Ok(Some(done));
                    }
                }
                Ok(Event::Lost(number, why)) => self.lose(number, &why, false)?,
                Ok(Event::Note(text)) => (self.workers.note)(&text),
                Ok(Event::Over(error)) => return Err(error),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
    }

    fn parts(&self) -> u64 {
        let engines = self.peers.values().map(|peer| peer.engines() as u64);
        engines.sum::<u64>().max(1)
    }

    fn cut(&mut self) {
        // Who cannot be told is found out when it is given the next position.
        let below = self.jobs + 1;
        self.peers.values_mut().for_each(|peer| peer.cut(below));
        self.settle();
    }

    fn know(&mut self, nodes: &mut dyn Iterator<Item = &Node>) {
        self.known.extend(nodes.filter(|node| is_searched(node)).map(|node| node.key));
    }
}

impl Drop for Far<'_> {
    fn drop(&mut self) {
        let coming = self.workers.events.try_iter().filter_map(|event| match event {
            Event::Joined(arrival) => Some(arrival.stream.into_inner()),
            _ => None,
        });
        let streams: Vec<_> = coming.collect();
        for stream in &streams {
            let _ = message::say(stream, &Order::End);
        }
        self.peers.values_mut().for_each(|peer| {
            let _ = peer.tell(&Order::End);
        });
    }
}

/// The keys of what the moves of a job's position lead to and what was searched already.
fn known(job: &Job, searched: &HashSet<u64>) -> Result<Vec<u64>, TreeError> {
    let mut known = Vec::new();
    for mv in job.at.moves()? {
        let key = key(&job.at.after(mv)?.without_past(), job.ply + 1)?;
        if searched.contains(&key) {
            known.push(key);
        }
    }
    Ok(known)
}

/// What is given back of a position that was not searched.
fn unsearched(job: &Job) -> Done {
    Done { node: job.node, own: Own::default(), children: None, nodes: 0, stopped: true }
}
