//! Saved tables: whatever the bytes are, loading ends with an error value or with a table that answers, in
//! memory that does not depend on what the file claims.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use plyglot_games::catalogue::builtin;
use plyglot_open::{Ask, Config, Limits};
use plyglot_search::table::{Table, TableLabel};

const LABEL: TableLabel<'static> = TableLabel { game: "tictactoe:3,3,3", fingerprint: 7 };

/// A file as the program writes it.
fn good() -> &'static [u8] {
    static GOOD: OnceLock<Vec<u8>> = OnceLock::new();
    GOOD.get_or_init(|| {
        let game = builtin().open("tictactoe").expect("a game of the catalogue");
        let mut engine = game.engine(&Config::single(1 << 12), None).expect("a small engine");
        let start = game.start().expect("a start");
        engine.run(&Ask::new(&start, &Limits::solve())).expect("a search");
        let mut bytes = Vec::new();
        engine.table().save(&LABEL, &mut bytes).expect("memory can be written");
        bytes
    })
}

fuzz_target!(|data: &[u8]| {
    let table = Table::new(1 << 12).expect("a small table");
    // The bytes themselves.
    let _ = table.load(&LABEL, &mut &*data);
    // A good file in which they replace what is at a place.
    let [high, low, patch @ ..] = data else { return };
    let mut bytes = good().to_vec();
    let from = (usize::from(*high) << 8 | usize::from(*low)) % bytes.len();
    let until = (from + patch.len()).min(bytes.len());
    let before = bytes[from..until].to_vec();
    bytes[from..until].copy_from_slice(&patch[..until - from]);
    let loaded = table.load(&LABEL, &mut &*bytes);
    let unchanged = before == patch[..until - from];
    assert_eq!(loaded.is_ok(), unchanged, "a file that was changed at {from}: {loaded:?}");
});
