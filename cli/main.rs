//! The program: one expression.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyglot::run(plyglot::catalogue::builtin())
}
