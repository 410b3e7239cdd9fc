//! The other end: a process that works on the positions of a tree elsewhere, with engines on one table.

use std::collections::{HashSet, VecDeque};
use std::io::{self, BufReader};
use std::net::{Shutdown, TcpStream};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread::scope;
use std::time::Duration;

use plyglot_open::{Config, Engine, Handle, Open, Position, Stop};
use plyglot_wire::spread::ThreadRefused;

use super::message::{Answer, Order, hear, say};
use super::peer::is_silence;
use super::{ALIVE, GONE, unsearched};
use crate::tree::engines;
use crate::tree::error::TreeError;
use crate::tree::grow::work::{Done, Job, Worker};
use crate::tree::value::Scale;

/// What a worker works with.
pub struct Work<'a> {
    /// The game of the tree.
    pub game: &'a dyn Open,
    /// The threads of each engine, and the table that all share.
    pub config: Config,
    /// How many positions are searched at once, each by an engine.
    pub engines: usize,
}

/// Why a worker has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parted {
    /// There is nothing left to do.
    Done,
    /// It was stopped.
    Stopped,
    /// The process that owns the tree has gone.
    Lost,
}

/// What waits to be searched, and what is.
#[derive(Default)]
struct Desk {
    waiting: VecDeque<(u64, Job, HashSet<u64>)>,
    /// Of each engine what it searches.
    running: Vec<Option<u64>>,
    /// What has a number below this is cut short.
    below: u64,
    over: bool,
}

struct Shared<'a> {
    desk: Mutex<Desk>,
    changed: Condvar,
    stream: Mutex<&'a TcpStream>,
    handles: Vec<Handle>,
}

impl Work<'_> {
    /// Works on what comes over a connection that was agreed on, until its end; gives how many positions were answered.
    ///
    /// # Errors
    /// If there cannot be such engines, or what comes makes no sense here.
    pub fn run(
        &self,
        mut from: BufReader<TcpStream>,
        stop: &Stop,
    ) -> Result<(Parted, u64), TreeError> {
        let link = |error| TreeError::Link { error };
        let stream = from.get_ref().try_clone().map_err(link)?;
        stream.set_nodelay(true).map_err(link)?;
        stream.set_read_timeout(Some(GONE)).map_err(link)?;
        stream.set_write_timeout(Some(GONE)).map_err(link)?;
        let closing = stream.try_clone().map_err(link)?;
        let (engines, handles) =
            engines::on_one_table(self.game, &self.config, self.engines, stop)?;
        stop.calls(move || {
            let _ = closing.shutdown(Shutdown::Both);
        });
        let desk = Desk { running: vec![None; engines.len()], ..Desk::default() };
        let shared = Shared {
            desk: Mutex::new(desk),
            changed: Condvar::new(),
            stream: Mutex::new(&stream),
            handles,
        };
        scope(|scope| {
            let mut threads = Vec::new();
            let mut begun = Ok(());
            for (number, engine) in engines.into_iter().enumerate() {
                let (shared, scale) = (&shared, Scale::of(self.game.facts()));
                let thread = engines::thread(format!("tree {number}"));
                let work = move || shared.search(number, engine, scale, stop);
                match thread.spawn_scoped(scope, work) {
                    Ok(thread) => threads.push(thread),
                    Err(error) => begun = Err(TreeError::Thread(ThreadRefused::from(error))),
                }
            }
            let begun = begun.and_then(|()| {
                let alive = || shared.say_alive();
                let thread = engines::thread("alive".into());
                thread.spawn_scoped(scope, alive).map_err(ThreadRefused::from)?;
                Ok(())
            });
            let ended = begun.and_then(|()| self.listen(&mut from, &shared));
            shared.end();
            let _ = stream.shutdown(Shutdown::Both);
            let answered = threads.into_iter().map(|thread| thread.join().unwrap_or(0)).sum();
            let ended = ended?;
            Ok((if stop.is_raised() { Parted::Stopped } else { ended }, answered))
        })
    }

    /// Takes what comes until there is nothing more.
    fn listen(
        &self,
        from: &mut BufReader<TcpStream>,
        shared: &Shared<'_>,
    ) -> Result<Parted, TreeError> {
        let start = self.game.start()?;
        loop {
            match hear::<Order>(from) {
                Ok(Some(Order::Work { id, position, ply, task, known })) => {
                    let at = start.parse(&position)?;
                    let job = Job { node: 0, at, ply, task };
                    shared.take(id, job, known.into_iter().collect());
                }
                Ok(Some(Order::Cut { below })) => shared.cut(below),
                Ok(Some(Order::Alive)) => {}
                Ok(Some(Order::End)) => return Ok(Parted::Done),
                Ok(None) => return Ok(Parted::Lost),
                Err(error) if is_silence(&error) => return Ok(Parted::Lost),
                // As one is cut off whose other end was killed.
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {
                    return Ok(Parted::Lost);
                }
                Err(error) => return Err(TreeError::Link { error }),
            }
        }
    }
}

