//! A program that runs beside this one: lines to it, lines from it, each within a time.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, RecvTimeoutError, bounded};
use plyglot_open::Stop;

use crate::group::Group;
use crate::matches::player::turn::{Fault, FaultKind, Trouble};

/// How many lines are read ahead; a program that writes more waits.
const AHEAD: usize = 1_000;
/// The longest line; what follows is another one.
const MOST_LINE: u64 = 1 << 20;
/// How often the end of the match is looked for.
const TICK: Duration = Duration::from_millis(50);
/// How long a program has to end by itself.
const FAREWELL: Duration = Duration::from_millis(300);

/// Whether a program can be asked again after what came of the last time.
pub(super) fn goes_on<T>(asked: &Result<T, Trouble>) -> bool {
    match asked {
        Ok(_) | Err(Trouble::Resigned) => true,
        Err(Trouble::Fault(fault)) => fault.kind == FaultKind::Illegal,
        Err(Trouble::Stopped) => false,
    }
}

/// A running program.
pub(super) struct Process {
    name: String,
    /// What it is in, with all that it starts.
    group: Group,
    child: Child,
    /// `None` once it is closed.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// How many answers were waited for by `ping`.
    pings: u64,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(words: &[String]) -> Result<Process, String> {
        let [program, arguments @ ..] = words else { return Err("a program is needed".into()) };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let group =
            Group::new(None).map_err(|error| format!("/bin/sh cannot be started: {error}"))?;
        group.take_in(&mut command);
        let failed = |error: std::io::Error| format!("{program:?} cannot be started: {error}");
        let mut child = command.spawn().map_err(failed)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let Some(output) = output else { return Err(format!("{program:?} has no output")) };
        let (sender, lines) = bounded(AHEAD);
        let read = move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            // Ends with the program, or with the one who listens.
            while output
                .by_ref()
                .take(MOST_LINE)
                .read_until(b'\n', &mut line)
                .is_ok_and(|read| read > 0)
            {
                if sender.send(String::from_utf8_lossy(&line).trim().to_string()).is_err() {
                    break;
                }
                line.clear();
            }
        };
        let process = Process { name: program.clone(), group, child, input, lines, pings: 0 };
        thread::Builder::new().name("program".into()).spawn(read).map_err(failed)?;
        Ok(process)
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        let sent = self.input.as_mut().map(|input| {
            input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush())
        });
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.ended()),
        }
    }

    /// Waits for a line that `of` recognises, at most so long.
    pub(super) fn wait<T>(
        &mut self,
        what: &str,
        most: Duration,
        stop: &Stop,
        mut of: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Trouble> {
        let begun = Instant::now();
        loop {
            if stop.is_raised() {
                return Err(Trouble::Stopped);
            }
            let left = most.saturating_sub(begun.elapsed());
            if left.is_zero() {
                let message = format!("{}: no {what} within {most:.1?}", self.name);
                return Err(Fault::new(FaultKind::Hang, message).into());
            }
            match self.lines.recv_timeout(left.min(TICK)) {
                Ok(line) => {
                    if let Some(found) = of(&line) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended().into()),
            }
        }
    }

    /// Waits until everything that was sent has been read, by protocols that have `ping`, whose number comes back.
    pub(super) fn pong(&mut self, most: Duration, stop: &Stop) -> Result<(), Trouble> {
        self.pings += 1;
        let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        self.send(&ping)?;
        self.wait("pong", most, stop, |line| (line == pong).then_some(()))
    }

    /// The fault of a program that has ended.
    fn ended(&mut self) -> Fault {
        let status = self.farewell();
        let how =
            status.map_or_else(|| "closed its output".into(), |status| format!("ended ({status})"));
        Fault::new(FaultKind::Crash, format!("{}: the program {how}", self.name))
    }

    /// Waits a little for the end of the program.
    fn farewell(&mut self) -> Option<std::process::ExitStatus> {
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if begun.elapsed() < FAREWELL => thread::sleep(Duration::from_millis(5)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = input.write_all(b"quit\n");
        }
        let ended = self.farewell().is_some();
        // What it has started may run on, whether or not it has ended itself.
        self.group.end();
        if !ended {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
