//! `serve --mcp`: messages of the Model Context Protocol, what is refused, and what ends a call.

use std::process::Command;

use serde_json::{Value, json};

use crate::support::talk::Talk;
use crate::support::{command, fed, plyglot};

fn talk() -> Talk {
    Talk::with(command("serve --mcp --threads 1 --hash 1M"))
}

fn request(id: impl Into<Value>, method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params }).to_string()
}

fn call(id: u64, name: &str, arguments: &Value) -> String {
    request(id, "tools/call", &json!({ "name": name, "arguments": arguments }))
}

#[track_caller]
fn heard(talk: &mut Talk) -> Value {
    let message: Value = serde_json::from_str(&talk.hear()).expect("an object");
    assert_eq!(message["jsonrpc"], "2.0", "{message}");
    message
}

#[test]
fn a_client_is_greeted_in_the_version_that_it_speaks() {
    let mut talk = talk();
    for (asked, answered) in
        [("2024-11-05", "2024-11-05"), ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25")]
    {
        talk.say(request("a", "initialize", &json!({ "protocolVersion": asked })));
        let opened = heard(&mut talk);
        assert_eq!(
            (&opened["id"], &opened["result"]["protocolVersion"]),
            (&"a".into(), &answered.into())
        );
    }
    talk.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    talk.say(request(2, "ping", &Value::Null));
    assert_eq!(heard(&mut talk)["result"], json!({}));
    talk.say(request(3, "tools/list", &Value::Null));
    let tools = heard(&mut talk);
    let tools = tools["result"]["tools"].as_array().expect("tools");
    assert_eq!(tools.len(), 5);
    for tool in tools {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert!(tool["description"].as_str().is_some_and(|text| text.ends_with('.')), "{tool}");
    }
    assert_eq!(talk.close().1, 0);
}

#[test]
fn tools_answer_with_a_text_and_an_object() {
    let mut talk = talk();
    talk.say(call(1, "list_games", &Value::Null));
    let games = heard(&mut talk);
    assert_eq!(games["result"]["structuredContent"]["games"].as_array().map(Vec::len), Some(11));
    talk.say(call(2, "show_position", &json!({ "game": "tictactoe", "moves": "b2 a1" })));
    let shown = heard(&mut talk);
    let text = shown["result"]["content"][0]["text"].as_str().expect("a text");
    assert!(text.contains("X to move:") && text.contains("c3"), "{text}");
    talk.say(call(3, "show_position", &json!({ "game": "tictactoe", "moves": "a1 b1 a2 b2 a3" })));
    let text = heard(&mut talk)["result"]["content"][0]["text"].to_string();
    assert!(text.contains("The game is over: X wins."), "{text}");
    talk.say(call(4, "solve", &json!({ "game": "connect4:4x4" })));
    let solved = heard(&mut talk);
    let score = &solved["result"]["structuredContent"]["score"];
    assert_eq!((&score["value"], &score["proven"]), (&0.into(), &true.into()), "{solved}");
    talk.say(call(5, "analyse", &json!({ "game": "tictactoe", "lines": 2, "time_ms": 5000 })));
    let analysed = heard(&mut talk);
    assert_eq!(analysed["result"]["structuredContent"]["lines"].as_array().map(Vec::len), Some(2));
    let text = analysed["result"]["content"][0]["text"].as_str().expect("a text");
    assert_eq!(text.lines().filter(|line| line.contains("(proven, depth ")).count(), 2, "{text}");
    let game = json!({ "game": "tictactoe", "moves": "a1 b2 c3 a3", "time_ms": 200 });
    talk.say(call(6, "review_game", &game));
    let review = heard(&mut talk);
    let object = &review["result"]["structuredContent"];
    assert_eq!(object["moves"].as_array().map(Vec::len), Some(4), "{review}");
    assert_eq!(object["review"]["complete"], true, "{review}");
}

#[test]
fn what_is_wrong_is_named_to_whom_it_concerns() {
    let mut talk = talk();
    // What an assistant can do better is a result; all else is an error of the protocol.
    for (arguments, words) in [
        (json!({ "game": "go" }), "unknown game"),
        (json!({ "game": "tictactoe", "moves": "z9" }), "moves: "),
        (json!({ "game": "tictactoe", "position": "?" }), "position: "),
        (json!({ "game": "tictactoe", "time_ms": 0 }), "time_ms: 0 is out of range"),
        (json!({ "game": "tictactoe", "lines": 65 }), "lines: 65 is out of range"),
        (json!({ "game": "tictactoe", "weights": "x" }), "unknown field"),
        (json!({}), "missing field"),
    ] {
        talk.say(call(1, "analyse", &arguments));
        let wrong = heard(&mut talk);
        assert_eq!(wrong["result"]["isError"], true, "{wrong}");
        let text = wrong["result"]["content"][0]["text"].as_str().expect("a text");
        assert!(text.contains(words) && text.lines().count() == 1, "{text}");
    }
    for (line, code) in [
        ("nonsense".into(), -32700),
        ("[]".into(), -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":1}".into(), -32600),
        ("7".into(), -32600),
        (request(1, "resources/list", &Value::Null), -32601),
        (call(1, "play_chess", &Value::Null), -32602),
        ("x".repeat(2 << 20), -32700),
    ] {
        let line: String = line;
        talk.say(&line);
        let wrong = heard(&mut talk);
        assert_eq!(wrong["error"]["code"], code, "{wrong}");
    }
    plyglot("serve --mcp --listen 0").fails(2, &["--mcp", "--listen"]);
}

#[test]
fn a_call_ends_when_it_is_cancelled_and_with_the_input() {
    let mut talk = talk();
    talk.say(call(1, "analyse", &json!({ "game": "othello", "time_ms": 60000 })));
    // Others are answered meanwhile.
    talk.say(request(2, "ping", &Value::Null));
    assert_eq!(heard(&mut talk)["id"], 2);
    let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } });
    talk.say(cancelled.to_string());
    // There is one thread: this is searched once the other has ended, and without an answer to that.
    talk.say(call(4, "solve", &json!({ "game": "tictactoe" })));
    assert_eq!(heard(&mut talk)["id"], 4);
    talk.say(call(3, "solve", &json!({ "game": "othello" })));
    let (lines, code) = talk.close();
    assert_eq!((lines.len(), code), (1, 0), "{lines:?}");
    let nothing = fed(command("serve --mcp --threads 1 --hash 1M"), "");
    assert_eq!((nothing.code, &*nothing.out), (0, ""));
}

/// The usual client, where it is installed, calls every tool.
#[test]
fn the_usual_client_calls_every_tool() {
    let python = std::env::var("PYTHON_MCP").unwrap_or_else(|_| "python3".into());
    let has_it = Command::new(&python).args(["-c", "import mcp.client.stdio"]).output();
    if !has_it.is_ok_and(|output| output.status.success()) {
        eprintln!(
            "NOT TESTED: the client is missing (pip install mcp; PYTHON_MCP names another python)"
        );
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/mcp_client.py");
    let called = Command::new(&python)
        .args([script, env!("CARGO_BIN_EXE_plyglot")])
        .output()
        .expect("python runs");
    assert!(called.status.success(), "{}", String::from_utf8_lossy(&called.stderr));
}
