//! Who may ask.

use crate::support::with_board;

#[test]
fn the_page_and_its_files_are_given_out_and_may_load_nothing_else() {
    with_board(|board| {
        let page = board.ask("GET", "", "", "");
        assert_eq!(page.status, 200);
        assert!(
            page.head.contains("text/html") && page.head.contains("default-src 'none'"),
            "{page:?}"
        );
        assert!(page.head.contains("Referrer-Policy: no-referrer"), "{page:?}");
        for part in page
            .body
            .split(['"', '\''])
            .filter(|part| part.ends_with(".js") || part.ends_with(".css"))
        {
            let file = board.ask("GET", part, "", "");
            assert_eq!(file.status, 200, "{part}");
            let head = board.ask("HEAD", part, "", "");
            assert_eq!((head.status, head.body.as_str()), (200, ""), "{part}");
        }
    });
}

#[test]
fn without_the_token_nothing_is_answered() {
    with_board(|board| {
        let Some((token, last)) = board.token.split_at_checked(board.token.len() - 1) else {
            return;
        };
        let wrong = format!("{token}{}", if last == "0" { "1" } else { "0" });
        for path in ["/", "/board.css", "/at", &wrong, &format!("{wrong}/"), token, "//"] {
            let request =
                format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", board.at);
            let answer = board.raw(request.as_bytes());
            assert_eq!(answer.status, 403, "{path}");
            assert!(answer.body.contains("token"), "{answer:?}");
        }
    });
}

#[test]
fn another_host_is_refused_even_with_the_token() {
    with_board(|board| {
        let port = board.at.rsplit(':').next().expect("a port");
        let ask = |host: &str| {
            let request =
                format!("GET {}/ HTTP/1.1\r\n{host}Connection: close\r\n\r\n", board.token);
            board.raw(request.as_bytes()).status
        };
        assert_eq!(ask(&format!("Host: localhost:{port}\r\n")), 200);
        for host in ["example.com", "127.0.0.1", "127.0.0.1.example.com", "[::1]", "127.0.0.1:1"] {
            assert_eq!(ask(&format!("Host: {host}\r\n")), 403, "{host}");
        }
        assert_eq!(ask(""), 400);
        assert_eq!(ask(&format!("Host: localhost:{port}\r\nHost: localhost:{port}\r\n")), 400);
        assert_eq!(ask(&format!("Host: localhost:{port}\r\nhost: example.com\r\n")), 400);
        // What is refused is closed, though nothing asks for that.
        let host = format!("Host: {}\r\n", board.at);
        let token = &board.token;
        for (path, head, status) in [
            (format!("{token}/"), String::new(), 400),
            (format!("{token}/"), format!("{host}{host}"), 400),
            (format!("{token}/"), "Host: example.com\r\n".into(), 403),
            ("/".into(), host.clone(), 403),
            (format!("{token}/"), format!("{host}Origin: null\r\n"), 403),
        ] {
            let answer = board.raw(format!("GET {path} HTTP/1.1\r\n{head}\r\n").as_bytes());
            assert_eq!(answer.status, status, "{path} {head}");
            assert!(answer.head.contains("Connection: close"), "{answer:?}");
        }
    });
}

#[test]
fn another_page_is_refused() {
    with_board(|board| {
        let ask = |head: &str| {
            let head = format!("Content-Type: application/json\r\n{head}");
            board.ask("POST", "hello", &head, "{}").status
        };
        assert_eq!(ask(""), 200);
        assert_eq!(ask(&format!("Origin: http://{}\r\n", board.at)), 200);
        for origin in ["http://example.com", "https://127.0.0.1", "null", "http://127.0.0.1:1"] {
            assert_eq!(ask(&format!("Origin: {origin}\r\n")), 403, "{origin}");
        }
        for site in ["cross-site", "same-site", "anything"] {
            assert_eq!(ask(&format!("Sec-Fetch-Site: {site}\r\n")), 403, "{site}");
        }
        assert_eq!(ask("Sec-Fetch-Site: same-origin\r\n"), 200);
        assert_eq!(ask("Sec-Fetch-Site: none\r\n"), 200);
    });
}

#[test]
fn connections_without_the_token_keep_no_one_out() {
    use std::io::{Read, Write};
    with_board(|board| {
        let page = || board.ask("GET", "", "", "").status;
        // Those that say nothing, those that begin, and those that were refused.
        for begin in ["", "GET / HT", "GET / HTTP/1.1\r\n\r\n"] {
            let strangers: Vec<_> = (0..80)
                .map(|_| {
                    let mut stream = board.connect();
                    let _ = stream.write_all(begin.as_bytes());
                    stream
                })
                .collect();
            assert_eq!(page(), 200, "{begin:?}");
            drop(strangers);
        }
        // They are not waited for, either.
        let mut silent = board.connect();
        let mut rest = Vec::new();
        silent.read_to_end(&mut rest).expect("it is closed");
        assert_eq!(rest, b"");
    });
}

#[test]
fn the_address_for_the_browser_opens_the_page_once() {
    with_board(|board| {
        let get = |path: &str, method: &str| {
            let host = &board.at;
            board.raw(format!("{method} /{path}/ HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes())
        };
        assert_ne!(format!("/{}", board.once), board.token);
        assert_eq!(get(&format!("{}/board.css", board.once), "GET").status, 403);
        assert_eq!(get(&board.once, "HEAD").status, 403);
        let found = get(&board.once, "GET");
        assert_eq!(found.status, 303);
        assert!(found.head.contains(&format!("Location: {}/", board.token)), "{found:?}");
        assert_eq!(get(&board.once, "GET").status, 403);
    });
}
