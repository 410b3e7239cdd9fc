//! `serve`: the program is talked to over pipes and sockets, in JSON.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::support::talk::Talk;
use crate::support::{command, fed, plyglot};

/// What is answered to these lines once the input has ended, by id; the lines of each in their order.
fn answers(arguments: &str, requests: &[Value]) -> HashMap<String, Vec<Value>> {
    let lines: String = requests.iter().fold(String::new(), |mut lines, request| {
        writeln!(lines, "{request}").expect("a text takes everything");
        lines
    });
    let ran = fed(command(&format!("serve {arguments}")), lines).fine();
    assert!(ran.err.is_empty(), "{ran:?}");
    let mut answers: HashMap<String, Vec<Value>> = HashMap::new();
    for answer in ran.json() {
        assert_eq!(answer["schema"], 2, "{answer}");
        let id = answer["id"].as_str().map_or_else(|| answer["id"].to_string(), String::from);
        answers.entry(id).or_default().push(answer);
    }
    answers
}

fn search(id: &str, game: &str, limits: Value) -> Value {
    json!({"id": id, "command": "search", "game": game, "limits": limits})
}

/// A conversation.
struct Service(Talk);

impl Service {
    fn with(arguments: &str) -> Service {
        Service(Talk::with(command(&format!("serve {arguments}"))))
    }

    fn ask(&mut self, request: &Value) {
        self.0.say(request.to_string());
    }

    #[track_caller]
    fn hear(&mut self) -> Value {
        serde_json::from_str(&self.0.hear()).expect("every line is an object")
    }

    /// The next line of this type, those before it left out.
    #[track_caller]
    fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let answer = self.hear();
            if answer["type"] == kind {
                return answer;
            }
        }
    }
}

#[test]
fn many_queries_of_several_games_are_all_answered_before_the_end() {
    let games = [("tictactoe", 0), ("connect4:4x4", 0), ("domineering:4x4", 1), ("kalah:3,2", 0)];
    let requests: Vec<_> = (0..200)
        .map(|number| search(&number.to_string(), games[number % 4].0, json!({"solve": true})))
        .collect();
    let answers = answers("--threads 3", &requests);
    assert_eq!(answers.len(), 200);
    let solved = |game: &str| plyglot(&format!("solve {game} --json")).fine().json();
    let values = games.map(|(game, _)| solved(game).last().expect("a result")["score"].clone());
    for number in 0..200 {
        let answer = &answers[&number.to_string()];
        assert_eq!(answer.len(), 1, "{answer:?}");
        assert_eq!(answer[0]["type"], "result");
        assert_eq!(answer[0]["ended"], "proven");
        assert_eq!(answer[0]["score"], values[number % 4], "{}", answer[0]);
    }
}

#[test]
fn a_result_has_the_fields_of_analyze() {
    let request = json!({"id": "a", "command": "search", "game": "Othello", "fresh": true,
        "moves": "f5d6c3", "limits": {"depth": 7}, "lines": 2});
    let answer = answers("--threads 2", &[request])["a"][0].clone();
    let line = "analyze othello --moves f5d6c3 --depth 7 --lines 2 --json --threads 1";
    let analyzed = plyglot(line).fine().json().pop().expect("a result");
    let analyzed = analyzed.as_object().expect("an object");
    for (name, value) in analyzed {
        assert!(answer.get(name).is_some(), "no {name} in {answer}");
        if !["time_ms", "nps", "nodes", "hash_permill", "hash_bytes"].contains(&name.as_str()) {
            assert_eq!(&answer[name], value, "{name}");
        }
    }
    let more: Vec<_> = answer.as_object().expect("an object").keys().collect();
    assert_eq!(more.len(), analyzed.len() + 2, "id, waited_ms: {more:?}");
}

