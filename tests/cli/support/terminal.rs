//! The program in a terminal of a given width.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::Command;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use nix::pty::{Winsize, openpty};

/// After this time the program hangs: far more than a slow machine needs.
const PATIENCE: Duration = Duration::from_secs(300);

/// What a terminal was sent: the lines, also those that others have replaced.
#[derive(Debug)]
pub(crate) struct Screen {
    pub(crate) code: i32,
    /// From standard output.
    pub(crate) out: Vec<String>,
    /// From standard error.
    pub(crate) err: Vec<String>,
}

/// What a line editor sends when it begins to read a line.
const ASKS: &[u8] = b"\x1b[?2004h";

/// Runs a command in a terminal of `width` columns in which `typed` is typed: the first line at once, each other one
/// when an editor asks for it. Standard error is a terminal of its own.
pub(crate) fn on_terminal(mut command: Command, width: u16, typed: &str) -> Screen {
    let size = Winsize { ws_row: 50, ws_col: width, ws_xpixel: 0, ws_ypixel: 0 };
    let open = || openpty(Some(&size), None).expect("the system has terminals");
    let (output, errors) = (open(), open());
    let copy = |end: &OwnedFd| end.try_clone().expect("the system has descriptors");
    command.stdin(copy(&output.slave)).stdout(output.slave).stderr(errors.slave);
    // Letters, and no signs of pieces, as a pipe has them.
    command.env("TERM", "xterm").env("LC_ALL", "C").env_remove("NO_COLOR");
    let child = Arc::new(Mutex::new(command.spawn().expect("the program runs")));
    // Only the program holds its ends now: the other ones are told when it has ended.
    drop(command);
    let mut keyboard = File::from(copy(&output.master));
    let mut typed = typed.split_inclusive('\n');
    let mut answer = move || {
        let line = typed.next().unwrap_or_default();
        keyboard.write_all(line.as_bytes()).expect("the terminal takes it");
    };
    answer();
    // The first question has its answer already.
    let mut asked = 1;
    let (done, ended) = channel::<()>();
    let watched = Arc::clone(&child);
    let watch = thread::spawn(move || {
        if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            let _ = watched.lock().unwrap_or_else(PoisonError::into_inner).kill();
        }
    });
    let errors = thread::spawn(move || lines(errors.master, |_| {}));
    let out = lines(output.master, |shown| {
        let asks = shown.windows(ASKS.len()).filter(|part| *part == ASKS).count();
        (asked..asks).for_each(|_| answer());
        asked = asked.max(asks);
    });
    let err = errors.join().expect("it is read");
    drop(done);
    watch.join().expect("it ends");
    let status = child.lock().unwrap_or_else(PoisonError::into_inner).wait().expect("it ends");
    Screen { code: status.code().unwrap_or(-1), out, err }
}

/// Everything up to the end, without colours and the like; a line ends where the next begins, below or in its place.
/// `seen` is called with all that was shown so far.
fn lines(terminal: OwnedFd, mut seen: impl FnMut(&[u8])) -> Vec<String> {
    let (mut terminal, mut bytes, mut part) = (File::from(terminal), Vec::new(), [0; 4096]);
    // Linux ends with an error.
    while let Ok(read @ 1..) = terminal.read(&mut part) {
        bytes.extend_from_slice(&part[..read]);
        seen(&bytes);
    }
    let text = String::from_utf8(bytes).expect("the program prints UTF-8");
    let plain = anstream::adapter::strip_str(&text).to_string();
    plain.split(['\n', '\r']).map(String::from).collect()
}
