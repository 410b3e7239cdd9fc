//! How it ends: signals, closed pipes and sockets, and what is left behind.

use super::*;

#[test]
fn a_unix_socket_is_removed_at_the_end_and_one_left_behind_is_taken_over() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("socket");
    let place = path.display().to_string();
    drop(std::os::unix::net::UnixListener::bind(&path).expect("a socket"));
    assert!(path.exists(), "it was left behind");
    let listening = Listening::on(&place, "--threads 1");
    let again = command(&format!("serve --listen {place}")).output().expect("it runs");
    assert_eq!(again.status.code(), Some(3), "{again:?}");
    let mut client = listening.unix();
    client.ask(&search("a", "tictactoe", json!({"solve": true})));
    assert_eq!(client.hear()["ended"], "proven");
    // Who ends only its own side still hears what is owed.
    client.ask(&search("b", "othello", json!({"depth": 8})));
    client.out.shutdown(std::net::Shutdown::Write).expect("it is open");
    assert_eq!(client.hear()["ended"], "depth");
    assert_eq!(client.rest(), "");
    assert_eq!(listening.interrupt().0, 0);
    assert!(!path.exists());
    let file = folder.path().join("file");
    std::fs::write(&file, "mine").expect("the test can write");
    let refused = command(&format!("serve --listen {}", file.display())).output();
    assert_eq!(refused.expect("it runs").status.code(), Some(3));
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "mine");
}

#[test]
fn an_interrupt_gives_every_connection_what_was_found() {
    let listening = Listening::on("0", "--threads 1");
    let (mut one, mut other) = (listening.tcp(), listening.tcp());
    // By their priorities the second waits for longer than this takes.
    let first =
        json!({"id": 1, "command": "search", "game": "othello", "report_ms": 1, "priority": 100});
    one.ask(&first);
    assert_eq!(one.hear()["type"], "info");
    let second = json!({"id": "waits", "command": "search", "game": "othello", "limits": {"depth": 3}, "priority": -100});
    other.ask(&second);
    other.ask(&json!({"command": "status"}));
    assert_eq!(other.hear()["waiting"], 1);
    assert_eq!(listening.interrupt().0, 0);
    let last = one.rest();
    let last: Value = serde_json::from_str(last.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["ended"], "stopped");
    assert_eq!(other.hear()["message"], "the service ended before its search began");
}

#[test]
fn a_client_that_goes_away_leaves_no_search_behind() {
    let listening = Listening::on("0", "--threads 2");
    for _ in 0..5 {
        let mut client = listening.tcp();
        client.ask(&json!({"id": 1, "command": "search", "game": "othello", "report_ms": 1}));
        client.hear();
    }
    let mut other = listening.tcp();
    loop {
        other.ask(&json!({"command": "status"}));
        if other.hear()["running"] == 0 {
            break;
        }
    }
    assert_eq!(listening.interrupt().0, 0);
}

#[test]
fn an_interrupt_of_a_conversation_is_130() {
    let mut command = command("serve --threads 1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("it was piped");
    let mut out = BufReader::new(child.stdout.take().expect("it was piped"));
    writeln!(stdin, "{}", json!({"id": 1, "command": "search", "game": "othello", "report_ms": 1}))
        .expect("the program listens");
    let mut text = String::new();
    out.read_line(&mut text).expect("text");
    signal(&child, "-TERM");
    out.read_to_string(&mut text).expect("text");
    let last: Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["type"], &last["ended"]), (&json!("result"), &json!("stopped")));
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

