//! Sockets: where the program listens, and a thread for each connection.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
#[cfg(unix)]
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam::channel::{Receiver, bounded};
use crossbeam::select;

use crate::errors::{Failure, note, plain};
use crate::serve::ServeArgs;
use crate::serve::answers;
use crate::serve::args::MOST_CONNECTIONS;
use crate::serve::connection::{self, Ended, Host, Terms};
use crate::serve::outbox::{Far, Outbox};
use crate::serve::seats::{Peer, Seat, Seats};
#[cfg(unix)]
use crate::serve::socket_file::SocketFile;
use crate::threads;

/// How long a connection may take to name the token.
const FIRST: Duration = Duration::from_secs(10);

/// Where connections come from.
pub(super) enum Listener {
    Tcp(TcpListener, SocketAddr),
    #[cfg(unix)]
    Unix(UnixListener, SocketFile),
}

/// A connection.
pub(super) enum Stream {
    Tcp(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
}

impl Listener {
    /// Listens where `place` says: a path has a slash in it, a bare port is one of this machine alone.
    ///
    /// # Errors
    /// If that is not possible.
    pub(super) fn bind(place: &str) -> Result<Listener, Failure> {
        if place.contains('/') {
            return unix(Path::new(place));
        }
        let usage = || {
            let message = format!(
                "--listen: ADDRESS:PORT, a PORT or the path of a Unix socket is needed, not {place:?}"
            );
            Failure::Usage(message)
        };
        let port = place.strip_prefix(':').unwrap_or(place);
        let address = match port.parse::<u16>() {
            Ok(port) => format!("127.0.0.1:{port}"),
            Err(_) if place.contains(':') => place.to_owned(),
            Err(_) => return Err(usage()),
        };
        let addresses: Vec<_> = address.to_socket_addrs().map_err(|_| usage())?.collect();
        let listener = TcpListener::bind(&*addresses).map_err(|error| refused(place, &error))?;
        let at = listener.local_addr().map_err(|error| refused(place, &error))?;
        Ok(Listener::Tcp(listener, at))
    }

    /// The place, with the port that was given.
    pub(super) fn name(&self) -> String {
        match self {
            Listener::Tcp(_, at) => at.to_string(),
            #[cfg(unix)]
            Listener::Unix(_, file) => file.path().display().to_string(),
        }
    }

    /// True if who reaches it need not be who started it.
    pub(super) fn is_tcp(&self) -> bool {
        matches!(self, Listener::Tcp(..))
    }
}

fn refused(place: &str, error: &io::Error) -> Failure {
    Failure::System { what: "the socket", error: format!("{place}: {}", plain(error)) }
}

#[cfg(unix)]
fn unix(path: &Path) -> Result<Listener, Failure> {
    let refused = |error| refused(&path.display().to_string(), &error);
    let (listener, file) = SocketFile::bind(path).map_err(refused)?;
    Ok(Listener::Unix(listener, file))
}

#[cfg(not(unix))]
fn unix(path: &Path) -> Result<Listener, Failure> {
    let message = format!("--listen: this system has no Unix sockets, so not {}", path.display());
    Err(Failure::Usage(message))
}

impl Stream {
    fn try_clone(&self) -> io::Result<Stream> {
        Ok(match self {
            Stream::Tcp(stream) => Stream::Tcp(stream.try_clone()?),
            #[cfg(unix)]
            Stream::Unix(stream) => Stream::Unix(stream.try_clone()?),
        })
    }

    /// Reads on for a moment: a connection that is closed with unread bytes takes the last answer with it.
    fn hear_out(&self) {
        let short = Some(Duration::from_millis(100));
        let ended = match self {
            Stream::Tcp(stream) => {
                stream.shutdown(Shutdown::Write).and_then(|()| stream.set_read_timeout(short))
            }
            #[cfg(unix)]
            Stream::Unix(stream) => {
                stream.shutdown(Shutdown::Write).and_then(|()| stream.set_read_timeout(short))
            }
        };
        let Ok(mut rest) = ended.and_then(|()| self.try_clone()) else { return };
        let mut buffer = [0; 4096];
        // What is sent without end is not heard out.
        let _ = (0..64).take_while(|_| rest.read(&mut buffer).is_ok_and(|count| count > 0)).count();
    }

