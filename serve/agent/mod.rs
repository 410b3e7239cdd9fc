//! The service for programs that call tools, such as assistants built on language models: the Model Context Protocol
//! (JSON-RPC 2.0, one message a line) over the queue of searches.
//!
//! What of the protocol is needed is its opening, `ping`, `tools/list`, `tools/call` and `notifications/cancelled`; the
//! rest is refused by name. It is written here since the crate that is usual for it (rmcp, which brings tokio) takes 56 s
//! of processor time in a cold build, and this takes one. Each call has a thread, so that a long one holds no other up,
//! and a bound on its time; the searches share the threads and tables of the service.

mod tools;

use std::io::Write;
use std::sync::Arc;
use std::thread;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::agent::tools::Tools;
use crate::queue::{Games, Service};
use crate::spoken::{Calls, Host};

/// The versions of the protocol that are spoken, the newest first: tools are the same in all.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// How many calls may be on their way.
const MOST: usize = 32;

/// How an assistant is told what this is for.
const INSTRUCTIONS: &str = "Searches positions of two-player board games with a parallel engine, and proves values where \
    the end is in reach. Ask for the games first: each says how its positions and moves are written.";

/// The errors of JSON-RPC.
const NO_JSON: i32 = -32700;
const NO_REQUEST: i32 = -32600;
const NO_METHOD: i32 = -32601;
const BAD_PARAMETERS: i32 = -32602;
const BUSY: i32 = -32000;

/// A message: with an id a request, without one a notification.
#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    id: Option<Value>,
    method: String,
    #[serde(default)]
    params: Value,
}

/// Answers messages, a line each, until there are no more; then what still runs is stopped, and answered with what it has
/// found.
pub fn run(
    games: &Games<'_>,
    service: &Arc<Service>,
    lines: impl Iterator<Item = String>,
    output: impl Write + Send,
) {
    let agent =
        Agent { tools: Tools { games, service }, host: Host::new(output), calls: Calls::new(MOST) };
    thread::scope(|scope| {
        for line in lines.filter(|line| !line.trim().is_empty()) {
            let message = match serde_json::from_str(&line) {
                Ok(Value::Array(_)) => {
                    agent.fail(&Value::Null, NO_REQUEST, "one message a line, and no list of them");
                    continue;
                }
                Ok(object) => object,
                Err(error) => {
                    agent.fail(&Value::Null, NO_JSON, &error.to_string());
                    continue;
                }
            };
            let id = message.get("id").cloned();
            match serde_json::from_value::<Message>(message) {
                Ok(message) => agent.heard(scope, message),
                Err(error) => {
                    agent.fail(&id.unwrap_or_default(), NO_REQUEST, &error.to_string());
                }
            }
        }
        agent.calls.end();
    });
}

struct Agent<'a, W> {
    tools: Tools<'a>,
    host: Host<W>,
    /// What runs, by the text of its id.
    calls: Calls<String>,
}

impl<W: Write + Send> Agent<'_, W> {
    fn heard<'scope>(&'scope self, scope: &'scope thread::Scope<'scope, '_>, message: Message) {
        let Message { id, method, params } = message;
        let Some(id) = id else {
            if method == "notifications/cancelled"
                && let Some(stop) = self.calls.take(&params["requestId"].to_string())
            {
                stop.raise();
            }
            return;
        };
        match &*method {
            "initialize" => self.answer(&id, &opening(&params)),
            "ping" => self.answer(&id, &json!({})),
            "tools/list" => self.answer(&id, &json!({ "tools": tools::list() })),
            "tools/call" => self.call(scope, id, params),
            _ => self.fail(&id, NO_METHOD, &format!("method {method:?} is not known here")),
        }
    }

    /// Calls a tool, on a thread of its own.
    fn call<'scope>(
        &'scope self,
        scope: &'scope thread::Scope<'scope, '_>,
        id: Value,
        params: Value,
    ) {
        let name = params["name"].as_str().unwrap_or_default().to_owned();
        if !tools::NAMES.contains(&&*name) {
            let message = format!("unknown tool {name:?}: there are {}", tools::NAMES.join(", "));
            return self.fail(&id, BAD_PARAMETERS, &message);
        }
        let Some(stop) = self.calls.begin(id.to_string()) else {
            let message = format!("{MOST} calls are on their way already, or one of this id");
            return self.fail(&id, BUSY, &message);
        };
        let key = id.clone();
        let work = move || {
            let called = self.tools.call(&name, params["arguments"].clone(), &stop);
            if self.calls.take(&id.to_string()).is_none() {
                // Cancelled: who asked wants no answer.
                return;
            }
            let result = match called {
                Ok(said) => json!({
                    "content": [{ "type": "text", "text": said.text }],
                    "structuredContent": said.object,
                }),
                // For the assistant, which can do better: no error of the protocol.
                Err(message) => json!({
                    "content": [{ "type": "text", "text": message }],
                    "isError": true,
                }),
            };
            self.answer(&id, &result);
        };
        if let Err(error) = thread::Builder::new().name("call".into()).spawn_scoped(scope, work) {
            self.calls.take(&key.to_string());
            self.fail(&key, BUSY, &error.to_string());
        }
    }

    fn answer(&self, id: &Value, result: &Value) {
        self.host.say(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
    }

    fn fail(&self, id: &Value, code: i32, message: &str) {
        let error = json!({ "code": code, "message": message });
        self.host.say(&json!({ "jsonrpc": "2.0", "id": id, "error": error }));
    }
}

/// What both agree on: the version that was asked for if it is spoken here, otherwise the newest.
fn opening(params: &Value) -> Value {
    let asked = params["protocolVersion"].as_str();
    let version = VERSIONS.into_iter().find(|version| Some(*version) == asked);
    json!({
        "protocolVersion": version.unwrap_or(VERSIONS[0]),
        "capabilities": { "tools": { "listChanged": false } },
        "serverInfo": { "name": "plyglot", "version": env!("CARGO_PKG_VERSION") },
        "instructions": INSTRUCTIONS,
    })
}
