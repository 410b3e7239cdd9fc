//! What one client can take from others: seats, turns, memory, time.

use super::*;

#[test]
fn a_client_that_never_reads_holds_up_no_other() {
    let listening = Listening::on("0", "--threads 2 --queue 20");
    let mut silent = listening.tcp();
    silent.out.set_write_timeout(Some(Duration::from_millis(200))).expect("a time");
    // Until the program stops reading, and the system's buffers are full.
    let request = json!({"command": "games"}).to_string() + "\n";
    let many = request.repeat(1_000);
    let stopped = (0..10_000).any(|_| silent.out.write_all(many.as_bytes()).is_err());
    assert!(stopped, "it is read for ever");
    let mut other = listening.tcp();
    for number in 0..50 {
        other.ask(&search(&number.to_string(), "tictactoe", json!({"solve": true})));
        assert_eq!(other.hear()["id"], number.to_string());
    }
    assert_eq!(listening.interrupt().0, 0);
}

#[test]
fn one_connection_too_many_hears_so() {
    let listening = Listening::on("0", "--threads 1");
    let mut clients: Vec<_> = (0..64).map(|_| listening.tcp()).collect();
    for client in &mut clients {
        client.ask(&json!({"command": "status"}));
        assert_eq!(client.hear()["type"], "status");
    }
    let refused = listening.stranger().rest();
    assert!(refused.contains("64 connections are open already"), "{refused}");
    drop(clients.pop());
    // Its place is free as soon as the program has heard of it.
    loop {
        let mut client = listening.stranger();
        // One that is refused is closed, before or after it has asked.
        let hello = json!({"command": "hello", "token": listening.token});
        let _ = writeln!(client.out, "{hello}");
        let mut line = String::new();
        if client.lines.read_line(&mut line).is_ok() && line.contains("\"type\":\"hello\"") {
            break;
        }
    }
}

#[test]
fn a_connection_that_is_idle_is_closed_and_one_that_searches_is_not() {
    let listening = Listening::on("0", "--threads 1 --idle 2s");
    let mut busy = listening.tcp();
    busy.ask(&search("long", "othello", json!({"time_ms": 4500})));
    let idle = listening.tcp();
    let mut silent = listening.stranger();
    silent.out.write_all(b"{").expect("the program listens");
    assert!(idle.rest().contains("idle for too long"));
    assert!(silent.rest().contains("idle for too long"));
    assert_eq!(busy.hear()["ended"], "time");
    assert!(busy.rest().contains("idle for too long"));
}

