//! What a program is in with all that it starts, so that nothing of it is left behind: a player may be a script around the
//! engine that searches.
//!
//! On Unix that is a process group whose leader is a guard, a shell that waits for its input to end and then ends the
//! group. The input ends when the match closes it, and also when the match itself is killed, in whatever way. The number of
//! the group cannot become another's meanwhile, since its leader lives. (The death signal of Linux would reach the program
//! alone, and nothing that it has started.)
//!
//! Cost: a process of one megabyte for each program that plays.

use std::process::Command;
#[cfg(unix)]
use std::process::{Child, Stdio};

/// What the guard does.
#[cfg(unix)]
const GUARD: &str = "read -r _; kill -KILL 0";

/// A group of processes; empty where the system has none.
#[derive(Debug)]
pub(super) struct Group {
    #[cfg(unix)]
    guard: Child,
}

#[cfg(unix)]
impl Group {
    /// A group in which the command will run.
    pub(super) fn around(command: &mut Command) -> Result<Group, String> {
        use std::os::unix::process::CommandExt;
        let mut guard = Command::new("/bin/sh");
        guard.args(["-c", GUARD]).process_group(0);
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let guard = guard.spawn().map_err(|error| format!("/bin/sh cannot be started: {error}"))?;
        command.process_group(guard.id().cast_signed());
        Ok(Group { guard })
    }

    /// Ends what is in it.
    pub(super) fn end(&mut self) {
        drop(self.guard.stdin.take());
        let _ = self.guard.wait();
    }
}

#[cfg(unix)]
impl Drop for Group {
    /// Also of a program that could not be started.
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(not(unix))]
impl Group {
    pub(super) fn around(_command: &mut Command) -> Result<Group, String> {
        Ok(Group {})
    }

    pub(super) fn end(&mut self) {}
}
