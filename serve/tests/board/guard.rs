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
        assert_eq!(ask("Sec-Fetch-Site: cross-site\r\n"), 403);
        assert_eq!(ask("Sec-Fetch-Site: same-origin\r\n"), 200);
    });
}
