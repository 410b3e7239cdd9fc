//! Sockets: where the program listens, and a thread for each connection.

#[cfg(unix)]
use std::fs;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;
#[cfg(unix)]
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
#[cfg(unix)]
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use crossbeam::channel::{Receiver, bounded};
use crossbeam::select;

use crate::errors::{Failure, note, plain};
use crate::serve::answers;
use crate::serve::args::MOST_CONNECTIONS;
use crate::serve::connection::{self, Host};
use crate::threads;

/// Where connections come from.
pub(super) enum Listener {
    Tcp(TcpListener, SocketAddr),
    #[cfg(unix)]
    Unix(UnixListener, OwnPath),
}

/// The file of a Unix socket, removed at the end.
#[cfg(unix)]
pub(super) struct OwnPath(PathBuf);

#[cfg(unix)]
impl Drop for OwnPath {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
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
            Listener::Unix(_, OwnPath(path)) => path.display().to_string(),
        }
    }

    fn accept(&self) -> io::Result<Stream> {
        match self {
            Listener::Tcp(listener, _) => {
                let (stream, _) = listener.accept()?;
                // An answer is written in one piece, and nothing follows for which it could wait.
                let _ = stream.set_nodelay(true);
                Ok(Stream::Tcp(stream))
            }
            #[cfg(unix)]
            Listener::Unix(listener, _) => Ok(Stream::Unix(listener.accept()?.0)),
        }
    }
}

fn refused(place: &str, error: &io::Error) -> Failure {
    Failure::System { what: "the socket", error: format!("{place}: {}", plain(error)) }
}

#[cfg(unix)]
fn unix(path: &Path) -> Result<Listener, Failure> {
    let refused = |error| refused(&path.display().to_string(), &error);
    // A socket on which no program listens was left behind by one that was killed.
    let is_socket = fs::symlink_metadata(path).is_ok_and(|data| data.file_type().is_socket());
    if is_socket
        && UnixStream::connect(path)
            .is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused)
    {
        fs::remove_file(path).map_err(refused)?;
    }
    let listener = UnixListener::bind(path).map_err(refused)?;
    Ok(Listener::Unix(listener, OwnPath(path.into())))
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

/// Serves every connection until the program is interrupted.
pub(super) fn run(host: &Host<'_>, listener: Listener) -> Result<(), Failure> {
    // What removes the file of the socket stays here: the thread that accepts outlives this.
    #[cfg(unix)]
    let _own_path = match &listener {
        Listener::Unix(_, OwnPath(path)) => Some(OwnPath(path.clone())),
        Listener::Tcp(..) => None,
    };
    let streams = accept(listener)?;
    // Taken by each connection, so that there are no more than that.
    let (seat, seats) = bounded(MOST_CONNECTIONS);
    thread::scope(|scope| {
        loop {
            let stream = select! {
                recv(streams) -> stream => match stream {
                    Ok(stream) => stream,
                    Err(_) => return Ok(()),
                },
                recv(host.stopped) -> _ => return Ok(()),
            };
            if seat.try_send(()).is_err() {
                refuse(stream);
                continue;
            }
            let freed = seats.clone();
            let serve = move || {
                one(host, &stream);
                let _ = freed.recv();
            };
            let thread = thread::Builder::new().name("connection".into());
            if let Err(error) = thread.spawn_scoped(scope, serve) {
                // The others go on; this one was closed as its thread was refused.
                note(&format!("a connection was given up: {}", threads::refused(error)));
                let _ = seats.recv();
            }
        }
    })
}

/// The connections as they come, from a thread that nothing can interrupt.
fn accept(listener: Listener) -> Result<Receiver<Stream>, Failure> {
    let (sender, streams) = bounded(0);
    let accept = move || {
        loop {
            match listener.accept() {
                Ok(stream) => {
                    if sender.send(stream).is_err() {
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
fn one(host: &Host<'_>, stream: &Stream) {
    let ends = stream.try_clone().and_then(|input| Ok((input, stream.try_clone()?)));
    let (input, output) = match ends {
        Ok(ends) => ends,
        Err(error) => return note(&format!("a connection was given up: {}", plain(&error))),
    };
    // A connection that breaks is the matter of the other side.
    let _ = connection::run(host, input, output);
    stream.shut_down();
}

/// Tells one connection too many so.
fn refuse(mut stream: Stream) {
    let message = format!("{MOST_CONNECTIONS} connections are open already");
    let line = answers::error(None, None, None, &message);
    let _ = stream.write_all(format!("{line}\n").as_bytes());
    stream.shut_down();
}
