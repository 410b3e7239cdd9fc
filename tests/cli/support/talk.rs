//! A conversation with the program over pipes, with a watchdog.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// After this time without a line the program hangs: far more than a slow machine needs.
const PATIENCE: Duration = Duration::from_secs(120);

/// How many lines of the conversation a failure shows.
const SHOWN: usize = 40;

/// A conversation with the program, line by line.
pub(crate) struct Talk {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The last lines of both sides: `> ` in, `< ` out.
    said: VecDeque<String>,
    /// How many lines were sent.
    sent: u64,
}

impl Talk {
    /// Starts the program.
    pub(crate) fn with(mut command: Command) -> Talk {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let out = child.stdout.take().expect("it was piped");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(out).lines() {
                let line = line.expect("the program prints UTF-8");
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let stdin = child.stdin.take();
        Talk { child, stdin, lines, said: VecDeque::new(), sent: 0 }
    }

    /// Sends a line.
    pub(crate) fn say(&mut self, line: impl AsRef<[u8]>) {
        let mut bytes = line.as_ref().to_vec();
        bytes.push(b'\n');
        self.pour(&bytes);
    }

    /// Sends bytes as they are.
    pub(crate) fn pour(&mut self, bytes: &[u8]) {
        self.note(format!("> {}", String::from_utf8_lossy(bytes).trim_end()));
        self.sent += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let stdin = self.stdin.as_mut().expect("it is still open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the program listens");
    }

    /// The next line of the program.
    #[track_caller]
    pub(crate) fn hear(&mut self) -> String {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => {
                self.note(format!("< {line}"));
                line
            }
            Err(RecvTimeoutError::Timeout) => panic!("it hangs: {}", self.shown()),
            Err(RecvTimeoutError::Disconnected) => panic!("it is gone: {}", self.shown()),
        }
    }

    /// The lines up to the first that begins with `start`, that one included.
    #[track_caller]
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.hear());
            if heard.last().is_some_and(|line| line.starts_with(start)) {
                return heard;
            }
        }
    }

    /// Closes the input and waits for the end: the last lines, and the exit code.
    #[track_caller]
    pub(crate) fn close(mut self) -> (Vec<String>, i32) {
        drop(self.stdin.take());
        let mut heard = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => {
                    self.note(format!("< {line}"));
                    heard.push(line);
                }
                Err(RecvTimeoutError::Timeout) => panic!("it hangs: {}", self.shown()),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let status = self.child.wait().expect("the program ends");
        (heard, status.code().unwrap_or(-1))
    }

    /// How many lines were sent so far.
    pub(crate) fn sent(&self) -> u64 {
        self.sent
    }

    fn note(&mut self, line: String) {
        if self.said.len() == SHOWN {
            self.said.pop_front();
        }
        self.said.push_back(line);
    }

    /// The end of the conversation, for a failure.
    pub(crate) fn shown(&self) -> String {
        let said: Vec<_> = self.said.iter().map(String::as_str).collect();
        said.join("\n")
    }
}

impl Drop for Talk {
    /// A failed test leaves no program behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