#[test]
fn a_closed_output_ends_it_quietly() {
    let mut command = command("serve --threads 1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("it was piped");
    drop(child.stdout.take());
    // One search goes on for ever, unless its answer cannot be written.
    let _ = writeln!(
        stdin,
        "{}",
        json!({"id": 1, "command": "search", "game": "othello", "report_ms": 1})
    );
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!((ended.status.code(), ended.stderr.len()), (Some(0), 0), "{ended:?}");
    drop(stdin);
}

#[test]
fn a_reader_that_goes_away_leaves_no_search_that_would_end_late() {
    for closes_input in [true, false] {
        let mut command = command("serve --threads 1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let mut stdin = child.stdin.take().expect("it was piped");
        writeln!(stdin, "{}", search("deep", "othello", json!({"depth": 60}))).expect("it listens");
        writeln!(stdin, "{}", json!({"command": "status"})).expect("it listens");
        let mut out = BufReader::new(child.stdout.take().expect("it was piped"));
        out.read_line(&mut String::new()).expect("text");
        drop(out);
        let kept = if closes_input {
            drop(stdin);
            None
        } else {
            Some(stdin)
        };
        let ended = child.wait_with_output().expect("it ends");
        assert_eq!((ended.status.code(), ended.stderr.len()), (Some(0), 0), "{ended:?}");
        drop(kept);
    }
}

#[test]
fn an_output_that_is_never_read_does_not_hold_up_the_end() {
    let mut command = command("serve --threads 1 --queue 1000000");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("it was piped");
    // More requests than a pipe holds, so that the program has begun to read them, and more answers.
    let lines = (json!({"command": "games"}).to_string() + "\n").repeat(5_000);
    stdin.write_all(lines.as_bytes()).expect("the program listens");
    stdin
        .write_all(json!({"id": 1, "command": "search", "game": "othello"}).to_string().as_bytes())
        .and_then(|()| stdin.write_all(b"\n"))
        .expect("the program listens");
    signal(&child, "-INT");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

#[test]
fn a_socket_that_is_closed_leaves_no_search_that_would_end_late() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("socket");
    let listening = Listening::on(&path.display().to_string(), "--threads 1");
    let mut other = listening.unix();
    let mut client = listening.unix();
    client.ask(&search("deep", "othello", json!({"depth": 60})));
    wait_for(&mut other, |status| status["running"] == 1);
    drop(client);
    wait_for(&mut other, |status| status["running"] == 0);

    let listening = Listening::on("0", "--threads 1 --queue 2");
    let mut other = listening.tcp();
    for many in [1, 20] {
        let mut client = listening.tcp();
        for number in 0..many {
            client.ask(&search(&number.to_string(), "othello", json!({"depth": 60})));
        }
        wait_for(&mut other, |status| status["running"] == 1);
        drop(client);
        wait_for(&mut other, |status| status["running"] == 0 && status["waiting"] == 0);
    }
    // One that has ended its own side alone still hears what is owed.
    let mut client = listening.tcp();
    client.ask(&search("timed", "othello", json!({"time_ms": 1500})));
    client.out.shutdown(std::net::Shutdown::Write).expect("it is open");
    assert_eq!(client.hear()["ended"], "time");
    assert_eq!(client.rest(), "");
}

#[test]
fn programs_that_start_at_once_on_a_stale_socket_leave_one_that_listens() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("socket");
    for _ in 0..5 {
        drop(std::os::unix::net::UnixListener::bind(&path).expect("a socket"));
        let start = || {
            let mut command = command(&format!("serve --threads 1 --listen {}", path.display()));
            command.stderr(Stdio::piped()).spawn().expect("the program runs")
        };
        let mut children: Vec<_> = (0..4).map(|_| start()).collect();
        let mut listening = Vec::new();
        for mut child in children.drain(..) {
            let mut line = String::new();
            let mut err = BufReader::new(child.stderr.take().expect("it was piped"));
            err.read_line(&mut line).expect("text");
            if line.starts_with("listening on") {
                listening.push(child);
            } else {
                assert!(line.contains("another plyglot listens on it"), "{line}");
                assert_eq!(child.wait().expect("it ends").code(), Some(3));
            }
        }
        assert_eq!(listening.len(), 1, "one may listen");
        let child = &mut listening[0];
        let mut client = UnixStream::connect(&path).expect("it listens");
        client.write_all(b"{\"command\":\"status\"}\n").expect("it reads");
        let mut line = String::new();
        BufReader::new(&client).read_line(&mut line).expect("text");
        assert!(line.contains("\"status\""), "{line}");
        // Another's file is not removed.
        std::fs::remove_file(&path).expect("it is there");
        std::fs::write(&path, "mine").expect("the test can write");
        signal(child, "-INT");
        child.wait().expect("it ends");
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "mine");
        std::fs::remove_file(&path).expect("it is there");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}
