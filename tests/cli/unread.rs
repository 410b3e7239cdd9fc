//! A program whose output is never read: what it has to say stays bounded, its searches end, and it ends with its
//! input or with the one who does not read.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::command;

/// Longer than anything here takes on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program of whose output nothing is read.
struct Unread {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
}

impl Unread {
    fn run(arguments: &str) -> Unread {
        let mut command = command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        Unread { child, stdin, stdout }
    }

    /// Sends this as often, in one piece each; what is sent to a program that has ended is lost.
    fn say(&mut self, text: &str, times: usize) {
        let stdin = self.stdin.as_mut().expect("the input is open");
        let _ = (0..times).try_for_each(|_| stdin.write_all(text.as_bytes()));
    }

    /// The exit code and what was written to standard error, once it has ended by itself.
    fn end(mut self) -> (i32, String) {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                let mut err = String::new();
                let stderr = self.child.stderr.take().expect("it was piped");
                BufReader::new(stderr).read_to_string(&mut err).expect("text");
                return (status.code().unwrap_or(-1), err);
            }
            assert!(begin.elapsed() < PATIENCE, "it does not end");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The most memory that it has used so far, in MiB.
    #[cfg(target_os = "linux")]
    fn most_memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("Linux tells");
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("Linux tells");
        let kilobytes = line.split_whitespace().nth(1).expect("a number");
        kilobytes.parse::<u64>().expect("a number") / 1024
    }
}

impl Drop for Unread {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const UGI: &str = "ugi othello --threads 1 --hash 1M";
const NBOARD: &str = "nboard --threads 1 --hash 1M";

#[test]
fn a_conversation_that_is_not_read_ends_with_its_input() {
    let mut running = Vec::new();
    for (arguments, ask, search) in
        [(UGI, "ugi\n", "go infinite\n"), (NBOARD, "nboard 2\n", "set depth 60\ngo\n")]
    {
        for quit in ["", "quit\n", "ping 1\nstop\nquit\n"] {
            let mut program = Unread::run(arguments);
            // Answers to more than a pipe holds; nothing more can be sent to a program that does not listen.
            program.say(ask, 5000);
            program.say(search, 1);
            program.say(quit, 1);
            program.stdin = None;
            running.push((arguments, quit, program));
        }
    }
    // Its input does not end, but more is asked than it keeps answers to: the rest is never read.
    let mut flooded = Unread::run(UGI);
    flooded.say("go infinite\n", 1);
    flooded.say(&"ugi\n".repeat(1000), 100);
    let input = flooded.stdin.take();
    running.push((UGI, "an input that stays open", flooded));
    for (arguments, quit, program) in running {
        let (code, err) = program.end();
        let expected = "error: cannot write the output: nothing of it was read for 10 s\n";
        assert_eq!((code, &*err), (3, expected), "{arguments}, {quit:?}");
    }
    drop(input);
}

/// A conversation that never ends, and nothing of which is read: no more is read than can be answered.
#[cfg(target_os = "linux")]
#[test]
fn a_flood_of_commands_whose_answers_are_not_read_uses_little_memory() {
    let floods = [
        (UGI, "ugi\nd\n".repeat(1000)),
        (NBOARD, "nboard 2\n".repeat(1000)),
        ("serve --threads 1 --hash 1M", "{\"command\":\"games\"}\n".repeat(1000)),
    ];
    // At once, since each is given time to use up memory.
    thread::scope(|scope| {
        for (arguments, flood) in floods {
            scope.spawn(move || {
                let mut program = Unread::run(arguments);
                let mut stdin = program.stdin.take().expect("it was piped");
                let pour = thread::spawn(move || {
                    let _ = (0..2000).try_for_each(|_| stdin.write_all(flood.as_bytes()));
                });
                let begin = Instant::now();
                while !pour.is_finished() && begin.elapsed() < Duration::from_secs(5) {
                    thread::sleep(Duration::from_millis(20));
                }
                let memory = program.most_memory();
                assert!(memory < 120, "{arguments}: {memory} MiB");
                // Whoever does not read goes: so does the program.
                program.stdout = None;
                let (code, err) = program.end();
                assert_eq!((code, &*err), (0, ""), "{arguments}");
                pour.join().expect("it only writes");
            });
        }
    });
}

#[test]
fn a_reader_that_comes_late_gets_every_answer() {
    for arguments in [UGI, "serve --threads 1 --hash 1M"] {
        let mut program = Unread::run(arguments);
        let is_ugi = arguments.starts_with("ugi");
        let ask = if is_ugi { "ugi\n" } else { "{\"command\":\"status\"}\n" };
        let mut stdin = program.stdin.take().expect("it was piped");
        let asking = thread::spawn(move || {
            let whole = ask.repeat(1500) + if is_ugi { "go depth 8\n" } else { "" };
            stdin.write_all(whole.as_bytes()).expect("it reads all of it in the end");
        });
        thread::sleep(Duration::from_millis(1500));
        let out = BufReader::new(program.stdout.take().expect("it was piped"));
        let lines: Vec<String> = out.lines().map(|line| line.expect("text")).collect();
        asking.join().expect("it only writes");
        let answer = if is_ugi { "ugiok" } else { "{\"type\":\"status\"" };
        let answers = lines.iter().filter(|line| line.starts_with(answer)).count();
        assert_eq!(answers, 1500, "{arguments}");
        let moves = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(moves, usize::from(is_ugi), "{arguments}");
        assert_eq!(program.end(), (0, String::new()), "{arguments}");
    }
}

/// While nothing is read a search goes on, and is stopped by what is asked: the answer comes when it is read.
#[test]
fn a_stop_is_heard_while_the_output_is_full() {
    let mut program = Unread::run(UGI);
    program.say("ugi\n", 1500);
    program.say("go infinite\nstop\ngo depth 3\nisready\ngo infinite\n", 1);
    thread::sleep(Duration::from_millis(500));
    let out = BufReader::new(program.stdout.take().expect("it was piped"));
    program.stdin = None;
    let lines: Vec<String> = out.lines().map(|line| line.expect("text")).collect();
    let moves = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(moves, 3, "{:?}", lines.last());
    assert_eq!(program.end(), (0, String::new()));
}
