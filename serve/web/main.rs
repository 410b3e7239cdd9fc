//! The board of all built-in games for a page that has its engine within itself: `plyglot-web [THREADS [BYTES]]` answers
//! the questions of a page, line by line. Built for `wasm32-wasip1-threads` it is the module of such a page; on any other
//! system it is the same program, which is how it is tested. docs/web.md says how to build a page, of games of your own
//! too: they need this file with their own catalogue.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyglot_serve::board::local::main(&plyglot_games::catalogue::builtin())
}