    /// Ends both directions, so that threads that read or write come back.
    fn shut_down(&self) {
        let _ = match self {
            Stream::Tcp(stream) => stream.shutdown(Shutdown::Both),
            #[cfg(unix)]
            Stream::Unix(stream) => stream.shutdown(Shutdown::Both),
        };
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(stream) => stream.read(buffer),
            #[cfg(unix)]
            Stream::Unix(stream) => stream.read(buffer),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(stream) => stream.write(bytes),
            #[cfg(unix)]
            Stream::Unix(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Tcp(stream) => stream.flush(),
            #[cfg(unix)]
            Stream::Unix(stream) => stream.flush(),
        }
    }
}

/// Passes on what begins as a request does: what does not, such as a browser's, is an error at its first byte.
struct Guarded {
    stream: Stream,
    begun: bool,
}

impl Read for Guarded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        if !self.begun {
            let first = buffer[..count].iter().find(|byte| !byte.is_ascii_whitespace());
            if first.is_some_and(|first| *first != b'{') {
                let message = "a request is a JSON object on a line, {...}: not this protocol";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            self.begun = first.is_some();
        }
        Ok(count)
    }
}

/// Serves every connection until the program is interrupted.
pub(super) fn run(
    host: &Host<'_>,
    listener: Listener,
    args: &ServeArgs,
    token: Option<&str>,
) -> Result<(), Failure> {
    // What removes the file of the socket stays here: the thread that accepts outlives this.
    #[cfg(unix)]
    let (streams, _file) = match listener {
        Listener::Tcp(listener, _) => (accept(move || tcp(&listener))?, None),
        Listener::Unix(listener, file) => (accept(move || local(&listener))?, Some(file)),
    };
    #[cfg(not(unix))]
    let streams = match listener {
        Listener::Tcp(listener, _) => accept(move || tcp(&listener))?,
    };
    let seats = Seats::new(MOST_CONNECTIONS);
    thread::scope(|scope| {
        loop {
            let (stream, from) = select! {
                recv(streams) -> stream => match stream {
                    Ok(stream) => stream,
                    Err(_) => return Ok(()),
                },
                recv(host.stopped) -> _ => return Ok(()),
            };
            let idle = args.idle();
            let first = if token.is_some() { idle.min(FIRST) } else { idle };
            let outbox = Arc::new(Outbox::new(args.bounds(), Far::Socket, Some(first)));
            let Some(seat) = seats.take(from, &outbox) else {
                refuse(stream);
                continue;
            };
            let serve = move || one(host, &stream, &seat, &outbox, args, token);
            let thread = thread::Builder::new().name("connection".into());
            if let Err(error) = thread.spawn_scoped(scope, serve) {
                // The others go on; this one was closed as its thread was refused.
                note(&format!("a connection was given up: {}", threads::refused(error)));
            }
        }
    })
}

/// A connection, and whose it is.
type Accepted = (Stream, Peer);

fn tcp(listener: &TcpListener) -> io::Result<Accepted> {
    let (stream, from) = listener.accept()?;
    // An answer is written in one piece, and nothing follows for which it could wait.
    let _ = stream.set_nodelay(true);
    Ok((Stream::Tcp(stream), Peer::of(from.ip())))
}

#[cfg(unix)]
fn local(listener: &UnixListener) -> io::Result<Accepted> {
    let (stream, _) = listener.accept()?;
    let peer = Peer::of_process(&stream);
    Ok((Stream::Unix(stream), peer))
}

/// The connections as they come, from a thread that nothing can interrupt.
fn accept(
    next: impl Fn() -> io::Result<Accepted> + Send + 'static,
) -> Result<Receiver<Accepted>, Failure> {
    let (sender, streams) = bounded(0);
    let accept = move || {
        loop {
            match next() {
                Ok(accepted) => {
                    if sender.send(accepted).is_err() {
                        return;
                    }
                }
                // Too many open files, or a connection that was given up: the next may be fine.
                Err(_) => thread::sleep(Duration::from_millis(20)),
            }
        }
    };
    thread::Builder::new().name("listener".into()).spawn(accept).map_err(threads::refused)?;
    Ok(streams)
}

/// One connection, to its end.
fn one(
    host: &Host<'_>,
    stream: &Stream,
    seat: &Seat<'_>,
    outbox: &Arc<Outbox>,
    args: &ServeArgs,
    token: Option<&str>,
) {
    let ends = stream.try_clone().and_then(|input| Ok((input, stream.try_clone()?)));
    let (input, output) = match ends {
        Ok(ends) => ends,
        Err(error) => return note(&format!("a connection was given up: {}", plain(&error))),
    };
    let terms = Terms {
        client: seat.client,
        token,
        files: args.files,
        patience: Some(args.idle()),
        unseated: seat.unseated.clone(),
        queue: args.queue,
    };
    // A connection that breaks is the matter of the other side.
    let input = Guarded { stream: input, begun: false };
    let ended = connection::run(host, &terms, outbox, input, output);
    if matches!(ended, Ok(Ended::Refused)) {
        stream.hear_out();
    }
    stream.shut_down();
}

/// Tells one connection too many so.
fn refuse(mut stream: Stream) {
    let message = format!("{MOST_CONNECTIONS} connections are open already");
    let line = answers::error(None, None, None, &message);
    let _ = stream.write_all(format!("{line}\n").as_bytes());
    stream.shut_down();
}