impl Shared<'_> {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, id: u64, job: Job, known: HashSet<u64>) {
        self.desk().waiting.push_back((id, job, known));
        self.changed.notify_all();
    }

    /// Cuts short what was given before.
    fn cut(&self, below: u64) {
        let mut desk = self.desk();
        desk.below = desk.below.max(below);
        // A search that has just ended leaves the stop to the next one, which then is one that was stopped.
        for (running, handle) in desk.running.iter().zip(&self.handles) {
            if running.is_some_and(|id| id < below) {
                handle.stop();
            }
        }
    }

    fn end(&self) {
        let mut desk = self.desk();
        desk.over = true;
        desk.waiting.clear();
        self.handles.iter().for_each(Handle::stop);
        self.changed.notify_all();
    }

    fn say(&self, answer: &Answer) -> bool {
        let stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        say(*stream, answer).is_ok()
    }

    /// Says now and then that the worker is there.
    fn say_alive(&self) {
        let mut desk = self.desk();
        while !desk.over {
            let (after, waited) = self.wait(desk, ALIVE);
            desk = after;
            if waited && !desk.over {
                drop(desk);
                self.say(&Answer::Alive);
                desk = self.desk();
            }
        }
    }

    /// Waits for something new; true if nothing was for this long.
    fn wait<'d>(&self, desk: MutexGuard<'d, Desk>, time: Duration) -> (MutexGuard<'d, Desk>, bool) {
        let waited = self.changed.wait_timeout(desk, time);
        let (desk, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        (desk, waited.timed_out())
    }

    /// The life of an engine; gives how much it has answered.
    fn search(&self, number: usize, engine: Box<dyn Engine>, scale: Scale, stop: &Stop) -> u64 {
        let known = RwLock::default();
        let mut worker = Worker { engine, scale, known: &known, stop };
        let mut answered = 0;
        while let Some((id, job, of_job, cut)) = self.next(number) {
            *known.write().unwrap_or_else(PoisonError::into_inner) = of_job;
            let done = if cut { Ok(unsearched(&job)) } else { worker.work(&job) };
            self.desk().running[number] = None;
            if !self.say(&told(id, &job.at, done)) {
                break;
            }
            answered += u64::from(!cut);
        }
        answered
    }

    /// What comes next for an engine, and whether it was cut short before it began; `None` at the end.
    fn next(&self, number: usize) -> Option<(u64, Job, HashSet<u64>, bool)> {
        let mut desk = self.desk();
        loop {
            if desk.over {
                return None;
            }
            if let Some((id, job, known)) = desk.waiting.pop_front() {
                desk.running[number] = Some(id);
                return Some((id, job, known, id < desk.below));
            }
            desk = self.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What is told of a position.
fn told(id: u64, at: &Position, done: Result<Done, TreeError>) -> Answer {
    match done {
        Ok(done) => Answer::of(id, done),
        Err(error) => {
            let at = at.text().unwrap_or_default();
            Answer::Failed { id, message: format!("{error}, at {at}") }
        }
    }
}
