//! Journals: a file that is not one of this run is left as it was, byte for byte; one that is keeps its whole
//! lines, and takes further records.
#![no_main]

use std::fs;

use libfuzzer_sys::fuzz_target;
use plyglot_wire::journal::{Header, Journal};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Serialize, Deserialize)]
struct Record {
    number: u32,
}

fn header() -> Header {
    Header { command: "fuzz".into(), run: json!({"a": [1, 2], "b": null}), origin: json!("here") }
}

fuzz_target!(|data: &[u8]| {
    let [kind, rest @ ..] = data else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    let mut bytes = Vec::new();
    if kind % 2 == 1 {
        // Behind a whole header and a record.
        Journal::create(&path, &header())
            .and_then(|mut journal| journal.note(&Record { number: 1 }))
            .expect("a new journal");
        bytes = fs::read(&path).expect("the journal");
    }
    bytes.extend_from_slice(rest);
    fs::write(&path, &bytes).expect("the file");
    let mut taken = 0;
    let opened = Journal::open(&path, &header(), |_| None, |_: Record| {
        taken += 1;
        Ok(())
    });
    let after = || fs::read(&path).expect("the file");
    match opened {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!(after(), bytes, "{error}");
        }
        Ok(mut opened) => {
            let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
            assert!(after().starts_with(&bytes[..whole]), "a whole line was lost");
            opened.journal.note(&Record { number: 2 }).expect("a record");
            drop(opened);
            let mut again = 0;
            Journal::open(&path, &header(), |_| None, |_: Record| {
                again += 1;
                Ok(())
            })
            .expect("it is a journal");
            assert_eq!(again, taken + 1);
        }
    }
});
