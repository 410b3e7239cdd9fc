//! Names of games with their sizes, options with their values, schemes and sizes of tables: a value, or an error
//! with words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plyglot_games::catalogue::builtin;
use plyglot_open::DoorError;
use plyglot_search::Scheme;
use plyglot_search::table::HashSize;

fuzz_target!(|data: &[u8]| {
    let [kind, text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    if text.len() > 1024 {
        return;
    }
    match kind % 4 {
        0 => match builtin().open(text) {
            Ok(game) => {
                // What it is called opens the same game.
                let name = game.facts().name.clone();
                let again = builtin().open(&name).unwrap_or_else(|error| panic!("{name:?}: {error}"));
                assert_eq!(again.fingerprint(), game.fingerprint(), "{name:?}");
            }
            Err(error) => assert!(!matches!(error, DoorError::Panicked(_)), "{error}"),
        },
        1 => {
            let Some((name, value)) = text.split_once('=') else { return };
            let game = builtin().open("othello").expect("a game of the catalogue");
            if let Err(error) = game.with(&[(name, value)]) {
                assert!(!matches!(error, DoorError::Panicked(_)), "{error}");
            }
        }
        2 => {
            if let Ok(scheme) = text.parse::<Scheme>() {
                assert_eq!(scheme.to_string().parse::<Scheme>().expect("its own name"), scheme);
            }
        }
        _ => {
            if let Err(error) = text.parse::<HashSize>() {
                assert!(!error.to_string().is_empty());
            }
        }
    }
});
