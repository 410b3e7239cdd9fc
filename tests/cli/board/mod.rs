//! `board`: the program, its address and its end; and the page, in a real browser.

mod axe;
mod book;
mod browser;
mod dropped;
mod figures;
mod games;
mod kept;
mod page;
mod place;
mod seen;
mod stranger;
mod web;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use crate::support::{command, plyglot, write_program, yields};

/// A board that runs.
struct Board {
    child: Child,
    /// The address that it printed.
    address: String,
}

impl Board {
    fn start(arguments: &str) -> Board {
        Board::of(command(&format!("board --no-open {arguments}")))
    }

    fn of(mut command: Command) -> Board {
        yields(&mut command);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program runs");
        let mut lines = BufReader::new(child.stdout.take().expect("it was piped")).lines();
        let address = lines.find_map(|line| line.ok().filter(|line| line.starts_with("http://")));
        Board { child, address: address.expect("an address") }
    }

    /// The address with a game in it.
    fn at(&self, game: &str, moves: &str) -> String {
        format!("{}#game={game}&moves={}", self.address, moves.replace(' ', "+"))
    }

    fn id(&self) -> String {
        self.child.id().to_string()
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn wrong_arguments_are_refused_before_anything_is_opened() {
    plyglot("board chess960 --no-open").fails(2, &["unknown game \"chess960\""]);
    plyglot("board othello:7 --no-open").fails(2, &["othello"]);
    plyglot("board othello --no-open --set leaf=x").fails(2, &["leaf", "\"x\""]);
    plyglot("board hex:5 --no-open --set colour=green").fails(2, &["unknown option \"colour\""]);
    plyglot("board --no-open --moves zz").fails(2, &["--moves", "zz"]);
    plyglot("board --no-open --position nowhere").fails(2, &["--position", "ffo40"]);
    plyglot("board --no-open --port 70000").fails(2, &["--port", "70000"]);
    plyglot("board --no-open --threads 0").fails(2, &["--threads"]);
    plyglot("board --no-open --hash 1K").fails(2, &["need", "in all"]);
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let ran = plyglot(&format!("board --no-open --port {port}"));
    ran.fails(
        3,
        &["the system refused the socket", &format!("port {port} of 127.0.0.1"), "in use"],
    );
}

/// Every user of a machine reads the arguments of all programs.
#[cfg(target_os = "linux")]
#[test]
fn the_token_is_in_the_arguments_of_no_program() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (opener, said) = (folder.path().join("xdg-open"), folder.path().join("said"));
    // Written whole: a name is taken by a file that is complete.
    let script = format!("#!/bin/sh\necho \"$1\" > {0}.part\nmv {0}.part {0}\n", said.display());
    write_program(&opener, &script);
    let mut program = command("board tictactoe --threads 1");
    let path = std::env::var("PATH").unwrap_or_default();
    program.env("PATH", format!("{}:{path}", folder.path().display()));
    let board = Board::of(program);
    let opened = (0..6000).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        std::fs::read_to_string(&said).ok()
    });
    let opened = opened.expect("it is opened").trim().to_owned();
    let token = board.address.trim_end_matches('/').rsplit('/').next().expect("a token");
    assert!(opened.starts_with("http://127.0.0.1:") && !opened.contains(token), "{opened}");
    let arguments = std::fs::read(format!("/proc/{}/cmdline", board.id())).expect("it runs");
    assert!(!String::from_utf8_lossy(&arguments).contains(token));
    // It leads to the page, once.
    let ask = || {
        let (host, path) = opened["http://".len()..].split_once('/').expect("a path");
        let mut stream = std::net::TcpStream::connect(host).expect("it listens");
        write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("text");
        answer
    };
    let answer = ask();
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    assert!(answer.contains(&format!("Location: /{token}/")), "{answer}");
    assert!(ask().starts_with("HTTP/1.1 403"));
}

#[test]
fn the_page_is_light_or_dark_as_it_is_asked_for() {
    let board = Board::start("othello --theme dark");
    assert!(board.address.ends_with("/?theme=dark"), "{}", board.address);
    let (host, path) = board.address["http://".len()..].split_once('/').expect("a path");
    let mut stream = std::net::TcpStream::connect(host).expect("it listens");
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
        .expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("text");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    plyglot("board othello --theme red").fails(2, &["--theme", "light", "dark"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_with_success() {
    let mut board = Board::start("tictactoe --threads 1");
    assert!(board.address.starts_with("http://127.0.0.1:"), "{}", board.address);
    assert_eq!(board.address.trim_end_matches('/').rsplit('/').next().map(str::len), Some(32));
    let sent = Command::new("kill").args(["-INT", &board.id()]).status().expect("kill runs");
    assert!(sent.success());
    assert_eq!(board.child.wait().expect("it ends").code(), Some(0));
}
