//! Who may ask, and for what: tokens, pages in a browser, files.

use super::*;

#[test]
fn a_page_in_a_browser_cannot_ask() {
    let listening = Listening::on("0", "--threads 1 --no-token");
    let mut page = listening.stranger();
    let body = json!({"id": 1, "command": "search", "game": "othello"});
    let post = format!(
        "POST / HTTP/1.1\r\nHost: {}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n{body}\n",
        listening.place,
        body.to_string().len() + 1
    );
    page.out.write_all(post.as_bytes()).expect("the program listens");
    let rest = page.rest();
    assert!(rest.contains("not this protocol") && rest.lines().count() == 1, "{rest}");
    // At the first byte, before a line has ended.
    let mut page = listening.stranger();
    page.out.write_all(b"\r\nG").expect("the program listens");
    assert!(page.rest().contains("not this protocol"));
    let mut other = listening.stranger();
    other.ask(&json!({"command": "status"}));
    let status = other.hear();
    assert_eq!((&status["running"], &status["waiting"]), (&json!(0), &json!(0)), "{status}");
}

#[test]
fn a_connection_over_tcp_names_the_token_first() {
    let listening = Listening::on("0", "--threads 1");
    let token = listening.token.clone().expect("there is one");
    assert_eq!(token.len(), 32, "{token}");
    let wrong = [
        json!({"command": "status"}),
        json!({"command": "hello"}),
        json!({"command": "hello", "token": &token[1..]}),
        json!({"command": "hello", "token": "x".repeat(32)}),
        json!({"command": "fly"}),
    ];
    for request in wrong {
        let mut client = listening.stranger();
        client.ask(&request);
        // Which comes too late.
        let _ = writeln!(client.out, "{}", json!({"command": "hello", "token": token}));
        let answer = client.hear();
        let message = answer["message"].as_str().expect("a text");
        assert!(message.contains("token"), "{request}: {message}");
        assert_eq!(client.rest(), "", "{request}");
    }
    let mut client = listening.stranger();
    client.ask(&json!({"command": "hello", "id": 7, "token": token}));
    let hello = client.hear();
    assert_eq!((&hello["type"], &hello["id"]), (&json!("hello"), &json!(7)));
    client.ask(&search("a", "tictactoe", json!({"solve": true})));
    assert_eq!(client.hear()["ended"], "proven");
}

#[test]
fn the_token_may_be_kept_in_a_file_that_only_its_owner_reads() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("token");
    let mut tokens = Vec::new();
    for _ in 0..2 {
        let listening = Listening::on("0", &format!("--threads 1 --token {}", file.display()));
        assert_eq!(listening.token, None, "it is not shown");
        let token = std::fs::read_to_string(&file).expect("it was made");
        let mut client = listening.stranger();
        client.ask(&json!({"command": "hello", "token": token.trim()}));
        assert_eq!(client.hear()["type"], "hello");
        tokens.push(token);
    }
    assert_eq!(tokens[0], tokens[1]);
    let mode = std::fs::metadata(&file).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    std::fs::write(&file, "short").expect("the test can write");
    let refused = command(&format!("serve --listen 0 --token {}", file.display())).output();
    let refused = refused.expect("it runs");
    let err = String::from_utf8_lossy(&refused.stderr);
    assert_eq!((refused.status.code(), err.lines().count()), (Some(2), 1), "{err}");
    assert!(err.contains("16 to 256 characters"), "{err}");
}

#[test]
fn no_client_over_a_socket_learns_which_files_there_are() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("socket");
    let with = |weights: &str| {
        let mut request = search("a", "othello", json!({"depth": 1}));
        request["set"] = json!({"weights": weights});
        request
    };
    for (more, said) in [("", "--files"), ("--files", "No such file")] {
        let listening = Listening::on(&path.display().to_string(), &format!("--threads 1 {more}"));
        let mut client = listening.unix();
        for weights in ["none", "built-in"] {
            client.ask(&with(weights));
            assert_eq!(client.hear()["type"], "result", "{weights}");
        }
        let mut messages = Vec::new();
        for name in ["Weights", "WEIGHTS"] {
            let mut request = search("a", "othello", json!({"depth": 1}));
            request["set"][name] = "/etc/hostname".into();
            client.ask(&request);
            let answer = client.hear();
            let is_named = answer["message"].as_str().expect("an error").contains("--files");
            assert_eq!(is_named, more.is_empty(), "{answer}");
        }
        for weights in ["/etc/hostname", "/nowhere", "built-in/"] {
            client.ask(&with(weights));
            messages.push(client.hear()["message"].as_str().expect("an error").to_owned());
        }
        assert!(messages[1].to_lowercase().contains(&said.to_lowercase()), "{messages:?}");
        assert_eq!(messages[0] == messages[1], more.is_empty(), "{messages:?}");
    }
}
