//! What a program is in with all that it starts, so that nothing of it is left behind: a player may be a script around the
//! engine that searches, a farm has a server and workers.
//!
//! On Unix that is a process group whose leader is a guard, a shell that waits for its input to end and then ends the
//! group. The input ends also when this process is killed, in whatever way. The number of the group cannot become
//! another's meanwhile, since its leader lives. (The death signal of Linux would reach the program alone, and nothing that
//! it has started.)
//!
//! Cost: a process of one megabyte for each group.

use std::io;
#[cfg(unix)]
use std::io::Write;
use std::process::Command;
#[cfg(unix)]
use std::process::{Child, Stdio};

/// What the guard does: where its input ends without a line, since this process was killed, it runs its arguments, a command
/// by which the programs end in order, and gives them a moment for that.
#[cfg(unix)]
const GUARD: &str = "read -r _ || [ $# = 0 ] || { \"$@\" & sleep 2; }; kill -KILL 0";

/// A group of processes; empty where the system has none. It ends when this is dropped.
#[derive(Debug)]
pub struct Group {
    #[cfg(unix)]
    guard: Child,
}

#[cfg(unix)]
impl Group {
    /// A group with nothing in it. If this process is killed, `order` is run before it ends.
    ///
    /// # Errors
    /// If the guard cannot be started.
    pub fn new(order: Option<&Command>) -> io::Result<Group> {
        use std::os::unix::process::CommandExt;
        let mut guard = Command::new("/bin/sh");
        guard.args(["-c", GUARD, "guard"]).process_group(0);
        if let Some(order) = order {
            guard.arg(order.get_program()).args(order.get_args());
        }
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Group { guard: guard.spawn()? })
    }

    /// Has the command run in it.
    pub fn take_in(&self, command: &mut Command) {
        use std::os::unix::process::CommandExt;
        command.process_group(self.guard.id().cast_signed());
    }

    /// Ends what is in it.
    pub fn end(&mut self) {
        if let Some(mut input) = self.guard.stdin.take() {
            let _ = input.write_all(b"\n");
        }
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
    /// Nothing.
    ///
    /// # Errors
    /// None.
    pub fn new(_order: Option<&Command>) -> io::Result<Group> {
        Ok(Group {})
    }

    /// Does nothing.
    pub fn take_in(&self, _command: &mut Command) {}

    /// Does nothing.
    pub fn end(&mut self) {}
}
