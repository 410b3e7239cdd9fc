//! Where the page is that a test looks at: given out by the program, which answers over HTTP, or by a server that knows
//! nothing but files, with the engine within the page. `PLYGLOT_WEB` names the folder that `.ci/web` has made; without it
//! the second is not looked at, and that is said.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::Board;
use super::browser::Browser;

/// A page of another's, which is not isolated, with the page within it.
pub(super) const ANOTHER: &str = "another/page.html";
const AROUND: &str = "<!doctype html><link rel=icon href=../icon.svg><body data-ready=true><iframe src='../#game=connect4' width=1100 height=800></iframe>";

/// What a page has to be sent to be isolated.
const ALONE: &str =
    "Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n";

/// Gives out the files of a folder until it is dropped.
pub(super) struct Files {
    pub(super) address: String,
    ending: Arc<AtomicBool>,
}

impl Files {
    /// With the headers by which a page may have threads at once, or without any that it could need.
    fn of(folder: PathBuf, isolated: bool) -> Files {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}/", listener.local_addr().expect("an address"));
        let ending = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&ending);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if ends.load(Ordering::Relaxed) {
                    return;
                }
                let folder = folder.clone();
                // Who asks for nothing more has gone.
                thread::spawn(move || give(&folder, isolated, stream));
            }
        });
        Files { address, ending }
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        self.ending.store(true, Ordering::Relaxed);
        // Wakes the thread that waits for connections.
        let at = self.address.split('/').nth(2);
        let _ = at.map(TcpStream::connect);
    }
}

fn give(folder: &Path, isolated: bool, mut stream: TcpStream) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let first = lines.next()?.ok()?;
    lines.take_while(|line| line.as_ref().is_ok_and(|line| !line.is_empty())).for_each(drop);
    let path = first.split(' ').nth(1)?.split('?').next()?.trim_start_matches('/');
    let name = if path.is_empty() { "index.html" } else { path };
    let kind = match name.rsplit('.').next()? {
        "html" => "text/html",
        "js" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        _ => "application/json",
    };
    let (status, bytes) = match fs::read(folder.join(name)) {
        _ if name == ANOTHER => ("200 OK", AROUND.into()),
        Ok(bytes) => ("200 OK", bytes),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let alone = if isolated { ALONE } else { "" };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{alone}Connection: close\r\n\r\n",
        bytes.len()
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&bytes)).ok()
}

/// The folder of the page with its engine; none if it is not named.
fn folder() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("PLYGLOT_WEB") else {
        eprintln!(
            "!! NO PLYGLOT_WEB (run .ci/web): the page with the engine within it is NOT TESTED"
        );
        return None;
    };
    let folder = PathBuf::from(folder);
    assert!(folder.join("index.html").is_file(), "{} is no page", folder.display());
    Some(folder)
}

/// The page with its engine; none if there is no such folder.
pub(super) fn exported(isolated: bool) -> Option<Files> {
    Some(Files::of(folder()?, isolated))
}

/// Where a page reaches its engine.
pub(super) enum Place {
    /// At the program, over HTTP.
    Program(Board),
    /// Within itself, as messages to a worker.
    Within(Files),
}

impl Place {
    /// The address with a game in it: its name, and its moves or what else a link can have after them.
    pub(super) fn at(&self, game: &str, moves: &str) -> String {
        match self {
            Place::Program(board) => board.at(game, moves),
            Place::Within(_) => {
                format!("{}#game={game}&moves={}", self.address(), moves.replace(' ', "+"))
            }
        }
    }

    /// The address without a game.
    pub(super) fn address(&self) -> String {
        match self {
            Place::Program(board) => board.address.clone(),
            Place::Within(files) => files.address.clone(),
        }
    }
}

/// Looks at the page over both ways to its engine, each in a browser of its own: for tests of what is asked and answered.
/// What is drawn, and how it looks, comes from the same files and is looked at over one.
#[track_caller]
pub(super) fn over_both(look: impl Fn(&mut Browser, &Place)) {
    let Some(mut browser) = Browser::start() else { return };
    look(&mut browser, &Place::Program(Board::start("--threads 1 --hash 16M")));
    let Some(mut files) = exported(true) else { return };
    let Some(mut browser) = Browser::start() else { return };
    files.address += "?threads=1&hash=16";
    eprintln!("and with the engine within the page:");
    look(&mut browser, &Place::Within(files));
}
