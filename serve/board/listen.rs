//! Connections: a thread for each, as many as may be, and their end.

use std::net::{TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::queue::Games;
use plyglot_open::Stop;
use plyglot_open::catalogue::Catalogue;

use crate::board::http::{Answer, Bad, Connection};
use crate::board::routes::{Reply, Routes};
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
    let routes = Routes {
        games: &games,
        service: &board.service,
        viewers: &viewers,
        settings: &board.settings,
    };
    let open = AtomicUsize::new(0);
    thread::scope(|scope| {
        while let Some(stream) = next(&board.listener, &ending) {
            if open.fetch_add(1, Ordering::Relaxed) >= MOST {
                open.fetch_sub(1, Ordering::Relaxed);
                full(stream);
                continue;
            }
            let (routes, ending, open) = (&routes, &*ending, &open);
            let serve = move || {
                // A mistake in what one is answered ends that one.
                let _ = catch_unwind(AssertUnwindSafe(|| answer(board, routes, stream, ending)));
                open.fetch_sub(1, Ordering::Relaxed);
            };
            // Where the system refuses a thread, the connection is closed.
            if thread::Builder::new().name("board".into()).spawn_scoped(scope, serve).is_err() {
                open.fetch_sub(1, Ordering::Relaxed);
            }
        }
        viewers.end();
    });
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

fn answer(board: &Board, routes: &Routes<'_>, stream: TcpStream, ending: &AtomicBool) {
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
        let reply = match guard::admit(&request, board.at.port(), &board.token) {
            Ok(path) => routes.reply(path, &request),
            Err(answer) => Reply::Whole(answer),
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
                let _ = work.run(&mut connection);
                return;
            }
        }
    }
}
