//! The port at which a tree waits for workers.

use std::io::{self, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use plyglot_play::tree::grow::far::Entrance;
use serde_json::Value;

use super::hello::{PATIENCE, looked_at};

/// How many connections may be looked at the same time.
const MOST_STRANGERS: usize = 64;

/// How many connections of strangers are told of.
const TOLD: usize = 3;

/// How long to wait where the system refuses a connection, as one with too many open files does.
const PAUSE: Duration = Duration::from_millis(100);

/// What is asked of those who come.
struct Look {
    token: String,
    run: Value,
    entrance: Entrance,
    /// How many are looked at, how many workers have come, and how many strangers were told of: figures that stand for
    /// themselves.
    looking: AtomicUsize,
    workers: AtomicUsize,
    told: AtomicUsize,
    over: AtomicBool,
}

/// A port at which a tree waits for workers; closed when it is dropped.
pub struct Port {
    look: Arc<Look>,
    address: SocketAddr,
    thread: Option<JoinHandle<()>>,
}

impl Port {
    /// Lets workers in that name this token and have the same `run`.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub fn open(
        listener: TcpListener,
        token: String,
        run: Value,
        entrance: Entrance,
    ) -> io::Result<Port> {
        let address = listener.local_addr()?;
        let look = Arc::new(Look {
            token,
            run,
            entrance,
            looking: AtomicUsize::new(0),
            workers: AtomicUsize::new(0),
            told: AtomicUsize::new(0),
            over: AtomicBool::new(false),
        });
        let looking = Arc::clone(&look);
        let thread = thread::Builder::new().name("workers".into());
        let thread = thread.spawn(move || accept(&listener, &looking))?;
        Ok(Port { look, address, thread: Some(thread) })
    }

    /// Where it is.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        self.look.over.store(true, Ordering::SeqCst);
        // It waits for the next connection, so here is one.
        let mut here = self.address;
        if here.ip().is_unspecified() {
            here.set_ip(match here {
                SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
                SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
            });
        }
        let knocked = TcpStream::connect_timeout(&here, Duration::from_secs(1)).is_ok();
        if let Some(thread) = self.thread.take().filter(|_| knocked) {
            let _ = thread.join();
        }
    }
}

fn accept(listener: &TcpListener, look: &Arc<Look>) {
    loop {
        let accepted = listener.accept();
        if look.over.load(Ordering::SeqCst) {
            return;
        }
        let Ok((stream, from)) = accepted else {
            thread::sleep(PAUSE);
            continue;
        };
        if look.looking.fetch_add(1, Ordering::Relaxed) >= MOST_STRANGERS {
            look.looking.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let mine = Arc::clone(look);
        // A thread that the system refuses drops the connection.
        let spawned = thread::Builder::new().name("worker".into()).spawn(move || {
            mine.meet(stream, from);
            mine.looking.fetch_sub(1, Ordering::Relaxed);
        });
        if spawned.is_err() {
            look.looking.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl Look {
    fn meet(&self, stream: TcpStream, from: SocketAddr) {
        let timed = stream.set_read_timeout(Some(PATIENCE));
        if timed.and_then(|()| stream.set_write_timeout(Some(PATIENCE))).is_err() {
            return;
        }
        let mut stream = BufReader::new(stream);
        let from = from.ip().to_canonical();
        match looked_at(&mut stream, &self.token, &self.run) {
            Ok(hello) => {
                let number = 1 + self.workers.fetch_add(1, Ordering::Relaxed);
                let name = format!("worker {number} ({from}, process {})", hello.process);
                self.entrance.join(name, hello.engines, stream);
            }
            Err(refused) if refused.stranger => {
                let then = match self.told.fetch_add(1, Ordering::Relaxed) {
                    ..TOLD => "",
                    TOLD => "; more are not told of",
                    _ => return,
                };
                let why = refused.message;
                self.entrance.note(format!("a connection from {from} is refused: {why}{then}"));
            }
            Err(refused) => {
                self.entrance.note(format!("a worker from {from} is refused: {}", refused.message));
            }
        }
    }
}
