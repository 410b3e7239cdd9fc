//! The origin of figures: this program, this machine, this time.

use std::path::Path;
use std::time::SystemTime;

use plyglot_bench::scaling::{Machine, Origin};

use crate::started;

/// This run of the program.
pub(crate) fn now() -> Origin {
    let mut words: Vec<_> = started::words();
    if let Some(program) = words.first_mut() {
        // As it is called where it is installed.
        let name = Path::new(program.as_str()).file_stem();
        *program = name.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    }
    let command = shlex::try_join(words.iter().map(String::as_str));
    Origin {
        version: env!("CARGO_PKG_VERSION").into(),
        commit: option_env!("PLYGLOT_COMMIT").map(String::from),
        command: command.unwrap_or_else(|_| words.join(" ")),
        date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        machine: Machine::this(),
    }
}

/// The same for a page, as names and facts.
pub(crate) fn facts(origin: &Origin) -> Vec<(&'static str, String)> {
    let machine = &origin.machine;
    vec![
        ("Command", origin.command.clone()),
        ("Date", origin.date.clone()),
        ("Version", origin.version.clone()),
        ("Commit", origin.commit.clone().unwrap_or_else(|| "not known".into())),
        ("Machine", format!("{}, {} usable", machine.processor, machine.usable)),
    ]
}
