//! A worker as the process that owns the tree sees it: its connection, and the positions that it has.

use std::io::{self, BufReader};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::Sender;

use super::message::{Answer, Order, hear, say};
use super::{Arrival, Event, SILENCE};

/// What waits at a worker is to keep each of its engines busy for this long: on the way there and back some hundred
/// microseconds go by, more where processors are shared. On two busy cores four of a millisecond or two made 5,000 to
/// 8,000 new positions a second in a book of Connect Four, two 3,000 to 4,000. What waits was chosen early: in proofs of
/// Connect Four 6x5 with some 15 ms a position a second one at each worker cost 1.4 times the nodes.
const AHEAD: Duration = Duration::from_millis(4);

/// The most that waits at each engine of a worker.
const MOST_AHEAD: f64 = 3.0;

/// A worker.
pub(super) struct Peer {
    name: String,
    engines: usize,
    /// Two write to it: the run, and who hears that the worker is there.
    stream: Arc<Mutex<TcpStream>>,
    closing: TcpStream,
    /// What it was given and has not answered, the earliest first.
    given: Vec<u64>,
    /// When it was last given something while it had nothing, or has answered.
    since: Instant,
    /// How long a position takes one of its engines, a moving mean in seconds.
    takes: f64,
}

impl Peer {
    /// Begins to hear what a worker says.
    pub(super) fn begin(number: u64, arrival: Arrival, events: Sender<Event>) -> io::Result<Peer> {
        let Arrival { name, engines, stream: mut from } = arrival;
        let stream = from.get_ref().try_clone()?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(SILENCE))?;
        stream.set_write_timeout(Some(SILENCE))?;
        let closing = stream.try_clone()?;
        let stream = Arc::new(Mutex::new(stream));
        let echo = Arc::clone(&stream);
        let listen = move || {
            let why = listened(&mut from, number, &events, &echo);
            let _ = events.send(Event::Lost(number, why));
        };
        thread::Builder::new().name(format!("worker {number}")).spawn(listen)?;
        let (given, since) = (Vec::new(), Instant::now());
        Ok(Peer { name, engines, stream, closing, given, since, takes: f64::MAX })
    }

    pub(super) fn engines(&self) -> usize {
        self.engines
    }

    /// How many more positions it can have.
    pub(super) fn room(&self) -> usize {
        let ahead = (AHEAD.as_secs_f64() / self.takes).min(MOST_AHEAD) as usize;
        (self.engines * (1 + ahead)).saturating_sub(self.given.len())
    }

    pub(super) fn has(&self, id: u64) -> bool {
        self.given.contains(&id)
    }

    /// Gives it a position.
    pub(super) fn give(&mut self, id: u64, order: &Order) -> io::Result<()> {
        if self.given.is_empty() {
            self.since = Instant::now();
        }
        self.given.push(id);
        self.tell(order)
    }

    /// It has answered. False if it had no such position.
    pub(super) fn take_back(&mut self, id: u64) -> bool {
        let Some(place) = self.given.iter().position(|&given| given == id) else { return false };
        let busy = self.given.len().min(self.engines);
        self.given.remove(place);
        let took = self.since.elapsed().as_secs_f64() * busy as f64;
        self.since = Instant::now();
        self.takes = if self.takes == f64::MAX { took } else { 0.8 * self.takes + 0.2 * took };
        true
    }

    pub(super) fn tell(&mut self, order: &Order) -> io::Result<()> {
        say(&self.stream.lock().unwrap_or_else(PoisonError::into_inner), order)
    }

    pub(super) fn cut(&mut self, below: u64) {
        if !self.given.is_empty() {
            let _ = self.tell(&Order::Cut { below });
        }
    }

    /// Ends the connection; gives what it has not answered, its name, and its engines.
    pub(super) fn end(self) -> (Vec<u64>, String, usize) {
        let _ = self.closing.shutdown(Shutdown::Both);
        (self.given, self.name, self.engines)
    }
}

/// Hands on what a worker says, until it says nothing more. Why it does not.
fn listened(
    from: &mut BufReader<TcpStream>,
    number: u64,
    events: &Sender<Event>,
    echo: &Mutex<TcpStream>,
) -> String {
    loop {
        match hear::<Answer>(from) {
            Ok(Some(Answer::Alive)) => {
                let echo = echo.lock().unwrap_or_else(PoisonError::into_inner);
                if let Err(error) = say(&echo, &Order::Alive) {
                    return error.to_string();
                }
            }
            Ok(Some(answer)) => {
                if events.send(Event::Said(number, answer)).is_err() {
                    return String::new();
                }
            }
            Ok(None) => return "its connection has ended".into(),
            Err(error) if is_silence(&error) => {
                return format!("it has said nothing for {} s", SILENCE.as_secs());
            }
            Err(error) => return error.to_string(),
        }
    }
}

/// True of the error of a wait that was too long.
pub(super) fn is_silence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