/// The rest of who gives way to whom is tested beside the seats.
#[test]
fn idle_connections_keep_no_other_out() {
    let listening = Listening::on("0", "--threads 1");
    let mut busy = listening.tcp();
    busy.ask(&search("long", "othello", json!({"depth": 60})));
    let idle: Vec<_> = (0..63).map(|_| listening.tcp()).collect();
    let begun = Instant::now();
    let mut others = Vec::new();
    // Each that comes once they have been idle for a while has the seat of one.
    while others.len() < 3 {
        assert!(begun.elapsed() < PATIENCE, "they are kept out");
        let mut other = listening.stranger();
        let _ = writeln!(other.out, "{}", json!({"command": "hello", "token": listening.token}));
        let mut line = String::new();
        if other.lines.read_line(&mut line).is_ok() && line.contains("\"type\":\"hello\"") {
            others.push(other);
        } else {
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    let mut gone = idle.into_iter();
    let first = gone.next().expect("there are 63").rest();
    assert!(first.contains("its seat was given to another"), "{first}");
    // Who searches keeps its seat.
    busy.ask(&json!({"command": "cancel"}));
    let heard = [busy.hear(), busy.hear()];
    assert!(heard.iter().any(|answer| answer["ended"] == "stopped"), "{heard:?}");
}

#[test]
fn what_is_kept_for_a_connection_has_a_bound_in_bytes() {
    let listening = Listening::on("0", "--threads 1 --queue 1000 --memory 64M");
    let memory = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", listening.child.id()));
        let status = status.expect("a process has a status");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a size");
        let kilobytes = line.split_whitespace().nth(1).expect("a number");
        kilobytes.parse::<u64>().expect("a number") >> 10
    };
    let mut blocks = listening.tcp();
    blocks.ask(&search("blocks", "draughts", json!({"depth": 200})));
    wait_for(&mut listening.tcp(), |status| status["running"] == 1);
    let before = memory();
    // Kings that go to and fro.
    let moves: Vec<_> = ["1-6", "32-28", "6-1", "28-32"].into_iter().cycle().take(4000).collect();
    let mut request = search("number", "draughts", json!({"depth": 200}));
    request["position"] = "B:WK32:BK1".into();
    request["moves"] = moves.into();
    let request = format!("{request}\n");
    let mut many: Vec<_> = (0..8).map(|_| listening.tcp()).collect();
    for client in &mut many {
        client.out.set_write_timeout(Some(Duration::from_millis(500))).expect("a time");
        for number in 0..100 {
            let request = request.replace("\"number\"", &format!("\"{number}\""));
            // In one piece: what is written is not buffered.
            if client.out.write_all(request.as_bytes()).is_err() {
                break;
            }
        }
    }
    let after = memory();
    // All of them would be 350 MB and more.
    assert!(after - before < 150, "from {before} to {after} MB");
    // Errors do not repeat what they are about.
    let mut client = listening.tcp();
    for name in ["game", "position", "moves", "root_moves", "command", "priority", "extra"] {
        let mut request = search("a", "othello", json!({}));
        request[name] = "x".repeat(900_000).into();
        client.ask(&request);
        let mut line = String::new();
        client.lines.read_line(&mut line).expect("text");
        assert!(line.contains("\"error\"") && line.len() < 5_000, "{name}: {}", line.len());
    }
    for name in ["aspiration", "weights", &"y".repeat(900_000)] {
        let mut request = search("a", "othello", json!({}));
        request["set"][name] = "x".repeat(90_000).into();
        client.ask(&request);
        let mut line = String::new();
        client.lines.read_line(&mut line).expect("text");
        assert!(line.contains("\"error\"") && line.len() < 5_000, "{}", line.len());
    }
}

#[test]
fn a_long_line_delays_no_end_and_costs_no_more_than_its_length() {
    let listening = Listening::on("0", "--threads 1");
    let mut clients: Vec<_> = (0..4).map(|_| listening.tcp()).collect();
    for (number, client) in clients.iter_mut().enumerate() {
        let (game, moves) = [
            ("draughts", "11-15 ".repeat(160_000)),
            ("othello", "f5".repeat(480_000)),
            ("kalah", "1".repeat(960_000)),
            ("hex:11", "a1 ".repeat(320_000)),
        ][number]
            .clone();
        let mut request = search("a", game, json!({"depth": 1}));
        request["moves"] = moves.into();
        client.ask(&request);
        let answer = client.hear();
        assert_eq!(answer["message"], "moves: at most 4000 moves are taken", "{answer}");
    }
    assert_eq!(listening.interrupt().0, 0);
}

#[test]
fn one_connection_does_not_delay_another_by_its_queue() {
    let listening = Listening::on("0", "--threads 1");
    let mut greedy = listening.tcp();
    for number in 0..400 {
        greedy.ask(&search(&number.to_string(), "othello", json!({"time_ms": 50})));
    }
    let mut other = listening.tcp();
    for number in 0..3 {
        other.ask(&search(&number.to_string(), "tictactoe", json!({"solve": true})));
        let answer = other.hear();
        assert_eq!(answer["ended"], "proven");
        wait_for(&mut other, |status| status["waiting"].as_u64() > Some(100));
    }
    assert_eq!(listening.interrupt().0, 0);
}
