//! What the tests of the command line share: running the program and checking its output.

#![allow(dead_code)] // every test file uses its own part of it

pub(crate) mod random;
pub(crate) mod talk;
#[cfg(unix)]
pub(crate) mod terminal;

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// The result of a run of the program.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).expect("the program prints UTF-8"),
            err: String::from_utf8(output.stderr).expect("the program prints UTF-8"),
        }
    }
}

impl Ran {
    /// Asserts that it succeeded, and returns itself.
    #[track_caller]
    pub(crate) fn fine(self) -> Ran {
        assert_eq!(self.code, 0, "{self:?}");
        self
    }

    /// Asserts that it failed with this code and one line that contains all of `words`.
    #[track_caller]
    pub(crate) fn fails(self, code: i32, words: &[&str]) -> Ran {
        assert_eq!(self.code, code, "{self:?}");
        assert_eq!(self.err.lines().count(), 1, "one line: {self:?}");
        assert!(self.err.starts_with("error: "), "{self:?}");
        for word in words {
            assert!(self.err.contains(word), "no {word:?} in {self:?}");
        }
        self
    }

    /// Asserts that the output contains this.
    #[track_caller]
    pub(crate) fn says(self, word: &str) -> Ran {
        assert!(self.out.contains(word), "no {word:?} in {self:?}");
        self
    }

    /// The output as JSON, one object a line.
    #[track_caller]
    pub(crate) fn json(&self) -> Vec<serde_json::Value> {
        let parse = |line| serde_json::from_str(line).expect("every line is an object");
        self.out.lines().map(parse).collect()
    }
}

/// The program, with arguments separated by spaces.
pub(crate) fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    // What whoever tests has set stays out of it.
    command.args(arguments.split_whitespace()).stdin(Stdio::null()).env("PLYGLOT_CONFIG", "");
    #[cfg(unix)]
    hears_signals(&mut command);
    command
}

/// Waits until a process has used the processor for some tenths of a second: it is at its work then, however busy the
/// machine is. Only a moment where the system does not tell.
pub(crate) fn at_work(id: u32) {
    const TICKS: u64 = 40;
    for _ in 0..60_000 {
        let Ok(stat) = std::fs::read_to_string(format!("/proc/{id}/stat")) else {
            return std::thread::sleep(Duration::from_millis(500));
        };
        // Its name, in brackets, may contain blanks; of what follows, the twelfth and thirteenth are its times.
        let (_, fields) = stat.rsplit_once(')').expect("a name");
        let times = fields.split_whitespace().skip(11).take(2);
        if times.filter_map(|time| time.parse::<u64>().ok()).sum::<u64>() >= TICKS {
            return;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("process {id} does nothing");
}

/// Signals reach the program also where these tests run with some ignored, as in the background of a script.
#[cfg(unix)]
pub(crate) fn hears_signals(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    let heard = || {
        for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
            // SAFETY: signal(2) may be called between fork and exec, and no handler is set.
            unsafe { libc::signal(signal, libc::SIG_DFL) };
        }
        Ok(())
    };
    // SAFETY: between fork and exec it does nothing but these calls.
    unsafe { command.pre_exec(heard) };
}

/// Has a program run when others need no processor: one that searches for as long as it is looked at.
#[cfg(unix)]
pub(crate) fn yields(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    let yields = || {
        // SAFETY: nice(2) may be called between fork and exec, and touches no memory.
        unsafe { libc::nice(10) };
        Ok(())
    };
    // SAFETY: between fork and exec it does nothing but this call.
    unsafe { command.pre_exec(yields) };
}

/// Writes a program that can be started at once: by another process, since a file cannot be executed while any process,
/// such as one that another test starts meanwhile, holds it open for writing.
pub(crate) fn write_program(path: &std::path::Path, text: &str) {
    let mut command = Command::new("sh");
    command.args(["-c", "cat > \"$0\" && chmod 755 \"$0\""]).arg(path);
    assert_eq!(fed(command, text).code, 0, "the test can write");
}

/// Runs the program on arguments separated by spaces.
pub(crate) fn plyglot(arguments: &str) -> Ran {
    command(arguments).output().expect("the program runs").into()
}

/// Runs a command with something on standard input.
pub(crate) fn fed(mut command: Command, input: impl AsRef<[u8]>) -> Ran {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("it was piped");
    // A program may end before it has read everything.
    let _ = stdin.write_all(input.as_ref());
    drop(stdin);
    child.wait_with_output().expect("the program ends").into()
}