#[test]
fn moves_are_one_text_or_several_and_follow_a_position() {
    let base = json!({"command": "search", "game": "othello", "limits": {"depth": 2}});
    let with = |id: &str, more: Value| {
        let mut request = base.clone();
        request["id"] = id.into();
        for (name, value) in more.as_object().expect("an object") {
            request[name] = value.clone();
        }
        request
    };
    let start = "---------------------------OX------XO--------------------------- X";
    let answers = answers(
        "",
        &[
            with("text", json!({"moves": "f5d6"})),
            with("several", json!({"moves": ["f5", "d6"]})),
            with("behind", json!({"position": start, "moves": ["f5", "d6"]})),
            with("null", json!({"position": null, "moves": "f5d6", "lines": null})),
            with("root", json!({"moves": "f5d6", "root_moves": ["c3"]})),
            with("list", json!({"moves": "f5d6", "root_moves": "c5,c3,c5"})),
        ],
    );
    let position = &answers["text"][0]["position"];
    for id in ["several", "behind", "null", "root", "list"] {
        assert_eq!(&answers[id][0]["position"], position, "{:?}", answers[id]);
    }
    assert_eq!(answers["root"][0]["best_move"], "c3");
}

#[test]
fn what_is_wrong_with_a_request_is_named_and_nothing_else_suffers() {
    let cases = [
        ("nonsense", "not JSON: "),
        ("[1]", "a request is a JSON object"),
        ("{}", "a command is needed; expected one of search, cancel, status, games, game, quit"),
        (r#"{"command":"fly"}"#, "unknown command \"fly\"; expected one of search, cancel,"),
        (r#"{"command":7}"#, "command: a text is needed, not 7"),
        (
            r#"{"command":"status","game":"othello"}"#,
            "unknown field \"game\" of status; expected one of id",
        ),
        (r#"{"command":"search","game":"othello"}"#, "search: an id is needed"),
        (r#"{"id":1.5,"command":"status"}"#, "id: a text or a whole number is needed"),
        (r#"{"id":1,"command":"game"}"#, "game: a game is needed"),
        (
            r#"{"id":1,"command":"game","game":"cheese"}"#,
            "unknown game \"cheese\"; expected one of othello,",
        ),
        (r#"{"id":1,"command":"search"}"#, "search: a game is needed"),
        (
            r#"{"id":1,"command":"search","game":"cheese"}"#,
            "unknown game \"cheese\"; expected one of othello,",
        ),
        (r#"{"id":1,"command":"search","game":"othello:9x9x9"}"#, "othello: "),
        (
            r#"{"id":1,"command":"search","game":"othello","depth":3}"#,
            "unknown field \"depth\" of search; expected one of id,",
        ),
        (
            r#"{"id":1,"command":"search","game":"othello","limits":{"time":3}}"#,
            "unknown field \"time\" of limits; expected one of time_ms,",
        ),
        (
            r#"{"id":1,"command":"search","game":"othello","limits":7}"#,
            "limits: an object is needed, not 7",
        ),
        (
            r#"{"id":1,"command":"search","game":"othello","limits":{"depth":0}}"#,
            "limits.depth: a whole number from 1 to ",
        ),
        (
            r#"{"id":1,"command":"search","game":"othello","limits":{"nodes":-5}}"#,
            "limits.nodes: a whole number from 1 to ",
        ),
        (
            r#"{"id":1,"command":"search","game":"othello","limits":{"time_ms":"1s"}}"#,
            "limits.time_ms: a number of milliseconds above zero, at most 1e12, is needed, not \"1s\"",
        ),
        (
            r#"{"id":1,"command":"search","game":"othello","limits":{"time_ms":0}}"#,
            "limits.time_ms: a number of milliseconds above zero",
        ),
        (
            r#"{"id":1,"command":"search","game":"othello","limits":{"solve":1}}"#,
            "limits.solve: true or false is needed, not 1",
        ),
        (
            r#"{"id":1,"command":"search","game":"othello","priority":101}"#,
            "priority: a whole number from -100 to 100 is needed, not 101",
        ),
        (
            r#"{"id":1,"command":"search","game":"othello","threads":0}"#,
            "threads: a whole number from 1 to 1024",
        ),
        (
            r#"{"id":1,"command":"search","game":"othello","fresh":true,"threads":2}"#,
            "threads: a fresh search has one thread",
        ),
        (r#"{"id":1,"command":"search","game":"othello","position":"here"}"#, "position: "),
        (
            r#"{"id":1,"command":"search","game":"othello","moves":"f5f5"}"#,
            "moves: move 2: \"f5\" is not a legal move: ",
        ),
        (
            r#"{"id":1,"command":"search","game":"othello","moves":["f5",3]}"#,
            "moves: a text, or an array of texts, is needed",
        ),
        (
            r#"{"id":1,"command":"search","game":"othello","root_moves":["a1"]}"#,
            "root_moves: \"a1\" is not a legal move: ",
        ),
        (
            r#"{"id":1,"command":"search","game":"othello","root_moves":[]}"#,
            "root_moves: a move is needed",
        ),
        (
            r#"{"id":1,"command":"search","game":"othello","set":{"day":1}}"#,
            "unknown option \"day\"; expected one of ",
        ),
        (
            r#"{"id":1,"command":"search","game":"othello","set":{"killer":[]}}"#,
            "set.killer: a text, a number, true or false is needed",
        ),
        (
            r#"{"id":1,"command":"search","game":"tictactoe","position":"xxx/oo./...","moves":["c3"]}"#,
            "moves: ",
        ),
    ];
    let mut service = Service::with("--threads 1");
    for (number, (request, message)) in (1..).zip(cases) {
        service.0.say(request);
        let answer = service.hear();
        assert_eq!(answer["type"], "error", "{request}");
        let found = answer["message"].as_str().expect("a text");
        assert!(found.starts_with(message), "{request}: {found}");
        assert_eq!(answer["source_line"], number, "{answer}");
        let is_numbered = request.contains(r#""id":1,"#);
        assert_eq!(answer["id"], if is_numbered { json!(1) } else { Value::Null }, "{answer}");
    }
    service.ask(&search("good", "tictactoe", json!({"solve": true})));
    assert_eq!(service.hear()["id"], "good");
    assert_eq!(service.0.close(), (Vec::new(), 0));
}

#[test]
fn a_line_that_is_too_long_or_not_text_is_refused() {
    let mut service = Service::with("--threads 1");
    let long = format!("{{\"id\":\"{}\"}}", "x".repeat(2 << 20));
    service.0.say(long);
    assert!(service.hear()["message"].as_str().expect("a text").contains("too long"));
    service.0.say([b'{', 0xff, 0xfe, b'}']);
    assert_eq!(service.hear()["type"], "error");
    service.0.say(format!("{{\"id\":\"{}\",\"command\":\"status\"}}", "y".repeat(300)));
    assert!(service.hear()["message"].as_str().expect("a text").starts_with("id: "));
    service.0.say("[".repeat(100_000));
    assert!(service.hear()["message"].as_str().expect("a text").starts_with("not JSON: "));
    service.0.say("");
    service.0.say("   ");
    assert_eq!(service.0.close(), (Vec::new(), 0));
}

#[test]
fn a_cancel_ends_a_search_that_runs_and_one_that_waits() {
    let mut service = Service::with("--threads 1");
    // What has a limit does not give way to its equals.
    service.ask(&search("runs", "othello", json!({"depth": 60})));
    service.ask(&search("waits", "othello", json!({"depth": 60})));
    loop {
        service.ask(&json!({"command": "status"}));
        let status = service.hear_of("status");
        if (&status["running"], &status["waiting"]) == (&json!(1), &json!(1)) {
            break;
        }
    }
    service.ask(&json!({"command": "cancel", "id": "waits"}));
    let error = service.hear();
    assert_eq!((&error["type"], &error["id"]), (&json!("error"), &json!("waits")));
    assert_eq!(error["message"], "cancelled before its search began");
    assert_eq!(service.hear_of("cancel")["cancelled"], 1);
    service.ask(&json!({"command": "cancel", "id": "runs"}));
    let mut kinds = [service.hear(), service.hear()];
    kinds.sort_by_key(|answer| answer["type"].to_string());
    assert_eq!((&kinds[0]["type"], &kinds[0]["cancelled"]), (&json!("cancel"), &json!(1)));
    assert_eq!((&kinds[1]["type"], &kinds[1]["ended"]), (&json!("result"), &json!("stopped")));
    assert!(kinds[1]["best_move"].is_string());
    service.ask(&json!({"command": "cancel", "id": "runs"}));
    assert_eq!(service.hear()["cancelled"], 0);
    // The id may be used again.
    service.ask(&search("runs", "tictactoe", json!({"solve": true})));
    assert_eq!(service.hear()["ended"], "proven");
    assert_eq!(service.0.close().1, 0);
}

#[test]
fn an_id_belongs_to_one_unanswered_search() {
    let mut service = Service::with("--threads 1");
    let endless = json!({"id": 7, "command": "search", "game": "othello", "limits": {"depth": 60}});
    service.ask(&endless);
    service.ask(&endless);
    let error = service.hear();
    assert_eq!(error["message"], "id: a search of this id is not answered yet");
    service
        .ask(&json!({"id": "7", "command": "search", "game": "tictactoe", "limits": {"depth": 2}}));
    service.ask(&json!({"command": "cancel"}));
    let mut heard: Vec<_> = (0..3).map(|_| service.hear()).collect();
    heard.sort_by_key(|answer| answer["type"].to_string());
    assert_eq!(heard[0]["cancelled"], 2, "{heard:?}");
    assert_eq!(service.0.close().1, 0);
}

#[test]
fn reports_come_during_a_search_that_asks_for_them() {
    let mut service = Service::with("--threads 2");
    service.ask(&json!({"id": "a", "command": "search", "game": "othello", "report_ms": 5}));
    let info = service.hear();
    assert_eq!((&info["type"], &info["id"]), (&json!("info"), &json!("a")));
    assert!(info["depth"].as_u64() > Some(0) && info["pv"].is_array(), "{info}");
    service.ask(&json!({"command": "quit"}));
    let (last, code) = service.0.close();
    let last: Value = serde_json::from_str(last.last().expect("a result")).expect("an object");
    assert_eq!((&last["type"], &last["ended"]), (&json!("result"), &json!("stopped")));
    assert_eq!(code, 0);
}

#[test]
fn the_end_of_the_input_ends_what_nothing_else_would() {
    let mut service = Service::with("--threads 1");
    service.ask(&json!({"id": "endless", "command": "search", "game": "othello", "report_ms": 1}));
    service.hear_of("info");
    let waits = json!({"id": "waits", "command": "search", "game": "othello", "priority": -100});
    service.ask(&waits);
    service.ask(&search("long", "othello", json!({"depth": 9})));
    service.ask(&search("short", "tictactoe", json!({"solve": true})));
    let (last, code) = service.0.close();
    assert_eq!(code, 0);
    let last = last.iter().map(|line| serde_json::from_str(line).expect("an object"));
    let last: Vec<Value> = last.filter(|answer: &Value| answer["type"] != "info").collect();
    let of = |id: &str| last.iter().find(|answer| answer["id"] == id).expect("an answer");
    assert_eq!(of("endless")["ended"], "stopped");
    assert_eq!(of("waits")["message"], "cancelled before its search began");
    assert_eq!((&of("long")["ended"], &of("long")["depth"]), (&json!("depth"), &json!(9)));
    assert_eq!((&of("short")["ended"], last.len()), (&json!("proven"), 4));
}

#[test]
fn a_deadline_counts_from_the_request() {
    let mut late = search("late", "othello", json!({"depth": 60}));
    late["deadline_ms"] = json!(2_000);
    let mut waits = search("waits", "othello", json!({"depth": 3}));
    waits["deadline_ms"] = json!(1);
    let answers = answers("--threads 1", &[late, waits]);
    assert_eq!(answers["late"][0]["ended"], "time");
    assert_eq!(answers["waits"][0]["message"], "the deadline passed before its search began");
}

#[test]
fn no_more_is_read_than_may_be_unanswered_and_everything_is_answered() {
    let requests: Vec<_> = (0..300)
        .map(|number| search(&number.to_string(), "tictactoe", json!({"depth": 3})))
        .collect();
    assert_eq!(answers("--queue 3 --threads 2", &requests).len(), 300);
    assert_eq!(answers("--queue 1", &requests[..20]).len(), 20);
}

#[test]
fn status_and_games_tell_what_there_is() {
    let mut service = Service::with("--threads 2 --hash 8M --tables 2 --queue 50");
    service.ask(&json!({"command": "games", "id": "g"}));
    let games = service.hear();
    assert_eq!((&games["type"], &games["id"]), (&json!("games"), &json!("g")));
    let games = games["games"].as_array().expect("an array");
    assert_eq!((games.len(), &games[0]["name"]), (11, &json!("othello")));
    service.ask(&json!({"command": "game", "id": 5, "game": "connect4:6x5"}));
    let game = service.hear();
    assert_eq!((&game["type"], &game["id"]), (&json!("game"), &json!(5)));
    assert_eq!((&game["game"], &game["has_end"]), (&json!("connect4:6x5"), &json!(true)));
    let options = game["options"].as_array().expect("an array");
    assert!(options.iter().any(|option| option["name"] == "aspiration"), "{game}");
    let mut again = search("start", "connect4:6x5", json!({"depth": 1}));
    again["position"] = game["start"].clone();
    service.ask(&again);
    assert_eq!(service.hear()["position"], game["start"]);
    service.ask(&search("a", "tictactoe", json!({"solve": true})));
    service.hear_of("result");
    service.ask(&search("b", "tictactoe", json!({"depth": 1})));
    service.hear_of("result");
    service.ask(&json!({"command": "status"}));
    let status = service.hear();
    assert_eq!(status["id"], Value::Null);
    for (name, value) in [
        ("threads", 2),
        ("searching", 0),
        ("running", 0),
        ("unlimited", 0),
        ("waiting", 0),
        ("queue", 50),
        ("answered", 3),
        ("failed", 0),
        ("given_up", 0),
        ("hash_bytes", 8 << 20),
        ("fresh_bytes", 8 << 16),
    ] {
        assert_eq!(status[name], value, "{name} in {status}");
    }
    assert_eq!(status["tables"][0]["game"], "connect4:6x5");
    assert_eq!(status["tables"][1]["game"], "tictactoe:3,3,3");
    assert_eq!(service.0.close().1, 0);
}

#[test]
fn an_option_of_the_game_is_set_for_a_search() {
    let mut with = search("with", "connect4", json!({"depth": 5}));
    with["set"] = json!({"aspiration": 0, "killer": "5"});
    let answer = &answers("", &[with])["with"][0];
    assert_eq!(answer["ended"], "depth", "{answer}");
}

#[test]
fn arguments_that_are_not_possible_are_one_line() {
    plyglot("serve --hash 100K").fails(2, &["need", "in all"]);
    plyglot("serve --hash 9999T").fails(3, &["too large"]);
    plyglot("serve --scheme young-brothers").fails(2, &["young-brothers", "abdada, lazy"]);
    plyglot("serve --tables 0").fails(2, &["--tables", "1 to 64"]);
    plyglot("serve --queue 0").fails(2, &["--queue", "1 to 1000000"]);
    plyglot("serve --threads 0").fails(2, &["--threads"]);
    plyglot("serve --listen nowhere").fails(2, &["--listen", "nowhere"]);
    plyglot("serve --listen 70707").fails(2, &["--listen", "70707"]);
    plyglot("serve --listen /nonexistent/folder/socket").fails(3, &["/nonexistent/folder/socket"]);
    plyglot("serve --listen 192.0.2.1:7070").fails(3, &["192.0.2.1:7070"]);
    plyglot("serve othello").fails(2, &["othello"]);
}

#[test]
fn a_past_of_too_many_moves_is_refused() {
    // Kings that go to and fro.
    let moves = ["1-6", "32-28", "6-1", "28-32"].map(Value::from);
    let with = |id: &str, plies: usize| {
        let mut request = search(id, "draughts", json!({"nodes": 100}));
        request["position"] = "B:WK32:BK1".into();
        request["moves"] = moves.iter().cycle().take(plies).cloned().collect();
        request
    };
    let answers = answers("", &[with("few", 40), with("many", 5_000)]);
    assert_eq!(answers["many"][0]["message"], "moves: at most 4000 moves are taken");
    assert_eq!(answers["few"][0]["type"], "result", "{:?}", answers["few"]);
}

#[test]
fn searches_without_limits_cannot_keep_a_cancel_from_being_read() {
    let mut service = Service::with("--threads 2 --queue 4");
    for number in 0..8 {
        service.ask(&search(&number.to_string(), "othello", json!({})));
    }
    for number in 4..8 {
        let error = service.hear();
        assert_eq!(error["id"], number.to_string());
        let message = error["message"].as_str().expect("a text");
        assert!(message.starts_with("4 requests are unanswered, and every search"), "{message}");
    }
    service.ask(&json!({"command": "cancel"}));
    let mut heard: Vec<_> = (0..5).map(|_| service.hear()).collect();
    heard.sort_by_key(|answer| answer["type"].to_string());
    assert_eq!(heard[0]["cancelled"], 4, "{heard:?}");
    service.ask(&search("good", "tictactoe", json!({"solve": true})));
    assert_eq!(service.hear()["ended"], "proven");
    assert_eq!(service.0.close(), (Vec::new(), 0));
}
