//! Connections: a thread for each, as many as may be, and their end.

use std::net::{Shutdown, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::queue::Games;
use plyglot_open::Stop;
use plyglot_open::catalogue::Catalogue;

use crate::board::http::{Answer, Bad, Connection, Streamed};
use crate::board::routes::{Reply, Routes};
use crate::board::searcher::Searcher;
use crate::board::viewers::Viewers;
use crate::board::{Board, guard};

/// How many connections there may be. A browser has six for a page.
const MOST: usize = 64;

/// Answers until the stop is raised and every connection has ended.
pub(crate) fn run(board: &Board, catalogue: &Catalogue, stop: &Stop) {
    let ending = Arc::new(AtomicBool::new(false));
    let (raised, service, at) = (Arc::clone(&ending), Arc::downgrade(&board.service), board.at);
    stop.calls(move || {
        raised.store(true, Ordering::Relaxed);
        if let Some(service) = service.upgrade() {
            service.stop();
        }
        // Wakes the thread that waits for connections.
        let _ = TcpStream::connect(at);
    });
    let games = Games::new(catalogue);
    let viewers = Viewers::new(board.settings.viewers);
    let searcher = Searcher::Service(Arc::clone(&board.service));
    let routes =
        Routes { games: &games, searcher: &searcher, viewers: &viewers, settings: &board.settings };
    let open = Open::default();
    thread::scope(|scope| {
        while let Some(stream) = next(&board.listener, &ending) {
            let Some(seat) = open.seat(&stream) else {
                full(stream);
                continue;
            };
            let (routes, ending) = (&routes, &*ending);
            let serve = move || {
                // A mistake in what one is answered ends that one.
                let _ =
                    catch_unwind(AssertUnwindSafe(|| answer(board, routes, stream, &seat, ending)));
            };
            // Where the system refuses a thread, the connection is closed.
            let _ = thread::Builder::new().name("board".into()).spawn_scoped(scope, serve);
        }
        viewers.end();
    });
}

/// The connections that there are. Where there are as many as may be, one that has not asked with the token gives way:
/// what lacks it cannot keep the page out.
#[derive(Default)]
struct Open(Mutex<(u64, Vec<Held>)>);

struct Held {
    number: u64,
    /// None once it has asked with the token; before that, to end it.
    stranger: Option<TcpStream>,
}

/// The place of a connection; given up when this is dropped.
struct Seat<'a> {
    open: &'a Open,
    number: u64,
}

impl Open {
    /// A place for this connection; none if all have those that were admitted.
    fn seat(&self, stream: &TcpStream) -> Option<Seat<'_>> {
        let stranger = stream.try_clone().ok()?;
        let mut held = self.held();
        let (count, held) = &mut *held;
        if held.len() >= MOST {
            let oldest = held.iter().position(|held| held.stranger.is_some())?;
            if let Some(stream) = held.remove(oldest).stranger {
                let _ = stream.shutdown(Shutdown::Both);
            }
        }
        *count += 1;
        held.push(Held { number: *count, stranger: Some(stranger) });
        Some(Seat { open: self, number: *count })
    }

    fn held(&self) -> MutexGuard<'_, (u64, Vec<Held>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat<'_> {
    fn admit(&self) {
        let mut held = self.open.held();
        if let Some(held) = held.1.iter_mut().find(|held| held.number == self.number) {
            held.stranger = None;
        }
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.open.held().1.retain(|held| held.number != self.number);
    }
}

/// The next connection; none once the server ends.
fn next(listener: &TcpListener, ending: &AtomicBool) -> Option<TcpStream> {
    loop {
        let accepted = listener.accept();
        if ending.load(Ordering::Relaxed) {
            return None;
        }
        match accepted {
            Ok((stream, _)) => return Some(stream),
            // Too many open files, for example: others end, and then there is room.
            Err(_) => thread::sleep(Duration::from_millis(50)),
        }
    }
}

fn full(mut stream: TcpStream) {
    let _ = stream.set_write_timeout(Some(Duration::from_millis(200)));
    let answer = Answer::refused(503, "too many connections: close a page");
    let _ = answer.write(&mut stream, false, false);
}

fn answer(
    board: &Board,
    routes: &Routes<'_>,
    stream: TcpStream,
    seat: &Seat<'_>,
    ending: &AtomicBool,
) {
    let Ok(mut connection) = Connection::new(stream, ending) else { return };
    loop {
        let request = match connection.request() {
            Ok(request) => request,
            Err(Bad::Over) => return,
            Err(Bad::Refused(status, reason)) => {
                let answer = Answer::refused(status, reason);
                let _ = answer.write(connection.stream(), false, false);
                return;
            }
        };
        let head_only = request.method == "HEAD";
        let reply = match guard::admit(&request, board.at.port(), &board.token, &board.once) {
            Ok(path) => {
                seat.admit();
                connection.admit();
                routes.reply(path, &request)
            }
            Err(answer) => {
                let _ = answer.write(connection.stream(), false, head_only);
                return;
            }
        };
        match reply {
            Reply::Whole(answer) => {
                let stays = request.stays && !connection.is_ending();
                if answer.write(connection.stream(), stays, head_only).is_err() || !stays {
                    return;
                }
            }
            Reply::Lines(work) => {
                // Lines end with their connection.
                if let Ok(mut lines) = Streamed::begin(connection.stream()) {
                    let _ = work.run(&mut lines);
                }
                return;
            }
        }
    }
}
