//! Requests of `serve`: whatever a line is, it has exactly one answer, an object with a type; only blank lines and
//! `quit` have none. The first byte says how long the searches that are left may take before they are cancelled.
#![no_main]

mod ends;

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|data: &[u8]| {
    let [pause, bytes @ ..] = data else { return };
    if bytes.len() > 4096 {
        return;
    }
    let asked = ends::lines(bytes);
    let arguments = "serve --threads 2 --hash 4M --tables 2";
    let pause = Duration::from_millis(u64::from(pause % 16));
    let heard = ends::answers(arguments, bytes, pause, "{\"command\":\"quit\"}\n");
    let answers: Vec<Value> =
        heard.iter().map(|line| serde_json::from_str(line).expect("every line is an object")).collect();
    let types: Vec<_> = answers.iter().map(|answer| answer["type"].as_str().expect("a type")).collect();
    assert!(answers.iter().all(|answer| answer["schema"] == 2), "{heard:?}");
    let owed = asked.iter().filter(|line| !line.is_empty()).count();
    let paid = types.iter().filter(|kind| **kind != "info").count();
    // What ends the connection may be written in several ways, and what follows it is not read.
    let may_quit = asked.iter().any(|line| line.contains("quit") || line.contains("\\u"));
    assert!(paid == owed || paid < owed && may_quit, "{paid} answers to {owed}: {asked:?}: {heard:?}");
});
